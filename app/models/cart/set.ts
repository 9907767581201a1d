import type { Cart, CartLine, CartRef, Extras, Wish } from '#app/models/cart/cart.ts'
import {
	dayOfWish,
	permitted,
	priceOfExtra,
	setExtras,
	type NewId,
	type NewLineContext,
} from '#app/models/cart/change.ts'
import { isSame, lineFor, renamed, type NewLine } from '#app/models/cart/line.ts'
import { givenPieces } from '#app/models/product/groups.ts'
import { isByPhone } from '#app/models/product/notice.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Decides changes of a cart that name final quantities instead of additions: sent twice, they take effect once.
 */

/** The pieces chosen in all groups of a package, by product id. */
export type Pieces = Omit<Extras, 'groupId'>

/**
 * Sets the quantity of each wish, where 0 removes a line; refused when one wish is refused. The rules judge the lines
 * after all wishes, so one wish may need another. Wishes sent with the pieces of a party belong to that party.
 */
export function setAll(
	venue: Venue,
	cart: Cart,
	{ wishes, pieces = null }: { wishes: readonly Wish[]; pieces?: Pieces | null },
	{ now, newId }: NewLineContext,
): Result<CartLine[]> {
	let { lines } = cart
	let before = lines
	const parentId = pieces && partyOf(venue, lines, pieces)
	for (const wished of wishes) {
		const wish = { ...wished, parentId: parentId ?? wished.parentId }
		const line = lineFor(venue, { ...cart, lines }, wish, now)
		const same = findWished(venue, lines, wish, line)
		if (wish.quantity === 0) {
			lines = lines.filter((other) => other !== same && (!same || other.parentId !== same.id))
			continue
		}
		if (!line.ok) return line
		if (same && same.duration !== line.value.duration) {
			const names = newNames(lines, same, newId)
			before = renamed(before, names)
			lines = renamed(lines, names).map((it) =>
				it.id === names.get(same.id) ? { ...line.value, id: it.id } : it,
			)
			continue
		}
		const { unitPrice } = line.value
		lines = same
			? lines.map((other) =>
					other === same ? { ...other, unitPrice, quantity: wish.quantity } : other,
				)
			: [...lines, { ...line.value, id: newId() }]
	}
	if (pieces) {
		const chosen = setPieces(venue, { ...cart, lines }, pieces, newId)
		if (!chosen.ok) return chosen
		lines = chosen.value
	}
	if (lines.length === 0 && cart.lines.length === 0) return refuse('nothingChosen')
	return permitted(venue, { ...cart, lines: before }, lines, dayOfWishes(venue, wishes) ?? cart.day)
}

/** Returns the day that the wishes of one page are for, the same for all of them; null when none is for a day. */
export function dayOfWishes(venue: Venue, wishes: readonly Wish[]): Day | null {
	const days = wishes.filter(({ quantity }) => quantity > 0).map((wish) => dayOfWish(venue, wish))
	return days.find((day) => day !== null) ?? null
}

function partyOf(venue: Venue, lines: readonly CartLine[], { lineId }: Pieces): string | null {
	const line = lines.find(({ id }) => id === lineId)
	return line && findProduct(venue, line.productId)?.kind === 'package' ? lineId : null
}

/**
 * Finds the line whose quantity a wish sets. A product without a time of its own has one line, which keeps the time of
 * the visit it was chosen for; pieces of a party's groups are lines of that party. A visit that begins at the wished
 * time is the wished visit, whose duration changes.
 */
function findWished(
	venue: Venue,
	lines: readonly CartLine[],
	{ productId, parentId }: Wish,
	line: Result<NewLine>,
): CartLine | undefined {
	const all = lines.filter((other) => other.productId === productId)
	const own = all.filter((other) => other.parentId === parentId)
	if (findProduct(venue, productId)?.duration === undefined)
		return own[0] ?? all.find((other) => !isPiece(venue, lines, other))
	if (!line.ok) return undefined
	const { startsAt } = line.value
	return (
		own.find((other) => isSame(other, line.value)) ??
		own.find((other) => other.startsAt?.getTime() === startsAt?.getTime())
	)
}

/** Makes new ids for a line and its extras, so that none of them keeps a place for the old time. */
function newNames(
	lines: readonly CartLine[],
	line: CartLine,
	newId: NewId,
): ReadonlyMap<string, string> {
	const own = lines.filter((other) => other === line || other.parentId === line.id)
	return new Map(own.map(({ id }) => [id, newId()]))
}

function isPiece(venue: Venue, lines: readonly CartLine[], piece: CartLine): boolean {
	const parent = lines.find(({ id }) => id === piece.parentId)
	const groups = findProduct(venue, parent?.productId ?? '')?.conditions ?? []
	return groups.some(({ items }) => items.some(({ product }) => product === piece.productId))
}

/**
 * Books a product that a cart has once, such as a party, for the wished time and guests, and returns the cart's lines.
 * A line of this product moves with its extras, also to another day when no other line is for the cart's day. A new
 * line brings along the pieces that its price includes without a choice.
 */
