import type { DateTime } from 'luxon'

import type { Cart, CartLine, CartRef } from '#app/models/cart/cart.ts'
import { bookInCart, removeFromCart, renewHold, setInCart } from '#app/models/cart/change.server.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { isId } from '#app/models/id.ts'
import type { Search } from '#app/models/offer/search.ts'
import { excludeEachOther } from '#app/models/product/conditions.ts'
import { isOneChoice } from '#app/models/product/groups.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { timeAt } from '#app/models/venue/day.ts'
import { parseDuration, type Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { preferredRooms } from '#desk/routes/new/call-asked.ts'
import { countsGuests, numberOf, takesGuests } from '#desk/routes/new/call-numbers.ts'

/** The posted fields of the page of a call, by name. */
export type Typed = ReadonlyMap<string, string>

/** Finds the cart of a call; null for an unknown id and for the cart of a visitor. */
export async function findCall(id: string | null): Promise<Cart | null> {
	if (id === null || !isId(id)) return null
	const cart = await findCart(id)
	return cart?.holdRule === 'desk' ? cart : null
}

/** Returns the line that a call is about: a party, a room or the tickets; undefined where its cart has none of them. */
export function mainLine(venue: Venue, { lines }: Pick<Cart, 'lines'>): CartLine | undefined {
	return lines.find(
		({ productId, parentId }) =>
			parentId === null && findProduct(venue, productId)?.duration !== undefined,
	)
}

/** The search on the page of a call, the room that its address names, and the id that it names for a new cart. */
type CallQuery = { search: Search; room: string | null; newCart: string | null }

/**
 * Puts a product at a time into the cart of a call, in place of what the call had chosen before. It gets the room that
 * the address names where that is free, and no fewer guests than the product's minimum. Pressed twice on a page that
 * knows no cart yet, it begins one call (faults N321).
 */
export async function takeTime(
	cart: Cart | null,
	{ productId, time }: { productId: string; time: string },
	{ search, room, newCart }: CallQuery,
	now: DateTime,
): Promise<Result<Cart>> {
	const venue = currentVenue()
	const product = findProduct(venue, productId)
	if (!product || product.duration === undefined) return refuse('productGone')
	const { day, guests } = search
	const by = deskBy(now, preferredRooms(room))
	const ref: CartRef = cart
		? { id: cart.id, version: cart.version }
		: { id: newCart !== null && isId(newCart) ? newCart : null, version: 0, isNamed: true }
	const main = cart ? mainLine(venue, cart) : undefined
	const isOther = main !== undefined && main.productId !== productId
	const isExcluded = isOther && excludeEachOther(venue, product, main.productId)
	const quantity = countsGuests(venue, product) ? Math.max(guests, product.quantity.min) : 1
	const duration = product.duration === 'chosen' ? search.duration : product.duration
	const wish = { productId, quantity, day, time, duration, parentId: null }
	// Another product goes out of the cart first, unless the two exclude each other: then one step replaces it.
	const freed =
		cart && main && isOther && !isExcluded ? await removeFromCart(ref, main.id, by) : null
	if (freed && !freed.ok) return freed
	const before = freed?.ok ? { id: freed.value.id, version: freed.value.version } : ref
	// Tickets that the call has at another time are moved, as every other product is.
	const isMoved = main !== undefined && !isOther && timeOf(main) !== time
	if (product.kind === 'ticket' && !isMoved) return setInCart(before, { wishes: [wish] }, by)
	return bookInCart(before, { ...wish, instead: isExcluded ? main.id : null }, by)
}

/**
 * Finds the call that an earlier press on the same page began under the id `newCart` (faults N321); `hasTime` is true
 * when it has that time of that product. Null while there is none.
 */
export async function findBegun(
	newCart: string | null,
	{ productId, time }: { productId: string; time: string },
): Promise<{ id: string; hasTime: boolean } | null> {
	const cart = await findCall(newCart)
	const main = cart && mainLine(currentVenue(), cart)
	if (!main) return null
	return { id: cart.id, hasTime: main.productId === productId && timeOf(main) === time }
}

/**
 * Sets the guests, the duration and the pieces in the cart of a call to the typed numbers; writes nothing where nothing
 * differs. A number of guests that the product does not take leaves the guests as they are.
 */
export async function setNumbers(
	cart: Cart,
	typed: Typed,
	{ search, room }: Pick<CallQuery, 'search' | 'room'>,
	now: DateTime,
): Promise<Result<Cart>> {
	const venue = currentVenue()
	const main = mainLine(venue, cart)
	const product = findProduct(venue, main?.productId ?? '')
	if (!main || !product || cart.day === null || main.startsAt === null) return ok(cart)
	// With other guests, or for longer, the booking stays in its room where it can.
	const by = deskBy(now, [...preferredRooms(room), ...(cart.given[main.id] ?? [])])
	const isCounted = countsGuests(venue, product) && takesGuests(venue, product, search.guests)
	const quantity = isCounted ? search.guests : main.quantity
	const duration = durationFor(product, main, typed)
	const set = await setMain(cart, { product, main, quantity, duration }, by)
	if (!set.ok) return set
	const changed = set.value
	const inGroups = new Set(
		product.conditions.flatMap(({ items }) => items.map((item) => item.product)),
	)
	const has = (id: string) =>
		changed.lines.filter((it) => it.productId === id).reduce((all, it) => all + it.quantity, 0)
	const quantities = Object.fromEntries(piecesTyped(product.conditions, typed))
	const others = [...typed].flatMap(([name, value]) => {
		const id = /^n\.(.+)$/.exec(name)?.[1]
		const wanted = numberOf(value)
		if (!id || inGroups.has(id) || wanted === null || wanted === has(id)) return []
		// The form has extras alone: a gift voucher would be valid before anybody has paid for it (faults N356).
		if (findProduct(venue, id)?.kind !== 'addon') return []
		return [
			{
				productId: id,
				quantity: wanted,
				day: cart.day,
				time: null,
				duration: null,
				parentId: null,
			},
		]
	})
	const isSame = Object.entries(quantities).every(([id, wanted]) => has(id) === wanted)
	if (isSame && others.length === 0) return ok(changed)
	const parent = mainLine(venue, changed)
	const pieces = parent && !isSame ? { lineId: parent.id, quantities } : null
	const ref = { id: changed.id, version: changed.version }
	return setInCart(ref, { wishes: others, pieces }, by)
}

type MainOf = { product: Product; main: CartLine; quantity: number; duration: Duration | null }

/** Sets the guests and the duration of a call's main product at its time; writes nothing where neither differs. */
async function setMain(
	cart: Cart,
	{ product, main, quantity, duration }: MainOf,
	by: ReturnType<typeof deskBy>,
): Promise<Result<Cart>> {
	const isSame = quantity === main.quantity && duration === parseDuration(main.duration)
	if (isSame || cart.day === null) return ok(cart)
	const wish = {
		productId: product.id,
		quantity,
		day: cart.day,
		time: timeOf(main),
		duration,
		parentId: null,
	}
	const ref = { id: cart.id, version: cart.version }
	return product.kind === 'ticket'
		? setInCart(ref, { wishes: [wish] }, by)
		: bookInCart(ref, wish, by)
}

/** Prolongs the hold of a call; after it has ended, claims again what is still free, at today's prices. */
export function holdLonger(cart: Cart, now: DateTime) {
	const by = { venue: currentVenue(), now, addressHash: null }
	return renewHold({ id: cart.id, version: cart.version }, by)
}

/** Takes all lines out of the cart of a call, which frees its places. */
export async function discardCall(cart: Cart, now: DateTime): Promise<void> {
	const by = { venue: currentVenue(), now, addressHash: null }
	let { version } = cart
	for (const line of cart.lines.filter(({ parentId }) => parentId === null)) {
		const removed = await removeFromCart({ id: cart.id, version }, line.id, by)
		if (!removed.ok) return
		;({ version } = removed.value)
	}
}

/**
 * Returns how carts are changed at the desk: with the hold rule 'desk', with these rooms preferred, and without
 * counting a network address.
 */
function deskBy(now: DateTime, preferred: readonly string[]) {
	const venue = currentVenue()
	return { venue, now, addressHash: null, holdRule: 'desk' as const, preferred }
}

function timeOf({ startsAt }: CartLine): string | null {
	return startsAt && timeAt(startsAt)
}

/** Returns the typed duration for a product whose duration is chosen, else that of its line. */
function durationFor({ duration }: Product, main: CartLine, typed: Typed): Duration | null {
	const wished = duration === 'chosen' ? parseDuration(typed.get('duration') ?? null) : null
	return wished ?? parseDuration(main.duration)
}

type Groups = NonNullable<ReturnType<typeof findProduct>>['conditions']

/**
 * Returns the typed pieces of a package's groups, each product with its number: 1 for the chosen one of a group with
 * one choice, 0 for the others. Groups without a posted field are left out.
 */
function piecesTyped(groups: Groups, typed: Typed): [string, number][] {
	return groups.flatMap((group) => {
		const chosen = typed.get(`pick.${group.id}`)
		if (isOneChoice(group))
			return chosen === undefined
				? []
				: group.items.map(({ product: id }): [string, number] => [id, id === chosen ? 1 : 0])
		return group.items.flatMap(({ product: id }): [string, number][] => {
			const wanted = numberOf(typed.get(`n.${id}`))
			return wanted === null ? [] : [[id, wanted]]
		})
	})
}
