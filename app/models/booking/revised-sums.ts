import { cents, minus, smaller, sum, zero, type Cents } from '#app/models/money.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'
import {
	totals,
	type AppliedVoucher,
	type PricedLine,
	type Totals,
} from '#app/models/product/price.ts'
import { everyProvider } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { redeemAgain, type VoucherTerms } from '#app/models/voucher/voucher.ts'

/*
 * The sums of a booking after a change, and the money that moves for it.
 */

/** The booking's money. `refundable` is the part of its payments that was not refunded and that no bank disputes. */
export type BookedMoney = {
	order: Pick<
		Order,
		| 'day'
		| 'lines'
		| 'total'
		| 'shipping'
		| 'shippingVatRate'
		| 'voucher'
		| 'online'
		| 'onSite'
		| 'paidOnSite'
		| 'voucherCode'
	>
	/** The terms of its percent or fixed voucher; null without one. */
	terms: VoucherTerms | null
	refundable: Cents
}

/** The money of a change. A `difference` below 0 makes the booking cheaper. */
export type RevisedMoney = {
	difference: Cents
	/** The part of the growth that is paid online before the change counts; 0 when nothing is. */
	dueNow: Cents
	restBefore: Cents
	restAfter: Cents
	backOnline: Cents
	backVoucher: Cents
	/** The part of what the till took that is too much now: staff give it back there. */
	backAtTill: Cents
}

type Sums = Pick<
	RevisionContent,
	| 'linesTotal'
	| 'discount'
	| 'shipping'
	| 'shippingVatRate'
	| 'total'
	| 'voucher'
	| 'online'
	| 'onSite'
	| 'vat'
>

/** `sums` are those once `dueNow` is paid. `fallsAway`: the voucher lowered the price before and does not any more, for the reason given. */
export type RevisedSums = { sums: Sums; money: RevisedMoney; fallsAway: VoucherRefusal | null }

type VoucherRefusal = Extract<ReturnType<typeof redeemAgain>, { ok: false }>

/**
 * Computes the sums. More is owed on site, except what grows of things that are always paid online. Less lowers the
 * open rest first; then money goes back online, and last to the voucher. `isStaff`: nothing has to be paid online
 * first, and money that the till took may be too much.
 */
export function reviseSums(
	venue: Venue,
	{ order, terms, refundable }: BookedMoney,
	after: { day: Day | null; lines: readonly OrderLine[] },
	isStaff: boolean,
): Result<RevisedSums> {
	const was = totalsOf(venue, { ...order, terms }, order)
	const is = totalsOf(venue, { ...order, terms }, after)
	const { voucher, online, paidOnSite, shipping } = order
	const open = is.totals.total - voucher - online
	const growth = is.totals.online - was.totals.online
	const money = { difference: minus(is.totals.total, order.total), restBefore: restOf(order) }
	const fallsAway = was.fallsAway ? null : is.fallsAway

	if (open >= paidOnSite) {
		const wanted = isStaff ? 0 : Math.min(Math.max(0, growth), open - paidOnSite)
		const dueNow = cents(wanted < everyProvider.smallestAmount ? 0 : wanted)
		const onSite = cents(open - dueNow)
		const sums = { ...sumsOf(is.totals, order), voucher, online: sum([online, dueNow]), onSite }
		const restAfter = minus(onSite, paidOnSite)
		const nothingBack = { backOnline: zero, backVoucher: zero, backAtTill: zero }
		return ok({ sums, money: { ...money, ...nothingBack, dueNow, restAfter }, fallsAway })
	}

	const gifts = sum(order.lines.filter(isGift).map(({ amount }) => amount))
	const excess = cents(Math.min(paidOnSite - open, voucher + online))
	const services = cents(Math.max(0, online - gifts - shipping))
	const fromServices = smaller(smaller(services, refundable), excess)
	const backVoucher = smaller(voucher, minus(excess, fromServices))
	// A voucher may have paid the shipping, which then stays paid while more of the services' part goes back.
	const left = minus(minus(excess, fromServices), backVoucher)
	const more = smaller(left, smaller(minus(online, sum([gifts, fromServices])), refundable))
	const backOnline = sum([fromServices, cents(Math.max(0, more))])
	const onSite = cents(open + backOnline + backVoucher)
	if (onSite < 0 || backOnline > refundable) return refuse('booking.moneyBackByPhone')
	const backAtTill = cents(Math.max(0, paidOnSite - onSite))
	if (backAtTill > 0 && !isStaff) return refuse('booking.moneyBackByPhone')
	const sums = {
		...sumsOf(is.totals, order),
		voucher: minus(voucher, backVoucher),
		online: minus(online, backOnline),
		onSite,
	}
	const back = { backOnline, backVoucher, backAtTill }
	return ok({ sums, money: { ...money, ...back, dueNow: zero, restAfter: zero }, fallsAway })
}

function restOf({ onSite, paidOnSite }: Pick<Order, 'onSite' | 'paidOnSite'>): Cents {
	return cents(Math.max(0, onSite - paidOnSite))
}

function sumsOf(
	{ lines: linesTotal, discount, shipping, total, vat }: Totals,
	{ shippingVatRate }: Pick<Order, 'shippingVatRate'>,
) {
	return { linesTotal, discount, shipping, shippingVatRate, total, vat }
}

type Shipped = Pick<Order, 'shipping' | 'shippingVatRate' | 'voucherCode'> & {
	terms: VoucherTerms | null
}

/** The sums of lines, with the voucher's terms as they were; `online` is the part that is always paid online. */
function totalsOf(
	venue: Venue,
	{ shipping, shippingVatRate, terms, voucherCode }: Shipped,
	{ day, lines }: { day: Day | null; lines: readonly OrderLine[] },
): { totals: Totals; fallsAway: VoucherRefusal | null } {
	const priced = lines.map((line) => pricedOf(venue, line))
	const dayClass = day === null ? null : openingOn(venue.calendar, day).class
	const redeemed = terms && redeemAgain(terms, { lines: priced, dayClass })
	const lowering: AppliedVoucher | null =
		redeemed?.ok && voucherCode !== null ? { ...redeemed.value, code: voucherCode } : null
	return {
		totals: totals(priced, lowering, { depositShare: 0, shipping, shippingVatRate }),
		fallsAway: redeemed && !redeemed.ok ? redeemed : null,
	}
}

function pricedOf(venue: Venue, line: OrderLine): PricedLine {
	const { productId, quantity, included, unitPrice, amount, due, vatRate, vatParts = null } = line
	const kind = isGift(line) ? 'giftVoucher' : (findProduct(venue, productId)?.kind ?? 'addon')
	const id = String(line.position)
	return {
		id,
		productId,
		kind,
		quantity,
		included,
		unitPrice,
		amount,
		due,
		vatRate,
		vatParts,
	}
}
