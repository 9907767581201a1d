import type { Cents } from '#app/models/money.ts'

/**
 * The states of a payment. created: the row exists, the provider was not asked · started: the provider has opened a
 * payment page · paid, declined: as the provider reported · cancelled, expired: no money can move any more, ended
 * before or after its time was over · needsReview: money moved but not as agreed, or the provider cannot say whether
 * any did.
 */
export const paymentStates = [
	'created',
	'started',
	'paid',
	'cancelled',
	'declined',
	'expired',
	'needsReview',
] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * The purpose of a payment. order: what is due online when ordering · change: what a change of the booking makes due at
 * once · rest: what is due at the venue, paid online before the visit.
 */
export type PaymentPurpose = 'order' | LaterPurpose

/** The purposes of payments for a booking that stands. */
export type LaterPurpose = 'change' | 'rest'

/** A payment as the page of its purpose shows it; `paidAmount` is null while no money has come. */
export type NewestPayment = { state: PaymentState; amount: Cents; paidAmount: Cents | null }

/** The states in which money may still move. */
export const livePaymentStates = ['created', 'started'] as const satisfies readonly PaymentState[]

export function isLive(state: PaymentState): boolean {
	return (livePaymentStates as readonly PaymentState[]).includes(state)
}

/**
 * True once the money of a payment has moved: nothing changes such a payment. Any other may still turn out to be paid.
 */
export function hasMoneyMoved(payment: { paidAmount: Cents | null }): boolean {
	return payment.paidAmount !== null
}

/**
 * True when closing a payment needs no answer of its provider, because no money can move: the provider never opened a
 * payment page, or it moves money only when we capture, and no capture was begun.
 */
export function isSafeToClose(
	payment: { providerId: string | null; captureBegunAt: Date | null },
	movesMoney: 'itself' | 'whenCaptured',
): boolean {
	if (payment.captureBegunAt) return false
	return payment.providerId === null || movesMoney === 'whenCaptured'
}

/**
 * A provider's report of a payment, with amount, currency and reference as the provider has them. approved: the visitor
 * agreed, and the money moves when we capture · pending: open or being processed · declined: the money did not come and
 * will not · cancelled: closed there, no money can move any more · unknown: the provider has no such payment, or
 * refuses to report it.
 */
export type ProviderReport = {
	state: 'paid' | 'approved' | 'pending' | 'cancelled' | 'declined' | 'unknown'
	/** The cents received when paid, else the cents asked for; 0 when unknown. */
	amount: Cents
	/** ISO 4217 in capitals. */
	currency: string
	/** Empty when the provider has none. */
	reference: string
	/** The id of the money, which a refund names; only when paid. */
	captureId?: string
	/** True for a pending payment whose payment page is open with nothing paid. */
	isPayable?: boolean
	unknownStatus?: UnknownStatus
}

/**
 * A provider's status that this shop has no meaning for: the payment, refund or dispute counts as pending, and the
 * operator is told.
 */
type UnknownStatus = string

/**
 * The states of a dispute. open: a payer or bank asks for money back · won: the money stays ours · lost: it went back.
 */
export const disputeStates = ['open', 'won', 'lost'] as const
export type DisputeState = (typeof disputeStates)[number]

/**
 * A refund as the provider has it. `key` is the idempotency key that we asked under, null for one made by hand.
 * `isPending`: the refund may still fail without notice, so its state is asked again.
 */
export type GivenBack = {
	providerRefundId: string
	amount: Cents
	key: string | null
	isPending: boolean
	unknownStatus?: UnknownStatus
}

/** A dispute of a payer or a bank, as the provider has it; `amount` is held back or taken by it, and may be 0. */
export type Dispute = {
	captureId: string
	amount: Cents
	state: DisputeState
	unknownStatus?: UnknownStatus
}

/** The names, in addresses, of the messages about a payment that came to nothing. */
export const outcomeNames = ['failed', 'refused', 'away', 'timeout', 'review'] as const
export type OutcomeName = (typeof outcomeNames)[number]

/**
 * The page of an order that shows the state of its payment. `isUnverified`: the provider could not be asked;
 * `isPayable`: nothing is paid, by the provider's word or because the visitor was never sent there; `purpose`: it is
 * the page of a change or of the rest of a booking; `payCode`: it is the page of the pay link with this code. Pages
 * with `purpose` or `payCode` show the message `ended` when the payment came to nothing.
 */
