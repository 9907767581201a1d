import { expect, test } from 'vitest'

import { countAllHeads, countHeads } from '#app/models/booking/headcount.ts'
import { planRevision } from '#app/models/booking/revise.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import { bookedOrder, orderedPolicy, valueOf } from '#testing/booked-order.ts'
import { now, wish } from '#testing/wishes.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const { venue } = demo
const free = orderedPolicy({ noShow: 'free' })
const billed = orderedPolicy({ noShow: 'billed' })

/** A party of ten with seven and three menus. */
const booked = bookedOrder(venue, [wish('kometen-party', { quantity: 10, duration: null })], {
	pieces: { 'menu-pasta': 7, 'menu-nuggets': 3, 'jug-juice': 2, 'decor-aliens': 1 },
})
const party = { ...booked, order: { ...booked.order, policy: free } }
const positionOf = (productId: string) =>
	party.order.lines.find((line) => line.productId === productId)?.position ?? 0
const counted = (came: number, policy: OrderedPolicy | null = free) =>
	countHeads(venue, { ...party.order, policy }, { came, position: null })
const planOf = (came: number) =>
	planRevision(venue, party, valueOf(counted(came)), {
		now,
		dbNow: now.toJSDate(),
		isStaff: true,
	})

test('nine of ten came: nine are billed, and nine menus, one less of those with most (faults K55)', () => {
	expect(valueOf(counted(9)).quantities).toEqual({
		[positionOf('kometen-party')]: 9,
		[positionOf('menu-pasta')]: 6,
	})
	const { after, money } = valueOf(planOf(9))
	const pieces = Object.fromEntries(after.lines.map((line) => [line.productId, line.quantity]))
	expect(pieces).toMatchObject({ 'kometen-party': 9, 'menu-pasta': 6, 'menu-nuggets': 3 })
	expect(money.difference).toBeLessThan(0)
	expect(valueOf(counted(4)).quantities).toMatchObject({
		[positionOf('menu-pasta')]: 2,
		[positionOf('menu-nuggets')]: 2,
	})
})

test('a headcount under the package’s minimum or above its maximum is refused (faults K55)', () => {
	expect(planOf(6).ok).toBe(true)
	for (const came of [5, 11]) expect(planOf(came)).toMatchObject({ ok: false })
})

test('fewer guests are refused where those who do not come are billed, and more are not (faults K55)', () => {
	expect(counted(9, billed)).toMatchObject({
		message: { key: 'errors.desk.noShowIsBilled' },
	})
	expect(counted(10, billed).ok).toBe(true)
	// An order without a policy: the venue decides.
	const older = { ...party.order, policy: null, termsVersion: '2020-01-01' }
	expect(countHeads(venue, older, { came: 9, position: null }).ok).toBe(true)
})

test('several lines with guests need the number of one (faults K55)', () => {
	const tickets = bookedOrder(venue, [
		wish('ticket-child', { quantity: 3 }),
		wish('ticket-adult', { quantity: 2 }),
	])
	const order = { ...tickets.order, policy: free }
	const ask = (position: number | null) => countHeads(venue, order, { came: 1, position })
	expect(ask(null)).toMatchObject({ message: { key: 'errors.desk.whichGuests' } })
	expect(ask(9)).toMatchObject({ message: { key: 'errors.desk.whichGuests' } })
	expect(valueOf(ask(2)).quantities).toEqual({ 2: 1 })
})

test('N377: fewer children and fewer adults came: both lines are counted in one change, and a line may count 0', () => {
	const tickets = bookedOrder(venue, [
		wish('ticket-child', { quantity: 3 }),
		wish('ticket-adult', { quantity: 2 }),
	])
	const booking = { ...tickets, order: { ...tickets.order, policy: free } }
	const planned = (children: number, adults: number) => {
		const counts = [
			{ position: 1, came: children },
			{ position: 2, came: adults },
		]
		const asked = valueOf(countAllHeads(venue, booking.order, counts))
		const plan = planRevision(venue, booking, asked, {
			now,
			dbNow: now.toJSDate(),
			isStaff: true,
		})
		return valueOf(plan).after.lines.map(({ productId, quantity }) => [productId, quantity])
	}
	expect(planned(2, 1)).toEqual([
		['ticket-child', 2],
		['ticket-adult', 1],
	])
	expect(planned(3, 0)).toEqual([['ticket-child', 3]])
	expect(countAllHeads(venue, booking.order, [{ position: 9, came: 1 }])).toMatchObject({
		message: { key: 'errors.desk.whichGuests' },
	})
})
