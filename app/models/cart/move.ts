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
 * A cart goes to another day with all that can come at the same times. The page that offers it and the change that
 * writes it ask the same decision.
 */

export type Move = {
	/** The lines of the cart as they shall be, with the ids they have now: what comes along, and dateless goods. */
	lines: CartLine[]
	/** Those of them that come along. */
	moved: CartLine[]
	/** What these cost on the new day. */
	amount: Cents
	/** Lines that cannot come, as they are now. Extras go with their package and are not named beside it. */
	left: Left[]
}

type Left = { line: CartLine; reason: Refused }

/** `loads`: what others have taken of the day. `dbNow` is the moment that a notice is judged by. */
export type NewDay = { day: Day; loads: readonly Load[]; now: DateTime; dbNow: Instant }

/**
 * Every line that is sold on the new day for its time and length, finds its places beside those before it and needs
 * no telephone comes along in its number and at the new day's price. Extras come with what they were chosen for.
 * Refused is a day that cannot be booked, and the cart's own.
 */
export function moveTo(venue: Venue, cart: Cart, to: NewDay): Result<Move> {
	const bookable = isBookable(venue.calendar, to.day, to.now)
	if (!bookable.ok) return bookable
	if (cart.day === null || cart.day === to.day) return refuse('cartChanged')

	const dated = dayBoundLines(venue, cart.lines)
	const reasons = new Map<string, Refused>()
	let moved: CartLine[] = []
	// One line that stays may be what others need: all is decided anew without it, until no more stay.
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

/** The lines as they are written: what moved under new ids, so that it keeps no place on the day before. */
export function movedLines({ lines, moved }: Move, newId: NewId): CartLine[] {
	return renamed(lines, new Map(moved.map(({ id }) => [id, newId()])))
}

/**
 * What a page shows of a move, for its form: the sum in cents and the places in the cart of the lines that stay,
 * '4850_2_5'. The version of the cart says the rest.
 */
export function moveText(cart: Cart, { amount, left }: Pick<Move, 'amount' | 'left'>): string {
	return [amount, ...left.map(({ line }) => placeIn(cart, line))].join('_')
}

/** Why a move is not the one that was shown: a line has to stay that was to come, or the sum is another. */
export function checkShown(cart: Cart, move: Move, shown: string): Refused | undefined {
	if (move.moved.length > 0 && moveText(cart, move) === shown) return undefined
	const [, ...stayed] = shown.split('_')
	const newly = move.left.find(({ line }) => !stayed.includes(placeIn(cart, line)))
	return newly?.reason ?? refuse('moveChanged')
}

type Leaving = { cart: Cart; dated: readonly CartLine[]; reasons: Map<string, Refused> }

/** What can come of the lines that have no reason to stay yet; each that cannot gets one. */
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

/** The lines as they would be on the new day, in the order of the cart: its places are found in that order, too. */
function linesOn(venue: Venue, { cart, dated, reasons }: Leaving, to: NewDay): CartLine[] {
	const isVisit = ({ productId }: CartLine) => findProduct(venue, productId)?.duration !== undefined
	const made = new Map<string, CartLine>()
	// A visit is made before what takes its time, a package before its extras.
	const [own, extras] = [dated.filter(isVisit), dated.filter((line) => !isVisit(line))]
	for (const line of [...own, ...extras.filter(isOwn), ...extras.filter((it) => !isOwn(it))]) {
		if (reasons.has(line.id) || isOfLeft(reasons, line)) continue
		const found = lineOn(venue, { cart, lines: [...made.values()], line }, to)
		if (found.ok) made.set(line.id, found.value)
		else reasons.set(line.id, found)
	}
	const lines = dated.flatMap(({ id }) => made.get(id) ?? [])
	// An extra was chosen for a visit: where no visit comes, it stays for the reason of the first.
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
	// Extras take the time of a visit; they do not change over to one at another time.
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
	const placements = assignLine(venue, { day, lines }, line, taken)
	return placements ? ok(placements) : noRoomFor(venue, line)
}

/** A hold on the day before is no hold on the new one. */
const nothingHeld = { lines: [], given: {}, heldSince: null }

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
