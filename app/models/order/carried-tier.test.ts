import { expect, test } from 'vitest'

import { carriedTier } from '#app/models/order/carried-tier.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { orderedPolicy } from '#testing/booked-order.ts'
import { sampleOrder } from '#testing/sample-order.ts'

// Cancelling is free until 5 January, and at half the price until the day before the visit on 12 January.
const cancel = [
	{ until: { days: 7, time: '23:59' as const }, keep: { percent: 0, of: 'total' as const } },
	{ until: { days: 1, time: '23:59' as const }, keep: { percent: 50, of: 'total' as const } },
]
const order = { ...sampleOrder, day: '2027-01-12', policy: orderedPolicy({ cancel }) }

test.each([
	['customer', 'customer', '2027-01-05', 0],
	['customer', 'customer', '2027-01-06', 1],
	['customer', 'staff:1', '2027-01-05', 0],
	['customer', 'staff:1', '2027-01-06', 1],
	['operator', 'customer', '2027-01-05', 0],
	['operator', 'customer', '2027-01-06', 1],
	['operator', 'staff:1', '2027-01-05', 0],
	['operator', 'staff:1', '2027-01-06', 0],
	['staff:1', 'operator', '2027-01-06', 0],
])(
	'K120: on a day that %s chose, a revision by %s on %s carries tier %i over',
	(dayChosenBy, actor, today, tier) => {
		const by = { actor, dayChosenBy, isFreed: false, now: instantAt(today, '12:00') }
		expect(carriedTier({ depositShare: 30 }, order, by)).toBe(tier)
	},
)

test.each(['customer', 'staff:1'])(
	'K120: %s keeps the tier of former revisions, unless the booking leaves a closed day',
	(actor) => {
		const late = { ...order, cancelTier: 2 }
		const by = { actor, dayChosenBy: 'staff:1', now: instantAt('2027-01-06', '12:00') }
		expect(carriedTier({ depositShare: 30 }, late, { ...by, isFreed: false })).toBe(2)
		expect(carriedTier({ depositShare: 30 }, late, { ...by, isFreed: true })).toBe(0)
	},
)
