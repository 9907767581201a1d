import { revisionLetter } from '#app/emails/revision-letter.ts'
import { now } from '#app/gateways/clock.server.ts'
import { env } from '#app/gateways/env.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { newBookingUrl } from '#app/jobs/booking-url.server.ts'
import { filesOfRevision } from '#app/jobs/invoice-files.server.ts'
import { findVenueOfTerms, hasNoAddress, orderOf, sendLetter } from '#app/jobs/order-mail.server.ts'
import { hasInvitation } from '#app/models/order/invitation.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { findMadeRevision } from '#app/models/order/past-revision.server.ts'
import { isAhead, untilOf } from '#app/models/order/policy.ts'
import { findRevisionMoney } from '#app/models/payment/revision-money.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Mails the change or move that made a revision, as it was then, however many came since. A booking that was cancelled
 * before has the letter of its cancellation; an order whose visitor is forgotten has no address left.
 * @throws MailDelayed, MailRefused
 */
export async function mailRevision(orderId: string, revision: number): Promise<void> {
	const newest = await orderOf(orderId)
	if (hasNoAddress(newest) || orderEnd(newest) === 'cancelled') return
	const made = await findMadeRevision(newest, revision)
	if (!made) throw new Error('a mail for a revision that is not there')
	const { order, before, actor, madeAt } = made
	const { paid, back, paymentIds, refundIds } = await findRevisionMoney(orderId, revision)
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
		hasInvitation: await hasInvitation(orderId),
		until: isAhead(guests, now()) ? guests : null,
		invoices: await filesOfRevision(orderId, { paymentIds, refundIds }),
	}
	await sendLetter(revisionLetter(data, translator(order.locale)), `revision-${revision}`, data)
}
