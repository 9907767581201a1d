import { expect, test } from 'vitest'

import { refuseChange, refuseEveryChange, refuseMove } from '#app/models/booking/allowed.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import type { Refused } from '#app/models/result.ts'
import { instantAt, timeAt, today } from '#app/models/venue/day.ts'
import type { PolicyDeadline } from '#app/models/venue/policy.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

const [party] = sampleOrder.lines
if (!party) throw new Error('an order without lines')
const line = (position: number, productId: string, quantity: number, parent?: number) => ({
	...party,
	position,
	parentPosition: parent ?? null,
	productId,
	quantity,
})

const weekAhead: PolicyDeadline = { days: 7, time: '18:00' }
const start: PolicyDeadline = { days: 0, time: 'start' }
const policy = orderedPolicy({ change: { guests: start, extras: weekAhead, texts: start } })
const [usual] = policy.rules
if (!usual) throw new Error('a policy without rules')
const strict = { guests: weekAhead, extras: weekAhead, texts: start }
const ofShow = { ...usual, products: ['show'], policy: { ...usual.policy, change: strict } }
const open = { guests: start, extras: start, texts: start }
const ofOthers = { ...usual, products: null, policy: { ...usual.policy, change: open } }

test.each<[string, boolean, OrderLine[], OrderLine[]]>([
	[
		'tickets before a show that becomes line 1',
		true,
		[line(1, 'ticket', 2), line(2, 'show', 1)],
		[line(1, 'show', 1)],
	],
	[
		'a show before tickets that become line 1',
		false,
		[line(1, 'show', 1), line(2, 'ticket', 2)],
		[line(1, 'ticket', 2)],
	],
	[
		'as many socks in place of a show',
		false,
		[line(1, 'show', 2)],
		[{ ...line(1, 'socks', 2), startsAt: null, endsAt: null }],
	],
])('K118: days before the visit, what has rules of its own is judged by them: %s', (...row) => {
	const [, isAllowed, before, after] = row
	expect(isTaken([ofShow, ofOthers], before, after)).toBe(isAllowed)
})

test.each<[string, boolean, OrderLine[]]>([
	['one guest more with a menu', true, [line(1, 'party', 9), line(3, 'menu', 9, 1)]],
	['a menu more alone', false, [line(1, 'party', 8), line(3, 'menu', 9, 1)]],
	['a cake more', false, [line(1, 'party', 8), line(3, 'menu', 8, 1), line(4, 'cake', 1, 1)]],
])('K118: the extras of a package that becomes line 1 are judged with its guests: %s', (...row) => {
	const [, isAllowed, after] = row
	const before = [line(1, 'ticket', 12), line(2, 'party', 8), line(3, 'menu', 8, 2)]
	const ofParty = { ...usual, products: ['party'] }
	expect(isTaken([ofParty, ofOthers], before, after)).toBe(isAllowed)
})

const byStages = orderedPolicy({
	change: {
		guests: { days: 2, time: '18:00' },
		extras: weekAhead,
		texts: { days: 1, time: '14:00' },
	},
	move: { ...weekAhead, times: 1, price: 'newDay' },
})
const cancelled: Partial<Order> = {
	state: 'cancelled',
	cancelledAt: new Date('2026-11-10T12:00:00Z'),
}
const onlyByPhone = { policy: orderedPolicy({ change: {}, move: undefined }) }
const giftsAlone = { day: null, lines: sampleOrder.lines.filter(isGift) }

/** Each with the moment that its sentence names; the visit is on 28 November, from 14:00 to 20:00 at the latest. */
test.each<[string, Partial<Order>, string, string | null, string | null]>([
	['long before', {}, '2026-11-01 09:00', null, null],
	['cancelled', cancelled, '2026-11-11 09:00', 'cancelled', 'cancelled'],
	['cancelled, and the visit is over', cancelled, '2026-12-24 09:00', 'cancelled', 'cancelled'],
	['not paid in time', { state: 'cancelled' }, '2026-11-01 09:00', 'notPaid', 'notPaid'],
	['not paid', { state: 'expired' }, '2026-12-24 09:00', 'notPaid', 'notPaid'],
	['being paid', { state: 'pendingPayment' }, '2026-11-01 09:00', 'notPaidYet', 'notPaidYet'],
	['over by its state', { state: 'completed' }, '2026-12-24 09:00', 'over', 'over'],
	['over by the clock', {}, '2026-11-28 20:00', 'over', 'over'],
	['of gift vouchers alone', giftsAlone, '2026-11-01 09:00', 'giftVoucherStays', 'notMoved'],
	['with a deadline for texts ahead', {}, '2026-11-27 14:00', null, 'tooLate 21.11. 18:00'],
	['all deadlines over', {}, '2026-11-27 14:01', 'tooLate 27.11. 14:00', 'tooLate 21.11. 18:00'],
	['by its policy', onlyByPhone, '2026-11-01 09:00', 'changedByPhone', 'changedByPhone'],
])('K125: a booking is neither changed nor moved, for one reason: %s', (...row) => {
	const [, changed, at, noChange, noMove] = row
	const order = { ...sampleOrder, cancelledAt: null, policy: byStages, ...changed }
	const [day = '', time = ''] = at.split(' ')
	const now = instantAt(day, time)
	expect(reasonOf(refuseEveryChange(sampleVenue, order, now))).toBe(noChange)
	expect(reasonOf(refuseMove(sampleVenue, { order, moved: 0 }, now))).toBe(noMove)
})

test.each<[string, string, OrderLine[], boolean]>([
	['tooLate 26.11. 18:00', 'guests, with that of texts ahead', [line(1, 'ticket', 7)], false],
	[
		'tooLate 26.11. 18:00',
		'guests before extras',
		[line(1, 'ticket', 7), line(2, 'socks', 2)],
		true,
	],
])(
	'K125: a change that is too late names the deadline of its own part: %s',
	(late, _, lines, hasTexts) => {
		const order = { ...sampleOrder, lines: [line(1, 'ticket', 8)], policy: byStages }
		const refused = refuseChange(
			sampleVenue,
			order,
			{ lines, hasTexts },
			instantAt('2026-11-27', '10:00'),
		)
		expect(reasonOf(refused)).toBe(late)
	},
)

function reasonOf(refused: Refused | undefined): string | null {
	if (!refused) return null
	const code = refused.message.key.replace('errors.booking.', '')
	if (!refused.until) return code
	const [, month, day] = today(refused.until).split('-')
	return `${code} ${day}.${month}. ${timeAt(refused.until)}`
}

function isTaken(rules: OrderedPolicy['rules'], before: OrderLine[], after: OrderLine[]): boolean {
	const order = { ...sampleOrder, lines: before, policy: { ...policy, rules } }
	const changing = { lines: after, hasTexts: false }
	return refuseChange(sampleVenue, order, changing, instantAt('2026-11-24', '09:00')) === undefined
}
