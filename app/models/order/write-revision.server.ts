import { sql } from 'drizzle-orm'

import type { Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { expireHolds } from '#app/models/capacity/release.server.ts'
import { carriedTier } from '#app/models/order/carried-tier.ts'
import { kindOfRevision } from '#app/models/order/difference.ts'
import { policyAfter } from '#app/models/order/least-fee.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { findPolicy, tierAt } from '#app/models/order/policy.ts'
import { keepRevision, updateRevised } from '#app/models/order/revised-rows.server.ts'
import {
	contentOf,
	matchLines,
	matchPlaces,
	type OwnPlace,
	type Place,
} from '#app/models/order/revision-content.ts'
import type { ChangedTexts, RevisionContent } from '#app/models/order/revision.ts'
import { isShut } from '#app/models/order/shut.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/** A revision to write: its contents, its texts, and who made it for which reason. */
export type Revising = {
	after: RevisionContent
	/** The texts after the revision; null when they stay. */
	texts: ChangedTexts | null
	actor: string
	reason: string | null
	/** The author who chose the present day; left out of a change that waited for its payment, which is its customer's. */
	dayChosenBy?: string
	now: Date
	/** The id of the change whose places are taken over: new places are written as released ones of this change. */
	takenFrom?: string | undefined
}

/**
 * The statements that put a revision in force, in their order. Places that it gives up are released before new ones are
 * inserted, because the guard of rooms judges each row at once; rows that stay are not touched. The caller has locked
 * the days, the voucher and the order.
 */
export function revise(
	tx: Transaction,
	{ order, places }: { order: Order; places: readonly OwnPlace[] },
	{ after, texts, reason, takenFrom, ...by }: Revising,
): Statements {
	const before = contentOf(order, places)
	const kind = kindOfRevision(before, after)
	const isMoved = kind === 'moved'
	const what = `${isMoved ? 'moved' : 'changed'}: revision ${order.revision + 1}`
	const isFreed = isMoved && isShut(currentVenue(), order)
	return [
		...revisePlaces(tx, { order, places, after, takenFrom }),
		...reviseLines(tx, order, after),
		() => updateOrder(tx, order, { after, texts, ...by, isFreed }),
		() => keepRevision(tx, order, { before, after, kind, actor: by.actor, reason }),
		() => noteEvent(tx, order.id, by.actor, what),
	]
}

type Statements = (() => Promise<unknown>)[]
type Booked = { order: Order; places: readonly OwnPlace[]; after: RevisionContent } & Pick<
	Revising,
	'takenFrom'
>

function revisePlaces(tx: Transaction, { order, places, after, takenFrom }: Booked): Statements {
	const { released, kept, added } = matchPlaces(places, after.places)
	const days = [order.day, after.day].filter((day) => day !== null)
	const inserted = {
		orderId: order.id,
		day: after.day,
		state: takenFrom ? ('released' as const) : ('confirmed' as const),
		changeId: takenFrom ?? null,
		places: JSON.stringify(added.map(toAllocation)),
	}
	return [
		...(released.length > 0
			? [() => releasePlaces(tx, { ids: released.map(({ id }) => id) })]
			: []),
		...(kept.length > 0 ? [() => updatePlaces(tx, { places: JSON.stringify(kept) })] : []),
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
	{ after, texts, ...by }: Omit<Revising, 'reason'> & { isFreed: boolean },
): Promise<void> {
	const { lines: _lines, places: _places, ...sums } = after
	const venue = currentVenue()
	// An order of an older build keeps the deposit that was agreed, which its terms count from its lines (faults K75).
	const found = findPolicy(venue, order)
	const changed = { before: order, after: { ...after, refunded: order.refunded } }
	await updateRevised(tx, {
		...sums,
		id: order.id,
		vat: JSON.stringify(sums.vat),
		hasTexts: texts !== null,
		party: texts?.party ?? null,
		answers: texts?.answers ?? null,
		policy: found && policyAfter(found, changed, { ...by, tier: tierAt(venue, order, by.now) }),
		revision: order.revision + 1,
		cancelTier: carriedTier(venue, order, by),
	})
}

type Lacking = {
	orderId: string
	changeId: string
	day: string | null
	/** `ends` is the end of the visit; from then to `until` the place is kept free for cleaning. */
	loads: readonly (Load & { ends: number })[]
}

/** The statements that insert pending places for a change that waits for its payment. The caller has locked the day. */
export function keepPlaces(tx: Transaction, { day, loads, ...of }: Lacking): Statements {
	if (loads.length === 0 || day === null) return []
	const places = loads.map(({ resourceId, units, from, ends, until }) => {
		const [begin, end, free] = [from, ends, until].map((it) => new Date(it).toISOString())
		const span = { from: begin ?? '', until: end ?? '', blockedUntil: free ?? '' }
		return toAllocation({ linePosition: null, resourceId, units, ...span })
	})
	const pending = { ...of, day, state: 'pending' as const, places: JSON.stringify(places) }
	return [() => expireHolds(tx, [day]), () => insertPlaces(tx, pending)]
}

/**
 * The statements that insert pending places for a new order that waits for its payment. The caller has locked the day.
 */
export function addPlaces(
	tx: Transaction,
	{ orderId, day, places }: { orderId: string; day: string | null; places: readonly Place[] },
): Statements {
	if (places.length === 0 || day === null) return []
	const text = JSON.stringify(places.map(toAllocation))
	const pending = { orderId, day, state: 'pending' as const, changeId: null, places: text }
	return [() => expireHolds(tx, [day]), () => insertPlaces(tx, pending)]
}

/**
 * Returns a place as the columns of a row in `allocations`. The database sets whether it is exclusive: this process may
 * not know the resource yet (faults K107).
 */
function toAllocation({ linePosition, resourceId, units, from, until, blockedUntil }: Place) {
	return {
		resourceId,
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

const updatePlaces = prepare<{ places: string }>(
	(_, value) => sql`
		update allocations set line_position = place."linePosition", units = place.units
		from json_to_recordset(${value('places')}::json) as place(id uuid, "linePosition" int, units int)
		where allocations.id = place.id`,
)

type NewPlaces = {
	orderId: string
	day: string | null
	state: 'pending' | 'confirmed' | 'released'
	/** The id of the change that the places are held for; null for places of a revision in force. */
	changeId: string | null
	places: string
}

/** Inserts places of an order, given as JSON text, with the positions of the lines that have them. */
const insertPlaces = prepare<NewPlaces>(
	(_, value) => sql`
		insert into allocations (resource_id, units, during, blocked, day, state, order_id,
			line_position, change_id)
		select "resourceId", units, during, blocked, ${value('day')}::date,
			${value('state')}::allocation_state, ${value('orderId')}::uuid, "linePosition",
			${value('changeId')}::uuid
		from json_to_recordset(${value('places')}::json) as places("resourceId" text, units integer,
			during tstzrange, blocked tstzrange, "linePosition" int)`,
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