export function book(
	venue: Venue,
	cart: Cart,
	wish: Wish,
	making: NewLineContext,
): Result<CartLine[]> {
	const old = cart.lines.find((line) => line.productId === wish.productId && !line.parentId)
	const belongs = (line: CartLine) => line === old || line.parentId === old?.id
	const others = cart.lines.filter((line) => !old || !belongs(line))
	const line = lineFor(venue, { ...cart, lines: others }, wish, making.now)
	if (!line.ok) return line
	const day = dayOfWish(venue, wish) ?? cart.day
	if (!old) {
		const lines = [...cart.lines, { ...line.value, id: making.newId() }]
		return permitted(venue, cart, withIncluded(venue, cart, { lines, day }, making), day)
	}
	if (isSame(old, line.value)) {
		const { unitPrice, quantity } = line.value
		const lines = cart.lines.map((it) => (it === old ? { ...old, unitPrice, quantity } : it))
		return permitted(venue, cart, lines, day)
	}
	// New ids, so that neither the line nor its extras keep a place at the old time.
	const parent = { ...old, id: making.newId() }
	const children = cart.lines
		.filter((it) => it !== old && belongs(it))
		.map((it) => freshExtra(parent, it, making.newId))
	const before = { ...cart, lines: [...others, parent, ...children] }
	const moved = children.map((it) => priced(venue, wish.day, it))
	if (moved.includes(null)) return refuse('productGone')
	const after = [{ ...line.value, id: parent.id }, ...moved.filter((it) => it !== null)]
	return permitted(venue, before, [...others, ...after], day)
}

type Piece = Pick<CartLine, 'productId' | 'quantity' | 'unitPrice'>

function freshExtra({ id: parentId }: CartLine, piece: Piece, newId: NewId): CartLine {
	const { productId, quantity, unitPrice } = piece
	const noTime = { startsAt: null, endsAt: null, duration: null }
	return { id: newId(), parentId, productId, quantity, unitPrice, ...noTime }
}

function priced(venue: Venue, day: Day | null, line: CartLine): CartLine | null {
	const unitPrice = day === null ? undefined : priceOfExtra(venue, day, line.productId)
	return unitPrice === undefined ? null : { ...line, unitPrice }
}

/**
 * Adds to the lines the pieces that the last of them includes: those that cost nothing and leave no choice, as far as
 * the rules permit. The visitor has not asked for them, so nothing is refused because of them.
 */
function withIncluded(
	venue: Venue,
	cart: Cart,
	{ lines: booked, day }: { lines: readonly CartLine[]; day: Day | null },
	{ now, newId }: NewLineContext,
): CartLine[] {
	const lines = [...booked]
	const parent = lines.at(-1)
	const product = parent && findProduct(venue, parent.productId)
	if (!product || day === null) return lines
	const from = parent.startsAt?.getTime()
	const isPermitted = (after: CartLine[]) => permitted(venue, cart, after, day).ok
	const children = product.conditions
		.flatMap((group) => [...givenPieces(product, group, parent.quantity)])
		.flatMap(([id, pieces]) => {
			const extra = findProduct(venue, id)
			const unitPrice = priceOfExtra(venue, day, id)
			if (!extra || unitPrice === undefined) return []
			if (from !== undefined && cart.holdRule === 'visitor' && isByPhone(extra, { day, from }, now))
				return []
			const quantity = Math.min(pieces, extra.quantity.max)
			return [freshExtra(parent, { productId: id, quantity, unitPrice }, newId)]
		})
	// All together first, because one of them may need another.
	if (isPermitted([...lines, ...children])) return [...lines, ...children]
	for (const child of children) if (isPermitted([...lines, child])) lines.push(child)
	return lines
}

/** The lines with these pieces of a package's groups; groups that `quantities` does not name stay. */
export function setPieces(
	venue: Venue,
	cart: Cart,
	{ lineId, quantities }: Pieces,
	newId: NewId,
): Result<CartLine[]> {
	const parent = cart.lines.find((line) => line.id === lineId)
	const product = parent && findProduct(venue, parent.productId)
	if (!product) return refuse('productGone')
	const offered = new Set(product.conditions.flatMap(({ items }) => items.map((it) => it.product)))
	const isGone = ([id, quantity]: [string, number]) => quantity > 0 && !offered.has(id)
	if (Object.entries(quantities).some(isGone)) return refuse('productGone')
	let { lines } = cart
	for (const { id: groupId, items } of product.conditions) {
		const own = items.flatMap(({ product: id }) =>
			quantities[id] === undefined ? [] : [[id, quantities[id]] as const],
		)
		if (own.length === 0) continue
		const extras = { lineId, groupId, quantities: Object.fromEntries(own) }
		const set = setExtras(venue, { ...cart, lines }, extras, newId)
		if (!set.ok) return set
		lines = set.value
	}
	return ok(lines)
}

/**
 * True when the cart is one version after `seen` and deciding the change once more alters nothing: the change was made,
 * and its form was sent twice.
 */
export function isAsDecided(
	cart: Cart,
	seen: Pick<CartRef, 'version'>,
	decide: (cart: Cart) => Result<CartLine[]>,
): boolean {
	const again = decide(cart)
	return (
		cart.version === seen.version + 1 &&
		again.ok &&
		again.value.length === cart.lines.length &&
		cart.lines.every(({ id, quantity }) =>
			again.value.some((line) => line.id === id && line.quantity === quantity),
		)
	)
}
