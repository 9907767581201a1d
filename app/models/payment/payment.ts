import type { Cents } from '#app/models/money.ts'

/**
 * created: the row stands, the provider was not asked · started: a session exists at the provider ·
 * paid, cancelled, declined: what the provider said · expired: it said that no money can move any more ·
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

/** While one of these, money may still move. */
export const livePaymentStates = ['created', 'started'] as const satisfies readonly PaymentState[]

export function isLive(state: PaymentState): boolean {
	return (livePaymentStates as readonly PaymentState[]).includes(state)
}

/** Nothing changes a payment any more whose money has moved; any other may still turn out to be paid. */
export function hasMoneyMoved(payment: { paidAmount: Cents | null }): boolean {
	return payment.paidAmount !== null
}

/**
 * Whether no money can move even if the provider cannot be asked: nobody was ever given a place to pay, or
 * it moves only when we take it, and we have not begun to.
 */
export function isSafeToClose(
	payment: { providerId: string | null; captureBegunAt: Date | null },
	movesMoney: 'itself' | 'whenCaptured',
): boolean {
	if (payment.captureBegunAt) return false
	return payment.providerId === null || movesMoney === 'whenCaptured'
}

/**
 * What a provider says of a payment, in its own figures.
 * approved: the visitor agreed, and the money moves when we take it · pending: open or being processed ·
 * declined: the money did not come and will not · cancelled: closed there, no money can move any more ·
 * unknown: the provider has no such payment, or will not speak of it.
 */
export type ProviderReport = {
	state: 'paid' | 'approved' | 'pending' | 'cancelled' | 'declined' | 'unknown'
	/** What was received when paid, else what was asked; 0 when unknown. */
	amount: Cents
	/** ISO 4217 in capitals. */
	currency: string
	/** Empty when the provider has none. */
	reference: string
	/** What a refund names; only when paid. */
	captureId?: string
	/** Of a pending one: nobody has paid, and the place to pay is open. */
	isPayable?: boolean
	unknownStatus?: UnknownStatus
}

/** A provider's word for how something stands that we have no meaning for: it is pending, and the operator hears of it. */
type UnknownStatus = string

/** open: somebody wants money back · won: it stays ours · lost: it went back. */
export const disputeStates = ['open', 'won', 'lost'] as const
type DisputeState = (typeof disputeStates)[number]

/**
 * A refund as the provider has it; `key` is the one we asked under, null when it was made by hand. `isPending`: it
 * may still fail without a word, so it is asked after.
 */
export type GivenBack = {
	providerRefundId: string
	amount: Cents
	key: string | null
	isPending: boolean
	unknownStatus?: UnknownStatus
}

/** A claim of a payer or a bank, as the provider has it; `amount` is what it holds back or has taken, maybe nothing. */
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
 * What our rows lack of what the provider says: refunds that are done, refunds that somebody made at the
 * provider's own desk, and refunds that failed after the provider had taken them on, or whose money returned.
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

/** The names in addresses of what a visitor hears on the overview. */
export const outcomeNames = ['failed', 'refused', 'away', 'timeout', 'review'] as const
export type OutcomeName = (typeof outcomeNames)[number]

/**
 * The order's own page, which says how far its payment is. `isUnverified`: the provider could not be asked;
 * `isPayable`: the provider was asked, or nobody was ever led to it, and nothing is paid.
 */
export type OrderPage = { publicId: string; isUnverified?: boolean; isPayable?: boolean }

/** What a visitor hears of a payment: its order's page, or a sentence on the overview. */
export type PaymentOutcome = OrderPage | OutcomeName

/** How a payment stands with its order: its state, and what its visitor hears. */
export type PaymentStanding = { state: PaymentState; outcome: PaymentOutcome }

/** In any other state money may have moved: nothing has failed, and the order's own page says how far it is. */
const ends: { readonly [state in PaymentState]?: OutcomeName } = {
	cancelled: 'failed',
	declined: 'failed',
	expired: 'timeout',
}

/** A payment in this state, whose order has this page. */
export function standingIn(state: PaymentState, page: OrderPage): PaymentStanding {
	return { state, outcome: ends[state] ?? page }
}

/**
 * What a visitor hears of an order that was abandoned, by its last payment; null when it never had one. Money that the
 * venue has, because it could not go back, has not failed.
 */
export function outcomeOfAbandoned(payment: { state: PaymentState } | null): OutcomeName {
	return payment ? (ends[payment.state] ?? 'review') : 'failed'
}

type Due = {
	publicId: string
	state: PaymentState
	amount: Cents
	reference: string
	isOverdue: boolean
	/** We have asked for the money, and the answer may still be on its way. */
	isBeingCaptured: boolean
}

/**
 * What a report makes of a live payment; `untaken` is our own word, that we shall not take what may be
 * approved. Money that moved in another amount, currency or for another reference is never a payment of
 * ours, and what the provider does not know is not waited for beyond its time: a person looks at both. A payment
 * that stays live keeps its state.
 */
export function settle(
	payment: Due,
	report: ProviderReport | { state: 'untaken' },
): PaymentStanding {
	const { publicId, isOverdue } = payment
	const becomes = (state: PaymentState) => standingIn(state, { publicId })
	const stays = (page: Partial<OrderPage> = {}) => standingIn(payment.state, { publicId, ...page })
	switch (report.state) {
		case 'approved':
		case 'pending':
			return stays(report.isPayable && !isOverdue ? { isPayable: true } : {})
		case 'unknown':
			return isOverdue ? becomes('needsReview') : stays({ isUnverified: true })
		case 'untaken':
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
