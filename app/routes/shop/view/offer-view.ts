import type { DateTime } from 'luxon'

import { inLocale } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import { offeredDurations } from '#app/models/offer/duration.ts'
import { guestsFor, roomFor } from '#app/models/offer/guests.ts'
import type { Offer } from '#app/models/offer/offers.ts'
import { excludeEachOther } from '#app/models/product/conditions.ts'
import { quantityOf } from '#app/models/product/groups.ts'
import { isTaxed } from '#app/models/product/price.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { DueKind, Product, ProductKind } from '#app/models/venue/catalogue.ts'
import { formatTimeRange } from '#app/models/venue/date-format.ts'
import { durationText, type DurationText } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { durationViews, type DurationView } from '#app/routes/shop/view/duration-view.ts'
import {
	laterWays,
	nearestWays,
	type Ahead,
	type Searcher,
	type WayOut,
} from '#app/routes/shop/view/ways.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'
import type { LineView, RuleView } from '#app/ui/order/line-view.ts'

/* Products for sale, in the visitor's language: small values with finished words. */

type ShownProduct = {
	id: string
	kind: ProductKind
	name: string
	summary: string
	picture: string
	popular: boolean
	price: Cents | null
	/** True when the price includes VAT on the chosen day. */
	isTaxed: boolean
	min: number
	max: number
	perGuest: boolean
	/** The number of pieces in the cart; of an add-on also those chosen for a party. */
	inCart: number
	/**
	 * The number of pieces in the cart at the chosen time; all of them for a product without a time. Tickets are counted
	 * whatever their duration, since saving changes it; a room booked for another duration is not.
	 */
	here: number
	/** The id of the product's line in the cart, by which it is taken out; null without one. */
	lineId: string | null
	/** The product in the cart that has to be taken out first; null without one. */
	blockedBy: { id: string; name: string; kind: ProductKind } | null
}

export type OfferView = ShownProduct & {
	/** The contents of the product, one text each; empty where the page shows it in short. */
	includes: string[]
	/** The sentence on who counts as a guest; null without one. */
	counts: string | null
	age: { min: number | null; max: number | null } | null
	conditions: (RuleView & { title: string })[]
	state: Offer['state']
	left: number
	/** The most guests that the product takes; null when unknown. */
	room: number | null
	/** The time of the offer in words, '14:00–16:30 Uhr'; null without one. */
	when: string | null
	ways: WayOut[]
	/** The durations for which the product is sold, when it is not sold for the chosen one; else empty. */
	durations: DurationView[]
	/** The party in the cart that the offer can replace; null without one. */
	instead: Instead | null
	/** The line in the cart of a product that is chosen as a whole, not by number; null while it is not chosen. */
	chosen: LineView | null
}

/** The party in the cart to replace. `isAtOnce`: the offer has room at its time for as many guests. */
export type Instead = { lineId: string; name: string; quantity: number; isAtOnce: boolean }

export type ExtraView = ShownProduct & {
	/** The venue's title for the section of extras; null without one. */
	section: string | null
	mandatory: boolean
	due: DueKind
	/** The names of products that have to be chosen before this extra. */
	missing: string[]
	/** The price of shipping in cents, once for all that is sent; null when nothing is sent. */
	shipping: Cents | null
	/** The number of months for which a gift voucher is valid at least; null for other products. */
	validMonths: number | null
	/** The telephone number where a call alone books the extra; null when it is booked online. */
	phone: string | null
}

/** The visitor's language, search and cart. */
export type Shopper = Searcher & { cart: CartView | null }

export function offerViews(
	venue: Venue,
	offers: readonly Offer[],
	shopper: Shopper & { now: DateTime },
	ahead: Ahead,
): OfferView[] {
	const later = laterWays(venue, offers, shopper, ahead)
	return offers.map((offer) => offerView(venue, offer, shopper, later.get(offer.product.id) ?? []))
}

