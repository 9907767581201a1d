import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { beforeEach, describe, expect, test } from 'vitest'

import {
	ProviderConflict,
	ProviderRefused,
	ProviderUnavailable,
} from '#app/gateways/provider-error.ts'
import type { NewPayment, PaymentProvider } from '#app/gateways/provider.ts'
import { stripeProvider } from '#app/gateways/stripe.server.ts'
import { cents } from '#app/models/money.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'

const webhookSecret = 'whsec_for_tests'
/** Long limits: an answer that is late because the machine is busy is no fault of the provider's. */
const patience = { attempt: 10_000, all: 90_000 }
/** Short limits, for a provider that is silent: no answer is late. */
const impatience = { attempt: 300, all: 90_000 }
/** For a provider that leaves one question unanswered, and has both retries to answer in. */
const briefly = { attempt: 3_000, all: 90_000 }
const hour = 60 * 60

let sandbox: Sandbox
let provider: PaymentProvider

beforeEach(async () => {
	const opened = await connected()
	sandbox = opened.sandbox
	provider = opened.provider
	return () => opened.sandbox.close()
})

describe('start', () => {
	test('makes one session with our amount, reference and addresses', async () => {
		const { redirectUrl, providerId } = await provider.start(payment)

		expect(redirectUrl).toBe(`${sandbox.url}/pay/${providerId}`)
		expect(sandbox.ledger().sessions).toMatchObject([
			{ sessionId: providerId, reference: 'R-1', amount: 6480, currency: 'eur', status: 'open' },
		])
	})

	test('B13: gives the same session when it is called again, also at the same time', async () => {
		const all = await Promise.all([1, 2, 3].map(() => provider.start(payment)))
		const again = await provider.start(payment)

		expect(new Set([...all, again].map(({ providerId }) => providerId)).size).toBe(1)
		expect(sandbox.ledger().sessions).toHaveLength(1)
	})

	test('does not take the same key for another amount', async () => {
		await provider.start(payment)

		await expect(provider.start({ ...payment, amount: cents(1) })).rejects.toBeInstanceOf(
			ProviderConflict,
		)
	})

	test.each([
		{ refused: 'less than 0.50 EUR', change: { amount: cents(49) }, code: 'amount_too_small' },
		{ refused: 'less than half an hour', change: { expiresAt: inHours(0.4) }, code: 'expires_at' },
		{
			refused: 'a bad address',
			change: { successUrl: 'javascript:alert(1)' },
			code: 'url_invalid',
		},
		{ refused: 'a bad e-mail', change: { email: 'ada@' }, code: 'customer_email' },
	])('is refused $refused, in words without personal data', async ({ change, code }) => {
		const error = await provider.start({ ...payment, ...change }).catch((error: unknown) => error)

		expect(error).toBeInstanceOf(ProviderRefused)
		expect(String(error)).toContain(code)
		expect(String(error)).not.toContain('ada')
		expect(sandbox.ledger().sessions).toEqual([])
	})
})

describe('verify', () => {
	test('reports a payable, pending session while the visitor has not paid, also after a declined card', async () => {
		const { providerId } = await provider.start(payment)
		await order(`sessions/${providerId}/decline`)

		expect(await provider.verify(providerId)).toEqual({
			state: 'pending',
			amount: 6480,
			currency: 'EUR',
			reference: 'R-1',
			isPayable: true,
		})
	})

	test('reports a paid session with the amount received and the capture for refunds', async () => {
		const { providerId } = await provider.start(payment)
		await order(`sessions/${providerId}/pay`)

		expect(await provider.verify(providerId)).toEqual({
			state: 'paid',
			amount: 6480,
			currency: 'EUR',
			reference: 'R-1',
			captureId: sandbox.ledger().captures[0]?.captureId,
		})
	})

	test('B9: reports the amount and currency that the provider has', async () => {
		const { providerId } = await provider.start(payment)
		await order(`sessions/${providerId}/pay`, { amount: 1, currency: 'usd' })

		expect(await provider.verify(providerId)).toMatchObject({ amount: 1, currency: 'USD' })
	})

	test('reports a cancelled session when its time is up', async () => {
		const { providerId } = await provider.start(payment)
		sandbox.shiftClock(2 * hour)

		expect(await provider.verify(providerId)).toMatchObject({ state: 'cancelled' })
	})

	test.each([
		{ outcome: 'succeeded', state: 'paid' as const },
		{ outcome: 'failed', state: 'declined' as const },
	])('a slow payment is pending, then $state', async ({ outcome, state }) => {
		sandbox.setFaults({ payments: 'processing' })
		const { providerId } = await provider.start(payment)
		await order(`sessions/${providerId}/pay`)
		expect(await provider.verify(providerId)).toMatchObject({ state: 'pending' })
		expect(await provider.expire(providerId)).toBe('paid')

		await order(`sessions/${providerId}/settle`, { outcome })
		expect(await provider.verify(providerId)).toMatchObject({ state })
		expect(await provider.expire(providerId)).toBe(state)
	})

	test('H5: says that it does not know a session of another account', async () => {
		expect(await provider.verify('cs_test_unknown')).toMatchObject({ state: 'unknown' })
		expect(await provider.expire('cs_test_unknown')).toBe('unknown')
	})
})

