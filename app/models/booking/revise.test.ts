import { expect, test } from 'vitest'

import type { Asked } from '#app/models/booking/asked-lines.ts'
import { planRevision, type Booking, type Plan } from '#app/models/booking/revise.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import { kindOfRevision } from '#app/models/order/difference.ts'
import { bookedOrder, valueOf, withPolicy } from '#testing/booked-order.ts'
import { now, saturday as day, sunday, wish } from '#testing/wishes.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const venue = withPolicy(demo.venue)
const moment = { now, dbNow: now.toJSDate() }
const party = (quantity: number) => wish('kometen-party', { quantity, duration: null })
const refusal = (key: string) => ({ ok: false, message: { key } })

test('K11: three of five tickets are given back: the rest falls, and the price of one stays', () => {
	const booking = bookedOrder(venue, [wish('ticket-child', { quantity: 5 })])
	const plan = valueOf(
		planRevision(venue, booking, { kind: 'change', quantities: { 1: 2 } }, moment),
	)
	expect(plan.after).toMatchObject({ total: 3380, online: booking.order.online })
	expect(plan.money).toMatchObject({ difference: -5070, backOnline: 0, backVoucher: 0 })
	expect(plan.money.restAfter).toBe(3380 - booking.order.online)
	expect(plan.after.places).toMatchObject([{ linePosition: 1, units: 2 }])
	expect(plan.revision).toBe(2)
})

test('K61: texts as they are, in another order as the database keeps them, make no revision', () => {
	const booking = partyOf(8)
	const { party } = booking.order
	if (!party) throw new Error('no party')
	const { type, name, contactPerson } = party
	const asked = { kind: 'change' as const, party: { contactPerson, name, type }, answers: {} }
	expect(valueOf(planRevision(venue, booking, asked, moment))).toMatchObject({
		revision: 1,
		texts: null,
	})
	const renamed = { ...asked, party: { ...asked.party, name: `${name} und Ada` } }
	expect(valueOf(planRevision(venue, booking, renamed, moment))).toMatchObject({
		revision: 2,
		texts: { party: renamed.party },
	})
})

/** The extras that a Kometen-Party includes for eight children. */
const meals = { 'menu-pasta': 8, 'jug-juice': 2, 'decor-aliens': 1 }
const partyOf = (quantity: number) =>
	bookedOrder(venue, [party(quantity)], { pieces: { ...meals, 'menu-pasta': quantity } })
const guestsTo = (quantity: number) => ({
	kind: 'change' as const,
	quantities: { 1: quantity },
	pieces: { 1: { 'menu-pasta': quantity } },
})
const takenRoom = (resourceId: string) => ({
	resourceId,
	units: 1,
	from: Date.parse(`${day}T08:00Z`),
	until: Date.parse(`${day}T18:00Z`),
})
const roomsOf = ({ room }: ReturnType<typeof valueOf<Plan>>) => [room.before?.id, room.after?.id]

test('K1: more guests than the room seats get the smallest free room that seats them', () => {
	const booking = partyOf(8)
	expect(roomsOf(valueOf(planRevision(venue, booking, guestsTo(9), moment)))).toEqual([
		'mercury',
		'venus',
	])
	const loads = [takenRoom('venus')]
	const other = planRevision(venue, { ...booking, loads }, guestsTo(9), moment)
	expect(roomsOf(valueOf(other))).toEqual(['mercury', 'mars'])
})

test('K109: fewer guests in a zone that is smaller by now than what is booked keep their places there', () => {
	const booking = bookedOrder(venue, [wish('ticket-adult', { quantity: 10 })])
	const loads = booking.places.map(({ resourceId, units, blocked }) => ({
		resourceId,
		units,
		...blocked,
	}))
	const small = structuredClone(venue)
	for (const resource of small.resources) if (resource.id === 'park') resource.capacity = 12
	const revised = (quantity: number) =>
		planRevision(
			small,
			{ ...booking, loads },
			{ kind: 'change', quantities: { 1: quantity } },
			moment,
		)
	expect(valueOf(revised(9)).after.places).toMatchObject([{ resourceId: 'park', units: 9 }])
	expect(revised(11)).toMatchObject({ ...refusal('errors.noFreePlaces'), lacksRoom: false })
	const [time, other] = ['14:00', '15:00'].map((time) =>
		planRevision(
			small,
			{ ...booking, loads },
			{ kind: 'move', day, time, change: { kind: 'change', quantities: { 1: 9 } } },
			moment,
		),
	)
	expect(time).toMatchObject({ ok: true })
	expect(other).toMatchObject({ ok: false })
})

