import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Stripe } from 'stripe'
import { describe, expect, onTestFinished, test } from 'vitest'

import { startSandbox, type SandboxOptions } from '#sandbox/server.ts'

const webhookSecret = 'whsec_for_tests'

describe('the protocol', () => {
	test.each([
		{ missing: 'success_url', body: { mode: 'payment' }, code: 'parameter_missing' },
		{ wrong: 'colour', body: { ...session(), colour: 'red' }, code: 'parameter_unknown' },
		{ wrong: 'mode', body: { ...session(), mode: 'setup' }, code: 'parameter_invalid' },
		{
			wrong: 'line_items[0][price_data][currency]',
			body: session({ 'line_items[0][price_data][currency]': 'moon' }),
			code: 'parameter_invalid',
		},
		{
			wrong: 'line_items[0][price_data][unit_amount]',
			body: session({ 'line_items[0][price_data][unit_amount]': '10.5' }),
			code: 'parameter_invalid',
		},
		{ wrong: 'expires_at', body: session({ expires_at: inSeconds(1790) }) },
		{ wrong: 'expires_at', body: session({ expires_at: inSeconds(90_000) }) },
		{ wrong: 'cancel_url', body: session({ cancel_url: 'shop' }), code: 'url_invalid' },
	])('refuses a session: %j', async ({ missing, wrong, body, code = 'parameter_invalid' }) => {
		const { url } = await open()
		const response = await api(url, 'checkout/sessions', body)

		expect(response.status).toBe(400)
		const { error } = await response.json()
		expect(error).toMatchObject({ type: 'invalid_request_error', code, param: missing ?? wrong })
	})

	test('accepts a test key only', async () => {
		const { url } = await open()
		const answers = await Promise.all(
			[{}, { authorization: 'Bearer sk_live_1' }].map((headers) =>
				fetch(`${url}/v1/refunds`, { headers }),
			),
		)

		expect(answers.map(({ status }) => status)).toEqual([401, 401])
	})

	test('answers the same key and parameters with the same session for a day', async () => {
		const { url, shiftClock } = await open()
		const body = session()
		const create = (changes = {}) =>
			api(url, 'checkout/sessions', { ...body, ...changes }, { 'idempotency-key': 'k' })
		const first = await create().then((response) => response.json())
		const second = await create()
		const other = await create({ locale: 'en' })
		shiftClock(25 * 60 * 60)
		const nextDay = await create({ expires_at: inSeconds(27 * 60 * 60) })

		expect(second.headers.get('idempotent-replayed')).toBe('true')
		expect(await second.json()).toEqual(first)
		expect(other.status).toBe(400)
		expect(await other.json()).toMatchObject({ error: { type: 'idempotency_error' } })
		expect((await nextDay.json()).id).not.toBe(first.id)
	})

	test('is read by the official SDK, page by page', async () => {
		const { url, ledger } = await open()
		const stripe = sdk(url)
		const { id } = await stripe.checkout.sessions.create(sdkSession())
		await press(url, id, 'pay')
		const paymentIntent = ledger().captures[0]?.captureId ?? ''
		for (const amount of [100, 200, 300]) {
			await stripe.refunds.create({ payment_intent: paymentIntent, amount })
		}

		const amounts: number[] = []
		for await (const refund of stripe.refunds.list({ payment_intent: paymentIntent, limit: 2 })) {
			amounts.push(refund.amount)
		}
		expect(amounts).toEqual([300, 200, 100])
	})

	test('keeps orders for tests away from browsers', async () => {
		const { url } = await open()
		const headers = { origin: 'https://evil.example.com' }
		const response = await fetch(`${url}/test/faults`, { method: 'POST', headers, body: '{}' })

		expect(response.status).toBe(403)
	})
})

