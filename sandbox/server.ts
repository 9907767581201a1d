import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { commit, type Bank } from '#sandbox/bank.ts'
import { answerControl } from '#sandbox/controls.ts'
import { startFaults, type Faults, type Misbehaviour } from '#sandbox/faults.ts'
import { answerHostedPage } from '#sandbox/hosted.ts'
import { readBody, sendJson } from '#sandbox/http.ts'
import { openLedger, statement, type Statement } from '#sandbox/ledger.ts'
import { answerPayPal, type CaptureMode } from '#sandbox/paypal/api.ts'
import { makeSeal, type Seal } from '#sandbox/paypal/certificate.ts'
import { signatureHeaders } from '#sandbox/paypal/signature.ts'
import { answerCall, type Answer, type Call } from '#sandbox/stripe/api.ts'
import { expireOverdue } from '#sandbox/stripe/payments.ts'
import { sign } from '#sandbox/stripe/signature.ts'
import { startWebhooks } from '#sandbox/webhooks.ts'

export type SandboxOptions = {
	/** The port; 0 or nothing: a free one. */
	port?: number
	/** The file of the ledger; without it, in memory. */
	file?: string
	/** The secret that signs Stripe's webhooks, and the id of PayPal's subscription. */
	webhookSecret: string
	webhookId?: string
	/** The addresses of the shop's webhooks; without one, events wait until one is given. */
	webhookUrl?: string
	paypalWebhookUrl?: string
	/** The payee shown on the hosted page. */
	shopName?: string
}

export type Sandbox = {
	url: string
	ledger(): Statement
	setFaults(faults: Faults): void
	clearFaults(): void
	/** Moves the bank's clock away from the real one. */
	shiftClock(seconds: number): void
	sendWebhooksTo(url: string, provider?: 'stripe' | 'paypal'): void
	close(): Promise<void>
}

/** A key takes a tenth of a second to make, and tests start a sandbox each. */
let sealOfThisRun: Seal | undefined

