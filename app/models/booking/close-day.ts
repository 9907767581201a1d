import type { LocalText } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { Fate, Fates } from '#app/models/venue/override.ts'

/** A booking as it is named to staff who close its day. */
export type NamedBooking = {
	orderId: string
	number: string
	/** The name of the party, else the customer's last name. */
	name: string
	customer: string
	phones: string[]
	hasMail: boolean
	title: LocalText | null
	/**
	 * The room to name: one chosen from a group before one that the product always uses; null for a booking without a
	 * room.
	 */
	room: LocalText | null
	/** The number of guests as the day's page counts them; 0 when none are known. */
	guests: number
	/** The time from the beginning of its first place on the day to the end of its last; null without places. */
	visit: { startsAt: Date; endsAt: Date } | null
	/** The part of the online payments that was not given back. */
	paid: Cents
	voucher: Cents
	/** The money that the till took and did not give back. */
	paidOnSite: Cents
	/**
	 * False while the booking's payment is awaited: staff tick nothing for it, because `closedDay.latePayment` of the
	 * venue's files decides.
	 */
	isPaid: boolean
	/** True when the booking is on another day, and its move to this one waits for a payment. */
	isMoving: boolean
}

type FateOf = { orderId: string; fate: Fate }

/**
 * Decides the fate of each booking of a day that is closed: as staff ticked, and 'leave' for one that is not paid yet
 * or is still on another day. Refused with the bookings that staff were not shown.
 */
export function judgeFates(
	bookings: readonly NamedBooking[],
	fates: Fates,
): Result<FateOf[]> | (Refused & { unseen: NamedBooking[] }) {
	const unseen = bookings.filter(({ orderId }) => !Object.hasOwn(fates, orderId))
	if (unseen.length > 0) {
		const names = unseen.map(({ name, number }) => `${name} (${number})`).join(', ')
		return { ...refuse('desk.bookingsCame', { names }), unseen }
	}
	return ok(
		bookings.map((booking) => ({
			orderId: booking.orderId,
			fate: (isTickable(booking) && fates[booking.orderId]) || ('leave' as const),
		})),
	)
}

/**
 * True for a booking that staff can tick to be cancelled or moved when they close its day: it is paid, and on that day.
 */
export function isTickable({
	isPaid,
	isMoving,
}: Pick<NamedBooking, 'isPaid' | 'isMoving'>): boolean {
	return isPaid && !isMoving
}

/** Counts the bookings that are left, to be moved by their customers, and cancelled. */
export function countsAs(fates: readonly Fate[]) {
	const count = (wanted: Fate) => fates.filter((fate) => fate === wanted).length
	return { left: count('leave'), moved: count('move'), cancelled: count('cancel') }
}
