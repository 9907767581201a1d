import { DateTime } from 'luxon'

import { inLocale, type Locale, type Message } from '#app/i18n/i18n.ts'
import { addDays, addMonths, dayOf, monthGrid, today, weekOf } from '#app/models/venue/day.ts'
import {
	formatDay,
	formatDuration,
	formatHours,
	formatTime,
	formatTimeRange,
} from '#app/models/venue/date-format.ts'
import { isBookable, openingOn, type Opening, type DayKind } from '#app/models/venue/calendar.ts'
import type { Day, Month, Duration } from '#app/models/venue/slot.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import type { CartView, GroupView, LineView, ProblemView } from '#app/ui/order/cart-view.ts'
import type { Cents } from '#app/models/money.ts'
import { dayPrice } from '#app/models/product/price.ts'
import { offersOf, type Extra, type Offer } from '#app/models/offer/offers.ts'
import type { DayMark } from '#app/models/offer/mark.ts'
import type { Search } from '#app/models/offer/search.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { Condition, DueKind, Product, ProductKind } from '#app/models/venue/catalogue.ts'

/*
 * The start page in the visitor's language: small values with finished words. Dates are put into words here,
 * on the server, because browsers and servers differ in how they write them.
 */

/** `weekday` 'Sa', `date` '28', `name` 'Samstag, 28. November 2026'. */
export type DayView = {
	day: Day
	weekday: string
	date: string
	name: string
	mark: DayMark
	isToday: boolean
}
/** `before` and `after`: the day to choose in the neighbouring week; null: nothing can be booked there. */
export type WeekView = { days: DayView[]; before: Day | null; after: Day | null }
export type MonthView = {
	title: string
	weekdays: { short: string; long: string }[]
	/** The days of the month itself, without weeks that are over; null fills a week up. */
	weeks: (DayView | null)[][]
	before: Month | null
	after: Month | null
}
export type OpeningView = {
	name: string
	hours: string | null
	kind: DayKind
	label: string | null
}

/** Another state of the page in which a wish can be had. */
export type WayOut = { day: Day; time: string; name: string; left: number | null }

/** How much of a group has to be chosen. */
export type RuleView = Pick<Condition, 'rule' | 'n' | 'perGuest'>

export type DurationView = { value: Duration; label: string }

type Shown = {
	id: string
	kind: ProductKind
	name: string
	summary: string
	picture: string
	popular: boolean
	price: Cents | null
	min: number
	max: number
	perGuest: boolean
	/** Pieces of it that lie in the cart by themselves. */
	inCart: number
	/** Its line in the cart, for deselecting it. */
	lineId: string | null
	/** The product in the cart that has to be deselected first. */
	blockedBy: { id: string; name: string } | null
}

export type OfferView = Shown & {
	includes: string[]
	age: { min: number | null; max: number | null } | null
	conditions: (RuleView & { title: string })[]
	state: Offer['state']
	left: number
	/** '14:00–16:30 Uhr' */
	when: string | null
	ways: WayOut[]
	/** Lengths for which it is sold, when it is not for the chosen one. */
	durations: DurationView[]
	chosen: ChosenView | null
}

/** A package, room or attraction as it lies in the cart. */
export type ChosenView = {
	detail: string
	quantity: number
	groups: GroupForm[]
	problems: ProblemText[]
}

export type GroupForm = RuleView & {
	id: string
	title: string
	guests: number
	items: GroupItem[]
	problems: ProblemText[]
}
export type GroupItem = {
	id: string
	name: string
	summary: string
	picture: string
	popular: boolean
	mandatory: boolean
	price: Cents | null
	included: number
	quantity: number
	max: number
}

export type ExtraView = Shown & {
	mandatory: boolean
	due: DueKind
	/** Names of products that have to be chosen before it. */
	missing: string[]
}

/** A sentence, and the names it is about. */
export type ProblemText = { message: Message; others: string }

export type PanelView = {
	version: number
	day: Day | null
	/** 'Sa., 28. November 2026' */
	dayName: string | null
	hold: CartView['hold']
	/** '14:35' */
	heldUntil: string | null
	/** ISO instant. */
	expiresAt: string | null
	lines: PanelLine[]
	sums: Record<
		'linesTotal' | 'discount' | 'shipping' | 'total' | 'voucher' | 'online' | 'onSite',
		Cents
	>
	voucher: { code: string; problem: Message | null } | null
	isOrdered: boolean
	isReady: boolean
	/** What stands between this cart and the checkout. */
	obstacles: (ProblemText & { name: string; productId: string })[]
}

