import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { DateTime } from 'luxon'

import type { Message } from '#app/i18n/i18n.ts'
import {
	instantAt,
	isBookable,
	openingOn,
	startTimes,
	timeRange,
	type Day,
	type Instant,
	type Opening,
} from '#app/models/venue/calendar.ts'
import { isExclusive, needsOf, peak, type Load, type Span } from '#app/models/capacity/capacity.ts'
import type { Cents } from '#app/models/money.ts'

import { dayPrice } from '#app/models/product/price.ts'
import { checkAdding } from '#app/models/product/conditions.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import {
	findProduct,
	type Duration,
	type Hours,
	type Product,
	type Venue,
} from '#app/models/venue/venue.ts'
import type { Voucher } from '#app/models/voucher/voucher.ts'

export type DurationText = `${number}` | 'day'

export type CartLine = {
	id: string
	/** The package this extra belongs to. */
	parentId: string | null
	productId: string
	quantity: number
	/** As it was shown when the line was added. */
	unitPrice: Cents
	startsAt: Date | null
	endsAt: Date | null
	duration: DurationText | null
}

/** One day a cart; dateless goods may lie beside dated ones. */
export type Cart = {
	id: string
	version: number
	day: Day | null
	heldSince: Date | null
	expiresAt: Date | null
	party: OrderedParty | null
	person: OrderedPerson | null
	/** The running order: while it runs, the cart is frozen. */
	orderId: string | null
	lines: CartLine[]
	voucher: CartVoucher | null
	/** Resources given to each line while its hold lasts, by line. */
	given: Record<string, string[]>
}

/** `reserved`: what lies aside of a value voucher for this cart. */
export type CartVoucher = Voucher & { reserved: Cents }

/** What a visitor asks for. `time` is 'HH:MM' of the venue's clock. */
export type Wish = {
	productId: string
	quantity: number
	day: Day | null
	time: string | null
	duration: Duration | null
	parentId: string | null
}

type Circumstances = { now: DateTime; newId: string }

/**
 * The lines with the wish among them. The same thing at the same time becomes more of it, not a second
 * line, and all of it costs what it costs today.
 */
export function add(
	venue: Venue,
	cart: Cart,
	wish: Wish,
	{ now, newId }: Circumstances,
): Result<CartLine[]> {
	const product = findProduct(venue, wish.productId)
	if (!product) return refuse('productGone')
	const isPackage = (line: CartLine) =>
		line.id === wish.parentId && line.parentId === null && isSold(venue, line)
	if (wish.parentId !== null && !cart.lines.some(isPackage)) return refuse('productGone')

	const line = isDayBound(product)
		? datedLine(venue, cart, wish, { product, now })
		: datelessLine(product, wish)
	if (!line.ok) return line

	const same = cart.lines.find((other) => isSame(other, line.value))
	const lines = same
		? cart.lines.map((other) =>
				other === same
					? {
							...other,
							unitPrice: line.value.unitPrice,
							quantity: other.quantity + wish.quantity,
						}
					: other,
			)
		: [...cart.lines, { ...line.value, id: newId }]
	return permitted(venue, cart, lines, isDayBound(product) ? wish.day : cart.day)
}

/** The lines with another quantity of one of them. */
export function setQuantity(
	venue: Venue,
	cart: Cart,
	lineId: string,
	quantity: number,
): Result<CartLine[]> {
	if (!cart.lines.some((line) => line.id === lineId)) return refuse('productGone')
	const lines = cart.lines.map((line) => (line.id === lineId ? { ...line, quantity } : line))
	return permitted(venue, cart, lines, cart.day)
}

/** The lines without one of them and the extras that belong to it. No rule forbids it, so no cart can lock itself. */
export function remove(cart: Cart, lineId: string): Result<CartLine[]> {
	if (!cart.lines.some((line) => line.id === lineId)) return refuse('productGone')
	return ok(cart.lines.filter((line) => line.id !== lineId && line.parentId !== lineId))
}

/** What is chosen of one group of a package: `quantities` by product, those left out are none. */
export type Extras = { lineId: string; groupId: string; quantities: Record<string, number> }

