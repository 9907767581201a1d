import type { Cents } from '#app/models/money.ts'

/**
 * created: the row exists, the provider was not asked · started: the provider has opened a payment page · paid,
 * cancelled, declined: as the provider reported · expired: the provider said that no money can move any more ·
 * needsReview: money moved but not as agreed, or the provider cannot say whether any did.
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
 * order: what is due online when ordering · change: what a change of the booking makes due at once · rest: what is due
 * at the venue, paid online before the visit.
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

/** True once money has moved: nothing changes such a payment. Any other may still turn out to be paid. */
export function hasMoneyMoved(payment: { paidAmount: Cents | null }): boolean {
	return payment.paidAmount !== null
}

/**
 * True when no money can move even if the provider cannot be asked: it never opened a payment page, or it moves money
 * only when we capture, and no capture was begun.
 */
export function isSafeToClose(
	payment: { providerId: string | null; captureBegunAt: Date | null },
	movesMoney: 'itself' | 'whenCaptured',
): boolean {
	if (payment.captureBegunAt) return false
	return payment.providerId === null || movesMoney === 'whenCaptured'
}

/**
 * A provider's report of a payment, in its own figures. approved: the visitor agreed, and the money moves when we
 * capture · pending: open or being processed · declined: the money did not come and will not · cancelled: closed there,
 * no money can move any more · unknown: the provider has no such payment, or refuses to report it.
 */
export type ProviderReport = {
	state: 'paid' | 'approved' | 'pending' | 'cancelled' | 'declined' | 'unknown'
	/** The amount received when paid, else the amount asked; 0 when unknown. */
	amount: Cents
	/** ISO 4217 in capitals. */
	currency: string
	/** Empty when the provider has none. */
	reference: string
	/** The id that a refund names; only when paid. */
	captureId?: string
	/** True for a pending payment whose payment page is open with nothing paid. */
	isPayable?: boolean
	unknownStatus?: UnknownStatus
}

/** A provider's status that this shop has no meaning for: it counts as pending, and the operator is told. */
type UnknownStatus = string

/** open: a payer or bank claims money back · won: it stays ours · lost: it went back. */
export const disputeStates = ['open', 'won', 'lost'] as const
type DisputeState = (typeof disputeStates)[number]

/**
 * A refund as the provider has it. `key` is the key we asked under, null for one made by hand. `isPending`: it may
 * still fail without notice, so its state is asked again.
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

type KnownRefund = {
	id: string
	providerId: string | null
	refundedAt: Date | null
	failedAt: Date | null
}

/**
 * Lists the differences between the provider's refunds and our rows: `done` refunds that our rows have as open, refunds
 * made `byHand` at the provider's own desk, and `returned` ones that failed after the provider had accepted them, or
 * whose money came back.
 */
export function compareRefunds(
	known: readonly KnownRefund[],
	given: readonly GivenBack[],
): { done: { id: string; providerId: string }[]; byHand: GivenBack[]; returned: string[] } {
	const isSame = (row: KnownRefund, refund: GivenBack) =>
		row.id === refund.key || row.providerId === refund.providerRefundId
	const done = given.flatMap((refund) => {
		const row = known.find((each) => isSame(each, refund))
		return row && !row.refundedAt && !refund.isPending
			? [{ id: row.id, providerId: refund.providerRefundId }]
			: []
	})
	return {
		done,
		byHand: given.filter((refund) => !known.some((row) => isSame(row, refund))),
		returned: known
			.filter((row) => row.providerId && !row.failedAt)
			.filter((row) => !given.some((refund) => isSame(row, refund)))
			.map(({ id }) => id),
	}
}

/** The names, in addresses, of the messages about a payment that came to nothing. */
export const outcomeNames = ['failed', 'refused', 'away', 'timeout', 'review'] as const
export type OutcomeName = (typeof outcomeNames)[number]

/**
 * The order's own page, which shows the state of its payment. `isUnverified`: the provider could not be asked;
 * `isPayable`: nothing is paid, by the provider's word or because the visitor was never sent there; `purpose`: the page
 * is one of a booking that stands, and shows the message `ended` where the payment came to nothing.
 */
export type OrderPage = {
	publicId: string
	isUnverified?: boolean
	isPayable?: boolean
	purpose?: LaterPurpose
	ended?: OutcomeName
}

/** The answer to a visitor about a payment: the order's page, or a message on the overview. */
export type PaymentOutcome = OrderPage | OutcomeName

/** The state of a payment, with the answer for its visitor. */
export type PaymentStanding = { state: PaymentState; outcome: PaymentOutcome }

/** The message for each end without money. In any other state money may have moved: the order's page tells. */
const ends: { readonly [state in PaymentState]?: OutcomeName } = {
	cancelled: 'failed',
	declined: 'failed',
	expired: 'timeout',
}

/** The standing of a payment in `state`; while the payment is live, its outcome is the page of the order. */
export function standingIn(state: PaymentState, page: OrderPage): PaymentStanding {
	const ended = ends[state]
	return { state, outcome: ended ? endedAs(ended, page) : page }
}

/** The outcome of a payment that came to nothing: a booking stands without it, an order has only the overview. */
export function endedAs(ended: OutcomeName, { publicId, purpose }: OrderPage): PaymentOutcome {
	return purpose ? { publicId, purpose, ended } : ended
}

/** True when no money can come of the payment any more. */
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
	/** True when we have begun to capture, and the answer may still be on its way. */
	isBeingCaptured: boolean
}

/**
 * Our own report. untaken: we shall not capture what may be approved · replaced: so, and another payment takes its place
 * for the same purpose.
 */
export type OwnReport = { state: 'untaken' | 'replaced' }

/**
 * Decides what a report makes of a live payment. Money in another amount or currency or for another reference goes to needsReview, and so does a payment
 * unknown to the provider once its time is over: a person looks at both. A payment that stays live keeps its state.
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
