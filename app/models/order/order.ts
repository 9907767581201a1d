import type { LocalText, Locale } from '#app/i18n/i18n.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import { isUnheld, type Cart } from '#app/models/cart/cart.ts'
import { checkTime } from '#app/models/cart/line.ts'
import { checkNotice } from '#app/models/cart/notice.ts'
import { repriced, priceCart } from '#app/models/cart/price.ts'
import type { Cents } from '#app/models/money.ts'
import { isAddressSaid } from '#app/models/order/address.ts'
import { hasParty, offeredPartyTypes } from '#app/models/order/party.ts'
import type { Recipient } from '#app/models/order/recipient.ts'
import { answered, type OrderedAnswers } from '#app/models/product/answer.ts'
import { check } from '#app/models/product/conditions.ts'
import { isDayBound } from '#app/models/product/kind.ts'
import { termsFor, type PricedLine, type VatAmount } from '#app/models/product/price.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { DueKind, Product, VatClass } from '#app/models/venue/catalogue.ts'
import { today, type Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import type { GiftTerms } from '#app/models/voucher/voucher.ts'

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

/** The contents of an order, frozen when it is placed. */
export type OrderDraft = {
	locale: Locale
	day: string | null
	person: OrderedPerson
	party: OrderedParty | null
	answers: OrderedAnswers
	termsVersion: string
	voucherCode: string | null
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
	/** The recipient of the papers, if another was named after ordering. */
	recipient: Recipient | null
	/** The amounts paid at the venue since, and refunded of the online payment. */
	paidOnSite: Cents
	refunded: Cents
	createdAt: Date
	confirmedAt: Date | null
	/** The time at which the operator cancelled it; null for an order that ended before it was confirmed. */
	cancelledAt: Date | null
	/** The part of the online payment kept at the cancellation. */
	kept: Cents
}

/** `amount` = (quantity - included) x unitPrice; `parentPosition` is the package an extra belongs to. */
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
	due: DueKind
	startsAt: Date | null
	endsAt: Date | null
	gift: GiftTerms | null
}

/**
 * Freezes a cart, or refuses with the first thing missing. Checks every rule again, independent of the pages before.
 */
export function draftOrder(
	venue: Venue,
	cart: Cart,
	{ locale, now, dbNow }: { locale: Locale; now: Instant; dbNow: Instant },
): Result<OrderDraft> {
	const refusal = refusalOf(venue, cart, { now, dbNow })
	if (refusal) return refusal
	const { person, party, day } = cart
	if (!person) return refuse('detailsMissing')

	const price = priceCart(venue, cart, now)
	if (price.problem) return { ok: false, message: price.problem }
	const {
		lines: linesTotal,
		discount,
		shipping,
		total,
		voucher,
		online,
		onSite,
		vat,
	} = price.totals
	return ok({
		locale,
		day,
		person,
		party: hasParty(venue, cart) ? party : null,
		answers: answered(venue, cart.lines, cart.answers),
		termsVersion: venue.termsVersion,
		voucherCode: price.voucher?.code ?? null,
		linesTotal,
		discount,
		shipping,
		shippingVatRate: termsFor(venue, cart.lines, { visit: day, today: today(now) }).shippingVatRate,
		total,
		voucher,
		online,
		onSite,
		vat,
		lines: freezeLines(venue, cart, price.lines),
	})
}

/** The mail address that replaces a deleted customer's; `.invalid` never belongs to anyone (RFC 2606). */
export const FORGOTTEN_EMAIL = 'deleted@example.invalid'

export function isForgotten({ person }: Pick<Order, 'person'>): boolean {
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

/** Sorts lines as in the cart, extras behind the package they belong to. */
export function inReadingOrder<Line extends { id: string; parentId: string | null }>(
	lines: readonly Line[],
): Line[] {
	const childrenOf = (parent: Line) => lines.filter((line) => line.parentId === parent.id)
	return lines.flatMap((line) => (line.parentId === null ? [line, ...childrenOf(line)] : []))
}

function refusalOf(
	venue: Venue,
	cart: Cart,
	{ now, dbNow }: { now: Instant; dbNow: Instant },
): Refused | undefined {
	if (cart.lines.length === 0) return refuse('cartEmpty')
	if (cart.lines.some((line) => !findProduct(venue, line.productId))) return refuse('notBooked')
	const [violation] = check(venue, cart.lines)
	if (violation) return { ok: false, message: violation.message }
	const [late] = cart.lines.flatMap(
		(line) =>
			checkTime(venue, cart.day, line, now) ??
			checkNotice(venue, { ...cart, cart }, line, dbNow) ??
			[],
	)
	if (late) return late
	if (repriced(venue, cart).length > 0) return refuse('priceChanged')
	if (isUnheld(venue, cart)) return refuse('holdExpired')
	const isSaid = cart.person && isPartySaid(venue, cart) && isAddressSaid(venue, cart, now)
	return isSaid ? undefined : refuse('detailsMissing')
}

/** True when the cart needs no type of party or has an offered one; the cart may have changed after the choice. */
export function isPartySaid(venue: Venue, cart: Cart): boolean {
	const types = offeredPartyTypes(venue, cart)
	return types.length === 0 || (cart.party !== null && types.includes(cart.party.type))
}

function freezeLines(venue: Venue, cart: Cart, priced: readonly PricedLine[]): OrderLine[] {
	const ordered = inReadingOrder(cart.lines)
	const positionOf = (id: string | null) => {
		const index = ordered.findIndex((line) => line.id === id)
		return index === -1 ? null : index + 1
	}
	return ordered.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		const price = priced.find(({ id }) => id === line.id)
		if (!product || !price) return []
		const { quantity, included, unitPrice, amount, vatRate, due } = price
		return {
			position: positionOf(line.id) ?? 0,
			parentPosition: positionOf(line.parentId),
			productId: product.id,
			title: product.name,
			detail: roomOf(venue, cart.given[line.id] ?? [])?.name ?? null,
			quantity,
			included,
			unitPrice,
			amount,
			vatRate,
			vatClass: isDayBound(product) ? product.vat : null,
			due,
			startsAt: line.startsAt,
			endsAt: line.endsAt,
			gift: giftTermsOf(product),
		}
	})
}

function giftTermsOf({ kind, delivery, validMonths }: Product): GiftTerms | null {
	return kind === 'giftVoucher' && delivery && validMonths ? { delivery, validMonths } : null
}
