import type { Locale } from '#app/i18n/i18n.ts'
import type { Occupancy } from '#app/models/offer/occupancy.ts'
import type { Search } from '#app/models/offer/search.ts'
import { timesOf } from '#app/models/offer/times.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { formatTimes } from '#app/models/venue/date-format.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { durationViews, type DurationView } from '#app/routes/shop/view/duration-view.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'

/** A start time of a party or room; `label`: '14:00–16:00'; `isByPhone`: the telephone alone books it. */
export type TimeView = { time: string; label: string; isFree: boolean; isByPhone: boolean }

/** The chosen party or room with its start times, and with its durations where they can be chosen, else none. */
export type ThingView = { offer: OfferView; times: TimeView[]; lengths: DurationView[] }

export function thingView(
	venue: Venue,
	search: Search,
	offers: readonly OfferView[],
	{ locale, ...taken }: Occupancy & { locale: Locale },
): ThingView | null {
	const product = findProduct(venue, search.product ?? '')
	const offer = offers.find(({ id }) => id === product?.id)
	if (!product || !offer) return null
	const { class: dayClass } = openingOn(venue.calendar, search.day)
	const lengths = durationViews(
		venue.entry.durations,
		locale,
		(length) => dayPrice(product, dayClass, search.day, length) ?? null,
	)
	return {
		offer,
		times: timesOf(venue, product, search, taken).map(({ time, span, isFree, isByPhone }) => ({
			time,
			label: formatTimes(new Date(span.from), new Date(span.until), locale),
			isFree,
			isByPhone,
		})),
		lengths: product.duration === 'chosen' ? lengths.filter(({ price }) => price !== null) : [],
	}
}
