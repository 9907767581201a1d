import { dayPrice } from '#app/models/product/price.ts'
import type { Opening } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Duration } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type OnDay = Pick<Opening, 'class' | 'day'>

/**
 * Returns the duration for which to offer a product: the wished one, else the first for which the product is sold on
 * that day. Null when it is sold for none.
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

/** Lists the durations of a visit for which a product is sold on that day. */
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
