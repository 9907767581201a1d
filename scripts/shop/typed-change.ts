import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { cartOf } from '#app/models/booking/booked-cart.ts'
import { guestLines } from '#app/models/booking/headcount.ts'
import { numbersOf } from '#app/models/booking/typed-numbers.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { forTerminal } from '#scripts/shop/terminal.ts'

/**
 * A wish of a typed change. `name` is 'guests', the number of a line ('1'), a piece of a package's line
 * ('1.menu-pasta') or a product ('cake').
 */
export type Wish = { name: string; quantity: number }

/** Reads the typed wishes of a change, such as '1=12'; null when one is anything else, or a name is there twice. */
export function readWishes(typed: readonly string[]): Wish[] | null {
	const wishes = typed.map((it) => /^([^=]+)=(\d{1,4})$/.exec(it))
	const read = wishes.flatMap((it) => (it ? [{ name: it[1] ?? '', quantity: Number(it[2]) }] : []))
	const names = new Set(read.map(({ name }) => name))
	return names.size === typed.length ? read : null
}

/** Returns the lines that list the parts of a booking which a change can name, with their pieces: '1=3  Kinderticket'. */
export function partLines(venue: Venue, order: Order): string[] {
	const { pieces, extras } = numbersOf(venue, cartOf(venue, order))
	// The pieces that a package has are lines of their own.
	const others = Object.entries(pieces).flatMap(([at, own]) =>
		Object.entries(own).flatMap(([product, quantity]) =>
			quantity > 0 ? [] : [{ name: `${at}.${product}`, product }],
		),
	)
	const added = Object.keys(extras).map((product) => ({ name: product, product }))
	return [
		...order.lines.map(({ position, quantity, title }) => `${position}=${quantity}  ${title.de}`),
		...[...others, ...added].map(
			({ name, product }) => `${name}=0  ${findProduct(venue, product)?.name.de}`,
		),
	].map(forTerminal)
}

/** Lists the names of wishes that name no part of a booking and no product of the venue. */
export function unknownIn(venue: Venue, order: Order, wishes: readonly Wish[]): string[] {
	const { pieces } = numbersOf(venue, cartOf(venue, order))
	const pieceNames = Object.entries(pieces).flatMap(([at, own]) =>
		Object.keys(own).map((product) => `${at}.${product}`),
	)
	const known = new Set([
		...order.lines.flatMap(({ position, productId }) => [String(position), productId]),
		...pieceNames,
		...venue.products.map(({ id }) => id),
	])
	return wishes.map(({ name }) => name).filter((name) => !isGuests(name) && !known.has(name))
}

/** Makes the change that wishes ask of a booking, or refuses guests where none or several lines have some. */
export function changeOf(venue: Venue, order: Order, wishes: readonly Wish[]): Result<AskedChange> {
	const [guests, another] = guestLines(venue, order)
	const quantities: Record<number, number> = {}
	const pieces: Record<number, Record<string, number>> = {}
	const added: { productId: string; quantity: number }[] = []
	for (const { name, quantity } of wishes) {
		const [first = '', piece] = name.split('.')
		const position = Number(first)
		if (isGuests(name)) {
			if (!guests || another) return refuse('desk.whichGuests')
			quantities[guests.position] = quantity
		} else if (piece) pieces[position] = { ...pieces[position], [piece]: quantity }
		else if (position > 0) quantities[position] = quantity
		else added.push({ productId: name, quantity })
	}
	return ok({ kind: 'change', quantities, pieces, added })
}

function isGuests(name: string): boolean {
	return /^(?:gäste|gaeste|guests)$/i.test(name.normalize('NFC'))
}
