import { Form, redirect } from 'react-router'

import { visitView } from '#app/documents/visit-view.ts'
import { now } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { pageTexts } from '#app/i18n/page-texts.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { orNotFound, orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { findShownOrder } from '#app/middleware/own-order.server.ts'
import { cartOf } from '#app/middleware/visit.server.ts'
import { countMoves } from '#app/models/booking/moves.server.ts'
import { listInvoices } from '#app/models/invoice/find.server.ts'
import { isConfirmationLost } from '#app/models/order/delivery.server.ts'
import { invitedBy } from '#app/models/order/invitation.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isBooked, isGift, type Order } from '#app/models/order/order.ts'
import { stillPossible } from '#app/models/order/policy-words.ts'
import { publicOrder } from '#app/models/order/public-order.ts'
import { countSoldVouchers } from '#app/models/order/sold-vouchers.server.ts'
import { findLatestPayment } from '#app/models/payment/latest.server.ts'
import { mayPayNow, outcomeOf } from '#app/models/payment/outcome.server.ts'
import { payCodeOf } from '#app/models/payment/pay-code.server.ts'
import { findPayment } from '#app/models/payment/payment.server.ts'
import { isLive, outcomeOfAbandoned } from '#app/models/payment/payment.ts'
import { findRefund } from '#app/models/payment/refund.server.ts'
import { payableRest } from '#app/models/payment/rest.ts'
import { qrCode } from '#app/models/qr-code.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findRestOfVoucher } from '#app/models/voucher/ledger.server.ts'
import { CheckoutPage } from '#app/routes/checkout/checkout-page.tsx'
import { Confirmation } from '#app/routes/checkout/confirmation.tsx'
import * as styles from '#app/routes/checkout/success.css.ts'
import { lookAgain, useLookAgain } from '#app/routes/payment/look-again.ts'
import { payPath, wayOn } from '#app/routes/payment/way-on.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/success.ts'

/**
 * Reads the confirmation of an order by its link, which shows it to everyone for a time; personal data goes to the
 * customer alone.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const shownOrder = await findShownOrder(context, params.bookingId)
	const { order, rights } = await orNotFoundPage(shownOrder, 'errors.orderNotFound')
	const isOwn = rights === 'all'
	const venue = currentVenue()
	const locale = localeOf(context)
	const isAbandoned = orderEnd(order) === 'abandoned'
	const refund = isAbandoned ? await findRefund(order.id) : null
	// The confirmation of a pending payment reloads itself and is redirected here, too.
	const link = await linkOf(order)
	if (link !== null && !refund) throw redirect(link, 303)
	if (isAbandoned && !refund)
		throw redirect(wayOn(outcomeOfAbandoned(await findLatestPayment(order.id))), 303)
	const { person, party, answers, voucherCode } = order
	return {
		order: publicOrder(order),
		firstName: person.firstName,
		rights,
		own: isOwn
			? {
					person,
					party,
					answers,
					voucherCode,
					voucherRest: await findRestOfVoucher(order),
					invoices: await listInvoices(order),
					invited: await invitedBy(order, now()),
				}
			: null,
		gifts: order.lines.some(isGift) ? await countSoldVouchers(order.id) : null,
		refund,
		texts: refund ? pageTexts(locale, 'success.refunded') : null,
		isRestPayable: payableRest(order, now()) > 0,
		isMailLost: isOwn && order.state === 'confirmed' && (await isConfirmationLost(order.id)),
		couldNotVerify: url.searchParams.has('unverified'),
		/** The seconds after which a page without scripts reloads; null when no payment is pending. */
		lookAgainAfter: order.state === 'pendingPayment' ? lookAgain.seconds : null,
		visit: visitView(venue, order, locale),
		code: qrCode(order.number),
		venue: {
			name: venue.name,
			contact: venue.contact,
			bring: inLocale(venue.bring, locale),
			arrival: inLocale(venue.arrival, locale),
			changes: stillPossible(venue, { ...order, moved: await countMoves(order) }, now(), locale),
		},
	}
}

/**
 * Returns the path of the pay link for an order whose payment by it has not come yet, or comes no more; null for any
 * other order.
 */
async function linkOf(order: Order): Promise<string | null> {
	const { id, state, payUntil } = order
	if (payUntil === null || isBooked(order) || orderEnd(order) === 'cancelled') return null
	const payment = state === 'pendingPayment' ? await findLatestPayment(id) : null
	if (payment && isLive(payment.state)) return null
	return payPath(payCodeOf({ id, payUntil }))
}

/**
 * Answers the button 'Erneut verifizieren': asks the provider once more how the payment stands. When nothing is paid,
 * leads the customer back to pay or give up, as there is nothing to wait for (faults N1).
 */
export async function action({ params, context }: Route.ActionArgs) {
	const { order } = orNotFound(
		await findShownOrder(context, params.bookingId),
		'errors.orderNotFound',
	)
	const payment = orNotFound(await findLatestPayment(order.id))
	const outcome = await outcomeOf(await findPayment(payment.id), 'settle', now())
	const isRunning = mayPayNow(outcome) && (await cartOf(context))?.orderId === order.id
	return redirect(isRunning ? '/checkout/overview' : wayOn(outcome), 303)
}

export default function Success({ loaderData }: Route.ComponentProps) {
	const { order, refund, couldNotVerify } = loaderData
	switch (order.state) {
		case 'confirmed':
		case 'completed':
			return <Confirmation {...loaderData} />
		case 'pendingPayment':
			return <Pending couldNotVerify={couldNotVerify} />
		case 'cancelled':
		case 'expired':
			if (refund) return <Refunded number={order.number} refund={refund} />
			return <Confirmation {...loaderData} />
	}
}

/** Shows that a payment is pending. Money may have moved, so the page reports no failure and reloads itself. */
function Pending({ couldNotVerify }: { couldNotVerify: boolean }) {
	const { t } = useI18n()
	useLookAgain()
	return (
		<CheckoutPage step="done" title={t('success.pending.title')}>
			{couldNotVerify && (
				<Alert kind="error" title={t('errors.verificationFailed')}>
					<p>{t('success.pending.silent')}</p>
				</Alert>
			)}
			<Panel title={t('payment.title')}>
				<Form method="post" className={styles.pending}>
					<p role="status">
						{t(couldNotVerify ? 'success.pending.later' : 'success.pending.text')}
					</p>
					<p>{t('success.pending.closed')}</p>
					<Button variant="ghost">{t('success.pending.verify')}</Button>
				</Form>
			</Panel>
		</CheckoutPage>
	)
}

/**
 * Shows that an order was paid without becoming a booking: its money goes back, which is neither a failure nor a
 * timeout.
 */
function Refunded({ number, refund }: { number: string; refund: 'underWay' | 'done' }) {
	const { t } = useI18n()
	return (
		<CheckoutPage step="done" title={t('success.refunded.title')}>
			<Alert kind="warning" title={t('success.refunded.what', { number })}>
				<p>{t(`success.refunded.${refund}`)}</p>
				<p>{t('success.refunded.why')}</p>
				<LinkButton to="/">{t('success.toShop')}</LinkButton>
			</Alert>
		</CheckoutPage>
	)
}
