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
	| 'callCustomer'
	| 'closedDay'
	| 'tillMoney'

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
	/** The terms of its voucher; null without one, and on orders of older builds. */
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
	/**
	 * The amounts paid at the venue so far, and refunded of `online`; money that a change gave back has lowered `online`
	 * itself and is left out of `refunded`.
	 */
	paidOnSite: Cents
	refunded: Cents
	/** The highest cancel tier that a former revision carried over, see `carriedTier`: no deadline of it opens again. */
	cancelTier: number
	createdAt: Date
	confirmedAt: Date | null
	/**
	 * The time at which the venue or the customer cancelled the booking; null for any other order, also for an abandoned
	 * one.
	 */
	cancelledAt: Date | null
	/**
	 * The cents of the online payment that the venue kept at the cancellation: the fee, and spent gift vouchers of the
	 * order.
	 */
	kept: Cents
	/**
	 * The fee of the cancellation; its part taken of what a voucher had paid, which goes first; and the venue's rule for
	 * the fee's VAT at that time.
	 */
	fee: Cents
	feeOfVoucher: Cents
	feeVat: FeeVat
	/** The end of the pay link of a booking by telephone; null without one. */
	payUntil: Date | null
}

/**
 * A line of an order, as frozen when it was placed or by a later revision. `amount` = (quantity - included) x
 * unitPrice; `parentPosition` is the position of the package that an extra belongs to, as `parentId` is its id in a
 * cart.
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
	/** The VAT class that the rate came from; none on gift vouchers, on lines of old builds, and in the browser. */
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

/** The mail address of a customer who named none when booking by telephone. */
export const NO_EMAIL = 'none@example.invalid'

/** The customer's mail address; null when none was named, and when it is forgotten. */
export function emailOf({ email }: Pick<Order['person'], 'email'>): string | null {
	return email.endsWith('.invalid') ? null : email
}

export function isForgotten({ person }: { person: Pick<Order['person'], 'email'> }): boolean {
	return person.email === FORGOTTEN_EMAIL
}

export function isGift({ gift }: Pick<OrderLine, 'gift'>): boolean {
	return gift !== null
}

/** True when an order holds gift vouchers alone, so that no guest comes. */
export function isGiftOnly({ lines }: Pick<Order, 'lines'>): boolean {
	return lines.every(isGift)
}

/** True for an order whose booking is confirmed or whose visit has taken place. */
export function isBooked({ state }: Pick<Order, 'state'>): boolean {
	return state === 'confirmed' || state === 'completed'
}
