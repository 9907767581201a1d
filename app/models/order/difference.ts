import type { OrderLine } from '#app/models/order/order.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'

/*
 * Compares a booking before and after a change. Its lines are paired first, because a position does not tell which line
 * is which: when the line at position 1 is taken out, another line takes that position (`reviseLines`).
 */

/**
 * The kind of a revision by what differs. moved: the start of the visit · changed: other contents or sums, such as a
 * longer visit · texts: its texts alone.
 */
export type RevisionKind = 'moved' | 'changed' | 'texts'

type BookedLine = RevisionContent['lines'][number] | OrderLine

type Contents = Pick<RevisionContent, 'day' | 'total' | 'voucher' | 'online' | 'onSite'> & {
	lines: readonly BookedLine[]
}

/**
 * Decides the kind of a revision for letters, the day sheet, the history, and the moves that a policy counts. A visit
 * that is taken out moves nothing (faults K78), and neither does one that ends later.
 */
export function kindOfRevision(before: Contents, after: Contents): RevisionKind {
	const starts = keptStarts(before.lines, after.lines)
	if (before.day !== after.day || starts.before !== starts.after) return 'moved'
	const isSame = sumsOf(before) === sumsOf(after)
	return isSame && differencesOf(before.lines, after.lines).length === 0 ? 'texts' : 'changed'
}

/** Returns the first start of the lines that a change keeps, before and after it, as ISO 8601; null without one. */
export function keptStarts(
	before: readonly BookedLine[],
	after: readonly BookedLine[],
): Record<'before' | 'after', string | null> {
	const kept = pairLines(before, after).filter((it) => it.before?.startsAt && it.after?.startsAt)
	const first = (side: 'before' | 'after') =>
		kept
			.flatMap((it) => it[side]?.startsAt ?? [])
			.map(isoOf)
			.toSorted()[0] ?? null
	return { before: first('before'), after: first('after') }
}

function isoOf(moment: Date | string): string {
	return typeof moment === 'string' ? moment : moment.toISOString()
}

function sumsOf({ total, voucher, online, onSite }: Contents): string {
	return [total, voucher, online, onSite].join(' ')
}

/** Returns the lines that differ in their position, in what is booked or in what it costs. */
export function differencesOf<Line extends BookedLine>(
	before: readonly Line[],
	after: readonly Line[],
): Pair<Line>[] {
	return pairLines(before, after).filter((it) => factsOf(it.before) !== factsOf(it.after))
}

function factsOf(line: BookedLine | null): string {
	if (!line) return ''
	const { position, productId, quantity, included, unitPrice, amount, startsAt, endsAt, detail } =
		line
	return JSON.stringify([
		position,
		productId,
		quantity,
		included,
		unitPrice,
		amount,
		startsAt,
		endsAt,
		detail?.de,
	])
}

/** The fields of a line that tell which line it was before a change. */
type PairedLine = Pick<OrderLine, 'position' | 'parentPosition' | 'productId'> &
	Record<'startsAt' | 'endsAt', Date | string | null>

/** A line of a booking before and after a change; null on the side where it does not exist. */
export type Pair<Line = OrderLine> = { before: Line | null; after: Line | null }

/**
 * Pairs the lines of a booking before and after a change, each line once, in reading order: an extra added to a package
 * comes with the package's other extras. Two lines of one product that have no position in common are a pair when they
 * belong to the same package, if any, and their times are the same or no other line of the product is left.
 */
export function pairLines<Line extends PairedLine>(
	before: readonly Line[],
	after: readonly Line[],
): Pair<Line>[] {
	const isGone = ({ position }: Line) => !after.some((line) => line.position === position)
	const isSamePosition = (was: Line, is: Line) => was.position === is.position
	const isSamePackage = (was: Line, is: Line) => packageOf(before, was) === packageOf(after, is)
	// The times come before the position alone, because the second visit of a product may have become line 1.
	const rules = [
		(was: Line, is: Line) => isSamePosition(was, is) && timesOf(was) === timesOf(is),
		(was: Line, is: Line) => isGone(was) && timesOf(was) === timesOf(is) && isSamePackage(was, is),
		isSamePosition,
		isSamePackage,
	]
	const found = new Map<Line, Line>()
	const added = new Set(after)
	for (const isPair of rules)
		for (const is of added) {
			const was = before.find(
				(line) => !found.has(line) && line.productId === is.productId && isPair(line, is),
			)
			if (!was) continue
			found.set(was, is)
			added.delete(is)
		}
	const pairs: Pair<Line>[] = [
		...before.map((line) => ({ before: line, after: found.get(line) ?? null })),
		...[...added].map((line) => ({ before: null, after: line })),
	]
	const groupOf = (pair: Pair<Line>) => pairs.indexOf(parentOf(pairs, pair) ?? pair)
	return pairs.toSorted((one, other) => groupOf(one) - groupOf(other))
}

/** Finds the pair of the package to which the line of a pair belongs; undefined for a line of its own. */
export function parentOf<Line extends PairedLine>(
	pairs: readonly Pair<Line>[],
	pair: Pair<Line>,
): Pair<Line> | undefined {
	const side = pair.after ? 'after' : 'before'
	return pairs.find((it) => it[side]?.position === (pair[side]?.parentPosition ?? null))
}

function timesOf({ startsAt, endsAt }: PairedLine): string {
	return JSON.stringify([startsAt, endsAt])
}

function packageOf(lines: readonly PairedLine[], { parentPosition }: PairedLine) {
	return lines.find(({ position }) => position === parentPosition)?.productId
}
