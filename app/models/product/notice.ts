import { memoizeByOwner } from '#app/models/memoize.ts'
import { unmeetableGroups } from '#app/models/product/groups.ts'
import type { Notice, Product } from '#app/models/venue/catalogue.ts'
import { addDays, instantAt, type Instant } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Notice: kitchen and staff need to know of a party some time before it begins. Once that time has begun, the party is
 * booked by telephone alone (faults N17).
 */

const MINUTE = 60_000

/** The beginning of a visit: its day at the venue, and its moment in epoch milliseconds. */
export type Beginning = { day: Day; from: number }

/** Returns the moment, in epoch milliseconds, from which a product with this beginning is no longer booked online. */
export function endOfNotice(notice: Notice, { day, from }: Beginning): number {
	if ('minutes' in notice) return from - notice.minutes * MINUTE
	return instantAt(addDays(day, -notice.days), notice.until).getTime()
}

/**
 * True when the product is booked by telephone alone at `now`. Changes at a whole minute, as cached pages do (record
 * 021).
 */
export function isByPhone(
	{ notice }: Pick<Product, 'notice'>,
	beginning: Beginning,
	now: Instant,
): boolean {
	return notice !== undefined && now.valueOf() >= endOfNotice(notice, beginning)
}

/**
 * True when the product is booked by telephone alone at `now`, by its own notice or by that of an extra that it needs.
 */
export function needsPhone(
	venue: Venue,
	product: Product,
	{ guests, ...beginning }: Beginning & { guests: number },
	now: Instant,
): boolean {
	if (isByPhone(product, beginning, now)) return true
	const extras = noticedExtras(venue, product)
	if (extras.length === 0) return false
	const gone = new Set(
		extras.filter((extra) => isByPhone(extra, beginning, now)).map(({ id }) => id),
	)
	const pieces = (id: string) => (gone.has(id) ? 0 : Number.MAX_SAFE_INTEGER)
	return gone.size > 0 && unmeetableGroups(product, guests, pieces).length > 0
}

/** Lists the extras of a product's groups that have a notice of their own. */
const noticedExtras = memoizeByOwner(
	(venue: Venue, { conditions }: Product): Product[] =>
		conditions
			.flatMap(({ items }) => items.map((item) => findProduct(venue, item.product)))
			.filter((extra) => extra?.notice !== undefined)
			.filter((extra) => extra !== undefined),
	({ id }) => id,
)
