import type { Message } from '#app/i18n/i18n.ts'
import { findProduct, type Condition, type Product, type Venue } from '#app/models/venue/venue.ts'

/** A line of a cart, as far as conditions see it. `parentId` is the line of the package it belongs to. */
export type ChosenLine = {
	id: string
	parentId: string | null
	productId: string
	quantity: number
}

/** A broken rule: of a group of the line's product, or (`groupId` null) of the product itself. */
export type Violation = {
	lineId: string
	productId: string
	groupId: string | null
	/** The other products that the rule is about, to be named beside the sentence. */
	otherIds: string[]
	message: Message
}

/** Every rule that these lines break, in their order. */
export function check(venue: Venue, lines: readonly ChosenLine[]): Violation[] {
	return findings(venue, lines).map((finding) => finding.violation)
}

/**
 * What the change from `before` to `after` breaks or makes worse, so that it must be refused. What is only
 * not enough yet refuses nothing, and neither does taking less: no cart can lock itself.
 */
export function checkAdding(
	venue: Venue,
	before: readonly ChosenLine[],
	after: readonly ChosenLine[],
): Violation[] {
	const known = new Map(findings(venue, before).map((finding) => [finding.key, finding.excess]))
	const quantities = new Map(before.map((line) => [line.id, line.quantity]))
	const isChanged = (line: ChosenLine) => quantities.get(line.id) !== line.quantity
	const isGrown = (line: ChosenLine) => line.quantity > (quantities.get(line.id) ?? 0)

	return findings(venue, after)
		.filter(({ refuses, causes }) => {
			if (refuses === 'never') return false
			return causes.some(refuses === 'whenGrown' ? isGrown : isChanged)
		})
		.filter(({ key, excess }) => excess > (known.get(key) ?? 0))
		.map((finding) => finding.violation)
}

/** Pieces of `productId` that the price of a package for so many guests includes, of `quantity` taken. */
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

/** For each line the pieces that its package includes. Two lines of one product share what is included. */
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

/** The groups that cannot be met with what is `free` of each product: the package is sold out then. */
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

/** `excess`: by how much the rule is broken. `causes`: the lines whose growth, or change, breaks it. */
type Finding = {
	key: string
	violation: Violation
	excess: number
	refuses: 'never' | 'whenGrown' | 'whenChanged'
	causes: ChosenLine[]
}

function findings(venue: Venue, lines: readonly ChosenLine[]): Finding[] {
	return lines.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		if (!product) return [gone(line)]
		return [
			...quantityFindings(product, line, lines),
			...requiresFindings(product, line, lines),
			...excludesFindings(venue, product, line, lines),
			...product.conditions.flatMap((condition) => groupFindings(condition, line, lines)),
		]
	})
}

function gone(line: ChosenLine): Finding {
	const message: Message = { key: 'errors.productGone' }
	return {
		key: `gone ${line.id}`,
		violation: violation(line, message),
		excess: 1,
		refuses: 'whenGrown',
		causes: [line],
	}
}

/** Extras of one package count together, however many lines they lie in; the first of them answers. */
function quantityFindings(
	product: Product,
	line: ChosenLine,
	lines: readonly ChosenLine[],
): Finding[] {
	const isTogether = (other: ChosenLine) =>
		other === line ||
		(line.parentId !== null &&
			other.parentId === line.parentId &&
			other.productId === line.productId)
	const together = lines.filter(isTogether)
	if (together[0] !== line) return []

	const { min, max } = product.quantity
	const taken = quantityOf(together)
	const finding = (excess: number, message: Message): Finding => ({
		key: `quantity ${line.id} ${taken < min ? 'min' : 'max'}`,
		violation: violation(line, message),
		excess,
		refuses: taken < min ? 'whenChanged' : 'whenGrown',
		causes: together,
	})
	if (taken < min) {
		const key = product.perGuest ? 'conditions.guestsAtLeast' : 'conditions.piecesAtLeast'
		return [finding(min - taken, { key, values: { count: min } })]
	}
	if (taken > max) {
		const key = product.perGuest ? 'conditions.guestsAtMost' : 'conditions.piecesAtMost'
		return [finding(taken - max, { key, values: { count: max } })]
	}
	return []
}

function requiresFindings(
	product: Product,
	line: ChosenLine,
	lines: readonly ChosenLine[],
): Finding[] {
	const missing = product.requires.filter((id) => !lines.some((other) => other.productId === id))
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

/** It works both ways, whichever of the two names the other; the later line answers. */
function excludesFindings(
	venue: Venue,
	product: Product,
	line: ChosenLine,
	lines: readonly ChosenLine[],
): Finding[] {
	const earlier = lines.slice(0, lines.indexOf(line))
	return earlier
		.filter(
			(other) =>
				product.excludes.includes(other.productId) ||
				findProduct(venue, other.productId)?.excludes.includes(product.id),
		)
		.map((other) => ({
			key: `excludes ${[line.id, other.id].toSorted().join(' ')}`,
			violation: violation(line, { key: 'errors.deselectOther' }, [other.productId]),
			excess: line.quantity + other.quantity,
			refuses: 'whenGrown',
			causes: [line, other],
		}))
}

function groupFindings(
	condition: Condition,
	line: ChosenLine,
	lines: readonly ChosenLine[],
): Finding[] {
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

type Count = { missing: number; tooMany: number }

function groupMessage(condition: Condition, count: Count, taken: readonly ChosenLine[]): Message {
	const { missing, tooMany } = count
	if (missing > 0) return { key: 'conditions.chooseMore', values: { count: missing } }
	const isRadio = condition.rule === 'exactlyOne' && !condition.perGuest
	const areDifferent = new Set(taken.map((line) => line.productId)).size > 1
	if (isRadio && areDifferent) return { key: 'errors.deselectOther' }
	return { key: 'conditions.tooMany', values: { count: tooMany } }
}

function countGroup(condition: Condition, guests: number, children: readonly ChosenLine[]): Count {
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

/** `n` says how many for min and max; all and exactly one mean one, of each or of any. */
function boundOf(condition: Condition, guests: number): number {
	const each = condition.rule === 'min' || condition.rule === 'max' ? condition.n : 1
	return condition.perGuest ? each * guests : each
}

function childrenOf(lines: readonly ChosenLine[], parent: ChosenLine): ChosenLine[] {
	return lines.filter((line) => line.parentId === parent.id)
}

function quantityOf(lines: readonly ChosenLine[]): number {
	return lines.reduce((sum, line) => sum + line.quantity, 0)
}

function violation(line: ChosenLine, message: Message, otherIds: string[] = []): Violation {
	return { lineId: line.id, productId: line.productId, groupId: null, otherIds, message }
}
