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
 * Computes the sums of a booking after a change, and the money that moves because of it.
 */

/**
 * The money of a booking before a change. `refundable` is the part of its payments that was not refunded and that no
 * bank disputes.
 */
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
	/** The terms of the booking's voucher; null without one. */
	terms: VoucherTerms | null
	refundable: Cents
}

/** The money that a change of a booking moves. A `difference` below 0 makes the booking cheaper. */
export type RevisedMoney = {
	difference: Cents
	/** The amount to pay online before the change comes into force; 0 when nothing is. */
	dueNow: Cents
	restBefore: Cents
	restAfter: Cents
	backOnline: Cents
	backVoucher: Cents
	/** The part of the money taken by the till that is too much now: staff give it back there. */
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

/**
 * The result of a change: `sums` are the booking's sums once `dueNow` is paid. `fallsAway` is the reason why the
 * voucher no longer lowers or pays the price; null when it does as before.
 */
export type RevisedSums = { sums: Sums; money: RevisedMoney; fallsAway: VoucherRefusal | null }

type VoucherRefusal = Extract<ReturnType<typeof redeemAgain>, { ok: false }>

/**
 * Computes the sums of a booking after a change. A higher price is owed on site, except the growth of products that are
 * always paid online. A lower price lowers the open rest first; then money goes back online, and last to the voucher. A
 * value voucher pays by its terms: the amount that it may no longer pay goes back to it, and as much of the deposit is
 * due now. `isStaff`: nothing has to be paid online first, and the till may have to give money back.
 */
export function reviseSums(
	venue: Venue,
	{ order, terms, refundable }: BookedMoney,
	after: { day: Day | null; lines: readonly OrderLine[] },
	isStaff: boolean,
): Result<RevisedSums> {
	// A voucher stays valid on the day for which it was redeemed, also when that day has another class by now.
	const everyDay = terms && { ...terms, dayClasses: null }
	const was = totalsOf(venue, { ...order, terms: everyDay }, order)
	const isSameDay = after.day === order.day
	const is = totalsOf(venue, { ...order, terms: isSameDay ? everyDay : terms }, after)
	const { online, paidOnSite, shipping } = order
	const returned = cents(Math.max(0, was.carried - is.carried))
	const voucher = minus(order.voucher, returned)
	const open = is.totals.total - voucher - online
	const growth = Math.max(0, is.totals.online - was.totals.online)
	const lost = Math.min(returned, Math.max(0, is.ahead - voucher - online - growth))
	const money = { difference: minus(is.totals.total, order.total), restBefore: restOf(order) }
	const isJudged = !was.fallsAway && (terms?.kind !== 'value' || returned > 0)
	const fallsAway = isJudged ? is.fallsAway : null

	if (open >= paidOnSite) {
		const wanted = isStaff ? 0 : Math.min(growth + lost, open - paidOnSite)
		const dueNow = cents(wanted < everyProvider.smallestAmount ? 0 : wanted)
		const onSite = cents(open - dueNow)
		const sums = { ...sumsOf(is.totals, order), voucher, online: sum([online, dueNow]), onSite }
		const restAfter = minus(onSite, paidOnSite)
		const back = { backOnline: zero, backVoucher: returned, backAtTill: zero }
		return ok({ sums, money: { ...money, ...back, dueNow, restAfter }, fallsAway })
	}

	const gifts = sum(order.lines.filter(isGift).map(({ amount }) => amount))
	const excess = cents(Math.min(paidOnSite - open, voucher + online))
	const services = cents(Math.max(0, online - gifts - shipping))
	const fromServices = smaller(smaller(services, refundable), excess)
	const fromVoucher = smaller(voucher, minus(excess, fromServices))
	// A voucher may have paid the shipping. Then less of the online money belongs to shipping, and more of it can go
	// back.
	const left = minus(minus(excess, fromServices), fromVoucher)
	const more = smaller(left, smaller(minus(online, sum([gifts, fromServices])), refundable))
	const backOnline = sum([fromServices, cents(Math.max(0, more))])
	const onSite = cents(open + backOnline + fromVoucher)
	if (onSite < 0 || backOnline > refundable) return refuse('booking.moneyBackByPhone')
	const backAtTill = cents(Math.max(0, paidOnSite - onSite))
	if (backAtTill > 0 && !isStaff) return refuse('booking.moneyBackByPhone')
	const sums = {
		...sumsOf(is.totals, order),
		voucher: minus(voucher, fromVoucher),
		online: minus(online, backOnline),
		onSite,
	}
	const back = { backOnline, backVoucher: sum([returned, fromVoucher]), backAtTill }
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

type Shipped = Pick<Order, 'shipping' | 'shippingVatRate' | 'voucher' | 'voucherCode'> & {
	terms: VoucherTerms | null
}

/**
 * Computes the sums of an order's lines with the voucher's terms as frozen. `totals.online` is the part that is always
 * paid online, `ahead` that part and the deposit; `carried` is the amount that a value voucher may still pay of what it
 * paid.
 */
function totalsOf(
	venue: Venue,
	{ shipping, shippingVatRate, terms, voucher, voucherCode }: Shipped,
	{ day, lines }: { day: Day | null; lines: readonly OrderLine[] },
): { totals: Totals; ahead: Cents; carried: Cents; fallsAway: VoucherRefusal | null } {
	const priced = lines.map((line) => pricedOf(venue, line))
	const dayClass = day === null ? null : openingOn(venue.calendar, day).class
	const redeemed = terms && redeemAgain(terms, { lines: priced, dayClass })
	const applied =
		redeemed?.ok && voucherCode !== null ? { ...redeemed.value, code: voucherCode } : null
	const lowering = applied && applied.kind !== 'value' ? applied : null
	const sumsWith = (by: AppliedVoucher | null, depositShare = 0) =>
		totals(priced, by, { depositShare, shipping, shippingVatRate })
	const isValue = terms?.kind === 'value'
	const paying =
		applied?.kind === 'value' && applied.products ? { ...applied, balance: voucher } : null
	const whole = isValue && !applied ? zero : voucher
	return {
		totals: sumsWith(lowering),
		ahead: sumsWith(lowering, venue.depositShare).online,
		carried: paying ? sumsWith(paying).voucher : whole,
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
