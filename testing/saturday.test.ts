import { expect, test } from 'vitest'

import { differences, isStill, type Reading } from './day-differences.ts'
import type { BookingFacts, DayFacts } from './day-facts.ts'
import { readPage, readSheet } from './day-pages.ts'
import { journalFaults, type Trace } from './desk-journal.ts'
import { fieldsIn, refusalIn } from './html-forms.ts'
import { nameOf, planMinute } from './saturday-plan.ts'

// The parts by which `npm run saturday` compares a day with its rows: each finds what is planted (faults N210).

const party: BookingFacts = {
	number: '2026-000001',
	called: 'Frieda',
	isParty: true,
	begins: '14:00',
	ends: '16:00',
	guests: 9,
	left: 12_345,
	rooms: ['Mars 14:30–16:00'],
	notes: ['bringt Kuchen mit'],
	kitchen: { at: '14:30', place: 'Mars', food: { 'Pasta Polaris': 9, Schorle: 2 } },
}
const tickets: BookingFacts = {
	number: '2026-000002',
	called: 'Sommer',
	isParty: false,
	begins: '15:30',
	ends: '17:30',
	guests: 4,
	left: 0,
	rooms: [],
	notes: [],
	kitchen: { at: '15:30', place: 'Tickets', food: { Schorle: 1 } },
}
const day: DayFacts = {
	bookings: [party, tickets],
	open: { count: 1, amount: 1990 },
	versions: { '2026-000001': 3, '2026-000002': 2 },
}

const sheetHtml = `<main><div><h1>Ablauf Samstag</h1><span>13 Gäste · 1 Party · 10:00–20:00 Uhr · Stand 09:00 Uhr</span></div>
<table><caption class="a">Partys nach Zeit</caption><thead><tr><th>Zeit</th></tr></thead><tbody>
<tr><th scope="row">14:00–16:00</th><td><b>Frieda, 11</b><br/><small>Kometen-Party · Vera Sommer</small></td>
<td class="n"><b>9</b></td><td><div><b>Mars</b> <!-- -->14:30–16:00</div></td>
<td> 9 Pasta Polaris, 2 Schorle</td><td>bringt Kuchen mit</td><td>123,45\u00a0€</td><td><span></span></td></tr>
</tbody></table>
<table><caption>Tickets nach halben Stunden</caption><thead><tr><th>Zeit</th></tr></thead><tbody>
<tr><th scope="row">15:30</th><td>4</td><td>Sommer 4</td></tr></tbody></table>
<table><caption>Küche nach Zeit</caption><thead><tr><th>Zeit</th><th>Raum</th><th>Pasta Polaris</th><th>Schorle</th></tr></thead><tbody>
<tr><th scope="row">14:30</th><td>Mars</td><td>9</td><td>2</td></tr>
<tr><th scope="row">15:30</th><td>Tickets</td><td></td><td>1</td></tr>
<tr><th scope="row">Summe</th><td></td><td><b>9</b></td><td><b>3</b></td></tr></tbody></table></main>`

const pageHtml = `<main><dl><div><dt>Gäste</dt><dd class="v">13<!-- --> </dd><dd>13 kommen noch</dd></div>
<div><dt>Partys</dt><dd>1 </dd><dd>0 im Haus</dd></div>
<div><dt>Rest zu kassieren</dt><dd>123,45\u00a0€ </dd><dd>1 Buchung</dd></div>
<div><dt>Offene Zahlungen</dt><dd>1 </dd><dd>19,90\u00a0€, bis 12:00</dd></div></dl>
<table><tr role="row"><th>14:00</th><td><a href="/bookings/2026-000001">Frieda</a></td><td data-l="Gäste"><b>9</b></td>
<td><a class="b" href="/bookings/2026-000001/rest#form">Rest <!-- -->123,45\u00a0€<span> notieren</span></a></td></tr></table>
<table><tr role="row"><th>15:30</th><td><a href="/bookings/2026-000002">Sommer</a></td><td data-l="Gäste"><b>4</b></td>
<td><small>bezahlt, online</small></td></tr></table></main>`

const reading = (more: Partial<Reading> = {}): Reading => ({
	before: day,
	sheet: readSheet(sheetHtml),
	page: readPage(pageHtml),
	after: day,
	...more,
})

/** The day with one booking otherwise; something has happened to it as often as `steps` says. */
function otherwise(change: Partial<BookingFacts>, steps = 1): DayFacts {
	const number = party.number
	return {
		...day,
		bookings: [{ ...party, ...change }, tickets],
		versions: { ...day.versions, [number]: (day.versions[number] ?? 0) + steps },
	}
}

test('N210: pages that say what the rows say differ in nothing', () => {
	expect(isStill(day, day)).toBe(true)
	expect(differences(reading())).toEqual([])
})

