import { z } from 'zod'

import {
	connectPayPal,
	type PayPalAccount,
	type PayPalClient,
} from '#app/gateways/paypal-client.server.ts'
import { itemText, listMoney, traceMoney } from '#app/gateways/paypal-money.server.ts'
import { payPalWebhooks } from '#app/gateways/paypal-webhook.server.ts'
import {
	capturesOf,
	disputeOf,
	disputeSchema,
	hasFailed,
	orderPath,
	orderSchema,
	progressOf,
	refundsOf,
	reportOf,
	type Order,
} from '#app/gateways/paypal-words.ts'
import { ProviderRefused, ProviderUnavailable } from '#app/gateways/provider-error.ts'
import type { NewPayment, PaymentProvider, StartedPayment } from '#app/gateways/provider.ts'
import type { Cents } from '#app/models/money.ts'
import type { Dispute, ProviderReport } from '#app/models/payment/payment.ts'

/**
 * Makes the provider PayPal (Orders v2) of an account: the visitor approves an order on a page of PayPal's, and the
 * money moves when we capture the order. An order that is not captured moves no money and ends by itself.
 */
export function paypalProvider(account: PayPalAccount): PaymentProvider {
	const client = connectPayPal(account)
	return {
		start: (payment, signal) => start(client, payment, signal),
		verify: async (orderId) => reportOf(await find(client, orderId)),
		// PayPal wants a key of its own for each call, so the capture has another key than the start.
		capture: (orderId, key) => capture(client, orderId, `${key}-capture`),
		expire: (orderId) => expire(client, orderId),
		refund: (captureId, amount, key) => refund(client, { captureId, amount, key }),
		listRefunds: async ({ providerId }) => refundsOf(await find(client, providerId)),
		listMoney: (time) => listMoney(client, time),
		traceMoney: (captureId) => traceMoney(client, captureId),
		findDispute: (disputeId) => findDispute(client, disputeId),
		readWebhook: payPalWebhooks(account),
	}
}

async function start(
	client: PayPalClient,
	payment: NewPayment,
	signal?: AbortSignal,
): Promise<StartedPayment> {
	const order = await client.ask(startedSchema, '/v2/checkout/orders', {
		// '-noted': the build before asks without items, and PayPal refuses one key for two bodies.
		key: `${payment.id}-noted`,
		signal,
		body: {
			intent: 'CAPTURE',
			purchase_units: [
				{
					custom_id: payment.reference,
					description: payment.description.slice(0, 127),
					amount: {
						...moneyOf(payment.amount),
						breakdown: { item_total: moneyOf(payment.amount) },
					},
					items: [
						{
							name: payment.description.slice(0, 127),
							quantity: '1',
							description: itemText(payment.note),
							unit_amount: moneyOf(payment.amount),
						},
					],
				},
			],
			payment_source: {
				paypal: {
					experience_context: {
						return_url: payment.successUrl,
						cancel_url: payment.cancelUrl,
						locale: payment.locale === 'en-EN' ? 'en-GB' : 'de-DE',
						user_action: 'PAY_NOW',
						shipping_preference: 'NO_SHIPPING',
					},
				},
			},
		},
	})
	const page = order.links.find(({ rel }) => rel === 'payer-action')
	if (!page) throw new ProviderUnavailable('PayPal named no page to pay on')
	return { redirectUrl: page.href, providerId: order.id }
}

const startedSchema = z.object({
	id: z.string().min(1),
	links: z.array(z.object({ rel: z.string(), href: z.url({ protocol: /^https?$/ }) })),
})

/** Finds an order at PayPal; null when PayPal does not have it, because it belongs to another account or mode. */
async function find(client: PayPalClient, orderId: string): Promise<Order | null> {
	return client.find(orderSchema, orderPath(orderId))
}

/**
 * Captures the money of an order. When PayPal refuses, the order is read and tells the state (faults B11, B14). An
 * order that PayPal refused for good and has not captured is declined: money moves by our captures only, and
 * `beginCapture` begins none for a payment that is over. A capture that another call began before has this key as well.
 */
async function capture(
	client: PayPalClient,
	orderId: string,
	key: string,
): Promise<ProviderReport> {
	const path = `${orderPath(orderId)}/capture`
	try {
		return reportOf(await client.ask(orderSchema, path, { key, body: {} }))
	} catch (error) {
		if (!(error instanceof ProviderRefused)) throw error
		const order = await find(client, orderId)
		const isDeclined = refusalForGood.test(error.message) && isUntaken(order)
		return isDeclined ? { ...reportOf(order), state: 'declined' } : reportOf(order)
	}
}

/**
 * Matches the message of a refusal (422) for a reason of the payer, the payee or the law. Leaves out reasons about the
 * state of the order, which is read from the order itself, and those about another request under way.
 */
const refusalForGood = / · UNPROCESSABLE_ENTITY · (?!ORDER_|RESOURCE_|PREVIOUS_REQUEST_)\w/

/**
 * True for an order without a capture that the payer has approved or has to approve again, as after choosing another
 * card.
 */
function isUntaken(order: Order | null): boolean {
	const isOpen = /^(APPROVED|PAYER_ACTION_REQUIRED)$/.test(order?.status ?? '')
	return isOpen && capturesOf(order).length === 0
}

/**
 * Answers whether the money of an order has moved: 'expired' without a capture of ours, because then no money moves,
 * else 'paid' or 'declined'; 'unknown' for an order that PayPal does not have.
 */
async function expire(
	client: PayPalClient,
	orderId: string,
): ReturnType<PaymentProvider['expire']> {
	const order = await find(client, orderId)
	if (!order) return 'unknown'
	if (capturesOf(order).length === 0) return 'expired'
	return reportOf(order).state === 'declined' ? 'declined' : 'paid'
}

type Refund = { captureId: string; amount: Cents; key: string }

/**
 * Gives back an amount of a capture, once for each key. PayPal keeps the keys of refunds for 45 days, longer than the
 * job retries; the sweep first lists what was given back.
 */
async function refund(client: PayPalClient, { captureId, amount, key }: Refund) {
	const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`
	const { id, status } = await client.ask(refundSchema, path, {
		key,
		body: { amount: moneyOf(amount), custom_id: key },
	})
	if (hasFailed(status))
		throw new ProviderRefused(`PayPal could not give the money back (refund ${id} ${status})`)
	return { providerRefundId: id, ...progressOf(status) }
}

async function findDispute(client: PayPalClient, disputeId: string): Promise<Dispute | null> {
	const path = `/v1/customer/disputes/${encodeURIComponent(disputeId)}`
	return disputeOf(await client.find(disputeSchema, path))
}

const refundSchema = z.object({ id: z.string().min(1), status: z.string() })

function moneyOf(amount: Cents) {
	return { currency_code: 'EUR', value: (amount / 100).toFixed(2) }
}