describe('N5: only a known status decides anything', () => {
	const base = {
		status: 'complete',
		payment_status: 'unpaid',
		amount_total: 6480,
		currency: 'eur',
		client_reference_id: 'R-1',
		payment_intent: { id: 'pi_1', status: 'succeeded', amount_received: 6480, currency: 'eur' },
	}
	const intent = (status: string) => ({ payment_intent: { ...base.payment_intent, status } })

	test.each([
		{ session: { payment_status: 'paid' }, state: 'paid' },
		{ session: intent('processing'), state: 'pending' },
		{ session: intent('canceled'), state: 'declined' },
		{ session: { status: 'expired' }, state: 'cancelled' },
		{ session: { status: 'open' }, state: 'pending' },
		...['x', '', 'PAID', 'no_payment_required', 'refunded'].map((word) => ({
			session: { payment_status: word },
			state: 'pending',
			unknown: word,
		})),
		{ session: { status: 'archived' }, state: 'pending', unknown: 'archived' },
		{ session: intent('reversed'), state: 'pending', unknown: 'reversed' },
		{ session: intent('constructor'), state: 'pending', unknown: 'constructor' },
	])('session $session is $state', async ({ session, state, unknown }) => {
		const { own, close } = await answering({ ...base, ...session })
		const report = await own.verify('cs_1')
		expect(report).toMatchObject({ state, amount: 6480, reference: 'R-1' })
		expect(report.unknownStatus).toBe(unknown)
		expect('captureId' in report).toBe(state === 'paid')
		close()
	})

	test.each([
		{ status: 'succeeded', becomes: { isPending: false } },
		{ status: 'pending', becomes: { isPending: false } },
		{ status: 'requires_action', becomes: { isPending: false } },
		{ status: 'reversed', becomes: { isPending: true, unknownStatus: 'reversed' } },
		{ status: null, becomes: { isPending: true, unknownStatus: 'null' } },
	])('a refund $status is $becomes', async ({ status, becomes }) => {
		const refund = { id: 're_1', amount: 6480, status, metadata: { key: 'key' } }
		const { own, close } = await answering({ data: [refund], has_more: false, ...refund })
		expect(await own.listRefunds({ providerId: 'cs_1', captureId: 'pi_1' })).toEqual([
			{ providerRefundId: 're_1', amount: 6480, key: 'key', ...becomes },
		])
		expect(await own.refund('pi_1', cents(6480), 'another key')).toEqual({
			providerRefundId: 're_1',
			...becomes,
		})
		close()
	})

	test.each([
		{ status: 'needs_response', state: 'open' },
		{ status: 'won', state: 'won' },
		{ status: 'lost', state: 'lost' },
		...['prevented', 'charge_refunded', '', 'WON', 'last_response'].map((status) => ({
			status,
			state: 'open',
			unknownStatus: status,
		})),
	])('a dispute $status is $state', async ({ status, ...stands }) => {
		const { own, close } = await answering({ payment_intent: 'pi_1', amount: 6480, status })
		expect(await own.findDispute('du_1')).toEqual({ captureId: 'pi_1', amount: 6480, ...stands })
		close()
	})
})