/** Starts a pretend Stripe and a pretend PayPal on the loopback interface. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const ledger = openLedger(options.file)
	const faults = startFaults()
	const seal = (sealOfThisRun ??= makeSeal())
	let offset = 0
	let origin = ''
	const webhookId = options.webhookId ?? 'WH-SANDBOX'
	const webhooks = startWebhooks(ledger, faults, {
		stripe: { url: options.webhookUrl, headersFor: stripeHeaders(options.webhookSecret) },
		paypal: {
			url: options.paypalWebhookUrl,
			headersFor: (body) => signatureHeaders(body, { seal, origin, webhookId }),
		},
	})
	const bank: Bank = {
		ledger,
		faults,
		webhooks,
		seal,
		shopName: options.shopName ?? 'Raumzeit',
		calls: 0,
		scene: () => ({ ledger, origin, now: Math.floor(Date.now() / 1000) + offset }),
		shiftClock: (seconds) => {
			offset = seconds
		},
	}

	// A shop that waits before it asks again finds its connection still open.
	const server = createServer({ keepAliveTimeout: 65_000 }, (request, response) => {
		answer(bank, request, response).catch((error: unknown) => {
			console.error(error)
			if (!response.headersSent) sendJson(response, 500, { error: { type: 'api_error' } })
		})
	})
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(options.port ?? 0, '127.0.0.1', resolve)
	})
	origin = originOf(server.address())
	void webhooks.deliverWaiting()
	const clock = setInterval(() => void expireNow(bank), EXPIRY_CHECK_MS)

	return {
		url: origin,
		ledger: () => statement(ledger),
		setFaults: faults.set,
		clearFaults: faults.clear,
		shiftClock: bank.shiftClock,
		sendWebhooksTo(url, provider = 'stripe') {
			webhooks.pointAt(provider, { url })
			void webhooks.deliverWaiting()
		},
		async close() {
			clearInterval(clock)
			webhooks.stop()
			const closed = new Promise((resolve) => server.close(resolve))
			server.closeAllConnections()
			await closed
		},
	}
}

const EXPIRY_CHECK_MS = 1000

function originOf(address: string | AddressInfo | null) {
	const port = typeof address === 'object' ? address?.port : undefined
	return `http://127.0.0.1:${port}`
}

async function answer(bank: Bank, request: IncomingMessage, response: ServerResponse) {
	const url = new URL(request.url ?? '/', 'http://sandbox.invalid')
	await expireNow(bank)
	if (url.pathname === `/v1/notifications/certs/${bank.seal.id}`) {
		sendAs(response, 'application/x-pem-file', bank.seal.certificate)
		return
	}
	if (/^\/v[12]\//.test(url.pathname)) return answerApi(bank, url, request, response)
	if (/^\/(pay\/|checkoutnow$)/.test(url.pathname))
		return answerHostedPage(bank, url, request, response)
	if (url.pathname.startsWith('/test/')) {
		return answerControl(bank, url.pathname, request, response)
	}
	return sendJson(response, url.pathname === '/' ? 200 : 404, { sandbox: 'stripe, paypal' })
}

function stripeHeaders(secret: string) {
	return (body: string) => ({
		'stripe-signature': sign(body, secret, Math.floor(Date.now() / 1000)),
	})
}

async function expireNow(bank: Bank) {
	const overdue = expireOverdue(bank.scene())
	if (overdue.length > 0) await commit(bank, overdue)
}

async function answerApi(bank: Bank, url: URL, request: IncomingMessage, response: ServerResponse) {
	const body = await readBody(request)
	if (body === null) {
		sendJson(response, 413, { error: { type: 'invalid_request_error', message: 'Too large' } })
		return
	}
	if (!url.pathname.endsWith('/oauth2/token')) bank.calls += 1
	const provider = isPayPal(url) ? 'paypal' : 'stripe'
	const fault = bank.faults.next(provider)
	const call = {
		method: request.method ?? 'GET',
		path: url.pathname,
		query: url.search.slice(1),
		headers: request.headers,
		body,
	}
	if (fault?.executed === false) return misbehave(response, fault, null)
	const given = answerBy(provider, bank, call)
	await commit(bank, given.changes)
	await sleep(bank.faults.current().latencyMs ?? 0)
	if (fault) return misbehave(response, fault, given)
	const { status } = bank.faults.current()
	const said = status === undefined ? given.body : restated(given.body, status)
	return sendJson(response, given.status, said, given.headers)
}

/** Replaces every status of captures, payments, refunds and disputes in an answer by `status`. */
function restated(body: unknown, status: string): unknown {
	return JSON.parse(JSON.stringify(body), (name, value) => {
		if (name === 'payment_status' || name === 'outcome_code') return status
		if (/^(captures|refunds)$/.test(name) && Array.isArray(value))
			return value.map((each: object) => ({ ...each, status }))
		return /^(refund|dispute)$/.test(value?.object) ? { ...value, status } : value
	})
}

function isPayPal({ pathname }: URL) {
	return /^\/(v2|v1\/(oauth2|customer|reporting))\//.test(pathname)
}

function answerBy(provider: 'stripe' | 'paypal', bank: Bank, call: Call): Answer {
	if (provider === 'stripe') return answerCall(bank.scene(), call)
	const { searchDelay: delay = 0, searchRefused: refused = false } = bank.faults.current()
	const search = { delay, refused }
	return answerPayPal(bank.scene(), call, { mode: modeOf(call, bank), search })
}

function modeOf({ path }: Call, { faults }: Bank): CaptureMode {
	if (path.endsWith('/capture')) return faults.ending()
	return path.endsWith('/refund') ? (faults.current().refunds ?? 'instant') : 'instant'
}

function misbehave(response: ServerResponse, fault: Misbehaviour, given: Answer | null) {
	const text = JSON.stringify(given?.body)
	switch (fault.kind) {
		case 'hang':
			return
		case 'down':
		case 'reset':
			response.destroy()
			return
		case 'status':
			sendJson(response, fault.status, { error: errorFor(fault.status) })
			return
		case 'html':
			sendAs(response, 'text/html', '<!doctype html><title>Hello</title>')
			return
		case 'truncated':
			sendAs(response, 'application/json', text.slice(0, text.length / 2))
			return
		case 'primitive':
			sendAs(response, 'application/json', '"ok"')
			return
		case 'huge':
			sendAs(response, 'application/json', `{"filler":"${'x'.repeat(20_000_000)}"}`)
	}
}

function errorFor(status: number) {
	const message = `The sandbox was told to answer ${status}`
	if (status === 429) return { type: 'invalid_request_error', code: 'rate_limit', message }
	return { type: status < 500 ? 'invalid_request_error' : 'api_error', message }
}

function sendAs(response: ServerResponse, type: string, body: string) {
	response.writeHead(200, { 'content-type': type })
	response.end(body)
}
