import { calendarSequence } from '#app/models/order/calendar-file.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isBooked, type Order, type OrderLine } from '#app/models/order/order.ts'
import { isForParty } from '#app/models/order/party.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** The facts of a party that an invitation shows to its guests: no order number, no price and no surname. */
export type Invitation = {
	type: PartyType
	name: string
	day: Day
	startsAt: Date
	endsAt: Date
	/** The party was cancelled; the invitation tells its guests. */
	isCancelled: boolean
	/**
	 * The day and times that the invitation showed before the party was moved; null when it was not moved since, and for
	 * a cancelled party.
	 */
	movedFrom: { day: Day; startsAt: Date; endsAt: Date } | null
	/** The sequence number of the party's calendar file (RFC 5545). */
	sequence: number
}

type Invited = Pick<Order, 'state' | 'revision' | 'day' | 'party' | 'lines' | 'cancelledAt'>

type Times = { startsAt: Date; endsAt: Date }

/** The part of an order that moving its party changes: its day, and its lines with their times. */
export type Dated = Pick<Order, 'day' | 'lines'>

/**
 * Returns the invitation to the party of an order that is paid or was cancelled, until `keptDays` days after its day;
 * null for any other order. `before` is the order as it was when the link was made, null if it was never changed.
 */
export function invitationTo(
	venue: Venue,
	order: Invited,
	{ today, keptDays, before = null }: { today: Day; keptDays: number; before?: Dated | null },
): Invitation | null {
	const { day, party } = order
	const isCancelled = orderEnd(order) === 'cancelled'
	const times = partyTimes(venue, order)
	if (!isBooked(order) && !isCancelled) return null
	if (!day || !party || !times || addDays(day, keptDays) < today) return null
	const movedFrom = isCancelled ? null : timesBefore(venue, before, times)
	const sequence = calendarSequence(order)
	return {
		type: party.type,
		name: shownName(party),
		day,
		...times,
		isCancelled,
		movedFrom,
		sequence,
	}
}

/** The day and times of a party before it was moved; null when it was not moved. */
function timesBefore(venue: Venue, before: Dated | null, now: Times): Invitation['movedFrom'] {
	const times = before && partyTimes(venue, before)
	if (!before?.day || !times || isSame(times, now)) return null
	return { day: before.day, ...times }
}

function isSame(one: Times, other: Times): boolean {
	return (
		one.startsAt.valueOf() === other.startsAt.valueOf() &&
		one.endsAt.valueOf() === other.endsAt.valueOf()
	)
}

/**
 * The first start and the last end of a party with its extras. Other lines, such as the host's own tickets, may last
 * longer and are left out, unless the order has no others.
 */
function partyTimes(venue: Venue, { lines }: Pick<Order, 'lines'>) {
	const own = lines.filter(({ productId }) => {
		const product = findProduct(venue, productId)
		return product && isForParty(venue, product)
	})
	const positions = new Set(own.map(({ position }) => position))
	const belongs = ({ position, parentPosition }: OrderLine) =>
		positions.has(parentPosition ?? position)
	return visitTimes({ lines: lines.filter(belongs) }) ?? visitTimes({ lines })
}

/**
 * The name of a party as its guests see it. For a company or team it is the whole name, for people the first names:
 * 'Mia' of 'Mia Becker', or 'Mia und Tom'.
 */
export function shownName({ type, name }: { type: PartyType; name: string }): string {
	if (type === 'company' || type === 'team') return name
	return /^\S+(\s+(und|and|u\.|&|\+)\s+\S+|(?<=,)\s+\S+)*/iu.exec(name.trim())?.[0] ?? name
}
