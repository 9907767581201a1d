import { actorOf, isAtLeast, type Staff } from '#app/models/staff/staff.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** A till note, by its author and whether it was written today. */
type Noted = { actor: string; isOfToday: boolean }

/** True when a member of staff may take a till note back: level 'counter' its own of today, level 'shift' any. */
export function mayTakeBack(staff: Staff, { actor, isOfToday }: Noted): boolean {
	return isAtLeast(staff, 'shift') || (isOfToday && actor === actorOf(staff))
}

/** A headcount: the numbers of guests who were booked and who came, and whether money goes back because of it. */
type Count = { booked: number; came: number; givesBack: boolean }

/**
 * True when a member of staff may note a headcount: level 'counter' no more guests than booked and only while no money
 * goes back, level 'shift' any.
 */
export function mayCount(staff: Staff, { booked, came, givesBack }: Count): boolean {
	return isAtLeast(staff, 'shift') || (came <= booked && !givesBack)
}

/**
 * True when a member of staff may note the headcount of a visit on `day`: level 'counter' from that day on, level
 * 'shift' at any time. Before the visit, fewer guests are a change of the booking, which customers make until their
 * deadline and 'shift' after it (faults N376).
 */
export function mayCountOn(staff: Staff, { day, today }: { day: Day; today: Day }): boolean {
	return isAtLeast(staff, 'shift') || day <= today
}
