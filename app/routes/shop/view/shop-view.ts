import type { DateTime } from 'luxon'

import { inLocale, type Locale, type Message } from '#app/i18n/i18n.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { isExtraByPhone } from '#app/models/cart/notice.ts'
import { alternatives } from '#app/models/offer/alternatives.ts'
import { offeredDuration } from '#app/models/offer/duration.ts'
import { hasRoom, markOf } from '#app/models/offer/mark.ts'
import { loadsForMove } from '#app/models/offer/move.ts'
import { occasionsOf } from '#app/models/offer/occasions.ts'
import { extrasOf, offersOf } from '#app/models/offer/offers.ts'
import type { Search } from '#app/models/offer/search.ts'
import { slotsOf } from '#app/models/offer/slots.ts'
import { excludeEachOther } from '#app/models/product/conditions.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { isBookable, openingOn } from '#app/models/venue/calendar.ts'
import { addDays, today } from '#app/models/venue/day.ts'
import { parseDuration, type Day } from '#app/models/venue/slot.ts'
import { findProduct, maxGuests, type Venue } from '#app/models/venue/venue.ts'
import {
	monthDays,
	monthView,
	openingView,
	stripDays,
	stripView,
} from '#app/routes/shop/view/calendar-view.ts'
import { durationViews } from '#app/routes/shop/view/duration-view.ts'
import { extraViews } from '#app/routes/shop/view/extra-view.ts'
import { intentViews, priceFrom } from '#app/routes/shop/view/intent-view.ts'
import { numbersOf } from '#app/routes/shop/view/numbers-view.ts'
import { offerViews } from '#app/routes/shop/view/offer-view.ts'
import { bookedFor } from '#app/routes/shop/view/starting-point.ts'
import { stillInCart } from '#app/routes/shop/view/still-in-cart.ts'
import { thingView } from '#app/routes/shop/view/thing-view.ts'
import { wayOut } from '#app/routes/shop/view/ways.ts'
import { viewCart, type CartView } from '#app/ui/order/cart-view.ts'
import { moveView } from '#app/ui/order/move-view.ts'

/**
 * The data that the start page is made of: the visitor's cart, the time, and the occupied places of the days until
 * `last`.
 */
type ShopInput = {
	venue: Venue
	now: DateTime
	locale: Locale
	saved: Cart | null
	last: Day
	byDay: ReadonlyMap<Day, readonly Load[]>
}

/** The number of days that the page looks ahead for another time when nothing fits on the chosen day. */
const ahead = 28

/**
 * Returns the first and the last day whose places are read: those that the page shows, and those that it looks at when
 * nothing fits.
 */
export function daysToRead({ day, month }: Search, now: DateTime) {
	const shown = month ? monthDays(month, now) : []
	const days = [day, ...stripDays(day, now), ...shown, addDays(day, ahead)].sort()
	return { first: days[0] ?? day, last: days.at(-1) ?? day }
}

/**
 * A move of the whole cart to another day: the label of its button, and `shown`, the text by which its form names it.
 */
export type WholeMove = { day: Day; shown: string; label: string }

export type ShopView = ReturnType<typeof shopView>

/** The search that was asked for, with the problems in it. */
type SearchWithProblems = Search & { problem: Message | null; guestsProblem?: Message | null }

/** Returns everything that the start page shows, in the visitor's language. */
export function shopView(
	input: ShopInput,
	{ problem, guestsProblem = null, ...asked }: SearchWithProblems,
) {
	const { venue, now, locale, saved } = input
	const search = searchFor(input, asked)
	const moving = inputForMove(input, search)
	const cart = saved && viewCart(venue, saved, { locale, now })
	const suggests = guestsProblem === null && !hasPackage(cart)
	const choice = choiceView(input, search, { cart, moving, suggests })
	return {
		venue: venue.name,
		phone: venue.contact.phone,
		claim: inLocale(venue.claim, locale),
		intro: inLocale(venue.intro, locale),
		announcement: inLocale(venue.announcement, locale),
		intents: intentViews(venue, search.day, saved),
		occasions: search.kind === 'party' ? occasionsOf(venue) : [],
		search,
		problem,
		cart,
		...calendarView(moving, search),
		...timesView(moving, search),
		...choice,
		move: moveOf(input, search.day),
		stillInCart: saved && stillInCart({ search, ...choice, cart: saved }, locale),
	}
}

/**
 * Returns the search with its product: the party or room in the cart, until another is chosen. A product that is not
 * sold for the wanted duration gets the first duration for which it is sold.
 */
function searchFor({ venue, saved }: ShopInput, asked: Search): Search {
	if (asked.kind === 'play') return asked
	const booked = asked.product === null ? bookedFor(venue, saved, asked.kind) : undefined
	const product = findProduct(venue, asked.product ?? booked?.productId ?? '')
	if (product?.duration !== 'chosen') return { ...asked, product: product?.id ?? null }
	const wished = parseDuration(booked?.duration) ?? asked.duration
	const length = offeredDuration(venue, product, openingOn(venue.calendar, asked.day), wished)
	return { ...asked, product: product.id, duration: length ?? asked.duration }
}

