import type { Sql } from 'postgres'

import { addDays, longDay, today } from './days.ts'
import { expect, test } from './fixtures.ts'
import { cartScreen } from './screens/cart.ts'
import { shopScreen } from './screens/shop.ts'
import { alive } from './screens/visit.ts'

test('adds, changes and removes tickets; the sums follow @both', async ({
	shop,
	cart,
	weekend,
}) => {
	await shop.open({ day: weekend, duration: 120, time: '14:00' })
	await shop.add('Erwachsenenticket', 3)
	await cart.shows({ Gesamt: '26,70 €', 'Jetzt online': '8,01 €', 'Später vor Ort': '18,69 €' })
	await shop.add('Großelternticket', 1)
	await expect(shop.number('Erwachsenenticket')).toHaveValue('3')

	await cart.open()
	await expect(cart.counter(2)).toBeVisible()
	await expect(cart.body).toContainText(`Ihr Besuch am ${longDay(weekend)}`)
	await expect(cart.heldUntil).toBeVisible()
	await cart.change('Erwachsenenticket', 5)
	await cart.shows({ Gesamt: '51,40 €', 'Jetzt online': '15,42 €', 'Später vor Ort': '35,98 €' })
	await cart.remove('Großelternticket')
	await expect(cart.line('Großelternticket')).toBeHidden()
	await cart.shows({ Gesamt: '44,50 €' })
	await cart.remove('Erwachsenenticket')
	await expect(cart.body).toContainText('Ihr Warenkorb ist leer.')
})

test('an invalid quantity is refused at its field, and the typed value stays @journeys @javascript', async ({
	given,
	cart,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(day, 3)
	await cart.open()
	const quantity = cart.line('Erwachsenenticket').getByRole('spinbutton')
	await cart.change('Erwachsenenticket', '')
	await expect(quantity).toHaveAccessibleDescription('Bitte geben Sie eine Anzahl an')
	await expect(cart.refusal).toContainText('Bitte geben Sie eine Anzahl an')
	await cart.change('Erwachsenenticket', 0)
	await expect(quantity).toHaveAccessibleDescription('Muss größer oder gleich 1 sein')
	await expect(quantity).toHaveValue('0')
	await cart.change('Erwachsenenticket', 41)
	await expect(cart.refusal).toContainText('Höchstens 40 Stück')
	await cart.open()
	await expect(quantity).toHaveValue('3')
})

test('a party can be selected, is shown as selected, and deselected before another one @journeys @javascript', async ({
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day, duration: 120, time: '14:00', guests: 8 })
	const comet = shop.card('Kometen-Party')
	await shop.choose('Kometen-Party')
	await expect(comet).toContainText('Gewählt')
	await expect(comet.getByRole('button', { name: 'Entfernen', exact: true })).toBeVisible()
	await expect(shop.card('Galaxie-Party')).toContainText(
		'Wählen Sie bitte zuvor das andere Produkt ab: Kometen-Party',
	)

	await shop.deselect('Kometen-Party')
	await shop.choose('Galaxie-Party')
	await expect(shop.card('Kometen-Party')).toContainText(
		'Wählen Sie bitte zuvor das andere Produkt ab: Galaxie-Party',
	)
})