test.each([
	['a guest fewer in the rows', { guests: 8 }, /party 14:00–16:00 of 9 in Mars/],
	['another room', { rooms: ['Venus 14:30–16:00'] }, /Venus 14:30–16:00/],
	['another time', { begins: '14:30', ends: '16:30' }, /14:30–16:30/],
	['a rest that was paid', { left: 0 }, /12345 left/],
	['a note that the sheet lacks', { notes: ['ohne Nüsse'] }, /"ohne Nüsse" is missing/],
	[
		'a pizza that the kitchen does not make',
		{ kitchen: { ...party.kitchen, food: { ...party.kitchen.food, Pizza: 1 } } },
		/kitchen/,
	],
])('N210: %s is found', (_, change, words) => {
	const rows = otherwise(change, 0)
	expect(differences(reading({ before: rows, after: rows })).join('\n')).toMatch(words)
})

test.each([
	['the guests in its head', sheetHtml.replace('13 Gäste', '14 Gäste'), /sheet, guests: 14 shown/],
	[
		'a ticket that is no booking',
		sheetHtml.replace('Sommer 4', 'Winter 4'),
		/Winter has no booking/,
	],
	['a half hour of tickets', sheetHtml.replace('<td>4</td>', '<td>5</td>'), /tickets at 15:30: 5/],
	['a sum of the kitchen', sheetHtml.replace('<b>3</b>', '<b>4</b>'), /kitchen, Schorle: 4 shown/],
])('N210: a sheet with another value is found: %s', (_, html, words) => {
	expect(differences(reading({ sheet: readSheet(html) })).join('\n')).toMatch(words)
})

test.each([
	['its guests', pageHtml.replace('>13<', '>12<'), /page, guests: 12 shown/],
	['its rest', pageHtml.replace('<dd>123,45', '<dd>23,45'), /page, rest: 2345 shown/],
	[
		'its open payments',
		pageHtml.replace('<dd>1 </dd><dd>19', '<dd>2 </dd><dd>19'),
		/open payments/,
	],
	['a booking', pageHtml.replaceAll('2026-000002', '2026-000003'), /2026-000003 is no booking/],
])('N210: a page with another value is found: %s', (_, html, words) => {
	expect(differences(reading({ page: readPage(html) })).join('\n')).toMatch(words)
})

test('a page read during one change shows the booking as it was before or after, and nothing between', () => {
	const changed = otherwise({ guests: 8, left: 10_000 })
	expect(differences(reading({ after: changed }))).toEqual([])
	expect(differences(reading({ before: changed, after: day })).length).toBe(0)
	const torn = sheetHtml.replace('<b>9</b></td><td><div>', '<b>8</b></td><td><div>')
	expect(differences(reading({ after: changed, sheet: readSheet(torn) })).join('\n')).toMatch(
		/Frieda: it shows a party 14:00–16:00 of 8 in Mars 14:30–16:00, 12345 left/,
	)
	const often = otherwise({ guests: 7, left: 0 }, 2)
	expect(differences(reading({ after: often }))).toEqual([])
})

test('a deed leaves the rows that its answer promised', () => {
	const traces: Trace[] = [
		{ deed: 'rest', mark: 'B-1', times: 1, amount: 500 },
		{ deed: 'cancel', mark: 'krank-2', times: 1, amount: null },
		{ deed: 'note', mark: 'twice', times: 2, amount: null },
	]
	const right = [
		{ deed: 'rest', mark: 'B-1', told: 'done', amount: 500 },
		{ deed: 'move', mark: 'verlegt-3', told: 'refused' },
		{ deed: 'cancel', mark: 'krank-2', told: 'unknown' },
		{ deed: 'cancel', mark: 'krank-4', told: 'unknown' },
	] as const
	expect(journalFaults(right, traces)).toEqual([])
	const wrong = [
		{ deed: 'rest', mark: 'B-1', told: 'done', amount: 600 },
		{ deed: 'change', mark: 'anders-5', told: 'done' },
		{ deed: 'cancel', mark: 'krank-2', told: 'refused' },
		{ deed: 'note', mark: 'twice', told: 'done' },
	] as const
	expect(journalFaults(wrong, traces)).toEqual([
		'rest B-1: 600 noted, 500 in the rows',
		'change anders-5: told done, and no row has it',
		'cancel krank-2: told refused, and carried out',
		'note twice: told done, carried out 2 times',
	])
})

test('a form is sent with the values that it came with', () => {
	const html = `<header><input name="q" value="no"/></header><main><form><input type="hidden" name="left" value="12"/>
<input type="radio" name="pay" value="link"/><input type="radio" name="pay" checked="" value="site"/>
<input id="child" name="child" value="Theo &amp; Mia"/><select name="until"><option value="a">A</option>
<option value="b" selected="">B</option></select></form><p role="alert" class="x">Kein Platz frei. Mehr.</p></main>`
	expect(fieldsIn(html)).toEqual({ left: '12', pay: 'site', child: 'Theo & Mia', until: 'b' })
	expect(refusalIn(html)).toBe('Kein Platz frei')
})

test('a minute is planned by its seed, and names are of one booking each', () => {
	expect(planMinute(1, 2)).toEqual(planMinute(1, 2))
	expect(planMinute(1, 2)).not.toEqual(planMinute(2, 2))
	const names = Array.from({ length: 2000 }, (_, number) => nameOf('K', number))
	expect(new Set(names).size).toBe(2000)
})
