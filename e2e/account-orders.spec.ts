import { addDays, today } from './days.ts'
import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { placeOrders } from './placed-orders.ts'
import { restScreen } from './screens/rest.ts'
import { isSound } from './screens/sound.ts'

const password = 'drei Sterne und ein Mond'
const pageSize = 10

test('orders on several pages: each is on one of them, in order, and the two lists turn separately @journeys @javascript', async ({
	page,
	visit: { t },
	account,
	database,
}) => {
	const email = newEmail()
	await account.begin({ email, password })
	const ahead = Array.from({ length: 12 }, (_, index) => addDays(today(), 10 + index))
	const ago = Array.from({ length: 23 }, (_, index) => addDays(today(), -10 - index))
	const upcoming = await placeOrders(database, email, ahead)
	const past = await placeOrders(database, email, ago)

	const list = (name: 'upcoming' | 'past') =>
		page.getByRole('navigation', { name: t(`account.orders.${name}`) })
	const turn = (name: 'upcoming' | 'past', way: 'newer' | 'older') =>
		list(name).getByRole('link', { name: t(`account.orders.${way}`) })
	const expectShown = async (...ids: string[]) => {
		const wanted = ids.map((id) => `/account/orders/details/${id}`)
		await expect
			.poll(() =>
				account.orderLink.evaluateAll((links) => links.map((it) => it.getAttribute('href'))),
			)
			.toEqual(wanted)
	}
	const pageOf = (ids: string[], number: number) =>
		ids.slice((number - 1) * pageSize, number * pageSize)

	await account.openOrders()
	await expectShown(...pageOf(upcoming, 1), ...pageOf(past, 1))
	await expect(turn('upcoming', 'newer')).toHaveCount(0)
	await expect(turn('past', 'newer')).toHaveCount(0)
	await isSound(page, [360, 1280])

	await turn('past', 'older').click()
	await expectShown(...pageOf(upcoming, 1), ...pageOf(past, 2))
	await turn('upcoming', 'older').click()
	await expectShown(...pageOf(upcoming, 2), ...pageOf(past, 2))
	await expect(turn('upcoming', 'older')).toHaveCount(0)
	await isSound(page, [360, 1280])

	await turn('past', 'older').click()
	await expectShown(...pageOf(upcoming, 2), ...pageOf(past, 3))
	await expect(turn('past', 'older')).toHaveCount(0)
	await turn('past', 'newer').click()
	await expectShown(...pageOf(upcoming, 2), ...pageOf(past, 2))

	// A mistyped address shows a page of the list.
	await page.goto('/account/orders?past=99&upcoming=x')
	await expectShown(...pageOf(upcoming, 1))
	await expect(turn('past', 'newer')).toBeVisible()
})

test('an order shows until when it can be moved or cancelled, as long as its visit is ahead @journeys @javascript', async ({
	page,
	visit: { t },
	account,
	database,
}) => {
	const email = newEmail()
	await account.begin({ email, password })
	const [ahead, ago] = await placeOrders(database, email, [
		addDays(today(), 10),
		addDays(today(), -10),
	])

	const main = page.getByRole('main')
	await page.goto(`/account/orders/details/${ahead}`)
	await expect(main.getByText(t('success.changes'))).toBeVisible()
	await expect(main.getByText(t('policy.telephone', { phone: '+49 89 99998 123' }))).toBeVisible()
	await isSound(page, [360, 1280])
	await page.goto(`/account/orders/details/${ago}`)
	await expect(main.getByText(t('account.orders.states.completed'))).toBeVisible()
	await expect(main.getByText(t('success.changes'))).toHaveCount(0)
})

test("K20: the rest of an account's booking is paid from its page, also where nothing was paid online before @journeys @javascript", async ({
	page,
	visit,
	account,
	bank,
	database,
}) => {
	const { t } = visit
	const email = newEmail()
	await account.begin({ email, password })
	const [bookingId] = await placeOrders(database, email, [addDays(today(), 10)])
	const rest = restScreen(visit)
	await page.goto(`/account/orders/details/${bookingId}`)
	await rest.link.click()
	await rest.pay('paypal')
	await bank.pay()
	await expect(rest.paid).toBeVisible()
	await page.goto(`/account/orders/details/${bookingId}`)
	await expect(rest.link).toHaveCount(0)
	await expect(page.getByRole('definition').filter({ hasText: '25,80' })).toHaveCount(2)
	await expect(page.getByText(t('sums.paidOnline'))).toBeVisible()
})
