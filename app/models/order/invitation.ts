import { isBooked, type Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

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
	order: Invited,
	{ today, keptDays }: { today: Day; keptDays: number },
): Invitation | null {
	const { day, party, cancelledAt } = order
	const isCancelled = cancelledAt !== null
	const times = visitTimes(order)
	if (!isBooked(order) && !isCancelled) return null
	if (!day || !party || !times || addDays(day, keptDays) < today) return null
	return { type: party.type, name: shownName(party), day, ...times, isCancelled }
}

/** Of a firm or a team as it is; of people the first names: 'Mia' of 'Mia Becker', 'Mia und Tom'. */
export function shownName({ type, name }: { type: PartyType; name: string }): string {
	if (type === 'company' || type === 'team') return name
	return /^\S+(\s+(und|and|u\.|&|\+)\s+\S+|(?<=,)\s+\S+)*/iu.exec(name.trim())?.[0] ?? name
}
