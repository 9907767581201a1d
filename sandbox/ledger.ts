import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** Everything that the pretend providers store. One table per noun, keyed by id. */
type Tables = {
	sessions: Session
	orders: WalletOrder
	refunds: Refund
	disputes: Dispute
	replies: Reply
	events: StoredEvent
}

/** One row to write: the table, its key, the new value. */
export type Change = {
	[Table in keyof Tables]: readonly [table: Table, id: string, value: Tables[Table]]
}[keyof Tables]

/** A Checkout Session. Amounts in minor units, moments in Unix seconds, as Stripe has them. */
export type Session = {
	id: string
	created: number
	expiresAt: number
	status: 'open' | 'complete' | 'expired'
	paymentStatus: 'unpaid' | 'paid'
	amount: number
	currency: string
	lines: Line[]
	reference: string | null
	metadata: Record<string, string>
	intentMetadata: Record<string, string>
	intentDescription: string | null
	successUrl: string
	cancelUrl: string | null
	locale: string | null
	email: string | null
	/** The payment intent; null until the payer's first attempt to pay, as at the real Stripe. */
	intent: Intent | null
	declines: number
}

/** A PayPal order, with amounts in minor units and moments in Unix seconds. */
export type WalletOrder = {
	id: string
	created: number
	status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
	amount: number
	currency: string
	reference: string | null
	description: string
	/** The description of its only item, where the shop named one. */
	item?: string | null
	returnUrl: string
	cancelUrl: string
	locale: string | null
	/** True when the payer chose on the page that the capture will be declined. */
	willDecline: boolean
	capture: WalletCapture | null
}

type WalletCapture = {
	id: string
	status: 'COMPLETED' | 'PENDING' | 'DECLINED'
	/** The amount really taken, which a test may make differ from the amount asked. */
	amount: number
	currency: string
	at: number
}

export type Line = { name: string; quantity: number; unitAmount: number }

export type Intent = {
	id: string
	chargeId: string
	created: number
	status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
	/** The amount really taken, which a test may make differ from the amount asked. */
	received: number
	currency: string
	lastError: string | null
	paidAt: number | null
}

export type Refund = {
	id: string
	created: number
	intentId: string
	chargeId: string
	amount: number
	currency: string
	reason: string | null
	metadata: Record<string, string>
	/** PENDING only at PayPal. */
	status: 'COMPLETED' | 'PENDING' | 'FAILED'
}

/** Money that a payer or a bank wants back; `captureId` is Stripe's intent or PayPal's capture. */
export type Dispute = {
	id: string
	provider: 'stripe' | 'paypal'
	captureId: string
	created: number
	amount: number
	currency: string
	state: 'open' | 'won' | 'lost'
	/** At Stripe: a bank only asks, and takes no money. */
	isInquiry: boolean
	/** At PayPal: the payer's part of the amount when the dispute is lost. */
	refunded: number
}

/** The answer once given under an idempotency key. */
export type Reply = { at: number; fingerprint: string; status: number; body: unknown }

export type StoredEvent = {
	id: string
	/** The provider that the event comes from. */
	provider: 'stripe' | 'paypal'
	type: string
	body: string
	state: 'waiting' | 'delivered' | 'lost'
}

export type Ledger = {
	sessions: ReadonlyMap<string, Session>
	orders: ReadonlyMap<string, WalletOrder>
	refunds: ReadonlyMap<string, Refund>
	disputes: ReadonlyMap<string, Dispute>
	replies: ReadonlyMap<string, Reply>
	events: ReadonlyMap<string, StoredEvent>
	/** Writes all changes or, when the process dies, none of them. */
	commit(changes: readonly Change[]): void
}

/**
 * Opens the ledger. With a file it outlives a `kill -9`: each commit is one appended line, and a line that was cut
 * short is ignored when the file is read again.
 */
export function openLedger(file?: string): Ledger {
	const rows = emptyRows()
	if (file && existsSync(file)) load(rows, readFileSync(file, 'utf8'))
	if (file) compact(rows, file)

	return {
		...rows,
		commit(changes) {
			if (changes.length === 0) return
			if (file) appendFileSync(file, `${JSON.stringify(changes)}\n`)
			apply(rows, changes)
		},
	}
}

