import type { InvoiceFacts, IssuedInvoice } from '#app/models/invoice/content.ts'
import { sellerOf } from '#app/models/invoice/invoice.ts'
import { nextInvoice } from '#app/models/invoice/next.ts'
import { cents, zero } from '#app/models/money.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { totals, type AppliedVoucher, type PricedLine } from '#app/models/product/price.ts'
import type { VatPart } from '#app/models/product/vat-parts.ts'
import { packageParts, type PackagePart } from '#app/models/venue/catalogue.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

/** An order with the sums that the shop would give it, and everything that is issued for it. */

type Wish = {
	lines: readonly (Partial<Omit<OrderLine, 'amount'>> & { amount: number })[]
	voucher?: AppliedVoucher | null
	shipping?: number
	order?: Partial<Order>
}

/** Makes an order; each line is one piece of `amount`. */
export function orderOf({ lines, voucher = null, shipping = 0, order = {} }: Wish): Order {
	const frozen = lines.map(({ amount, ...line }, index) => ({
		position: index + 1,
		parentPosition: null,
		productId: `product-${index}`,
		title: { de: `Ding ${index + 1}`, en: `Thing ${index + 1}` },
		detail: null,
		quantity: 1,
		included: 0,
		vatRate: line.gift ? 0 : 19,
		vatClass: null,
		vatParts: null,
		due: line.gift ? ('online' as const) : ('deposit' as const),
		startsAt: null,
		endsAt: null,
		gift: null,
		...line,
		unitPrice: cents(amount),
		amount: cents(amount),
	}))
	const priced = frozen.map(({ gift, productId, ...line }): PricedLine => ({
		...line,
		id: productId,
		productId,
		kind: gift ? 'giftVoucher' : 'ticket',
	}))
	const terms = { depositShare: 30, shipping: cents(shipping), shippingVatRate: 19 }
	const { lines: linesTotal, ...sums } = totals(priced, voucher, terms)
	return { ...sampleOrder, linesTotal, ...sums, voucherCode: null, lines: frozen, ...order }
}

/** Makes the parts of a package: food at 7 %, drinks and play at 19 %. */
export function vatPartsFor(amounts: Partial<Record<PackagePart, number>>): VatPart[] {
	return packageParts.flatMap((part) => {
		const amount = amounts[part]
		if (amount === undefined) return []
		const rate = { vatClass: 'standard' as const, vatRate: 19 }
		const reduced = { vatClass: 'reduced' as const, vatRate: 7 }
		return { part, ...(part === 'food' ? reduced : rate), amount: cents(amount) }
	})
}

export const gift = { delivery: 'post', validMonths: 36 } as const

/** Returns the facts of an order whose online part is paid, without any other event. */
export function factsOf(order: Order, more: Partial<InvoiceFacts> = {}): InvoiceFacts {
	return {
		seller: sellerOf(sampleVenue),
		today: '2026-11-28',
		hasFinal: true,
		vat: sampleVenue.vat,
		payments:
			order.online > 0
				? [{ id: 'payment-1', means: 'stripe', amount: order.online, on: '2026-11-01' }]
				: [],
		onSite: [],
		refunds: [],
		issued: [],
		...more,
	}
}

/** Returns the payment on site, in cash on the day of the visit. */
export function paidOnSite(order: Order): InvoiceFacts['onSite'] {
	return [{ means: 'cash', amount: order.onSite, on: '2026-11-28' }]
}

/** Issues all invoices that an order lacks, numbered from the first free one. */
export function issueAll(
	order: Order,
	facts: InvoiceFacts,
	issuedOn = '2026-11-01',
): IssuedInvoice[] {
	const issued = [...facts.issued]
	for (let at = issued.length + 1; ; at++) {
		const draft = nextInvoice(order, { ...facts, issued })
		if (!draft) return issued
		if (at > 200) throw new Error('it never ends')
		const { content, ...row } = draft
		issued.push({ ...content, ...row, issuedOn, number: `RE-2026-${String(at).padStart(6, '0')}` })
	}
}

/** Sums up the amounts. */
export function total(amounts: readonly { amount: number }[]): number {
	return amounts.reduce((sum, { amount }) => sum + amount, Number(zero))
}

/**
 * Returns the order after a change of its booking, without gift vouchers and discounts: other amounts, the given
 * payments, and the rest on site.
 */
export function changed(
	order: Order,
	lines: readonly { amount: number; vatRate: number }[],
	{ online = order.online, voucher = order.voucher }: { online?: number; voucher?: number } = {},
): Order {
	const { lines: fresh, linesTotal, total: whole, vat } = orderOf({ lines })
	return {
		...order,
		lines: fresh,
		linesTotal,
		discount: zero,
		total: whole,
		vat,
		online: cents(online),
		voucher: cents(voucher),
		onSite: cents(whole - online - voucher),
	}
}
