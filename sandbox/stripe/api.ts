import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { z } from 'zod'

import {
	findByIntent,
	refundedOf,
	type Change,
	type Intent,
	type Session,
} from '#sandbox/ledger.ts'
import { expire, refund, type Scene } from '#sandbox/stripe/payments.ts'
import { invalid, notFound, Refusal } from '#sandbox/stripe/refusal.ts'
import { amountSchema, metadataSchema, read, sessionFrom } from '#sandbox/stripe/session-params.ts'
import {
	API_VERSION,
	disputeObject,
	newId,
	refundObject,
	sessionObject,
} from '#sandbox/stripe/wire.ts'

export type Call = {
	method: string
	path: string
	query: string
	headers: IncomingHttpHeaders
	body: string
}

export type Answer = {
	status: number
	headers: Record<string, string>
	body: unknown
	/** The rows to be committed before the answer is sent. */
	changes: Change[]
}

/**
 * Answers one call of Stripe's API. Answers under an idempotency key are kept for 24 hours: the same key with the same
 * parameters gives the same answer, with others an `idempotency_error`. Refused parameters are not kept, as with the
 * real one.
 */
export function answerCall(scene: Scene, call: Call): Answer {
	const key = text(call.headers['idempotency-key'])
	const headers = {
		'request-id': newId('req'),
		'stripe-version': text(call.headers['stripe-version']) ?? API_VERSION,
		...(key !== null && { 'idempotency-key': key }),
	}
	try {
		authenticate(call.headers.authorization)
		const before = key !== null && call.method === 'POST' ? replayed(scene, key, call) : null
		if (before) {
			const replay = { ...headers, 'idempotent-replayed': 'true' }
			return { status: before.status, headers: replay, body: before.body, changes: [] }
		}
		const { body, changes } = dispatch(scene, call)
		return { status: 200, headers, body, changes: [...changes, ...kept(scene, key, call, body)] }
	} catch (error) {
		if (!(error instanceof Refusal)) throw error
		return { status: error.status, headers, body: { error: error.details }, changes: [] }
	}
}

const KEY_LIFE = 24 * 60 * 60
const PAGE = { default: 10, most: 100 }

type Outcome = { body: unknown; changes: Change[] }

function authenticate(authorization: string | undefined) {
	const [, key] = /^Bearer (.+)$/.exec(authorization ?? '') ?? []
	if (!key) {
		throw new Refusal(401, {
			type: 'invalid_request_error',
			message:
				'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
		})
	}
	if (!/^[sr]k_test_/.test(key)) {
		const shown = `${key.slice(0, 7)}${'*'.repeat(8)}`
		throw new Refusal(401, {
			type: 'invalid_request_error',
			message: `Invalid API Key provided: ${shown}`,
		})
	}
}

function replayed({ ledger, now }: Scene, key: string, call: Call) {
	const reply = ledger.replies.get(key)
	if (!reply || reply.at < now - KEY_LIFE) return null
	if (reply.fingerprint !== fingerprint(call)) {
		throw new Refusal(400, {
			type: 'idempotency_error',
			message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		})
	}
	return reply
}

function dispatch(scene: Scene, call: Call): Outcome {
	const [, noun, id = '', verb = ''] =
		ROUTES.map((route) => route.exec(call.path)).find(Boolean) ?? []
	switch (`${call.method} ${noun}${id && '/:id'}${verb && `/${verb}`}`) {
		case 'POST checkout/sessions':
			return createSession(scene, call.body)
		case 'GET checkout/sessions':
			return listSessions(scene, call.query)
		case 'GET checkout/sessions/:id':
			return retrieveSession(scene, id, call.query)
		case 'POST checkout/sessions/:id/expire':
			return expireSession(scene, id)
		case 'POST refunds':
			return createRefund(scene, call.body)
		case 'GET refunds':
			return listRefunds(scene, call.query)
		case 'GET disputes/:id':
			return retrieveDispute(scene, id)
		default:
			throw new Refusal(404, {
				type: 'invalid_request_error',
				message: `Unrecognized request URL (${call.method}: ${call.path}).`,
			})
	}
}

const ROUTES = [
	/^\/v1\/(checkout\/sessions)(?:\/([^/]+)(?:\/(expire))?)?$/,
	/^\/v1\/(refunds)$/,
	/^\/v1\/(disputes)\/([^/]+)$/,
]

function kept({ now }: Scene, key: string | null, call: Call, body: unknown): Change[] {
	if (key === null || call.method !== 'POST') return []
	return [['replies', key, { at: now, fingerprint: fingerprint(call), status: 200, body }]]
}

function fingerprint(call: Call) {
	const params = [...new URLSearchParams(call.body)].map((pair) => pair.join('=')).sort()
	return createHash('sha256')
		.update([call.path, ...params].join('\n'))
		.digest('hex')
}

function createSession(scene: Scene, body: string): Outcome {
	const session = sessionFrom(body, scene.now)
	return {
		body: sessionObject(session, scene.origin),
		changes: [['sessions', session.id, session]],
	}
}

