import type { Message } from '#app/i18n/i18n.ts'
import {
	childrenOf,
	countGroup,
	groupMessage,
	quantityOf,
	type ChosenLine,
} from '#app/models/product/groups.ts'
import type { Condition, Product } from '#app/models/venue/catalogue.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** A broken rule: of a group of the line's product, or (`groupId` null) of the product itself. */
export type Violation = {
	lineId: string
	productId: string
	groupId: string | null
	/** Ids of the other products that the rule is about, which are named beside the message. */
	otherIds: string[]
	message: Message
}

/** Lists the violations of all rules that the lines break, in the order of the lines. */
export function check(venue: Venue, lines: readonly ChosenLine[]): Violation[] {
	return breaches(venue, lines).map((breach) => breach.violation)
}

/**
 * Lists the violations that refuse the change from `before` to `after`: of rules that it breaks or breaks further. A
 * group that is not complete yet refuses nothing, and neither does removing a line, so no cart can lock itself; a
 * quantity below the minimum of a product is refused.
 */
export function checkAdding(
	venue: Venue,
	before: readonly ChosenLine[],
	after: readonly ChosenLine[],
): Violation[] {
	const known = new Map(breaches(venue, before).map((breach) => [breach.key, breach.excess]))
	const quantities = new Map(before.map((line) => [line.id, line.quantity]))
	const isChanged = (line: ChosenLine) => quantities.get(line.id) !== line.quantity
	const isGrown = (line: ChosenLine) => line.quantity > (quantities.get(line.id) ?? 0)

	return breaches(venue, after)
		.filter(({ refuses, causes }) => {
			if (refuses === 'never') return false
			return causes.some(refuses === 'whenGrown' ? isGrown : isChanged)
		})
		.filter(({ key, excess }) => excess > (known.get(key) ?? 0))
		.map((breach) => breach.violation)
}

/** True when two products cannot lie in one cart, because one of them excludes the other. */
export function excludeEachOther(venue: Venue, product: Product, otherId: string): boolean {
	return (
		product.excludes.includes(otherId) ||
		(findProduct(venue, otherId)?.excludes.includes(product.id) ?? false)
	)
}

/** Lists the ids of the products that a product requires and that are not among the lines. */
export function missingFor(
	{ requires }: Product,
	lines: readonly { productId: string }[],
): string[] {
	return requires.filter((id) => !lines.some((line) => line.productId === id))
}

/**
 * A violation with its `excess` over the bound and its `causes`: the lines whose growth or change (`refuses`) breaks
 * the rule.
 */
type Breach = {
	key: string
	violation: Violation
	excess: number
	refuses: 'never' | 'whenGrown' | 'whenChanged'
	causes: ChosenLine[]
}

function breaches(venue: Venue, lines: readonly ChosenLine[]): Breach[] {
	return lines.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		if (!product) return [gone(line)]
		return [
			...quantityBreaches(product, line, lines),
			...requiresBreaches(product, line, lines),
			...excludesBreaches(venue, product, line, lines),
			...product.conditions.flatMap((condition) => groupBreaches(condition, line, lines)),
		]
	})
}

function gone(line: ChosenLine): Breach {
	const message: Message = { key: 'errors.productGone' }
	return {
		key: `gone ${line.id}`,
		violation: violation(line, message),
		excess: 1,
		refuses: 'whenGrown',
		causes: [line],
	}
}

/**
 * Finds the breach of a product's minimum or maximum quantity. Lines of one extra in one package are added up, and the
 * breach is reported at the first.
 */
function quantityBreaches(
	product: Product,
	line: ChosenLine,
	lines: readonly ChosenLine[],
): Breach[] {
	const isTogether = (other: ChosenLine) =>
		other === line ||
		(line.parentId !== null &&
			other.parentId === line.parentId &&
			other.productId === line.productId)
	const together = lines.filter(isTogether)
	if (together[0] !== line) return []

	const { min, max } = product.quantity
	const taken = quantityOf(together)
	const breach = (excess: number, message: Message): Breach => ({
		key: `quantity ${line.id} ${taken < min ? 'min' : 'max'}`,
		violation: violation(line, message),
		excess,
		refuses: taken < min ? 'whenChanged' : 'whenGrown',
		causes: together,
	})
	if (taken < min) {
		const key = product.perGuest ? 'conditions.guestsAtLeast' : 'conditions.piecesAtLeast'
		return [breach(min - taken, { key, values: { count: min } })]
	}
	if (taken > max) {
		const key = product.perGuest ? 'conditions.guestsAtMost' : 'conditions.piecesAtMost'
		return [breach(taken - max, { key, values: { count: max } })]
	}
	return []
}

function requiresBreaches(
	product: Product,
	line: ChosenLine,
	lines: readonly ChosenLine[],
): Breach[] {
	const missing = missingFor(product, lines)
	if (missing.length === 0) return []
	return [
		{
			key: `requires ${line.id}`,
			violation: violation(line, { key: 'errors.requiresOther' }, missing),
			excess: missing.length,
			refuses: 'whenGrown',
			causes: [line],
		},
	]
}

/** Lists the breaches by lines whose products exclude each other, reported at the later line. */
function excludesBreaches(
	venue: Venue,
	product: Product,
	line: ChosenLine,
	lines: readonly ChosenLine[],
): Breach[] {
	const earlier = lines.slice(0, lines.indexOf(line))
	return earlier
		.filter((other) => excludeEachOther(venue, product, other.productId))
		.map((other) => ({
			key: `excludes ${[line.id, other.id].toSorted().join(' ')}`,
			violation: violation(line, { key: 'errors.deselectOther' }, [other.productId]),
			excess: line.quantity + other.quantity,
			refuses: 'whenGrown',
			causes: [line, other],
		}))
}

function groupBreaches(
	condition: Condition,
	line: ChosenLine,
	lines: readonly ChosenLine[],
): Breach[] {
	const items = new Set(condition.items.map((item) => item.product))
	const causes = childrenOf(lines, line).filter((child) => items.has(child.productId))
	const count = countGroup(condition, line.quantity, causes)
	if (count.missing === 0 && count.tooMany === 0) return []
	return [
		{
			key: `group ${line.id} ${condition.id}`,
			violation: {
				...violation(line, groupMessage(condition, count, causes)),
				groupId: condition.id,
			},
			excess: count.tooMany,
			refuses: count.tooMany > 0 ? 'whenGrown' : 'never',
			causes,
		},
	]
}

function violation(line: ChosenLine, message: Message, otherIds: string[] = []): Violation {
	return { lineId: line.id, productId: line.productId, groupId: null, otherIds, message }
}