test('A11: two windows choose parties that exclude each other: the later one is told to deselect first @journeys @javascript', async ({
	shop,
	cart,
	visit,
	context,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await shop.open({ day, duration: 120, time: '14:00', guests: 8 })
	await shop.add('Erwachsenenticket', 1)
	await shop.goFor('party')
	const other = shopScreen({ ...visit, page: await context.newPage() })
	const galaxies = { kind: 'party', product: 'galaxie-party', day, guests: 8 } as const
	await other.open(galaxies)

	await shop.choose('Kometen-Party')
	await other.wishFor('Galaxie-Party', '14:00')
	await expect(other.everything).toContainText('Der Warenkorb wurde inzwischen geändert')
	await other.open(galaxies)
	await expect(other.card('Galaxie-Party')).toContainText(
		'Wählen Sie bitte zuvor das andere Produkt ab',
	)
	await cart.open()
	await expect(cart.line('Galaxie-Party')).toHaveCount(0)
})

test('a form from before the last change says so, and nothing is doubled @journeys @javascript', async ({
	given,
	cart,
	visit,
	context,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(day, 3)
	await cart.open()
	const other = cartScreen({ ...visit, page: await context.newPage() })
	await other.open()

	const before = await cart.total.innerText()
	await cart.change('Erwachsenenticket', 5)
	// The sum is the server's: it differs once the change is saved.
	await expect(cart.total).not.toHaveText(before)
	await expect(cart.line('Erwachsenenticket').getByRole('spinbutton')).toHaveValue('5')
	await other.change('Erwachsenenticket', 7)
	await expect(other.refusal).toContainText(
		'Der Warenkorb wurde inzwischen geändert. Bitte prüfen Sie ihn',
	)
	await cart.open()
	await expect(cart.line('Erwachsenenticket').getByRole('spinbutton')).toHaveValue('5')
	// The window with the refusal knows the new state: the next press counts.
	await other.change('Erwachsenenticket', 7)
	await expect(other.refusal).toBeHidden()
	await expect(other.line('Erwachsenenticket').getByRole('spinbutton')).toHaveValue('7')
})

test('the reservation shows its end, and can be extended @journeys @javascript', async ({
	given,
	cart,
	day,
	database,
}) => {
	await given.tickets(day)
	// As if ten minutes had passed.
	await database`update carts set expires_at = expires_at - interval '10 minutes' where day = ${day}`
	await cart.open()
	const before = await cart.heldUntil.innerText()
	await cart.renew()
	await expect(cart.heldUntil).not.toHaveText(before)
})

test('A7: an expired reservation says so; one click takes the places again, and names the lost ones @journeys @javascript', async ({
	given,
	cart,
	checkout,
	day,
	database,
}) => {
	await given.inCart(
		day,
		{ product: 'ticket-adult', quantity: 4 },
		{ product: 'room-mars' },
		{ product: 'locker' },
	)
	await given.details()
	await letExpire(database, day)
	await checkout.openOverview()
	await expect(cart.body).toContainText('Nicht mehr reserviert')
	await expect(checkout.orderButton).toHaveCount(0)
	await takeRoom(database, 'mars', day)

	await cart.holdAgain()
	await expect(cart.notice).toContainText(
		'Leider inzwischen vergeben und aus dem Warenkorb genommen: Partyraum Mars',
	)
	await expect(checkout.orderButton).toBeVisible()
	// The typed values are still there.
	await expect(cart.body).toContainText('Ada Lovelace')
	await cart.open()
	await expect(cart.line('Erwachsenenticket')).toBeVisible()
	await expect(cart.line('Partyraum Mars')).toHaveCount(0)
})

test('a reservation whose only room is gone: taking it again says so, offers other times, and counts nothing as in the cart @journeys @javascript', async ({
	given,
	cart,
	checkout,
	day,
	database,
}) => {
	await given.inCart(day, { product: 'room-mars' })
	await given.details()
	await letExpire(database, day)
	await checkout.openOverview()
	await expect(cart.body).toContainText('Nicht mehr reserviert')
	await takeRoom(database, 'mars', day)

	await cart.holdAgain()
	await expect(cart.body).toContainText('Ihr Warenkorb ist leer.')
	await expect(cart.notice).toContainText(
		'Leider inzwischen vergeben und aus dem Warenkorb genommen: Partyraum Mars',
	)
	await expect(cart.counter(0)).toBeVisible()
	await expect(cart.freeTimes.first()).toBeVisible()
})

test('a cart emptied in another window counts nothing here either @journeys @javascript', async ({
	page,
	given,
	cart,
	visit,
	context,
	day,
}) => {
	await given.tickets(day)
	await page.goto('/')
	await expect(cart.counter(1)).toBeVisible()
	const other = cartScreen({ ...visit, page: await context.newPage() })
	await other.open()
	await other.remove('Erwachsenenticket')
	await expect(other.body).toContainText('Ihr Warenkorb ist leer.')
	await expect(other.counter(0)).toBeVisible()

	// The window reads the cart again when it is looked at.
	await expect(async () => {
		await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
		await expect(cart.counter(0)).toBeVisible({ timeout: 1000 })
	}).toPass()
})

test('A13: the warning before another day lists exactly what goes; cancelling keeps it, confirming clears it @both', async ({
	page,
	shop,
	given,
	cart,
	day,
	otherDay: other,
	database,
}) => {
	await given.inCart(
		day,
		{ product: 'ticket-adult', quantity: 4 },
		{ product: 'room-mars' },
		{ product: 'gift-50-mail' },
	)
	await shop.open({ day: other, duration: 120, time: '14:00' })
	await expect(shop.everything).toContainText('Ihr Warenkorb gilt für')
	await shop.changeDay()

	await expect(cart.dayChange.heading).toBeVisible()
	await expect(cart.body).toContainText(
		`Wenn Sie den Tag auf ${longDay(other)} ändern, werden alle Einträge für ${longDay(day)} aus dem Warenkorb entfernt.`,
	)
	await alive(page)
	const [going, staying] = await cart.dayChange.lists()
	expect(going).toHaveLength(2)
	expect(going?.[0]).toContain('Erwachsenenticket')
	expect(going?.[1]).toContain('Partyraum Mars')
	expect(staying).toHaveLength(1)
	expect(staying?.[0]).toContain('Gutschein 50 €')

	await cart.dayChange.cancel()
	await expect(shop.dayArea).toContainText(longDay(day))
	await expect(shop.dayArea.getByRole('textbox', { name: 'Datum' })).toHaveValue(day)
	await expect(shop.cartLines).toContainText('Erwachsenenticket')
	await page.goBack()
	await expect(cart.dayChange.heading).toBeVisible()
	await cart.dayChange.confirm()
	await expect(shop.dayArea).toContainText(longDay(other))
	await expect(shop.cartLines.getByRole('listitem')).toHaveCount(1)
	await expect(shop.cartLines).toContainText('Gutschein 50 €')
	const [held] = await database`
		select count(*)::int as number from allocations where day = ${day} and state = 'held'`
	expect(held?.['number']).toBe(0)
})

test('N30: on another day one press takes the whole visit along @javascript', async ({
	page,
	shop,
	given,
	cart,
	day,
	otherDay: other,
}) => {
	await given.inCart(
		day,
		{ product: 'ticket-adult', quantity: 2 },
		{ product: 'ticket-child', quantity: 3 },
		{ product: 'cake-table' },
	)
	await shop.open({ day: other, duration: 90, time: '15:00', guests: 5 })
	await alive(page)
	await expect(cart.dayChange.take).toHaveText(
		/^5 Tickets und 1 Extra auf .+, 14:00 mitnehmen · \d+,\d\d\s€$/,
	)
	await cart.dayChange.take.click()

	await expect(shop.cart).toContainText(longDay(other))
	await expect(shop.dayArea).toContainText(longDay(other))
	await expect(cart.dayChange.take).toHaveCount(0)
	await expect(shop.cartLines.getByRole('listitem')).toHaveText([
		/^2 × Erwachsenenticket.+14:00–16:00 Uhr/,
		/^3 × Kinderticket.+14:00–16:00 Uhr/,
		/^1 × Geburtstagstisch.+14:00–16:00 Uhr/,
	])
	await expect(shop.number('Kinderticket')).toHaveValue('3')
	await expect(shop.guests).toHaveValue('5')
})

test('N30: lines that cannot come along are named before the move, and again when a place was taken meanwhile @journeys @javascript', async ({
	shop,
	given,
	cart,
	day,
	otherDay: other,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	await given.inCart(
		day,
		{ product: 'ticket-adult', quantity: 4 },
		{ product: 'room-mars' },
		{ product: 'room-venus' },
	)
	await takeRoom(database, 'mars', other)
	await shop.open({ day: other, duration: 120, time: '14:00' })
	await expect(shop.everything).toContainText('Ihr Warenkorb gilt für')
	await expect(cart.dayChange.take).toHaveCount(0)
	await shop.changeDay()
	await expect(cart.body).toContainText('Das kann nicht mitkommen und wird entfernt:')
	const [left] = await cart.dayChange.lists()
	expect(left).toEqual(['1 × Partyraum Mars: Bitte wählen Sie einen anderen Zeitraum'])
	await expect(cart.dayChange.take).toHaveText(/^4 Tickets und Partyraum Venus auf /)

	await takeRoom(database, 'venus', other)
	await cart.dayChange.take.click()
	await expect(cart.refusal).toContainText('Bitte wählen Sie einen anderen Zeitraum')
	await expect(cart.dayChange.take).toHaveText(/^4 Tickets auf /)
	await cart.dayChange.take.click()
	await expect(shop.dayArea).toContainText(longDay(other))
	await expect(shop.cartLines.getByRole('listitem')).toHaveText([/^4 × Erwachsenenticket/])
})

test('a day that cannot be booked: the cart gives the reason, and stays @journeys @javascript', async ({
	given,
	cart,
	day,
}) => {
	await given.tickets(day)
	await cart.openDayChange('2026-02-30')
	await expect(cart.body).toContainText('Ungültiges Datum')
	await cart.openDayChange(addDays(today(), -1))
	await expect(cart.body).toContainText('Dieser Tag liegt in der Vergangenheit')
	await expect(cart.line('Erwachsenenticket')).toBeVisible()
})

test('a ticket in the cart can be deselected where it was chosen @journeys @javascript', async ({
	shop,
	given,
	day,
}) => {
	await given.tickets(day, 3)
	await shop.open({ day })
	await expect(shop.number('Erwachsenenticket')).toHaveValue('3')
	await shop.take('Erwachsenenticket', 0)
	await expect(shop.cart).toContainText('Noch ist nichts gewählt')
	await expect(shop.suggestion).toBeVisible()
})

test('tickets are suggested, counted in one form, and in the cart only once they are taken @both', async ({
	shop,
	cart,
	weekend,
}) => {
	await shop.open({ day: weekend, duration: 120, time: '14:00', guests: 4 })
	await expect(shop.number('Kinderticket')).toHaveValue('3')
	await expect(shop.number('Erwachsenenticket')).toHaveValue('1')
	await expect(shop.cart).toContainText('Noch ist nichts gewählt')
	await shop.step('Kinderticket', 'less')
	await expect(shop.number('Kinderticket')).toHaveValue('2')
	await shop.step('Großelternticket', 'more')
	await expect(shop.number('Großelternticket')).toHaveValue('1')
	// Values typed before are kept.
	await expect(shop.number('Kinderticket')).toHaveValue('2')
	await expect(shop.number('Erwachsenenticket')).toHaveValue('1')
	await expect(shop.cart).toContainText('Noch ist nichts gewählt')

	await shop.saveNumbers()
	await expect(shop.cartLines.getByRole('listitem')).toHaveText([
		/^2 × Kinderticket/,
		/^1 × Erwachsenenticket/,
		/^1 × Großelternticket/,
	])
	await cart.shows({ Gesamt: '49,60 €' })
})

test('N32: the chosen tickets and as many guests go along to another day, another kind and the other language @javascript', async ({
	page,
	shop,
	weekend,
	otherDay: other,
}) => {
	await shop.open({ kind: 'play', day: weekend, duration: 120, time: '14:00', guests: 4 })
	await alive(page)
	await shop.step('Kinderticket', 'less')
	await expect(shop.number('Kinderticket')).toHaveValue('2')
	await shop.step('Erwachsenenticket', 'more')
	await expect(shop.number('Erwachsenenticket')).toHaveValue('2')
	await shop.step('Erwachsenenticket', 'more')
	await expect(shop.number('Erwachsenenticket')).toHaveValue('3')
	await expect(shop.tickets).toContainText('Gewählt: 5 Tickets, noch nicht reserviert.')
	await expect(shop.guests).toHaveValue('5')

	await shop.goFor('party')
	await expect(page).toHaveURL(/[?&]guests=5(&|$)/)
	await shop.goFor('play')
	await expect(shop.number('Kinderticket')).toHaveValue('2')
	await expect(shop.number('Erwachsenenticket')).toHaveValue('3')
	await expect(shop.guests).toHaveValue('5')

	await shop.typeDay(other)
	await expect(shop.number('Kinderticket')).toHaveValue('2')
	await expect(shop.number('Erwachsenenticket')).toHaveValue('3')
	await expect(shop.guests).toHaveValue('5')

	await shop.step('Kinderticket', 'more')
	await expect(shop.number('Kinderticket')).toHaveValue('3')
	await shop.switchLanguage()
	await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
	await expect(page.getByRole('spinbutton', { name: 'Child ticket' })).toHaveValue('3')
	await expect(page.getByRole('spinbutton', { name: 'Adult ticket' })).toHaveValue('3')
	await page.reload()
	await expect(page.getByRole('spinbutton', { name: 'Child ticket' })).toHaveValue('3')
})

test('tickets show their price before they are taken, with each changed number @javascript', async ({
	page,
	shop,
	weekend,
}) => {
	await shop.open({ kind: 'play', day: weekend, duration: 120, time: '14:00', guests: 4 })
	await alive(page)
	await expect(shop.saveTickets).toHaveText(/4 Tickets reservieren · 59,60\s€/)
	await shop.step('Großelternticket', 'more')
	await expect(shop.saveTickets).toHaveAccessibleName(/^5 Tickets reservieren · 66,50\s€$/)
	await shop.number('Kinderticket').fill('0')
	await expect(shop.saveTickets).toHaveAccessibleName(/^2 Tickets reservieren · 15,80\s€$/)
	await shop.saveNumbers()
	await expect(shop.cartLines.getByRole('listitem')).toHaveCount(2)
	await expect(shop.saveTickets).toHaveAccessibleName(/^Anzahl übernehmen · 15,80\s€$/)
	await expect(shop.guests).toHaveValue('2')
})

test('unavailable numbers are refused as a whole, and the typed values stay @journeys @javascript', async ({
	page,
	shop,
	cart,
	weekend,
	database,
	expectStatus,
}) => {
	expectStatus(422)
	await shop.open({ day: weekend, duration: 120, time: '14:00', guests: 4 })
	await database`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select 'park', ${weekend}, span, span, 248, false, 'confirmed' from (
			select tstzrange(${`${weekend} 09:00`}::timestamptz, ${`${weekend} 22:00`}::timestamptz) as span
		) as spans`
	await shop.saveNumbers()
	await expect(page.getByRole('main')).toContainText('Keine freien Plätze')
	const back = cart.body.getByRole('link', { name: 'Zurück zur Auswahl' })
	const number = shop.number('Kinderticket')
	await expect(back.or(number).first()).toBeVisible()
	if (await back.isVisible()) await back.click()
	await expect(number).toHaveValue('3')
	await expect(shop.cart).toContainText('Noch ist nichts gewählt')
})

test('an invalid or too large number is refused at its field @javascript', async ({
	shop,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await shop.open({ day, duration: 120, time: '14:00' })
	await shop.take('Erwachsenenticket', 99)
	const number = shop.number('Erwachsenenticket')
	await expect(number).toHaveAccessibleDescription('Höchstens 40 Stück')
	await expect(number).toHaveAttribute('aria-invalid', 'true')
	await expect(shop.card('Erwachsenenticket')).toContainText('Höchstens 40 Stück')
	await expect(shop.number('Kinderticket')).not.toHaveAttribute('aria-invalid')
	await number.fill('')
	await shop.saveNumbers()
	await expect(number).toHaveAccessibleDescription('Bitte geben Sie eine Anzahl an')
	await expect(shop.card('Erwachsenenticket')).toContainText('Bitte geben Sie eine Anzahl an')
})

test('A14: a warning still open in a second window is stale, and clears nothing of the new day @journeys @javascript', async ({
	given,
	shop,
	cart,
	visit,
	context,
	day,
	otherDay: other,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(day)
	await cart.openDayChange(other)
	const second = cartScreen({ ...visit, page: await context.newPage() })
	await second.openDayChange(other)

	await cart.dayChange.confirm()
	await expect(shop.dayArea).toContainText(longDay(other))
	await shop.open({ day: other, duration: 120, time: '14:00' })
	await shop.add('Großelternticket', 2)
	await second.dayChange.confirm()
	await expect(second.refusal).toContainText('Der Warenkorb wurde inzwischen geändert')
	await cart.open()
	await expect(cart.line('Großelternticket')).toBeVisible()
})

test('after the back button an old form does no harm to the newer cart', async ({
	page,
	shop,
	cart,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await shop.open({ day, duration: 120, time: '14:00' })
	await shop.add('Erwachsenenticket', 2)
	await cart.open()
	await cart.remove('Erwachsenenticket')
	await expect(cart.body).toContainText('Ihr Warenkorb ist leer.')
	await page.goBack()
	await cart.open()
	await expect(cart.body).toContainText('Ihr Warenkorb ist leer.')
})

test('two minutes before its end any page warns of the reservation, and can extend it @journeys @javascript', async ({
	page,
	given,
	database,
	day,
}) => {
	await given.tickets(day, 2)
	await page.goto('/pages/faq')
	const longer = page.getByRole('button', { name: 'Reservierung verlängern' })
	await expect(longer).toHaveCount(0)
	await database`
		update carts set expires_at = now() + interval '90 seconds' where day = ${day}`
	await page.reload()
	await expect(page.getByText(/Ihre Reservierung endet um \d\d:\d\d Uhr/)).toBeVisible()
	await longer.click()
	await expect(longer).toHaveCount(0)
	await expect(page).toHaveURL(/\/pages\/faq$/)
})

test('a refused extension keeps the typed values @javascript', async ({
	page,
	given,
	checkout,
	database,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(day, 2)
	await database`
		update carts set expires_at = now() + interval '90 seconds' where day = ${day}`
	await checkout.openAddress()
	await checkout.field('firstName').fill('Ada')
	await database`update carts set version = version + 1 where day = ${day}`
	const longer = page.getByRole('button', { name: 'Reservierung verlängern' }).first()
	await longer.click()
	await expect(page.getByText('Der Warenkorb wurde inzwischen geändert.')).toBeVisible()
	await expect(checkout.field('firstName')).toHaveValue('Ada')
	await expect(page).toHaveURL(/\/checkout\/address$/)
})

test('a page stays as it is when its reservation ends while the shop is out of reach @javascript', async ({
	page,
	given,
	checkout,
	database,
	day,
	expectComplaint,
}) => {
	expectComplaint('Failed to load resource: net::ERR_FAILED')
	await given.tickets(day, 2)
	await database`
		update carts set expires_at = now() + interval '90 seconds' where day = ${day}`
	await page.clock.install()
	await page.route(/\/readyz$|\.data\b/, (route) => route.abort())
	const asked = page.waitForEvent('requestfailed', (it) => it.url().endsWith('/readyz'))
	await checkout.openAddress()
	await checkout.field('firstName').fill('Ada')
	await page.clock.fastForward('01:35')
	await asked
	await expect(checkout.field('firstName')).toHaveValue('Ada')
})

test('extras that need another product are not for sale alone @journeys @javascript', async ({
	shop,
	day,
}) => {
	await shop.open({ day, duration: 120, time: '14:00' })
	await shop.add('Erwachsenenticket', 1)
	await shop.unfold('Sternenkerzen')
	await expect(shop.card('Sternenkerzen')).toContainText('Nur zusammen mit: Raketentorte')
	await shop.add('Raketentorte', 1)
	await shop.add('Sternenkerzen', 1)
	await shop.unfold('Eigenen Kuchen mitbringen')
	await expect(shop.card('Eigenen Kuchen mitbringen')).toContainText(
		'Wählen Sie bitte zuvor das andere Produkt ab: Raketentorte',
	)
	await shop.unfold('Stoppersocken')
	await expect(shop.card('Stoppersocken')).toContainText('Vor Ort Pflicht')
})

test('where scripts run, the questions of a party save themselves without a button @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ kind: 'party', day, duration: 120, time: '14:00', guests: 6 })
	await shop.choose('Kometen-Party')
	const menu = shop.group('Ein Menü')
	await menu.getByRole('spinbutton', { name: 'Menü Grüner Planet' }).fill('6')
	await expect(menu).toContainText('6 von 6')
	const motto = shop.group('Ihr Motto')
	await motto.getByRole('radio', { name: /Motto Astronauten/ }).check()
	await expect(motto).toContainText('1 gewählt')
	await shop.dayArea.getByText('Ändern').click()
	await shop.dayArea.getByRole('button', { name: 'Gäste: eins mehr' }).click()
	await expect(shop.guests).toHaveValue('7')
	await expect(page).toHaveURL(/guests=7/)
})

/** Ends the reservation, as if its time had passed. */
async function letExpire(sql: Sql, day: string) {
	await sql`update carts set expires_at = now() - interval '1 minute' where day = ${day}`
	await sql`
		update allocations set expires_at = now() - interval '1 minute' where day = ${day} and state = 'held'`
}

/** Books a room for the whole day as another visitor. */
async function takeRoom(sql: Sql, room: string, day: string) {
	const from = `${day}T06:00:00Z`
	const until = `${day}T22:00:00Z`
	await sql`
		delete from allocations where day = ${day} and resource_id = ${room}`
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		values (${room}, ${day}, tstzrange(${from}, ${until}), tstzrange(${from}, ${until}), 1, true, 'confirmed')`
}
