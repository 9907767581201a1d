import type { LocalText, Locale } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import type { Recipient } from '#app/models/order/recipient.ts'
import type { OrderedAnswers } from '#app/models/product/answer.ts'
import type { VatAmount } from '#app/models/product/price.ts'
import type { VatPart } from '#app/models/product/vat-parts.ts'
import type { DueKind, VatClass } from '#app/models/venue/catalogue.ts'
import type { FeeVat } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import type { GiftTerms, VoucherTerms } from '#app/models/voucher/voucher.ts'

export const orderStates = [
	'pendingPayment',
	'confirmed',
	'completed',
	'cancelled',
	'expired',
] as const
export type OrderState = (typeof orderStates)[number]

/** The reasons for which the operator has to look at an order, or is told of it. */
export type OperatorConcern =
	| 'needsReview'
	| 'refundedByHand'
	| 'refundRefused'
	| 'refundDelayed'
	| 'disputed'
	| 'disputeWon'
	| 'disputeLost'
	| 'unknownStatus'
	| 'toPost'
	| 'voucherExpired'

/** The contents of an order, frozen when it is placed. */
export type OrderDraft = {
	locale: Locale
	day: string | null
	person: OrderedPerson
	party: OrderedParty | null
	answers: OrderedAnswers
	termsVersion: string
	/** The rules for changing, moving and cancelling, as accepted; null on orders of older builds. */
	policy: OrderedPolicy | null
	voucherCode: string | null
	/** The terms of a percent or fixed voucher; null without one, and on orders of older builds. */
	voucherTerms: VoucherTerms | null
	linesTotal: Cents
	discount: Cents
	shipping: Cents
	shippingVatRate: number
	total: Cents
	voucher: Cents
	online: Cents
	onSite: Cents
	vat: VatAmount[]
	lines: OrderLine[]
}

/** An order as it was placed, with what happened to it since. Moments are instants. */
export type Order = OrderDraft & {
	id: string
	publicId: string
	number: string
	state: OrderState
	/** The number of the newest revision; 1 while nothing of the booking was changed. */
	revision: number
	/** The recipient of the papers, if another was named after ordering. */
	recipient: Recipient | null
	/** The amounts paid at the venue since, and refunded of `online` (what a change gave back has lowered that itself). */
	paidOnSite: Cents
	refunded: Cents
	/** The worst cancel tier that a former revision had reached. */
	cancelTier: number
	createdAt: Date
	confirmedAt: Date | null
	/** The time at which the operator cancelled it; null for an order that ended before it was confirmed. */
	cancelledAt: Date | null
	/** The part of the online payment kept at the cancellation: the fee, and spent gift vouchers of the order. */
	kept: Cents
	/** The fee of the cancellation, kept first of what a voucher paid, and the venue's rule for its VAT then. */
	fee: Cents
	feeOfVoucher: Cents
	feeVat: FeeVat
}

/**
 * A line of an order; nothing changes it once it is ordered. `amount` = (quantity - included) x unitPrice;
 * `parentPosition` is the package an extra belongs to, as `parentId` is in a cart.
 */
export type OrderLine = {
	position: number
	parentPosition: number | null
	productId: string
	title: LocalText
	/** The room or zone given to the line. */
	detail: LocalText | null
	quantity: number
	included: number
	unitPrice: Cents
	amount: Cents
	vatRate: number
	/** The class behind the VAT rate; none on gift vouchers, on lines of old builds, and in the browser. */
	vatClass?: VatClass | null
	/** The parts of a package's amount at rates of their own; none on other lines, on old ones, and in the browser. */
	vatParts?: VatPart[] | null
	due: DueKind
	startsAt: Date | null
	endsAt: Date | null
	gift: GiftTerms | null
}

/** The mail address that replaces a deleted customer's; `.invalid` never belongs to anyone (RFC 2606). */
export const FORGOTTEN_EMAIL = 'deleted@example.invalid'

export function isForgotten({ person }: { person: Pick<Order['person'], 'email'> }): boolean {
	return person.email === FORGOTTEN_EMAIL
}

export function isGift({ gift }: Pick<OrderLine, 'gift'>): boolean {
	return gift !== null
}

/** True when the order holds gift vouchers alone, so no guest comes. */
export function isGiftOnly({ lines }: Pick<Order, 'lines'>): boolean {
	return lines.every(isGift)
}

/** True while the order's places are kept for it, and after its visit. */
export function isBooked({ state }: Pick<Order, 'state'>): boolean {
	return state === 'confirmed' || state === 'completed'
}
