import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod'

import {
	findByCapture,
	refundedOf,
	type Change,
	type Reply,
	type WalletOrder,
} from '#sandbox/ledger.ts'
import { capture, refundCapture } from '#sandbox/paypal/payments.ts'
import { searchTransactions, type SearchRules } from '#sandbox/paypal/search.ts'
import {
	captureObject,
	disputeObject,
	newWalletId,
	orderObject,
	refundObject,
} from '#sandbox/paypal/wire.ts'
import type { Answer, Call } from '#sandbox/stripe/api.ts'
import type { Scene } from '#sandbox/stripe/payments.ts'

/** The ending of the next capture, by the faults in force. */
export type CaptureMode = 'instant' | 'processing' | 'declined'

/**
 * Answers one call of PayPal's API. The answer under a `PayPal-Request-Id` is given again while it is kept: 6 hours for
 * orders, 45 days for refunds. Each call needs an id of its own.
 */
export function answerPayPal(
	scene: Scene,
	call: Call,
	{ mode, search }: { mode: CaptureMode; search: SearchRules },
): Answer {
	const headers = { 'paypal-debug-id': newWalletId() }
	try {
		if (call.path === '/v1/oauth2/token')
			return { status: 200, headers, body: token(call), changes: [] }
		authenticate(call.headers)
		if (call.path === '/v1/reporting/transactions') return answerSearch()
		const key = keyOf(call)
		const before = key && scene.ledger.replies.get(key)
		if (before && before.at > scene.now - lifeOf(call)) {
			if (before.fingerprint !== call.path)
				throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'DUPLICATE_REQUEST_ID')
			return { status: 200, headers, body: before.body, changes: [] }
		}
		const { status = 200, body, changes } = dispatch(scene, call, mode)
		const reply: Reply = { at: scene.now, fingerprint: call.path, status, body }
		return { status, headers, body, changes: [...changes, ...kept(key, reply)] }
	} catch (error) {
		if (!(error instanceof Issue)) throw error
		return { status: error.status, headers, body: error.body, changes: [] }
	}

	function answerSearch(): Answer {
		if (search.refused) throw new Issue(403, 'NOT_AUTHORIZED', 'PERMISSION_DENIED')
		const body = searchTransactions(scene, new URLSearchParams(call.query), search)
		if (!body) throw new Issue(400, 'INVALID_REQUEST', 'INVALID_PARAMETER_VALUE')
		return { status: 200, headers, body, changes: [] }
	}
}

type Outcome = { status?: number; body: unknown; changes: Change[] }

const HOUR = 60 * 60

/** An answer in PayPal's error shape: a name for the kind, an issue for the cause. */
class Issue extends Error {
	readonly status: number
	readonly body: unknown

	constructor(status: number, name: string, issue: string) {
		super(issue)
		this.status = status
		this.body = {
			name,
			message: issue,
			debug_id: newWalletId(),
			details: [{ issue, description: issue }],
			links: [],
		}
	}
}

function token({ headers, body }: Call) {
	const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
	const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
	if (!id.startsWith('sandbox') || !secret)
		throw new Issue(401, 'invalid_client', 'Client Authentication failed')
	if (new URLSearchParams(body).get('grant_type') !== 'client_credentials')
		throw new Issue(400, 'unsupported_grant_type', 'Grant Type is NULL')
	return {
		scope: 'https://uri.paypal.com/services/checkout/one-click-with-merchant-issued-token',
		access_token: `A21AA${createHash('sha256').update(id).digest('base64url')}`,
		token_type: 'Bearer',
		app_id: 'APP-SANDBOX',
		expires_in: 32_400,
		nonce: new Date().toISOString(),
	}
}

function authenticate({ authorization }: IncomingHttpHeaders) {
	if (!authorization?.startsWith('Bearer A21AA'))
		throw new Issue(401, 'AUTHENTICATION_FAILURE', 'INVALID_TOKEN')
}

function keyOf({ headers, method }: Call): string | null {
	const id = headers['paypal-request-id']
	return method === 'POST' && typeof id === 'string' ? `paypal ${id}` : null
}

function lifeOf({ path }: Call) {
	return path.endsWith('/refund') ? 45 * 24 * HOUR : 6 * HOUR
}

function kept(key: string | null, reply: Reply): Change[] {
	return key === null ? [] : [['replies', key, reply]]
}