export function findByIntent(ledger: Ledger, intentId: string): Session | undefined {
	return [...ledger.sessions.values()].find(
		(session) => session.intent?.id === intentId || session.intent?.chargeId === intentId,
	)
}

export function findByCapture(ledger: Ledger, captureId: string): WalletOrder | undefined {
	return [...ledger.orders.values()].find(({ capture }) => capture?.id === captureId)
}

export function refundedOf(ledger: Ledger, intentId: string): number {
	return [...ledger.refunds.values()]
		.filter(({ intentId: of, status }) => of === intentId && status !== 'FAILED')
		.reduce((sum, refund) => sum + refund.amount, 0)
}

/** A bank's statement for an auditor: every capture, every refund, and the outcome of every session. */
export type Statement = ReturnType<typeof statement>

export function statement(ledger: Ledger) {
	const sessions = [...ledger.sessions.values()]
	const orders = [...ledger.orders.values()]
	return {
		captures: [...sessions.flatMap(sessionCapture), ...orders.flatMap(orderCapture)],
		refunds: [...ledger.refunds.values()].map((refund) => ({
			refundId: refund.id,
			captureId: refund.intentId,
			reference:
				(findByIntent(ledger, refund.intentId) ?? findByCapture(ledger, refund.intentId))
					?.reference ?? null,
			amount: refund.amount,
			currency: refund.currency,
			metadata: refund.metadata,
			at: moment(refund.created),
		})),
		disputes: [...ledger.disputes.values()].map(({ id, captureId, amount, state }) => ({
			disputeId: id,
			captureId,
			amount,
			state,
		})),
		sessions: sessions.map((session) => ({
			sessionId: session.id,
			reference: session.reference,
			status: session.status,
			paymentStatus: session.paymentStatus,
			/** True while the bank decides about it. */
			isPending: session.intent?.status === 'processing',
			amount: session.amount,
			currency: session.currency,
			declines: session.declines,
			expiresAt: moment(session.expiresAt),
		})),
		orders: orders.map(({ id, reference, status, amount, currency, capture }) => ({
			orderId: id,
			reference,
			status,
			amount,
			currency,
			capture: capture?.status ?? null,
		})),
		events: [...ledger.events.values()].map(({ id, type, state }) => ({ id, type, state })),
	}

	function sessionCapture(session: Session) {
		const { intent } = session
		if (intent?.status !== 'succeeded') return []
		return {
			captureId: intent.id,
			sessionId: session.id,
			reference: session.reference,
			amount: intent.received,
			currency: intent.currency,
			refunded: refundedOf(ledger, intent.id),
			at: moment(intent.paidAt ?? intent.created),
		}
	}

	function orderCapture({ id, reference, capture }: WalletOrder) {
		if (capture?.status !== 'COMPLETED') return []
		return {
			captureId: capture.id,
			sessionId: id,
			reference,
			amount: capture.amount,
			currency: capture.currency,
			refunded: refundedOf(ledger, capture.id),
			at: moment(capture.at),
		}
	}
}

type Rows = { [Table in keyof Tables]: Map<string, Tables[Table]> }

function emptyRows(): Rows {
	return {
		sessions: new Map(),
		orders: new Map(),
		refunds: new Map(),
		disputes: new Map(),
		replies: new Map(),
		events: new Map(),
	}
}

function load(rows: Rows, text: string) {
	for (const line of text.split('\n')) {
		const changes = parsed(line)
		if (changes) apply(rows, changes)
	}
}

function parsed(line: string): Change[] | null {
	try {
		return JSON.parse(line)
	} catch {
		return null
	}
}

function apply(rows: Rows, changes: readonly Change[]) {
	for (const change of changes) write(rows, change)
}

function write(rows: Rows, [table, id, value]: Change) {
	const map: Map<string, unknown> = rows[table]
	map.set(id, value)
}

/** Rewrites the file with one line per row at the start of the program, without the torn end of the last run. */
function compact(rows: Rows, file: string) {
	const lines = Object.entries(rows).flatMap(([table, map]) =>
		[...map].map(([id, value]) => `${JSON.stringify([[table, id, value]])}\n`),
	)
	writeFileSync(`${file}.new`, lines.join(''))
	renameSync(`${file}.new`, file)
}

function moment(seconds: number) {
	return new Date(seconds * 1000).toISOString()
}
