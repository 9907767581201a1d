import { z } from 'zod'

import { positionOf } from '#app/models/booking/booked-cart.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { priceOfExtra } from '#app/models/cart/change.ts'
import { zero } from '#app/models/money.ts'
import { isOneChoice } from '#app/models/product/groups.ts'
import { quantityOrNone } from '#app/models/quantity.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * The quantities in the form of a change. The names of its fields contain the position of a line: `lines.1` is the
 * line's quantity, `pieces.1.cake` the quantity of a choice in its groups, `choices.1.theme` the one product chosen of
 * a group; `extras.socks` is an extra that the booking does not have yet.
 */

/** Numbers by position of the line, by product within its groups, and by product of new extras. */
export type TypedNumbers = {
	lines: Record<string, number>
	pieces: Record<string, Record<string, number>>
	extras: Record<string, number>
}

/** `step`: one more or fewer in the field of that name; `all`: one for each guest of a thing of a group. */
const pressed = z.object({
	step: z
		.string()
		.regex(/^[a-z][\w.-]{0,99}:-?1$/)
		.optional()
		.catch(undefined),
	all: z.string().max(100).optional().catch(undefined),
	fewest: z
		.string()
		.regex(/^\d{1,3}:\d{1,3}$/)
		.optional()
		.catch(undefined),
})

const numbers = z.object({
	lines: z.record(z.string(), quantityOrNone.optional().catch(undefined)).catch({}),
	pieces: z
		.record(z.string(), z.record(z.string(), quantityOrNone.optional().catch(undefined)).catch({}))
		.catch({}),
	choices: z
		.record(z.string(), z.record(z.string(), z.string().optional().catch(undefined)).catch({}))
		.catch({}),
	extras: z.record(z.string(), quantityOrNone.optional().catch(undefined)).catch({}),
})

/**
 * Reads the quantities of a posted form, with the effect of the button pressed. A field that is missing or contains no
 * number keeps the quantity of the booking, so that one mistyped number takes nothing else away.
 */
export function readNumbers(
	venue: Venue,
	cart: Cart,
	payload: Record<string, unknown>,
): TypedNumbers {
	const posted = numbers.parse({ lines: {}, pieces: {}, choices: {}, extras: {}, ...payload })
	const { step, all, fewest } = pressed.parse(payload)
	const read = numbersOf(venue, cart)
	for (const line of cart.lines) {
		const at = positionIn(line)
		const booked = read.lines[at]
		// Lines that were chosen in groups are read with the line of their package.
		if (booked === undefined) continue
		read.lines[at] = posted.lines[at] ?? booked
		const own = read.pieces[at]
		if (!own) continue
		for (const product of Object.keys(own))
			own[product] = posted.pieces[at]?.[product] ?? own[product] ?? 0
		for (const group of groupsOf(venue, line)) {
			const choice = posted.choices[at]?.[group.id]
			const items = group.items.map((item) => item.product)
			if (!isOneChoice(group) || choice === undefined || !items.includes(choice)) continue
			for (const product of items) own[product] = product === choice ? 1 : 0
		}
	}
	for (const product of Object.keys(read.extras)) read.extras[product] = posted.extras[product] ?? 0
	if (step) takeStep(read, step)
	if (all) takeForAll(venue, cart, read, all)
	const [at = '', count] = fewest?.split(':') ?? []
	const isLine = Object.hasOwn(read.lines, at)
	return isLine ? withGuests(venue, cart, read, { at, count: Number(count) }) : read
}

/** The numbers with so many guests of a package; what each of them gets is filled up with what most have chosen. */
export function withGuests(
	venue: Venue,
	cart: Cart,
	read: TypedNumbers,
	{ at, count }: { at: string; count: number },
): TypedNumbers {
	const own = { ...read.pieces[at] }
	const line = cart.lines.find((it) => positionIn(it) === at)
	for (const { rule, perGuest, items } of line ? groupsOf(venue, line) : []) {
		if (rule !== 'exactlyOne' || !perGuest) continue
		const numbers = items.map(({ product }) => ({ product, number: own[product] ?? 0 }))
		const missing = count - numbers.reduce((sum, { number }) => sum + number, 0)
		const [most] = numbers.toSorted((one, other) => other.number - one.number)
		if (most && missing > 0) own[most.product] = most.number + missing
	}
	return {
		...read,
		lines: { ...read.lines, [at]: count },
		pieces: Object.hasOwn(read.pieces, at) ? { ...read.pieces, [at]: own } : read.pieces,
	}
}

/** Returns the quantities of the booking itself, with 0 for each extra that could be added. */
export function numbersOf(venue: Venue, cart: Cart): TypedNumbers {
	const lines = cart.lines.filter((line) => !isPiece(venue, cart, line))
	const packages = cart.lines.filter((line) => groupsOf(venue, line).length > 0)
	const booked = new Set(cart.lines.map(({ productId }) => productId))
	const inGroups = new Set(
		packages.flatMap((line) =>
			groupsOf(venue, line).flatMap(({ items }) => items.map((item) => item.product)),
		),
	)
	const extras = venue.products.filter(
		({ id, kind }) => kind === 'addon' && !booked.has(id) && !inGroups.has(id),
	)
	return {
		lines: Object.fromEntries(lines.map((line) => [positionIn(line), line.quantity])),
		pieces: Object.fromEntries(
			packages.map((line) => [positionIn(line), piecesOf(venue, cart, line)]),
		),
		extras: Object.fromEntries(extras.map(({ id }) => [id, 0])),
	}
}

