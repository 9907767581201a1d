import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { addDays, claimDay, claimWorkdays, HORIZON_DAYS, longDay, today } from '../days.ts'
import { linesInCart } from './filled-cart.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

// Looking for a day, a time and a thing without scripts: sentences, ways on, numbers, all by links and forms.

const restDay = 'An diesem Tag ist Ruhetag. Bitte wählen Sie ein anderes Datum'
const noPlaces = 'Keine freien Plätze'
const ticket = 'Erwachsenenticket'

let browser: PlainBrowser
let sql: Sql
/** A day on which no test books. */
let day: string

test.beforeAll(async () => {
	day = await claimDay('any')
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())
test.beforeEach(() => {
	browser = openPlainBrowser()
})

test('a rest day says so and offers other days as links that work', async () => {
	const monday = await nextRestDay()
	await browser.open('/')
	await askFor(monday, 6)
	expect(ofDay().text()).toContain(restDay)
	expect(ofDay().text()).toContain('inkl. MwSt.')
	expect(browser.all('region', 'Uhrzeit und Dauer')).toHaveLength(0)
	expect(ways()).toHaveLength(3)
	// So many free places that the number helps no visitor.
	for (const way of ways()) expect(way.text()).not.toContain('frei')

	const [way] = ways()
	const time = /\d\d:\d\d/.exec(way?.text() ?? '')?.[0]
	await way?.follow(/^/)
	expect(ofTime().current()).toContain(time)
	expect(browser.url().searchParams.get('guests')).toBe('6')
	expect(browser.within('article', ticket).hasField(ticket)).toBe(true)
})

for (const [kind, thing] of [
	['party', 'Kometen-Party'],
	['place', 'Partyraum Mars'],
] as const) {
	test(`on a rest day every ${kind} can be chosen for another day`, async () => {
		const monday = await nextRestDay()
		await browser.open(`/?kind=${kind}&day=${monday}`)
		expect(ofDay().text()).toContain(restDay)
		expect(ways()).toHaveLength(3)

		await browser.within('article', thing).follow(thing)
		expect(ofDay().text()).toContain(restDay)
		expect(timeButtons()).toEqual([])
		expect(browser.within('list', 'Die nächsten Tage').text()).toContain('Ruhetag')
		expect(ofDay().text()).toContain('inkl. MwSt.')
		expect(ways()).toHaveLength(3)
		await ways()[0]?.follow(/^/)
		expect(browser.url().searchParams.get('day')).not.toBe(monday)
		expect(timeButtons().length).toBeGreaterThan(0)
		await askFor(monday)
		expect(ofDay().text()).toContain(restDay)
	})
}

test('the open questions of a party are asked on its own day, also from a rest day', async () => {
	const own = await claimDay('any')
	await browser.open(`/?kind=party&day=${own}&guests=8`)
	await browser.within('article', 'Kometen-Party').follow('Kometen-Party')
	await ofDay().press(/^14:00/)
	await browser.open(`/?kind=party&day=${await nextRestDay()}`)
	expect(browser.all('group', /Ein Menü/)).toHaveLength(0)
	await browser.within('region', 'Warenkorb').follow(/^Ein Menü für jedes Kind/)
	expect(browser.all('group', /Ein Menü/)).toHaveLength(1)
	expect(browser.url().searchParams.get('day')).toBe(own)
})

test('a day without free places has the sentence, the marks and the next days', async () => {
	const full = await claimWorkdays(4)
	await fillPark(full)
	await browser.open(`/?day=${full}&guests=4&duration=120&time=14:00`)
	expect(ofTime().text()).toContain(noPlaces)
	expect(ofTime().within('group', 'Uhrzeit').links()).toEqual([])
	expect(ofTime().within('group', 'Uhrzeit').text()).toContain('voll')
	expect(ofDay().links(dayMarked(full, 'ausgebucht'))).toHaveLength(1)
	const card = browser.within('article', ticket)
	expect(card.text()).toContain('Keine freien Plätze an diesem Tag')
	expect(card.hasField(ticket)).toBe(false)

	expect(daysOf(ofTime().links(/, 14:00 Uhr/))).toEqual(
		[1, 2, 3].map((days) => addDays(full, days)),
	)
	await ways()[0]?.follow(/^/)
	expect(ofTime().text()).not.toContain(noPlaces)
	expect(browser.within('article', ticket).hasField(ticket)).toBe(true)
})

test('a time that is sold out has nothing to take, and no button that takes it', async () => {
	const own = await claimDay('any')
	await fillPark(own, { from: '13:00', until: '16:00' })
	await browser.open(`/?day=${own}&guests=4&duration=90&time=14:00`)
	expect(browser.within('article', ticket).text()).toContain('Zu dieser Uhrzeit nicht frei')
	expect(ofTickets().all('spinbutton')).toHaveLength(0)
	// Without the nameless one, which stands for Enter and is not to be seen.
	expect(ofTickets().buttons().join('')).toBe('')
})

test('a time with too few places says how many; another time is one click away', async () => {
	const own = await claimDay('any')
	await fillPark(own, { units: 248, from: '13:00', until: '16:00' })
	await browser.open(`/?day=${own}&guests=4&duration=90&time=14:00`)
	expect(ofTime().within('group', 'Uhrzeit').text()).toContain('nur 2 frei')
	expect(ofTime().text()).toContain('Bitte wählen Sie einen anderen Zeitraum')
	await ofTime().follow(/^17:30/)
	await takeTickets(4)
	expect(linesInCart(browser).join()).toMatch(/4 × Erwachsenenticket/)
})

test('a suggestion names no button that is not there yet', async () => {
	await browser.open(`/?day=${day}`)
	expect(ofTickets().text()).toContain('noch nicht reserviert')
	expect(ofTickets().text()).not.toMatch(/In den Warenkorb|Anzahl übernehmen/)
})

test('days that are invalid, past or too far ahead are explained in words, and the page works', async () => {
	await browser.open('/?day=2026-02-30')
	expect(ofDay().text()).toContain('Ungültiges Datum')
	expect(ofDay().field('Datum').value).toMatch(/^\d{4}-\d\d-\d\d$/)
	await browser.open(`/?day=${longAgo()}`)
	expect(ofDay().text()).toContain(
		'Dieser Tag liegt in der Vergangenheit. Bitte wählen Sie ein anderes Datum',
	)
	const far = beyondHorizon()
	await browser.open(`/?day=${far}`)
	expect(ofDay().text()).toContain(
		'Dieser Tag ist noch nicht buchbar. Bitte wählen Sie ein früheres Datum',
	)
	expect(ofDay().field('Datum').value).toBe(far)
	expect(ofDay().field('Datum').description).toMatch(/^Dieser Tag ist noch nicht buchbar/)
	const [first] = ofDay().within('list', 'Die nächsten Tage').all('listitem')
	await first?.follow(/^/)
	expect(ofDay().field('Datum').isInvalid).toBe(false)
	expect(ofTime().text()).not.toContain(noPlaces)
})

test('an invalid number of guests gets our sentence at the field, and the page is shown', async () => {
	await browser.open(`/?day=${day}`)
	ofDay().fill('Gäste', '')
	await ofDay().pressEnter('Gäste')
	expect(ofDay().field('Gäste').description).toBe('Bitte geben Sie eine Anzahl an')
	expect(ofTime().links().length).toBeGreaterThan(0)

	for (const [guests, sentence] of [
		['0', 'Muss größer oder gleich 1 sein'],
		['400', 'Muss kleiner oder gleich 60 sein'],
	] as const) {
		await askFor(day, Number(guests))
		expect(ofDay().field('Gäste')).toMatchObject({ value: guests, description: sentence })
	}
	expect(ofTickets().text()).not.toContain('Unser Vorschlag')
	expect(browser.within('article', 'Kinderticket').field('Kinderticket').value).toBe('0')
	await askFor(day, 12)
	expect(ofDay().field('Gäste')).toMatchObject({ value: '12', description: '', isInvalid: false })
})

for (const kind of ['party', 'place']) {
	test(`each ${kind} shows the same day and guests before one is chosen`, async () => {
		await browser.open(`/?kind=${kind}&day=2026-02-30`)
		expect(ofDay().text()).toContain('Ungültiges Datum')
		await browser.open(`/?kind=${kind}&day=${longAgo()}`)
		expect(ofDay().field('Datum').description).toMatch(/^Dieser Tag liegt in der Vergangenheit/)
		await browser.open(`/?kind=${kind}&day=${beyondHorizon()}`)
		expect(ofDay().field('Datum').description).toMatch(/^Dieser Tag ist noch nicht buchbar/)
		await browser.open(`/?kind=${kind}&guests=abc`)
		expect(ofDay().field('Gäste').description).toBe('Bitte geben Sie eine Anzahl an')
		await askFor(day, 8)
		expect(browser.all('region', questionOfDay)).toHaveLength(0)
	})
}

test('a party for fewer guests than it takes: the number says so before a time is pressed', async () => {
	await browser.open(`/?kind=party&day=${day}&guests=4`)
	await browser.within('article', 'Kometen-Party').follow('Kometen-Party')
	expect(ofDay().field('Gäste').value).toBe('6')
	await askFor(day, 4)
	expect(ofDay().text()).toContain('Berechnet werden mindestens 6 Gäste')
	await askFor(day, 7)
	expect(ofDay().text()).not.toContain('Berechnet werden')
	await askFor(day, 12)
	expect(ofDay().text()).toContain('Für 12 Gäste zu klein: höchstens 10')
})

test('strip, month calendar and "Heute" lead to days', async () => {
	await browser.open(`/?day=${day}`)
	const [, first] = ofDay().within('list', 'Die nächsten Tage').all('listitem')
	expect(first?.text()).toContain(longDay(addDays(day, -1)))
	await ofDay().follow('Spätere Woche')
	expect(ofDay().current()).toContainEqual(startingWith(longDay(addDays(day, 7))))
	await ofDay().follow('Frühere Woche')
	await ofDay().follow(dayMarked(day))
	expect(ofDay().field('Datum').value).toBe(day)

	await ofDay().follow('Kalender')
	expect(browser.all('list', 'Die nächsten Tage')).toHaveLength(0)
	const month = ofDay().within('table', monthOf(day))
	expect(month.rows()[0]?.[0]).toBe('Mo')
	expect(month.links().length).toBeGreaterThan(0)
	expect(month.links(/: (frei, ab \d+,\d\d €|wenige Plätze|ausgebucht)$/)).toEqual(month.links())
	await month.follow(dayMarked(day))
	expect(ofDay().all('table')).toHaveLength(0)
	expect(ofDay().links(dayMarked(day, String.raw`.*\d,\d\d €$`))).toHaveLength(1)

	const before = today()
	await ofDay().follow('Heute')
	// It may be midnight at this moment.
	expect([before, today()]).toContain(ofDay().field('Datum').value)
	expect(ofDay().current()).toContain('Heute')
})

test('the calendar of one product marks only the days taken for it', async () => {
	const own = await claimDay('any')
	const all = `["${own} 00:00 Europe/Berlin","${own} 23:59 Europe/Berlin")`
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		values ('mars', ${own}, ${all}::tstzrange, ${all}::tstzrange, 1, true, 'confirmed')`
	await browser.open(`/?kind=place&day=${own}&guests=8&duration=120`)
	for (const [room, mark] of [
		['Partyraum Mars', 'ausgebucht$'],
		['Partyraum Venus', String.raw`frei, ab \d`],
	] as const) {
		await browser.within('article', room).follow(room)
		await ofDay().follow('Kalender')
		expect(ofDay().within('table').links(dayMarked(own, mark))).toHaveLength(1)
	}
})

test('day, guests, duration and time stay in the address, and so on the page that is loaded again', async () => {
	await browser.open(`/?day=${day}`)
	await askFor(day, 7)
	await ofTime().follow(/^3 Std\./)
	await ofTime().follow(/^14:30/)
	await browser.lookAgain()
	expect(ofDay().field('Gäste').value).toBe('7')
	expect(ofDay().field('Datum').value).toBe(day)
	expect(ofTime().current()).toEqual([startingWith('3 Std.'), startingWith('14:30')])
})

test('the start page shows hours, announcement and prices of the day', async () => {
	await browser.open(`/?day=${await claimDay('weekend')}&duration=120`)
	expect(browser.main()).toContain('01.03.2025')
	expect(ofDay().text()).toContain('10:00–20:00 Uhr')
	expect(browser.within('article', ticket).text()).toContain('8,90 €')
	expect(browser.main()).toContain('inkl. MwSt.')
	expect(browser.within('region', 'Warenkorb').text()).toContain('PayPal, Karte und mehr')
})

test('the language switch changes page and cookie and keeps the place', async () => {
	await browser.open(`/?day=${day}&guests=5`)
	expect(browser.field('Gäste').value).toBe('5')
	await browser.within('banner').press('English (EN)')
	expect(browser.url().searchParams.get('day')).toBe(day)
	expect(browser.field('Guests').value).toBe('5')
	expect(browser.visitor.cookies.get('locale')).toBe('en-EN')

	await browser.open('/pages/anfahrt')
	await browser.within('banner').press('Deutsch (DE)')
	expect(browser.path()).toBe('/pages/anfahrt')
	expect(browser.within('banner').buttons()).toContain('English (EN)')
	expect(browser.visitor.cookies.get('locale')).toBe('de-DE')
})

test('the kind is asked first, and then only that is shown; old addresses lead where they led', async () => {
	expect((await browser.visitor.get('/')).text, 'the place of /#party').toMatch(/ id="party"/)
	await browser.open('/')
	expect(kinds().map((kind) => kind.text())).toEqual([
		expect.stringMatching(/^(Heute s|S)pielen/),
		startingWith('Geburtstag'),
		startingWith('Raum'),
		startingWith('Gutschein'),
	])
	await browser.open(`/?day=${day}`)
	expect(kinds()[0]?.text()).toMatch(/^Spielen/)
	await browser.open('/')
	await kinds()[1]?.follow(/^/)
	expect(browser.url().searchParams.get('kind')).toBe('party')
	await browser.open(`/?kind=party&day=${day}&time=14:00&guests=8`)
	expect(articles(['Kometen-Party', ticket])).toEqual([1, 0])

	await goFor('Räume')
	expect(articles(['Partyraum Mars', 'Kometen-Party'])).toEqual([1, 0])
	await goFor('Gutschein')
	expect(articles(['Gutschein 50 € per E-Mail', 'Partyraum Mars'])).toEqual([1, 0])
	expect(browser.all('region', questionOfDay)).toHaveLength(0)
	await goFor('Spielen')
	expect(ofTime().current()).toContainEqual(startingWith('14:00'))
	expect(articles([ticket, 'Kometen-Party'])).toEqual([1, 0])

	await browser.open(`/?product=kometen-party&day=${day}`)
	expect(articles(['Kometen-Party', ticket])).toEqual([1, 0])
	await browser.open(`/?product=room-mars&month=${day.slice(0, 7)}`)
	expect(browser.within('article', 'Partyraum Mars').current()).toEqual(['Partyraum Mars'])
	expect(ofDay().all('table')).toHaveLength(1)
})

test('N6: a party for fewer guests than come asks about it, and is never booked in silence', async () => {
	const own = await claimDay('any')
	await browser.open(`/?kind=party&day=${own}&guests=14`)
	await browser.within('article', 'Kometen-Party').follow('Kometen-Party')
	expect(timeButtons()).toEqual([])
	await ofDay().follow(/^15:00/)
	expect(ofDay().text()).toMatch(/Kometen-Party: höchstens \d+ Gäste/)
	expect(ofDay().text()).toContain('Sie haben 14 Gäste angegeben')
	expect(browser.within('region', 'Warenkorb').text()).toContain('Noch ist nichts gewählt')

	await ofDay().press(/^Für \d+ Gäste buchen, 15:00–17:00 Uhr$/)
	expect(linesInCart(browser).join()).toMatch(/10 × Kometen-Party/)
	expect(browser.main()).not.toContain('Sie haben 14 Gäste angegeben')
})

const questionOfDay = /^(Tag|Wann und mit wie vielen\?)$/

/** The question for the day: of a visit, or of the party or room that is looked at. */
function ofDay() {
	return browser.within('region', questionOfDay)
}

function ofTime() {
	return browser.within('region', 'Uhrzeit und Dauer')
}

function ofTickets() {
	return browser.within('region', 'Tickets')
}

/** The links to other days and times, where a wish cannot be met. */
function ways() {
	return browser.within('list', 'Das geht stattdessen').all('listitem')
}

function timeButtons(): string[] {
	return ofDay()
		.buttons()
		.filter((name) => /^\d\d:\d\d/.test(name))
}

/** The links of the start page to play, party, room and gift voucher. */
function kinds() {
	return browser.within('navigation', 'Was haben Sie vor?').all('listitem')
}

async function goFor(tab: string): Promise<void> {
	const tabs = browser.within('navigation', 'Was haben Sie vor?')
	await tabs.follow(tab)
	expect(browser.within('navigation', 'Was haben Sie vor?').current()).toEqual([tab])
}

/** Counts the products with each name. */
function articles(names: string[]): number[] {
	return names.map((name) => browser.all('article', name).length)
}

function daysOf(links: string[]): (string | null)[] {
	return links.map((link) => new URL(link).searchParams.get('day'))
}

function startingWith(text: string): unknown {
	return expect.stringMatching(new RegExp(`^${text}`))
}

/** Types a day and a number of guests, and presses the button beside them. */
async function askFor(day: string, guests?: number): Promise<void> {
	ofDay().fill('Datum', day)
	if (guests !== undefined) ofDay().fill('Gäste', guests)
	await ofDay().press('Anzeigen')
}

/** Takes so many tickets of adults in place of the suggested ones. */
async function takeTickets(count: number): Promise<void> {
	for (const name of ['Kinderticket', 'Großelternticket', 'Sternschnuppenticket'])
		browser.within('article', name).fill(name, 0)
	browser.within('article', ticket).fill(ticket, count)
	await ofTickets().press(/reservieren|In den Warenkorb/)
}

/** Matches the name of the link to a day: 'Montag, 8. Februar 2027, Frühjahrsferien: frei, ab 29,90 €'. */
function dayMarked(day: string, mark = ''): RegExp {
	return new RegExp(`^${longDay(day)}(, [^:]+)?: ${mark}`)
}

/** 'Dezember 2026' */
function monthOf(day: string): string {
	const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
	return new Intl.DateTimeFormat('de-DE', format).format(new Date(day))
}

/** A day that stays in the past when midnight comes during the test. */
function longAgo(): string {
	return addDays(today(), -31)
}

/** A day that stays too far ahead when midnight comes during the test. */
function beyondHorizon(): string {
	return addDays(today(), HORIZON_DAYS + 2)
}

/** Finds a Monday that is a rest day: not in the school holidays, when the venue is open. */
async function nextRestDay(): Promise<string> {
	const first = addDays(today(), 7)
	for (let ahead = 0; ahead < 170; ahead += 1) {
		const monday = addDays(first, ahead)
		if (new Date(monday).getUTCDay() !== 1) continue
		await browser.open(`/?day=${monday}`)
		if (ofDay().text().includes(restDay)) return monday
	}
	throw new Error('no Monday is a rest day')
}

/** Books the park for other visitors, for the whole day by default. */
async function fillPark(day: string, { units = 250, from = '00:00', until = '23:59' } = {}) {
	const span = [`${day} ${from} Europe/Berlin`, `${day} ${until} Europe/Berlin`] as const
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select 'park', ${day}, span, span, ${units}, false, 'confirmed'
		from (select tstzrange(${span[0]}::text::timestamptz, ${span[1]}::text::timestamptz) as span) as spans`
}
