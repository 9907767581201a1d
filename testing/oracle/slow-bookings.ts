import * as fc from 'fast-check'

import { openingOn } from '#app/models/venue/calendar.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/* Bookings that share places and magicians, slow and plain: places are counted by the slot and money by the cent. */

const times = ['14:00', '15:00'] as const
const PLACES = 12
const MAGICIANS = 2
/** The least amount that both providers move, and the minutes that a payment stays open. */
const LEAST = 50
const OPEN_MINUTES = 40

/** A step of the booking `who`; `skew` is what the clock of its process is ahead, in minutes. */
export type Step = { who: number; skew: number } & (
	| { what: 'guests'; to: number }
	| { what: 'magician'; to: number }
	| { what: 'move'; day: number; time: number }
	/** begin: the payment of a waiting change is begun · later: time passes, and the sweep of payments runs. */
	| { what: 'begin' | 'pay' | 'giveUp' | 'rest' | 'cancel' }
	| { what: 'later'; minutes: number }
	| { what: 'refund'; amount: number }
)

const named = <What extends string>(what: What) => ({
	who: fc.nat({ max: 2 }),
	skew: fc.constantFrom(0, 0, -4, 4),
	what: fc.constant(what),
})

const step: fc.Arbitrary<Step> = fc.oneof(
	fc.record({ ...named('guests'), to: fc.integer({ min: 1, max: 8 }) }),
	fc.record({ ...named('magician'), to: fc.nat({ max: 1 }) }),
	fc.record({ ...named('move'), day: fc.nat({ max: 1 }), time: fc.nat({ max: 1 }) }),
	fc.record(named('begin')),
	fc.record(named('pay')),
	fc.record(named('giveUp')),
	fc.record(named('rest')),
	fc.record(named('cancel')),
	fc.record({ ...named('later'), minutes: fc.constantFrom(7, 23, 61) }),
	fc.record({ ...named('refund'), amount: fc.integer({ min: 1, max: 900 }) }),
)

/** Changes are often followed by what becomes of their payment, which steps drawn one by one seldom are. */
const paidChange = fc
	.record({ ...named('magician'), to: fc.constant(1) })
	.chain((change) =>
		fc
			.constantFrom('pay' as const, 'giveUp' as const, 'rest' as const, 'cancel' as const)
			.map((what): Step[] => [
				change,
				{ who: change.who, skew: 0, what: 'begin' },
				{ who: change.who, skew: 0, what },
			]),
	)

export const sequences: fc.Arbitrary<Step[]> = fc
	.array(
		fc.oneof(
			{ weight: 5, arbitrary: step.map((one) => [one]) },
			{ weight: 1, arbitrary: paidChange },
		),
		{
			minLength: 6,
			maxLength: 14,
		},
	)
	.map((parts) => parts.flat())

/** The kind of the voucher that pays for a booking; null without one. Of each price, ten percent are whole cents. */
export const voucherKinds = fc.constantFrom('value' as const, 'percent' as const, null)

/** A booked visit: `guests` places of a slot, a magician or none, and the percent that a voucher takes off all of it. */
type Content = { day: Day; time: string; guests: number; magician: number; percent: number }

/** A change that waits: its sum online when it is paid, its age, and that of its payment; null while that is not begun. */
type Waiting = Content & { online: number; age: number; payment: number | null }

export type SlowBooking = Content & {
	/** True when the venue makes its changes, which no policy binds and nothing is due for before the visit. */
	isByVenue: boolean
	state: 'confirmed' | 'cancelled'
	revision: number
	online: number
	voucher: number
	refundable: number
	waiting: Waiting | null
}

/** The bookings of a venue, and the days that they can be moved to. */
export type SlowBookings = { venue: Venue; days: readonly Day[]; all: readonly SlowBooking[] }

/** A Saturday and, when there is one, a day in the weeks after it that has the prices of weekdays. */
export function openDays({ calendar }: Venue, saturday: Day): Day[] {
	const after = Array.from({ length: 30 }, (_, days) => addDays(saturday, days + 1))
	const cheap = after.find((day) => {
		const { hours, class: dayClass } = openingOn(calendar, day)
		return dayClass === 'weekday' && hours && hours.opens <= '14:00' && hours.closes >= '17:00'
	})
	return [saturday, ...(cheap ? [cheap] : [])]
}

/** The slot that a step moves a booking to. */
export function slotAsked(
	days: readonly Day[],
	{ day, time }: { day: number; time: number },
): Pick<Content, 'day' | 'time'> {
	const [first = ''] = days
	return { day: days[day] ?? first, time: times[time] ?? times[0] }
}