/**
 * Returns the input in which the places that the cart holds for the product, or for the party that it replaces, are
 * free, because choosing another time moves it. Tickets at another time are more tickets, so their places stay taken.
 */
function inputForMove(input: ShopInput, { kind, product }: Search): ShopInput {
	const { venue, saved, byDay } = input
	if (kind === 'play' || !saved?.day || saved.orderId !== null) return input
	const line =
		saved.lines.find((it) => it.productId === product && it.parentId === null) ??
		replacedBy(venue, saved, product)
	const loads = byDay.get(saved.day)
	if (!line || !loads) return input
	const forMove = loadsForMove(venue, saved, line, loads)
	return { ...input, byDay: new Map(byDay).set(saved.day, forMove) }
}

/** Returns the move of the whole cart to this day; null where something would be lost, which a page of its own says. */
function moveOf(input: ShopInput, day: Day): WholeMove | null {
	const { venue, saved, now, locale } = input
	if (!saved?.day || saved.day === day) return null
	const move = moveView(venue, saved, { day, loads: loadsOf(input, day), now, locale })
	if (!move?.label || move.left.length > 0 || move.voucher) return null
	return { day, shown: move.shown, label: move.label }
}

/** Returns the party in the cart that this product would replace; undefined without one. */
function replacedBy(venue: Venue, { lines }: Cart, productId: string | null) {
	const wished = findProduct(venue, productId ?? '')
	if (wished?.kind !== 'package') return undefined
	return lines.find((line) => {
		const isParty = findProduct(venue, line.productId)?.kind === 'package'
		return isParty && excludeEachOther(venue, wished, line.productId)
	})
}

/** Returns the part of the start page's view about the day. */
function calendarView(input: ShopInput, search: Search) {
	const { venue, now, locale } = input
	const product = findProduct(venue, search.product ?? '')
	const priced = product ?? firstTicket(venue)
	const dayInput = {
		locale,
		now,
		markOf: (day: Day) => markOf(venue, search, { day, loads: loadsOf(input, day), now }),
		priceOn: (day: Day) => (priced ? priceFrom(venue, priced, day) : null),
	}
	const first = today(now)
	return {
		opening: openingView(openingOn(venue.calendar, search.day), locale),
		strip: stripView(venue, search.day, dayInput),
		month: search.month ? monthView(venue, search.month, dayInput) : null,
		product: product ? { id: product.id, name: inLocale(product.name, locale) } : null,
		bounds: {
			first,
			last: addDays(first, venue.calendar.horizonDays),
			guests: maxGuests,
		},
	}
}

/** Returns the part of the start page's view about time and duration. */
function timesView(input: ShopInput, search: Search) {
	const { venue, now, locale, last } = input
	const opening = openingOn(venue.calendar, search.day)
	const loads = loadsOf(input, search.day)
	const isOpen = isBookable(venue.calendar, search.day, now).ok
	const slots = isOpen ? slotsOf(venue, opening, search, { loads, now }) : []
	const taken = { loadsOf: (day: Day) => loadsOf(input, day), now }
	const ways = slots.some(hasRoom) ? [] : alternatives(venue, search, taken, { last, count: 3 })
	const ticket = firstTicket(venue)
	return {
		isOpen,
		slots,
		alternatives: ways.map((way) => wayOut(way, locale)),
		durations: durationViews(venue.entry.durations, locale, (duration) =>
			ticket ? (dayPrice(ticket, opening.class, search.day, duration) ?? null) : null,
		),
	}
}

/** Returns the part of the start page's view about products and extras. */
function choiceView(
	input: ShopInput,
	search: Search,
	{ cart, moving, suggests }: { cart: CartView | null; moving: ShopInput; suggests: boolean },
) {
	const { venue, now, locale, last } = input
	const offers = offerViews(
		venue,
		offersOf(venue, search, { loads: loadsOf(input, search.day), now }),
		{ locale, now, search, cart },
		{ last, loadsOf: (day) => loadsOf(input, day) },
	)
	const thing = thingView(venue, search, offers, {
		locale,
		now,
		loads: loadsOf(moving, search.day),
	})
	const parentId = thing?.offer.chosen?.id ?? null
	// Parties and rooms ask for extras once one is chosen.
	const areAsked = search.kind === 'play' || search.kind === 'gift' || thing?.offer.chosen
	const extras = areAsked
		? extraViews(venue, extrasOf(venue, search), { cart, locale, search }, (product) =>
				isExtraByPhone(venue, input.saved, { ...search, product, parentId }, now),
			)
		: []
	return { offers, extras, thing, ...numbersOf(venue, search, { offers, extras, suggests }) }
}

/** True when the cart holds a package, which includes the entry to the park. */
function hasPackage(cart: CartView | null): boolean {
	return cart?.lines.some(({ kind }) => kind === 'package') ?? false
}

function loadsOf({ byDay }: ShopInput, day: Day): readonly Load[] {
	return byDay.get(day) ?? []
}

function firstTicket({ products }: Venue) {
	return products.find(({ kind }) => kind === 'ticket')
}
