import { isHalved, refuseBelowFee, refuseChange, refuseMove } from '#app/models/booking/allowed.ts'
import {
	askedLines,
	changeIn,
	type Asked,
	type AskedChange,
	type Lines,
	type MovePrice,
} from '#app/models/booking/asked-lines.ts'
import { cartOf, idOf, positionOf } from '#app/models/booking/booked-cart.ts'
import { rebook, type Moment, type WantedPlace } from '#app/models/booking/rebooked.ts'
import { reviseLines } from '#app/models/booking/revised-lines.ts'
import {
	reviseSums,
	type BookedMoney,
	type RevisedMoney,
} from '#app/models/booking/revised-sums.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { differencesOf, type Pair } from '#app/models/order/difference.ts'
import { refuseEnded, refuseOver } from '#app/models/order/order-end.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { keepsPrice } from '#app/models/order/policy.ts'
import {
	contentOf,
	inOrder,
	isSameContent,
	momentsOf,
	type OwnPlace,
	type Place,
} from '#app/models/order/revision-content.ts'
import type { ChangedTexts, RevisionContent } from '#app/models/order/revision.ts'
import { answered } from '#app/models/product/answer.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'
import { type Venue } from '#app/models/venue/venue.ts'

/*
 * Decides the next revision of a booking from rows that were loaded before: nothing here reads or writes.
 */

/** A booking as it was loaded: its live places, the places of others on its present and its new day, and its money. */
export type Booking = Pick<BookedMoney, 'terms' | 'refundable'> & {
	order: Order
	places: readonly OwnPlace[]
	loads: readonly Load[]
	/** The number of times that the customer has moved the booking. */
	moved: number
	/** The most pieces that one of its revisions had, by product; empty while nothing was changed. */
	most: Readonly<Record<string, number>>
}

/** The next revision of a booking as it was decided and is not written yet, with its money. */
export type Plan = {
	/** The number of the new revision; that of the booking as it is when nothing differs. */
	revision: number
	before: RevisionContent
	after: RevisionContent
	/** The lines that the change makes different, in reading order. */
	differences: Pair[]
	/** The texts after the change; null when they stay as they are. */
	texts: ChangedTexts | null
	money: RevisedMoney
	/** The reason why the order's voucher no longer lowers or pays the price; null when it does as before. */
	voucherFallsAway: Refused | null
	/** The room before and after the change; null without one. */
	room: { before: Resource | null; after: Resource | null }
	/** True when the change takes more than half of a visit's guests away, for which a letter's key does not suffice. */
	isHalved: boolean
}

/** Decides the next revision of a booking, or refuses it with a sentence. */
export function planRevision(
	venue: Venue,
	booking: Booking,
	asked: Asked,
	moment: Moment,
): Result<Plan> {
	const { order } = booking
	const ended = moment.isStaff ? refuseEnded(order) : refuseOver(order, moment.dbNow)
	if (ended) return ended
	const plan = planOf(venue, booking, asked, moment)
	if (asked.kind !== 'move' || moment.isStaff) return plan
	// A move that is in force already is a button pressed twice; it may have been the last move allowed (faults K113).
	if (plan.ok && plan.value.revision === order.revision) return plan
	return refuseMove(venue, booking, moment.dbNow) ?? plan
}