/** Takes a step; returns whether it is granted. A refund is asked of the shop first, which gives one amount once an hour. */
export function take(bookings: SlowBookings, step: Step): boolean {
	const own = bookings.all[step.who]
	if (!own) throw new Error('no such booking')
	const { waiting } = own
	switch (step.what) {
		case 'begin': {
			if (!waiting) return false
			if (waiting.payment !== null) return true
			if (waiting.online - own.online < LEAST) return false
			waiting.payment = 0
			return true
		}
		case 'pay': {
			if (!waiting || waiting.payment === null) return false
			const { online, day, time, guests, magician } = waiting
			own.refundable += online - own.online
			Object.assign(own, { day, time, guests, magician, online, waiting: null })
			own.revision += 1
			return true
		}
		case 'giveUp': {
			if (!waiting || waiting.payment === null) return false
			own.waiting = null
			return true
		}
		case 'later': {
			for (const booking of bookings.all) grow(booking, step.minutes)
			return true
		}
		case 'rest': {
			const rest = totalOf(bookings.venue, own) - own.online - own.voucher
			const isBeingPaid = waiting !== null && waiting.payment !== null
			if (own.state === 'cancelled' || isBeingPaid || rest < LEAST) return false
			own.online += rest
			own.refundable += rest
			return true
		}
		case 'cancel': {
			const isBooked = own.state === 'confirmed'
			if (isBooked) Object.assign(own, { state: 'cancelled', waiting: null })
			return isBooked
		}
		case 'refund':
			own.refundable -= step.amount
			return true
		default:
			return ask(bookings, own, contentAsked(step, own, bookings.days))
	}
}

function grow(booking: SlowBooking, minutes: number): void {
	const { waiting } = booking
	if (!waiting) return
	waiting.age += minutes
	if (waiting.payment !== null) waiting.payment += minutes
	if ((waiting.payment ?? waiting.age) >= OPEN_MINUTES) booking.waiting = null
}

function contentAsked(
	step: Extract<Step, { what: 'guests' | 'magician' | 'move' }>,
	{ day, time, guests, magician, percent }: SlowBooking,
	days: readonly Day[],
): Content {
	const content = { day, time, guests, magician, percent }
	if (step.what === 'guests') return { ...content, guests: step.to }
	if (step.what === 'magician') return { ...content, magician: step.to }
	return { ...content, ...slotAsked(days, step) }
}

/** Asks for `to`; returns whether it is granted, and changes the booking. */
function ask(bookings: SlowBookings, own: SlowBooking, to: Content): boolean {
	if (own.state === 'cancelled' || !fits(bookings, own, to)) return false
	if (isSame(own, to)) return true
	const { venue } = bookings
	let { online, voucher, refundable } = own
	while (online + voucher > totalOf(venue, to)) {
		if (online > 0 && refundable > 0) [online, refundable] = [online - 1, refundable - 1]
		else if (voucher > 0) voucher -= 1
		else return false
	}
	const open = totalOf(venue, to) - online - voucher
	const growth = Math.max(0, onlineOf(venue, to) - onlineOf(venue, own))
	const due = own.isByVenue ? 0 : Math.min(growth, open)
	const isDue = due >= LEAST
	const { waiting } = own
	if (isDue && waiting && isSame(waiting, to) && waiting.online === online + due) return true
	if (waiting && waiting.payment !== null) return false
	if (isDue) own.waiting = { ...to, online: online + due, age: 0, payment: null }
	else {
		Object.assign(own, to, { online, voucher, refundable, waiting: null })
		own.revision += 1
	}
	return true
}

function isSame(one: Content, other: Content): boolean {
	return (
		slotOf(one) === slotOf(other) && one.guests === other.guests && one.magician === other.magician
	)
}

function priceOf(venue: Venue, productId: string, { day, percent }: Content): number {
	const product = venue.products.find(({ id }) => id === productId)
	const price = product?.prices[openingOn(venue.calendar, day).class]
	if (typeof price !== 'number') throw new Error(`no price of ${productId}`)
	return price - (price * percent) / 100
}

function totalOf(venue: Venue, content: Content): number {
	return content.guests * priceOf(venue, 'laser-round', content) + onlineOf(venue, content)
}

/** The part of the total that is due online: magicians are, laser rounds are not. */
function onlineOf(venue: Venue, content: Content): number {
	return content.magician * priceOf(venue, 'magician', content)
}

const slotOf = ({ day, time }: Content) => `${day} ${time}`

/** The places that a booking takes of each slot: its own, and what a waiting change needs beyond them. */
function takenBy(booking: SlowBooking, what: 'guests' | 'magician'): Map<string, number> {
	const taken = new Map<string, number>()
	if (booking.state === 'cancelled') return taken
	for (const content of [booking, ...(booking.waiting ? [booking.waiting] : [])]) {
		const before = taken.get(slotOf(content)) ?? 0
		taken.set(slotOf(content), Math.max(before, content[what]))
	}
	return taken
}

function fits({ all }: SlowBookings, own: SlowBooking, to: Content): boolean {
	const others = (what: 'guests' | 'magician') =>
		all
			.filter((booking) => booking !== own)
			.reduce((sum, booking) => sum + (takenBy(booking, what).get(slotOf(to)) ?? 0), 0)
	return others('guests') + to.guests <= PLACES && others('magician') + to.magician <= MAGICIANS
}

/** Returns the rows that the tables must have of a booking; places by resource and slot. */
export function pictureOf(venue: Venue, booking: SlowBooking, id: string) {
	const { state, revision, day, online, voucher } = booking
	if (state === 'cancelled') return { id, state, revision, places: null }
	const places: Record<string, number> = {}
	for (const [resource, what] of [
		['laser-arena', 'guests'],
		['magicians', 'magician'],
	] as const)
		for (const [slot, units] of takenBy(booking, what))
			if (units > 0) places[`${resource} ${slot}`] = units
	const total = totalOf(venue, booking)
	return { id, state, revision, day, online, voucher, total, places }
}
