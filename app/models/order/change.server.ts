import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'

import type { Transaction } from '#app/db/client.server.ts'
import { sendBeforeCommit } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { allocations, orderChanges } from '#app/db/schema.ts'
import { loadColumns } from '#app/models/capacity/loads.server.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { minus } from '#app/models/money.ts'
import { placesOf, readPlace, type PlaceRow } from '#app/models/order/booked-places.server.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { lacking } from '#app/models/order/lacking.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { readContent } from '#app/models/order/past-revision.ts'
import {
	redemptionOf,
	returnToVoucher,
	type LiveRedemption,
} from '#app/models/order/returned-voucher.server.ts'
import type { OwnPlace } from '#app/models/order/revision-content.ts'
import { lettersOfRevision } from '#app/models/order/revision-letters.server.ts'
import type { ChangedTexts, OrderChangeState, RevisionContent } from '#app/models/order/revision.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { keepPlaces, revise, type Revising } from '#app/models/order/write-revision.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { type DayOverride, isWithin } from '#app/models/venue/override.ts'
import { latePaymentOf } from '#app/models/venue/venue.ts'

// Opens, applies and ends a change of a booking that waits for its payment. The booking itself is not altered until the
// money is in.

type Booked = { order: Order; places: readonly OwnPlace[] }

/**
 * Writes a change that waits for its payment, with allocations for the places that the booking lacks for it. Returns
 * the id of the change. The caller has locked the days and the order, and no other change of the order is open.
 */
export async function openChange(
	tx: Transaction,
	{ order, places }: Booked,
	{ after, texts, actor, reason }: Omit<Revising, 'dayChosenBy' | 'now'>,
): Promise<string> {
	const id = randomUUID()
	const endOf = (load: Load) => {
		const ends = after.places.map(({ resourceId, until }) =>
			resourceId === load.resourceId ? Date.parse(until) : 0,
		)
		return Math.max(...ends)
	}
	// A visit may end when the venue closes: the visit's room is cleaned afterwards (faults K96).
	const loads = lacking(places.map(loadOf), loadsOf(after)).map((load) => {
		const { from, until } = load
		return { ...load, ends: from < endOf(load) ? Math.min(until, endOf(load)) : until }
	})
	const { id: orderId, revision } = order
	const change = { id, orderId, revision, actor, reason, content: after, texts }
	await sendBeforeCommit([
		() => tx.insert(orderChanges).values(change),
		...keepPlaces(tx, { orderId, changeId: id, day: after.day, loads }),
		() => noteEvent(tx, orderId, actor, 'a change waits for its payment'),
	])
	return id
}

/** Returns the load of a place that a booking has now. */
function loadOf({ resourceId, units, blocked }: OwnPlace): Load {
	return { resourceId, units, ...blocked }
}

/** Returns the loads of the places that a booking has after a change. */
function loadsOf({ places }: RevisionContent): Load[] {
	return places.map(({ resourceId, units, from, blockedUntil }) => ({
		resourceId,
		units,
		from: Date.parse(from),
		until: Date.parse(blockedUntil),
	}))
}

/**
 * The way in which the places of a paid change come into force. anew: they are inserted, and the database's guards
 * check that they fit · takenOver: the places that the booking and the change hold already are used, also when the
 * venue has become too small for them since (faults K102).
 */
export type PlacesArrival = 'anew' | 'takenOver'

/**
 * Makes the next revision of a booking from a change whose payment is in. Returns false, with nothing written, when the
 * change is no longer open, the booking has changed or ended, its money is not what was agreed, all new times are over,
 * places that are taken over do not suffice, or the change moves to a day closed since and the venue repays such
 * payments. The caller has locked the days of the booking and of the change, the voucher and the order.
 */
export async function applyChange(
	tx: Transaction,
	changeId: string,
	now: DateTime,
	arrival: PlacesArrival = 'anew',
): Promise<boolean> {
	const [change] = await selectChange(tx, { changeId })
	const order = change && (await findOrderById(change.orderId, tx))
	if (!order || !isApplicable(order, change, now)) return false

	const { actor, reason, texts, content } = change
	const isShut = isMovedToClosed(order, change)
	if (isShut && latePaymentOf(currentVenue()) === 'refund') return false
	const places = change.places.map(readPlace)
	const isTakenOver = arrival === 'takenOver'
	if (isTakenOver && !(await isCovered(tx, changeId, { places, after: content }))) return false
	// Deadlines are judged as the page did when the change was ordered, however late the money is settled (faults N368).
	const revising = { after: content, texts, actor, reason, now: change.openedAt }
	// The payment of this change replaces the part that a value voucher may no longer pay (faults N365).
	const amount = minus(order.voucher, content.voucher)
	if (amount > 0 && change.redemption)
		await returnToVoucher(tx, order.id, { redemption: change.redemption, amount }, now)
	await sendBeforeCommit([
		() => releasePlaces(tx, changeId),
		...(isTakenOver
			? [
					...revise(tx, { order, places }, { ...revising, takenFrom: changeId }),
					() => takeOver(tx, { changeId }),
				]
			: revise(tx, { order, places }, revising)),
		() => endAs(tx, changeId, 'applied'),
		...(isShut
			? [() => enqueue(tx, 'tellOperator', { orderId: order.id, concern: 'closedDay' })]
			: []),
		...lettersOfRevision(tx, order, order.revision + 1),
	])
	return true
}

