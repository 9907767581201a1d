import { redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { resumePayment } from '#app/models/payment/create.server.ts'
import { findLatestPayment } from '#app/models/payment/latest.server.ts'
import { mayPayNow, outcomeOf, type PaymentIntent } from '#app/models/payment/outcome.server.ts'
import { findPayment } from '#app/models/payment/payment.server.ts'
import { isEnded, isLive, type PaymentPurpose } from '#app/models/payment/payment.ts'
import { wayOn } from '#app/routes/payment/way-on.ts'

/**
 * The buttons for a payment that was begun: go on to the provider, ask it how the payment stands, or give the payment
 * up.
 */
export const openIntents = ['continue', 'verify', 'giveUp'] as const
type OpenIntent = (typeof openIntents)[number]

type Open = { orderId: string; purpose: PaymentPurpose }

/**
 * Does what a button for the open payment of an order says, and redirects. `page` is the path of the page with the
 * button; it acts on payments of its own purpose alone, because another may ask for more rights (faults K91).
 */
export async function answerOpen(
	{ orderId, purpose }: Open,
	intent: OpenIntent,
	page: string,
): Promise<Response> {
	const latest = orNotFound(await findLatestPayment(orderId, purpose))
	const ask = async (wish: PaymentIntent) => outcomeOf(await findPayment(latest.id), wish, now())
	switch (intent) {
		case 'continue': {
			const token = isLive(latest.state) && (await resumePayment(orderId, purpose))
			return redirect(token ? `/payment/${token}` : page, 303)
		}
		case 'verify': {
			const outcome = await ask('settle')
			return redirect(mayPayNow(outcome) ? page : wayOn(outcome), 303)
		}
		case 'giveUp': {
			const outcome = await ask('cancel')
			return redirect(isEnded(outcome) ? page : wayOn(outcome), 303)
		}
	}
}
