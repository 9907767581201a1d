import { data, redirect, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import { type FormResult, parseForm } from '#app/forms/form.ts'
import { now } from '#app/gateways/clock.server.ts'
import { addressHashOf } from '#app/http/address.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { outcomeIn, outcomeMiddleware } from '#app/middleware/outcome.server.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { isBooked, type Order } from '#app/models/order/order.ts'
import { findLatestPayment } from '#app/models/payment/latest.server.ts'
import { findByPayCode, payByLink } from '#app/models/payment/pay-link.server.ts'
import { isLive } from '#app/models/payment/payment.ts'
import { areAllAway, listWaysAway, listWaysToPay } from '#app/models/payment/start.server.ts'
import { providerNames } from '#app/models/provider.ts'
import { refuse } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { usualBesideCards } from '#app/models/venue/venue.ts'
import { lookAgain } from '#app/routes/payment/look-again.ts'
import { answerOpen, openIntents } from '#app/routes/payment/open-payment.server.ts'
import { CheckedPayment, OpenPayment } from '#app/routes/payment/open-payment.tsx'
import { DueByLink } from '#app/routes/payment/pay-link-form.tsx'
import { payLinkWords } from '#app/routes/payment/pay-link-words.ts'
import { payPath, wayOn } from '#app/routes/payment/way-on.ts'
import { refusedOrder, wayOf } from '#app/routes/payment/way-to-pay.server.ts'
import { problemsOf } from '#app/routes/problems.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { button } from '#app/ui/button.css.ts'
import { CheckoutOutcome } from '#app/ui/order/checkout-outcome.tsx'
import * as pages from '#app/ui/page.css.ts'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import { ProblemAlert } from '#app/ui/problem-alert.tsx'

import type { Route } from './+types/pay-link.ts'

const schema = z.discriminatedUnion('intent', [
	z.object({ intent: z.literal('pay'), wayToPay: z.enum(providerNames).optional() }),
	z.object({ intent: z.enum(openIntents) }),
])

export const middleware = [outcomeMiddleware]

/**
 * Reads the page of a pay link, which is read out on the telephone: how many come, on which day, and what it costs,
 * never a name. A code that is wrong or over is answered 410, and after ten wrong codes an address waits an hour (429).
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const found = await orderBehind(context, params.payCode)
	const { contact, besideCards = usualBesideCards } = currentVenue()
	const { t } = i18nOf(context)
	if (found.status !== 200) {
		const text = t(found.status === 429 ? 'errors.tooManyAttempts' : 'payLink.over.text')
		const over = { title: t('payLink.over.title'), text, phone: contact.phone }
		const headers = found.status === 429 ? { 'Retry-After': '3600' } : {}
		return data({ over, due: null, lookAgainAfter: null }, { status: found.status, headers })
	}
	const { order } = found
	const standing = await linkStateOf(order)
	const isSilent = url.searchParams.has('unverified')
	const isChecking = standing === 'paying' && (isSilent || url.searchParams.has('checking'))
	return {
		over: null,
		lookAgainAfter: isChecking ? lookAgain[isSilent ? 'laterSeconds' : 'seconds'] : null,
		due: {
			standing,
			checking: isChecking ? { isSilent } : null,
			words: payLinkWords(i18nOf(context), currentVenue(), order),
			outcome: standing === 'due' ? outcomeIn(context) : null,
			ways: {
				besideCards,
				waysToPay: listWaysToPay(),
				waysAway: listWaysAway(),
				isAllAway: areAllAway(),
			},
		},
	}
}

/** Returns true: the page is read again after a refusal, too, because the order may have been paid meanwhile. */
export function shouldRevalidate() {
	return true
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	const wait = loaderHeaders.get('Retry-After')
	return { 'X-Robots-Tag': 'noindex', ...(wait && { 'Retry-After': wait }) }
}

export async function action({ request, params, context }: Route.ActionArgs) {
	const found = await orderBehind(context, params.payCode)
	const path = payPath(params.payCode)
	if (found.status !== 200) return redirect(path, 303)
	const { order } = found
	const submission = parseForm(await request.formData(), schema)
	const answer = (result: FormResult) =>
		data({ result, problems: problemsOf(context, result) }, 422)
	if (submission.status !== 'success') return answer(submission.reply())
	switch (submission.value.intent) {
		case 'pay': {
			const way = wayOf(submission.value.wayToPay)
			const begun = way ? await payByLink(order.id, way, now()) : refuse('wayToPayMissing')
			if (!begun.ok) return answer(submission.reply(refusedOrder(begun)))
			const { value } = begun
			return redirect('token' in value ? `/payment/${value.token}` : wayOn(value.outcome), 303)
		}
		case 'continue':
		case 'verify':
		case 'giveUp':
			return answerOpen({ orderId: order.id, purpose: 'order' }, submission.value.intent, path)
	}
}

async function linkStateOf(order: Order): Promise<'paid' | 'paying' | 'due'> {
	if (isBooked(order)) return 'paid'
	const payment = await findLatestPayment(order.id)
	return payment !== null && isLive(payment.state) ? 'paying' : 'due'
}

type Behind = { status: 200; order: Order } | { status: 410 | 429 }

async function orderBehind(
	context: Readonly<RouterContextProvider>,
	payCode: string,
): Promise<Behind> {
	const found = await findByPayCode(payCode, addressHashOf(context))
	if (!found.ok) return { status: 429 }
	const order = found.value && (await findOrderById(found.value))
	const isOver = !order || (order.state !== 'pendingPayment' && !isBooked(order))
	return isOver ? { status: 410 } : { status: 200, order }
}

export default function PayLink({ loaderData, actionData }: Route.ComponentProps) {
	const { over, due } = loaderData
	const title = over ? over.title : due.words.title
	return (
		<div className={pages.narrow}>
			<title>{title}</title>
			<meta name="robots" content="noindex" />
			<h1>{title}</h1>
			{over && (
				<>
					<p className={pages.lead}>{over.text}</p>
					<p>
						<PhoneLink phone={over.phone} className={button.primary} />
					</p>
				</>
			)}
			{due && <Due due={due} answer={actionData ?? null} />}
		</div>
	)
}

type DueProps = {
	due: NonNullable<Route.ComponentProps['loaderData']['due']>
	answer: { result: FormResult; problems: ReturnType<typeof problemsOf> } | null
}

function Due({ due, answer }: DueProps) {
	const { standing, words, ways, outcome, checking } = due
	return (
		<>
			{answer && answer.problems.length > 0 && (
				<ProblemAlert of={answer.problems} reason={answer} />
			)}
			{!answer && <CheckoutOutcome name={outcome} hasCart hint={words.stands} />}
			{standing === 'due' && <DueByLink words={words} ways={ways} result={answer?.result} />}
			{standing === 'paying' && !checking && <OpenPayment words={words.paying} />}
			{checking && <CheckedPayment words={words.checking} {...checking} />}
			{standing === 'paid' && (
				<Alert kind="success">
					<p>{words.paid}</p>
				</Alert>
			)}
		</>
	)
}