function retrieveSession(scene: Scene, id: string, query: string): Outcome {
	const { expand } = read(z.strictObject({ expand: z.array(z.string()).optional() }), query)
	const unknown = expand?.find((name) => name !== 'payment_intent' && name !== 'line_items')
	if (unknown) throw invalid(`This property cannot be expanded (${unknown}).`, 'expand')
	return { body: sessionObject(findSession(scene, id), scene.origin, expand), changes: [] }
}

function expireSession(scene: Scene, id: string): Outcome {
	const session = findSession(scene, id)
	if (session.status !== 'open') {
		throw new Refusal(400, {
			type: 'invalid_request_error',
			message: `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
		})
	}
	const changes = expire(scene, session)
	return { body: sessionObject({ ...session, status: 'expired' }, scene.origin), changes }
}

const refundSchema = z.strictObject({
	payment_intent: z.string().optional(),
	charge: z.string().optional(),
	amount: amountSchema.pipe(z.int().min(1, 'Invalid positive integer')).optional(),
	reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
	metadata: metadataSchema.optional(),
})

function createRefund(scene: Scene, body: string): Outcome {
	const params = read(refundSchema, body)
	const { session, intent } = captured(scene, params)
	const left = intent.received - refundedOf(scene.ledger, intent.id)
	if (left === 0) {
		throw invalid(
			`Charge ${intent.chargeId} has already been refunded.`,
			'',
			'charge_already_refunded',
		)
	}
	const amount = params.amount ?? left
	if (amount > left) {
		throw invalid(
			`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
			'amount',
		)
	}
	const { reason = null, metadata = {} } = params
	const given = refund(scene, session, intent, { amount, reason, metadata })
	return { body: refundObject(given.refund), changes: given.changes }
}

function captured(scene: Scene, params: z.output<typeof refundSchema>): Paid {
	const param = params.charge ? 'charge' : 'payment_intent'
	const id = params.charge ?? params.payment_intent
	if (!id) {
		throw invalid(
			'One of the following params should be provided for this request: payment_intent or charge.',
			'',
			'parameter_missing',
		)
	}
	const session = findByIntent(scene.ledger, id)
	if (!session?.intent) throw notFound(param, id, param)
	if (session.intent.status !== 'succeeded') {
		throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`, param)
	}
	return { session, intent: session.intent }
}

type Paid = { session: Session; intent: Intent }

/** The parameters of every list: a page of it, and the time in which its objects were created, in Unix seconds. */
const pageSchema = z.strictObject({
	limit: amountSchema.pipe(z.int().min(1).max(PAGE.most)).default(PAGE.default),
	starting_after: z.string().optional(),
	created: z.strictObject({ gte: amountSchema, lt: amountSchema }).partial().optional(),
	payment_intent: z.string().optional(),
})

const sessionsSchema = pageSchema.extend({ expand: z.array(z.string()).optional() })

function listSessions({ ledger, origin }: Scene, query: string): Outcome {
	const params = read(sessionsSchema, query)
	const unknown = params.expand?.find((name) => name !== 'data.payment_intent')
	if (unknown) throw invalid(`This property cannot be expanded (${unknown}).`, 'expand')
	const all = [...ledger.sessions.values()].filter(
		({ intent }) => !params.payment_intent || intent?.id === params.payment_intent,
	)
	const expand = params.expand ? ['payment_intent'] : []
	return listed('/v1/checkout/sessions', all, params, (each) => sessionObject(each, origin, expand))
}

/** Answers a page of a list, the newest first. */
function listed<Row extends { id: string; created: number }>(
	url: string,
	rows: readonly Row[],
	{ limit, starting_after: after, created }: z.output<typeof pageSchema>,
	show: (row: Row) => unknown,
): Outcome {
	const all = rows
		.filter((row) => row.created >= (created?.gte ?? 0) && row.created < (created?.lt ?? Infinity))
		.toReversed()
	const start = all.findIndex(({ id }) => id === after) + 1
	const page = all.slice(start, start + limit)
	const hasMore = start + page.length < all.length
	return { body: { object: 'list', url, has_more: hasMore, data: page.map(show) }, changes: [] }
}

const refundsSchema = pageSchema.extend({ charge: z.string().optional() })

function listRefunds({ ledger }: Scene, query: string): Outcome {
	const params = read(refundsSchema, query)
	const { payment_intent: intent } = params
	if (intent && !findByIntent(ledger, intent))
		throw notFound('payment_intent', intent, 'payment_intent')
	const ofStripe = [...ledger.refunds.values()].filter(({ chargeId }) => chargeId !== '')
	const all = ofStripe
		.filter(({ intentId }) => !params.payment_intent || intentId === params.payment_intent)
		.filter(({ chargeId }) => !params.charge || chargeId === params.charge)
	return listed('/v1/refunds', all, params, refundObject)
}

function retrieveDispute({ ledger }: Scene, id: string): Outcome {
	const dispute = ledger.disputes.get(id)
	if (!dispute) throw notFound('dispute', id, 'dispute')
	return { body: disputeObject(dispute), changes: [] }
}

function findSession({ ledger }: Scene, id: string): Session {
	const session = ledger.sessions.get(id)
	if (!session) throw notFound('checkout.session', id, 'session')
	return session
}

function text(header: string | string[] | undefined): string | null {
	return typeof header === 'string' ? header : null
}
