import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { commit, type Bank } from '#sandbox/bank.ts'
import { answerControl } from '#sandbox/controls.ts'
import { startFaults, type Faults, type Misbehaviour } from '#sandbox/faults.ts'
import { readBody, sendHtml, sendJson, sendOn } from '#sandbox/http.ts'
import { openLedger, statement, type Statement } from '#sandbox/ledger.ts'
import { answerCall, type Answer } from '#sandbox/stripe/api.ts'
import { closedPage, intents, returnUrl, sessionPage, unknownPage } from '#sandbox/stripe/page.ts'
import { decline, expireOverdue, pay } from '#sandbox/stripe/payments.ts'
import { startWebhooks } from '#sandbox/stripe/webhooks.ts'

export type SandboxOptions = {
	/** 0 or nothing: a free one. */
	port?: number
	/** Where the ledger is kept; without it, in memory. */
	file?: string
	webhookSecret: string
	/** Where events go; without it they wait until one is given. */
	webhookUrl?: string
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
	sendWebhooksTo(url: string): void
	close(): Promise<void>
}

/** Starts a pretend Stripe on the loopback interface. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
	const ledger = openLedger(options.file)
	const faults = startFaults()
	const webhooks = startWebhooks(ledger, faults, {
		url: options.webhookUrl,
		secret: options.webhookSecret,
	})
	let offset = 0
	let origin = ''
	const bank: Bank = {
		ledger,
		faults,
		webhooks,
		shopName: options.shopName ?? 'Raumzeit',
		scene: () => ({ ledger, origin, now: Math.floor(Date.now() / 1000) + offset }),
		shiftClock: (seconds) => {
			offset = seconds
		},
	}

	const server = createServer((request, response) => {
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
		sendWebhooksTo(url) {
			webhooks.pointAt({ url })
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
	if (url.pathname.startsWith('/v1/')) return answerApi(bank, url, request, response)
	if (url.pathname.startsWith('/pay/')) return answerPage(bank, url, request, response)
	if (url.pathname.startsWith('/test/')) {
		return answerControl(bank, url.pathname, request, response)
	}
	return sendJson(response, url.pathname === '/' ? 200 : 404, { sandbox: 'stripe' })
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
	const fault = bank.faults.next()
	const call = {
		method: request.method ?? 'GET',
		path: url.pathname,
		query: url.search.slice(1),
		headers: request.headers,
		body,
	}
	if (fault?.executed === false) return misbehave(response, fault, null)
	const given = answerCall(bank.scene(), call)
	await commit(bank, given.changes)
	await sleep(bank.faults.current().latencyMs ?? 0)
	if (fault) return misbehave(response, fault, given)
	return sendJson(response, given.status, given.body, given.headers)
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

async function answerPage(
	bank: Bank,
	url: URL,
	request: IncomingMessage,
	response: ServerResponse,
) {
	const session = bank.ledger.sessions.get(url.pathname.slice('/pay/'.length))
	if (!session) return sendHtml(response, unknownPage())
	if (request.method === 'POST') {
		const form = new URLSearchParams((await readBody(request)) ?? '')
		return actOnPage(bank, session.id, form.get('intent'), response)
	}
	return sendHtml(response, sessionPage(session, bank.shopName, url.searchParams.has('declined')))
}

async function actOnPage(bank: Bank, id: string, wish: string | null, response: ServerResponse) {
	const session = bank.ledger.sessions.get(id)
	const intent = intents.find((each) => each === wish)
	if (!session) return sendHtml(response, unknownPage())
	if (session.status !== 'open' || !intent) {
		return sendHtml(response, sessionPage(session, bank.shopName))
	}
	switch (intent) {
		case 'cancel':
			return sendOn(response, session.cancelUrl ?? `/pay/${id}`)
		case 'decline':
			await commit(bank, decline(bank.scene(), session))
			return sendOn(response, `/pay/${id}?declined`)
		case 'pay':
			await commit(bank, pay(bank.scene(), session, paymentMode(bank)))
			return sendOn(response, returnUrl(session))
		case 'pay-and-close':
			await commit(bank, pay(bank.scene(), session, paymentMode(bank)))
			return sendHtml(response, closedPage(session))
	}
}

function paymentMode(bank: Bank) {
	return bank.faults.current().payments ?? 'instant'
}
