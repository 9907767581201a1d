import type { DateTime } from 'luxon'

import type { Message } from '#app/i18n/i18n.ts'
import {
	addDays,
	isBookable,
	openingOn,
	parseDay,
	parseMonth,
	startTimes,
	timeRange,
	today,
	type Day,
	type Month,
	type Opening,
} from '#app/models/venue/calendar.ts'
import {
	free,
	needsOf,
	place,
	placesLeft,
	type Load,
	type Span,
} from '#app/models/capacity/capacity.ts'
import { isDayBound, parseDuration } from '#app/models/cart/cart.ts'
import type { Cents } from '#app/models/money.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { unmeetableGroups } from '#app/models/product/conditions.ts'
import { refuse } from '#app/models/result.ts'
import {
	findProduct,
	findResource,
	type Duration,
	type Product,
	type Venue,
} from '#app/models/venue/venue.ts'

/** What the address of the start page says; the page is a function of it and of what is taken. */
export type Search = {
	day: Day
	guests: number
	duration: Duration
	time: string | null
	month: Month | null
	/** The product that calendar and week are about; null: coming in at all. */
	product: string | null
}

export const dayMarks = ['free', 'few', 'full', 'rest', 'closed', 'past', 'later'] as const
export type DayMark = (typeof dayMarks)[number]

export type SlotMark = 'free' | 'few' | 'full' | 'past'
export type Slot = { time: string; left: number; mark: SlotMark }

/** A product for the day, the time and the group that were chosen. */
export type Offer = {
	product: Product
	/** What one piece costs that day; null: not sold for that duration. */
	price: Cents | null
	duration: Duration | null
	/** When it would take place; null for what has no time, or while none is chosen. */
	span: Span | null
	/** `needsTime`: choose a time first · `otherTime`: not at this one · `otherDuration`: not for so long. */
	state: 'available' | 'soldOut' | 'needsTime' | 'otherTime' | 'otherDuration'
	left: number
	/** Start times with room for the group, when this one has none. */
	times: string[]
}

/** A day with room for the group, as a way out of one without. */
export type Alternative = { day: Day; time: string; left: number }

export const maxGuests = 60

/**
 * Reads the address, with sensible values for what is not there. `problem` names a day that is none or
 * cannot be booked; the page then shows the next day that can.
 */
export function readSearch(
	venue: Venue,
	params: URLSearchParams,
	now: DateTime,
): Search & { problem: Message | null } {
	const asked = params.get('day')
	const day = parseDay(asked)
	const guests = Number(/^\d{1,3}$/.exec(params.get('guests') ?? '')?.[0] ?? venue.entry.guests)
	const duration = parseDuration(params.get('duration'))
	const [first = 'day'] = venue.entry.durations
	const time = /^([01]\d|2[0-3]):[0-5]\d$/.exec(params.get('time') ?? '')?.[0] ?? null
	const bookable = day ? isBookable(venue.calendar, day, now) : null
	const product = findProduct(venue, params.get('product') ?? '')
	return {
		day: day && isWithinReach(venue, day, now) ? day : nextOpenDay(venue, now),
		guests: Math.min(Math.max(guests, 1), maxGuests),
		duration: venue.entry.durations.find((offered) => offered === duration) ?? first,
		time,
		month: parseMonth(params.get('month')) ?? null,
		product: product?.duration === undefined ? null : product.id,
		problem: problemOf(asked, bookable),
	}
}

/** How a day looks for a group: the word and the colour of calendar and week. */
export function markOf(
	venue: Venue,
	search: Search,
	{ day, loads, now }: { day: Day; loads: readonly Load[]; now: DateTime },
): DayMark {
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return unbookableMark(venue, day, now)
	const product = findProduct(venue, search.product ?? '')
	if (product) return productMark(venue, product, search, { opening: bookable.value, loads, now })

	const left = Math.max(
		0,
		...slotsOf(venue, bookable.value, search, { loads, now }).map((slot) =>
			slot.mark === 'past' ? 0 : slot.left,
		),
	)
	if (left < search.guests) return 'full'
	return left - search.guests < venue.entry.fewPlaces ? 'few' : 'free'
}

