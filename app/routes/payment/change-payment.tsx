import { data } from 'react-router'
import { z } from 'zod'

import { parseForm } from '#app/forms/form.ts'
import { PageTitle } from '#app/forms/page-title.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { unlistedHeaders } from '#app/http/action-headers.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { orNotFound, orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { outcomeIn, outcomeMiddleware } from '#app/middleware/outcome.server.ts'
import { findShownOrder } from '#app/middleware/own-order.server.ts'
import { bookingRights } from '#app/middleware/session.server.ts'
import { refuseOver } from '#app/models/order/order-end.ts'
import { changePaymentState } from '#app/models/payment/change.ts'
import { findNewest } from '#app/models/payment/latest.server.ts'
import { changePaymentWords } from '#app/routes/payment/change-payment-words.ts'
import { lookAgain } from '#app/routes/payment/look-again.ts'
import { answerOpen, openIntents } from '#app/routes/payment/open-payment.server.ts'
import { CheckedPayment, OpenPayment } from '#app/routes/payment/open-payment.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { CheckoutOutcome } from '#app/ui/order/checkout-outcome.tsx'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'

import type { Route } from './+types/change-payment.ts'

const schema = z.object({ intent: z.enum(openIntents) })

export const middleware = [outcomeMiddleware]

/**
 * Reads how the payment of a change stands, for everyone with the link, as the confirmation does: the way back from a
 * provider may be in another browser. Only a visit with rights to the booking may give the payment up, which ends the
 * change.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const shown = await findShownOrder(context, params.bookingId)
	const { order } = await orNotFoundPage(shown, 'errors.orderNotFound')
	const newest = await orNotFoundPage(await findNewest(order.id, 'change'), 'errors.orderNotFound')
	const standing = changePaymentState(newest)
	const isSilent = url.searchParams.has('unverified')
	const isChecking = standing.kind === 'paying' && (isSilent || url.searchParams.has('checking'))
	const mayGiveUp = (await bookingRights(context, order.id)) !== null
	const { publicId, number } = order
	return {
		order: { publicId, number },
		kind: standing.kind,
		words: changePaymentWords(i18nOf(context), {
			order,
			ended: refuseOver(order, now()),
			standing,
			isChecking,
			mayGiveUp,
		}),
		outcome: standing.kind === 'ended' ? outcomeIn(context) : null,
		checking: isChecking ? { isSilent } : null,
		lookAgainAfter: isChecking ? lookAgain[isSilent ? 'laterSeconds' : 'seconds'] : null,
	}
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const shown = await findShownOrder(context, params.bookingId)
	const { order } = orNotFound(shown, 'errors.orderNotFound')
	orNotFound(await findNewest(order.id, 'change'), 'errors.orderNotFound')
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') return data(submission.reply(), 422)
	const { intent } = submission.value
	if (intent === 'giveUp')
		orNotFound(await bookingRights(context, order.id), 'errors.orderNotFound')
	return answerOpen(
		{ orderId: order.id, purpose: 'change' },
		intent,
		`/booking/${order.publicId}/payment`,
	)
}

export const headers = unlistedHeaders

export default function ChangePayment({ loaderData }: Route.ComponentProps) {
	const { order, kind, words, checking, outcome } = loaderData
	return (
		<div className={pages.narrow}>
			<PageTitle>{`${words.title} · ${order.number}`}</PageTitle>
			<meta name="robots" content="noindex" />
			<div className={stack.sm}>
				<h1>{words.title}</h1>
				<p>{words.of}</p>
			</div>
			<CheckoutOutcome name={outcome} hasCart hint={words.stands} />
			{kind === 'paying' && !checking && <OpenPayment words={words.paying} />}
			{checking && <CheckedPayment words={words.checking} {...checking} />}
			{kind === 'paid' && (
				<Alert kind="success">
					<p>{words.paid}</p>
				</Alert>
			)}
			{kind === 'back' && (
				<Alert kind="warning">
					<p>{words.back}</p>
				</Alert>
			)}
			{kind === 'ended' && outcome === null && <p className={pages.lead}>{words.ended}</p>}
			<LinkButton
				to={`/booking/${order.publicId}`}
				variant={kind === 'paying' ? 'quiet' : 'primary'}
				wide
			>
				{words.toBooking}
			</LinkButton>
		</div>
	)
}
