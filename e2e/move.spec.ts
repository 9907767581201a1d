import { addDays } from './days.ts'
import { expect, test as base } from './fixtures.ts'
import { changeScreen, type ChangeScreen } from './screens/change.ts'
import { isSound } from './screens/sound.ts'

// A booking is moved to another day or time on its page: plain forms, with scripts and without.

const test = base.extend<{ booking: ChangeScreen; booked: (guests?: number) => Promise<string> }>({
	booking: async ({ visit }, use) => use(changeScreen(visit)),
	booked: async ({ given, weekend, checkout, bank }, use) => {
		await use(async (guests = 8) => {
			await given.party(weekend, guests)
			await given.details()
			await checkout.openOverview()
			await checkout.acceptAndOrder()
			await bank.pay()
			return checkout.bookingId()
		})
	},
})

test('K43: moved by a week in at most nine taps, before and after shown, the new deadlines named', async ({
	page,
	booking,
	booked,
	weekend,
	database,
}) => {
	const bookingId = await booked()
	await page.setViewportSize({ width: 360, height: 740 })
	await booking.openMove(bookingId)
	await expect(booking.main).toContainText('Ihr Termin bleibt Ihnen')
	await isSound(page)
	await page.setViewportSize({ width: 360, height: 740 })
	await booking.tap(booking.day(addDays(weekend, 7)))
	await booking.tap(booking.time('15:00–17:00'))
	await expect(booking.main).toContainText('Danach gilt')
	expect(await booking.row('Uhrzeit')).toEqual(['14:00–16:00', '15:00–17:00'])
	await expect(booking.main).toContainText('Heute ist nichts zu zahlen')
	await isSound(page, [360, 1280])
	await page.setViewportSize({ width: 360, height: 740 })
	await booking.tap(booking.moveButton)
	await expect(booking.main).toContainText('Umgebucht')
	await isSound(page)
	// The way to the page is one tap more.
	expect(booking.taps() + 1).toBeLessThanOrEqual(9)
	const [moved] = await database`
		select day::text, revision from orders where public_id = ${bookingId}`
	expect(moved).toMatchObject({ day: addDays(weekend, 7), revision: 2 })
})

test('K43: moved by keyboard alone; the second time the page says that no move is left', async ({
	page,
	booking,
	booked,
	weekend,
}) => {
	const bookingId = await booked()
	for (const weeks of [1, 2]) {
		await booking.openMove(bookingId)
		await booking.day(addDays(weekend, 7 * weeks)).press('Enter')
		await booking.time('15:00–17:00').press('Enter')
		await expect(booking.main).toContainText('Stornieren, alles zurück, bis')
		await expect(booking.main.getByText('nur am Telefon')).toHaveCount(weeks - 1)
		await booking.moveButton.press('Enter')
		await expect(booking.main).toContainText('Umgebucht')
	}
	await booking.openMove(bookingId)
	await expect(booking.main).toContainText('so oft umgebucht, wie es online geht')
	await isSound(page)
	await page.goto(`/booking/${bookingId}`)
	await expect(page.getByRole('link', { name: /^Umbuchen/ })).toHaveCount(0)
	await expect(booking.main).toContainText('so oft umgebucht, wie es online geht')
})