/** The start times of a day with what is left at each. */
export function slotsOf(
	venue: Venue,
	opening: Opening,
	search: Pick<Search, 'guests' | 'duration'>,
	{ loads, now }: { loads: readonly Load[]; now: DateTime },
): Slot[] {
	const zone = findResource(venue, venue.entry.resource)
	const { day, hours } = opening
	if (!zone || !hours) return []
	return startTimes(hours, venue.entry.raster, search.duration, day).map((time) => {
		const span = spanOf(opening, time, search.duration)
		const left = span ? free(zone, loads, span) : 0
		return {
			time,
			left,
			mark: slotMark(venue, {
				left,
				guests: search.guests,
				isPast: !span || span.from < now.toMillis(),
			}),
		}
	})
}

/** Everything with a place of its own, priced and counted for the search. */
export function offersOf(
	venue: Venue,
	search: Search,
	{ loads, now }: { loads: readonly Load[]; now: DateTime },
): Offer[] {
	const bookable = isBookable(venue.calendar, search.day, now)
	if (!bookable.ok) return []
	return venue.products
		.filter((product) => product.duration !== undefined)
		.map((product) => offerOf(venue, product, search, { opening: bookable.value, loads, now }))
}

export type Extra = { product: Product; price: Cents | null }

/** Add-ons and gift vouchers at that day's prices. */
export function extrasOf(venue: Venue, day: Day): Extra[] {
	const { class: dayClass } = openingOn(venue.calendar, day)
	return venue.products
		.filter((product) => product.kind === 'addon' || product.kind === 'giftVoucher')
		.map((product) => ({
			product,
			price:
				dayPrice(
					product,
					product.kind === 'giftVoucher' ? 'weekday' : dayClass,
					isDayBound(product) ? day : null,
					null,
				) ?? null,
		}))
}

/** The next days, from the one after `search.day`, with room for the group at the same time or any other. */
export function alternatives(
	venue: Venue,
	search: Search,
	{
		loadsOf,
		now,
		last,
		count,
	}: { loadsOf: (day: Day) => readonly Load[]; now: DateTime; last: Day; count: number },
): Alternative[] {
	const found: Alternative[] = []
	for (let day = search.day; day <= last && found.length < count; day = addDays(day, 1)) {
		const bookable = isBookable(venue.calendar, day, now)
		if (!bookable.ok) continue
		const fitting = slotsOf(venue, bookable.value, search, { loads: loadsOf(day), now }).filter(
			(slot) => slot.mark === 'free' || slot.mark === 'few',
		)
		const slot = fitting.find((slot) => slot.time === search.time) ?? fitting[0]
		if (slot) found.push({ day, time: slot.time, left: slot.left })
	}
	return found
}

/** Today while somebody can still come in, else the next open day. */
export function nextOpenDay(venue: Venue, now: DateTime): Day {
	const first = today(now)
	for (let day = first; day <= addDays(first, venue.calendar.horizonDays); day = addDays(day, 1)) {
		const bookable = isBookable(venue.calendar, day, now)
		if (!bookable.ok) continue
		const shortest = Math.min(
			...venue.entry.durations.map((duration) =>
				duration === 'day' ? Number.POSITIVE_INFINITY : duration,
			),
		)
		const length = Number.isFinite(shortest) ? shortest : 'day'
		const isOpen = startTimes(bookable.value.hours, venue.entry.raster, length, day).some(
			(time) => {
				const span = spanOf(bookable.value, time, length)
				return span !== null && span.from >= now.toMillis()
			},
		)
		if (isOpen) return day
	}
	return first
}

type Facts = { opening: Opening; loads: readonly Load[]; now: DateTime }

