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
 * The days and times to which a booking can be moved: those at which all of it fits, with what it costs more or less
 * then. `change` is what is to be changed with it, such as more guests.
 */

/** The days from `first` to `last` with the places taken on each, the booking's own among them. */
export type MoveDays = {
	first: Day
	last: Day
	byDay: ReadonlyMap<Day, readonly Load[]>
	change?: AskedChange
}

/**
 * A day to move to. free: `difference` is that of the whole booking, and `isScarce` says that few times are left ·
 * closed: the day cannot be booked, for the reason given · full: nothing fits.
 */
export type MoveDay = { day: Day } & (
	| { kind: 'free'; difference: Cents; isScarce: boolean }
	| { kind: 'closed'; reason: Refused }
	| { kind: 'full'; reason: Refused }
)

/** A time of the venue's clock to move to, null for a booking without times. */
export type MoveTime = { time: string | null; difference: Cents; room: Resource | null }

/** A day with fewer times than this is nearly full. */
const FEW = 3

/** Lists the days from `first` to `last`, and whether the booking fits on each. */
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

/** Lists the times of a day at which all of the booking fits; `loads` are all places taken on it. */
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
		if (!plan.ok) return []
		const { money, room } = plan.value
		return { time, difference: money.difference, room: room.after }
	})
}

type Wanted = { day: Day; change?: AskedChange }

function moveDay(venue: Venue, booking: Booking, { day, change }: Wanted, moment: Moment): MoveDay {
	const bookable = isBookable(venue.calendar, day, moment.now)
	if (!bookable.ok) return { day, kind: 'closed', reason: bookable }
	let reason = refuse('noFreePlaces')
	const fitting: (string | null)[] = []
	for (const time of timesOn(venue, booking, day, moment)) {
		const asked = { kind: 'move' as const, day, time, ...(change && { change }) }
		const fits = fitsAt(venue, booking, asked, moment)
		if (fits.ok) fitting.push(time)
		else reason = fits
		if (fitting.length >= FEW) break
	}
	const [time] = fitting
	if (time === undefined) return { day, kind: 'full', reason }
	const asked = { kind: 'move' as const, day, time, ...(change && { change }) }
	const plan = planRevision(venue, booking, asked, moment)
	if (!plan.ok) return { day, kind: 'full', reason: plan }
	return {
		day,
		kind: 'free',
		difference: plan.value.money.difference,
		isScarce: fitting.length < FEW,
	}
}

/** Decides whether all lines find their places at a time, without what they cost. */
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

/** The times at which the first visit of the booking can begin on a day; one null for a booking without visits. */
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

/** The loads of a day without a booking's own places, which they count. */
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
