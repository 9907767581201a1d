import { eq, sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orderRevisions, orders } from '#app/db/schema.ts'
import { isExclusive } from '#app/models/capacity/free.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { expireHolds } from '#app/models/capacity/release.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { findPolicy, policyOfChanged } from '#app/models/order/policy.ts'
import {
	contentOf,
	isMoved,
	matchLines,
	matchPlaces,
	type OwnPlace,
	type Place,
} from '#app/models/order/revision-content.ts'
import type { ChangedTexts, RevisionContent } from '#app/models/order/revision.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findResource } from '#app/models/venue/venue.ts'

/** A revision: its contents, its texts and who made it for which reason. */
export type Revising = {
	after: RevisionContent
	/** The texts after it; null when they stay. */
	texts: ChangedTexts | null
	actor: string
	reason: string | null
	/** The cancel tier that the booking has reached, which no revision lowers. */
	tier: number
}

/**
 * The statements that put a revision in force, in their order. Places that go are released before those that come are
 * inserted, because the guard of rooms judges each row at once; rows that stay are not touched. The caller has locked
 * the days, the voucher and the order.
 */
export function revise(
	tx: Transaction,
	{ order, places }: { order: Order; places: readonly OwnPlace[] },
	{ after, texts, actor, reason, tier }: Revising,
): Statements {
	const before = contentOf(order, places)
	return [
		...revisePlaces(tx, { order, places, after }),
		...reviseLines(tx, order, after),
		() => updateOrder(tx, order, { after, texts, actor, tier }),
		() => keepRevision(tx, order, { before, after, actor, reason }),
		() => {
			const what = isMoved(before, after) ? 'moved' : 'changed'
			return noteEvent(tx, order.id, actor, `${what}: revision ${order.revision + 1}`)
		},
	]
}

type Statements = (() => Promise<unknown>)[]
type Booked = { order: Order; places: readonly OwnPlace[]; after: RevisionContent }

function revisePlaces(tx: Transaction, { order, places, after }: Booked): Statements {
	const { released, renamed, added } = matchPlaces(places, after.places)
	const days = [order.day, after.day].filter((day) => day !== null)
	const inserted = {
		orderId: order.id,
		day: after.day,
		state: 'confirmed' as const,
		changeId: null,
		places: JSON.stringify(added.map(toAllocation)),
	}
	return [
		...(released.length > 0
			? [() => releasePlaces(tx, { ids: released.map(({ id }) => id) })]
			: []),
		...(renamed.length > 0 ? [() => renamePlaces(tx, { places: JSON.stringify(renamed) })] : []),
		...(added.length > 0 ? [() => expireHolds(tx, days), () => insertPlaces(tx, inserted)] : []),
	]
}

function reviseLines(tx: Transaction, { id: orderId, lines }: Order, after: RevisionContent) {
	const { deleted, updated, inserted } = matchLines(lines, after.lines)
	return [
		...(deleted.length > 0 ? [() => deleteLines(tx, { orderId, positions: deleted })] : []),
		...(updated.length > 0
			? [() => updateLines(tx, { orderId, lines: JSON.stringify(updated) })]
			: []),
		...(inserted.length > 0
			? [() => insertLines(tx, { orderId, lines: JSON.stringify(inserted) })]
			: []),
	]
}

async function updateOrder(
	tx: Transaction,
	order: Order,
	{ after, texts, actor, tier }: Omit<Revising, 'reason'>,
): Promise<void> {
	const { id, revision } = order
	const cancelTier = Math.max(tier, order.cancelTier)
	const { lines: _lines, places: _places, ...sums } = after
	// An order of an older build keeps the deposit that was agreed, which its terms count from its lines (faults K75).
	const found = findPolicy(currentVenue(), order)
	const policy = found && actor === 'customer' ? policyOfChanged(found, order, cancelTier) : found
	await tx
		.update(orders)
		.set({
			...sums,
			...texts,
			policy,
			revision: revision + 1,
			cancelTier,
		})
		.where(eq(orders.id, id))
}

/** Keeps what is in force now; the first change also keeps what was in force before it. */
async function keepRevision(
	tx: Transaction,
	{ id: orderId, revision, createdAt: madeAt }: Order,
	{
		before,
		after,
		actor,
		reason,
	}: Pick<Revising, 'after' | 'actor' | 'reason'> & { before: RevisionContent },
): Promise<void> {
	const first = { orderId, number: 1, madeAt, actor: 'customer', content: before }
	await tx
		.insert(orderRevisions)
		.values([
			...(revision === 1 ? [first] : []),
			{ orderId, number: revision + 1, actor, reason, content: after },
		])
}

