import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { addDays, claimDay, longDay, today } from '../days.ts'
import { linesInCart, tellDetails, withCart } from './filled-cart.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

// The shop and its cart without scripts: the forms of the pages are filled and pressed as a person does.

const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
test.afterAll(() => sql.end())

const changedMeanwhile = 'Der Warenkorb wurde inzwischen geändert'

test('an invalid quantity is refused at its field, and the typed value stays', async () => {
	const browser = await withCart(await claimDay('any'), { product: 'ticket-adult', quantity: 3 })
	await browser.open('/cart')
	await changeTickets(browser, '')
	expect(browser.status()).toBe(422)
	expect(tickets(browser)).toMatchObject({
		value: '',
		isInvalid: true,
		description: 'Bitte geben Sie eine Anzahl an',
	})
	expect(browser.alerts().join()).toContain('Bitte geben Sie eine Anzahl an')
	await changeTickets(browser, 0)
	expect(browser.status()).toBe(422)
	expect(tickets(browser)).toMatchObject({
		value: '0',
		isInvalid: true,
		description: 'Muss größer oder gleich 1 sein',
	})
	await changeTickets(browser, 41)
	expect(browser.status()).toBe(422)
	expect(browser.alerts().join()).toContain('Höchstens 40 Stück')
	expect(tickets(browser)).toMatchObject({
		value: '41',
		isInvalid: true,
		description: 'Höchstens 40 Stück',
	})
	await browser.open('/cart')
	expect(tickets(browser)).toMatchObject({ value: '3', isInvalid: false })
})

test('a wish without a number is asked for it: the field is empty', async () => {
	const browser = openPlainBrowser()
	await browser.open(`/?day=${await claimDay('any')}&duration=120&time=14:00&guests=12`)
	const card = browser.within('article', 'Crewticket für Gruppen')
	card.fill(/^/, '')
	await card.press(/^(In den Warenkorb|Wählen)$/)
	expect(browser.status()).toBe(422)
	expect(browser.field('Anzahl')).toMatchObject({
		value: '',
		isInvalid: true,
		description: 'Bitte geben Sie eine Anzahl an',
	})
})

test('a party can be selected, is shown as selected, and deselected before another one', async () => {
	const browser = openPlainBrowser()
	const day = await claimDay('any')
	await browser.open(`/?kind=party&day=${day}&duration=120&time=14:00&guests=8`)
	await browser.follow('Kometen-Party')
	await browser.press(/^14:00/)
	const comet = browser.within('article', 'Kometen-Party')
	expect(comet.text()).toContain('Gewählt')
	expect(browser.within('article', 'Galaxie-Party').text()).toContain(
		'Wählen Sie bitte zuvor das andere Produkt ab: Kometen-Party',
	)

	await comet.press('Entfernen')
	expect(browser.within('region', 'Warenkorb').text()).toContain('Noch ist nichts gewählt')
	await browser.follow('Galaxie-Party')
	await browser.press(/^14:00/)
	expect(browser.within('article', 'Galaxie-Party').text()).toContain('Gewählt')
	expect(browser.within('article', 'Kometen-Party').text()).toContain(
		'Wählen Sie bitte zuvor das andere Produkt ab: Galaxie-Party',
	)
})

test('A11: two windows choose parties that exclude each other: the later one is told to deselect first', async () => {
	const day = await claimDay('any')
	const browser = await withCart(day, { product: 'ticket-adult' })
	const other = openPlainBrowser({ visitor: browser.visitor })
	const parties = `/?kind=party&day=${day}&guests=8`
	await browser.open(`${parties}&product=kometen-party`)
	await other.open(`${parties}&product=galaxie-party`)

	await browser.press(/^14:00/)
	expect(browser.within('article', 'Kometen-Party').text()).toContain('Gewählt')
	await other.press(/^14:00/)
	expect(other.status()).toBe(422)
	expect(other.alerts().join()).toContain(changedMeanwhile)
	await other.open(`${parties}&product=galaxie-party`)
	expect(other.within('article', 'Galaxie-Party').text()).toContain(
		'Wählen Sie bitte zuvor das andere Produkt ab: Kometen-Party',
	)
	await browser.open('/cart')
	expect(namesIn(browser)).toContain('Kometen-Party')
	expect(namesIn(browser)).not.toContain('Galaxie-Party')
})