/** Ends an open change that was not paid, and releases its places. Does nothing for a change that is not open. */
export async function endChange(tx: Transaction, changeId: string): Promise<void> {
	const [ended] = await endAs(tx, changeId, 'ended')
	if (!ended) return
	await releasePlaces(tx, changeId)
	await noteEvent(tx, ended.orderId, 'shop', 'a change ended without its payment')
}

type Change = {
	orderId: string
	revision: number
	state: OrderChangeState
	actor: string
	reason: string | null
	openedAt: Date
	content: RevisionContent
	texts: ChangedTexts | null
	/** The amount, in cents, of the newest payment of the change; null without one. */
	amount: number | null
	redemption: LiveRedemption | null
	places: PlaceRow[]
	/** The hours that staff gave to the day of the change; null when they gave none. */
	override: DayOverride | null
}

const selectChange = prepare<{ changeId: string }, Change>(
	(_, value) => sql`
		select order_id as "orderId", revision, state, actor, reason,
			created_at as "openedAt", content, texts, (
				select amount from payments where change_id = c.id order by created_at desc limit 1
			) as "amount", ${redemptionOf(sql`c.order_id`)} as "redemption",
			${placesOf(sql`c.order_id`)} as "places", (
				select override from days where day = (c.content ->> 'day')::date
			) as "override"
		from order_changes c where c.id = ${value('changeId')}`,
)

/**
 * True when the places of a booking and those held for its change cover all places of the revision, so that no resource
 * becomes fuller by it.
 */
async function isCovered(
	tx: Transaction,
	changeId: string,
	{ places, after }: { places: readonly OwnPlace[]; after: RevisionContent },
): Promise<boolean> {
	const kept = await tx
		.select({ ...loadColumns })
		.from(allocations)
		.where(isKeptFor(changeId))
	return lacking([...places.map(loadOf), ...kept], loadsOf(after)).length === 0
}

/**
 * Confirms the places that a revision wrote, as released ones, for its change. The setting `raumzeit.renaming` lets
 * them pass the database's guard of zones, because no zone becomes fuller by them; the guard of rooms still checks
 * them.
 */
const takeOver = prepare<{ changeId: string }>(
	(_, value) => sql`
		with passing as materialized (select set_config('raumzeit.renaming', 'on', true))
		update allocations set state = 'confirmed', change_id = null from passing
		where change_id = ${value('changeId')} and state = 'released' and line_position is not null`,
)

/**
 * True for a change that moves the booking to a day which staff closed at the time of the visit while its payment was
 * under way (faults L7).
 */
function isMovedToClosed({ day }: Order, { content, override }: Change): boolean {
	if (override === null || content.day === day) return false
	const visit = visitTimes(readContent(content))
	return !isWithin(override, visit)
}

function isApplicable(order: Order, change: Change, now: DateTime): boolean {
	const { content } = change
	const ends = content.lines.flatMap(({ endsAt }) => endsAt ?? [])
	return (
		change.state === 'open' &&
		order.state === 'confirmed' &&
		order.revision === change.revision &&
		content.voucher <= order.voucher &&
		content.online - order.online === change.amount &&
		content.onSite >= order.paidOnSite &&
		(ends.length === 0 || ends.some((end) => DateTime.fromISO(end) > now))
	)
}

function endAs(tx: Transaction, id: string, state: Exclude<OrderChangeState, 'open'>) {
	return tx
		.update(orderChanges)
		.set({ state, endedAt: sql`now()`, texts: null })
		.where(and(eq(orderChanges.id, id), eq(orderChanges.state, 'open')))
		.returning({ orderId: orderChanges.orderId })
}

async function releasePlaces(tx: Transaction, changeId: string): Promise<void> {
	await tx.update(allocations).set({ state: 'released' }).where(isKeptFor(changeId))
}

function isKeptFor(changeId: string) {
	return and(eq(allocations.changeId, changeId), eq(allocations.state, 'pending'))
}
