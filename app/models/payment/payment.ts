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

/** Where a payment stands for its visitor. open: being checked · unverified: the provider could not say. */
export type PaymentStanding = {
	orderId: string
	publicId: string
	state: PaymentState | 'open' | 'unverified'
	/** Of an open one: the provider was asked, or nobody was ever led to it, and nothing is paid. */
	isPayable?: boolean
}

type Due = {
	amount: Cents
	reference: string
	isOverdue: boolean
	/** We have asked for the money, and the answer may still be on its way. */
	isBeingCaptured: boolean
}

/**
 * What a report makes of a live payment; `untaken` is our own word, that we shall not take what may be
 * approved. Money that moved in another amount, currency or for another reference is never a payment of
 * ours, and what the provider does not know is not waited for beyond its time: a person looks at both.
 */
export function settle(
	payment: Due,
	report: ProviderReport | { state: 'untaken' },
): PaymentStanding['state'] {
	switch (report.state) {
		case 'approved':
		case 'pending':
			return 'open'
		case 'unknown':
			return payment.isOverdue ? 'needsReview' : 'unverified'
		case 'untaken':
			return payment.isBeingCaptured ? 'open' : closed(payment)
		case 'cancelled':
			return closed(payment)
		case 'declined':
			return 'declined'
		case 'paid':
			return isAsAgreed(payment, report) ? 'paid' : 'needsReview'
	}
}

/** What a checkout that did not come about is called in addresses. */
export const outcomeNames = ['failed', 'refused', 'away', 'timeout', 'review'] as const
export type OutcomeName = (typeof outcomeNames)[number]

/**
 * The order's own page, which says how far its payment is. `isUnverified`: the provider could not be asked;
 * `isPayable`: nothing is paid, and it can be.
 */
export type OrderPage = { publicId: string; isUnverified?: boolean; isPayable?: boolean }

/** What a visitor hears of a payment: its order's page, or a sentence on the overview. */
export type PaymentOutcome = OrderPage | Exclude<OutcomeName, 'refused' | 'away'>

/** While money may have moved, nothing has failed: the order's own page says how far it is. */
export function outcomeOfStanding({
	state,
	publicId,
	isPayable = false,
}: PaymentStanding): PaymentOutcome {
	switch (state) {
		case 'created':
		case 'started':
		case 'open':
			return isPayable ? { publicId, isPayable } : { publicId }
		case 'paid':
		case 'needsReview':
			return { publicId }
		case 'cancelled':
		case 'declined':
			return 'failed'
		case 'expired':
			return 'timeout'
		case 'unverified':
			return { publicId, isUnverified: true }
	}
}

/**
 * What the visitor hears of an order that is over, by its last payment; null when it never had one. Money that we
 * have, because it could not go back, has not failed.
 */
export function endOf(
	payment: { state: PaymentState; paidAmount: Cents | null } | null,
): PaymentOutcome {
	if (payment && (payment.state === 'needsReview' || hasMoneyMoved(payment))) return 'review'
	return payment?.state === 'expired' ? 'timeout' : 'failed'
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
