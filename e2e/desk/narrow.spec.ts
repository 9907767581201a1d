import { book } from './booked.ts'
import { expect, test } from './fixtures.ts'

// One booking on a phone and by the keyboard, and the sheet of its day in English.

const party = { lastName: 'Zylinski', child: 'Ida', from: '14:00', until: '16:00', guests: 8 }

test('N250: on a phone the amounts of a booking stand in sight, with nothing to scroll sideways', async ({
	page,
	signedInDesk,
	weekend,
	database,
}) => {
	const { number } = await book(database, { ...party, day: weekend, rest: 20_000 })
	await signedInDesk('shift')
	await page.setViewportSize({ width: 360, height: 740 })
	await page.goto(`/bookings/${number}`)
	const table = page.getByRole('table', { name: 'Gebucht' })
	const amounts = table.getByRole('cell', { name: /€$/ })
	await expect(amounts.first()).toBeVisible()
	const edges = await amounts.evaluateAll((cells) =>
		cells.map((cell) => cell.getBoundingClientRect().right),
	)
	expect(Math.max(...edges)).toBeLessThanOrEqual(360)
	await expect(table.getByRole('row', { name: /Kometen-Party/ })).toContainText('200,00')
})

test('N251: an action leads to its form, where the next Tab goes on, and from the guests to what they make of it', async ({
	page,
	signedInDesk,
	weekend,
	database,
	javaScriptEnabled,
}) => {
	const { number } = await book(database, { ...party, day: weekend, rest: 20_000 })
	await signedInDesk('shift')
	await page.setViewportSize({ width: 360, height: 740 })
	await page.goto(`/bookings/${number}`)
	await page.getByRole('link', { name: 'Ändern', exact: true }).click()
	const heading = page.getByRole('heading', { name: /^Ändern: Ida/ })
	const fewer = page.getByRole('button', { name: 'Kometen-Party: eins weniger' })
	await expect(heading).toBeInViewport()
	await page.keyboard.press('Tab')
	await expect(fewer).toBeFocused()

	await page.getByRole('button', { name: 'Kometen-Party: eins mehr' }).click()
	await expect(page.getByRole('textbox', { name: /^Kometen-Party/ })).toHaveValue('9')
	const compared = page.getByRole('link', { name: 'Vorher und nachher ansehen' })
	if (!javaScriptEnabled) {
		await expect(heading).toBeInViewport()
		await page.keyboard.press('Tab')
		await expect(fewer).toBeFocused()
	}
	await compared.click()
	await expect(page.getByRole('table', { name: 'Vorher und nachher' })).toBeInViewport()
	await expect(page.getByRole('textbox', { name: /^Kometen-Party/ })).toHaveValue('9')
})

test.describe('in English', () => {
	test.use({ locale: 'en-GB' })

	test('N252: the sheet of a day quotes as English does', async ({
		page,
		signedInDesk,
		weekend,
		database,
	}) => {
		await book(database, { ...party, day: weekend, rest: 0, cake: 'Ida, 7' })
		await signedInDesk('counter')
		await page.goto(`/day/${weekend}/sheet`)
		await expect(page.getByText('“Ida, 7”').first()).toBeVisible()
	})
})