/** The lines with exactly `extras` of that group. Kept lines keep their id. */
export function setExtras(
	venue: Venue,
	cart: Cart,
	extras: Extras,
	newIdOf: (productId: string) => string,
): Result<CartLine[]> {
	const parent = cart.lines.find((line) => line.id === extras.lineId)
	const group =
		parent &&
		findProduct(venue, parent.productId)?.conditions.find((group) => group.id === extras.groupId)
	if (!parent || !group || cart.day === null) return refuse('productGone')

	const opening = openingOn(venue.calendar, cart.day)
	const items = new Set(group.items.map((item) => item.product))
	if (Object.keys(extras.quantities).some((id) => !items.has(id))) return refuse('productGone')
	const isOfGroup = (line: CartLine) => line.parentId === parent.id && items.has(line.productId)
	const lines = cart.lines.filter((line) => !isOfGroup(line))
	for (const productId of items) {
		const quantity = extras.quantities[productId] ?? 0
		const product = findProduct(venue, productId)
		if (quantity === 0 || !product) continue
		const kept = cart.lines.find((line) => isOfGroup(line) && line.productId === productId)
		const unitPrice = dayPrice(product, opening.class, cart.day, null)
		if (unitPrice === undefined) return refuse('productGone')
		lines.push(
			kept
				? { ...kept, quantity, unitPrice }
				: {
						id: newIdOf(productId),
						parentId: parent.id,
						productId,
						quantity,
						unitPrice,
						startsAt: null,
						endsAt: null,
						duration: null,
					},
		)
	}
	return permitted(venue, cart, lines, cart.day)
}

/** Whether the venue still has its product. What it has no longer goes with the next change. */
export function isSold(venue: Venue, line: CartLine): boolean {
	return findProduct(venue, line.productId) !== undefined
}

/** The lines that a change of the day takes away. */
export function dayBoundLines(venue: Venue, lines: readonly CartLine[]): CartLine[] {
	return lines.filter((line) => {
		const product = findProduct(venue, line.productId)
		return product !== undefined && isDayBound(product)
	})
}

/** Everything but gift vouchers belongs to a day. */
export function isDayBound(product: Product): boolean {
	return product.kind !== 'giftVoucher'
}

/**
 * When a line takes up room: its own time, that of its package, that of the visit, or the whole opening
 * time of the day.
 */
export function bookedSpan(
	venue: Venue,
	day: Day,
	lines: readonly CartLine[],
	line: CartLine,
): Span | null {
	const timed = [
		line,
		lines.find((other) => other.id === line.parentId),
		lines.find((other) => other.startsAt !== null),
	].find((candidate) => candidate?.startsAt && candidate.endsAt)
	if (timed?.startsAt && timed.endsAt)
		return { from: timed.startsAt.getTime(), until: timed.endsAt.getTime() }

	const { hours } = openingOn(venue.calendar, day)
	if (!hours) return null
	return {
		from: instantAt(day, hours.opens).getTime(),
		until: instantAt(day, hours.closes).getTime(),
	}
}

/** Lines whose price is another today than when they were added, with the price of today; undefined: no longer sold. */
export function repriced(
	venue: Venue,
	cart: Cart,
): { line: CartLine; unitPrice: Cents | undefined }[] {
	return cart.lines
		.map((line) => ({ line, unitPrice: priceToday(venue, cart.day, line) }))
		.filter(({ line, unitPrice }) => unitPrice !== line.unitPrice)
}

/** Whether something in the cart that needs a place has none any more, by the database's clock. */
export function isUnheld(venue: Venue, cart: Cart): boolean {
	return cart.lines.some((line) => {
		const needsPlace = (findProduct(venue, line.productId)?.uses.length ?? 0) > 0
		return needsPlace && (cart.given[line.id]?.length ?? 0) === 0
	})
}

/** Until when a hold granted at `now` lasts: sliding, but no longer than the cap after it first began. */
export function holdUntil(venue: Venue, heldSince: Instant, now: Instant): Date {
	const sliding = after(now, venue.hold.minutes)
	const cap = after(heldSince, venue.hold.maxMinutes)
	return sliding < cap ? sliding : cap
}

export function parseDuration(text: string | null | undefined): Duration | null {
	if (text === 'day') return 'day'
	return text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null
}

function datedLine(
	venue: Venue,
	cart: Cart,
	wish: Wish,
	{ product, now }: { product: Product; now: DateTime },
): Result<Omit<CartLine, 'id'>> {
	const { day, parentId, productId, quantity } = wish
	if (day === null) return refuse('dayNeeded')
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return bookable
	const isElsewhere = cart.day !== null && cart.day !== day
	if (isElsewhere && dayBoundLines(venue, cart.lines).length > 0) return refuse('otherDay')

	const time = timeOf(venue, cart, wish, { product, opening: bookable.value, now })
	if (!time.ok) return time
	const unitPrice = dayPrice(product, bookable.value.class, day, parseDuration(time.value.duration))
	return unitPrice === undefined
		? refuse(
				product.kind === 'room' || product.kind === 'attraction'
					? 'expositionNotFound'
					: 'chooseOtherPeriod',
			)
		: ok({ parentId, productId, quantity, unitPrice, ...time.value })
}

type LineTime = Pick<CartLine, 'startsAt' | 'endsAt' | 'duration'>

