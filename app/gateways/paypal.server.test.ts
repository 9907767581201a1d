import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { beforeEach, describe, expect, test, vi } from 'vitest'

import { paypalProvider } from '#app/gateways/paypal.server.ts'
import { ProviderRefused, ProviderUnavailable } from '#app/gateways/provider-error.ts'
import type { NewPayment, PaymentProvider } from '#app/gateways/provider.ts'
import { cents } from '#app/models/money.ts'
import { makeSeal } from '#sandbox/paypal/certificate.ts'
import { signatureHeaders } from '#sandbox/paypal/signature.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'

/** Long limits: an answer that is late because the machine is busy is no fault of the provider's. */
const patience = { attempt: 10_000, all: 90_000 }
/** Short limits, for a provider that is silent: no answer is late. */
const impatience = { attempt: 300, all: 90_000 }
/** For a provider that leaves one question unanswered, and has both retries to answer in. */
const briefly = { attempt: 3_000, all: 90_000 }

const hour = 60 * 60
const webhookId = 'WH-TESTS'

let sandbox: Sandbox
let provider: PaymentProvider

beforeEach(async () => {
	const opened = await connected()
	sandbox = opened.sandbox
	provider = opened.provider
	return () => opened.sandbox.close()
})

describe('start', () => {
	test('B13: makes one order with our amount, reference and addresses, however often it is called', async () => {
		const all = await Promise.all([1, 2, 3].map(() => provider.start(payment)))
		const ids = new Set([...all, await provider.start(payment)].map((each) => each.providerId))

		expect(ids.size).toBe(1)
		expect(all[0]?.redirectUrl).toBe(`${sandbox.url}/checkoutnow?token=${all[0]?.providerId}`)
		expect(sandbox.ledger().orders).toMatchObject([
			{ reference: 'R-1', amount: 6480, currency: 'EUR', status: 'PAYER_ACTION_REQUIRED' },
		])
	})

	test('is refused an impossible amount', async () => {
		await expect(provider.start({ ...payment, amount: cents(0) })).rejects.toThrow(ProviderRefused)
	})
})