test('a form from before the last change says so, and nothing is doubled', async () => {
	const browser = await withCart(await claimDay('any'), { product: 'ticket-adult', quantity: 3 })
	const other = openPlainBrowser({ visitor: browser.visitor })
	await browser.open('/cart')
	await other.open('/cart')

	await changeTickets(browser, 5)
	expect(tickets(browser).value).toBe('5')
	await changeTickets(other, 7)
	expect(other.status()).toBe(422)
	expect(other.alerts().join()).toContain(`${changedMeanwhile}. Bitte prüfen Sie ihn`)
	await browser.open('/cart')
	expect(tickets(browser).value).toBe('5')
	expect(browser.all('article')).toHaveLength(1)
	// The window with the refusal knows the new state: the next press counts.
	await changeTickets(other, 7)
	expect(other.alerts()).toEqual([])
	expect(tickets(other).value).toBe('7')
})

test('the reservation shows its end, and can be extended', async () => {
	const day = await claimDay('any')
	const browser = await withCart(day, { product: 'ticket-adult' })
	// As if ten minutes had passed.
	const [early] = await sql`
		update carts set expires_at = expires_at - interval '10 minutes' where day = ${day}
		returning expires_at`
	await browser.open('/cart')
	expect(browser.main()).toContain(`reserviert bis ${timeOf(early?.['expires_at'])} Uhr`)
	await browser.press('Reservierung verlängern')
	const [late] = await sql`select expires_at from carts where day = ${day}`
	expect(timeOf(late?.['expires_at'])).not.toBe(timeOf(early?.['expires_at']))
	expect(browser.main()).toContain(`reserviert bis ${timeOf(late?.['expires_at'])} Uhr`)
})

test('A7: an expired reservation says so; one press takes the places again, and names the lost ones', async () => {
	const day = await claimDay('any')
	const browser = await withCart(
		day,
		{ product: 'ticket-adult', quantity: 4 },
		{ product: 'room-mars' },
		{ product: 'locker' },
	)
	await tellDetails(browser)
	await letExpire(day)
	await browser.open('/checkout/overview')
	expect(browser.main()).toContain('Nicht mehr reserviert')
	expect(browser.buttons()).not.toContain('zahlungspflichtig bestellen')
	await takeRoom('mars', day)

	await browser.press('Wieder reservieren')
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.within('list', 'Meldungen').text()).toContain(
		'Leider inzwischen vergeben und aus dem Warenkorb genommen: Partyraum Mars',
	)
	expect(browser.buttons()).toContain('zahlungspflichtig bestellen')
	// The typed values are still there.
	expect(browser.main()).toContain('Ada Lovelace')
	await browser.open('/cart')
	expect(namesIn(browser)).toEqual(['Erwachsenenticket', 'Schließfach'])
	const held = await sql`
		select resource_id, units from allocations
		where day = ${day} and state = 'held' and expires_at > now() order by resource_id`
	expect(held.map((row) => row['resource_id'])).not.toContain('mars')
	expect(held).toContainEqual({ resource_id: 'park', units: 4 })
})