export type PanelLine = {
	id: string
	productId: string
	name: string
	detail: string
	quantity: number
	min: number
	max: number
	perGuest: boolean
	isChild: boolean
	amount: Cents
	included: number
	due: DueKind
}

/** The address, with what the cart already says about day, time and guests where it names no day itself. */
export function startingPoint(
	venue: Venue,
	params: URLSearchParams,
	cart: Cart | null,
): URLSearchParams {
	if (params.get('day') || !cart?.day) return params
	const line = cart.lines.find((line) => line.startsAt !== null)
	const isParty = line && findProduct(venue, line.productId)?.perGuest
	const known = {
		day: cart.day,
		time: line?.startsAt ? formatTime(line.startsAt, 'de-DE') : null,
		duration: line?.duration ?? null,
		guests: isParty ? String(line.quantity) : null,
	}
	const point = new URLSearchParams(params)
	for (const [name, value] of Object.entries(known)) {
		if (value !== null && !params.has(name)) point.set(name, value)
	}
	return point
}

type Facts = { locale: Locale; now: DateTime; markOf: (day: Day) => DayMark }

export function weekView(venue: Venue, day: Day, facts: Facts): WeekView {
	return {
		days: weekOf(day).map((day) => dayView(day, facts)),
		before: neighbour(venue, day, -1, facts.now),
		after: neighbour(venue, day, 1, facts.now),
	}
}

export function monthView(venue: Venue, month: Month, facts: Facts): MonthView {
	const weeks = monthGrid(month)
	const first = today(facts.now)
	const last = addDays(first, venue.calendar.horizonDays)
	const before = addMonths(month, -1)
	const after = addMonths(month, 1)
	return {
		title: formatDay(`${month}-01`, facts.locale, 'month'),
		weekdays: (weeks[0] ?? []).map((day) => ({
			short: formatDay(day, facts.locale, 'weekday'),
			long: formatDay(day, facts.locale, 'weekdayName'),
		})),
		weeks: weeks
			.map((days) => days.map((day) => (day.startsWith(month) ? dayView(day, facts) : null)))
			.filter((days) => days.some((day) => day !== null && day.mark !== 'past')),
		before: before >= first.slice(0, 7) ? before : null,
		after: after <= last.slice(0, 7) ? after : null,
	}
}

export function openingView({ day, hours, kind, label }: Opening, locale: Locale): OpeningView {
	return {
		name: formatDay(day, locale, 'full'),
		hours: hours && formatHours(hours, locale),
		kind,
		label: label && inLocale(label, locale),
	}
}

export function durationViews(durations: readonly Duration[], locale: Locale): DurationView[] {
	return durations.map((value) => ({ value, label: formatDuration(value, locale) }))
}

export function wayOut(
	{ day, time, left = null }: { day: Day; time: string; left?: number | null },
	locale: Locale,
): WayOut {
	return { day, time, left, name: formatDay(day, locale, 'short') }
}

type OfferFacts = {
	locale: Locale
	now: DateTime
	search: Search
	cart: CartView | null
	loadsOf: (day: Day) => readonly Load[]
	last: Day
}

export function offerViews(venue: Venue, offers: readonly Offer[], facts: OfferFacts): OfferView[] {
	const later = laterWays(venue, offers, facts)
	return offers.map((offer) => offerView(venue, offer, facts, later.get(offer.product.id) ?? []))
}

/** Add-ons and gift vouchers that stand on their own: those of a chosen package stand with it. */
export function extraViews(
	venue: Venue,
	extras: readonly Extra[],
	{ cart, locale }: Pick<OfferFacts, 'cart' | 'locale'>,
): ExtraView[] {
	const lines = cart?.lines ?? []
	const inGroups = new Set(
		lines.flatMap((line) =>
			line.groups.flatMap((group) => group.items.map((item) => item.productId)),
		),
	)
	return extras
		.filter(({ product, price }) => price !== null && !inGroups.has(product.id))
		.map(({ product, price }) => ({
			...shown(venue, product, { price, cart, locale, line: ownLine(cart, product) }),
			mandatory: product.mandatoryOnSite,
			due: product.due,
			missing: product.requires
				.filter((id) => !lines.some((line) => line.productId === id))
				.map((id) => nameOf(venue, id, locale)),
		}))
}

