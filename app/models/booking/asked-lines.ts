import type { DateTime } from 'luxon'

import { idOf } from '#app/models/booking/booked-cart.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { permitted, type NewId } from '#app/models/cart/change.ts'
import { isSame, lineFor } from '#app/models/cart/line.ts'
import { setPieces } from '#app/models/cart/set.ts'
import type { Answers } from '#app/models/product/answer.ts'
import { check, type Violation } from '#app/models/product/conditions.ts'
import { isDayBound } from '#app/models/product/kind.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { minuteOf, timeAt } from '#app/models/venue/day.ts'
import { parseDuration, type Day, type Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'

/*
 * The lines that a booking has after what is asked for, by the rules of carts. A line that stays keeps its id.
 */

/** A change of a booking on its day; what is left out stays. It names final numbers, so sent twice it counts once. */
export type AskedChange = {
	kind: 'change'
	/** The number of guests or pieces of a line, by its position; 0 takes it out, with its extras. */
	quantities?: Readonly<Record<number, number>>
	/** The pieces of a package's groups by product, by the position of the package's line. */
	pieces?: Readonly<Record<number, Readonly<Record<string, number>>>>
	/** Further products of the booking; those that it has already get this number. */
	added?: readonly Added[]
	party?: OrderedParty | null
	answers?: Answers
}

type Added = {
	productId: string
	quantity: number
	time?: string | null
	duration?: Duration | null
}

/**
 * Another day or time for the whole booking. `time` null keeps the times, `duration` is for tickets with a choice;
 * `change` is made together with the move, such as more guests at a time when a larger room is free.
 */
export type AskedMove = {
	kind: 'move'
	day: Day
	time: string | null
	duration?: Duration | null
	change?: AskedChange
}

export type Asked = AskedChange | AskedMove

/** The day and the lines of a booking. */
export type Lines = Pick<Cart, 'day' | 'lines'>

type Making = { now: DateTime; newId: NewId }

/** Decides the day and the lines after what is asked for, or refuses it. */
export function askedLines(venue: Venue, cart: Cart, asked: Asked, making: Making): Result<Lines> {
	const change = changeIn(asked)
	const lines = change ? changed(venue, cart, change, making) : ok(cart.lines)
	if (!lines.ok) return lines
	if (asked.kind === 'change') return ok({ day: cart.day, lines: lines.value })
	return movedTo(venue, { ...cart, lines: lines.value }, asked, making)
}

/** The change in what is asked for; undefined for a mere move. */
export function changeIn(asked: Asked): AskedChange | undefined {
	return asked.kind === 'change' ? asked : asked.change
}

function changed(
	venue: Venue,
	cart: Cart,
	{ quantities = {}, pieces = {}, added = [] }: AskedChange,
	{ now, newId }: Making,
): Result<CartLine[]> {
	let lines = cart.lines
	for (const [position, quantity] of Object.entries(quantities)) {
		const id = idOf(Number(position))
		const line = lines.find((other) => other.id === id)
		if (!line || line.quantity === quantity) continue
		const product = findProduct(venue, line.productId)
		if (product && !isDayBound(product)) return refuse('booking.giftVoucherStays')
		if (!product && quantity > line.quantity) return refuse('productGone')
		lines =
			quantity === 0
				? lines.filter((other) => other.id !== id && other.parentId !== id)
				: lines.map((other) => (other === line ? { ...other, quantity } : other))
	}
	for (const [position, wanted] of Object.entries(pieces)) {
		const lineId = idOf(Number(position))
		// Extras of a package that was taken out go with it.
		if (!lines.some(({ id }) => id === lineId)) continue
		const quantities = { ...wanted }
		const set = setPieces(venue, { ...cart, lines: [...lines] }, { lineId, quantities }, newId)
		if (!set.ok) return set
		lines = set.value
	}
	for (const { productId, quantity, time = null, duration = null } of added) {
		const wish = { productId, quantity, day: cart.day, time, duration, parentId: null }
		const line = lineFor(venue, { ...cart, lines }, wish, now)
		const product = findProduct(venue, productId)
		if (product && !isDayBound(product)) return refuse('booking.giftVoucherStays')
		const same = line.ok
			? lines.find((other) => isSame(other, line.value))
			: lines.find((other) => other.productId === productId && other.parentId === null)
		if (quantity === 0) {
			lines = lines.filter((other) => other !== same && (!same || other.parentId !== same.id))
			continue
		}
		if (!line.ok) return line
		lines = same
			? lines.map((other) => (other === same ? { ...other, quantity } : other))
			: [...lines, { ...line.value, id: newId() }]
	}
	const allowed = permitted(venue, cart, lines, cart.day)
	return allowed.ok ? (incomplete(venue, cart.lines, lines) ?? allowed) : allowed
}

/**
 * The refusal of lines that break a rule which they did not break before. Carts may lack pieces until they are ordered;
 * a booking may not. One that the rules have changed for keeps what it has.
 */
function incomplete(
	venue: Venue,
	before: readonly CartLine[],
	after: readonly CartLine[],
): Refused | undefined {
	const known = new Set(check(venue, before).map(keyOf))
	const violation = check(venue, after).find((it) => !known.has(keyOf(it)))
	if (!violation) return undefined
	const { productId, groupId, message } = violation
	const group = findProduct(venue, productId)?.conditions.find(({ id }) => id === groupId)
	return {
		ok: false,
		message,
		productId,
		...(group && { group: { id: group.id, title: group.title } }),
	}
}

function keyOf({ lineId, groupId, message }: Violation): string {
	return JSON.stringify([lineId, groupId, message])
}

/**
 * All lines on another day or at another time, or the refusal of the first that cannot come. The first visit begins at
 * the wished time, and the others as much earlier or later as they do.
 */
function movedTo(
	venue: Venue,
	cart: Cart,
	{ day, time, duration = null }: AskedMove,
	{ now }: Making,
): Result<Lines> {
	if (cart.day === null) return refuse('booking.notMoved')
	const bookable = isBookable(venue.calendar, day, now)
	if (!bookable.ok) return bookable
	const first = cart.lines.find((line) => isVisit(venue, line))
	const shift = time && first?.startsAt ? minuteOf(time) - minuteOf(timeAt(first.startsAt)) : 0
	const made = new Map<string, CartLine>()
	const dated = cart.lines.filter(({ productId }) => {
		const product = findProduct(venue, productId)
		return !product || isDayBound(product)
	})
	// Visits are made before the extras that take their time, packages before their extras.
	const visits = dated.filter((line) => isVisit(venue, line))
	const extras = dated.filter((line) => !isVisit(venue, line))
	for (const line of [...visits, ...extras.filter(isOwn), ...extras.filter((it) => !isOwn(it))]) {
		const isChosen = duration !== null && findProduct(venue, line.productId)?.duration === 'chosen'
		const wish = {
			productId: line.productId,
			quantity: line.quantity,
			day,
			time: line.startsAt && clockOf(minuteOf(timeAt(line.startsAt)) + shift),
			duration: isChosen ? duration : parseDuration(line.duration),
			parentId: line.parentId,
		}
		const lines = [...made.values()]
		const moved = lineFor(venue, { ...cart, day: null, lines }, wish, now)
		if (!moved.ok) return { ...moved, productId: line.productId }
		made.set(line.id, { ...moved.value, id: line.id })
	}
	const lines = cart.lines.map((line) => made.get(line.id) ?? line)
	const allowed = permitted(venue, cart, lines, day)
	return allowed.ok ? ok({ day, lines: allowed.value }) : allowed
}

function isVisit(venue: Venue, { productId }: CartLine): boolean {
	return findProduct(venue, productId)?.duration !== undefined
}

function isOwn({ parentId }: CartLine): boolean {
	return parentId === null
}

/** 'HH:MM' of a minute of the day; null outside it. */
function clockOf(minute: number): string | null {
	if (minute < 0 || minute >= 24 * 60) return null
	const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
	return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
