import { idOf } from '#app/models/booking/booked-cart.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { permitted, type NewLineContext } from '#app/models/cart/change.ts'
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
 * Computes the lines of a booking after a change or a move that is asked for, by the rules of carts. A line that stays
 * keeps its id.
 */

/**
 * A change of a booking that keeps its day; fields left out leave their part as it is. The quantities are final ones,
 * not differences, so that a change sent twice is made once.
 */
export type AskedChange = {
	kind: 'change'
	/** The new quantity (guests or pieces) of a line, by its position; 0 removes the line with its extras. */
	quantities?: Readonly<Record<number, number>>
	/**
	 * The quantities of the choices in a package's groups, by the position of the package's line and then by product id.
	 */
	pieces?: Readonly<Record<number, Readonly<Record<string, number>>>>
	/** Products to add to the booking; a product that it has already gets this quantity. */
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
 * A move of the whole booking to another day or time. `time` ('HH:MM') null keeps the times, `duration` is for tickets
 * whose duration the buyer chooses; `change` is made together with the move, such as more guests at a time when a
 * larger room is free. `price` is obeyed for staff alone; without it, and for customers always, the accepted policy
 * decides.
 */
export type AskedMove = {
	kind: 'move'
	day: Day
	time: string | null
	duration?: Duration | null
	change?: AskedChange
	price?: MovePrice | undefined
}

/**
 * The price of a moved booking, as staff choose it. agreed: what was agreed when it was booked · today: what today's
 * price list says for the new day.
 */
export type MovePrice = 'agreed' | 'today'

export type Asked = AskedChange | AskedMove

/** The day and the lines of a booking. */
export type Lines = Pick<Cart, 'day' | 'lines'>

/** Decides the day and the lines of a booking after a change or a move that is asked for, or refuses it. */
export function askedLines(
	venue: Venue,
	cart: Cart,
	asked: Asked,
	making: NewLineContext,
): Result<Lines> {
	const change = changeIn(asked)
	const lines = change ? changed(venue, cart, change, making) : ok(cart.lines)
	if (!lines.ok) return lines
	if (asked.kind === 'change') return ok({ day: cart.day, lines: lines.value })
	return movedTo(venue, { ...cart, lines: lines.value }, asked, making)
}

/** Returns the change that is asked for alone or together with a move; undefined for a move alone. */
export function changeIn(asked: Asked): AskedChange | undefined {
	return asked.kind === 'change' ? asked : asked.change
}

function changed(
	venue: Venue,
	cart: Cart,
	{ quantities = {}, pieces = {}, added = [] }: AskedChange,
	{ now, newId }: NewLineContext,
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
		// The extras of a package that is removed are removed with it.
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
 * Refuses lines that break a rule of their products, such as a group of a package with too few pieces; undefined when
 * there is no such rule. Carts may lack pieces until they are ordered, bookings may not. A rule that the booking broke
 * before, because the venue changed it since, refuses nothing.
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
 * Moves all lines of a booking to another day or time, or refuses with the first line that cannot be moved. The first
 * visit begins at the wished time, and all others shift by as many minutes.
 */
function movedTo(
	venue: Venue,
	cart: Cart,
	{ day, time, duration = null }: AskedMove,
	{ now }: Pick<NewLineContext, 'now'>,
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
	// Visits are moved before the extras that take their time from them, and packages before their extras.
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
		if (!moved.ok) {
			const isOffered = moved.message.key !== 'errors.chooseOtherPeriod'
			return { ...(isOffered ? moved : refuse('booking.notOffered')), productId: line.productId }
		}
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

/** Formats a minute of the day as 'HH:MM'; null for a minute before or after that day. */
function clockOf(minute: number): string | null {
	if (minute < 0 || minute >= 24 * 60) return null
	const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
	return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}