describe('the hosted page', () => {
	test('says in the visitor’s language that it is a test, its purpose and the amount', async () => {
		const { url } = await open()
		const german = await pageOf(url, await newSession(url, { locale: 'de' }))
		const english = await pageOf(url, await newSession(url, { locale: 'en' }))

		expect(german.text).toContain('<html lang="de">')
		expect(german.text).toContain('Testzahlung – es fließt kein Geld')
		expect(german.text).toContain('Raumzeit')
		expect(german.text).toContain('64,80\u00A0€')
		expect(english.text).toContain('Test payment – no money moves')
		expect(english.text).toContain('€64.80')
	})

	test('shows given values as text', async () => {
		const { url } = await open({ shopName: '<b>"Shop"</b>' })
		const name = '<script>alert(1)</script>'
		const { text } = await pageOf(
			url,
			await newSession(url, { 'line_items[0][price_data][product_data][name]': name }),
		)

		expect(text).not.toMatch(/<script|<b>/)
	})

	test('takes the money once, however often it is posted, and sends the visitor back', async () => {
		const { url, ledger } = await open()
		const id = await newSession(url)
		const answers = await Promise.all([1, 2, 3].map(() => press(url, id, 'pay')))
		const { text } = await pageOf(url, id)

		expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 303])
		expect(answers.map((answer) => answer.headers.get('location'))).toContain(
			`https://shop.example.com/success?session=${id}`,
		)
		expect(ledger().captures).toMatchObject([{ sessionId: id, amount: 6480, currency: 'eur' }])
		expect(text).toContain('bereits abgeschlossen')
		expect(text).toContain(`href="https://shop.example.com/success?session=${id}"`)
	})

	test('pays and stays, as when the window is closed', async () => {
		const { url, ledger } = await open()
		const answer = await press(url, await newSession(url), 'pay-and-close')

		expect(answer.status).toBe(200)
		expect(await answer.text()).not.toContain('shop.example.com')
		expect(ledger().captures).toHaveLength(1)
	})

	test('declines, says so, and lets the visitor try again', async () => {
		const { url, ledger } = await open()
		const id = await newSession(url)
		const declined = await press(url, id, 'decline')
		const page = await fetch(new URL(declined.headers.get('location') ?? '', url))

		expect(await page.text()).toContain('Ihre Karte wurde abgelehnt')
		expect(ledger().captures).toEqual([])
		expect((await press(url, id, 'pay')).status).toBe(303)
		expect(ledger().captures).toHaveLength(1)
	})

	test('cancels by going back; the session stays open, as with the real one', async () => {
		const { url, ledger } = await open()
		const cancelled = await press(url, await newSession(url), 'cancel')

		expect(cancelled.headers.get('location')).toBe('https://shop.example.com/overview')
		expect(ledger().sessions).toMatchObject([{ status: 'open' }])
	})

	test('takes nothing for a session whose time is up', async () => {
		const { url, ledger, shiftClock } = await open()
		const id = await newSession(url)
		shiftClock(25 * 60 * 60)
		const answer = await press(url, id, 'pay')

		expect(await answer.text()).toContain('abgelaufen')
		expect(ledger().captures).toEqual([])
	})

	test('knows no other session', async () => {
		const { url } = await open()

		expect((await pageOf(url, 'cs_test_unknown')).status).toBe(404)
	})
})

describe('webhooks', () => {
	test('are signed, and sent again until they are accepted', async () => {
		const shop = await receiver((attempt) => (attempt === 1 ? 500 : 200))
		const { url, ledger } = await open({ webhookUrl: shop.url })
		const id = await newSession(url)
		await press(url, id, 'pay')

		await expect.poll(() => ledger().events).toMatchObject([{ state: 'delivered' }])
		expect(shop.received).toHaveLength(2)
		const [first, second] = shop.received.map(read)
		expect(first).toEqual(second)
		expect(first).toMatchObject({
			type: 'checkout.session.completed',
			data: { object: { id, payment_status: 'paid' } },
		})
	})

	test('announce expiry and refunds', async () => {
		const shop = await receiver(() => 200)
		const { url, ledger } = await open({ webhookUrl: shop.url })
		const stripe = sdk(url)
		await stripe.checkout.sessions.expire(await newSession(url))
		await press(url, await newSession(url), 'pay')
		await stripe.refunds.create({ payment_intent: ledger().captures[0]?.captureId ?? '' })

		await expect.poll(() => shop.received).toHaveLength(4)
		expect(shop.received.map((each) => read(each).type).sort()).toEqual([
			'charge.refunded',
			'checkout.session.completed',
			'checkout.session.expired',
			'refund.created',
		])
	})

	test('come ten at once, before the visitor returns, or never, as the faults say', async () => {
		const shop = await receiver(() => 200)
		const { url, ledger, setFaults } = await open({ webhookUrl: shop.url })

		setFaults({ webhooks: 'first' })
		await press(url, await newSession(url), 'pay')
		expect(shop.received).toHaveLength(1)

		setFaults({ webhooks: 'duplicate' })
		await press(url, await newSession(url), 'pay')
		await expect.poll(() => shop.received).toHaveLength(11)

		setFaults({ webhooks: 'off' })
		await press(url, await newSession(url), 'pay')
		expect(ledger().events.map(({ state }) => state)).toContain('lost')
	})
})

