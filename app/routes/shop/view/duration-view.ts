import type { Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Cents } from '#app/models/money.ts'
import { formatDuration } from '#app/models/venue/date-format.ts'
import type { Duration } from '#app/models/venue/slot.ts'

/**
 * A duration of the visit. `price`: the price in cents of the first ticket, or of the chosen room, for this duration;
 * null where no price is shown or the product is not sold for it.
 */
export type DurationView = { value: Duration; label: string; price: Cents | null }

export function durationViews(
	durations: readonly Duration[],
	locale: Locale,
	priceOf: (duration: Duration) => Cents | null = () => null,
): DurationView[] {
	return durations.map((value) => ({
		value,
		label: formatDuration(value, locale, translator(locale)),
		price: priceOf(value),
	}))
}
