import { redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { outcomeOf } from '#app/models/payment/outcome.server.ts'
import { findReturningPayment } from '#app/models/payment/payment.server.ts'
import { wayOn } from '#app/routes/payment/way-on.ts'

import type { Route } from './+types/payment-return'

/**
 * Answers a visitor's return from a provider: needs no cookie, believes no parameter, asks the provider how the payment
 * stands, and redirects. Our token is named `return`, because PayPal adds a `token` of its own.
 */
export async function loader({ url }: Route.LoaderArgs) {
	return comeBack(url.searchParams)
}

export async function action({ url }: Route.ActionArgs) {
	return comeBack(url.searchParams)
}

async function comeBack(search: URLSearchParams): Promise<Response> {
	const payment = await findReturningPayment(search.get('return') ?? '')
	const wish = search.has('cancelled') ? 'cancel' : 'settle'
	return redirect(wayOn(await outcomeOf(payment, wish, now())), 303)
}