test('a reservation whose only room is gone: taking it again says so, offers other times, and counts nothing as in the cart', async () => {
	const day = await claimDay('any')
	const browser = await withCart(day, { product: 'room-mars' })
	await tellDetails(browser)
	await letExpire(day)
	await browser.open('/checkout/overview')
	expect(browser.main()).toContain('Nicht mehr reserviert')
	await takeRoom('mars', day)

	await browser.press('Wieder reservieren')
	expect(browser.path()).toBe('/cart')
	expect(browser.main()).toContain('Ihr Warenkorb ist leer.')
	expect(browser.within('list', 'Meldungen').text()).toContain(
		'Leider inzwischen vergeben und aus dem Warenkorb genommen: Partyraum Mars',
	)
	expect(counted(browser)).toBe('')
	expect(browser.within('main').links(/\d\d:\d\d/)).not.toEqual([])
})

test('a cart emptied in another window counts nothing here either, once the page is shown again', async () => {
	const browser = await withCart(await claimDay('any'), { product: 'ticket-adult' })
	await browser.open('/')
	expect(counted(browser)).toBe('1')
	const other = openPlainBrowser({ visitor: browser.visitor })
	await other.open('/cart')
	await other.press('Entfernen: Erwachsenenticket')
	expect(other.main()).toContain('Ihr Warenkorb ist leer.')
	expect(counted(other)).toBe('')
	await browser.lookAgain()
	expect(counted(browser)).toBe('')
})

test('N30: on another day one press takes the whole visit along', async () => {
	const [day, other] = [await claimDay('any'), await claimDay('any')]
	const browser = await withCart(
		day,
		{ product: 'ticket-adult', quantity: 2 },
		{ product: 'ticket-child', quantity: 3 },
		{ product: 'cake-table' },
	)
	await browser.open(`/?day=${other}&duration=90&time=15:00&guests=5`)
	await browser.press(/^5 Tickets und 1 Extra auf .+, 14:00 mitnehmen · \d+,\d\d €$/)
	expect(browser.within('region', 'Warenkorb').text()).toContain(longDay(other))
	expect(linesInCart(browser)).toEqual([
		expect.stringMatching(/^2 × Erwachsenenticket.+14:00–16:00 Uhr/),
		expect.stringMatching(/^3 × Kinderticket.+14:00–16:00 Uhr/),
		expect.stringMatching(/^1 × Geburtstagstisch.+14:00–16:00 Uhr/),
	])
	expect(browser.field('Datum').value).toBe(other)
	expect(browser.field('Kinderticket').value).toBe('3')
	expect(browser.field('Gäste').value).toBe('5')
	expect(takingAlong(browser)).toEqual([])
})

test('N30: lines that cannot come along are named before the move, and again when a place was taken meanwhile', async () => {
	const [day, other] = [await claimDay('any'), await claimDay('any')]
	const browser = await withCart(
		day,
		{ product: 'ticket-adult', quantity: 4 },
		{ product: 'room-mars' },
		{ product: 'room-venus' },
	)
	await takeRoom('mars', other)
	await browser.open(`/?day=${other}&duration=120&time=14:00`)
	expect(browser.main()).toContain(`Ihr Warenkorb gilt für ${longDay(day)}`)
	expect(takingAlong(browser)).toEqual([])
	await browser.within('region', 'Tickets').follow('Tag wechseln')
	expect(browser.main()).toContain('Das kann nicht mitkommen und wird entfernt:')
	expect(browser.within('main').all('list')[0]?.text()).toBe(
		'1 × Partyraum Mars: Bitte wählen Sie einen anderen Zeitraum',
	)
	expect(takingAlong(browser)).toEqual([
		expect.stringMatching(/^4 Tickets und Partyraum Venus auf /),
	])

	await takeRoom('venus', other)
	await browser.press(/ mitnehmen · /)
	expect(browser.status()).toBe(422)
	expect(browser.alerts().join()).toContain('Bitte wählen Sie einen anderen Zeitraum')
	expect(takingAlong(browser)).toEqual([expect.stringMatching(/^4 Tickets auf /)])
	await browser.press(/ mitnehmen · /)
	expect(browser.field('Datum').value).toBe(other)
	expect(linesInCart(browser)).toEqual([expect.stringMatching(/^4 × Erwachsenenticket/)])
})

