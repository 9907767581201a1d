import type { Facts, IssuedInvoice } from '#app/models/invoice/content.ts'
import { sellerOf } from '#app/models/invoice/invoice.ts'
import { nextInvoice } from '#app/models/invoice/next.ts'
import { cents, zero } from '#app/models/money.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { totals, type AppliedVoucher, type PricedLine } from '#app/models/product/price.ts'
import { sampleOrder, sampleVenue } from '#testing/sample-order.ts'

/** Orders with the sums that the shop would give them, and everything that is issued for them. */

type Wish = {
	lines: readonly (Partial<Omit<OrderLine, 'amount'>> & { amount: number })[]
	voucher?: AppliedVoucher | null
	shipping?: number
	order?: Partial<Order>
}

/** Each line is one piece of `amount`. */
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

export const gift = { delivery: 'post', validMonths: 36 } as const

/** What has happened to an order whose online part is paid, and nothing else. */
export function factsOf(order: Order, more: Partial<Facts> = {}): Facts {
	return {
		seller: sellerOf(sampleVenue),
		today: '2026-11-28',
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

/** As the venue has it paid on the day of the visit. */
export function paidOnSite(order: Order): Facts['onSite'] {
	return [{ means: 'cash', amount: order.onSite, on: '2026-11-28' }]
}

/** Issues all that an order lacks, numbered from the first free one. */
export function issueAll(order: Order, facts: Facts, issuedOn = '2026-11-01'): IssuedInvoice[] {
	const issued = [...facts.issued]
	for (let at = issued.length + 1; ; at++) {
		const draft = nextInvoice(order, { ...facts, issued })
		if (!draft) return issued
		if (at > 200) throw new Error('it never ends')
		const { content, ...row } = draft
		issued.push({ ...content, ...row, issuedOn, number: `RE-2026-${String(at).padStart(6, '0')}` })
	}
}

/** The sum of the amounts. */
export function total(amounts: readonly { amount: number }[]): number {
	return amounts.reduce((sum, { amount }) => sum + amount, Number(zero))
}

/**
 * The order after its booking changed, without gift vouchers and discounts: other amounts, what was paid as said,
 * and what is left due on site.
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