export type OrderPage = {
	publicId: string
	isUnverified?: boolean
	isPayable?: boolean
	purpose?: LaterPurpose
	payCode?: string
	ended?: OutcomeName
}

/**
 * The page or message by which a visitor reads how a payment stands: the order's page, or a message on the overview.
 */
export type PaymentOutcome = OrderPage | OutcomeName

/** The state of a payment, with the page or message that its visitor is shown. */
export type PaymentStanding = { state: PaymentState; outcome: PaymentOutcome }

/**
 * The message for each state in which a payment ends without money. In any other state money may have moved, and the
 * order's page tells.
 */
const ends: { readonly [state in PaymentState]?: OutcomeName } = {
	cancelled: 'failed',
	declined: 'failed',
	expired: 'timeout',
}

/** The standing of a payment in `state`; while the payment is live, its outcome is the page of the order. */
export function standingIn(state: PaymentState, page: OrderPage): PaymentStanding {
	const ended = ends[state]
	if (ended) return { state, outcome: endedAs(ended, page) }
	// Money has moved: the order's own page says what came of it, also after the link has ended.
	const { payCode: _, ...ofOrder } = page
	return { state, outcome: isLive(state) ? page : ofOrder }
}

/**
 * The outcome of a payment that came to nothing: the page of the booking or of the pay link with the message `ended`;
 * for an order while it is placed, the message alone, shown on the overview.
 */
export function endedAs(ended: OutcomeName, page: OrderPage): PaymentOutcome {
	const { publicId, purpose, payCode } = page
	if (purpose) return { publicId, purpose, ended }
	return payCode ? { publicId, payCode, ended } : ended
}

/** True when a payment with this outcome came to nothing, so that no money comes of it any more. */
export function isEnded(outcome: PaymentOutcome): boolean {
	return typeof outcome === 'string' || outcome.ended !== undefined
}

/**
 * The message of an abandoned order by its last payment: 'failed' when it never had one, 'review' when the venue has
 * money that could not go back.
 */
export function outcomeOfAbandoned(payment: { state: PaymentState } | null): OutcomeName {
	return payment ? (ends[payment.state] ?? 'review') : 'failed'
}

type Due = {
	page: OrderPage
	state: PaymentState
	amount: Cents
	reference: string
	isOverdue: boolean
	/** True when a capture was begun and its answer may still be on its way. */
	isBeingCaptured: boolean
}

/**
 * The shop's own report about a payment. untaken: no money moves, for we shall not capture it · replaced: untaken, and
 * another payment takes its place for the same purpose · lost: the payment is no longer due, and the capture that was
 * begun did not reach the provider.
 */
export type OwnReport = { state: 'untaken' | 'replaced' | 'lost' }

/**
 * Decides the standing of a live payment after a report about it. Money in another amount or currency or for another
 * reference becomes needsReview, and so does a payment unknown to the provider once its time is over: a person looks at
 * both. A payment that stays live keeps its state.
 */
export function settle(payment: Due, report: ProviderReport | OwnReport): PaymentStanding {
	const { page, isOverdue } = payment
	const becomes = (state: PaymentState) => standingIn(state, page)
	const stays = (more: Partial<OrderPage> = {}) => standingIn(payment.state, { ...page, ...more })
	switch (report.state) {
		case 'approved':
		case 'pending':
			return stays(report.isPayable && !isOverdue ? { isPayable: true } : {})
		case 'unknown':
			return isOverdue ? becomes('needsReview') : stays({ isUnverified: true })
		case 'untaken':
		case 'replaced':
			return payment.isBeingCaptured ? stays() : becomes(closed(payment))
		case 'lost':
		case 'cancelled':
			return becomes(closed(payment))
		case 'declined':
			return becomes('declined')
		case 'paid':
			return becomes(isAsAgreed(payment, report) ? 'paid' : 'needsReview')
	}
}

function closed({ isOverdue }: Due) {
	return isOverdue ? 'expired' : 'cancelled'
}

function isAsAgreed(payment: Due, report: ProviderReport): boolean {
	return (
		report.amount === payment.amount &&
		report.currency.toUpperCase() === 'EUR' &&
		report.reference === payment.reference
	)
}
