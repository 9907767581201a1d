import { orderEnd } from '#app/models/order/order-end.ts'
import { isBooked, type Order, type OrderLine } from '#app/models/order/order.ts'
import { isForParty } from '#app/models/order/party.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** All that guests are told of a party: nothing of its order, no price and no surname. */
export type Invitation = {
	type: PartyType
	name: string
	day: Day
	startsAt: Date
	endsAt: Date
	/** It does not take place: whoever was invited hears of it. */
	isCancelled: boolean
}

type Invited = Pick<Order, 'state' | 'day' | 'party' | 'lines' | 'cancelledAt'>

/** What was invited to: a party that was paid, until so many days after it; null for anything else. */
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

/** When the party itself is, with all that belongs to it: who orders may be there for longer with tickets of their own. */
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

/** Of a firm or a team as it is; of people the first names: 'Mia' of 'Mia Becker', 'Mia und Tom'. */
export function shownName({ type, name }: { type: PartyType; name: string }): string {
	if (type === 'company' || type === 'team') return name
	return /^\S+(\s+(und|and|u\.|&|\+)\s+\S+|(?<=,)\s+\S+)*/iu.exec(name.trim())?.[0] ?? name
}
