import type { Sql } from 'postgres'

import { expect, test as base } from './fixtures.ts'
import { changeScreen, type ChangeScreen } from './screens/change.ts'
import { isSound } from './screens/sound.ts'

// A booking is changed on its page: plain forms, with scripts and without.

const test = base.extend<{ booking: ChangeScreen; booked: (guests?: number) => Promise<string> }>({
	booking: async ({ visit }, use) => use(changeScreen(visit)),
	/** Books a party, whose deposit is paid; returns the bookingId. */
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

test('K40: two more guests in at most eight taps, dearer on site, nothing to pay today', async ({
	page,
	booking,
	booked,
	database,
}) => {
	const bookingId = await booked()
	await page.setViewportSize({ width: 360, height: 740 })
	await booking.openChange(bookingId)
	await expect(booking.guests).toHaveValue('8')
	await booking.tap(booking.more('Wie viele Gäste?'))
	await booking.tap(booking.more('Wie viele Gäste?'))
	await expect(booking.guests).toHaveValue('10')
	await expect(booking.main).toContainText('bisher 8')
	await expect(booking.main).toContainText('noch 2 wählen')
	await booking.tap(booking.more('Menü Spaghettinebel'))
	await booking.tap(booking.more('Menü Spaghettinebel'))
	await expect(booking.main).toContainText('10 von 10')
	await isSound(page)
	await page.setViewportSize({ width: 360, height: 740 })
	await booking.tap(booking.check)
	await expect(booking.sure).toBeVisible()
	expect(await booking.row('Vor Ort zu zahlen')).toHaveLength(2)
	await expect(booking.main).toContainText('Heute ist nichts zu zahlen')
	await isSound(page, [360, 1280])
	await booking.tap(booking.orderButton)
	await booking.isDone()
	// The way to the page is one tap more.
	expect(booking.taps() + 1).toBeLessThanOrEqual(8)
	await isSound(page)
	expect(await linesOf(database, bookingId)).toMatchObject({
		'kometen-party': 10,
		'menu-pasta': 10,
	})
})

function linesOf(database: Sql, bookingId: string): Promise<Record<string, number>> {
	return database`
		select product_id, quantity from order_lines join orders on orders.id = order_id
		where public_id = ${bookingId}`.then((rows) =>
		Object.fromEntries(rows.map((row) => [row['product_id'], row['quantity']])),
	)
}