describe('the program', () => {
	test('keeps money and undelivered events through a kill -9', async () => {
		const file = join(await directory(), 'ledger.jsonl')
		const first = await program({ SANDBOX_FILE: file })
		const id = await newSession(first.url)
		await press(first.url, id, 'pay')
		first.child.kill('SIGKILL')
		await once(first.child, 'exit')

		const shop = await receiver(() => 200)
		const second = await program({ SANDBOX_FILE: file, STRIPE_WEBHOOK_URL: shop.url })
		const ledger = await fetch(`${second.url}/test/ledger`).then((response) => response.json())

		expect(ledger.captures).toMatchObject([{ sessionId: id, amount: 6480 }])
		await expect.poll(() => shop.received).toHaveLength(1)
		expect((await press(second.url, id, 'pay')).status).toBe(200)
	})

	test('ends with its parent, and on SIGTERM', async () => {
		const orphan = await program({})
		orphan.child.disconnect()
		expect(await once(orphan.child, 'exit')).toEqual([0, null])

		const told = await program({})
		told.child.kill('SIGTERM')
		expect(await once(told.child, 'exit')).toEqual([0, null])
	})

	test('says in one line why it cannot start', async () => {
		const { url } = await open()
		const child = run({ PORT: new URL(url).port })
		const lines = await output(child, 'stderr')

		expect(child.exitCode).toBe(1)
		expect(lines).toMatch(/^sandbox: .*EADDRINUSE.*\n$/)
	})
})

async function open(options: Partial<SandboxOptions> = {}) {
	const sandbox = await startSandbox({ webhookSecret, ...options })
	onTestFinished(() => sandbox.close())
	return sandbox
}

function sdk(url: string) {
	const { hostname, port } = new URL(url)
	return new Stripe('sk_test_shop', { host: hostname, port, protocol: 'http', telemetry: false })
}

function session(changes: Record<string, string> = {}): Record<string, string> {
	return {
		mode: 'payment',
		success_url: 'https://shop.example.com/success?session={CHECKOUT_SESSION_ID}',
		cancel_url: 'https://shop.example.com/overview',
		client_reference_id: 'R-1',
		expires_at: inSeconds(3600),
		'line_items[0][quantity]': '1',
		'line_items[0][price_data][currency]': 'eur',
		'line_items[0][price_data][unit_amount]': '6480',
		'line_items[0][price_data][product_data][name]': 'Bestellung R-1',
		...changes,
	}
}

function sdkSession(): Stripe.Checkout.SessionCreateParams {
	const product = { name: 'Bestellung R-1' }
	const price = { currency: 'eur', unit_amount: 6480, product_data: product }
	return {
		mode: 'payment',
		success_url: 'https://shop.example.com/success',
		line_items: [{ quantity: 1, price_data: price }],
	}
}

function inSeconds(seconds: number) {
	return String(Math.floor(Date.now() / 1000) + seconds)
}

function api(url: string, path: string, body: Record<string, string>, headers = {}) {
	return fetch(`${url}/v1/${path}`, {
		method: 'POST',
		headers: { authorization: 'Bearer sk_test_shop', ...headers },
		body: new URLSearchParams(body),
	})
}

async function newSession(url: string, changes: Record<string, string> = {}): Promise<string> {
	const response = await api(url, 'checkout/sessions', session(changes))
	return (await response.json()).id
}

async function pageOf(url: string, id: string) {
	const response = await fetch(`${url}/pay/${id}`)
	return { status: response.status, text: await response.text() }
}

function press(url: string, id: string, intent: string) {
	const body = new URLSearchParams({ intent })
	return fetch(`${url}/pay/${id}`, { method: 'POST', body, redirect: 'manual' })
}

type Received = { body: string; signature: string }

async function receiver(statusOf: (attempt: number) => number) {
	const received: Received[] = []
	const server = createServer(async (request, response) => {
		const body = (await request.toArray()).join('')
		received.push({ body, signature: String(request.headers['stripe-signature']) })
		response.writeHead(statusOf(received.length)).end()
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	onTestFinished(() => void server.close())
	const address = server.address()
	const port = typeof address === 'object' ? address?.port : null
	return { received, url: `http://127.0.0.1:${port}/webhook` }
}

function read({ body, signature }: Received) {
	return Stripe.webhooks.constructEvent(body, signature, webhookSecret)
}

async function directory() {
	const path = await mkdtemp(join(tmpdir(), 'sandbox-'))
	onTestFinished(() => rm(path, { recursive: true }))
	return path
}

function run(env: Record<string, string>) {
	const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/main.ts'], {
		env: { PATH: process.env.PATH, STRIPE_WEBHOOK_SECRET: webhookSecret, ...env },
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	})
	onTestFinished(() => void child.kill('SIGKILL'))
	return child
}

async function program(env: Record<string, string>) {
	const child = run(env)
	const [line] = await once(child.stdout ?? child, 'data')
	const [, url] = /^sandbox listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(line)) ?? []
	if (!url) throw new Error(`The sandbox said ${line}`)
	return { child, url }
}

async function output(child: ChildProcess, name: 'stderr') {
	let text = ''
	child[name]?.on('data', (chunk) => (text += chunk))
	await once(child, 'close')
	return text
}
