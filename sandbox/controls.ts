import type { IncomingMessage, ServerResponse } from 'node:http'

import { z } from 'zod'

import { commit, type Bank } from '#sandbox/bank.ts'
import {
	changeDispute,
	closeDispute,
	findTaken,
	openDispute,
	refundByHand,
	type TakenMoney,
} from '#sandbox/desk.ts'
import { faultsSchema } from '#sandbox/faults.ts'
import { readBody, sendJson } from '#sandbox/http.ts'
import { statement, type Change, type Session, type WalletOrder } from '#sandbox/ledger.ts'
import { approve, capture, settleCapture, settleRefund } from '#sandbox/paypal/payments.ts'
import { announced, decline, expire, pay, settle } from '#sandbox/stripe/payments.ts'
import { sessionObject } from '#sandbox/stripe/wire.ts'

/**
 * Answers the questions and orders of tests, below /test/. Bodies are JSON, and a browser's page (which sends an
 * Origin) is refused.
 */
export async function answerControl(
	bank: Bank,
	path: string,
	request: IncomingMessage,
	response: ServerResponse,
) {
	if (request.headers.origin) {
		sendJson(response, 403, { error: 'For tests only, not for browsers' })
		return
	}
	const order = z.safeParse(orderSchema, await orderOf(request, path))
	if (!order.success) {
		sendJson(response, 400, { error: z.prettifyError(order.error) })
		return
	}
	const { status, body } = await obey(bank, order.data)
	sendJson(response, status, body)
}

const payBody = z
	.strictObject({ amount: z.int().min(0), currency: z.string().length(3).toLowerCase() })
	.partial()

const orderSchema = z.discriminatedUnion('order', [
	z.strictObject({ order: z.literal('GET ledger') }),
	z.strictObject({ order: z.literal('GET calls') }),
	z.strictObject({ order: z.literal('GET faults') }),
	z.strictObject({ order: z.literal('POST faults'), body: faultsSchema }),
	z.strictObject({ order: z.literal('DELETE faults') }),
	z.strictObject({
		order: z.literal('POST clock'),
		body: z.strictObject({ offsetSeconds: z.int() }),
	}),
	z.strictObject({
		order: z.literal('POST webhook'),
		body: z.strictObject({
			provider: z.enum(['stripe', 'paypal']).default('stripe'),
			url: z.url(),
		}),
	}),
	z.strictObject({ order: z.literal('POST sessions/pay'), id: z.string(), body: payBody }),
	z.strictObject({ order: z.literal('POST orders/approve'), id: z.string() }),
	z.strictObject({ order: z.literal('POST orders/capture'), id: z.string(), body: payBody }),
	z.strictObject({
		order: z.literal('POST orders/settle'),
		id: z.string(),
		body: z.strictObject({ outcome: z.enum(['succeeded', 'failed']) }),
	}),
	z.strictObject({
		order: z.literal('POST captures/refund'),
		id: z.string(),
		body: z.strictObject({ amount: z.int().min(1).optional() }),
	}),
	z.strictObject({
		order: z.literal('POST captures/dispute'),
		id: z.string(),
		body: z.strictObject({ amount: z.int().min(1).optional(), inquiry: z.boolean().optional() }),
	}),
	z.strictObject({
		order: z.literal('POST disputes/change'),
		id: z.string(),
		body: z.strictObject({ amount: z.int().min(1) }),
	}),
	z.strictObject({
		order: z.literal('POST disputes/close'),
		id: z.string(),
		body: z.strictObject({
			outcome: z.enum(['won', 'lost', 'accepted']),
			refunded: z.int().min(0).optional(),
		}),
	}),
	z.strictObject({
		order: z.literal('POST refunds/settle'),
		id: z.string(),
		body: z.strictObject({ outcome: z.enum(['succeeded', 'failed']) }),
	}),
	z.strictObject({ order: z.literal('POST sessions/decline'), id: z.string() }),
	z.strictObject({ order: z.literal('POST sessions/expire'), id: z.string() }),
	z.strictObject({
		order: z.literal('POST sessions/settle'),
		id: z.string(),
		body: z.strictObject({ outcome: z.enum(['succeeded', 'failed']) }),
	}),
	z.strictObject({
		order: z.literal('POST sessions/webhook'),
		id: z.string(),
		body: z.strictObject({ type: z.string() }),
	}),
])

type Order = z.output<typeof orderSchema>

