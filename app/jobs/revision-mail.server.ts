import { revisionLetter } from '#app/emails/revision-letter.ts'
import { now } from '#app/gateways/clock.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { newBookingUrl } from '#app/jobs/booking-url.server.ts'
import { filesOfRevision } from '#app/jobs/invoice-files.server.ts'
import { hasNoAddress, orderOf, sendLetter } from '#app/jobs/order-mail.server.ts'
import { findVenueOfTerms } from '#app/jobs/venue-of-terms.server.ts'
import { kindOfRevision } from '#app/models/order/difference.ts'
import { hasInvitation } from '#app/models/order/invitation.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { findMadeRevision } from '#app/models/order/past-revision.server.ts'
import { isAhead, untilOf } from '#app/models/order/policy.ts'
import { findRevisionMoney } from '#app/models/payment/revision-money.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Mails the change or move that made a revision, as the booking was then, however many revisions came since. No letter
 * goes to a cancelled booking, which has the letter of its cancellation, nor to an order whose visitor is forgotten.
 * @throws MailDelayed, MailRefused
 */
export async function mailRevision(
	orderId: string,
	revision: number,
	once?: string,
): Promise<void> {
	const newest = await orderOf(orderId)
	if (hasNoAddress(newest) || orderEnd(newest) === 'cancelled') return
	const made = await findMadeRevision(newest, revision)
	if (!made) throw new Error('a mail for a revision that is not there')
	const { order, before, actor, madeAt } = made
	const { paid, back, paymentIds, refundIds } = await findRevisionMoney(orderId, revision)
	const isMoved = kindOfRevision(before, order) === 'moved'
	const { guests } = untilOf(currentVenue(), order)
	const data = {
		order,
		before,
		venue: currentVenue(),
		venueOfTerms: await findVenueOfTerms(order.termsVersion),
		origin: env.APP_ORIGIN,
		link: await newBookingUrl(orderId),
		madeAt,
		isByCustomer: actor === 'customer',
		paid,
		back,
		hasInvitation: isMoved && (await hasInvitation(orderId)),
		until: isAhead(guests, now()) ? guests : null,
		invoices: await filesOfRevision(orderId, { paymentIds, refundIds }),
	}
	const letter = revisionLetter(data, translator(order.locale))
	await sendLetter(letter, `revision-${revision}`, { ...data, once })
}