function planOf(venue: Venue, booking: Booking, asked: Asked, moment: Moment): Result<Plan> {
	const { order } = booking
	const isStaff = moment.isStaff ?? false
	const cart = cartOf(venue, order)
	let made = 0
	const newId = () => `new-${(made += 1)}`
	const lines = askedLines(venue, cart, asked, { now: moment.now, newId })
	if (!lines.ok) return lines
	if (isGiftTouched(order, lines.value)) return refuse('booking.giftVoucherStays')
	if (!lines.value.lines.some(({ id }) => !isGiftId(order, id))) return refuse('booking.leftEmpty')
	const places = rebook(venue, { ...booking, cart }, lines.value, moment)
	if (!places.ok) return places
	const revised = reviseLines(venue, order, lines.value, {
		places: places.value,
		keepsPrice: asked.kind === 'move' && keepsAgreed(venue, order, { isStaff, price: asked.price }),
	})
	if (!revised.ok) return revised
	const after = { day: lines.value.day, lines: revised.value.lines }
	const change = changeIn(asked)
	const texts = change ? textsAfter(venue, order, change, after.lines) : null
	const changing = { lines: after.lines, hasTexts: texts !== null }
	const unchanged = change && !isStaff && refuseChange(venue, order, changing, moment.dbNow)
	if (unchanged) return unchanged
	const sums = reviseSums(venue, booking, after, isStaff)
	if (!sums.ok) return sums
	const cheap = isStaff ? undefined : refuseBelowFee(venue, order, sums.value.sums, moment.dbNow)
	if (cheap) return cheap

	const { sums: sumsAfter, money, fallsAway } = sums.value
	const content = {
		...contentOf({ ...order, ...sumsAfter, ...after }, []),
		places: inOrder(places.value.map((place) => placeOf(place, revised.value.positions))),
	}
	const before = contentOf(order, booking.places)
	const isSame = texts === null && isSameContent(before, content)
	return ok({
		revision: isSame ? order.revision : order.revision + 1,
		before,
		after: content,
		differences: differencesOf(order.lines, after.lines),
		texts,
		money,
		voucherFallsAway: fallsAway,
		room: {
			before: roomIn(venue, before),
			after: roomIn(venue, content),
		},
		isHalved: isHalved(venue, booking.most, { before: order.lines, after: after.lines }),
	})
}

/** True for a move after which the booking costs what was agreed: by the accepted policy, or as staff have chosen. */
function keepsAgreed(
	venue: Venue,
	order: Order,
	{ isStaff, price }: { isStaff: boolean; price: MovePrice | undefined },
): boolean {
	return isStaff && price ? price === 'agreed' : keepsPrice(venue, order)
}

/**
 * Makes the party and the answers of a booking after a change; null when they stay as they are. An emptied answer is
 * removed, and so are the answers for products that are taken out. A form without a field for the child's age keeps the
 * age (faults N191).
 */
function textsAfter(
	venue: Venue,
	order: Order,
	{ party, answers }: AskedChange,
	lines: readonly OrderLine[],
): ChangedTexts | null {
	const isLeft = ([id]: [string, unknown]) =>
		!order.lines.some(({ productId }) => productId === id) ||
		lines.some(({ productId }) => productId === id)
	const isEmptied = ([id]: [string, unknown]) => answers?.[id] === ''
	const kept = Object.fromEntries(
		Object.entries(order.answers).filter((answer) => isLeft(answer) && !isEmptied(answer)),
	)
	const age = order.party?.age
	const texts = {
		party: order.party && party ? { ...(age && { age }), ...party } : order.party,
		answers: answers ? { ...kept, ...answered(venue, lines, answers) } : kept,
	}
	return wordsIn(texts) === wordsIn(order) ? null : texts
}

/**
 * Writes the party and the answers as one text, to compare two of them: the database keeps the keys of a JSON document
 * in an order of its own.
 */
function wordsIn({ party, answers }: ChangedTexts): string {
	const told = Object.entries(answers).map(([id, { text }]) => `${id}=${text}`)
	const ofParty = [party?.type, party?.name, party?.contactPerson, party?.age ?? null]
	return JSON.stringify([...ofParty, told.toSorted()])
}

function placeOf(place: WantedPlace, positions: ReadonlyMap<string, number>): Place {
	const linePosition = place.lineId === null ? null : (positions.get(place.lineId) ?? null)
	return { linePosition, ...momentsOf(place) }
}

/**
 * True when the lines change the quantity of a gift voucher that the order sold: its code is with the buyer already, so
 * the quantity stays, also when the venue no longer sells the product.
 */
function isGiftTouched(order: Order, { lines }: Lines): boolean {
	return order.lines.filter(isGift).some(({ position, quantity }) => {
		return lines.find(({ id }) => id === idOf(position))?.quantity !== quantity
	})
}

function isGiftId({ lines }: Order, id: string): boolean {
	const line = lines.find(({ position }) => position === positionOf(id))
	return line !== undefined && isGift(line)
}

function roomIn(venue: Venue, { places }: RevisionContent): Resource | null {
	return (
		roomOf(
			venue,
			places.map(({ resourceId }) => resourceId),
		) ?? null
	)
}
