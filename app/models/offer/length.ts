import { dayPrice } from '#app/models/product/price.ts'
import type { Opening } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * How long a product lasts for who wishes for so long a visit: that, or, where it is not sold for it on that
 * day, the first length for which it is. Null: it is not sold for any.
 */
export function lengthOf(
	{ entry }: Pick<Venue, 'entry'>,
	product: Product,
	{ class: dayClass, day }: Pick<Opening, 'class' | 'day'>,
	wished: Duration,
): Duration | null {
	const lengths =
		product.duration === 'chosen'
			? [wished, ...entry.durations]
			: [product.duration].filter((length) => length !== undefined)
	const isSold = (length: Duration) => dayPrice(product, dayClass, day, length) !== undefined
	return lengths.find(isSold) ?? null
}
