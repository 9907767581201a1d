import { DateTime } from 'luxon'

import type { Placement } from '#app/models/capacity/claim.ts'
import { differencesOf } from '#app/models/order/difference.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'

/*
 * Makes and compares the contents of a booking that its revisions keep: its lines, places and sums.
 */

/** A place of a booking with the id of its allocation; `linePosition` is null on places of older builds. */
export type OwnPlace = Omit<Placement, 'exclusive'> & { id: string; linePosition: number | null }

/** Makes the contents of a revision of an order and its places as they are in force. */
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

/** Makes the stored form of a place without its line: resource, units, and times as ISO 8601 text in UTC. */
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

/** Sorts places by resource, times and units, so that equal lists compare as equal. */
export function inOrder(places: readonly Place[]): Place[] {
	return places.toSorted((one, other) => (placeKey(one) < placeKey(other) ? -1 : 1))
}

/** Returns a place without its line as text: two places with one text are the same place. */
function placeKey(place: Place): string {
	return [spanKey(place), place.units].join(' ')
}

/** Returns the resource and the times of a place as text, without its line and its units. */
function spanKey({ resourceId, from, until, blockedUntil }: Omit<Place, 'linePosition'>): string {
	return [resourceId, from, until, blockedUntil].join(' ')
}

/** True when two contents have the same day, lines, places and total. */
export function isSameContent(one: RevisionContent, other: RevisionContent): boolean {
	return (
		one.day === other.day &&
		one.total === other.total &&
		differencesOf(one.lines, other.lines).length === 0 &&
		one.places.map(placeKey).join() === other.places.map(placeKey).join()
	)
}

/**
 * Returns the rows of places that a revision releases, keeps for another line or with fewer units, and inserts; all
 * others stay unchanged. A row that stays makes nothing fuller, so the guard of zones lets it pass however small its
 * zone has become.
 */
export function matchPlaces(own: readonly OwnPlace[], wanted: readonly Place[]) {
	const left = [...own]
	const kept: { id: string; linePosition: number | null; units: number }[] = []
	const take = (place: Place, fits: (row: OwnPlace) => boolean) => {
		const rows = left.filter((it) => spanKey(momentsOf(it)) === spanKey(place) && fits(it))
		const row = rows.find((it) => it.linePosition === place.linePosition) ?? rows[0]
		if (row) left.splice(left.indexOf(row), 1)
		return row
	}
	const others = wanted.filter((place) => {
		const { linePosition, units } = place
		const row = take(place, (it) => it.units === units)
		if (!row) return true
		const isNamed = linePosition !== null && row.linePosition !== null
		if (isNamed && linePosition !== row.linePosition) kept.push({ id: row.id, linePosition, units })
		return false
	})
	const added = others.filter((place) => {
		const { linePosition, units } = place
		const row = take(place, (it) => it.units > units)
		if (row) kept.push({ id: row.id, linePosition, units })
		return !row
	})
	return { released: left, kept, added }
}

type RevisionLine = RevisionContent['lines'][number]

/**
 * Returns the rows of lines that a revision deletes by position, updates (`was`: their position now), and inserts. When
 * the line at position 1 was removed, another line takes that position and keeps its row.
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