test('K105: money of other programs on the account, without amount or intent, is no money of the shop', async () => {
	const row = { id: 'cs_setup', status: 'complete', payment_status: 'no_payment_required' }
	const setup = { amount_total: null, currency: null, client_reference_id: null }
	const withoutIntent = { payment_intent: null, metadata: null, created: 1, amount: 100 }
	const listed = [{ ...row, ...setup, ...withoutIntent }]
	const { own, close } = await answering({ data: listed, has_more: false, ...listed[0] })
	const money = await own.listMoney({ since: inHours(-1), until: inHours(1) })
	expect(money).toMatchObject({ captured: [], refunded: [] })
	expect(await own.findDispute('du_1')).toBeNull()
	close()
})

describe('expire', () => {
	test('ends an open session for good', async () => {
		const { providerId } = await provider.start(payment)

		expect(await provider.expire(providerId)).toBe('expired')
		expect(await provider.expire(providerId)).toBe('expired')
		expect(await provider.verify(providerId)).toMatchObject({ state: 'cancelled' })
		await expect(order(`sessions/${providerId}/pay`)).rejects.toThrow('409')
	})

	test('says that the money has moved already', async () => {
		const { providerId } = await provider.start(payment)
		await order(`sessions/${providerId}/pay`)

		expect(await provider.expire(providerId)).toBe('paid')
	})

	test('expiry and payment at the same moment: one of them wins', async () => {
		const { providerId } = await provider.start(payment)
		const [outcome] = await Promise.all([
			provider.expire(providerId),
			order(`sessions/${providerId}/pay`).catch(() => null),
		])

		expect(sandbox.ledger().captures).toHaveLength(outcome === 'paid' ? 1 : 0)
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
		expect(sandbox.ledger().refunds).toMatchObject([{ captureId, amount: 2000, reference: 'R-1' }])
	})

	test('K104: finds a refund among more than a hundred of one payment, and makes it no second time', async () => {
		const captureId = await paid()
		const { providerRefundId } = await provider.refund(captureId, cents(2000), 'refund-1')
		for (let count = 0; count < 101; count += 1)
			await order(`captures/${captureId}/refund`, { amount: 1 })

		const given = await provider.listRefunds({ providerId: '', captureId })
		expect(given).toHaveLength(102)
		expect(given.at(-1)).toMatchObject({ providerRefundId, key: 'refund-1', amount: 2000 })
		sandbox.shiftClock(72 * hour)
		const again = await provider.refund(captureId, cents(2000), 'refund-1')
		expect(again).toMatchObject({ providerRefundId })
	})

	test('never gives back more than was taken', async () => {
		const captureId = await paid()
		await provider.refund(captureId, cents(6000), 'refund-1')

		await expect(provider.refund(captureId, cents(481), 'refund-2')).rejects.toBeInstanceOf(
			ProviderRefused,
		)
		await provider.refund(captureId, cents(480), 'refund-3')
		await expect(provider.refund(captureId, cents(1), 'refund-4')).rejects.toBeInstanceOf(
			ProviderRefused,
		)
		expect(sandbox.ledger().captures).toMatchObject([{ amount: 6480, refunded: 6480 }])
	})
})

