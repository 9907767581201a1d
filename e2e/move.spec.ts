import { addDays, claimWeekends, today } from './days.ts'
import { expect, test as base } from './fixtures.ts'
import { changeScreen, type ChangeScreen } from './screens/change.ts'
import { isSound } from './screens/sound.ts'
import { tabTo } from './screens/tab-to.ts'

// A booking is moved to another day or time on its page: plain forms, with scripts and without.

/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern what a fixture needs. */

const test = base.extend<{ booking: ChangeScreen; booked: (guests?: number) => Promise<string> }>({
	booking: async ({ visit }, use) => use(changeScreen(visit)),
	// Its party comes to the same day of the following weeks.
	weekend: async ({}, use) => use(await claimWeekends(2)),
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

test('K43, N413: moved by a week in at most nine taps, before and after shown, the new deadlines named @journeys @javascript', async ({
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
	const toDay = `day=${addDays(weekend, 7)}#times`
	await expect(booking.day(addDays(weekend, 7))).toHaveAttribute(
		'href',
		RegExp(`/move\\?${toDay}$`),
	)
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

test('K43: moved by keyboard alone; the second time the page says that no move is left @journeys @javascript', async ({
	page,
	booking,
	booked,
	weekend,
}) => {
	const bookingId = await booked()
	for (const weeks of [1, 2]) {
		await booking.openMove(bookingId)
		await tabTo(page, booking.day(addDays(weekend, 7 * weeks)))
		await page.keyboard.press('Enter')
		await tabTo(page, booking.time('15:00–17:00'))
		await page.keyboard.press('Enter')
		await expect(booking.main).toContainText('Stornieren, alles zurück, bis')
		await expect(booking.main.getByText('nur am Telefon')).toHaveCount(weeks - 1)
		await tabTo(page, booking.moveButton)
		await page.keyboard.press('Enter')
		await expect(booking.main).toContainText('Umgebucht')
	}
	await booking.openMove(bookingId)
	await expect(booking.main).toContainText('so oft umgebucht, wie es online geht')
	await booking.isCallable(booking.main)
	await isSound(page)
	await page.goto(`/booking/${bookingId}`)
	await expect(page.getByRole('link', { name: /^Umbuchen/ })).toHaveCount(0)
	await booking.isCallable(booking.main.locator('section', { hasText: 'Noch etwas ändern?' }))
	await expect(booking.main).toContainText('so oft umgebucht, wie es online geht')
	await page.goto(`/checkout/success/${bookingId}`)
	await expect(booking.main).toContainText('Alles andere ändern wir mit Ihnen am Telefon')
	await expect(booking.main).not.toContainText('umbuchen können Sie bis')
})

test('K29, N414: a day that is too soon to move to says why, and names the number to call @journeys @javascript', async ({
	page,
	booking,
	booked,
}) => {
	const bookingId = await booked()
	await page.setViewportSize({ width: 360, height: 740 })
	await page.goto(`/booking/${bookingId}/move?day=${addDays(today(), 1)}`)
	await expect(booking.main).toContainText('Warum „anrufen“: So kurzfristig geht es nicht online.')
	await booking.isCallable(booking.main.locator('#days'))
	await isSound(page)
})
