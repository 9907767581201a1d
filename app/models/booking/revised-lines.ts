import type { Lines } from '#app/models/booking/asked-lines.ts'
import { cartOf, positionOf } from '#app/models/booking/booked-cart.ts'
import type { WantedPlace } from '#app/models/booking/rebooked.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { cents, smaller, spread, type Cents } from '#app/models/money.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { includedPieces } from '#app/models/product/groups.ts'
import { dayPrice, vatRate } from '#app/models/product/price.ts'
import { vatPartsOf, type VatPart } from '#app/models/product/vat-parts.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { VatClass } from '#app/models/venue/catalogue.ts'
import { parseDuration, type Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Makes the lines of an order after a change, with their prices. All pieces of one line have one price.
 */

type Booked = Pick<Order, 'id' | 'day' | 'lines'>

/**
 * Makes the lines of an order from the changed lines of its cart, with their prices and VAT; `positions` is by line id.
 * `keepsPrice`: a moved booking costs what was agreed. Lines that stay keep their position; the first line takes
 * position 1 when the line there is removed.
 */
export function reviseLines(
	venue: Venue,
	order: Booked,
	after: Lines,
	{ places, keepsPrice = false }: { places: readonly WantedPlace[]; keepsPrice?: boolean },
): Result<{ lines: OrderLine[]; positions: ReadonlyMap<string, number> }> {
	const cart = cartOf(venue, order)
	const positions = positionsOf(order, after.lines)
	const included = includedIn(venue, order, cart, after)
	const lines: OrderLine[] = []
	for (const line of after.lines) {
		const before = order.lines.find(({ position }) => position === positionOf(line.id))
		const product = findProduct(venue, line.productId)
		const position = positions.get(line.id) ?? 0
		const parentPosition = line.parentId === null ? null : (positions.get(line.parentId) ?? null)
		if (before && (isGift(before) || !product)) {
			const amount = cents((line.quantity - (included.get(line.id) ?? 0)) * before.unitPrice)
			lines.push({
				...before,
				position,
				parentPosition,
				quantity: line.quantity,
				included: included.get(line.id) ?? 0,
				amount,
				vatParts: partsOf(venue, { before, amount, day: order.day }),
			})
			continue
		}
		if (!product) return refuse('productGone')
		const unitPrice = priceOf(venue, { cart, after, line, keepsPrice })
		if (unitPrice === undefined) return { ...refuse('chooseOtherPeriod'), productId: product.id }
		const pieces = included.get(line.id) ?? 0
		const amount = cents((line.quantity - pieces) * unitPrice)
		const vatClass = before?.vatClass ?? product.vat
		const isOnItsDay = before && !before.vatClass && order.day === after.day
		lines.push({
			position,
			parentPosition,
			productId: product.id,
			title: before?.title ?? product.name,
			detail: detailOf(venue, { before, line, places }),
			quantity: line.quantity,
			included: pieces,
			unitPrice,
			amount,
			vatRate: isOnItsDay ? before.vatRate : rateOn(venue, vatClass, after.day),
			vatClass: before ? (before.vatClass ?? null) : product.vat,
			vatParts: before
				? partsOf(venue, { before, amount, day: after.day })
				: vatPartsOf(product, amount, (it) => rateOn(venue, it, after.day)),
			due: before?.due ?? product.due,
			startsAt: line.startsAt,
			endsAt: line.endsAt,
			gift: null,
		})
	}
	return ok({ lines: lines.toSorted((one, other) => one.position - other.position), positions })
}

/** Gives each line its position, by line id; a new line comes after all others. */
function positionsOf(order: Booked, lines: readonly CartLine[]): Map<string, number> {
	let last = Math.max(0, ...order.lines.map(({ position }) => position))
	const positions = new Map(lines.map(({ id }) => [id, positionOf(id) ?? (last += 1)]))
	const isGiftLine = ({ id }: CartLine) =>
		order.lines.some((line) => isGift(line) && line.position === positionOf(id))
	const first = lines.find((line) => line.parentId === null && !isGiftLine(line))
	if (first && ![...positions.values()].includes(1)) positions.set(first.id, 1)
	return positions
}

/**
 * Computes the number of pieces that a package's price includes, by line id. Pieces that were included before stay so
 * while the package has as many guests as before, or is no longer sold.
 */
function includedIn(venue: Venue, order: Booked, cart: Cart, after: Lines): Map<string, number> {
	const pieces = includedPieces(venue, after.lines)
	for (const line of after.lines) {
		const before = order.lines.find(({ position }) => position === positionOf(line.id))
		const parent = after.lines.find(({ id }) => id === line.parentId)
		if (!before || !parent) continue
		const guests = cart.lines.find(({ id }) => id === parent.id)?.quantity
		if (guests !== parent.quantity && findProduct(venue, parent.productId)) continue
		const kept = Math.min(before.included, line.quantity)
		pieces.set(line.id, Math.max(kept, pieces.get(line.id) ?? 0))
	}
	return pieces
}

type Priced = { cart: Cart; after: Lines; line: CartLine; keepsPrice: boolean }

/**
 * Finds the price of one piece of a line. The agreed price holds for every piece of a product that the booking has,
 * unless today's price list has another price for the new day or duration than for the booked one; then today's price
 * of the new day is taken.
 */
function priceOf(venue: Venue, { cart, after, line, keepsPrice }: Priced): Cents | undefined {
	const booked =
		cart.lines.find(({ id }) => id === line.id) ??
		cart.lines.find(
			(other) => other.productId === line.productId && other.duration === line.duration,
		)
	const today = priceOn(venue, after.day, line)
	if (!booked) return today
	const isKept = keepsPrice && booked.duration === line.duration
	return isKept || priceOn(venue, cart.day, booked) === today ? booked.unitPrice : today
}

function priceOn(venue: Venue, day: Day | null, line: CartLine): Cents | undefined {
	const product = findProduct(venue, line.productId)
	if (!product || day === null) return undefined
	const { class: dayClass } = openingOn(venue.calendar, day)
	return dayPrice(product, dayClass, day, parseDuration(line.duration))
}

function rateOn({ vat }: Venue, vatClass: VatClass, day: Day | null): number {
	return day === null ? 0 : vatRate(vat, vatClass, day)
}

type Parted = { before: OrderLine; amount: Cents; day: Day | null }

/**
 * Splits a line's new amount into VAT parts by its product or, when the product has no parts any more, in the
 * proportion of the former parts; null for a line that had none.
 */
function partsOf(venue: Venue, { before, amount, day }: Parted): VatPart[] | null {
	const { vatParts, productId } = before
	if (!vatParts) return null
	const rateOf = (vatClass: VatClass) => rateOn(venue, vatClass, day)
	const product = findProduct(venue, productId)
	if (product?.vatParts) return vatPartsOf(product, amount, rateOf)
	const amounts = spread(
		amount,
		vatParts.map((part) => part.amount),
	)
	return vatParts.map((part, index) => ({
		...part,
		vatRate: rateOf(part.vatClass),
		amount: smaller(amounts[index] ?? amount, amount),
	}))
}

type Detailed = {
	before: OrderLine | undefined
	line: CartLine
	places: readonly WantedPlace[]
}

/** Returns the name of the line's room; a line without a room keeps the detail that it was ordered with. */
function detailOf(venue: Venue, { before, line, places }: Detailed): OrderLine['detail'] {
	const ids = places.flatMap(({ lineId, resourceId }) => (lineId === line.id ? resourceId : []))
	return roomOf(venue, ids)?.name ?? before?.detail ?? null
}
