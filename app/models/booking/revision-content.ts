import { DateTime } from 'luxon'

import type { OwnPlace } from '#app/models/booking/rebooked.ts'
import type { Order, OrderLine } from '#app/models/order/order.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'

/*
 * What is in force of a booking, as its revisions keep it.
 */

/** What is in force of a booking. */
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