function dispatch(scene: Scene, call: Call, mode: CaptureMode): Outcome {
	const [, id = '', verb = ''] =
		/^\/v2\/checkout\/orders(?:\/([^/]+)(?:\/(capture))?)?$/.exec(call.path) ?? []
	const [, captureId = ''] = /^\/v2\/payments\/captures\/([^/]+)\/refund$/.exec(call.path) ?? []
	const [, disputeId = ''] = /^\/v1\/customer\/disputes\/([^/]+)$/.exec(call.path) ?? []
	const [, shownId = ''] = /^\/v2\/payments\/captures\/([^/]+)$/.exec(call.path) ?? []
	if (call.method === 'GET' && shownId) return showCapture(scene, shownId)
	if (call.method === 'GET' && disputeId) return findDispute(scene, disputeId)
	if (call.method === 'POST' && captureId) return createRefund(scene, captureId, call, mode)
	if (call.method === 'POST' && verb) return captureOrder(scene, findOrder(scene, id), mode)
	if (call.method === 'GET' && id)
		return { body: orderObject(scene.ledger, findOrder(scene, id), scene.origin), changes: [] }
	if (call.method === 'POST' && call.path === '/v2/checkout/orders') return createOrder(scene, call)
	throw new Issue(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
}

const moneySchema = z.object({
	currency_code: z.literal('EUR'),
	value: z.string().regex(/^\d+\.\d\d$/),
})
const amountSchema = moneySchema.extend({
	breakdown: z.object({ item_total: moneySchema }).optional(),
})

const orderSchema = z.object({
	intent: z.literal('CAPTURE'),
	purchase_units: z
		.array(
			z.object({
				amount: amountSchema,
				description: z.string().max(127).optional(),
				custom_id: z.string().max(127).optional(),
				items: z
					.array(
						z.object({
							name: z.string().min(1).max(127),
							quantity: z.literal('1'),
							description: z.string().max(2048).optional(),
							unit_amount: moneySchema,
						}),
					)
					.length(1)
					.optional(),
			}),
		)
		.length(1),
	payment_source: z.object({
		paypal: z.object({
			experience_context: z.object({
				return_url: z.url(),
				cancel_url: z.url(),
				locale: z
					.string()
					.regex(/^[a-z]{2}(-[A-Z]{2})?$/)
					.optional(),
			}),
		}),
	}),
})

function createOrder(scene: Scene, call: Call): Outcome {
	const { purchase_units, payment_source } = read(orderSchema, call.body)
	const [unit] = purchase_units
	const [item] = unit?.items ?? []
	if (item && unit?.amount.breakdown?.item_total.value !== item.unit_amount.value)
		throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'ITEM_TOTAL_MISMATCH')
	if (item && item.unit_amount.value !== unit?.amount.value)
		throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'AMOUNT_MISMATCH')
	const context = payment_source.paypal.experience_context
	const order: WalletOrder = {
		id: newWalletId(),
		created: scene.now,
		status: 'PAYER_ACTION_REQUIRED',
		amount: Math.round(Number(unit?.amount.value) * 100),
		currency: 'EUR',
		reference: unit?.custom_id ?? null,
		description: unit?.description ?? '',
		item: item?.description ?? null,
		returnUrl: context.return_url,
		cancelUrl: context.cancel_url,
		locale: context.locale ?? null,
		willDecline: false,
		capture: null,
	}
	if (order.amount === 0) throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'CANNOT_BE_ZERO_OR_NEGATIVE')
	return {
		body: orderObject(scene.ledger, order, scene.origin),
		changes: [['orders', order.id, order]],
	}
}

function captureOrder(scene: Scene, order: WalletOrder, mode: CaptureMode): Outcome {
	if (order.capture) throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'ORDER_ALREADY_CAPTURED')
	if (order.status !== 'APPROVED')
		throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'ORDER_NOT_APPROVED')
	if (mode === 'declined' || order.willDecline)
		throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'INSTRUMENT_DECLINED')
	const changes = capture(scene, order, mode === 'instant' ? 'COMPLETED' : 'PENDING')
	const after = changes.flatMap(([table, , value]) => (table === 'orders' ? [value] : []))[0]
	return {
		status: 201,
		body: orderObject(scene.ledger, after ?? order, scene.origin),
		changes,
	}
}

const refundSchema = z.object({
	amount: amountSchema.optional(),
	custom_id: z.string().max(127).optional(),
})

function findDispute({ ledger }: Scene, id: string): Outcome {
	const dispute = ledger.disputes.get(id)
	if (!dispute) throw new Issue(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
	return { body: disputeObject(dispute), changes: [] }
}

function showCapture({ ledger, origin }: Scene, id: string): Outcome {
	const order = findByCapture(ledger, id)
	if (!order) throw new Issue(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
	return { body: captureObject(ledger, order, origin), changes: [] }
}

function createRefund(scene: Scene, captureId: string, call: Call, mode: CaptureMode): Outcome {
	const wish = read(refundSchema, call.body || '{}')
	const order = findByCapture(scene.ledger, captureId)
	if (order?.capture?.status !== 'COMPLETED')
		throw new Issue(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
	const left = order.capture.amount - refundedOf(scene.ledger, captureId)
	const amount = wish.amount ? Math.round(Number(wish.amount.value) * 100) : left
	if (left === 0) throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'CAPTURE_FULLY_REFUNDED')
	if (amount > left) throw new Issue(422, 'UNPROCESSABLE_ENTITY', 'REFUND_AMOUNT_EXCEEDED')
	const key = wish.custom_id ?? null
	const status = mode === 'processing' ? 'PENDING' : 'COMPLETED'
	const { refund, changes } = refundCapture(scene, order, { amount, key }, status)
	return { status: 201, body: refundObject(refund, scene.origin), changes }
}

function findOrder({ ledger }: Scene, id: string): WalletOrder {
	const order = ledger.orders.get(id)
	if (!order) throw new Issue(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
	return order
}

function read<T>(schema: z.ZodType<T>, text: string): T {
	try {
		return schema.parse(JSON.parse(text))
	} catch {
		throw new Issue(400, 'INVALID_REQUEST', 'MALFORMED_REQUEST_JSON')
	}
}
