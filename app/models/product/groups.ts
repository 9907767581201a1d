import type { Message } from '#app/i18n/i18n.ts'
import type { Condition, Product } from '#app/models/venue/catalogue.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Rules of the groups of extras of a package: how many pieces are needed, allowed and included in its price.
 */

/** The fields of a cart's line that conditions read. `parentId` is the line of the package that an extra belongs to. */
export type ChosenLine = {
	id: string
	parentId: string | null
	productId: string
	quantity: number
}

type Rule = Pick<Condition, 'rule' | 'perGuest'>

/** True for a group of which one piece is chosen for the whole party. */
export function isOneChoice({ rule, perGuest }: Rule): boolean {
	return rule === 'exactlyOne' && !perGuest
}

/** Returns the most pieces of one product that its group takes; `max` is the most that the product allows at once. */
export function mostPieces(group: Rule, max: number, guests: number): number {
	if (group.rule !== 'exactlyOne') return max
	return group.perGuest ? Math.min(max, guests) : 1
}

/**
 * Returns the number of pieces of `productId` that the price of a package for `guests` includes; at most the `quantity`
 * taken.
 */
export function includedQuantity(
	parent: Product,
	guests: number,
	productId: string,
	quantity: number,
): number {
	let included = 0
	for (const item of parent.conditions.flatMap((condition) => condition.items)) {
		if (item.product !== productId || !item.included) continue
		const { quantity: pieces, perGuests } = item.included
		included += perGuests ? pieces * Math.ceil(guests / perGuests) : pieces
	}
	return Math.min(included, quantity)
}

/**
 * Returns the quantities of a group's products that come with a package without a choice: all products of a group 'all'
 * whose items are all included, or the only included product of a group 'min'. Empty for other groups.
 */
export function givenPieces(
	parent: Product,
	{ rule, perGuest, items }: Condition,
	guests: number,
): Map<string, number> {
	const included = items.filter((item) => item.included !== undefined)
	const isAll = rule === 'all' && included.length === items.length
	const isOne = rule === 'min' && included.length === 1
	if (!isAll && !isOne) return new Map()
	const each = perGuest ? guests : 1
	const most = isAll ? each : Number.MAX_SAFE_INTEGER
	return new Map(
		included.map(({ product: id }) => [id, includedQuantity(parent, guests, id, most)]),
	)
}

/**
 * Returns the number of pieces of each line that the price of its package includes, by line id. Two lines of one
 * product share the included pieces.
 */
export function includedPieces(venue: Venue, lines: readonly ChosenLine[]): Map<string, number> {
	const pieces = new Map<string, number>()
	for (const parent of lines) {
		const product = findProduct(venue, parent.productId)
		if (!product) continue
		const seen = new Map<string, number>()
		for (const child of childrenOf(lines, parent)) {
			const earlier = seen.get(child.productId) ?? 0
			const all = earlier + child.quantity
			const upTo = (quantity: number) =>
				includedQuantity(product, parent.quantity, child.productId, quantity)
			pieces.set(child.id, upTo(all) - upTo(earlier))
			seen.set(child.productId, all)
		}
	}
	return pieces
}

/**
 * Lists the groups of a package that cannot be met with the `free` pieces of each product; the package is sold out if
 * there are any.
 */
export function unmeetableGroups(
	product: Product,
	guests: number,
	free: (productId: string) => number,
): Condition[] {
	return product.conditions.filter((condition) => {
		const bound = boundOf(condition, guests)
		const places = condition.items.map((item) => free(item.product))
		if (condition.rule === 'max') return false
		if (condition.rule === 'all') return places.some((place) => place < bound)
		return places.reduce((sum, place) => sum + place, 0) < bound
	})
}

/**
 * Returns the number of pieces that a group's rule is about: `n` for 'min' and 'max', 1 for 'all' (of each product) and
 * 'exactlyOne' (of all together); of a group counted per guest, this number times `guests`.
 */
export function boundOf(condition: Condition, guests: number): number {
	const each = condition.rule === 'min' || condition.rule === 'max' ? condition.n : 1
	return condition.perGuest ? each * guests : each
}

/** True for a group of exactly one piece for each guest; `sharedOut` shares out its pieces among the guests. */
export function isSharedOut({ rule, perGuest }: Rule): boolean {
	return rule === 'exactlyOne' && perGuest
}

type Pieces = Readonly<Record<string, number>>

/**
 * In a group of exactly one piece for each guest, takes the pieces above the number of guests from the product with the
 * most pieces that does not grow. Returns `wanted` unchanged when that is not enough or no product grows; `check` then
 * judges these numbers.
 */
export function sharedOut(
	group: Pick<Condition, 'rule' | 'perGuest' | 'items'>,
	guests: number,
	{ before, wanted }: { before: Pieces; wanted: Pieces },
): Pieces {
	const ids = group.items.map(({ product }) => product)
	const isMore = (id: string) => (wanted[id] ?? 0) > (before[id] ?? 0)
	if (!isSharedOut(group) || !ids.some(isMore)) return wanted
	const others = ids.filter((id) => !isMore(id))
	const left: Record<string, number> = { ...wanted }
	const of = (id: string | undefined) => (id === undefined ? 0 : (left[id] ?? 0))
	let tooMany = ids.reduce((sum, id) => sum + of(id), 0) - guests
	for (; tooMany > 0; tooMany--) {
		const [most] = others.toSorted((one, other) => of(other) - of(one))
		if (most === undefined || of(most) === 0) return wanted
		left[most] = of(most) - 1
	}
	return left
}

export type Count = { missing: number; tooMany: number }

export function countGroup(
	condition: Condition,
	guests: number,
	children: readonly ChosenLine[],
): Count {
	const bound = boundOf(condition, guests)
	const taken = quantityOf(children)
	switch (condition.rule) {
		case 'min':
			return { missing: Math.max(0, bound - taken), tooMany: 0 }
		case 'max':
			return { missing: 0, tooMany: Math.max(0, taken - bound) }
		case 'exactlyOne':
			return { missing: Math.max(0, bound - taken), tooMany: Math.max(0, taken - bound) }
		case 'all': {
			const missing = condition.items.map((item) => {
				const chosen = children.filter((child) => child.productId === item.product)
				return Math.max(0, bound - quantityOf(chosen))
			})
			return { missing: missing.reduce((sum, count) => sum + count, 0), tooMany: 0 }
		}
	}
}

export function groupMessage(
	condition: Condition,
	count: Count,
	taken: readonly ChosenLine[],
): Message {
	const { missing, tooMany } = count
	if (missing > 0) return { key: 'conditions.chooseMore', values: { count: missing } }
	const areDifferent = new Set(taken.map((line) => line.productId)).size > 1
	if (isOneChoice(condition) && areDifferent) return { key: 'errors.deselectOther' }
	return { key: 'conditions.tooMany', values: { count: tooMany } }
}

export function childrenOf(lines: readonly ChosenLine[], parent: ChosenLine): ChosenLine[] {
	return lines.filter((line) => line.parentId === parent.id)
}

export function quantityOf(lines: readonly { quantity: number }[]): number {
	return lines.reduce((sum, line) => sum + line.quantity, 0)
}
