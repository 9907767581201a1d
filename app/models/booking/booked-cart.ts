import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { emptyCart } from '#app/models/cart/cart.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { durationText, type Day, type Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * A booking as a cart in memory, so that the rules of carts decide its changes too.
 */

/** The fields of an order's line from which a line of the booking's cart is made. */
export type BookedLine = Pick<
	OrderLine,
	'position' | 'parentPosition' | 'productId' | 'quantity' | 'unitPrice' | 'startsAt' | 'endsAt'
>

/**
 * Makes a cart in memory from the lines of an order, at the agreed prices; a line's id contains its position
 * ('line-2').
 */
export function cartOf(
	venue: Venue,
	order: Pick<Order, 'id' | 'day'> & { lines: readonly BookedLine[] },
): Cart {
	const { id, day } = order
	return { ...emptyCart(id), day, lines: order.lines.map((line) => cartLineOf(venue, day, line)) }
}

/** Makes the id that the line of a position has in the booking's cart: 'line-2'. */
export function idOf(position: number): string {
	return `line-${position}`
}

/** Reads the position of a line from its id in the booking's cart; null for a new line. */
export function positionOf(id: string | null): number | null {
	const [, position] = /^line-(\d+)$/.exec(id ?? '') ?? []
	return position === undefined ? null : Number(position)
}

function cartLineOf(venue: Venue, day: Day | null, line: BookedLine): CartLine {
	const { position, parentPosition, productId, quantity, unitPrice, startsAt, endsAt } = line
	const duration = bookedDuration(venue, day, line)
	return {
		id: idOf(position),
		parentId: parentPosition === null ? null : idOf(parentPosition),
		productId,
		quantity,
		unitPrice,
		startsAt,
		endsAt,
		duration: duration === null ? null : durationText(duration),
	}
}

/**
 * Finds the duration that a line was booked for, which an order does not store: the fixed one of its product, else the
 * one in the price list that is as long as the visit. A ticket until closing time may be as long as another; then the
 * unit price decides. Null for a line without times.
 */
function bookedDuration(venue: Venue, day: Day | null, line: BookedLine): Duration | null {
	const { startsAt, endsAt, unitPrice } = line
	const product = findProduct(venue, line.productId)
	if (!product || product.duration === undefined || !startsAt || !endsAt || day === null)
		return null
	if (product.duration !== 'chosen') return product.duration
	const minutes = (endsAt.getTime() - startsAt.getTime()) / 60_000
	const { hours, class: dayClass } = openingOn(venue.calendar, day)
	const isUntilClosing = !hours || instantAt(day, hours.closes).getTime() === endsAt.getTime()
	const possible: Duration[] = [
		...(isPriced(product, minutes) ? [minutes] : []),
		...(isUntilClosing && isPriced(product, 'day') ? ['day' as const] : []),
	]
	const costs = (duration: Duration) => dayPrice(product, dayClass, day, duration) === unitPrice
	return possible.find(costs) ?? possible[0] ?? minutes
}

function isPriced(product: Product, duration: Duration): boolean {
	const tables = [product, ...product.periods].flatMap(({ prices }) => Object.values(prices))
	return tables.some((table) => typeof table === 'object' && String(duration) in table)
}