describe('B15, B31: when the provider misbehaves', () => {
	test.concurrent.for([
		{ fault: 'two times 429', faults: { failNext: { status: 429, times: 2, executed: false } } },
		{
			fault: '500 after the work',
			faults: { failNext: { status: 500, times: 1, executed: true } },
		},
		{ fault: '503 without it', faults: { failNext: 503 } },
		{ fault: 'a dropped connection after the work', faults: { reset: 1 } },
		{ fault: 'no connection', faults: { down: 2 } },
		{ fault: 'no answer after the work', faults: { hang: 1 }, patience: briefly },
	])('after $fault it asks again, and one session is made', async (unlucky, test) => {
		const { sandbox, account, provider } = await connected()
		test.onTestFinished(() => sandbox.close())
		sandbox.setFaults(unlucky.faults)
		if ('patience' in unlucky) account.patience = unlucky.patience
		const { providerId } = await provider.start(payment)

		expect(sandbox.ledger().sessions).toMatchObject([{ sessionId: providerId }])
	})

	test.concurrent.for([
		{ fault: 'three times 503', faults: { failNext: { status: 503, times: 3, executed: true } } },
		{ fault: 'gone', faults: { down: true } },
		{ fault: 'silence', faults: { hang: true }, patience: impatience },
		{ fault: 'HTML', faults: { garbage: 'html' } },
		{ fault: 'half an answer', faults: { garbage: 'truncated' } },
		{ fault: 'a text for an object', faults: { garbage: 'primitive' } },
		{ fault: '20 MB', faults: { garbage: 'huge' } },
	] as const)(
		'$fault: the outcome is unknown, and the next call finds it',
		async (unlucky, test) => {
			const { sandbox, account, provider } = await connected()
			test.onTestFinished(() => sandbox.close())
			sandbox.setFaults(unlucky.faults)
			if ('patience' in unlucky) account.patience = unlucky.patience
			await expect(provider.start(payment)).rejects.toBeInstanceOf(ProviderUnavailable)

			sandbox.clearFaults()
			account.patience = patience
			const { providerId } = await provider.start(payment)
			expect(sandbox.ledger().sessions).toMatchObject([{ sessionId: providerId }])
		},
	)

	test('silence: the patience of the shop is used up, and the outcome is unknown @machines', async () => {
		const own = stripeProvider({ secretKey: 'sk_test_shop', webhookSecret, apiUrl: sandbox.url })
		sandbox.setFaults({ hang: true })
		await expect(own.start(payment)).rejects.toBeInstanceOf(ProviderUnavailable)
	})

	test('a key that is not accepted says nothing about the payment', async () => {
		const { secretKey, apiUrl } = { secretKey: 'sk_live_wrong', apiUrl: sandbox.url }
		const stranger = stripeProvider({ secretKey, webhookSecret, apiUrl })

		await expect(stranger.start(payment)).rejects.toBeInstanceOf(ProviderUnavailable)
	})

	test('an address where nothing listens is unavailable', async () => {
		await sandbox.close()

		await expect(provider.verify('cs_test_1')).rejects.toBeInstanceOf(ProviderUnavailable)
	})

	test('the caller may give up earlier', async () => {
		sandbox.setFaults({ hang: true })

		await expect(provider.start(payment, AbortSignal.timeout(50))).rejects.toBeInstanceOf(
			ProviderUnavailable,
		)
	})
})

describe('B24: readWebhook', () => {
	const mayAsk = async () => false
	const body = JSON.stringify({
		id: 'evt_1',
		object: 'event',
		type: 'checkout.session.completed',
		data: { object: { object: 'checkout.session', id: 'cs_1', client_reference_id: 'R-1' } },
	})

	test('reads a signed webhook', async () => {
		expect(await provider.readWebhook(body, signed(body), mayAsk)).toEqual({
			eventId: 'evt_1',
			type: 'checkout.session.completed',
			providerId: 'cs_1',
			refundOf: null,
			disputeId: null,
			reference: 'R-1',
		})
	})

	test.each(['anna@example.org', 'a b', 'cart\\u0000'])(
		'K110: reads a signed webhook of another program, whose name of its own is %j',
		async (name) => {
			const strange = body.replace('R-1', name)
			expect(await provider.readWebhook(strange, signed(strange), mayAsk)).toMatchObject({
				eventId: 'evt_1',
				providerId: 'cs_1',
				reference: null,
			})
		},
	)

	test('reads the refunded capture of an event that names no session', async () => {
		const intent = { payment_intent: 'pi_1', metadata: { reference: 'R-1' } }
		const object = { object: 'charge', id: 'ch_1', ...intent }
		const refunded = JSON.stringify({ id: 'evt_2', type: 'charge.refunded', data: { object } })

		expect(await provider.readWebhook(refunded, signed(refunded), mayAsk)).toEqual({
			eventId: 'evt_2',
			type: 'charge.refunded',
			providerId: null,
			refundOf: 'pi_1',
			disputeId: null,
			reference: 'R-1',
		})
	})

	test.each([
		{ wrong: 'no signature', headers: new Headers() },
		{ wrong: 'a signature by another secret', headers: signed(body, { secret: 'whsec_other' }) },
		{ wrong: 'an old signature', headers: signed(body, { age: 301 }) },
		{ wrong: 'a signature from the future', headers: signed(body, { age: -4000 }) },
		{ wrong: 'another body', headers: signed(`${body} `) },
		{ wrong: 'no time', headers: new Headers({ 'stripe-signature': 'v1=00' }) },
		{ wrong: 'an empty signature', headers: new Headers({ 'stripe-signature': 't=1,v1=' }) },
	])('refuses $wrong', async ({ headers }) => {
		expect(await provider.readWebhook(body, headers, mayAsk)).toBeNull()
	})

	test.each([
		'',
		'null',
		'"text"',
		'{',
		'{"id":"evt_1"}',
		body.replace('evt_1', 'evt_\\u0000'),
		body.replace('cs_1', 'cs_\\u0000'),
	])('refuses the signed %j', async (text) => {
		expect(await provider.readWebhook(text, signed(text), mayAsk)).toBeNull()
	})
})