type Lacking = { orderId: string; changeId: string; day: string | null; loads: readonly Load[] }

/** The statements that keep places for a change that waits for its payment. The caller has locked the day. */
export function keepPlaces(tx: Transaction, { day, loads, ...of }: Lacking): Statements {
	if (loads.length === 0 || day === null) return []
	const places = loads.map(({ resourceId, units, from, until }) => {
		const [begins, ends] = [new Date(from).toISOString(), new Date(until).toISOString()]
		const span = { from: begins, until: ends, blockedUntil: ends }
		return toAllocation({ linePosition: null, resourceId, units, ...span })
	})
	const pending = { ...of, day, state: 'pending' as const, places: JSON.stringify(places) }
	return [() => expireHolds(tx, [day]), () => insertPlaces(tx, pending)]
}

/** A place as the columns of a row in `allocations`. */
function toAllocation({ linePosition, resourceId, units, from, until, blockedUntil }: Place) {
	const resource = findResource(currentVenue(), resourceId)
	return {
		resourceId,
		exclusive: resource !== undefined && isExclusive(resource),
		units,
		during: `[${from},${until})`,
		blocked: `[${from},${blockedUntil})`,
		linePosition,
	}
}

const releasePlaces = prepare<{ ids: readonly string[] }>(
	(_, value) =>
		sql`update allocations set state = 'released' where id = any(${value('ids')}::uuid[])`,
)

const renamePlaces = prepare<{ places: string }>(
	(_, value) => sql`
		update allocations set line_position = place."linePosition"
		from json_to_recordset(${value('places')}::json) as place(id uuid, "linePosition" int)
		where allocations.id = place.id`,
)

type NewPlaces = {
	orderId: string
	day: string | null
	state: 'pending' | 'confirmed'
	/** The change that keeps them while it waits for its payment. */
	changeId: string | null
	places: string
}

/** Inserts places of an order for its lines. */
const insertPlaces = prepare<NewPlaces>(
	(_, value) => sql`
		insert into allocations (resource_id, exclusive, units, during, blocked, day, state, order_id,
			line_position, change_id)
		select "resourceId", exclusive, units, during, blocked, ${value('day')}::date,
			${value('state')}::allocation_state, ${value('orderId')}::uuid, "linePosition",
			${value('changeId')}::uuid
		from json_to_recordset(${value('places')}::json) as places("resourceId" text, exclusive boolean,
			units integer, during tstzrange, blocked tstzrange, "linePosition" int)`,
)

const deleteLines = prepare<{ orderId: string; positions: readonly number[] }>(
	(_, value) => sql`
		delete from order_lines where order_id = ${value('orderId')}
			and position = any(${value('positions')}::int[])`,
)

const lineColumns = sql`line (was int, position int, "parentPosition" int, "productId" text, title jsonb,
	detail jsonb, quantity int, included int, "unitPrice" int, amount int, "vatRate" int, "vatClass" text,
	"vatParts" jsonb, due due_kind, "startsAt" timestamptz, "endsAt" timestamptz, gift jsonb)`

const updateLines = prepare<{ orderId: string; lines: string }>(
	(_, value) => sql`
		update order_lines set position = line.position, parent_position = "parentPosition",
			detail = line.detail, quantity = line.quantity, included = line.included,
			unit_price = "unitPrice", amount = line.amount, vat_rate = "vatRate", vat_class = "vatClass",
			vat_parts = "vatParts", starts_at = "startsAt", ends_at = "endsAt"
		from json_to_recordset(${value('lines')}::json) as ${lineColumns}
		where order_lines.order_id = ${value('orderId')} and order_lines.position = line.was`,
)

const insertLines = prepare<{ orderId: string; lines: string }>(
	(_, value) => sql`
		insert into order_lines (order_id, position, parent_position, product_id, title, detail, quantity,
			included, unit_price, amount, vat_rate, vat_class, vat_parts, due, starts_at, ends_at, gift)
		select ${value('orderId')}::uuid, position, "parentPosition", "productId", title, detail, quantity,
			included, "unitPrice", amount, "vatRate", "vatClass", "vatParts", due, "startsAt", "endsAt", gift
		from json_to_recordset(${value('lines')}::json) as ${lineColumns}`,
)
