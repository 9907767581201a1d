import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { comparedRows } from '#app/emails/comparison.ts'
import { revisionNote } from '#app/emails/venue-letters.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import { zero } from '#app/models/money.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import type { Visit } from '#app/models/order/visit.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

const at = (time: string) => DateTime.fromISO(`2026-12-05T${time}+01:00`).toJSDate()
const [sample] = sampleOrder.lines
if (!sample) throw new Error('the sample order has no line')

function visit(position: number, from: string, to: string): OrderLine {
	return { ...sample, position, startsAt: at(from), endsAt: at(to) } as OrderLine
}

function withVisits(...lines: OrderLine[]): Order {
	return { ...sampleOrder, lines }
}

const [early, late] = [visit(1, '13:00', '15:00'), visit(2, '15:00', '17:00')]

const { t } = wordsOf('de-DE')

function visitOf({ id, number, lines, party, answers }: Order): Visit {
	const times = { startsAt: null, endsAt: null }
	const customer = { name: 'Ada Lovelace', familyName: 'Lovelace', email: null, phones: [] }
	return { id, number, lines, party, answers, ...times, ...customer, places: [], left: zero }
}

/** The rows of a letter's table that differ, each as 'label: before → now', without its sums. */
function rowsOf(before: Order, order: Order): string[] {
	return comparedRows(before, order, t)
		.filter(({ before, now }) => before !== now)
		.map(({ label, before, now }) => `${label}: ${before} → ${now}`)
}

test.each([
	[
		'K123: one of two visits begins at another time: the letter says which',
		[early, visit(2, '16:00', '18:00')],
		['Uhrzeit: 13:00–17:00 → 13:00–18:00', 'Kindergeburtstag Kosmos: Beginn: 15:00 → 16:00'],
	],
	[
		'both visits begin at another time: the letter says it once',
		[visit(1, '14:00', '16:00'), visit(2, '16:00', '18:00')],
		['Uhrzeit: 13:00–17:00 → 14:00–18:00'],
	],
] as const)('%s', (_, lines, rows) => {
	expect(rowsOf(withVisits(early, late), withVisits(...lines))).toEqual(rows)
})

test.each([
	['K100: the first of two visits is taken out', { lines: [late] }, 'Geändert'],
	['K123: a visit ends later', { lines: [early, visit(2, '15:00', '18:00')] }, 'Geändert'],
	['K123: the time is another one', { lines: [visit(1, '14:00', '16:00')] }, 'Andere Uhrzeit'],
	['the day is another one', { day: '2027-01-01' }, 'Verlegt'],
] as const)('%s: the letter to the venue says so', (_, revised, subject) => {
	const before = withVisits(early, late)
	const order = { ...before, ...revised } as Order
	const told = { venue: sampleVenue, visit: visitOf(order), made: { before, order } }
	expect(revisionNote(told, t).subject).toMatch(new RegExp(`^${subject}: `))
})

test('K118: the letter names the tickets that are taken out, not those that become line 1', () => {
	const ticket = (position: number, title: string, quantity: number): OrderLine => ({
		...visit(position, '13:00', '15:00'),
		productId: title,
		title: { de: title, en: title },
		quantity,
	})
	const before = withVisits(ticket(1, 'Kinderticket', 2), ticket(2, 'Erwachsenenticket', 1))
	const after = withVisits(ticket(1, 'Erwachsenenticket', 1))
	const rows = comparedRows(before, after, t)
	expect(rows.filter(({ before, now }) => before !== now)).toEqual([
		{ label: 'Kinderticket', before: '2', now: null },
	])
})

test('K118: of two visits the letter names the one that is taken out, and no other start', () => {
	const rows = comparedRows(withVisits(early, late), withVisits({ ...late, position: 1 }), t)
	expect(rows.filter(({ before, now }) => before !== now)).toEqual([
		{ label: 'Uhrzeit', before: '13:00–17:00', now: '15:00–17:00' },
		{ label: 'Kindergeburtstag Kosmos', before: '10', now: null },
	])
})