describe('the money of a time', () => {
	const time = () => ({ since: inHours(-1), until: inHours(1) })

	test('is listed over several pages, newest first, with what went back; open sessions are none', async () => {
		for (let number = 0; number < 101; number += 1) {
			const { providerId } = await provider.start({ ...payment, id: `payment-${number}` })
			await order(`sessions/${providerId}/pay`)
		}
		await provider.start({ ...payment, id: 'payment-open' })
		const { captured, completeUntil } = await provider.listMoney(time())
		expect(captured).toHaveLength(101)
		expect(new Set(captured.map(({ captureId }) => captureId)).size).toBe(101)
		const { note } = payment
		expect(captured[0]).toMatchObject({ reference: 'R-1', amount: 6480, currency: 'EUR', note })
		expect(completeUntil.getTime()).toBeGreaterThan(Date.now())

		const captureId = captured[0]?.captureId ?? ''
		const { providerRefundId: refundId } = await provider.refund(captureId, cents(2000), 'refund-1')
		const { refunded } = await provider.listMoney(time())
		expect(refunded).toMatchObject([{ refundId, captureId, amount: 2000 }])
	})

	test('that came outside of the time is not listed', async () => {
		await paid()
		const later = await provider.listMoney({ since: inHours(30), until: inHours(40) })
		expect(later.captured).toEqual([])
		const before = await provider.listMoney({ since: inHours(-40), until: inHours(-30) })
		expect(before.captured).toEqual([])
	})

	test('is traced to its session, with the note it was begun with and its payer', async () => {
		const { providerId } = await provider.start(payment)
		await order(`sessions/${providerId}/pay`)
		const { captureId = '' } = await provider.verify(providerId)
		expect(await provider.traceMoney(captureId)).toEqual({
			providerId,
			note: { ...payment.note, reference: 'R-1' },
			payer: { email: 'ada@example.com', firstName: null, lastName: null },
		})
		expect(await provider.traceMoney('pi_unknown')).toBeNull()
	})
})

const payment: NewPayment = {
	id: 'payment-1',
	reference: 'R-1',
	description: 'Raumzeit, Bestellung R-1',
	note: { shop: 'shop.example.com', lines: '2 ticket-adult 12.90 14:00-16:00, 1 socks 2.50 of 1' },
	amount: cents(6480),
	email: 'ada@example.com',
	successUrl: 'https://shop.example.com/checkout/success/stripe?return=t',
	cancelUrl: 'https://shop.example.com/checkout/overview',
	locale: 'de-DE',
	expiresAt: inHours(1),
}

async function connected() {
	const sandbox = await startSandbox({ webhookSecret })
	const account = { secretKey: 'sk_test_shop', webhookSecret, apiUrl: sandbox.url, patience }
	return { sandbox, account, provider: stripeProvider(account) }
}

/** Starts a Stripe that answers everything with `found`. */
async function answering(found: object) {
	const server = createServer((_, response) => {
		response.writeHead(200, { 'Content-Type': 'application/json' })
		response.end(JSON.stringify(found))
	})
	await new Promise<void>((resolve) => {
		server.listen(0, '127.0.0.1', resolve)
	})
	const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const own = stripeProvider({ secretKey: 'sk_test_shop', webhookSecret, apiUrl, patience })
	return { own, close: () => server.close() }
}

async function paid() {
	const { providerId } = await provider.start(payment)
	await order(`sessions/${providerId}/pay`)
	const { captureId } = await provider.verify(providerId)
	return captureId ?? ''
}

async function order(what: string, body?: unknown) {
	const response = await fetch(`${sandbox.url}/test/${what}`, {
		method: 'POST',
		...(body !== undefined && { body: JSON.stringify(body) }),
	})
	if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
}

function signed(body: string, { secret = webhookSecret, age = 0 } = {}) {
	const at = Math.floor(Date.now() / 1000) - age
	const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
	return new Headers({ 'stripe-signature': `t=${at},v1=${signature}` })
}

function inHours(hours: number) {
	return new Date(Date.now() + hours * hour * 1000)
}