async function orderOf(request: IncomingMessage, path: string): Promise<unknown> {
	const [, noun, id, verb] = /^\/test\/(\w+)(?:\/([^/]+)\/(\w+))?$/.exec(path) ?? []
	const order = `${request.method} ${noun}${verb ? `/${verb}` : ''}`
	const body = parsed((await readBody(request)) ?? '')
	const takesBody =
		request.method === 'POST' && !['decline', 'expire', 'approve'].includes(verb ?? '')
	return { order, ...(id && { id }), ...(takesBody && { body }) }
}

function parsed(text: string): unknown {
	try {
		return text === '' ? {} : JSON.parse(text)
	} catch {
		return null
	}
}

async function obey(bank: Bank, order: Order): Promise<{ status: number; body: unknown }> {
	switch (order.order) {
		case 'GET ledger':
			return done(statement(bank.ledger))
		case 'GET calls':
			return done({ calls: bank.calls })
		case 'GET faults':
			return done(bank.faults.current())
		case 'POST faults':
			bank.faults.set(order.body)
			return done(bank.faults.current())
		case 'DELETE faults':
			bank.faults.clear()
			return done(bank.faults.current())
		case 'POST clock':
			bank.shiftClock(order.body.offsetSeconds)
			return done({ now: new Date(bank.scene().now * 1000).toISOString() })
		case 'POST webhook':
			bank.webhooks.pointAt(order.body.provider, { url: order.body.url })
			await bank.webhooks.deliverWaiting()
			return done({})
		case 'POST sessions/pay':
			return onSession(bank, order.id, (session) =>
				pay(bank.scene(), session, bank.faults.current().payments ?? 'instant', order.body),
			)
		case 'POST sessions/decline':
			return onSession(bank, order.id, (session) => decline(bank.scene(), session))
		case 'POST sessions/expire':
			return onSession(bank, order.id, (session) => expire(bank.scene(), session))
		case 'POST sessions/settle':
			return onSession(bank, order.id, (session) =>
				settle(bank.scene(), session, order.body.outcome),
			)
		case 'POST orders/approve':
			return onOrder(bank, order.id, (found) => approve(bank.scene(), found))
		case 'POST orders/capture':
			return onOrder(bank, order.id, (found) =>
				capture(bank.scene(), found, 'COMPLETED', order.body),
			)
		case 'POST orders/settle':
			return onOrder(bank, order.id, (found) =>
				settleCapture(bank.scene(), found, order.body.outcome),
			)
		case 'POST captures/refund':
			return onCapture(bank, order.id, (taken) => refundByHand(bank.scene(), taken, order.body))
		case 'POST captures/dispute':
			return onCapture(bank, order.id, (taken) => openDispute(bank.scene(), taken, order.body))
		case 'POST disputes/change':
			return onDesk(bank, changeDispute(bank.scene(), order.id, order.body.amount))
		case 'POST disputes/close':
			return onDesk(bank, closeDispute(bank.scene(), order.id, order.body))
		case 'POST refunds/settle': {
			const found = bank.ledger.refunds.get(order.id)
			return onDesk(bank, found ? settleRefund(bank.scene(), found, order.body.outcome) : [])
		}
		case 'POST sessions/webhook':
			return onSession(bank, order.id, (session) => [
				announced(bank.scene(), order.body.type, sessionObject(session, bank.scene().origin)),
			])
	}
}

async function onSession(bank: Bank, id: string, change: (session: Session) => Change[]) {
	const session = bank.ledger.sessions.get(id)
	if (!session) return { status: 404, body: { error: `No session ${id}` } }
	const changes = change(session)
	if (changes.length === 0) {
		const state = `${session.status}, ${session.paymentStatus}`
		return { status: 409, body: { error: `Not possible: the session is ${state}` } }
	}
	await commit(bank, changes)
	return done(sessionObject(bank.ledger.sessions.get(id) ?? session, bank.scene().origin))
}

async function onOrder(bank: Bank, id: string, change: (order: WalletOrder) => Change[]) {
	const order = bank.ledger.orders.get(id)
	if (!order) return { status: 404, body: { error: `No order ${id}` } }
	const changes = change(order)
	if (changes.length === 0)
		return { status: 409, body: { error: `Not possible: the order is ${order.status}` } }
	await commit(bank, changes)
	return done(bank.ledger.orders.get(id))
}

async function onCapture(bank: Bank, captureId: string, change: (taken: TakenMoney) => Change[]) {
	const taken = findTaken(bank.ledger, captureId)
	if (!taken) return { status: 404, body: { error: `No capture ${captureId}` } }
	await commit(bank, change(taken))
	return done(statement(bank.ledger).disputes.filter((each) => each.captureId === captureId))
}

async function onDesk(bank: Bank, changes: Change[]) {
	await commit(bank, changes)
	return { status: changes.length > 0 ? 200 : 404, body: {} }
}

function done(body: unknown) {
	return { status: 200, body }
}
