import { randomUUID } from 'node:crypto'

import { and, eq, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'

import type { Transaction } from '#app/db/client.server.ts'
import { sendBeforeCommit } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { allocations, orderChanges } from '#app/db/schema.ts'
import { placesOf, readPlace, type PlaceRow } from '#app/models/order/booked-places.server.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { lacking } from '#app/models/order/lacking.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { tierAt } from '#app/models/order/policy.ts'
import type { OwnPlace } from '#app/models/order/revision-content.ts'
import { lettersOfRevision } from '#app/models/order/revision-letters.server.ts'
import type { ChangedTexts, OrderChangeState, RevisionContent } from '#app/models/order/revision.ts'
import { keepPlaces, revise, type Revising } from '#app/models/order/write-revision.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

// A change of a booking that waits for its payment. The booking itself stays as it is until the money is in.

type Booked = { order: Order; places: readonly OwnPlace[] }

/**
 * Opens a change: it holds the places that the booking lacks for it, and nothing else. Returns its id. The caller has
 * locked the days and the order, and no other change of the order is open.
 */
export async function openChange(
	tx: Transaction,
	{ order, places }: Booked,
	{ after, texts, actor, reason }: Omit<Revising, 'tier'>,
): Promise<string> {
	const id = randomUUID()
	const own = places.map(({ resourceId, units, blocked }) => ({ resourceId, units, ...blocked }))
	const wanted = after.places.map(({ resourceId, units, from, blockedUntil }) => ({
		resourceId,
		units,
		from: Date.parse(from),
		until: Date.parse(blockedUntil),
	}))
	const { id: orderId, revision } = order
	const change = { id, orderId, revision, actor, reason, content: after, texts }
	await sendBeforeCommit([
		() => tx.insert(orderChanges).values(change),
		...keepPlaces(tx, { orderId, changeId: id, day: after.day, loads: lacking(own, wanted) }),
		() => noteEvent(tx, orderId, actor, 'a change waits for its payment'),
	])
	return id
}

/**
 * Puts a change in force whose payment is in, with all that a revision is. Returns false, with nothing written, when it
 * is no longer open, the booking has changed or ended, or its money is not what was agreed. The caller has locked the
 * days of the booking and of the change, the voucher and the order.
 */
export async function applyChange(
	tx: Transaction,
	changeId: string,
	now: DateTime,
): Promise<boolean> {
	const [change] = await selectChange(tx, { changeId })
	const order = change && (await findOrderById(change.orderId, tx))
	if (!order || !isApplicable(order, change, now)) return false

	const { actor, reason, texts, content } = change
	const places = change.places.map(readPlace)
	const tier = tierAt(currentVenue(), order, now)
	await sendBeforeCommit([
		() => releasePlaces(tx, changeId),
		...revise(tx, { order, places }, { after: content, texts, actor, reason, tier }),
		() => endAs(tx, changeId, 'applied'),
		...lettersOfRevision(tx, order, order.revision + 1),
	])
	return true
}

/** Ends a change that is not paid; its places are free again. No effect on one that is not open. */
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
	content: RevisionContent
	texts: ChangedTexts | null
	/** The amount of its newest payment; null without one. */
	amount: number | null
	places: PlaceRow[]
}

const selectChange = prepare<{ changeId: string }, Change>(
	(_, value) => sql`
		select order_id as "orderId", revision, state, actor, reason, content, texts, (
				select amount from payments where change_id = c.id order by created_at desc limit 1
			) as "amount", ${placesOf(sql`c.order_id`)} as "places"
		from order_changes c where c.id = ${value('changeId')}`,
)

function isApplicable(order: Order, change: Change, now: DateTime): boolean {
	const { content } = change
	const ends = content.lines.flatMap(({ endsAt }) => endsAt ?? [])
	return (
		change.state === 'open' &&
		order.state === 'confirmed' &&
		order.revision === change.revision &&
		content.voucher === order.voucher &&
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
	await tx
		.update(allocations)
		.set({ state: 'released' })
		.where(and(eq(allocations.changeId, changeId), eq(allocations.state, 'pending')))
}
