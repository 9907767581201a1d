import { randomBytes } from 'node:crypto'

import type { Sql } from 'postgres'

import { addDays, today } from './days.ts'
import { expect, test } from './fixtures.ts'
import { newEmail } from './new-email.ts'
import { restScreen } from './screens/rest.ts'
import { isSound } from './screens/sound.ts'

const password = 'drei Sterne und ein Mond'
const pageSize = 10

/** Places confirmed orders of an account for visits on these days, to be paid at the venue; returns their ids. */
async function placed(sql: Sql, email: string, days: string[]): Promise<string[]> {
	const placedOrders = days.map((day) => ({ day, publicId: randomBytes(16).toString('base64url') }))
	await sql`
		with given as (
			select * from jsonb_to_recordset(${sql.json(placedOrders)}) as _ (day date, "publicId" text)
		), placed as (
			insert into orders (public_id, number, account_id, cart_id, cart_version, state, locale, day,
				person, terms_version, lines_total, discount, shipping, total, voucher, online, on_site,
				vat, confirmed_at)
			select "publicId", "publicId", accounts.id, gen_random_uuid(), 1,
				(case when day < current_date then 'completed' else 'confirmed' end)::order_state, 'de-DE', day,
				accounts.person, '2025-03-01', 2580, 0, 0, 2580, 0, 0, 2580, '[]', now()
			from given, accounts where username = ${email}
			returning id, day
		)
		insert into order_lines (order_id, position, product_id, title, quantity, included, unit_price,
			amount, vat_rate, due, starts_at, ends_at)
		select id, 1, 'ticket-adult', '{"de": "Ticket Erwachsene", "en": "Adult ticket"}', 2, 0, 1290,
			2580, 19, 'onSite', day + time '14:00', day + time '16:00'
		from placed`
	return placedOrders.map(({ publicId }) => publicId)
}

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
	const upcoming = await placed(database, email, ahead)
	const past = await placed(database, email, ago)

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
	const [ahead, ago] = await placed(database, email, [addDays(today(), 10), addDays(today(), -10)])

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
	const [bookingId] = await placed(database, email, [addDays(today(), 10)])
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
