import type { Order, OrderLine } from '#app/models/order/order.ts'

/**
 * The fields of an order that any visitor with the address of its confirmation may see. A field that `Order` gains
 * later is not shown to such visitors until it is named here.
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
