import { dayPrice } from '#app/models/product/price.ts'
import type { Opening } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type OnDay = Pick<Opening, 'class' | 'day'>

/**
 * How long a product lasts for who wishes for so long a visit: that, or, where it is not sold for it on that
 * day, the first length for which it is. Null: it is not sold for any.
 */
export function offeredDuration(
	{ entry }: Pick<Venue, 'entry'>,
	product: Product,
	opening: OnDay,
	wished: Duration,
): Duration | null {
	const lengths =
		product.duration === 'chosen'
			? [wished, ...entry.durations]
			: [product.duration].filter((length) => length !== undefined)
	return lengths.find((length) => isSold(product, opening, length)) ?? null
}

/** The lengths of a visit for which a product is sold on that day. */
export function offeredDurations(
	{ entry }: Pick<Venue, 'entry'>,
	product: Product,
	opening: OnDay,
): Duration[] {
	return entry.durations.filter((length) => isSold(product, opening, length))
}

function isSold(product: Product, { class: dayClass, day }: OnDay, length: Duration): boolean {
	return dayPrice(product, dayClass, day, length) !== undefined
}
