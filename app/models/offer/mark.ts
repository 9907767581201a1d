import type { DateTime } from 'luxon'

import type { Message } from '#app/i18n/i18n.ts'
import { offeredDuration } from '#app/models/offer/duration.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import {
	hasBegun,
	leftOf,
	startsOf,
	type BookableDay,
	type Occupancy,
} from '#app/models/offer/occupancy.ts'
import type { Search } from '#app/models/offer/search.ts'
import { availability, slotsOf, type Slot } from '#app/models/offer/slots.ts'
import { needsPhone } from '#app/models/product/notice.ts'
import { isBookable, openingOn } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { today } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/**
 * The mark of a day in the calendar, for a group. `over`: today, after its last start time · `phone`: the times left
 * are booked by telephone alone · `later`: beyond the days that can be booked.
 */
export type DayMark =
	| 'free'
	| 'few'
	| 'full'
	| 'phone'
	| 'rest'
	| 'closed'
	| 'past'
	| 'over'
	| 'later'

/** True when a day or a start time is marked as one at which the group finds room online. */
export function hasRoom({ mark }: { mark: DayMark }): boolean {
	return mark === 'free' || mark === 'few'
}

/**
 * Returns the reason why no start time can be chosen, or why the chosen one cannot; null otherwise, also for a time
 * booked by telephone alone.
 */
export function slotProblem(slots: readonly Slot[], time: string | null): Message | null {
	if (slots.every(({ mark }) => mark === 'past')) return { key: 'errors.noSlots' }
	if (!slots.some((slot) => hasRoom(slot) || slot.mark === 'phone'))
		return { key: 'errors.noFreePlaces' }
	const chosen = slots.find((slot) => slot.time === time)
	const canBeHad = chosen && (hasRoom(chosen) || chosen.mark === 'phone')
	return time === null || canBeHad ? null : { key: 'errors.chooseOtherPeriod' }
}

/** Decides the mark of a day for a group, which gives the day its word and colour in the calendar and the week. */
export function markOf(
	venue: Venue,
	search: Search,
	{ day, loads, now }: Occupancy & { day: Day },
): DayMark {
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return unbookableMark(venue, day, now)
	const product = findProduct(venue, search.product ?? '')
	const opening = bookable.value
	if (product) return productMark(venue, product, search, { opening, loads, now })

	const slots = slotsOf(venue, opening, search, { loads, now })
	const toCome = slots.filter((slot) => slot.mark !== 'past')
	if (slots.length > 0 && toCome.length === 0) return 'over'
	const online = toCome.filter((slot) => slot.mark !== 'phone')
	const mark = availability(venue, Math.max(0, ...online.map((slot) => slot.left)), search.guests)
	return mark === 'full' && online.length < toCome.length ? 'phone' : mark
}

/**
 * Decides the mark of a day for a product. Counts start times with room and stops at the third, which makes the day
 * 'free'.
 */
function productMark(
	venue: Venue,
	product: Product,
	search: Search,
	{ opening, loads, now }: BookableDay,
): DayMark {
	const duration = offeredDuration(venue, product, opening, search.duration)
	if (duration === null) return 'full'

	const starts = startsOf(venue, product, opening, duration)
	const toCome = starts.filter(({ span }) => !hasBegun(span, now))
	if (starts.length > 0 && toCome.length === 0) return 'over'
	const guests = guestsFor(product.quantity, search.guests)
	let found = 0
	let isByPhone = false
	for (const { span } of toCome) {
		const isLate = needsPhone(venue, product, { guests, day: opening.day, from: span.from }, now)
		if (isLate && isByPhone) continue
		if (leftOf(venue, product, { guests: search.guests, span }, loads) === 0) continue
		if (isLate) isByPhone = true
		else found += 1
		if (found > FEW_TIMES) return 'free'
	}
	if (found > 0) return 'few'
	return isByPhone ? 'phone' : 'full'
}

const FEW_TIMES = 2

function unbookableMark(venue: Venue, day: Day, now: DateTime): DayMark {
	if (day < today(now)) return 'past'
	const { kind } = openingOn(venue.calendar, day)
	if (kind === 'restDay') return 'rest'
	return kind === 'closed' || kind === 'beforeOpening' ? 'closed' : 'later'
}
