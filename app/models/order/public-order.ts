import type { Order, OrderLine } from '#app/models/order/order.ts'

/**
 * What everybody may know of an order who has the address of its confirmation. Each field is named: one that an order
 * gains later is shown to whoever ordered alone, until it is named here.
 */
const orderFields = [
	'publicId',
	'number',
	'state',
	'day',
	'linesTotal',
	'discount',
	'shipping',
	'shippingVatRate',
	'total',
	'voucher',
	'online',
	'onSite',
	'vat',
	'paidOnSite',
	'refunded',
	'cancelledAt',
] as const satisfies (keyof Order)[]

const lineFields = [
	'position',
	'parentPosition',
	'productId',
	'title',
	'detail',
	'quantity',
	'included',
	'unitPrice',
	'amount',
	'vatRate',
	'due',
	'startsAt',
	'endsAt',
	'gift',
] as const satisfies (keyof OrderLine)[]

export type PublicOrder = Pick<Order, (typeof orderFields)[number]> & {
	lines: Pick<OrderLine, (typeof lineFields)[number]>[]
}

export function publicOrder(order: Order): PublicOrder {
	return { ...only(order, orderFields), lines: order.lines.map((line) => only(line, lineFields)) }
}

function only<Whole extends object, Name extends keyof Whole>(
	whole: Whole,
	names: readonly Name[],
): Pick<Whole, Name> {
	return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>
}
