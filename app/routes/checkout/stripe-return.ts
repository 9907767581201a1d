import { redirect } from 'react-router'
import type { Route } from './+types/stripe-return'

import { now } from '#app/gateways/clock.server.ts'
import { ProviderUnavailable } from '#app/gateways/provider-error.ts'
import { isFinal } from '#app/models/payment/payment.ts'
import {
	cancelPayment,
	findReturningPayment,
	settlePayment,
} from '#app/models/payment/payment.server.ts'

/**
 * Where Stripe sends the visitor back to. It needs no cookie, trusts nothing it is told and asks the
 * provider; the answer shows on a page of its own.
 */
export async function loader({ url }: Route.LoaderArgs) {
	return comeBack(url.searchParams)
}

export async function action({ url }: Route.ActionArgs) {
	return comeBack(url.searchParams)
}

async function comeBack(search: URLSearchParams): Promise<Response> {
	const paymentId = await findReturningPayment(search.get('token') ?? '')
	if (!paymentId) return redirect('/checkout/overview?checkout=failed', 303)

	const look = search.has('cancelled') ? cancelPayment : settlePayment
	const standing = await look(paymentId, now()).catch((error: unknown) => {
		if (error instanceof ProviderUnavailable) return null
		throw error
	})
	if (!standing) return redirect('/checkout/overview?checkout=unverified', 303)
	if (standing.state === 'open' || isFinal(standing.state))
		return redirect(`/checkout/success/${standing.publicId}`, 303)
	return redirect(
		`/checkout/overview?checkout=${standing.state === 'expired' ? 'timeout' : 'failed'}`,
		303,
	)
}
