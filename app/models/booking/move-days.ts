import { askedLines, type AskedChange } from '#app/models/booking/asked-lines.ts'
import { cartOf } from '#app/models/booking/booked-cart.ts'
import { rebook, type Moment } from '#app/models/booking/rebooked.ts'
import { planRevision, type Booking } from '#app/models/booking/revise.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Cents } from '#app/models/money.ts'
import type { OwnPlace } from '#app/models/order/revision-content.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import { isBookable, startTimes } from '#app/models/venue/calendar.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'
import { addDays } from '#app/models/venue/day.ts'
import { parseDuration, type Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Lists the days and times to which a booking can be moved: those at which all its lines find places, with the
 * difference in price. `change` is a change made together with the move, such as more guests.
 */

/**
 * The days from `first` to `last` with the places taken on each, the booking's own places included; `change` is made
 * together with the move.
 */
export type MoveDays = {
	first: Day
	last: Day
	byDay: ReadonlyMap<Day, readonly Load[]>
	change?: AskedChange
}

/**
 * A day of the calendar in which a booking is moved. free: `difference` is that of the whole booking's price, and
 * `isScarce` says that few times are left · closed: the day cannot be booked or is over, for the reason given · full:
 * places are lacking · refused: another rule than places is in the way.
 */
export type MoveDay = { day: Day } & (
	| { kind: 'free'; difference: Cents; isScarce: boolean }
	| { kind: 'closed'; reason: Refused }
	| { kind: 'full'; reason: Refused }
	| { kind: 'refused'; reason: Refused }
)

/**
 * A time ('HH:MM') to which a booking can be moved, with the difference in price and the room that it would get; `time`
 * is null for a booking without times.
 */
export type MoveTime = { time: string | null; difference: Cents; room: Resource | null }

/** The number of fitting start times below which a day counts as scarce. */
const FEW = 3

/**
 * Lists the days from `first` to `last`, each with the difference in price of a booking moved there, or with the reason
 * why it cannot be.
 */
export function listMoveDays(
	venue: Venue,
	booking: Booking,
	{ first, last, byDay, change }: MoveDays,
	moment: Moment,
): MoveDay[] {
	const days: MoveDay[] = []
	for (let day = first; day <= last; day = addDays(day, 1)) {
		const loads = withoutOwn(byDay.get(day) ?? [], booking.places)
		days.push(moveDay(venue, { ...booking, loads }, { day, ...(change && { change }) }, moment))
	}
	return days
}

/**
 * Lists the times of a day, but for the booking's own, at which all its lines find places; `loads` are all places taken
 * on the day, the booking's own included.
 */
export function listMoveTimes(
	venue: Venue,
	booking: Booking,
	{ day, loads, change }: { day: Day; loads: readonly Load[]; change?: AskedChange },
	moment: Moment,
): MoveTime[] {
	const found = { ...booking, loads: withoutOwn(loads, booking.places) }
	return timesOn(venue, booking, day, moment).flatMap((time) => {
		const plan = planRevision(
			venue,
			found,
			{ kind: 'move', day, time, ...(change && { change }) },
			moment,
		)
		// The booking's own time is no new one.
		if (!plan.ok || plan.value.revision === booking.order.revision) return []
		const { money, room } = plan.value
		return { time, difference: money.difference, room: room.after }
	})
}

type WantedMove = { day: Day; change?: AskedChange }

function moveDay(
	venue: Venue,
	booking: Booking,
	{ day, change }: WantedMove,
	moment: Moment,
): MoveDay {
	const bookable = isBookable(venue.calendar, day, moment.now)
	if (!bookable.ok) return { day, kind: 'closed', reason: bookable }
	const reasons: Refused[] = []
	const fitting: (string | null)[] = []
	for (const time of timesOn(venue, booking, day, moment)) {
		const asked = { kind: 'move' as const, day, time, ...(change && { change }) }
		const fits = fitsAt(venue, booking, asked, moment)
		if (fits.ok) fitting.push(time)
		else reasons.push(fits)
		if (fitting.length >= FEW) break
	}
	const [time] = fitting
	if (time === undefined) return unfit(day, reasons)
	const asked = { kind: 'move' as const, day, time, ...(change && { change }) }
	const plan = planRevision(venue, booking, asked, moment)
	if (!plan.ok) return unfit(day, [plan])
	return {
		day,
		kind: 'free',
		difference: plan.value.money.difference,
		isScarce: fitting.length < FEW,
	}
}

/**
 * Makes the result for a day on which no time fits. A time that has begun says nothing about the day while others are
 * ahead, and a day with a time that is booked by telephone is not full (faults N414).
 */
function unfit(day: Day, reasons: readonly Refused[]): MoveDay {
	const [reason = refuse('noFreePlaces')] = reasons.toSorted(
		(one, other) => rankOf(one) - rankOf(other),
	)
	return { day, kind: kinds.get(knownKey(reason)) ?? 'refused', reason }
}

/** The kinds of day by the refusal of its times, in the order of refusals; null stands for all that are not named. */
const kinds = new Map<string | null, 'refused' | 'full' | 'closed'>([
	['errors.onlyByPhone', 'refused'],
	['errors.noFreePlaces', 'full'],
	['errors.chooseOtherPeriod', 'full'],
	['errors.booking.notOffered', 'closed'],
	[null, 'refused'],
	['errors.slotBegun', 'closed'],
])
const ranks = [...kinds.keys()]
const knownKey = ({ message }: Refused) => (kinds.has(message.key) ? message.key : null)
const rankOf = (reason: Refused) => ranks.indexOf(knownKey(reason))

/** Finds the places of all lines of a booking moved to a time, or refuses; prices are not computed. */
function fitsAt(
	venue: Venue,
	booking: Booking,
	asked: Parameters<typeof askedLines>[2],
	moment: Moment,
) {
	const cart = cartOf(venue, booking.order)
	let made = 0
	const newId = () => `new-${(made += 1)}`
	const lines = askedLines(venue, cart, asked, { now: moment.now, newId })
	return lines.ok ? rebook(venue, { ...booking, cart }, lines.value, moment) : lines
}

/**
 * Lists the start times at which the first visit of a booking could begin on a day; one null for a booking without
 * visits.
 */
function timesOn(venue: Venue, { order }: Booking, day: Day, { now }: Moment): (string | null)[] {
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return []
	const cart = cartOf(venue, order)
	for (const line of cart.lines) {
		const product = findProduct(venue, line.productId)
		const duration = parseDuration(line.duration)
		if (!product || product.duration === undefined || duration === null) continue
		return startTimes(bookable.value.hours, product.raster ?? venue.entry.raster, duration, day)
	}
	return [null]
}

/** Subtracts the places of the booking itself from the loads of a day. */
function withoutOwn(loads: readonly Load[], places: readonly OwnPlace[]): Load[] {
	return loads.flatMap((load) => {
		const own = places
			.filter(
				({ resourceId, blocked }) =>
					resourceId === load.resourceId &&
					blocked.from === load.from &&
					blocked.until === load.until,
			)
			.reduce((sum, { units }) => sum + units, 0)
		return own < load.units ? [{ ...load, units: load.units - own }] : []
	})
}