function timeOf(
	venue: Venue,
	cart: Cart,
	wish: Wish,
	{
		product,
		opening,
		now,
	}: { product: Product; opening: Opening & { hours: Hours }; now: DateTime },
): Result<LineTime> {
	if (product.duration === undefined) {
		// What takes up room keeps the time of the visit it was chosen for, whatever becomes of that visit.
		const isForVisit = wish.parentId === null && product.uses.length > 0
		const visit = isForVisit ? cart.lines.find((line) => line.startsAt !== null) : undefined
		const { startsAt = null, endsAt = null } = visit ?? {}
		return ok({ startsAt, endsAt, duration: null })
	}

	const { time } = wish
	const duration = product.duration === 'chosen' ? wish.duration : product.duration
	if (duration === null || time === null) return refuse('slotNeeded')
	const { day, hours } = opening
	const times = startTimes(hours, product.raster ?? venue.entry.raster, duration, day)
	if (!times.includes(time)) return refuse('chooseOtherPeriod')
	const { startsAt, endsAt } = timeRange(day, hours, time, duration)
	if (startsAt.getTime() < now.toMillis()) return refuse('slotBegun')
	return ok({ startsAt, endsAt, duration: durationText(duration) })
}

function datelessLine(product: Product, wish: Wish): Result<Omit<CartLine, 'id'>> {
	const unitPrice = dayPrice(product, 'weekday', null, null)
	if (unitPrice === undefined) return refuse('productGone')
	return ok({
		parentId: null,
		productId: product.id,
		quantity: wish.quantity,
		unitPrice,
		startsAt: null,
		endsAt: null,
		duration: null,
	})
}

function isSame(one: Omit<CartLine, 'id'>, other: Omit<CartLine, 'id'>): boolean {
	return (
		one.productId === other.productId &&
		one.parentId === other.parentId &&
		one.startsAt?.getTime() === other.startsAt?.getTime() &&
		one.duration === other.duration
	)
}

function permitted(
	venue: Venue,
	before: Pick<Cart, 'day' | 'lines'>,
	lines: CartLine[],
	day: Day | null,
): Result<CartLine[]> {
	const [violation] = checkAdding(venue, before.lines, lines)
	const message = violation?.message ?? checkShare(venue, before, { day, lines })
	return message ? { ok: false, message } : ok(lines)
}

/**
 * No cart takes more of a zone at any moment than the largest line of a single product may, however many
 * lines it is spread over. As with the other rules, taking less is never refused.
 */
function checkShare(
	venue: Venue,
	before: Pick<Cart, 'day' | 'lines'>,
	after: Pick<Cart, 'day' | 'lines'>,
): Message | undefined {
	const [had, has] = [zoneLoads(venue, before), zoneLoads(venue, after)]
	for (const zone of new Set(has.map((load) => load.resourceId))) {
		const taken = peak(has, zone, always)
		const count = shareOf(venue, zone)
		if (taken <= count || taken <= peak(had, zone, always)) continue
		const isEntry = zone === venue.entry.resource
		return {
			key: isEntry ? 'conditions.guestsAtMost' : 'conditions.piecesAtMost',
			values: { count },
		}
	}
	return undefined
}

const always: Span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }

/** What the lines take of zones, held at the moment or not. */
function zoneLoads(venue: Venue, { day, lines }: Pick<Cart, 'day' | 'lines'>): Load[] {
	if (day === null) return []
	return lines.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		const booked = product && bookedSpan(venue, day, lines, line)
		return booked ? loadsOfLine(venue, product, line.quantity, booked) : []
	})
}

function loadsOfLine(venue: Venue, product: Product, quantity: number, booked: Span): Load[] {
	return needsOf(venue, product, quantity, booked).flatMap(
		({ candidates: [zone], units, during }) =>
			zone && !isExclusive(zone) ? [{ resourceId: zone.id, units, ...during }] : [],
	)
}

function shareOf(venue: Venue, zone: string): number {
	const largest = venue.products.map((product) =>
		loadsOfLine(venue, product, product.quantity.max, always)
			.filter((load) => load.resourceId === zone)
			.reduce((sum, load) => sum + load.units, 0),
	)
	return Math.max(...largest)
}

function priceToday(venue: Venue, day: Day | null, line: CartLine): Cents | undefined {
	const product = findProduct(venue, line.productId)
	if (!product) return undefined
	if (!isDayBound(product)) return dayPrice(product, 'weekday', null, null)
	return day === null
		? undefined
		: dayPrice(product, openingOn(venue.calendar, day).class, day, parseDuration(line.duration))
}

function durationText(duration: Duration): DurationText {
	return duration === 'day' ? 'day' : `${duration}`
}

function after(instant: Instant, minutes: number): Date {
	return DateTime.fromMillis(instant.valueOf()).plus({ minutes }).toJSDate()
}