describe('verify, capture, expire', () => {
	test('B18: no money moves before it is captured', async () => {
		const { providerId } = await provider.start(payment)
		expect(await provider.verify(providerId)).toMatchObject({ state: 'pending' })
		await order(`orders/${providerId}/approve`)

		expect(await provider.verify(providerId)).toMatchObject({ state: 'approved', amount: 6480 })
		expect(await provider.expire(providerId)).toBe('expired')
		expect(sandbox.ledger().captures).toEqual([])
	})

	test('B29: captures once, also when called twice at the same time; then reports paid and the capture for refunds', async () => {
		const providerId = await approved()
		const all = await Promise.all([1, 2, 3].map(() => capture(providerId)))

		const [taken] = sandbox.ledger().captures
		expect(sandbox.ledger().captures).toHaveLength(1)
		const paid = { state: 'paid', amount: 6480, currency: 'EUR', reference: 'R-1' }
		for (const report of all) expect(report).toEqual({ ...paid, captureId: taken?.captureId })
		expect(await provider.verify(providerId)).toEqual(all[0])
		expect(await provider.expire(providerId)).toBe('paid')
	})

	test('B14: reports paid from the order when the answer to a capture under another key was lost', async () => {
		const providerId = await approved()
		await capture(providerId)

		expect(await capture(providerId, 'another key')).toMatchObject({ state: 'paid' })
		expect(sandbox.ledger().captures).toHaveLength(1)
	})

	test('B11: reports declined when the card is declined while the money is taken', async () => {
		sandbox.setFaults({ payments: 'processing' })
		const slow = await approved()
		expect(await capture(slow)).toMatchObject({ state: 'pending' })
		await order(`orders/${slow}/settle`, { outcome: 'failed' })
		expect(await provider.verify(slow)).toMatchObject({ state: 'declined' })
	})

	test.each([
		{ issue: 'INSTRUMENT_DECLINED', becomes: 'declined' },
		{ issue: 'PAYER_ACCOUNT_RESTRICTED', becomes: 'declined' },
		{ issue: 'PAYER_ACCOUNT_LOCKED_OR_CLOSED', becomes: 'declined' },
		{ issue: 'COMPLIANCE_VIOLATION', becomes: 'declined' },
		{ issue: 'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED', becomes: 'declined' },
		{ issue: 'PAYER_ACTION_REQUIRED', order: 'PAYER_ACTION_REQUIRED', becomes: 'declined' },
		// The order itself decides, or another request may still do.
		{ issue: 'ORDER_ALREADY_CAPTURED', becomes: 'approved' },
		{ issue: 'ORDER_NOT_APPROVED', becomes: 'approved' },
		{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS', becomes: 'approved' },
		{ issue: '', becomes: 'approved' },
		{ issue: 'COMPLIANCE_VIOLATION', order: 'COMPLETED', becomes: 'pending' },
		{ issue: 'COMPLIANCE_VIOLATION', capture: 'PENDING', becomes: 'pending' },
		{ issue: 'COMPLIANCE_VIOLATION', capture: 'COMPLETED', becomes: 'paid' },
		{ issue: 'INVALID_RESOURCE_ID', name: 'RESOURCE_NOT_FOUND', status: 404, becomes: 'approved' },
		{ issue: 'MALFORMED_REQUEST', name: 'INVALID_REQUEST', status: 400, becomes: 'approved' },
	])('B11: a capture refused with $issue is $becomes', async ({ becomes, ...refusal }) => {
		const { own, close } = await refusing(refusal)
		expect(await own.capture?.('ORDER1', payment.id)).toMatchObject({ state: becomes })
		close()
	})

	test.each([
		{ issue: 'RATE_LIMIT_REACHED', name: 'RATE_LIMIT_REACHED', status: 429 },
		{ issue: 'PREVIOUS_REQUEST_IN_PROGRESS', name: 'RESOURCE_CONFLICT', status: 409 },
		{ issue: 'INTERNAL_SERVICE_ERROR', name: 'INTERNAL_SERVER_ERROR', status: 500 },
	])('B11: a capture answered with $status is not known to be refused', async (refusal) => {
		const { own, close } = await refusing(refusal)
		await expect(own.capture?.('ORDER1', payment.id)).rejects.toBeInstanceOf(ProviderUnavailable)
		close()
	})

	test('B8: is not captured before it is approved', async () => {
		const { providerId } = await provider.start(payment)
		expect(await capture(providerId)).toMatchObject({ state: 'pending' })
	})

	test('B9: reports the amount that PayPal has', async () => {
		const providerId = await approved()
		await order(`orders/${providerId}/capture`, { amount: 51, currency: 'usd' })

		expect(await provider.verify(providerId)).toMatchObject({ state: 'paid', amount: 51 })
	})

	test('H5: says that it does not know an order of another account', async () => {
		expect(await provider.verify('UNKNOWN')).toMatchObject({ state: 'unknown' })
		expect(await provider.expire('UNKNOWN')).toBe('unknown')
	})
})

describe('N5: only a known status decides anything', () => {
	const amount = { currency_code: 'EUR', value: '64.80' }
	const part = { currency_code: 'EUR', value: '32.40' }
	const dollars = { currency_code: 'USD', value: '64.80' }

	test.each<{ captures: [string, typeof amount?][]; order?: string; becomes: object }>([
		{ captures: [['COMPLETED']], becomes: { state: 'paid', amount: 6480, captureId: 'C0' } },
		{ captures: [['PARTIALLY_REFUNDED']], becomes: { state: 'paid', captureId: 'C0' } },
		{ captures: [['REFUNDED']], becomes: { state: 'paid', captureId: 'C0' } },
		{ captures: [['PENDING']], becomes: { state: 'pending' } },
		{ captures: [['DECLINED']], becomes: { state: 'declined' } },
		{ captures: [['FAILED']], becomes: { state: 'declined' } },
		...['UNHEARD_OF', '', 'declined', 'completed', 'REVERSED', 'constructor'].map((status) => ({
			captures: [[status]] as [string][],
			becomes: { state: 'pending', unknownStatus: status },
		})),
		// Each capture counts, at any place in the list.
		{ captures: [['DECLINED'], ['COMPLETED']], becomes: { state: 'paid', captureId: 'C1' } },
		{ captures: [['PENDING'], ['COMPLETED']], becomes: { state: 'paid', captureId: 'C1' } },
		{ captures: [['DECLINED'], ['PENDING']], becomes: { state: 'pending' } },
		{ captures: [['DECLINED'], ['FAILED']], becomes: { state: 'declined' } },
		{
			captures: [['DECLINED'], ['UNHEARD_OF']],
			becomes: { state: 'pending', unknownStatus: 'UNHEARD_OF' },
		},
		{
			captures: [['UNHEARD_OF'], ['COMPLETED']],
			becomes: { state: 'paid', amount: 6480, captureId: 'C1', unknownStatus: 'UNHEARD_OF' },
		},
		{
			captures: [
				['COMPLETED', part],
				['COMPLETED', part],
			],
			becomes: { state: 'paid', amount: 6480, captureId: 'C0' },
		},
		// A part of the money: pending while the rest may still come, afterwards paid with another amount than agreed.
		{
			captures: [
				['COMPLETED', part],
				['PENDING', part],
			],
			becomes: { state: 'pending' },
		},
		{
			captures: [
				['UNHEARD_OF', part],
				['COMPLETED', part],
			],
			becomes: { state: 'pending', unknownStatus: 'UNHEARD_OF' },
		},
		{
			captures: [
				['COMPLETED', part],
				['DECLINED', part],
			],
			becomes: { state: 'paid', amount: 3240, captureId: 'C0' },
		},
		{ captures: [['COMPLETED'], ['COMPLETED']], becomes: { state: 'paid', amount: 12_960 } },
		{
			captures: [['COMPLETED'], ['COMPLETED', dollars]],
			becomes: { state: 'paid', currency: 'EUR USD' },
		},
		{ captures: [], order: 'APPROVED', becomes: { state: 'approved' } },
		{ captures: [], order: 'VOIDED', becomes: { state: 'cancelled' } },
		{ captures: [], order: 'CREATED', becomes: { state: 'pending' } },
		{
			captures: [],
			order: 'UNHEARD_OF',
			becomes: { state: 'pending', unknownStatus: 'UNHEARD_OF' },
		},
	])('captures $captures of order $order give $becomes', async ({ captures, order, becomes }) => {
		const unit = {
			custom_id: 'R-1',
			amount,
			payments: {
				captures: captures.map(([status, of = amount], index) => ({
					id: `C${index}`,
					status,
					amount: of,
				})),
			},
		}
		const { own, close } = await answering({
			id: 'ORDER1',
			status: order ?? 'COMPLETED',
			purchase_units: [unit],
		})
		const report = await own.verify('ORDER1')
		expect(report).toMatchObject(becomes)
		expect(report.unknownStatus).toBe(
			'unknownStatus' in becomes ? becomes.unknownStatus : undefined,
		)
		expect('captureId' in report).toBe(report.state === 'paid')
		close()
	})

	test.each([
		{ status: 'COMPLETED', becomes: { isPending: false } },
		{ status: 'PENDING', becomes: { isPending: true } },
		...['UNHEARD_OF', '', 'completed'].map((status) => ({
			status,
			becomes: { isPending: true, unknownStatus: status },
		})),
	])('a refund $status is $becomes', async ({ status, becomes }) => {
		const refunds = [{ id: 'R1', status, amount, custom_id: 'key' }]
		const unit = { amount, payments: { refunds } }
		const found = { id: 'R1', status, purchase_units: [unit] }
		const { own, close } = await answering(found)
		const refund = { providerRefundId: 'R1', ...becomes }
		expect(await own.refund('C1', cents(6480), 'key')).toEqual(refund)
		expect(await own.listRefunds({ providerId: 'ORDER1', captureId: 'C1' })).toEqual([
			{ ...refund, amount: 6480, key: 'key' },
		])
		close()
	})

	test.each([
		{ status: 'OPEN', state: 'open' },
		{ status: 'UNHEARD_OF', state: 'open', unknown: 'UNHEARD_OF' },
		{ status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR', state: 'lost' },
		{ status: 'RESOLVED', outcome: 'ACCEPTED', state: 'lost' },
		{ status: 'RESOLVED', outcome: 'RESOLVED_SELLER_FAVOUR', state: 'won' },
		{ status: 'RESOLVED', outcome: 'CANCELED_BY_BUYER', state: 'won' },
		{ status: 'RESOLVED', outcome: 'UNHEARD_OF', state: 'open', unknown: 'RESOLVED UNHEARD_OF' },
		{ status: 'RESOLVED', outcome: '', state: 'open', unknown: 'RESOLVED ' },
		{ status: 'RESOLVED', state: 'open', unknown: 'RESOLVED ' },
	])('a dispute $status $outcome is $state', async ({ status, outcome, state, unknown }) => {
		const { own, close } = await answering({
			status,
			disputed_transactions: [{ seller_transaction_id: 'C1' }],
			dispute_amount: amount,
			...(outcome !== undefined && { dispute_outcome: { outcome_code: outcome } }),
		})
		expect(await own.findDispute('D1')).toEqual({
			captureId: 'C1',
			amount: 6480,
			state,
			...(unknown !== undefined && { unknownStatus: unknown }),
		})
		close()
	})
})

describe('refund', () => {
	test('B27: gives back once per key, also at the same time and days later', async () => {
		const captureId = await paid()
		const first = await Promise.all(
			[1, 2, 3].map(() => provider.refund(captureId, cents(2000), 'refund-1')),
		)
		sandbox.shiftClock(72 * hour)
		const later = await provider.refund(captureId, cents(2000), 'refund-1')

		expect(new Set([...first, later].map((each) => each.providerRefundId)).size).toBe(1)
		expect(sandbox.ledger().captures).toMatchObject([{ amount: 6480, refunded: 2000 }])
	})

	test('never gives back more than was taken', async () => {
		const captureId = await paid()
		await provider.refund(captureId, cents(6480), 'refund-1')
		await expect(provider.refund(captureId, cents(1), 'refund-2')).rejects.toThrow(ProviderRefused)
	})
})

describe('B15, B31: when the provider misbehaves', () => {
	test.concurrent.for([
		{ fault: 'two times 429', faults: { failNext: { status: 429, times: 2, executed: false } } },
		{
			fault: '500 after the work',
			faults: { failNext: { status: 500, times: 1, executed: true } },
		},
		{ fault: 'a dropped connection after the work', faults: { reset: 1 } },
		{ fault: 'no connection', faults: { down: 2 } },
		{ fault: 'no answer after the work', faults: { hang: 1 }, patience: briefly },
	])('after $fault it asks again, and one order is made', async (unlucky, test) => {
		const { sandbox, account, provider } = await connected()
		test.onTestFinished(() => sandbox.close())
		await provider.verify('UNKNOWN')
		sandbox.setFaults(unlucky.faults)
		if ('patience' in unlucky) account.patience = unlucky.patience
		const { providerId } = await provider.start(payment)

		expect(sandbox.ledger().orders).toMatchObject([{ orderId: providerId }])
	})

	test.concurrent.for([
		{ fault: 'three times 503', faults: { failNext: { status: 503, times: 3, executed: true } } },
		{ fault: 'gone', faults: { down: true } },
		{ fault: 'silence', faults: { hang: true }, patience: impatience },
		{ fault: 'HTML', faults: { garbage: 'html' } },
		{ fault: 'half an answer', faults: { garbage: 'truncated' } },
		{ fault: 'a text for an object', faults: { garbage: 'primitive' } },
		{ fault: '20 MB', faults: { garbage: 'huge' } },
	] as const)('$fault: the outcome is unknown, the next call finds it', async (unlucky, test) => {
		const { sandbox, account, provider } = await connected()
		test.onTestFinished(() => sandbox.close())
		await provider.verify('UNKNOWN')
		sandbox.setFaults(unlucky.faults)
		if ('patience' in unlucky) account.patience = unlucky.patience
		await expect(provider.start(payment)).rejects.toBeInstanceOf(ProviderUnavailable)

		sandbox.clearFaults()
		account.patience = patience
		const { providerId } = await provider.start(payment)
		expect(sandbox.ledger().orders).toMatchObject([{ orderId: providerId }])
	})

	test('silence: the patience of the shop is used up, and the outcome is unknown @machines', async () => {
		const own = paypalProvider({
			clientId: 'sandbox',
			clientSecret: 'secret',
			webhookId,
			apiUrl: sandbox.url,
		})
		sandbox.setFaults({ hang: true })
		await expect(own.start(payment)).rejects.toBeInstanceOf(ProviderUnavailable)
	})

	test('a key that is not accepted says nothing about the payment', async () => {
		const stranger = paypalProvider({ ...account(sandbox.url), clientId: 'stranger' })
		await expect(stranger.start(payment)).rejects.toBeInstanceOf(ProviderUnavailable)
	})

	test('an address where nothing listens is unavailable', async () => {
		await sandbox.close()
		await expect(provider.verify('ANY')).rejects.toBeInstanceOf(ProviderUnavailable)
	})
})

describe('B24, B26: readWebhook', () => {
	const mayAsk = async () => true
	const body = JSON.stringify({
		id: 'WH-1',
		event_type: 'CHECKOUT.ORDER.APPROVED',
		resource: { id: 'ORDER1', custom_id: 'R-1' },
	})

	/** Makes a signer with an address of its own, which serves its certificate and counts the requests for it. */
	async function signer() {
		const seal = makeSeal()
		let asked = 0
		const server = createServer(({ url = '' }, response) => {
			asked += 1
			response.statusCode = url.endsWith(seal.id) ? 200 : 404
			response.end(seal.certificate)
		})
		await new Promise<void>((resolve) => {
			server.listen(0, '127.0.0.1', resolve)
		})
		const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
		return { seal, origin, asked: () => asked, close: () => server.close() }
	}

	test('K110: reads a signed webhook of another program with a name of its own', async () => {
		const { seal, origin, close } = await signer()
		const own = paypalProvider(account(origin))
		const strange = body.replace('R-1', 'anna@example.org')
		const headers = new Headers(signatureHeaders(strange, { seal, origin, webhookId }))
		expect(await own.readWebhook(strange, headers, mayAsk)).toMatchObject({
			eventId: 'WH-1',
			reference: null,
		})
		close()
	})

	test('reads a signed webhook as the sandbox delivers it', async () => {
		const { seal, origin, close } = await signer()
		const own = paypalProvider(account(origin))
		const headers = new Headers(signatureHeaders(body, { seal, origin, webhookId }))
		expect(await own.readWebhook(body, headers, mayAsk)).toEqual({
			eventId: 'WH-1',
			type: 'CHECKOUT.ORDER.APPROVED',
			providerId: 'ORDER1',
			refundOf: null,
			disputeId: null,
			reference: 'R-1',
		})

		const old = new Date(Date.now() - 5 * 24 * hour * 1000).toISOString()
		const nul = body.replace('ORDER1', String.raw`ORDER\u0000`)
		const wrong: [string, Headers, string?][] = [
			['no headers', new Headers()],
			['another webhook', signedFor('WH-OTHER')],
			['another body', headers, `${body} `],
			['an old time', changed('paypal-transmission-time', old)],
			['another id', changed('paypal-transmission-id', 'another')],
			['another algorithm', changed('paypal-auth-algo', 'none')],
			['no signature', changed('paypal-transmission-sig', '')],
			['a NUL', new Headers(signatureHeaders(nul, { seal, origin, webhookId })), nul],
			['no object', new Headers(signatureHeaders('null', { seal, origin, webhookId })), 'null'],
		]
		for (const [what, given, text = body] of wrong)
			expect(await own.readWebhook(text, given, mayAsk), what).toBeNull()
		close()

		function signedFor(webhookId: string) {
			return new Headers(signatureHeaders(body, { seal, origin, webhookId }))
		}
		function changed(name: string, value: string) {
			const others = new Headers(headers)
			others.set(name, value)
			return others
		}
	})

	test('B24: requests a made-up certificate once, and not again for a minute', async () => {
		const { seal, origin, asked, close } = await signer()
		const own = paypalProvider(account(origin))
		const forged = signatureHeaders(body, { seal: { ...seal, id: 'CERT-0' }, origin, webhookId })
		const read = () => own.readWebhook(body, new Headers(forged), mayAsk)
		let later = performance.now()
		const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
		/** Moves the clock; the cache reads it again after a millisecond. */
		const pass = async (milliseconds: number) => {
			later += milliseconds
			await delay(10)
		}
		expect(await Promise.all([1, 2, 3].map(read))).toEqual([null, null, null])
		await pass(59_000)
		expect(await read()).toBeNull()
		expect(asked()).toBe(1)
		await pass(2000)
		expect(await read()).toBeNull()
		expect(asked()).toBe(2)
		clock.mockRestore()
		close()
	})

	test('B24: requests few of many made-up certificates at once, and accepts a known one', async () => {
		const { seal, origin, asked, close } = await signer()
		const own = paypalProvider(account(origin))
		const read = (id: string, may = mayAsk) => {
			const named = { ...seal, id }
			const headers = signatureHeaders(body, { seal: named, origin, webhookId })
			return own.readWebhook(body, new Headers(headers), may)
		}
		const all = await Promise.all(Array.from({ length: 200 }, (_, index) => read(`CERT-${index}`)))
		expect(new Set(all)).toEqual(new Set([null]))
		expect(asked()).toBe(4)

		const mayNot = async () => false
		expect(await read(seal.id, mayNot)).toBeNull()
		expect(asked()).toBe(4)
		expect(await read(seal.id)).toMatchObject({ eventId: 'WH-1' })
		expect(await read(seal.id, mayNot)).toMatchObject({ eventId: 'WH-1' })
		expect(asked()).toBe(5)
		close()
	})

	test('a certificate from any other address is refused, and that address is not asked', async () => {
		const { seal, origin, asked, close } = await signer()
		for (const address of [
			origin,
			'http://api.paypal.com',
			'https://api.paypal.com.evil.test',
			'https://api.paypal.com@evil.test',
		]) {
			const headers = new Headers(signatureHeaders(body, { seal, origin: address, webhookId }))
			const real = paypalProvider(account('https://api-m.paypal.com'))
			expect(await real.readWebhook(body, headers, mayAsk)).toBeNull()
		}
		expect(asked()).toBe(0)
		close()
	})
})

describe('the money of a time', () => {
	const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)
	const time = () => ({ since: inHours(-1), until: inHours(1) })

	test('is what the search shows: captures and what went back; an order without a capture is none', async () => {
		const captureId = await paid()
		await provider.start({ ...payment, id: 'payment-open' })
		const { providerRefundId: refundId } = await provider.refund(captureId, cents(2000), 'refund-1')
		const listed = await provider.listMoney(time())
		expect(listed.captured).toMatchObject([
			{ captureId, reference: 'R-1', amount: 6480, currency: 'EUR', note: payment.note },
		])
		expect(listed.refunded).toMatchObject([{ refundId, captureId, amount: 2000 }])
	})

	test('is shown late: the list says until when it is complete', async () => {
		await paid()
		sandbox.setFaults({ searchDelay: 3 * 60 * 60 })
		const { captured, completeUntil } = await provider.listMoney(time())
		expect(captured).toEqual([])
		expect(completeUntil.getTime()).toBeLessThan(inHours(-2.9).getTime())
	})

	test('a time of more than a month is asked in parts', async () => {
		const captureId = await paid()
		const { captured } = await provider.listMoney({ since: inHours(-90 * 24), until: inHours(1) })
		expect(captured).toMatchObject([{ captureId }])
	})

	test('is refused to an account without the permission to search', async () => {
		sandbox.setFaults({ searchRefused: true })
		await expect(provider.listMoney(time())).rejects.toBeInstanceOf(ProviderRefused)
	})

	test('is traced to its order, with the note it was begun with and its payer', async () => {
		const providerId = await approved()
		const { captureId = '' } = await capture(providerId)
		expect(await provider.traceMoney(captureId)).toEqual({
			providerId,
			note: payment.note,
			payer: { email: 'payer@example.com', firstName: 'Grace', lastName: 'Hopper' },
		})
		expect(await provider.traceMoney('UNKNOWN')).toBeNull()
	})
})

const payment: NewPayment = {
	id: 'payment-1',
	reference: 'R-1',
	description: 'Raumzeit, Bestellung R-1',
	note: { shop: 'shop.example.com', lines: '2 ticket-adult 12.90 14:00-16:00, 1 socks 2.50 of 1' },
	amount: cents(6480),
	successUrl: 'https://shop.example.com/checkout/success/paypal?return=t',
	cancelUrl: 'https://shop.example.com/checkout/success/paypal?return=t&cancelled=1',
	locale: 'de-DE',
	expiresAt: new Date(),
}

function account(apiUrl: string) {
	return { clientId: 'sandbox', clientSecret: 'secret', webhookId, apiUrl, patience }
}

async function connected() {
	const sandbox = await startSandbox({ webhookSecret: 'whsec_unused', webhookId })
	const own = account(sandbox.url)
	return { sandbox, account: own, provider: paypalProvider(own) }
}

type Refusal = { issue: string; name?: string; status?: number; order?: string; capture?: string }

/** Starts a PayPal that answers everything with `found`. */
async function answering(found: object) {
	const server = createServer(({ url }, response) => {
		const token = { access_token: 'token', expires_in: 3600 }
		response.writeHead(200, { 'Content-Type': 'application/json' })
		response.end(JSON.stringify(url === '/v1/oauth2/token' ? token : found))
	})
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve)
	})
	const own = paypalProvider(account(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
	return { own, close: () => server.close() }
}

/** Starts a PayPal that refuses each capture and answers questions about the order with its state. */
async function refusing({
	issue,
	name = 'UNPROCESSABLE_ENTITY',
	status = 422,
	order = 'APPROVED',
	capture,
}: Refusal) {
	const amount = { currency_code: 'EUR', value: '64.80' }
	const captures = capture ? [{ id: 'CAPTURE1', status: capture, amount }] : []
	const unit = { custom_id: 'R-1', amount, payments: { captures } }
	const server = createServer(({ url = '' }, response) => {
		const isCapture = url.endsWith('/capture')
		const token = { access_token: 'token', expires_in: 3600 }
		const found = { id: 'ORDER1', status: order, purchase_units: [unit] }
		response.writeHead(isCapture ? status : 200, { 'Content-Type': 'application/json' })
		if (isCapture) response.end(JSON.stringify({ name, details: issue ? [{ issue }] : [] }))
		else response.end(JSON.stringify(url === '/v1/oauth2/token' ? token : found))
	})
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve)
	})
	const own = paypalProvider(account(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
	return { own, close: () => server.close() }
}

async function approved() {
	const { providerId } = await provider.start(payment)
	await order(`orders/${providerId}/approve`)
	return providerId
}

function capture(providerId: string, key = payment.id) {
	if (!provider.capture) throw new Error('PayPal captures')
	return provider.capture(providerId, key)
}

async function paid() {
	const { captureId } = await capture(await approved())
	return captureId ?? ''
}

async function order(what: string, body?: unknown) {
	const response = await fetch(`${sandbox.url}/test/${what}`, {
		method: 'POST',
		...(body !== undefined && { body: JSON.stringify(body) }),
	})
	if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}
