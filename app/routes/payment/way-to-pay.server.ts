import type { RouterContextProvider } from 'react-router'

import { refused, refusedAt } from '#app/forms/form.ts'
import { now } from '#app/gateways/clock.server.ts'
import { bookedIn } from '#app/middleware/session.server.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { priceCart } from '#app/models/cart/price.ts'
import { findLatestPayment } from '#app/models/payment/latest.server.ts'
import { outcomeOf, type PaymentIntent } from '#app/models/payment/outcome.server.ts'
import { findPayment } from '#app/models/payment/payment.server.ts'
import type { PaymentOutcome } from '#app/models/payment/payment.ts'
import { listWaysToPay } from '#app/models/payment/start.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import type { Refusal, Refused } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { wayOn } from '#app/routes/payment/way-on.ts'

const ofWay: Refusal[] = ['wayToPayMissing', 'wayAway']

/** Returns the form's answer to a refused order or payment; a problem with the way to pay stands at that field. */
export function refusedOrder(result: Refused) {
	const isOfWay = ofWay.some((refusal) => result.message.key === `errors.${refusal}`)
	return isOfWay ? refusedAt('wayToPay', result) : refused(result)
}

/**
 * True when an order with something to pay online has no way to pay; reported together with the other problems of its
 * form.
 */
export function isUnpaid(
	cart: Cart,
	{ intent, wayToPay }: Record<string, unknown>,
	at: Instant,
): boolean {
	if (intent !== 'order' || wayOf(wayToPay) !== null) return false
	return priceCart(currentVenue(), cart, at).totals.online > 0
}

/** Returns the chosen provider; the only one when there is no choice; null for an unknown one. */
export function wayOf(chosen: unknown): ProviderName | null {
	const ways = listWaysToPay()
	if (ways.length === 1) return ways[0]
	return ways.find((way) => way === chosen) ?? null
}

/** Returns the path of the order just booked in this session; that of the cart when there is none. */
export async function wayToBooked(context: Readonly<RouterContextProvider>): Promise<string> {
	const publicId = await bookedIn(context)
	return publicId ? wayOn({ publicId }) : '/cart'
}

/**
 * Asks how an order's latest payment stands, or gives it up, as `wish` says, and returns the outcome; null without a
 * payment.
 */
export async function outcomeOfOrder(
	orderId: string | null,
	wish: PaymentIntent,
): Promise<PaymentOutcome | null> {
	const payment = orderId && (await findLatestPayment(orderId))
	return payment ? outcomeOf(await findPayment(payment.id), wish, now()) : null
}
