import type { Message } from '#app/i18n/i18n.ts'
import { needsOf } from '#app/models/capacity/claim.ts'
import { isExclusive } from '#app/models/capacity/free.ts'
import { peak, type Load, type Span } from '#app/models/capacity/peak.ts'
import { bookedSpan, type Cart } from '#app/models/cart/cart.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * Refuses lines that together take more of a zone at one moment than the largest line of a single product may.
 * Undefined when they fit or take less than before: taking less is never refused.
 */
export function checkShare(
	venue: Venue,
	before: Pick<Cart, 'day' | 'lines'>,
	after: Pick<Cart, 'day' | 'lines'>,
): Message | undefined {
	const [had, has] = [zoneLoads(venue, before), zoneLoads(venue, after)]
	for (const zone of new Set(has.map((load) => load.resourceId))) {
		const taken = peak(has, zone, always)
		const count = shareOf(venue, zone)
		if (taken <= count || taken <= peak(had, zone, always)) continue
		const isEntry = zone === venue.entry.resource
		return {
			key: isEntry ? 'conditions.guestsAtMost' : 'conditions.piecesAtMost',
			values: { count },
		}
	}
	return undefined
}

/**
 * Returns the most units of a zone that one cart may take at a moment: those of the largest line of a single product.
 */
export const shareOf = memoizeByOwner((venue: Venue, zone: string) => {
	const largest = venue.products.map((product) =>
		loadsOfLine(venue, product, product.quantity.max, always)
			.filter((load) => load.resourceId === zone)
			.reduce((sum, load) => sum + load.units, 0),
	)
	return Math.max(...largest)
})

const always: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** Computes the loads that the lines put on zones, whether their places are held or not. */
function zoneLoads(venue: Venue, { day, lines }: Pick<Cart, 'day' | 'lines'>): Load[] {
	if (day === null) return []
	return lines.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		const booked = product && bookedSpan(venue, day, lines, line)
		return booked ? loadsOfLine(venue, product, line.quantity, booked) : []
	})
}

function loadsOfLine(venue: Venue, product: Product, quantity: number, booked: Span): Load[] {
	return needsOf(venue, product, quantity, booked).flatMap(
		({ candidates: [zone], units, during }) =>
			zone && !isExclusive(zone) ? [{ resourceId: zone.id, units, ...during }] : [],
	)
}
