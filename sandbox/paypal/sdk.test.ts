import {
	CheckoutPaymentIntent,
	Client,
	Environment,
	OrdersController,
	PaymentsController,
	TransactionSearchController,
} from '@paypal/paypal-server-sdk'
import { expect, test, vi } from 'vitest'

import { startSandbox } from '#sandbox/server.ts'

// PayPal's own SDK checks every answer against its published shapes and throws when one does not fit.

const LIVE = 'https://api-m.sandbox.paypal.com'

test('the official SDK accepts the sandbox’s answers: token, order, a key for each call, capture, refund', async () => {
	const sandbox = await startSandbox({ webhookSecret: 'whsec_unused' })
	leadTo(sandbox.url)
	const client = new Client({
		clientCredentialsAuthCredentials: { oAuthClientId: 'sandbox', oAuthClientSecret: 'secret' },
		environment: Environment.Sandbox,
	})
	const orders = new OrdersController(client)
	const payments = new PaymentsController(client)

	const created = await orders.createOrder({
		paypalRequestId: 'payment-1',
		prefer: 'return=representation',
		body: {
			intent: CheckoutPaymentIntent.Capture,
			purchaseUnits: [{ customId: 'R-1', amount: { currencyCode: 'EUR', value: '64.80' } }],
			paymentSource: {
				paypal: {
					experienceContext: {
						returnUrl: 'https://shop.example.com/back',
						cancelUrl: 'https://shop.example.com/cancelled',
					},
				},
			},
		},
	})
	const id = created.result.id ?? ''
	expect(created.result.status).toBe('PAYER_ACTION_REQUIRED')
	await fetch(`${sandbox.url}/test/orders/${id}/approve`, { method: 'POST' })

	const twice = orders.captureOrder({ id, paypalRequestId: 'payment-1' })
	await expect(twice).rejects.toMatchObject({ statusCode: 422 })
	const captured = await orders.captureOrder({ id, paypalRequestId: 'capture-1' })
	const [capture] = captured.result.purchaseUnits?.[0]?.payments?.captures ?? []
	expect(capture).toMatchObject({
		status: 'COMPLETED',
		amount: { currencyCode: 'EUR', value: '64.80' },
	})
	const refunded = await payments.refundCapturedPayment({
		captureId: capture?.id ?? '',
		paypalRequestId: 'refund-1',
		body: { amount: { currencyCode: 'EUR', value: '20.00' } },
	})
	expect(refunded.result).toMatchObject({ status: 'COMPLETED', amount: { value: '20.00' } })

	const { result } = await orders.getOrder({ id })
	expect(result.purchaseUnits?.[0]?.customId).toBe('R-1')
	expect(result.purchaseUnits?.[0]?.payments?.captures?.[0]?.status).toBe('PARTIALLY_REFUNDED')

	const shown = await payments.getCapturedPayment({ captureId: capture?.id ?? '' })
	expect(shown.result.supplementaryData?.relatedIds?.orderId).toBe(id)
	const hour = 60 * 60 * 1000
	const found = await new TransactionSearchController(client).searchTransactions({
		startDate: new Date(Date.now() - hour).toISOString(),
		endDate: new Date(Date.now() + hour).toISOString(),
	})
	expect(found.result.transactionDetails?.map(({ transactionInfo: it }) => it)).toMatchObject([
		{ transactionEventCode: 'T0006', transactionAmount: { value: '64.80' }, customField: 'R-1' },
		{ transactionEventCode: 'T1107', transactionAmount: { value: '-20.00' } },
	])
	await sandbox.close()
})

/** Redirects each request of the SDK, also that for its token: it has no setting for another address. */
function leadTo(url: string) {
	const original = Client.prototype.getRequestBuilderFactory
	vi.spyOn(Client.prototype, 'getRequestBuilderFactory').mockImplementation(function (
		this: Client,
	) {
		const build = original.call(this)
		return (method, path) => {
			const request = build(method, path)
			request.interceptRequest((wanted) => ({ ...wanted, url: wanted.url.replace(LIVE, url) }))
			return request
		}
	})
}
