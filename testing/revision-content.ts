import type { Order } from '#app/models/order/order.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'

/** The contents of an order as a revision stores them, without its places; `changes` win. */
export function revisionContent(order: Order, changes: Partial<Order> = {}): RevisionContent {
	const now = { ...order, ...changes }
	const { day, linesTotal, discount, shipping, shippingVatRate } = now
	const { total, voucher, online, onSite, vat } = now
	const lines = now.lines.map((line) => ({
		...line,
		startsAt: line.startsAt?.toISOString() ?? null,
		endsAt: line.endsAt?.toISOString() ?? null,
	}))
	const sums = { linesTotal, discount, shipping, shippingVatRate, total, voucher, online, onSite }
	return { day, lines, places: [], ...sums, vat }
}
