import {
	type Path,
	type Problem,
	idsOf,
	problem,
	duplicates,
	unknownName,
} from '#app/models/operator/files.ts'
import { boundOf, givenPieces } from '#app/models/product/groups.ts'
import type { Condition, Product } from '#app/models/venue/catalogue.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * Yields the contradictions in the conditions (groups of choices) of a package or ticket, such as a choice that guests
 * cannot make.
 */
export function* checkConditions(venue: Venue, product: Product, path: Path): Problems {
	if (product.conditions.length > 0 && product.kind !== 'package' && product.kind !== 'ticket') {
		yield problem([...path, 'conditions'], 'only packages and tickets have conditions')
	}
	yield* duplicates([...path, 'conditions'], product.conditions, ({ id }) => id)
	const seen = new Map<string, string>()
	for (const [index, condition] of product.conditions.entries()) {
		const at = [...path, 'conditions', index]
		if (condition.n !== 1 && (condition.rule === 'all' || condition.rule === 'exactlyOne')) {
			yield problem([...at, 'n'], `has no meaning for ${condition.rule}`)
		}
		for (const [place, { product: id }] of condition.items.entries()) {
			yield* checkItem(venue, product, id, [...at, 'items', place, 'product'])
			const before = seen.get(id)
			if (before !== undefined) {
				yield problem(
					[...at, 'items', place, 'product'],
					`"${id}" is already listed under ${before}: where would it count?`,
				)
			}
			seen.set(id, condition.id)
		}
		yield* checkCanBeMet(venue, condition, product, at)
		yield* checkGiven(venue, condition, product, at)
	}
}

function* checkItem(venue: Venue, product: Product, id: string, path: Path): Problems {
	const item = venue.products.find((each) => each.id === id)
	if (!item) yield unknownName(path, 'product', id, idsOf(venue.products))
	else if (item.kind !== 'addon') yield problem(path, `"${id}" is no extra (addon)`)
	else if (product.excludes.includes(id) || item.excludes.includes(product.id)) {
		yield problem(path, `"${id}" and "${product.id}" exclude each other`)
	}
}

/**
 * Yields a problem when the items of a condition do not suffice to meet it. Judged for the largest number of guests:
 * with fewer guests no condition asks for more.
 */
function* checkCanBeMet(
	venue: Venue,
	condition: Condition,
	product: Product,
	path: Path,
): Problems {
	const items = condition.items.flatMap(({ product: id }) => findProduct(venue, id) ?? [])
	const needed = boundOf(condition, product.quantity.max)
	if (condition.rule === 'all') {
		yield* checkAll(items, needed, path)
		return
	}
	const available = items.reduce((total, { quantity }) => total + quantity.max, 0)
	const isKnown = items.length === condition.items.length
	if (condition.rule !== 'max' && isKnown && available < needed) {
		yield problem(
			path,
			`asks for up to ${needed}, but of its items only ${available} can be chosen`,
		)
	}
}

function* checkAll(items: readonly Product[], needed: number, path: Path): Problems {
	for (const [index, item] of items.entries()) {
		const enemy = items
			.slice(index + 1)
			.find((other) => item.excludes.includes(other.id) || other.excludes.includes(item.id))
		if (enemy) {
			yield problem(
				[...path, 'items'],
				`nobody can choose all: "${item.id}" and "${enemy.id}" exclude each other`,
			)
		}
		if (item.quantity.max < needed) {
			yield problem(
				path,
				`asks for up to ${needed} of each, but of "${item.id}" only ${item.quantity.max} can be chosen`,
			)
		}
	}
}

/**
 * Yields a problem for each item of which more, or fewer, pieces are included than can be chosen, for the fewest and
 * for the most guests.
 */
function* checkGiven(venue: Venue, condition: Condition, product: Product, path: Path): Problems {
	const { min: fewest, max: most } = product.quantity
	const toFewest = givenPieces(product, condition, fewest)
	const toMost = givenPieces(product, condition, most)
	for (const [place, { product: id }] of condition.items.entries()) {
		const { min = 1, max = Infinity } = findProduct(venue, id)?.quantity ?? {}
		const at = [...path, 'items', place, 'included']
		const gives = (pieces: number, guests: number) =>
			`${pieces} of "${id}" come along for ${guests} without a choice, but`
		const few = toFewest.get(id) ?? min
		if (few < min)
			yield problem(at, `${gives(few, fewest)} no fewer than ${min} can be chosen (quantity › min)`)
		const many = toMost.get(id) ?? 0
		if (many > max)
			yield problem(at, `${gives(many, most)} no more than ${max} can be chosen (quantity › max)`)
	}
}

type Problems = Generator<Problem, void>