test('K1: a change says its reason when no larger room is free, or more come than the party allows', () => {
	const loads = ['venus', 'mars', 'saturn', 'jupiter'].map(takenRoom)
	const booking = { ...partyOf(8), loads }
	expect(planRevision(venue, booking, guestsTo(9), moment)).toMatchObject({
		...refusal('errors.noFreePlaces'),
		productId: 'kometen-party',
		lacksRoom: true,
	})
	const inPark = { ...takenRoom('park'), units: 999 }
	const full = { ...booking, loads: [...loads, inPark] }
	expect(planRevision(venue, full, guestsTo(9), moment)).toMatchObject({ lacksRoom: false })
	expect(planRevision(venue, partyOf(8), guestsTo(11), moment)).toMatchObject(
		refusal('conditions.guestsAtMost'),
	)
	expect(planRevision(venue, partyOf(8), guestsTo(5), moment)).toMatchObject(
		refusal('conditions.guestsAtLeast'),
	)
})

test.each(['14:07', '02:30', '19:45'])(
	'N391: at %s, when no visit like the booked one begins, nothing is taken: it is not offered',
	(time) => {
		const asked = { kind: 'move' as const, day, time }
		expect(planRevision(venue, partyOf(8), asked, moment)).toMatchObject(
			refusal('errors.booking.notOffered'),
		)
	},
)

test('a party with fewer guests keeps its room, and one that lacks a menu is not complete', () => {
	expect(roomsOf(valueOf(planRevision(venue, partyOf(9), guestsTo(6), moment)))).toEqual([
		'venus',
		'venus',
	])
	const guests = { kind: 'change' as const, quantities: { 1: 9 } }
	expect(planRevision(venue, partyOf(8), guests, moment)).toMatchObject({
		...refusal('conditions.chooseMore'),
		group: { id: 'menu' },
	})
})

test('K3: a party moves by half an hour within its own room and time', () => {
	const booking = { ...partyOf(8), loads: ['venus', 'mars', 'saturn', 'jupiter'].map(takenRoom) }
	const move = { kind: 'move' as const, day, time: '14:30' }
	const plan = valueOf(planRevision(venue, booking, move, moment))
	expect(roomsOf(plan)).toEqual(['mercury', 'mercury'])
	expect(plan.money).toMatchObject({ difference: 0, dueNow: 0, backOnline: 0 })
	expect(plan.after.lines[0]?.startsAt).toBe(`${day}T13:30:00.000Z`)
})

test('nothing is revised when nothing differs', () => {
	const booking: Booking = partyOf(8)
	const plan = valueOf(planRevision(venue, booking, guestsTo(8), moment))
	expect(plan).toMatchObject({ revision: 1, differences: [], texts: null })
	expect(plan.after).toEqual(plan.before)
	const same = { kind: 'move' as const, day, time: '14:00' }
	expect(valueOf(planRevision(venue, booking, same, moment)).after).toEqual(plan.before)
})

test('a booking on another day costs that day, and a day that is closed is refused', () => {
	const booking = partyOf(8)
	const cheaper = { kind: 'move' as const, day: '2026-12-10', time: '15:00' }
	const plan = valueOf(planRevision(venue, booking, cheaper, moment))
	expect(plan.money.difference).toBe(8 * -400)
	expect(plan.after).toMatchObject({ day: '2026-12-10', online: booking.order.online })
	const dear = { kind: 'move' as const, day: sunday, time: null }
	expect(valueOf(planRevision(venue, booking, dear, moment)).money.difference).toBe(0)
})

