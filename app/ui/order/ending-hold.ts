import type { DateTime } from 'luxon'

import type { Locale } from '#app/i18n/i18n.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { holdEnd } from '#app/models/cart/hold.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The end of a cart's reservation, for the warning before it. `version`: the cart's; `until`: ISO instant; `time`: that
 * instant as '14:35'; `isNear`: true when `warningTime` or less was left as the page was made.
 */
export type EndingHold = { version: number; until: string; time: string; isNear: boolean }

/** The time before the end of a reservation from which pages warn of it, in milliseconds. */
export const warningTime = 120_000

/** Returns the end of a cart's reservation; null when nothing is reserved, or when the cart's order is being paid. */
export function endingHold(
	venue: Venue,
	cart: Cart,
	{ locale, now }: { locale: Locale; now: DateTime },
): EndingHold | null {
	const until = cart.orderId === null ? holdEnd(venue, cart) : null
	return (
		until && {
			version: cart.version,
			until: until.toISOString(),
			time: formatTime(until, locale),
			isNear: until.getTime() - now.toMillis() <= warningTime,
		}
	)
}
