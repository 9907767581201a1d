import {
	correctionsOf,
	divided,
	find,
	grossOf,
	sums,
	type Draft,
	type Facts,
	type IssuedInvoice,
	type Moved,
} from '#app/models/invoice/content.ts'
import { negative, plainPositions, sumOfVat } from '#app/models/invoice/invoice.ts'
import { partsOf } from '#app/models/invoice/parts.ts'
import { minus, smaller, sum, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { vatAmounts } from '#app/models/product/price.ts'
import { dayOf } from '#app/models/venue/day.ts'

/**
 * Takes back what a refund gave back: of the services' invoice first, then of the receipt, of each not more
 * than came online for it. Null: all of the refund is taken back already, or nothing stands against it.
 */
export function correction(
	order: Order,
	facts: Facts,
	refund: Facts['refunds'][number],
): Draft | null {
	const { issued } = facts
	const taken = issued.filter(({ refundId }) => refundId === refund.id)
	const back = facts.refunds.map(({ amount }) => amount)
	const all = issued.filter(({ refundId }) => refundId !== null)
	// What was taken back for a refund that failed stands for the one that came instead.
	const left = smaller(
		sum([refund.amount, ...taken.map(({ gross }) => gross)]),
		sum([...back, ...all.map(({ gross }) => gross)]),
	)
	if (left <= 0) return null

	const { services, goods } = partsOf(order)
	const ofServices = ['final', 'invoice', 'deposit'].flatMap((kind) => find(issued, kind) ?? [])
	const ofGoods = find(issued, 'receipt')
	const targets = [
		{ target: ofServices[0], cap: rest(services.online, ofServices, all) },
		{ target: ofGoods, cap: rest(goods.online, ofGoods ? [ofGoods] : [], all) },
	]
	for (const { target, cap } of targets) {
		if (!target || cap <= 0) continue
		return takeBack(target, facts, { ...refund, amount: smaller(left, cap) })
	}
	return null
}

/**
 * Takes back what a value voucher paid of a cancelled order: its amount is on the voucher again, and bears VAT when it
 * is spent anew. A deposit is not about it.
 */
export function correctionOfVoucher(order: Order, facts: Facts): Draft | null {
	if (order.cancelledAt === null) return null
	const { issued } = facts
	const { services, goods } = partsOf(order)
	const all = issued.filter(({ refundId }) => refundId === null)
	const targets = [
		{ target: find(issued, 'final') ?? find(issued, 'invoice'), voucher: services.voucher },
		{ target: find(issued, 'receipt'), voucher: goods.voucher },
	]
	for (const { target, voucher } of targets) {
		const left = target ? rest(voucher, [target], all) : zero
		if (!target || left <= 0) continue
		const on = dayOf(order.cancelledAt)
		return takeBack(target, facts, { id: null, means: 'voucher', amount: left, on })
	}
	return null
}

/** `amount` is at most what is left of the invoice; the last part takes the VAT that is left, to the cent. */
function takeBack(
	target: IssuedInvoice,
	{ issued, seller }: Facts,
	back: Moved & { id: string | null },
): Draft {
	const { amount } = back
	const before = correctionsOf(issued, target)
	const left = sumOfVat([target.vat, ...before.map(({ vat }) => vat)])
	const isAll = amount === grossOf(left)
	const vat = negative(isAll ? left : vatAmounts(divided(amount, left)))
	const { number, issuedOn, kind, slug, locale, buyer, isSmall, orderNumber, orderedOn } = target
	return {
		slug: `correction-${issued.filter(({ corrects }) => corrects).length + 1}`,
		refundId: back.id,
		correctsSlug: slug,
		content: {
			locale,
			seller,
			buyer,
			isSmall,
			orderNumber,
			orderedOn,
			service: target.service,
			kind: isAll && before.length === 0 ? 'cancellation' : 'correction',
			positions: plainPositions('reduction', vat),
			ahead: null,
			...sums(vat),
			payments: [{ means: back.means, amount: minus(zero, amount), on: back.on }],
			corrects: { number, issuedOn, kind },
		},
	}
}

/** What may still be taken back of an amount that these invoices are about. */
function rest(
	amount: Cents,
	of: readonly IssuedInvoice[],
	issued: readonly IssuedInvoice[],
): Cents {
	const taken = of.flatMap((invoice) => correctionsOf(issued, invoice)).map(({ gross }) => gross)
	return sum([amount, ...taken])
}
