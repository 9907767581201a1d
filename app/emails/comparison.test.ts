import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { comparedRows, kindOfRevision } from '#app/emails/comparison.ts'
import { wordsOf } from '#app/i18n/translator.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { sampleOrder } from '#testing/sample-order.ts'

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

test.each([
	['K100: the first of two visits is taken out', [late], 'changed'],
	['the last of two visits is taken out', [early], 'changed'],
	['a visit begins at another time', [early, visit(2, '16:00', '18:00')], 'moved'],
	['a visit ends later', [early, visit(2, '15:00', '18:00')], 'moved'],
	['nothing but texts', [early, late], 'texts'],
] as const)('%s', (_, lines, kind) => {
	expect(kindOfRevision(withVisits(early, late), withVisits(...lines))).toBe(kind)
})

test('another day is a move', () => {
	const before = withVisits(early)
	expect(kindOfRevision(before, { ...before, day: '2027-01-01' })).toBe('moved')
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
	const rows = comparedRows(before, after, wordsOf('de-DE').t)
	expect(rows.filter(({ before, now }) => before !== now)).toEqual([
		{ label: 'Kinderticket', before: '2', now: null },
	])
})

test('K118: of two visits the letter names the one that is taken out, and no other start', () => {
	const rows = comparedRows(
		withVisits(early, late),
		withVisits({ ...late, position: 1 }),
		wordsOf('de-DE').t,
	)
	expect(rows.filter(({ before, now }) => before !== now)).toEqual([
		{ label: 'Uhrzeit', before: '13:00–17:00', now: '15:00–17:00' },
		{ label: 'Kindergeburtstag Kosmos', before: '10', now: null },
	])
})
