import { randomBytes } from 'node:crypto'

import {
	refundedOf,
	type Dispute,
	type Intent,
	type Ledger,
	type Refund,
	type Session,
} from '#sandbox/ledger.ts'

/** The API version whose shapes are written here: the one the installed SDK is pinned to. */
export const API_VERSION = '2026-10-28.endive'

/** Makes an id in Stripe's manner, e.g. `cs_test_…`. */
export function newId(prefix: string): string {
	return `${prefix}_${randomBytes(18).toString('base64url').replaceAll(/[-_]/g, '0')}`
}

/** The Session object. `origin` is this sandbox's address. */
export function sessionObject(session: Session, origin: string, expand: readonly string[] = []) {
	const expanded = expand.includes('payment_intent')
	return {
		id: session.id,
		object: 'checkout.session',
		adaptive_pricing: { enabled: false },
		after_expiration: null,
		allow_promotion_codes: null,
		allowed_payment_method_types: null,
		amount_subtotal: session.amount,
		amount_total: session.amount,
		automatic_tax: { enabled: false, liability: null, provider: null, status: null },
		billing_address_collection: null,
		cancel_url: session.cancelUrl,
		client_reference_id: session.reference,
		client_secret: null,
		collected_information: null,
		consent: null,
		consent_collection: null,
		created: session.created,
		currency: session.currency,
		currency_conversion: null,
		custom_fields: [],
		custom_text: {
			after_submit: null,
			shipping_address: null,
			submit: null,
			terms_of_service_acceptance: null,
		},
		customer: null,
		customer_account: null,
		customer_creation: 'if_required',
		customer_details: session.email ? payer(session.email) : null,
		customer_email: session.email,
		discounts: [],
		expires_at: session.expiresAt,
		integration_identifier: null,
		invoice: null,
		invoice_creation: null,
		...(expand.includes('line_items') && { line_items: lineItems(session) }),
		livemode: false,
		locale: session.locale,
		managed_payments: null,
		metadata: session.metadata,
		mode: 'payment',
		origin_context: null,
		payment_intent:
			expanded && session.intent ? intentObject(session) : (session.intent?.id ?? null),
		payment_link: null,
		payment_method_collection: 'if_required',
		payment_method_configuration_details: null,
		payment_method_options: {},
		payment_method_types: ['card'],
		payment_status: session.paymentStatus,
		permissions: null,
		phone_number_collection: { enabled: false },
		recovered_from: null,
		saved_payment_method_options: null,
		setup_intent: null,
		shipping_address_collection: null,
		shipping_cost: null,
		shipping_options: [],
		status: session.status,
		submit_type: null,
		subscription: null,
		success_url: session.successUrl,
		total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
		ui_mode: 'hosted_page',
		url: session.status === 'open' ? `${origin}/pay/${session.id}` : null,
		wallet_options: null,
	}
}

/** The PaymentIntent of a session, or null before the first attempt. */
function intentObject(session: Session) {
	const { intent } = session
	if (!intent) return null
	return {
		id: intent.id,
		object: 'payment_intent',
		amount: session.amount,
		amount_capturable: 0,
		amount_received: intent.status === 'succeeded' ? intent.received : 0,
		automatic_payment_methods: null,
		canceled_at: null,
		cancellation_reason: intent.status === 'canceled' ? 'expired' : null,
		capture_method: 'automatic_async',
		client_secret: null,
		confirmation_method: 'automatic',
		created: intent.created,
		currency: intent.currency,
		customer: null,
		description: session.intentDescription,
		last_payment_error: intent.lastError ? paymentError(intent.lastError) : null,
		latest_charge: intent.status === 'succeeded' ? intent.chargeId : null,
		livemode: false,
		metadata: session.intentMetadata,
		next_action: null,
		payment_method: null,
		payment_method_types: ['card'],
		processing: null,
		receipt_email: null,
		status: intent.status,
	}
}

/** The Charge of a paid session, as webhooks about refunds carry it. */
export function chargeObject(ledger: Ledger, session: Session, intent: Intent, more = 0) {
	const refunded = refundedOf(ledger, intent.id) + more
	return {
		id: intent.chargeId,
		object: 'charge',
		amount: intent.received,
		amount_captured: intent.received,
		amount_refunded: refunded,
		captured: true,
		created: intent.paidAt,
		currency: intent.currency,
		description: session.intentDescription,
		livemode: false,
		metadata: session.intentMetadata,
		paid: true,
		payment_intent: intent.id,
		refunded: refunded === intent.received,
		status: 'succeeded',
	}
}

export function refundObject(refund: Refund) {
	return {
		id: refund.id,
		object: 'refund',
		amount: refund.amount,
		balance_transaction: null,
		charge: refund.chargeId,
		created: refund.created,
		currency: refund.currency,
		destination_details: { card: { type: 'refund' }, type: 'card' },
		metadata: refund.metadata,
		payment_intent: refund.intentId,
		reason: refund.reason,
		receipt_number: null,
		source_transfer_reversal: null,
		status: 'succeeded',
		transfer_reversal: null,
	}
}

export function disputeObject(dispute: Dispute) {
	return {
		id: dispute.id,
		object: 'dispute',
		amount: dispute.amount,
		balance_transactions: [],
		created: dispute.created,
		currency: dispute.currency,
		enhanced_eligibility_types: [],
		evidence: {},
		is_charge_refundable: false,
		livemode: false,
		metadata: {},
		payment_intent: dispute.captureId,
		reason: 'general',
		status: statusOfDispute(dispute),
	}
}

function statusOfDispute({ state, isInquiry }: Dispute): string {
	if (state === 'open') return isInquiry ? 'warning_needs_response' : 'needs_response'
	return isInquiry ? 'warning_closed' : state
}

/** The Event around an object, as it is signed and sent. */
export function eventObject(event: { id: string; type: string; created: number; object: unknown }) {
	return {
		id: event.id,
		object: 'event',
		api_version: API_VERSION,
		created: event.created,
		data: { object: event.object },
		livemode: false,
		pending_webhooks: 1,
		request: { id: null, idempotency_key: null },
		type: event.type,
	}
}

function payer(email: string) {
	return { address: null, email, name: null, phone: null, tax_exempt: 'none', tax_ids: [] }
}

function lineItems(session: Session) {
	const data = session.lines.map((line, position) => ({
		id: `li_${session.id.slice(-12)}${position}`,
		object: 'item',
		amount_subtotal: line.unitAmount * line.quantity,
		amount_total: line.unitAmount * line.quantity,
		currency: session.currency,
		description: line.name,
		quantity: line.quantity,
	}))
	return {
		object: 'list',
		data,
		has_more: false,
		url: `/v1/checkout/sessions/${session.id}/line_items`,
	}
}

function paymentError(declineCode: string) {
	return {
		type: 'card_error',
		code: 'card_declined',
		decline_code: declineCode,
		message: 'Your card was declined.',
	}
}
