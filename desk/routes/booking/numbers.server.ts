import { z } from 'zod'

import { inLocale } from '#app/i18n/i18n.ts'
import { cartOf } from '#app/models/booking/booked-cart.ts'
import {
	groupsOf,
	isPiece,
	numbersOf,
	positionIn,
	readNumbers,
	withGuests,
	type TypedNumbers,
} from '#app/models/booking/typed-numbers.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { quantityOrNone } from '#app/models/quantity.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { Dossier } from '#desk/routes/booking/dossier.server.ts'

/** A number field of the form that changes a booking: what it counts, its value, and the number that is booked. */
export type NumberField = { field: string; name: string; value: number; was: number }

/**
 * Returns the number fields of the form that changes a booking: guests and tickets, the choices of packages, and
 * extras.
 */
export function numberFields(dossier: Dossier, cart: Cart, numbers: TypedNumbers) {
	const venue = currentVenue()
	const booked = numbersOf(venue, cart)
	const { locale } = dossier.words
	const nameOf = (id: string) => {
		const product = findProduct(venue, id)
		return product ? inLocale(product.name, locale) : id
	}
	// A product of which one alone can be booked, such as a room, has no number field.
	const lines = cart.lines.filter((line) => {
		const product = findProduct(venue, line.productId)
		if (!product || product.kind === 'giftVoucher') return false
		return !isPiece(venue, cart, line) && product.quantity.max > 1
	})
	const lineField = (line: (typeof lines)[number]): NumberField => ({
		field: `lines.${positionIn(line)}`,
		name: nameOf(line.productId),
		value: numbers.lines[positionIn(line)] ?? line.quantity,
		was: line.quantity,
	})
	const isExtra = ({ productId }: { productId: string }) =>
		findProduct(venue, productId)?.kind === 'addon'
	const packages = cart.lines.filter((line) => groupsOf(venue, line).length > 0)
	return {
		/**
		 * Hidden fields: the number of guests of each package that the page shows, to which its choices are filled up.
		 */
		shown: packages.map((line) => ({
			field: `for.${positionIn(line)}`,
			value: numbers.lines[positionIn(line)] ?? line.quantity,
		})),
		guests: lines.filter((line) => !isExtra(line)).map(lineField),
		choices: Object.entries(numbers.pieces).flatMap(([at, own]) =>
			Object.entries(own).map(([product, value]) => ({
				field: `pieces.${at}.${product}`,
				name: nameOf(product),
				value,
				was: booked.pieces[at]?.[product] ?? 0,
			})),
		),
		extras: lines.filter(isExtra).map(lineField),
		/** Extras that the booking does not have yet. */
		further: Object.entries(numbers.extras).map(([product, value]) => ({
			field: `extras.${product}`,
			name: nameOf(product),
			value,
			was: 0,
		})),
	}
}

/**
 * Reads the posted numbers of a booking. Pieces of which each guest gets one follow the number of guests: they are
 * filled up where there are more guests than on the page that was sent, and taken away where there are fewer. The field
 * `for.1` holds the guests of line 1 on that page.
 */
export function typedNumbers(dossier: Dossier, payload: Record<string, unknown>) {
	const venue = currentVenue()
	const cart = cartOf(venue, dossier.history.order)
	const shown = z
		.record(z.string(), quantityOrNone.catch(-1))
		.catch({})
		.parse(payload['for'] ?? {})
	let numbers = readNumbers(venue, cart, payload)
	for (const line of cart.lines.filter((it) => groupsOf(venue, it).length > 0)) {
		const at = positionIn(line)
		const guests = { at, from: shown[at] ?? line.quantity }
		numbers = followGuests(venue, cart, numbers, guests)
	}
	return { cart, numbers }
}

/**
 * Returns a form's numbers once the guests of line `at` have changed from `from`: in a group of one piece per guest,
 * pieces of the product most chosen are added or taken away until there are as many as guests.
 */
export function followGuests(
	venue: Venue,
	cart: Cart,
	numbers: TypedNumbers,
	{ at, from }: { at: string; from: number },
): TypedNumbers {
	const count = numbers.lines[at]
	const line = cart.lines.find((it) => positionIn(it) === at)
	if (!line || count === undefined || count === from) return numbers
	if (count > from) return withGuests(venue, cart, numbers, { at, count })
	const own = { ...numbers.pieces[at] }
	for (const { rule, perGuest, items } of groupsOf(venue, line)) {
		const products = items.map(({ product }) => product)
		if (rule === 'exactlyOne' && perGuest) takeMost(own, products, count)
	}
	return { ...numbers, pieces: { ...numbers.pieces, [at]: own } }
}

/** Takes pieces away from `own`, one by one of the product with the most, until there are `count` of `products`. */
function takeMost(own: Record<string, number>, products: readonly string[], count: number): void {
	const numberOf = (product: string) => own[product] ?? 0
	let surplus = products.reduce((all, product) => all + numberOf(product), -count)
	for (; surplus > 0; surplus -= 1) {
		const [most] = products.toSorted((one, other) => numberOf(other) - numberOf(one))
		if (most) own[most] = numberOf(most) - 1
	}
}
