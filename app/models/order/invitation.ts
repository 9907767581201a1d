import { orderEnd } from '#app/models/order/order-end.ts'
import { isBooked, type Order, type OrderLine } from '#app/models/order/order.ts'
import { isForParty } from '#app/models/order/party.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** The facts of a party that its guests see: no order, no price and no surname. */
export type Invitation = {
	type: PartyType
	name: string
	day: Day
	startsAt: Date
	endsAt: Date
	/** The party was cancelled; the invitation tells its guests. */
	isCancelled: boolean
}

type Invited = Pick<Order, 'state' | 'day' | 'party' | 'lines' | 'cancelledAt'>

/** The invitation to a paid party, until `keptDays` days after it; null for any other order. */
export function invitationTo(
	venue: Venue,
	order: Invited,
	{ today, keptDays }: { today: Day; keptDays: number },
): Invitation | null {
	const { day, party } = order
	const isCancelled = orderEnd(order) === 'cancelled'
	const times = partyTimes(venue, order)
	if (!isBooked(order) && !isCancelled) return null
	if (!day || !party || !times || addDays(day, keptDays) < today) return null
	return { type: party.type, name: shownName(party), day, ...times, isCancelled }
}

/** The times of the party with its extras; the host's own tickets may last longer. */
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
 * The name that guests see: a company's or team's as it is, of people the first: 'Mia' of 'Mia Becker', 'Mia und Tom'.
 */
export function shownName({ type, name }: { type: PartyType; name: string }): string {
	if (type === 'company' || type === 'team') return name
	return /^\S+(\s+(und|and|u\.|&|\+)\s+\S+|(?<=,)\s+\S+)*/iu.exec(name.trim())?.[0] ?? name
}
