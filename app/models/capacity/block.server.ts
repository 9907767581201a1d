import { randomUUID } from 'node:crypto'

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { allocations, blocks } from '#app/db/schema.ts'
import { actValuesOf, hoursOf, momentsOf, spanOf } from '#app/models/capacity/block-times.server.ts'
import {
	type BlockRefused,
	daysOf,
	isOnRaster,
	judgeBlock,
	namesOf,
	type Repeat,
	unitsOf,
} from '#app/models/capacity/block.ts'
import { isExclusive } from '#app/models/capacity/free.ts'
import type { Span } from '#app/models/capacity/peak.ts'
import { expireHolds } from '#app/models/capacity/release.server.ts'
import { listTakenAround } from '#app/models/capacity/taken.server.ts'
import { idOfForm } from '#app/models/form-id.server.ts'
import { isId } from '#app/models/id.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { noteAct } from '#app/models/staff/staff.server.ts'
import type { By } from '#app/models/staff/staff.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { refusedByGuard } from '#app/models/venue/refused-by-guard.server.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findResource } from '#app/models/venue/venue.ts'

/** A wish to block; times of the venue's clock, '24:00' is the end of the day. `units` null: all that there is. */
export type AskedBlock = {
	resourceId: string
	day: Day
	from: string
	until: string
	units?: number | null
	/** The reason for the block, which staff alone read. */
	reason: string
	/** The further days on which the block is made; null or left out for a block on `day` alone. */
	repeat?: Repeat | null
	/** True leaves out the days on which something is in the way; otherwise such a day refuses the whole block. */
	leavesOut?: boolean
	/** The id of the form that asks: sent twice, it blocks once. Null or left out: it blocks in any case. */
	form?: string | null
}

/** The block of the first day, and the number of days that were blocked. */
export type Blocked = Block & { days: number }

export type Block = typeof blocks.$inferSelect

/**
 * Keeps a room, or places of a zone, free of bookings for a time: writes confirmed places without cart and order, under
 * the lock of the day and the guards that bookings obey. Refused over a booking or a hold, with the places in its way
 * and the times that are free. A block on several days is made on all of them at once, or on none (faults N185), unless
 * `leavesOut` skips the days that are taken.
 */
export async function blockPlaces(
	{ form = null, ...wish }: AskedBlock,
	by: By,
	now: DateTime,
): Promise<Result<Blocked> | BlockRefused> {
	const { resourceId, day, from, until, units: asked = null, reason, ...more } = wish
	const resource = findResource(currentVenue(), resourceId)
	if (!resource) return refuse('desk.noSuchRoom')
	const span = spanOf(day, from, until)
	if (span.from >= span.until || span.until <= now.toMillis() || !isOnRaster(span))
		return refuse('desk.blockTime')
	const days = daysOf(day, more.repeat ?? null)
	if (!days.ok) return days
	const venue = currentVenue()
	const spans = days.value.map((each) => ({ day: each, ...spanOf(each, from, until) }))
	const id = idOfForm(form, wish)
	const blocking = { id, resource, units: unitsOf(resource, asked), reason, by }
	return blockNow(blocking, spans, more.leavesOut ?? false).catch((error: unknown) =>
		refusedByGuard(error, venue),
	)
}

/** A block that is about to be written; `id` becomes that of the block of the first day. */
type Blocking = { id: string; resource: Resource; units: number; reason: string; by: By }
type DaySpan = Span & { day: Day }

function blockNow(
	blocking: Blocking,
	spans: readonly DaySpan[],
	leavesOut: boolean,
): Promise<Result<Blocked> | BlockRefused> {
	const { id, resource, units, by } = blocking
	const days = spans.map(({ day }) => day)
	return db.transaction(async (tx): Promise<Result<Blocked> | BlockRefused> => {
		const taken = await lockAndLoad(tx, { days }, async () => {
			// The guard of rooms counts holds that ran out until their rows say 'expired'.
			await expireHolds(tx, days)
			return listTakenAround(tx, resource, days)
		})
		const made = await findMade(tx, id)
		if (made) return ok(made)
		const judged = spans.map((span) => {
			const on = { taken: taken(span.day), hours: hoursOf(span.day) }
			return { span, judged: judgeBlock(resource, { ...span, units }, on) }
		})
		const free = judged.flatMap((it) => (it.judged.ok ? [it.span] : []))
		const refusals = judged.flatMap((it) =>
			it.judged.ok ? [] : [{ day: it.span.day, refused: it.judged }],
		)
		const refused = refusedOn(refusals, spans.length)
		if (refused && (!leavesOut || free.length === 0)) return refused

		const rows = await insertBlocks(tx, blocking, free)
		const [row] = rows
		if (!row) throw new Error('an insert returns its row')
		await noteAct(tx, { ...by, verb: 'roomBlocked', values: actValuesOf(row, rows) })
		return ok({ ...row, days: rows.length })
	})
}

