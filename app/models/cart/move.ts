import type { DateTime } from 'luxon'

import { loadsOf, type Placement } from '#app/models/capacity/claim.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { dayBoundLines, isSold, type Cart, type CartLine } from '#app/models/cart/cart.ts'
import { permitted, type NewId } from '#app/models/cart/change.ts'
import { noRoomFor, assignLine } from '#app/models/cart/claim.ts'
import { checkTime, lineFor, renamed } from '#app/models/cart/line.ts'
import { checkNotice } from '#app/models/cart/notice.ts'
import { sum, type Cents } from '#app/models/money.ts'
import { missingFor } from '#app/models/product/conditions.ts'
import { pricedLines } from '#app/models/product/price.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { timeAt, today, type Instant } from '#app/models/venue/day.ts'
import { parseDuration, type Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/*
 * Decides how a cart moves to another day with all lines that can come at the same times. The page that offers the
 * move and the change that writes it both use this decision.
 */

export type Move = {
	/** The lines after the move, with their present ids: those that come along, and dateless goods. */
	lines: CartLine[]
	/** The lines that come along, as they are on the new day. */
	moved: CartLine[]
	/** The sum of the lines `moved` on the new day. */
	amount: Cents
	/** The lines that cannot come, as they are now. Extras are not listed beside their package. */
	left: Left[]
}

type Left = { line: CartLine; reason: Refused }

/** The day to move to; `loads` are the places of others on that day, `dbNow` is the moment for notices. */
export type NewDay = { day: Day; loads: readonly Load[]; now: DateTime; dbNow: Instant }

/**
 * Decides the move of a cart to another day. A line comes along, with its quantity and at the new day's price, when the
 * new day sells its product for its time and duration, places are free beside the lines before it, and it is not booked
 * by telephone alone. Extras come with the line they were chosen for. Refused for a day that cannot be booked, and for
 * the cart's own day.
 */
export function moveTo(venue: Venue, cart: Cart, to: NewDay): Result<Move> {
	const bookable = isBookable(venue.calendar, to.day, to.now)
	if (!bookable.ok) return bookable
	if (cart.day === null || cart.day === to.day) return refuse('cartChanged')

	const dated = dayBoundLines(venue, cart.lines)
	const reasons = new Map<string, Refused>()
	let moved: CartLine[] = []
	// Others may need a line that stays: all is decided again without it, until no more lines stay.
	for (let before = -1; before < reasons.size;) {
		before = reasons.size
		moved = comingLines(venue, { cart, dated, reasons }, to)
	}

	const lines = cart.lines
		.filter((line) => isSold(venue, line))
		.flatMap((line) => (dated.includes(line) ? moved.filter(({ id }) => id === line.id) : [line]))
	const allowed = permitted(venue, cart, lines, to.day)
	if (!allowed.ok) return allowed
	const left = dated.flatMap((line) => {
		const reason = reasons.get(line.id)
		return reason ? [{ line, reason }] : []
	})
	return ok({ lines, moved, amount: amountOf(venue, { lines, moved }, to), left })
}

/** Returns the lines of a move to write; those that moved have new ids, so that they keep no place on the old day. */
export function movedLines({ lines, moved }: Move, newId: NewId): CartLine[] {
	return renamed(lines, new Map(moved.map(({ id }) => [id, newId()])))
}

/**
 * Writes the move that a page shows as text for its form: the sum in cents and the indexes of the lines that stay,
 * '4850_2_5'. The version of the cart, sent beside it, tells all else.
 */
export function moveText(cart: Cart, { amount, left }: Pick<Move, 'amount' | 'left'>): string {
	return [amount, ...left.map(({ line }) => placeIn(cart, line))].join('_')
}

/**
 * Refuses a move that differs from the one shown, because a line has to stay that was to come, or the sum differs;
 * undefined otherwise.
 */
export function checkShown(cart: Cart, move: Move, shown: string): Refused | undefined {
	if (move.moved.length > 0 && moveText(cart, move) === shown) return undefined
	const [, ...stayed] = shown.split('_')
	const newly = move.left.find(({ line }) => !stayed.includes(placeIn(cart, line)))
	return newly?.reason ?? refuse('moveChanged')
}

type Leaving = { cart: Cart; dated: readonly CartLine[]; reasons: Map<string, Refused> }

/** Lists the lines that can come, among those without a reason to stay; notes a reason for each that cannot. */
function comingLines(venue: Venue, leaving: Leaving, to: NewDay): CartLine[] {
	const { dated, reasons } = leaving
	const lines = linesOn(venue, leaving, to)
	const taken = [...to.loads]
	const coming = lines.filter((line) => {
		if (isOfLeft(reasons, line)) return false
		const placed = placesOn(venue, { line, lines, taken }, to)
		if (!placed.ok) {
			reasons.set(line.id, placed)
			return false
		}
		taken.push(...loadsOf(placed.value))
		return true
	})
	for (const line of coming) {
		const product = findProduct(venue, line.productId)
		if (!product || missingFor(product, coming).length === 0) continue
		if (missingFor(product, dated).length === 0) reasons.set(line.id, refuse('requiresOther'))
	}
	return coming
}

/** Makes the lines as they would be on the new day, in the order of the cart, which is the order of finding places. */
function linesOn(venue: Venue, { cart, dated, reasons }: Leaving, to: NewDay): CartLine[] {
	const isVisit = ({ productId }: CartLine) => findProduct(venue, productId)?.duration !== undefined
	const made = new Map<string, CartLine>()
	// Visits are made before the extras that take their time, packages before their extras.
	const [own, extras] = [dated.filter(isVisit), dated.filter((line) => !isVisit(line))]
	for (const line of [...own, ...extras.filter(isOwn), ...extras.filter((it) => !isOwn(it))]) {
		if (reasons.has(line.id) || isOfLeft(reasons, line)) continue
		const found = lineOn(venue, { cart, lines: [...made.values()], line }, to)
		if (found.ok) made.set(line.id, found.value)
		else reasons.set(line.id, found)
	}
	const lines = dated.flatMap(({ id }) => made.get(id) ?? [])
	// Extras were chosen for a visit: when no visit comes, they stay for the reason of the first visit.
	const reason = own[0] && reasons.get(own[0].id)
	if (!reason || lines.some(isVisit)) return lines
	for (const { id } of lines) reasons.set(id, reason)
	return []
}

function isOwn({ parentId }: CartLine): boolean {
	return parentId === null
}

type Line = { line: CartLine; lines: CartLine[] }

function lineOn(
	venue: Venue,
	{ cart, lines, line }: Line & { cart: Cart },
	{ day, now }: NewDay,
): Result<CartLine> {
	const { id, productId, quantity, parentId, startsAt } = line
	const time = startsAt && timeAt(startsAt)
	const wish = { productId, quantity, parentId, day, time, duration: parseDuration(line.duration) }
	const made = lineFor(venue, { ...cart, day: null, lines }, wish, now)
	if (!made.ok) return made
	// An extra without a package takes the time of its visit; when no visit begins at that time, it stays.
	const isThen = time === null || (made.value.startsAt && timeAt(made.value.startsAt)) === time
	return isThen || parentId !== null ? ok({ ...made.value, id }) : refuse('chooseOtherPeriod')
}

function placesOn(
	venue: Venue,
	{ line, lines, taken }: Line & { taken: readonly Load[] },
	{ day, now, dbNow }: NewDay,
): Result<Placement[]> {
	const late =
		checkTime(venue, day, line, now) ??
		checkNotice(venue, { cart: nothingHeld, day, lines }, line, dbNow)
	if (late) return late
	const placements = assignLine(venue, { day, lines }, line, { taken })
	return placements ? ok(placements) : noRoomFor(venue, line)
}

/** A cart without holds, for judging notices on the new day: holds of the old day are no reason there. */
const nothingHeld = { lines: [], given: {}, heldSince: null, holdRule: 'visitor' as const }

function isOfLeft(reasons: ReadonlyMap<string, Refused>, { parentId }: CartLine): boolean {
	return parentId !== null && reasons.has(parentId)
}

function amountOf(
	venue: Venue,
	{ lines, moved }: Pick<Move, 'lines' | 'moved'>,
	{ day, now }: NewDay,
): Cents {
	const ids = new Set(moved.map(({ id }) => id))
	const priced = pricedLines(venue, lines, { visit: day, today: today(now) })
	return sum(priced.filter(({ id }) => ids.has(id)).map(({ amount }) => amount))
}

function placeIn({ lines }: Cart, { id }: CartLine): string {
	return String(lines.findIndex((line) => line.id === id))
}
