import type { Locale } from '#app/i18n/i18n.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import { isUnheld, type Cart, type CartVoucher } from '#app/models/cart/cart.ts'
import { checkTime, inReadingOrder } from '#app/models/cart/line.ts'
import { checkNotice } from '#app/models/cart/notice.ts'
import { priceCart, repriced, type CartPrice } from '#app/models/cart/price.ts'
import { sum, zero } from '#app/models/money.ts'
import { isAddressSaid } from '#app/models/order/address.ts'
import type { OrderDraft, OrderLine } from '#app/models/order/order.ts'
import type { OrderedPolicy, OrderedRule } from '#app/models/order/ordered-policy.ts'
import { hasParty, isPartySaid } from '#app/models/order/party.ts'
import { sentencesOf } from '#app/models/order/policy-words.ts'
import { spokenPolicy, type SpokenPolicy } from '#app/models/order/spoken-policy.ts'
import { answered } from '#app/models/product/answer.ts'
import { check } from '#app/models/product/conditions.ts'
import { depositsOf } from '#app/models/product/deposit.ts'
import { isDayBound } from '#app/models/product/kind.ts'
import { reducedLines, termsFor, type PricedLine } from '#app/models/product/price.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { today, type Instant } from '#app/models/venue/day.ts'
import { policyWith, type Policy } from '#app/models/venue/policy.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { GiftTerms, VoucherTerms } from '#app/models/voucher/voucher.ts'

type Drafting = {
	locale: Locale
	now: Instant
	dbNow: Instant
	/** True: nothing is paid online, as agreed on the telephone. */
	isAllOnSite?: boolean
}

/**
 * Freezes a cart as the contents of an order, or refuses with the first thing missing. Checks every rule again,
 * independently of the pages before.
 */
export function draftOrder(venue: Venue, cart: Cart, drafting: Drafting): Result<OrderDraft> {
	return refusalOf(venue, cart, drafting) ?? freezeOrder(venue, cart, drafting)
}

/**
 * Freezes a cart at the prices in its lines without checking the rules of sale, as for a booking that was lost and is
 * made again. Refuses a cart without the customer's details or with a price that cannot be computed.
 */
export function freezeOrder(
	venue: Venue,
	cart: Cart,
	{ locale, now, isAllOnSite = false }: Omit<Drafting, 'dbNow'>,
): Result<OrderDraft> {
	const { person, party, day } = cart
	if (!person) return refuse('detailsMissing')

	const price = priceCart(venue, cart, now)
	if (price.problem) return { ok: false, message: price.problem }
	const lines = freezeLines(venue, cart, price.lines)
	const {
		lines: linesTotal,
		discount,
		shipping,
		total,
		voucher,
		online,
		onSite,
		vat,
	} = isAllOnSite ? paidOnSite(price.totals) : price.totals
	return ok({
		locale,
		day,
		person,
		party: hasParty(venue, cart) ? party : null,
		answers: answered(venue, cart.lines, cart.answers),
		termsVersion: venue.termsVersion,
		policy: policyOfCart(venue, cart, { locale, now }).policy,
		voucherCode: price.voucher?.code ?? null,
		voucherTerms: termsOf(price.voucher && cart.voucher),
		linesTotal,
		discount,
		shipping,
		shippingVatRate: termsFor(venue, cart.lines, { visit: day, today: today(now) }).shippingVatRate,
		total,
		voucher,
		online,
		onSite,
		vat,
		lines,
	})
}

/**
 * Returns the rules for changing, moving and cancelling that an order of this cart accepts, in words too, and the same
 * rules in short; nulls without a day, or when the venue has no such rules.
 */
export function policyOfCart(
	venue: Venue,
	cart: Cart,
	{ locale, now }: { locale: Locale; now: Instant },
): { policy: OrderedPolicy | null; spoken: SpokenPolicy | null } {
	if (cart.day === null || !venue.policy) return { policy: null, spoken: null }
	const price = priceCart(venue, cart, now)
	const rules = freezeRules(venue, venue.policy, cart, price)
	const policy: OrderedPolicy = { version: 1, rules, sentences: [], locale }
	const order = {
		...price.totals,
		day: cart.day,
		lines: freezeLines(venue, cart, price.lines),
		policy,
		termsVersion: venue.termsVersion,
		locale,
		refunded: zero,
		cancelTier: 0,
	}
	return {
		policy: { ...policy, sentences: sentencesOf(venue, order, now, locale) },
		spoken: spokenPolicy(venue, order, now),
	}
}

/**
 * Returns the rules of the cart's products that have rules of their own, then those of the venue for all other
 * products, each with its deposit.
 */
function freezeRules(
	venue: Venue,
	policy: Policy,
	{ lines }: Cart,
	price: CartPrice,
): OrderedRule[] {
	const deposits = depositsOf(reducedLines(price.lines, price.voucher), venue.depositShare)
	const owner = (id: string | null): string | null => {
		const line = lines.find((it) => it.id === id)
		if (!line) return null
		return findProduct(venue, line.productId)?.policy ? line.productId : owner(line.parentId)
	}
	const depositOf = (productId: string | null) =>
		sum(price.lines.map(({ id }, index) => (owner(id) === productId && deposits[index]) || zero))
	const owners = [...new Set(price.lines.map(({ id }) => owner(id)))].filter((id) => id !== null)
	return [...owners.toSorted(), null].map((id) => ({
		products: id === null ? null : [id],
		policy: policyWith(policy, id === null ? undefined : findProduct(venue, id)?.policy),
		deposit: depositOf(id),
	}))
}

/**
 * The amounts and the version of the terms shown directly above the order button (§ 312j (2) BGB); those left out are
 * not compared.
 */
export type ShownOrder = {
	[Name in 'total' | 'online' | 'onSite' | 'termsVersion']?: OrderDraft[Name] | undefined
}

/**
 * Returns the draft, or refuses it when its amounts or terms differ from those shown to the customer: the operator
 * changed something while the page was open.
 */
export function isAsShown(draft: OrderDraft, shown: ShownOrder): Result<OrderDraft> {
	const isOther = (name: keyof ShownOrder) =>
		shown[name] !== undefined && shown[name] !== draft[name]
	if (isOther('total') || isOther('online') || isOther('onSite')) return refuse('priceChanged')
	return isOther('termsVersion') ? refuse('termsChanged') : ok(draft)
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

/** Returns the sums of an order that is paid wholly at the venue: what was to be paid online is added to `onSite`. */
function paidOnSite(totals: CartPrice['totals']): CartPrice['totals'] {
	return { ...totals, online: zero, onSite: sum([totals.online, totals.onSite]) }
}

/**
 * The terms of a voucher that are frozen with an order, so that it lowers or pays the price also after a change of the
 * booking; null without a voucher.
 */
function termsOf(voucher: CartVoucher | null): VoucherTerms | null {
	if (!voucher) return null
	const { kind, percent, minimumOrder, products, dayClasses } = voucher
	const amount = kind === 'value' ? null : voucher.amount
	return { kind, amount, percent, minimumOrder, products, dayClasses }
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
		const { quantity, included, unitPrice, amount, vatRate, vatParts, due } = price
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
			vatParts,
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
