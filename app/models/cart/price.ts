import type { Message } from '#app/i18n/i18n.ts'
import type { Cart, CartLine, CartVoucher } from '#app/models/cart/cart.ts'
import { sum, zero, type Cents } from '#app/models/money.ts'
import { isDayBound } from '#app/models/product/kind.ts'
import {
	dayPrice,
	pricedLines,
	termsFor,
	totals,
	type AppliedVoucher,
	type PricedLine,
	type ServiceDays,
	type Totals,
} from '#app/models/product/price.ts'
import { everyProvider } from '#app/models/provider.ts'
import { openingOn, type DayClass } from '#app/models/venue/calendar.ts'
import { today, type Instant } from '#app/models/venue/day.ts'
import { parseDuration, type Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { redeem, type Redemption } from '#app/models/voucher/voucher.ts'

/** The price of a cart. `problem` says why its voucher has no effect at the moment. */
export type CartPrice = {
	lines: PricedLine[]
	totals: Totals
	voucher: AppliedVoucher | null
	problem: Message | null
}

/** Computes the sums of a cart with its voucher, at the prices in its lines. */
export function priceCart(venue: Venue, cart: Cart, now: Instant): CartPrice {
	const days = serviceDays(cart, now)
	const lines = pricedLines(venue, cart.lines, days)
	const redeemed =
		cart.voucher &&
		redeem(cart.voucher, redemptionOf(venue, cart, lines, ownLedger(cart.voucher)), now)
	const voucher = redeemed?.ok ? redeemed.value : null
	return {
		lines,
		totals: withoutTinyPayment(totals(lines, voucher, termsFor(venue, lines, days))),
		voucher,
		problem: redeemed && !redeemed.ok ? redeemed.message : null,
	}
}

/** The state of a voucher's ledger for a cart, as far as redeeming depends on it. */
export type Ledger = Omit<Redemption, 'lines' | 'dayClass'>

/** Collects the facts by which a voucher is judged when it is put into a cart with these lines. */
export function redemptionOf(
	venue: Venue,
	cart: Cart,
	lines: readonly PricedLine[],
	ledger: Ledger,
): Redemption {
	return { ...ledger, lines, dayClass: dayClassOf(venue, cart) }
}

/**
 * Lists the lines whose price differs from today's, with today's price; undefined when the product is no longer sold.
 */
export function repriced(
	venue: Venue,
	cart: Cart,
): { line: CartLine; unitPrice: Cents | undefined }[] {
	return cart.lines
		.map((line) => ({ line, unitPrice: priceToday(venue, cart.day, line) }))
		.filter(({ line, unitPrice }) => unitPrice !== line.unitPrice)
}

/** Makes the ledger of a voucher that is in the cart already: its balance is the amount reserved for this cart. */
function ownLedger({ reserved }: CartVoucher): Ledger {
	return { hasVoucher: false, freeAt: null, balance: reserved, used: 0, isVoid: false }
}

function serviceDays(cart: Cart, now: Instant): ServiceDays {
	return { visit: cart.day, today: today(now) }
}

function dayClassOf(venue: Venue, { day }: Cart): DayClass | null {
	return day === null ? null : openingOn(venue.calendar, day).class
}

function priceToday(venue: Venue, day: Day | null, line: CartLine): Cents | undefined {
	const product = findProduct(venue, line.productId)
	if (!product) return undefined
	if (!isDayBound(product)) return dayPrice(product, 'weekday', null, null)
	return day === null
		? undefined
		: dayPrice(product, openingOn(venue.calendar, day).class, day, parseDuration(line.duration))
}

function withoutTinyPayment(sums: Totals): Totals {
	if (sums.online === 0 || sums.online >= everyProvider.smallestAmount) return sums
	return { ...sums, online: zero, onSite: sum([sums.onSite, sums.online]) }
}
