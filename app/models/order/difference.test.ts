import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { kindOfRevision, pairLines, type RevisionKind } from '#app/models/order/difference.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { contentOf } from '#app/models/order/revision-content.ts'
import { zone } from '#app/models/venue/zone.ts'
import { sampleOrder } from '#testing/sample-order.ts'

type Line = {
	position: number
	parentPosition: number | null
	productId: string
	quantity: number
	startsAt: string | null
	endsAt: null
}

/** A line of an order, as 'product × quantity'; `at` is its start, or the position of its package. */
function line(position: number, words: string, at: string | number | null = null): Line {
	const [productId = '', quantity] = words.split(' × ')
	return {
		position,
		parentPosition: typeof at === 'number' ? at : null,
		productId,
		quantity: Number(quantity),
		startsAt: typeof at === 'string' ? at : null,
		endsAt: null,
	}
}

const visits = [line(1, 'child × 2', '13:00'), line(2, 'child × 3', '15:00')]
const parties = [
	line(1, 'kometen × 8', '13:00'),
	line(2, 'menu × 8', 1),
	line(3, 'galaxie × 6', '15:00'),
	line(4, 'menu × 6', 3),
]

test.each<[string, Line[], Line[], string[]]>([
	[
		'K118: tickets on line 1 are taken out, and others become line 1',
		[line(1, 'child × 2', '13:00'), line(2, 'adult × 1', '13:00')],
		[line(1, 'adult × 1', '13:00')],
		['child 2 → –', 'adult 1 → 1'],
	],
	[
		'K118: socks in place of a party',
		[line(1, 'kometen × 8', '13:00'), line(2, 'menu × 8', 1)],
		[line(1, 'socks × 1')],
		['kometen 8 → –', 'menu 8 → –', 'socks – → 1'],
	],
	[
		'K118: the first of two visits of one product is taken out',
		visits,
		[line(1, 'child × 3', '15:00')],
		['child 2 → –', 'child 3 → 3'],
	],
	[
		'K118: the last of two visits of one product is taken out',
		visits,
		[line(1, 'child × 2', '13:00')],
		['child 2 → 2', 'child 3 → –'],
	],
	[
		'K118: two visits of one product begin two hours later',
		visits,
		[line(1, 'child × 2', '15:00'), line(2, 'child × 3', '17:00')],
		['child 2 → 2', 'child 3 → 3'],
	],
	[
		'K118: the extras of a package that becomes line 1',
		[
			line(1, 'adult × 12', '13:00'),
			line(2, 'kometen × 8', '13:00'),
			line(3, 'menu × 8', 2),
			line(4, 'socks × 1'),
		],
		[
			line(1, 'kometen × 9', '13:00'),
			line(3, 'menu × 9', 1),
			line(4, 'socks × 1'),
			line(5, 'cake × 1', 1),
		],
		['adult 12 → –', 'kometen 8 → 9', 'menu 8 → 9', 'cake – → 1', 'socks 1 → 1'],
	],
	[
		'K118: one extra of two packages is taken out, and added to one of them',
		parties,
		[line(1, 'kometen × 8', '13:00'), line(3, 'galaxie × 6', '15:00'), line(5, 'menu × 7', 3)],
		['kometen 8 → 8', 'menu 8 → –', 'galaxie 6 → 6', 'menu 6 → 7'],
	],
	[
		'K118: an extra of one package is taken out, and added to another one',
		parties.slice(0, 3),
		[line(1, 'kometen × 8', '13:00'), line(3, 'galaxie × 6', '15:00'), line(4, 'menu × 8', 3)],
		['kometen 8 → 8', 'menu 8 → –', 'galaxie 6 → 6', 'menu – → 8'],
	],
	[
		'K118: tickets are taken out and added for another time',
		[line(1, 'adult × 1', '13:00'), line(2, 'child × 2', '13:00')],
		[line(1, 'adult × 1', '13:00'), line(3, 'child × 4', '15:00')],
		['adult 1 → 1', 'child 2 → 4'],
	],
	[
		'K85: an extra that is added to a package stands with its other extras, not below all other lines',
		parties,
		[...parties, line(5, 'cake × 1', 1)],
		['kometen 8 → 8', 'menu 8 → 8', 'cake – → 1', 'galaxie 6 → 6', 'menu 6 → 6'],
	],
])('%s', (_, before, after, expected) => {
	const pairs = pairLines(before, after).map((pair) => {
		const { productId } = pair.after ?? pair.before ?? {}
		return `${productId} ${pair.before?.quantity ?? '–'} → ${pair.after?.quantity ?? '–'}`
	})
	expect(pairs).toEqual(expected)
})

const [sample] = sampleOrder.lines
if (!sample) throw new Error('the sample order has no line')

/** A booking with a visit for each span of times, as 'product from until'. */
function booked(...visits: string[]) {
	const lines = visits.map((words, index) => {
		const [productId = '', from, until] = words.split(' ')
		const at = (time = '') => DateTime.fromISO(`2026-12-05T${time}`, { zone }).toJSDate()
		return { ...sample, position: index + 1, productId, startsAt: at(from), endsAt: at(until) }
	})
	return { ...sampleOrder, lines: lines as OrderLine[] }
}

const two = booked('child 13:00 15:00', 'child 15:00 17:00')

test.each<[string, Order, Order, RevisionKind]>([
	['another day', two, { ...two, day: '2027-01-01' }, 'moved'],
	[
		'K123: both visits an hour later',
		two,
		booked('child 14:00 16:00', 'child 16:00 18:00'),
		'moved',
	],
	['K78: the first visit out', two, booked('child 15:00 17:00'), 'changed'],
	['K78: the last visit out', two, booked('child 13:00 15:00'), 'changed'],
	['K123: one visit out, the other one earlier', two, booked('child 12:00 14:00'), 'moved'],
	[
		'K123: the second visit later',
		two,
		booked('child 13:00 15:00', 'child 16:00 18:00'),
		'changed',
	],
	['K123: longer', two, booked('child 13:00 15:00', 'child 15:00 18:00'), 'changed'],
	['another product at another time', two, booked('adult 16:00 18:00'), 'changed'],
	['another sum', two, { ...two, total: cents(two.total + 1) }, 'changed'],
	['nothing but texts', two, { ...two, party: null }, 'texts'],
])('the kind of a revision: %s', (_, before, after, kind) => {
	expect(kindOfRevision(before, after)).toBe(kind)
	expect(kindOfRevision(contentOf(before, []), contentOf(after, []))).toBe(kind)
})
