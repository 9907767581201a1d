import type { Sql } from 'postgres'

import { expect, test as base } from './fixtures.ts'
import { changeScreen, type ChangeScreen } from './screens/change.ts'
import { isSound } from './screens/sound.ts'
import { tabTo } from './screens/tab-to.ts'
import { takeRooms } from './taken-rooms.ts'

// A booking is changed on its page: plain forms, with scripts and without.
// No second try: a failure that comes once in a hundred runs is what these tests look for.
base.describe.configure({ retries: 0 })

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

test('K40: two more guests in at most eight taps, dearer on site, nothing to pay today @both', async ({
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
	await expect(booking.sure).toBeInViewport()
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

test('K40: changed by keyboard alone @journeys @javascript', async ({ page, booking, booked }) => {
	const bookingId = await booked()
	await booking.openChange(bookingId)
	await tabTo(page, booking.guests)
	await page.keyboard.press('ArrowDown')
	await tabTo(page, booking.number('Menü Spaghettinebel'))
	await page.keyboard.press('ArrowDown')
	await tabTo(page, booking.check)
	await page.keyboard.press('Enter')
	await expect(booking.sure).toBeVisible()
	await tabTo(page, booking.take)
	await page.keyboard.press('Enter')
	await booking.isDone()
})

test('K44: fewer than the minimum leads on with it, all menus chosen; more than the maximum names the larger package @journeys @javascript', async ({
	page,
	booking,
	booked,
	expectStatus,
}) => {
	expectStatus(422)
	const bookingId = await booked()
	await booking.openChange(bookingId, { 'lines.1': '5', 'pieces.1.menu-pasta': '5' })
	await booking.check.click()
	await expect(booking.guide).toContainText('Berechnet werden mindestens 6 Gäste')
	await expect(booking.alert).toHaveCount(0)
	expect(await booking.row('Menü Spaghettinebel')).toEqual(['8', '6'])
	await isSound(page)
	await booking.guide.getByRole('button', { name: 'Mit 6 Gästen weiter' }).click()
	await expect(booking.sure).toBeVisible()
	expect(await booking.row('Gäste, Kometen-Party')).toEqual(['8', '6'])

	await booking.openChange(bookingId, { 'lines.1': '11', 'pieces.1.menu-pasta': '11' })
	await booking.check.click()
	await expect(booking.guide).toContainText('höchstens 10 Gäste')
	await expect(booking.guide).toContainText('Galaxie-Party')
	await booking.isCallable(booking.guide)
	await isSound(page)
})

test('K44: without a larger room, links to times with one move and change at once @journeys @javascript', async ({
	page,
	booking,
	booked,
	weekend,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const bookingId = await booked()
	await takeRooms(database, weekend)
	await booking.openChange(bookingId, { 'lines.1': '10', 'pieces.1.menu-pasta': '10' })
	await booking.check.click()
	await expect(booking.guide).toContainText('10 Gäste passen um 14:00 Uhr nicht')
	await isSound(page)
	await booking.guide.getByRole('listitem').getByRole('link').first().click()
	await expect(booking.moveButton.or(booking.orderButton)).toBeVisible()
	expect(await booking.row('Gäste, Kometen-Party')).toEqual(['8', '10'])
	await expect(booking.main).not.toContainText('zur selben Zeit')
	await page.setViewportSize({ width: 360, height: 740 })
	expect(await booking.brokenTerms()).toEqual([])
	await booking.orderButton.click()
	await expect(booking.main).toContainText('Umgebucht')
	expect(await linesOf(database, bookingId)).toMatchObject({ 'kometen-party': 10 })
})

test('N366: texts that were typed with more guests come along to another time, shown before it counts @journeys @javascript', async ({
	page,
	booking,
	booked,
	weekend,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const bookingId = await booked()
	await takeRooms(database, weekend)
	await booking.openChange(bookingId, { 'lines.1': '10', 'pieces.1.menu-pasta': '10' })
	const name = page.locator('[name="party.birthday"]')
	const before = await name.inputValue()
	await page.locator('details', { has: name }).locator('summary').first().click()
	await name.fill('Mia Sophie')
	await booking.check.click()
	const another = booking.guide.getByRole('listitem').getByRole('link').first()
	await expect(another).toHaveAttribute('href', /[?&]texts=/)
	await another.click()
	await expect(booking.orderButton).toBeVisible()
	expect(page.url()).not.toContain('Mia')
	expect(await booking.row('Name des Geburtstagskindes')).toEqual([before, 'Mia Sophie'])
	await booking.orderButton.click()
	await expect(booking.main).toContainText('Umgebucht')
	expect(await linesOf(database, bookingId)).toMatchObject({ 'kometen-party': 10 })
	const [order] = await database`
		select party ->> 'name' as name from orders where public_id = ${bookingId}`
	expect(order).toEqual({ name: 'Mia Sophie' })
})

test('K84: without a larger room and with no move left, the guide names the telephone alone @journeys @javascript', async ({
	page,
	booking,
	booked,
	weekend,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const bookingId = await booked()
	await takeRooms(database, weekend)
	await database`
		update orders set policy = jsonb_set(policy, '{rules}', (
			select jsonb_agg(rule #- '{policy,move}') from jsonb_array_elements(policy -> 'rules') rule))
		where public_id = ${bookingId}`
	await booking.openChange(bookingId, { 'lines.1': '10', 'pieces.1.menu-pasta': '10' })
	await booking.check.click()
	await expect(booking.guide).toContainText('Zu einer anderen Zeit buchen wir Sie am Telefon um')
	await expect(booking.guide).not.toContainText('an den nächsten Tagen')
	await expect(booking.guide.getByRole('link')).toHaveCount(1)
	await booking.isCallable(booking.guide)
	await isSound(page)
})

test('K44: a voucher that falls away is said before the change counts @journeys @javascript', async ({
	page,
	booking,
	given,
	day,
	cart,
	checkout,
	bank,
	database,
}) => {
	// Eight guests reach its minimum on every day, six on none.
	const code = `AB160EUR${day.replaceAll('-', '')}`
	await database`
		insert into vouchers (code, kind, amount, minimum_order) values (${code}, 'fixed', 2000, 16000)`
	await given.party(day)
	await cart.open()
	await cart.redeem(code)
	await expect(cart.redeemed(code)).toBeVisible()
	await given.details()
	await checkout.openOverview()
	await checkout.acceptAndOrder()
	await bank.pay()
	const fewer = { 'lines.1': '6', 'pieces.1.menu-pasta': '6' }
	await booking.openChange(await checkout.bookingId(), fewer)
	await expect(booking.main).toContainText(
		'Ihr Gutschein gilt für die geänderte Buchung nicht mehr',
	)
	await booking.check.click()
	await expect(booking.sure).toBeVisible()
	await expect(booking.main).toContainText(
		'Ihr Gutschein gilt für die geänderte Buchung nicht mehr',
	)
	expect(await booking.row('Rabatt')).toEqual(['20,00 €', '0,00 €'])
	await isSound(page)
})

test('K61: nothing differs: the form says so, and no change is made @journeys @javascript', async ({
	booking,
	booked,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	const bookingId = await booked()
	await booking.openChange(bookingId)
	await booking.check.click()
	await expect(booking.alert).toBeVisible()
	await expect(booking.sure).toHaveCount(0)
	const rows = await database`select revision from orders where public_id = ${bookingId}`
	expect(rows).toEqual([{ revision: 1 }])
})

function linesOf(database: Sql, bookingId: string): Promise<Record<string, number>> {
	return database`
		select product_id, quantity from order_lines join orders on orders.id = order_id
		where public_id = ${bookingId}`.then((rows) =>
		Object.fromEntries(rows.map((row) => [row['product_id'], row['quantity']])),
	)
}