test('a day that cannot be booked: the cart gives the reason, and stays', async () => {
	const browser = await withCart(await claimDay('any'), { product: 'ticket-adult' })
	await browser.open('/cart?day=2026-02-30&returnTo=/cart')
	expect(browser.main()).toContain('Ungültiges Datum')
	await browser.open(`/cart?day=${addDays(today(), -1)}&returnTo=/cart`)
	expect(browser.main()).toContain('Dieser Tag liegt in der Vergangenheit')
	expect(namesIn(browser)).toEqual(['Erwachsenenticket'])
})

test('A14: a warning still open in a second window is stale, and clears nothing of the new day', async () => {
	const [day, other] = [await claimDay('any'), await claimDay('any')]
	const browser = await withCart(day, { product: 'ticket-adult', quantity: 4 })
	const second = openPlainBrowser({ visitor: browser.visitor })
	for (const each of [browser, second]) {
		await each.open(`/cart?day=${other}&returnTo=/`)
		expect(each.title()).toContain('Tag ändern')
	}

	await browser.press('Tag ändern und Einträge entfernen')
	expect(browser.field('Datum').value).toBe(other)
	await browser.open(`/?day=${other}&duration=120&time=14:00`)
	await takeNumbers(browser, { Kinderticket: 0, Erwachsenenticket: 0, Großelternticket: 2 })
	await second.press('Tag ändern und Einträge entfernen')
	expect(second.status()).toBe(422)
	expect(second.alerts().join()).toContain(changedMeanwhile)
	await browser.open('/cart')
	expect(namesIn(browser)).toEqual(['Großelternticket'])
})

test('a ticket in the cart can be deselected where it was chosen', async () => {
	const day = await claimDay('any')
	const browser = await withCart(day, { product: 'ticket-adult', quantity: 3 })
	await browser.open(`/?day=${day}`)
	expect(browser.field('Erwachsenenticket').value).toBe('3')
	await takeNumbers(browser, { Erwachsenenticket: 0 })
	expect(browser.within('region', 'Warenkorb').text()).toContain('Noch ist nichts gewählt')
	expect(browser.main()).toContain('Unser Vorschlag für')
})

test('N32: the chosen tickets and as many guests go along to another day, another kind and the other language', async () => {
	const [weekend, other] = [await claimDay('weekend'), await claimDay('any')]
	const browser = openPlainBrowser()
	await browser.open(`/?kind=play&day=${weekend}&duration=120&time=14:00&guests=4`)
	await browser.press('Kinderticket: eins weniger')
	await browser.press('Erwachsenenticket: eins mehr')
	await browser.press('Erwachsenenticket: eins mehr')
	const numbers = () => [
		browser.field('Kinderticket').value,
		browser.field('Erwachsenenticket').value,
		browser.field('Gäste').value,
	]
	expect(numbers()).toEqual(['2', '3', '5'])
	expect(browser.main()).toContain('Gewählt: 5 Tickets, noch nicht reserviert.')

	await browser.follow('Geburtstag')
	expect(browser.url().searchParams.get('guests')).toBe('5')
	await browser.follow('Spielen')
	expect(numbers()).toEqual(['2', '3', '5'])

	browser.fill('Datum', other)
	await browser.press('Anzeigen')
	expect(browser.url().searchParams.get('day')).toBe(other)
	expect(numbers()).toEqual(['2', '3', '5'])

	await browser.press('Kinderticket: eins mehr')
	await browser.press('English (EN)')
	expect(browser.field('Child ticket').value).toBe('3')
	expect(browser.field('Adult ticket').value).toBe('3')
	await browser.lookAgain()
	expect(browser.field('Child ticket').value).toBe('3')
})

