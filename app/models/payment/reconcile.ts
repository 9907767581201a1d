import type { FindingKind } from '#app/models/money-finding.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import type {
	ListedCapture,
	ListedRefund,
	MoneyListing,
	PaymentNote,
} from '#app/models/payment/listing.ts'

/*
 * Compares the money that a provider lists with the shop's rows (faults J4).
 */

/**
 * A difference between a provider's money and the rows; `about` is the provider's id of the capture or of the refund.
 */
export type MoneyDifference = {
	kind: FindingKind
	about: string
	reference: string
	amount: Cents
	at: Date
	orderId: string | null
	/** The note that the provider keeps with money without a booking; null when the payment was begun without one. */
	note: PaymentNote | null
}

/** A payment of ours that has money. `reference` is the text that its provider reports. */
export type KnownPayment = {
	orderId: string
	captureId: string | null
	reference: string
	paidAmount: Cents
	settledAt: Date
}

/** The rows that a listing is compared with: payments with money, and the provider's ids of refunds. */
export type MoneyRows = { payments: readonly KnownPayment[]; refundIds: ReadonlySet<string> }

/**
 * True for listed money of the shop at this host, by its note. Money without a note came by an earlier build or by
 * another program: its reference has to be one that shops give, an order's number with '-2' and so on for later
 * payments.
 */
export function isOwn({ note, reference }: ListedCapture, shop: string): boolean {
	return (note['shop'] ?? shop) === shop && /^\d{4}-\d{6,}(-\d+)?$/.test(reference)
}

/** Lists the captures that no payment of ours has and whose money was not refunded whole, the oldest first. */
export function lostCaptures(listing: MoneyListing, { payments }: MoneyRows): MoneyDifference[] {
	const known = new Set(payments.map(({ captureId }) => captureId))
	const taken = new Set(payments.map(({ reference }) => reference))
	const lost = listing.captured
		.filter(({ captureId }) => !known.has(captureId))
		.map((capture) => ({ ...capture, amount: leftOf(capture, listing.refunded) }))
		.filter(({ amount }) => amount > 0)
		.toSorted((one, other) => one.at.getTime() - other.at.getTime())
	return lost.map(({ captureId: about, reference, amount, at, note }) => {
		const isTwice = taken.has(reference) || lost.some((it) => isOther(it, { about, reference }))
		const kind = isTwice ? 'referenceTwice' : 'moneyWithoutBooking'
		return { kind, about, reference, amount, at, orderId: null, note }
	})
}

/** Lists the refunds that no row has, of captures that a payment of ours has. */
export function unknownRefunds(
	{ refunded }: Pick<MoneyListing, 'refunded'>,
	{ payments, refundIds }: MoneyRows,
): MoneyDifference[] {
	return refunded.flatMap(({ refundId, captureId, amount, at }) => {
		const payment = payments.find((it) => it.captureId === captureId)
		if (!payment || refundIds.has(refundId)) return []
		const { orderId, reference } = payment
		const found = { about: refundId, reference, amount, at, orderId, note: null }
		return { kind: 'refundUnknown' as const, ...found }
	})
}

/**
 * Lists the payments whose money the listing does not show with the noted amount, among those settled from `since`
 * until the listing is complete. The provider is asked about each of them before it becomes a finding.
 */
export function unlistedPayments(
	{ captured, completeUntil }: Pick<MoneyListing, 'captured' | 'completeUntil'>,
	{ payments }: MoneyRows,
	since: Date,
): KnownPayment[] {
	const listed = new Map(captured.map((capture) => [capture.captureId, capture]))
	return payments.filter(({ captureId, paidAmount, settledAt }) => {
		if (settledAt < since || settledAt > completeUntil) return false
		const capture = listed.get(captureId ?? '')
		return capture?.amount !== paidAmount
	})
}

function isOther(
	{ captureId, reference }: ListedCapture,
	than: { about: string; reference: string },
): boolean {
	return reference === than.reference && captureId !== than.about
}

function leftOf({ captureId, amount }: ListedCapture, refunded: readonly ListedRefund[]): Cents {
	const back = sum(refunded.filter((it) => it.captureId === captureId).map((it) => it.amount))
	return back < amount ? minus(amount, back) : zero
}