function offerView(venue: Venue, offer: Offer, shopper: Shopper, later: WayOut[]): OfferView {
	const { product, price, duration, span, state, left, times } = offer
	const { locale, search, cart } = shopper
	const at = span && duration ? { from: span.from, duration: durationText(duration) } : null
	const line = ownLine(cart, product, at)
	return {
		...shown(venue, product, { price, shopper, line, at }),
		...(product.kind === 'ticket' && { summary: '' }),
		includes: isAtLength(product, shopper, line)
			? product.includes.map((text) => inLocale(text, locale))
			: [],
		counts: product.counts ? inLocale(product.counts, locale) : null,
		age: product.age ? { min: product.age.min ?? null, max: product.age.max ?? null } : null,
		conditions: product.conditions.map(({ title, rule, n, perGuest }) => ({
			title: inLocale(title, locale),
			rule,
			n,
			perGuest,
		})),
		state,
		left,
		room: roomFor(venue, product),
		when: span && formatTimeRange(new Date(span.from), new Date(span.until), locale),
		ways: times.length > 0 ? nearestWays(times, shopper) : later,
		durations:
			state === 'otherDuration'
				? durationViews(
						offeredDurations(venue, product, openingOn(venue.calendar, search.day)),
						locale,
					)
				: [],
		instead: line ? null : insteadOf(venue, offer, cart),
		chosen: line && isSelected(product) ? line : null,
	}
}

/** Finds the party in the cart that a package can replace; null without one, or when the cart is being ordered. */
function insteadOf(
	venue: Venue,
	{ product, span, state }: Offer,
	cart: CartView | null,
): Instead | null {
	if (!cart || cart.isOrdered || product.kind !== 'package') return null
	const line = cart.lines.find(
		({ kind, productId }) => kind === 'package' && excludeEachOther(venue, product, productId),
	)
	if (!line) return null
	const { id: lineId, name, quantity } = line
	const isAtOnce =
		state === 'available' && isAt(line, span) && guestsFor(product.quantity, quantity) === quantity
	return { lineId, name, quantity, isAtOnce }
}

/** True when the page lists all contents; those of tickets for a chosen or large enough group ticket alone. */
function isAtLength(
	{ kind, conditions, quantity }: Product,
	{ search }: Shopper,
	line: LineView | undefined,
): boolean {
	if (kind !== 'ticket') return true
	return conditions.length > 0 && (line !== undefined || quantity.min <= search.guests)
}

/** True for a product that is chosen as a whole; tickets without choices are counted instead. */
function isSelected({ kind, conditions }: Product): boolean {
	return kind !== 'ticket' || conditions.length > 0
}

type Found = {
	price: Cents | null
	shopper: Shopper
	line: LineView | undefined
	/** The chosen start, in milliseconds, and duration; left out when the product has none. */
	at?: Chosen | null
}

type Chosen = { from: number; duration: DurationText }

export function shown(
	venue: Venue,
	product: Product,
	{ price, shopper, line, at }: Found,
): ShownProduct {
	const { cart, locale, search } = shopper
	return {
		id: product.id,
		kind: product.kind,
		name: inLocale(product.name, locale),
		summary: inLocale(product.summary, locale),
		picture: product.picture,
		popular: product.popular,
		price,
		isTaxed: isTaxed(venue, product, search.day),
		min: product.quantity.min,
		max: product.quantity.max,
		perGuest: product.perGuest,
		inCart: quantityOf(linesOf(cart, product)),
		here: line && (at === undefined || isHere(line, at)) ? line.quantity : 0,
		lineId: line?.id ?? null,
		blockedBy: line ? null : blockerOf(venue, product, cart),
	}
}

/** Returns the product's line in the cart, the one at the chosen time where there are two; undefined without one. */
export function ownLine(
	cart: CartView | null,
	product: Product,
	at: Chosen | null = null,
): LineView | undefined {
	const lines = linesOf(cart, product)
	const then = lines.filter((line) => isAt(line, at))
	return then.find(({ duration }) => duration === at?.duration) ?? then[0] ?? lines[0]
}

/**
 * Returns the lines of a product in the cart. For an add-on those chosen for a party are lines too; any other product
 * has only those that stand alone.
 */
export function linesOf(cart: CartView | null, { id, kind }: Product): LineView[] {
	const lines = cart?.lines.filter(({ productId }) => productId === id) ?? []
	return lines.filter(({ parentId }) => parentId === null || kind === 'addon')
}

function isHere(line: LineView, at: Chosen | null): boolean {
	return isAt(line, at) && (line.kind === 'ticket' || line.duration === at?.duration)
}

function isAt({ startsAt }: LineView, at: Pick<Chosen, 'from'> | null): boolean {
	return startsAt !== null && Date.parse(startsAt) === at?.from
}

export function blockerOf(
	venue: Venue,
	product: Product,
	cart: CartView | null,
): ShownProduct['blockedBy'] {
	const blocker = cart?.lines.find(
		(line) => line.productId !== product.id && excludeEachOther(venue, product, line.productId),
	)
	return blocker ? { id: blocker.productId, name: blocker.name, kind: blocker.kind } : null
}
