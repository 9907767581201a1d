import { data, redirect } from 'react-router'
import { z } from 'zod'

import { type FormResult, parseForm } from '#app/forms/form.ts'
import { PageTitle } from '#app/forms/page-title.tsx'
import { now } from '#app/gateways/clock.server.ts'
import { unlistedHeaders } from '#app/http/action-headers.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { orNotFound, orNotFoundPage } from '#app/middleware/not-found.server.ts'
import { outcomeIn, outcomeMiddleware } from '#app/middleware/outcome.server.ts'
import { findShownOrder } from '#app/middleware/own-order.server.ts'
import { zero } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import type { BegunPayment } from '#app/models/payment/begin.server.ts'
import { findNewest } from '#app/models/payment/latest.server.ts'
import { payRest } from '#app/models/payment/rest.server.ts'
import { payableRest, restPaymentState } from '#app/models/payment/rest.ts'
import { areAllAway, listWaysAway, listWaysToPay } from '#app/models/payment/start.server.ts'
import { providerNames, type ProviderName } from '#app/models/provider.ts'
import { refuse, type Refused, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { usualBesideCards } from '#app/models/venue/venue.ts'
import { refusalInit } from '#app/pages/refusal-init.server.ts'
import { lookAgain } from '#app/routes/payment/look-again.ts'
import { answerOpen, openIntents } from '#app/routes/payment/open-payment.server.ts'
import { CheckedPayment, OpenPayment } from '#app/routes/payment/open-payment.tsx'
import { DueRest } from '#app/routes/payment/rest-forms.tsx'
import { restWords } from '#app/routes/payment/rest-words.ts'
import { wayOn } from '#app/routes/payment/way-on.ts'
import { refusedOrder, wayOf } from '#app/routes/payment/way-to-pay.server.ts'
import { problemsOf } from '#app/routes/problems.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { CheckoutOutcome } from '#app/ui/order/checkout-outcome.tsx'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { ProblemAlert } from '#app/ui/problem-alert.tsx'

import type { Route } from './+types/rest.ts'

const schema = z.discriminatedUnion('intent', [
	z.object({
		intent: z.literal('pay'),
		wayToPay: z.enum(providerNames).optional(),
		/** The rest in cents that the page has shown; a page of the build before sends none. */
		amount: z.coerce.number().optional().catch(-1),
	}),
	z.object({ intent: z.enum(openIntents) }),
])

export const middleware = [outcomeMiddleware]

/** Reads how the payment of a booking's rest stands. Everyone with the link may see it, as with the confirmation. */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const shown = await findShownOrder(context, params.bookingId)
	const { order } = await orNotFoundPage(shown, 'errors.orderNotFound')
	const { publicId, number, day } = order
	const standing = restPaymentState(order, await findNewest(order.id, 'rest'), now())
	const isSilent = url.searchParams.has('unverified')
	const isChecking = standing.kind === 'paying' && (isSilent || url.searchParams.has('checking'))
	return {
		order: { publicId, number },
		standing,
		words: restWords(i18nOf(context), { order: { number, day }, standing, isChecking }),
		outcome: standing.kind === 'due' ? outcomeIn(context) : null,
		checking: isChecking ? { isSilent } : null,
		lookAgainAfter: isChecking ? lookAgain[isSilent ? 'laterSeconds' : 'seconds'] : null,
		ways: {
			besideCards: currentVenue().besideCards ?? usualBesideCards,
			waysToPay: listWaysToPay(),
			waysAway: listWaysAway(),
			isAllAway: areAllAway(),
		},
	}
}

/** Returns true: the page is read again after a refusal, too, because the rest may have been paid meanwhile. */
export function shouldRevalidate() {
	return true
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const shown = await findShownOrder(context, params.bookingId)
	const { order } = orNotFound(shown, 'errors.orderNotFound')
	const submission = parseForm(await request.formData(), schema)
	const answer = (result: FormResult, refused?: Refused) => {
		const isChangeBeingPaid = refused?.message.key === 'errors.booking.changeBeingPaid'
		const init = refused ? refusalInit(refused) : { status: 422 }
		return data({ result, problems: problemsOf(context, result), isChangeBeingPaid }, init)
	}
	if (submission.status !== 'success') return answer(submission.reply())
	const page = `/booking/${order.publicId}/rest`
	switch (submission.value.intent) {
		case 'pay': {
			const { wayToPay, amount } = submission.value
			const begun = isAsShown(order, amount)
				? await begin(order, wayOf(wayToPay), amount)
				: refuse('booking.sumsChanged')
			if (!begun.ok) return answer(submission.reply(refusedOrder(begun)), begun)
			const { value } = begun
			return redirect('token' in value ? `/payment/${value.token}` : wayOn(value.outcome), 303)
		}
		case 'continue':
		case 'verify':
		case 'giveUp':
			return answerOpen({ orderId: order.id, purpose: 'rest' }, submission.value.intent, page)
	}
}

/**
 * False for a page that has shown another rest than is left now: its button would order something else (faults N293).
 * Asked before the payment that may be open elsewhere is looked at, which a stale page must not close.
 */
function isAsShown(order: Order, amount: number | undefined): boolean {
	const left = payableRest(order, now())
	return amount === undefined || amount === left || left === zero
}

async function begin(
	{ id }: Order,
	way: ProviderName | null,
	shown: number | undefined,
): Promise<Result<BegunPayment>> {
	return way ? payRest(id, way, now(), shown) : refuse('wayToPayMissing')
}

export const headers = unlistedHeaders

export default function Rest({ loaderData, actionData }: Route.ComponentProps) {
	const { order, standing, words, checking, outcome, ways } = loaderData
	return (
		<div className={pages.narrow}>
			<PageTitle>{`${words.title} · ${order.number}`}</PageTitle>
			<meta name="robots" content="noindex" />
			<div className={stack.sm}>
				<h1>{words.title}</h1>
				<p>{words.of}</p>
			</div>
			{actionData && actionData.problems.length > 0 && (
				<ProblemAlert of={actionData.problems} reason={actionData}>
					{actionData.isChangeBeingPaid && (
						<LinkButton to={`/booking/${order.publicId}/payment`}>{words.toChange}</LinkButton>
					)}
				</ProblemAlert>
			)}
			{!actionData && <CheckoutOutcome name={outcome} hasCart hint={words.stands} />}
			{'isBack' in standing && standing.isBack && (
				<Alert kind="warning">
					<p>{words.back}</p>
				</Alert>
			)}
			{standing.kind === 'due' && (
				<DueRest words={words.due} ways={ways} result={actionData?.result} />
			)}
			{standing.kind === 'paying' && !checking && <OpenPayment words={words.paying} />}
			{checking && <CheckedPayment words={words.checking} {...checking} />}
			{standing.kind === 'paid' && (
				<Alert kind="success">
					<p>{words.paid}</p>
				</Alert>
			)}
			{standing.kind === 'over' && <p className={pages.lead}>{words.over}</p>}
			<LinkButton
				to={`/checkout/success/${order.publicId}`}
				variant={standing.kind === 'paid' ? 'primary' : 'quiet'}
				wide
			>
				{words.toBooking}
			</LinkButton>
		</div>
	)
}