/** The block with this id and the number of its days, however it stands now; null when it was not made. */
async function findMade(tx: Transaction, id: string): Promise<Blocked | null> {
	const [made] = await tx.select().from(blocks).where(eq(blocks.id, id))
	return made ? { ...made, days: (await listSeries(tx, id)).length } : null
}

type RefusedOn = { day: Day; refused: BlockRefused }

/** The refusal of a block on some of its days; that of its one day as it is. */
function refusedOn(refusals: readonly RefusedOn[], days: number): BlockRefused | null {
	const [first] = refusals
	if (!first) return null
	const { hits, free = [] } = first.refused
	if (days === 1 || !hits) return first.refused
	const taken = refusals.map(({ day, refused: { hits = [] } }) => {
		const names = namesOf(hits)
		return names === '' ? day : `${day}: ${names}`
	})
	return { ...refuse('desk.blockOnSome', { taken: taken.join('; ') }), hits, free }
}

async function insertBlocks(
	tx: Transaction,
	{ id: first, resource, units, reason, by: { actor } }: Blocking,
	spans: readonly DaySpan[],
): Promise<Block[]> {
	const { id: resourceId } = resource
	const wanted = spans.map(({ day, ...span }, index) => {
		const id = index === 0 ? first : randomUUID()
		return { id, resourceId, day, units, reason, actor, ...momentsOf(span) }
	})
	const rows = await tx.insert(blocks).values(wanted).returning()
	await tx.insert(allocations).values(
		wanted.map(({ id: blockId, day, startsAt, endsAt }) => {
			const range = `[${startsAt.toISOString()},${endsAt.toISOString()})`
			return {
				resourceId,
				day,
				units,
				during: range,
				blocked: range,
				exclusive: isExclusive(resource),
				state: 'confirmed' as const,
				blockId,
			}
		}),
	)
	return rows
}

/**
 * Lifts a block: its places are free with the COMMIT. With `andLater` the blocks of its series on later days are lifted
 * too. Refused when all of them were lifted already.
 */
export async function liftBlock(
	blockId: string,
	by: By,
	{ andLater = false } = {},
): Promise<Result<Block>> {
	const lifting = { blockId, by, andLater }
	const done = await untilAllLocked(() => db.transaction((tx) => liftOnce(tx, lifting)))
	return done ?? refuse('desk.keepsChanging')
}

type Lifting = { blockId: string; by: By; andLater: boolean }

async function liftOnce(
	tx: Transaction,
	{ blockId, by, andLater }: Lifting,
): Promise<Result<Block> | null> {
	const found = await listSeries(tx, blockId)
	if (found.length === 0) return refuse('desk.noSuchBlock')
	const series = andLater ? found : found.filter(({ id }) => id === blockId)
	const ids = series.map(({ id }) => id)
	const lifted = await lockAndLoad(tx, { days: series.map(({ day }) => day) }, () =>
		tx
			.update(blocks)
			.set({ endedAt: sql`now()`, endedBy: by.actor })
			.where(and(inArray(blocks.id, ids), isNull(blocks.endedAt)))
			.returning(),
	)
	const row = lifted.find(({ id }) => id === blockId) ?? lifted[0]
	if (!row) return refuse('desk.blockLifted')
	await tx.update(allocations).set({ state: 'released' }).where(inArray(allocations.blockId, ids))
	await noteAct(tx, { ...by, verb: 'roomUnblocked', values: actValuesOf(row, lifted) })
	return ok(row)
}

/** Lists a block and the blocks of its series on later days: one transaction makes a series at one moment. */
function listSeries(tx: Transaction, blockId: string): Promise<Pick<Block, 'id' | 'day'>[]> {
	return tx
		.select({ id: blocks.id, day: blocks.day })
		.from(blocks)
		.where(
			sql`(made_at, resource_id, actor) = (
				select made_at, resource_id, actor from blocks where id = ${blockId}
			) and day >= (select day from blocks where id = ${blockId})`,
		)
}

/**
 * Lists the blocks from one day on, up to the day `until` if there is one, the earliest first; lifted blocks are left
 * out.
 */
export function listBlocks(from: Day, until: Day | null = null): Promise<Block[]> {
	return db
		.select()
		.from(blocks)
		.where(
			and(
				isNull(blocks.endedAt),
				sql`${blocks.day} >= ${from}`,
				until === null ? undefined : sql`${blocks.day} <= ${until}`,
			),
		)
		.orderBy(asc(blocks.day), asc(blocks.startsAt), asc(blocks.resourceId))
}

/** Finds a block by its id, also one that was lifted; null for any other text. */
export async function findBlock(id: string | null): Promise<Block | null> {
	if (!id || !isId(id)) return null
	const [block] = await db
		.select()
		.from(blocks)
		.where(sql`${blocks.id}::text = ${id}`)
	return block ?? null
}