export function panelView(cart: CartView, locale: Locale): PanelView {
	const { lines: linesTotal, vat: _, ...sums } = cart.totals
	return {
		version: cart.version,
		day: cart.day,
		dayName: cart.day && formatDay(cart.day, locale),
		hold: cart.hold,
		heldUntil: cart.heldUntil && formatTime(moment(cart.heldUntil), locale),
		expiresAt: cart.heldUntil,
		lines: cart.lines.map((line) => panelLine(line, locale)),
		sums: { linesTotal, ...sums },
		voucher: cart.voucher,
		isOrdered: cart.isOrdered,
		isReady: cart.isReady,
		obstacles: cart.lines.flatMap((line) => obstaclesOf(line, locale)),
	}
}

function dayView(day: Day, { locale, now, markOf }: Facts): DayView {
	return {
		day,
		weekday: formatDay(day, locale, 'weekday'),
		date: String(Number(day.slice(8))),
		name: formatDay(day, locale, 'full'),
		mark: markOf(day),
		isToday: day === today(now),
	}
}

/** The same weekday in the next or the previous week in which something can be booked, or its first day that can. */
function neighbour(venue: Venue, day: Day, direction: 1 | -1, now: DateTime): Day | null {
	const first = today(now)
	const last = addDays(first, venue.calendar.horizonDays)
	for (let same = addDays(day, 7 * direction); ; same = addDays(same, 7 * direction)) {
		const week = weekOf(same)
		if ((week[0] ?? same) > last || (week[6] ?? same) < first) return null
		const bookable = week.filter((day) => isBookable(venue.calendar, day, now).ok)
		const found = bookable.includes(same) ? same : bookable[0]
		if (found) return found
	}
}

/** How many open days a sold out offer looks ahead, how many of them and how many other times it names. */
const lookAhead = { days: 7, ways: 3, times: 4 }

/** For what is sold out on the chosen day: the next days with room for it. */
function laterWays(
	venue: Venue,
	offers: readonly Offer[],
	{ locale, now, search, loadsOf, last }: OfferFacts,
): Map<string, WayOut[]> {
	const open = new Map(
		offers
			.filter(({ state }) => state === 'soldOut')
			.map(({ product }) => [product.id, [] as WayOut[]]),
	)
	let looked = 0
	for (
		let day = addDays(search.day, 1);
		day <= last && looked < lookAhead.days && isAnyOpen(open);
		day = addDays(day, 1)
	) {
		const found = offersOf(venue, { ...search, day }, { loads: loadsOf(day), now })
		if (found.length > 0) looked += 1
		for (const { product, state, times } of found) {
			const time = state === 'available' ? search.time : nearest(times, search.time)
			const ways = open.get(product.id)
			if (ways && time && ways.length < lookAhead.ways) ways.push(wayOut({ day, time }, locale))
		}
	}
	return open
}

function isAnyOpen(ways: Map<string, WayOut[]>): boolean {
	return [...ways.values()].some((found) => found.length < lookAhead.ways)
}

function nearest(times: readonly string[], wanted: string | null): string | undefined {
	return byNearness(times, wanted)[0]
}

function byNearness(times: readonly string[], wanted: string | null): string[] {
	const distance = (time: string) => Math.abs(minuteOf(time) - minuteOf(wanted ?? time))
	return [...times].sort((one, other) => distance(one) - distance(other))
}

function minuteOf(time: string): number {
	return Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
}

function offerView(venue: Venue, offer: Offer, facts: OfferFacts, later: WayOut[]): OfferView {
	const { product, price, span, state, left, times } = offer
	const { locale, search, cart } = facts
	const line = ownLine(cart, product, span?.from)
	const near = byNearness(times, search.time).slice(0, lookAhead.times).sort()
	return {
		...shown(venue, product, { price, cart, locale, line }),
		includes: product.includes.map((text) => inLocale(text, locale)),
		age: product.age ? { min: product.age.min ?? null, max: product.age.max ?? null } : null,
		conditions: product.conditions.map(({ title, rule, n, perGuest }) => ({
			title: inLocale(title, locale),
			rule,
			n,
			perGuest,
		})),
		state,
		left,
		when: span && formatTimeRange(moment(span.from), moment(span.until), locale),
		ways:
			state === 'otherTime' ? near.map((time) => wayOut({ day: search.day, time }, locale)) : later,
		durations:
			state === 'otherDuration'
				? durationViews(durationsOf(venue, product, search.day), locale)
				: [],
		chosen: line && isSelected(product) ? chosenView(line, locale) : null,
	}
}

/** Tickets simply add up; everything else is chosen or not. */
function isSelected({ kind, conditions }: Product): boolean {
	return kind !== 'ticket' || conditions.length > 0
}