test('unavailable numbers are refused as a whole, and the typed values stay', async () => {
	const weekend = await claimDay('weekend')
	const browser = openPlainBrowser()
	await browser.open(`/?day=${weekend}&duration=120&time=14:00&guests=4`)
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select 'park', ${weekend}, span, span, 248, false, 'confirmed' from (
			select tstzrange(${`${weekend} 09:00`}::timestamptz, ${`${weekend} 22:00`}::timestamptz) as span
		) as spans`
	await takeNumbers(browser, { Kinderticket: 2 })
	expect(browser.status()).toBe(422)
	expect(browser.alerts().join()).toContain('Keine freien Plätze')
	await browser.follow('Zurück zur Auswahl')
	expect(browser.field('Kinderticket').value).toBe('2')
	expect(browser.field('Erwachsenenticket').value).toBe('1')
	expect(browser.within('region', 'Warenkorb').text()).toContain('Noch ist nichts gewählt')
})

test('two minutes before its end any page warns of the reservation, and can extend it', async () => {
	const day = await claimDay('any')
	const browser = await withCart(day, { product: 'ticket-adult', quantity: 2 })
	await browser.open('/pages/faq')
	expect(browser.buttons()).not.toContain('Reservierung verlängern')
	await sql`update carts set expires_at = now() + interval '90 seconds' where day = ${day}`
	await browser.lookAgain()
	expect(browser.text()).toMatch(/Ihre Reservierung endet um \d\d:\d\d Uhr/)
	await browser.press('Reservierung verlängern')
	expect(browser.path()).toBe('/pages/faq')
	expect(browser.buttons()).not.toContain('Reservierung verlängern')
	const [cart] = await sql`
		select expires_at > now() + interval '5 minutes' as holds from carts where day = ${day}`
	expect(cart).toEqual({ holds: true })
})

test('extras that need another product are not for sale alone', async () => {
	const browser = openPlainBrowser()
	await browser.open(`/?day=${await claimDay('any')}&duration=120&time=14:00`)
	const candles = () => browser.within('article', 'Sternenkerzen')
	await takeNumbers(browser, { Erwachsenenticket: 1 })
	expect(candles().text()).toContain('Nur zusammen mit: Raketentorte')
	expect(candles().hasField(/^/)).toBe(false)
	await takeNumbers(browser, { Raketentorte: 1 })
	await takeNumbers(browser, { Sternenkerzen: 1 })
	expect(linesInCart(browser)).toContainEqual(expect.stringMatching(/^1 × Sternenkerzen/))
	expect(browser.within('article', 'Eigenen Kuchen mitbringen').text()).toContain(
		'Wählen Sie bitte zuvor das andere Produkt ab: Raketentorte',
	)
	expect(browser.within('article', 'Stoppersocken').text()).toContain('Vor Ort Pflicht')
})

test.describe('what is still in the cart while something else is chosen', () => {
	const still = 'Noch im Warenkorb'

	test('another number of guests: the page shows the booking, and no time counts as chosen', async () => {
		const browser = await withParty(await claimDay('any'))
		expect(browser.main()).not.toContain(still)
		browser.fill('Gäste', 10)
		await browser.press('Anzeigen')
		expect(browser.url().searchParams.get('guests')).toBe('10')
		for (const name of [/Wann und mit wie vielen/, 'Warenkorb', 'Warenkorb in Kürze'])
			expect(browser.within('region', name).text()).toContain(`${still}: 15:00–17:00 Uhr, 6 Gäste`)
		expect(browser.within('group', /Uhrzeit/).current()).toEqual([])

		await browser.press(/^15:00/)
		expect(linesInCart(browser)[0]).toMatch(/^10 × Kometen-Party/)
		expect(browser.within('group', /Uhrzeit/).current()).toEqual([expect.stringMatching(/^15:00/)])
		expect(browser.main()).not.toContain(still)
	})

	test('another day of a party: the page shows which one is booked', async () => {
		const [day, other] = [await claimDay('any'), await claimDay('any')]
		const browser = await withParty(day)
		await browser.open(`/?kind=party&day=${other}&guests=6&product=kometen-party`)
		expect(browser.within('region', 'Warenkorb in Kürze').text()).toMatch(
			/Noch im Warenkorb: .+, 15:00–17:00 Uhr, 6 Gäste/,
		)
		await browser.press(/^15:00/)
		expect(browser.main()).not.toContain(still)
		expect(browser.within('region', 'Warenkorb').text()).toContain(longDay(other))
	})

	test('another duration of tickets: the button says that it changes them', async () => {
		const browser = openPlainBrowser()
		await browser.open(`/?day=${await claimDay('any')}&duration=90&time=15:00&guests=2`)
		await takeNumbers(browser, { Kinderticket: 0, Erwachsenenticket: 2 })
		await browser.follow(/^2 Std\./)
		expect(browser.within('region', 'Uhrzeit und Dauer').text()).toContain(
			`${still}: 15:00–16:30 Uhr`,
		)
		await browser.press(/Dauer ändern: 2 Std\.$/)
		expect(browser.main()).not.toContain(still)
		expect(linesInCart(browser)[0]).toContain('15:00–17:00 Uhr')
		expect(browser.buttons()).toContainEqual(expect.stringMatching(/Anzahl übernehmen$/))
	})
})

/** Chooses a party for six guests from 15:00. */
async function withParty(day: string): Promise<PlainBrowser> {
	const browser = openPlainBrowser()
	await browser.open(`/?kind=party&day=${day}&guests=6`)
	await browser.follow('Kometen-Party')
	await browser.press(/^15:00/)
	expect(linesInCart(browser)[0]).toMatch(/^6 × Kometen-Party/)
	return browser
}

async function changeTickets(browser: PlainBrowser, quantity: number | string): Promise<void> {
	browser.within('article', 'Erwachsenenticket').fill(/^Anzahl/, quantity)
	await browser.press('Ändern: Erwachsenenticket')
}

/** The field for the number of tickets in the cart. */
function tickets(browser: PlainBrowser) {
	return browser.within('article', 'Erwachsenenticket').field(/^Anzahl/)
}

/** Types numbers of tickets and extras in the shop, and presses the button below them. */
async function takeNumbers(browser: PlainBrowser, numbers: Record<string, number>): Promise<void> {
	browser.fillAll(numbers)
	await browser.press(/(In den Warenkorb|Anzahl übernehmen)$/)
}

/** The products in the cart, each of which has a button that takes it out. */
function namesIn(browser: PlainBrowser): string[] {
	return browser.buttons().flatMap((name) => /^Entfernen: (.+)/.exec(name)?.[1] ?? [])
}

/** The number beside the link to the cart; empty for an empty cart. */
function counted(browser: PlainBrowser): string {
	return browser
		.within('banner')
		.within('link', /^Warenkorb/)
		.text()
		.replace('Warenkorb', '')
}

/** The buttons that take what is in the cart along to another day. */
function takingAlong(browser: PlainBrowser): string[] {
	return browser.buttons().filter((name) => name.includes(' mitnehmen · '))
}

/** '14:35' by the venue's clock */
function timeOf(instant: Date): string {
	return instant.toLocaleTimeString('de-DE', { timeStyle: 'short', timeZone: 'Europe/Berlin' })
}

/** Ends the reservation, as if its time had passed. */
async function letExpire(day: string): Promise<void> {
	await sql`update carts set expires_at = now() - interval '1 minute' where day = ${day}`
	await sql`
		update allocations set expires_at = now() - interval '1 minute' where day = ${day} and state = 'held'`
}

/** Books a room for the whole day as another visitor. */
async function takeRoom(room: string, day: string): Promise<void> {
	const span = `[${day}T06:00:00Z,${day}T22:00:00Z)`
	await sql`delete from allocations where day = ${day} and resource_id = ${room}`
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		values (${room}, ${day}, ${span}::tstzrange, ${span}::tstzrange, 1, true, 'confirmed')`
}
