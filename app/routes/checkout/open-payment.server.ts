import { redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { resumePayment } from '#app/models/payment/create.server.ts'
import { isPayable, outcomeOf, type Wish } from '#app/models/payment/outcome.server.ts'
import { findLatestPayment, findPayment } from '#app/models/payment/payment.server.ts'
import { isEnded, type PaymentOutcome } from '#app/models/payment/payment.ts'
import { wayOn } from '#app/routes/checkout/way-on.ts'

/** The buttons for a payment that was begun: on to the provider, ask how it stands, or give it up. */
export const openIntents = ['continue', 'verify', 'giveUp'] as const
type OpenIntent = (typeof openIntents)[number]

/** Does what a button for the open payment of a booking says, and leads on; `page` is the page that has the button. */
export async function answerOpen(
	orderId: string,
	intent: OpenIntent,
	page: string,
): Promise<Response> {
	switch (intent) {
		case 'continue': {
			const token = await resumePayment(orderId)
			return redirect(token ? `/payment/${token}` : page, 303)
		}
		case 'verify': {
			const outcome = await ask(orderId, 'settle')
			return redirect(isPayable(outcome) ? page : wayOn(outcome), 303)
		}
		case 'giveUp': {
			const outcome = await ask(orderId, 'cancel')
			return redirect(isEnded(outcome) ? page : wayOn(outcome), 303)
		}
	}
}

async function ask(orderId: string, wish: Wish): Promise<PaymentOutcome> {
	const { id } = orNotFound(await findLatestPayment(orderId))
	return outcomeOf(await findPayment(id), wish, now())
}