/**
 * Makes the booking's cart with the typed quantities, checked by no rule: the page shows it while the form is being
 * filled in.
 */
export function withNumbers(
	venue: Venue,
	cart: Cart,
	{ lines, pieces, extras }: TypedNumbers,
): Cart {
	const { day } = cart
	const added = (productId: string, quantity: number, parentId: string | null): CartLine => ({
		id: `new-${parentId ?? ''}-${productId}`,
		parentId,
		productId,
		quantity,
		unitPrice: (day && priceOfExtra(venue, day, productId)) || zero,
		startsAt: null,
		endsAt: null,
		duration: null,
	})
	const kept = cart.lines.flatMap((line) => {
		const parent = cart.lines.find(({ id }) => id === line.parentId)
		const asPiece = parent && pieces[positionIn(parent)]?.[line.productId]
		const quantity = asPiece ?? lines[positionIn(line)] ?? line.quantity
		return quantity === 0 ? [] : [{ ...line, quantity }]
	})
	const ofGroups = cart.lines.flatMap((parent) =>
		Object.entries(pieces[positionIn(parent)] ?? {}).flatMap(([product, quantity]) => {
			const isThere = cart.lines.some(
				(line) => line.parentId === parent.id && line.productId === product,
			)
			return isThere || quantity === 0 ? [] : [added(product, quantity, parent.id)]
		}),
	)
	const others = Object.entries(extras).flatMap(([product, quantity]) =>
		quantity === 0 ? [] : [added(product, quantity, null)],
	)
	return { ...cart, lines: [...kept, ...ofGroups, ...others] }
}

/** Makes the values of the form's fields from quantities, by field name. */
export function fieldsOf(venue: Venue, cart: Cart, numbers: TypedNumbers): Record<string, string> {
	const { lines, pieces, extras } = numbers
	const chosen = cart.lines.flatMap((line) =>
		groupsOf(venue, line)
			.filter(isOneChoice)
			.map((group) => {
				const own = pieces[positionIn(line)] ?? {}
				const choice = group.items.find(({ product }) => (own[product] ?? 0) > 0)
				return [`choices.${positionIn(line)}.${group.id}`, choice?.product ?? '']
			}),
	)
	return Object.fromEntries([
		...Object.entries(lines).map(([at, number]) => [`lines.${at}`, String(number)]),
		...Object.entries(pieces).flatMap(([at, own]) =>
			Object.entries(own).map(([product, number]) => [`pieces.${at}.${product}`, String(number)]),
		),
		...chosen,
		...Object.entries(extras).map(([product, number]) => [`extras.${product}`, String(number)]),
	])
}

/** Returns the position of a line of the booking's cart as text, for the names of its fields; '' for a new line. */
export function positionIn({ id }: Pick<CartLine, 'id'>): string {
	return String(positionOf(id) ?? '')
}

/** True for a line that was chosen from a group of choices of its package. */
export function isPiece(venue: Venue, cart: Cart, line: CartLine): boolean {
	const parent = cart.lines.find(({ id }) => id === line.parentId)
	return (
		parent !== undefined &&
		groupsOf(venue, parent).some(({ items }) =>
			items.some(({ product }) => product === line.productId),
		)
	)
}

export function groupsOf(venue: Venue, { productId }: Pick<CartLine, 'productId'>) {
	return findProduct(venue, productId)?.conditions ?? []
}

function piecesOf(venue: Venue, cart: Cart, parent: CartLine): Record<string, number> {
	const items = groupsOf(venue, parent).flatMap((group) => group.items)
	return Object.fromEntries(
		items.map(({ product }) => {
			const line = cart.lines.find(
				({ parentId, productId }) => parentId === parent.id && productId === product,
			)
			return [product, line?.quantity ?? 0]
		}),
	)
}

function takeStep(read: TypedNumbers, step: string): void {
	const [field = '', by = '0'] = step.split(':')
	const [kind, at = '', product = ''] = field.split('.')
	const plus = (own: Record<string, number> | undefined, name: string) => {
		if (own && Object.hasOwn(own, name))
			own[name] = Math.min(999, Math.max(0, (own[name] ?? 0) + Number(by)))
	}
	if (kind === 'lines') plus(read.lines, at)
	if (kind === 'extras') plus(read.extras, at)
	if (kind === 'pieces' && Object.hasOwn(read.pieces, at)) plus(read.pieces[at], product)
}

/** Sets the product `all` to one piece for each guest of its package, and the other products of its group to none. */
function takeForAll(venue: Venue, cart: Cart, read: TypedNumbers, all: string): void {
	const line = cart.lines.find((line) =>
		groupsOf(venue, line).some(({ items }) => items.some(({ product }) => product === all)),
	)
	const own = line && read.pieces[positionIn(line)]
	const group =
		line && groupsOf(venue, line).find(({ items }) => items.some(({ product }) => product === all))
	if (!line || !own || !group) return
	for (const { product } of group.items)
		own[product] = product === all ? (read.lines[positionIn(line)] ?? line.quantity) : 0
}
