import type { DateTime } from 'luxon'
import { z } from 'zod'

import type { Message } from '#app/i18n/i18n.ts'
import { errorMap, toMessage } from '#app/i18n/validation.ts'
import { shownKind } from '#app/models/offer/listed-path.ts'
import { occasionsOf } from '#app/models/offer/occasions.ts'
import { kindOf, type Kind, type Search } from '#app/models/offer/search.ts'
import { nextOpenDay } from '#app/models/offer/slots.ts'
import { readTake, takeText } from '#app/models/offer/take.ts'
import { quantity } from '#app/models/quantity.ts'
import { refuse } from '#app/models/result.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { addDays, today } from '#app/models/venue/day.ts'
import { monthOf } from '#app/models/venue/month.ts'
import {
	parseDay,
	parseDuration,
	parseMonth,
	parseTime,
	type Day,
	type Month,
} from '#app/models/venue/slot.ts'
import { findProduct, maxGuests, type Venue } from '#app/models/venue/venue.ts'

/**
 * Reads the address of the start page, with sensible values for what is left out. `problem` is about a day that does
 * not exist or cannot be booked; the page then shows the next day that can. `guestsProblem` is about an invalid number
 * of guests; the page then shows the nearest valid one.
 */
export function readSearch(
	venue: Venue,
	params: URLSearchParams,
	now: DateTime,
): Search & { problem: Message | null; guestsProblem: Message | null } {
	const asked = params.get('day')
	const day = parseDay(asked)
	const duration = parseDuration(params.get('duration'))
	const [first = 'day'] = venue.entry.durations
	const time = parseTime(params.get('time'))
	const bookable = day ? isBookable(venue.calendar, day, now) : null
	const product = findProduct(venue, params.get('product') ?? '')
	const kind = shownKind(venue, params)
	const guests = readGuests(params.get('guests'), usualGuests(venue, kind, product))
	const isTimed = product?.duration !== undefined && kindOf(product.kind) === kind
	return {
		kind,
		occasion: occasionsOf(venue).find((type) => type === params.get('occasion')) ?? null,
		day: day && isWithinReach(venue, day, now) ? day : nextOpenDay(venue, now),
		guests: guests.count,
		duration: venue.entry.durations.find((offered) => offered === duration) ?? first,
		time,
		month: readMonth(venue, params.get('month'), now),
		product: isTimed ? product.id : null,
		take: takeText(readTake(params.get('take'))),
		problem: problemOf(asked, bookable),
		guestsProblem: guests.problem,
	}
}

/**
 * Returns the number of guests when the address names none: the venue's usual number; for a party the smallest number
 * that a party takes, because fewer guests cost as much.
 */
function usualGuests({ entry, products }: Venue, kind: Kind, product: Product | undefined): number {
	if (kind !== 'party') return entry.guests
	const parties = product ? [product] : products.filter((it) => kindOf(it.kind) === kind)
	const least = parties.filter(({ perGuest }) => perGuest).map(({ quantity }) => quantity.min)
	return least.length > 0 ? Math.min(...least) : entry.guests
}

const guestCount = quantity.pipe(z.int().max(maxGuests))

function readGuests(
	typed: string | null,
	usual: number,
): { count: number; problem: Message | null } {
	if (typed === null) return { count: usual, problem: null }
	const { data, error } = guestCount.safeParse(typed, { error: errorMap })
	if (data !== undefined) return { count: data, problem: null }
	const [issue] = error.issues
	const typedNumber = /^-?\d{1,9}$/.test(typed) ? Number(typed) : usual
	const count = Math.min(Math.max(typedNumber, 1), maxGuests)
	return { count, problem: issue ? toMessage(issue) : null }
}

/** True for a day that calendars show: from today to the last day that can be booked. */
function isWithinReach(venue: Venue, day: Day, now: DateTime): boolean {
	const first = today(now)
	return day >= first && day <= addDays(first, venue.calendar.horizonDays)
}

/** Reads the month to show; null outside the bookable months, because a far month costs a read of all days to it. */
function readMonth(venue: Venue, asked: string | null, now: DateTime): Month | null {
	const month = parseMonth(asked)
	const first = today(now)
	const last = addDays(first, venue.calendar.horizonDays)
	return month && month >= monthOf(first) && month <= monthOf(last) ? month : null
}

function problemOf(
	asked: string | null,
	bookable: ReturnType<typeof isBookable> | null,
): Message | null {
	if (asked === null || asked === '') return null
	if (!bookable) return refuse('invalidDay').message
	return bookable.ok ? null : bookable.message
}