function shown(
	venue: Venue,
	product: Product,
	{
		price,
		cart,
		locale,
		line,
	}: { price: Cents | null; cart: CartView | null; locale: Locale; line: LineView | undefined },
): Shown {
	const own =
		cart?.lines.filter((line) => line.productId === product.id && line.parentId === null) ?? []
	return {
		id: product.id,
		kind: product.kind,
		name: inLocale(product.name, locale),
		summary: inLocale(product.summary, locale),
		picture: product.picture,
		popular: product.popular,
		price,
		min: product.quantity.min,
		max: product.quantity.max,
		perGuest: product.perGuest,
		inCart: own.reduce((pieces, line) => pieces + line.quantity, 0),
		lineId: line?.id ?? null,
		blockedBy: line ? null : blockerOf(venue, product, cart, locale),
	}
}

/** Of two lines of one product the one at the chosen time. */
function ownLine(cart: CartView | null, product: Product, from?: number): LineView | undefined {
	const lines =
		cart?.lines.filter((line) => line.productId === product.id && line.parentId === null) ?? []
	return (
		lines.find((line) => line.startsAt !== null && moment(line.startsAt).valueOf() === from) ??
		lines[0]
	)
}

function blockerOf(
	venue: Venue,
	product: Product,
	cart: CartView | null,
	locale: Locale,
): Shown['blockedBy'] {
	const blocker = cart?.lines.find(
		(line) =>
			line.productId !== product.id &&
			(product.excludes.includes(line.productId) ||
				findProduct(venue, line.productId)?.excludes.includes(product.id)),
	)
	return blocker ? { id: blocker.productId, name: inLocale(blocker.name, locale) } : null
}

function durationsOf(venue: Venue, product: Product, day: Day): Duration[] {
	const { class: dayClass } = openingOn(venue.calendar, day)
	return venue.entry.durations.filter(
		(duration) => dayPrice(product, dayClass, day, duration) !== undefined,
	)
}

function chosenView(line: LineView, locale: Locale): ChosenView {
	return {
		detail: detailOf(line, locale),
		quantity: line.quantity,
		groups: line.groups.map((group) => groupForm(group, locale)),
		problems: line.problems.map((problem) => problemText(problem, locale)),
	}
}

function groupForm(
	{ id, title, rule, n, perGuest, guests, items, problems }: GroupView,
	locale: Locale,
): GroupForm {
	return {
		id,
		title: inLocale(title, locale),
		rule,
		n,
		perGuest,
		guests,
		problems: problems.map((problem) => problemText(problem, locale)),
		items: items.map(({ productId, name, summary, mandatoryOnSite, ...item }) => ({
			...item,
			id: productId,
			name: inLocale(name, locale),
			summary: inLocale(summary, locale),
			mandatory: mandatoryOnSite,
		})),
	}
}

function panelLine(line: LineView, locale: Locale): PanelLine {
	const { id, productId, quantity, min, max, perGuest, amount, included, due } = line
	return {
		id,
		productId,
		name: inLocale(line.name, locale),
		detail: detailOf(line, locale),
		quantity,
		min,
		max,
		perGuest,
		isChild: line.parentId !== null,
		amount,
		included,
		due,
	}
}

function obstaclesOf(line: LineView, locale: Locale): PanelView['obstacles'] {
	const name = inLocale(line.name, locale)
	const own = line.problems.map((problem) => ({
		...problemText(problem, locale),
		name,
		productId: line.productId,
	}))
	const ofGroups = line.groups.flatMap(({ title, problems }) =>
		problems.map((problem) => ({
			...problemText(problem, locale),
			name: inLocale(title, locale),
			productId: line.productId,
		})),
	)
	return [...own, ...ofGroups]
}

/** 'Sa., 28. Nov. · 14:00–16:00 Uhr · Partyraum Venus' */
function detailOf({ startsAt, endsAt, room }: LineView, locale: Locale): string {
	const parts = [
		startsAt && formatDay(dayOf(moment(startsAt)), locale, 'short'),
		startsAt && endsAt && formatTimeRange(moment(startsAt), moment(endsAt), locale),
		room && inLocale(room, locale),
	]
	return parts.filter(Boolean).join(' · ')
}

function problemText({ message, others }: ProblemView, locale: Locale): ProblemText {
	return { message, others: others.map((name) => inLocale(name, locale)).join(', ') }
}

/** Of epoch milliseconds or an ISO instant. */
function moment(instant: number | string): DateTime {
	return typeof instant === 'number' ? DateTime.fromMillis(instant) : DateTime.fromISO(instant)
}

function nameOf(venue: Venue, id: string, locale: Locale): string {
	const product = findProduct(venue, id)
	return product ? inLocale(product.name, locale) : id
}
