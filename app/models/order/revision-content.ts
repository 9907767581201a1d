import { DateTime } from 'luxon'

import type { Placement } from '#app/models/capacity/claim.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'

/*
 * What is in force of a booking, as its revisions keep it.
 */

/** A place that a booking has; `linePosition` is null on those of older builds. */
export type OwnPlace = Omit<Placement, 'exclusive'> & { id: string; linePosition: number | null }

/** Makes the contents of a booking as they are in force. */
export function contentOf(
	order: Pick<Order, Exclude<keyof RevisionContent, 'places'>>,
	places: readonly OwnPlace[],
): RevisionContent {
	const { day, linesTotal, discount, shipping, shippingVatRate, total } = order
	const { voucher, online, onSite, vat } = order
	return {
		day,
		lines: order.lines.map((line) => ({
			...line,
			startsAt: line.startsAt?.toISOString() ?? null,
			endsAt: line.endsAt?.toISOString() ?? null,
		})),
		places: inOrder(
			places.map(({ linePosition, ...place }) => ({ linePosition, ...momentsOf(place) })),
		),
		linesTotal,
		discount,
		shipping,
		shippingVatRate,
		total,
		voucher,
		online,
		onSite,
		vat,
	}
}

export type Place = RevisionContent['places'][number]

/** The part of a place that its line does not change. */
export function momentsOf({
	resourceId,
	units,
	during,
	blocked,
}: Pick<OwnPlace, 'resourceId' | 'units' | 'during' | 'blocked'>): Omit<Place, 'linePosition'> {
	return {
		resourceId,
		units,
		from: inUtc(during.from),
		until: inUtc(during.until),
		blockedUntil: inUtc(blocked.until),
	}
}

function inUtc(milliseconds: number): string {
	return DateTime.fromMillis(milliseconds).toJSDate().toISOString()
}

/** Places in one order, so that equal ones compare as equal. */
export function inOrder(places: readonly Place[]): Place[] {
	return places.toSorted((one, other) => (placeKey(one) < placeKey(other) ? -1 : 1))
}

/** A place without its line, as text: two places with one key are the same place. */
function placeKey({ resourceId, units, from, until, blockedUntil }: Place): string {
	return [resourceId, from, until, blockedUntil, units].join(' ')
}

/** True when both book the same for the same price. */
export function isSameContent(one: RevisionContent, other: RevisionContent): boolean {
	return (
		one.day === other.day &&
		one.total === other.total &&
		differencesOf(one.lines, other.lines).length === 0 &&
		one.places.map(placeKey).join() === other.places.map(placeKey).join()
	)
}

/** The line of a position before and after; null where there is none. */
export type Difference<Line = OrderLine> = {
	position: number
	before: Line | null
	after: Line | null
}

/** The lines that differ in what is booked or what it costs. */
export function differencesOf<Line extends RevisionContent['lines'][number] | OrderLine>(
	before: readonly Line[],
	after: readonly Line[],
): Difference<Line>[] {
	const at = (lines: readonly Line[], position: number) =>
		lines.find((line) => line.position === position) ?? null
	const positions = new Set([...before, ...after].map(({ position }) => position))
	return [...positions]
		.toSorted((one, other) => one - other)
		.map((position) => ({ position, before: at(before, position), after: at(after, position) }))
		.filter((it) => factsOf(it.before) !== factsOf(it.after))
}

function factsOf(line: RevisionContent['lines'][number] | OrderLine | null): string {
	if (!line) return ''
	const { productId, quantity, included, unitPrice, amount, startsAt, endsAt, detail } = line
	return JSON.stringify([
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

/**
 * True when the visit is on another day, or something that stays in it begins at another time: this counts as a move. A
 * first ticket that is taken out moves nothing (faults K78).
 */
export function isMoved(before: RevisionContent, after: RevisionContent): boolean {
	const isLater = ({ productId, startsAt }: RevisionLine) => {
		const were = before.lines.filter((line) => line.productId === productId)
		return were.length > 0 && !were.some((line) => line.startsAt === startsAt)
	}
	return before.day !== after.day || after.lines.some(isLater)
}

/** The rows of places to release, to give to another line, and to insert; all others stay as they are. */
export function matchPlaces(own: readonly OwnPlace[], wanted: readonly Place[]) {
	const left = [...own]
	const renamed: { id: string; linePosition: number }[] = []
	const added = wanted.filter((place) => {
		const same = left.filter(
			(it) => placeKey({ linePosition: null, ...momentsOf(it) }) === placeKey(place),
		)
		const row = same.find((it) => it.linePosition === place.linePosition) ?? same[0]
		if (!row) return true
		left.splice(left.indexOf(row), 1)
		const { id, linePosition } = row
		if (place.linePosition !== null && linePosition !== null && linePosition !== place.linePosition)
			renamed.push({ id, linePosition: place.linePosition })
		return false
	})
	return { released: left, renamed, added }
}

type RevisionLine = RevisionContent['lines'][number]

/**
 * The rows of lines to delete by position, to update (`was`: their position now), and to insert. When the line at
 * position 1 has gone, another one of its own product stands there now, which keeps its row.
 */
export function matchLines(before: readonly OrderLine[], after: readonly RevisionLine[]) {
	const rowOf = (line: RevisionLine) =>
		before.find((it) => it.position === line.position && it.productId === line.productId) ??
		(line.position === 1
			? before.find(
					(it) =>
						it.productId === line.productId &&
						it.parentPosition === null &&
						!after.some(({ position }) => position === it.position),
				)
			: undefined)
	const rows = after.map((line) => ({ line, row: rowOf(line) }))
	const kept = new Set(rows.flatMap(({ row }) => row?.position ?? []))
	return {
		deleted: before.map(({ position }) => position).filter((position) => !kept.has(position)),
		updated: rows.flatMap(({ line, row }) =>
			row && row.gift === null ? [{ ...line, was: row.position }] : [],
		),
		inserted: rows.flatMap(({ line, row }) => (row ? [] : [line])),
	}
}
