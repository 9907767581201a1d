import { isHalved, refuseBelowFee, refuseChange, refuseMove } from '#app/models/booking/allowed.ts'
import {
	askedLines,
	changeIn,
	type Asked,
	type AskedChange,
} from '#app/models/booking/asked-lines.ts'
import { cartOf, positionOf } from '#app/models/booking/booked-cart.ts'
import { rebook, type Moment, type WantedPlace } from '#app/models/booking/rebooked.ts'
import { reviseLines } from '#app/models/booking/revised-lines.ts'
import {
	reviseSums,
	type BookedMoney,
	type RevisedMoney,
} from '#app/models/booking/revised-sums.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { isGift, type Order, type OrderLine } from '#app/models/order/order.ts'
import { keepsPrice } from '#app/models/order/policy.ts'
import {
	contentOf,
	differencesOf,
	type Difference,
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
 * The next revision of a booking, decided from what was loaded: nothing here reads or writes.
 */

/**
 * A booking as it was found: its live places, the places of others on its day and the day it is to be on, and its
 * money.
 */
export type Booking = Pick<BookedMoney, 'terms' | 'refundable'> & {
	order: Order
	places: readonly OwnPlace[]
	loads: readonly Load[]
	/** The number of times that its customer has moved it. */
	moved: number
	/** The most pieces that one of its revisions had, by product; empty while nothing was changed. */
	most: Readonly<Record<string, number>>
}

/** The outcome of a change, before it is written. */
export type Plan = {
	/** The number of the revision that it makes; that of the booking as it is when nothing differs. */
	revision: number
	before: RevisionContent
	after: RevisionContent
	/** The lines that differ, by position. */
	differences: Difference[]
	/** The texts after it; null when they stay as they are. */
	texts: ChangedTexts | null
	money: RevisedMoney
	/** The reason for which the order's percent or fixed voucher lowers the price no more; null when it does as before. */
	voucherFallsAway: Refused | null
	/** The room before and after; null without one. */
	room: { before: Resource | null; after: Resource | null }
	/** True when it takes more than half of a visit's guests away, for which a letter's key does not suffice. */
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
	if (orderEnd(order) === 'cancelled') return refuse('booking.cancelled')
	if (order.state !== 'confirmed') return refuse('booking.notChanged')
	const isStaff = moment.isStaff ?? false
	const unmoved = asked.kind === 'move' && !isStaff && refuseMove(venue, booking, moment.dbNow)
	if (unmoved) return unmoved
	const cart = cartOf(venue, order)
	let made = 0
	const newId = () => `new-${(made += 1)}`
	const lines = askedLines(venue, cart, asked, { now: moment.now, newId })
	if (!lines.ok) return lines
	if (!lines.value.lines.some(({ id }) => !isGiftId(order, id))) return refuse('booking.leftEmpty')
	const places = rebook(venue, { ...booking, cart }, lines.value, moment)
	if (!places.ok) return places
	const revised = reviseLines(venue, order, lines.value, {
		places: places.value,
		keepsPrice: asked.kind === 'move' && keepsPrice(venue, order),
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

/** The texts after a change; null when they stay. Answers for products that are taken out go with them. */
function textsAfter(
	venue: Venue,
	order: Order,
	{ party, answers }: AskedChange,
	lines: readonly OrderLine[],
): ChangedTexts | null {
	const isLeft = ([id]: [string, unknown]) =>
		!order.lines.some(({ productId }) => productId === id) ||
		lines.some(({ productId }) => productId === id)
	const kept = Object.fromEntries(Object.entries(order.answers).filter(isLeft))
	const texts = {
		party: order.party && party ? party : order.party,
		answers: answers ? { ...kept, ...answered(venue, lines, answers) } : kept,
	}
	return wordsIn(texts) === wordsIn(order) ? null : texts
}

/** The words of texts for comparing: the database keeps the parts of a document in an order of its own. */
function wordsIn({ party, answers }: ChangedTexts): string {
	const told = Object.entries(answers).map(([id, { text }]) => `${id}=${text}`)
	return JSON.stringify([party?.type, party?.name, party?.contactPerson, told.toSorted()])
}

function placeOf(place: WantedPlace, positions: ReadonlyMap<string, number>): Place {
	const linePosition = place.lineId === null ? null : (positions.get(place.lineId) ?? null)
	return { linePosition, ...momentsOf(place) }
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