test('N190: staff choose the agreed price or that of the new day; a customer moves by the terms', () => {
	const booking = partyOf(8)
	const move = { kind: 'move' as const, day: '2026-12-10', time: '15:00' }
	const priced = (price: 'agreed' | 'today' | undefined, isStaff: boolean) =>
		valueOf(planRevision(venue, booking, { ...move, price }, { ...moment, isStaff })).money
			.difference
	expect(priced('agreed', true)).toBe(0)
	expect(priced('today', true)).toBe(8 * -400)
	expect(priced(undefined, true)).toBe(8 * -400)
	expect(priced('agreed', false)).toBe(8 * -400)
})

test('N191, N192: a new name keeps the age that was told, another age is a change, an emptied answer goes', () => {
	const found = partyOf(8)
	const party = { type: 'birthday' as const, name: 'Ada', contactPerson: null, age: 7 }
	const label = { de: 'Auf der Torte', en: 'On the cake' }
	const answers = { cake: { label, text: 'Ada 7' }, tableWishes: { label, text: 'no nuts' } }
	const booking = { ...found, order: { ...found.order, party, answers } }
	const textsOf = (asked: Partial<Extract<Asked, { kind: 'change' }>>) =>
		valueOf(planRevision(venue, booking, { kind: 'change', ...asked }, moment)).texts
	const { age: _, ...named } = { ...party, name: 'Ida' }
	expect(textsOf({ party: named })?.party).toEqual({ ...party, name: 'Ida' })
	expect(textsOf({ party: { ...party, age: 8 } })?.party).toEqual({ ...party, age: 8 })
	expect(textsOf({ party: { ...party, age: null } })?.party).toEqual({ ...party, age: null })
	expect(textsOf({ party })).toBeNull()
	expect(textsOf({ answers: { tableWishes: '' } })?.answers).toEqual({ cake: answers.cake })
	expect(textsOf({ answers: {} })).toBeNull()
})

test('K71: fewer than half is judged by the most that was booked of a product, whatever else is added', () => {
	const booking = bookedOrder(venue, [wish('ticket-child', { quantity: 10 })])
	const halves = (quantity: number, most: Record<string, number> = {}) => {
		const added = [{ productId: 'socks', quantity: 20 }]
		const asked = { kind: 'change' as const, quantities: { 1: quantity }, added }
		return valueOf(planRevision(venue, { ...booking, most }, asked, moment)).isHalved
	}
	expect([5, 4].map((quantity) => halves(quantity))).toEqual([false, true])
	expect([9, 10, 11].map((quantity) => halves(quantity, { 'ticket-child': 20 }))).toEqual([
		true,
		false,
		false,
	])
})

test('K78: a visit that is taken out moves nothing; another time for what stays does, a longer visit does not', () => {
	const booking = bookedOrder(venue, [
		wish('ticket-child', { quantity: 2, time: '13:00' }),
		wish('ticket-child', { quantity: 3, time: '15:00' }),
	])
	const kindOf = (asked: Asked) => {
		const { before, after } = valueOf(planRevision(venue, booking, asked, moment))
		return kindOfRevision(before, after)
	}
	expect(kindOf({ kind: 'change', quantities: { 1: 0 } })).toBe('changed')
	expect(kindOf({ kind: 'change', quantities: { 2: 0 } })).toBe('changed')
	expect(kindOf({ kind: 'move', day, time: null, duration: 180 })).toBe('changed')
	expect(kindOf({ kind: 'move', day, time: '14:00' })).toBe('moved')
	expect(kindOf({ kind: 'move', day: sunday, time: null })).toBe('moved')
})

test.each([
	['taken out', { quantities: { 2: 0 }, added: [{ productId: 'socks', quantity: 2 }] }],
	['made fewer', { quantities: { 2: 1 } }],
	['taken out as an extra', { added: [{ productId: 'gift-100-mail', quantity: 0 }] }],
])('K88: a gift voucher whose product has gone stays in its booking: %s', (_, change) => {
	const gifts = wish('gift-100-mail', { quantity: 2, day: null, time: null, duration: null })
	const booking = bookedOrder(venue, [wish('ticket-child', { quantity: 5 }), gifts])
	const products = venue.products.filter(({ id }) => id !== 'gift-100-mail')
	const asked = { kind: 'change' as const, ...change }
	expect(planRevision({ ...venue, products }, booking, asked, moment)).toMatchObject(
		refusal('errors.booking.giftVoucherStays'),
	)
})