function offerOf(venue: Venue, product: Product, search: Search, facts: Facts): Offer {
	const { opening } = facts
	const duration = product.duration === 'chosen' ? search.duration : (product.duration ?? null)
	const price = dayPrice(product, opening.class, search.day, duration) ?? null
	const base = { product, price, duration, span: null, left: 0, times: [] }
	if (price === null || duration === null || !opening.hours)
		return { ...base, state: 'otherDuration' }
	if (search.time === null) return { ...base, state: 'needsTime' }

	const times = startTimes(
		opening.hours,
		product.raster ?? venue.entry.raster,
		duration,
		opening.day,
	)
	const span = times.includes(search.time) ? spanOf(opening, search.time, duration) : null
	const left =
		span && span.from >= facts.now.toMillis() ? leftOf(venue, product, search, { span, facts }) : 0
	if (left > 0) return { ...base, state: 'available', span, left }
	const others = times.filter((time) => {
		const other = spanOf(opening, time, duration)
		return (
			other !== null &&
			other.from >= facts.now.toMillis() &&
			leftOf(venue, product, search, { span: other, facts }) > 0
		)
	})
	return { ...base, state: others.length > 0 ? 'otherTime' : 'soldOut', span, times: others }
}

/** Start times with room for the group are looked for until there are enough to call the day free. */
function productMark(venue: Venue, product: Product, search: Search, facts: Facts): DayMark {
	const { day, hours, class: dayClass } = facts.opening
	const duration = product.duration === 'chosen' ? search.duration : (product.duration ?? null)
	const price = dayPrice(product, dayClass, day, duration)
	if (duration === null || price === undefined || !hours) return 'full'

	let found = 0
	for (const time of startTimes(hours, product.raster ?? venue.entry.raster, duration, day)) {
		const span = spanOf(facts.opening, time, duration)
		if (!span || span.from < facts.now.toMillis()) continue
		if (leftOf(venue, product, search, { span, facts }) > 0) found += 1
		if (found > FEW_TIMES) return 'free'
	}
	return found === 0 ? 'full' : 'few'
}

const FEW_TIMES = 2

/** For a party: all guests or none, and never when a group it requires could not be met then. */
function leftOf(
	venue: Venue,
	product: Product,
	search: Search,
	{ span, facts }: { span: Span; facts: Facts },
): number {
	if (!product.perGuest) {
		return placesLeft(venue, product, {
			booked: span,
			loads: facts.loads,
			limit: product.quantity.max,
		})
	}
	const guests = Math.min(Math.max(search.guests, product.quantity.min), product.quantity.max)
	const needs = needsOf(venue, product, guests, span)
	const placements = place(needs, facts.loads)
	if (!placements) return 0
	const taken = [
		...facts.loads,
		...placements.map(({ resourceId, units, blocked }) => ({ resourceId, units, ...blocked })),
	]
	const free = (productId: string) => {
		const item = findProduct(venue, productId)
		return item ? placesLeft(venue, item, { booked: span, loads: taken, limit: guests }) : 0
	}
	return unmeetableGroups(product, guests, free).length === 0 ? guests : 0
}

/** A day that calendars show: neither over nor further ahead than anybody can book. */
function isWithinReach(venue: Venue, day: Day, now: DateTime): boolean {
	const first = today(now)
	return day >= first && day <= addDays(first, venue.calendar.horizonDays)
}

function spanOf({ day, hours }: Opening, time: string, duration: Duration): Span | null {
	if (!hours) return null
	const { startsAt, endsAt } = timeRange(day, hours, time, duration)
	return { from: startsAt.getTime(), until: endsAt.getTime() }
}

function slotMark(
	venue: Venue,
	{ left, guests, isPast }: { left: number; guests: number; isPast: boolean },
): SlotMark {
	if (isPast) return 'past'
	if (left < guests) return 'full'
	return left - guests < venue.entry.fewPlaces ? 'few' : 'free'
}

function unbookableMark(venue: Venue, day: Day, now: DateTime): DayMark {
	if (day < today(now)) return 'past'
	const { kind } = openingOn(venue.calendar, day)
	if (kind === 'restDay') return 'rest'
	return kind === 'closed' || kind === 'beforeOpening' ? 'closed' : 'later'
}

function problemOf(
	asked: string | null,
	bookable: ReturnType<typeof isBookable> | null,
): Message | null {
	if (asked === null || asked === '') return null
	if (!bookable) return refuse('invalidDay').message
	return bookable.ok ? null : bookable.message
}
