import { and, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { allocations, days } from '#app/db/schema.ts'
import { liveStates } from '#app/models/capacity/allocation.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { addDays } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The columns of a load, for select statements; the bounds of its time are in epoch milliseconds. */
export const loadColumns = {
	resourceId: allocations.resourceId,
	from: sql`(extract(epoch from lower(${allocations.blocked})) * 1000)`.mapWith(Number),
	until: sql`(extract(epoch from upper(${allocations.blocked})) * 1000)`.mapWith(Number),
	units: allocations.units,
}

/** SQL for the keys and values of a load in `json_build_object`, without its units. */
export const loadPairs = sql`'resourceId', ${loadColumns.resourceId}, 'from', ${loadColumns.from},
	'until', ${loadColumns.until}`

/**
 * SQL that is true for live allocations, which take up units of their resource. A hold is live until it expires by the
 * database's clock.
 */
export const isLive = and(
	// Literals, not parameters: only then can the cached plan of a prepared statement use the index of live rows.
	sql.raw(`allocations.state in (${liveStates.map((state) => `'${state}'`).join(', ')})`),
	or(isNull(allocations.expiresAt), gt(allocations.expiresAt, sql`now()`)),
)

/**
 * Lists the loads on `days` without the holds of the cart `exceptCart`; places that this cart has ordered are included.
 * One round trip, whose cost does not grow with the number of past allocations.
 */
export async function listLoads(
	executor: Database | Transaction,
	days: readonly Day[],
	exceptCart: string | null,
): Promise<Load[]> {
	if (days.length === 0) return []
	const [row] = await selectLoads(executor, { days, exceptCart })
	return row?.loads ?? []
}

/**
 * SQL for the loads on `days` (an array of dates) without the holds of the cart `exceptCart`, as JSON, for statements
 * that read more than loads.
 */
export function loadsOn(days: SQL, exceptCart: SQL): SQL {
	return loadsWhere(
		days,
		sql`(${allocations.cartId} is null or ${allocations.cartId} is distinct from ${exceptCart}
				or ${allocations.state} <> 'held')`,
	)
}

/** SQL for the loads on `days` as JSON, without those of the order `exceptOrder`. */
export function loadsBeside(days: SQL, exceptOrder: SQL): SQL {
	return loadsWhere(days, sql`${allocations.orderId} is distinct from ${exceptOrder}`)
}

function loadsWhere(days: SQL, which: SQL): SQL {
	return sql`(
		select coalesce(json_agg(load), '[]') from (
			select json_build_object(${loadPairs}, 'units', sum(${allocations.units})) as load
			from ${allocations}
			where ${allocations.day} = any(${days}) and ${isLive} and ${which}
			group by ${allocations.resourceId}, ${allocations.blocked}
		) loads
	)`
}

/** SQL that is true when holds on `days` have run out and their rows still say 'held'. */
export function haveRunOut(days: SQL): SQL {
	return sql`exists (
		select from ${allocations} where ${allocations.day} = any(${days})
			and ${allocations.state} = 'held' and ${allocations.expiresAt} <= now())`
}

const selectLoads = prepare<{ days: readonly Day[]; exceptCart: string | null }, { loads: Load[] }>(
	(_, value) =>
		sql`select ${loadsOn(sql`${value('days')}::date[]`, sql`${value('exceptCart')}::uuid`)} as loads`,
)

/** The loads of each day from `first` to `last`, for calendars, with the version of these days. */
export type DayLoads = { byDay: ReadonlyMap<Day, readonly Load[]>; daysVersion: DaysVersion }

/** The version of the days from `first` to `last`. Their loads change when `version` does, and at `changesAt`. */
export type DaysVersion = {
	first: Day
	last: Day
	version: number
	/** The database's history in which `version` was read (`database_life`); versions of two histories do not compare. */
	life: string
	/** The end of the next hold in epoch milliseconds of the database's clock; null when there is none. */
	changesAt: number | null
}

/**
 * The loads of a day as this process has read them; valid until the day's version or the database's `life` changes, and
 * before `changesAt`.
 */
type ReadDay = { version: number; life: string; changesAt: number | null; loads: readonly Load[] }

const readDays = new LRUCache<Day, ReadDay>({ max: 500 })

/**
 * Reads the loads of each day and the version of these days in one statement, so that they belong together. The
 * database sends only the days that changed since this process read them: a page shows five weeks, of which a change
 * touches one day.
 */
export async function listLoadsByDay(first: Day, last: Day): Promise<DayLoads> {
	const days = new Map<Day, ReadDay>()
	for (let day = first; day <= last; day = addDays(day, 1)) {
		const before = readDays.get(day)
		if (before) days.set(day, before)
	}
	const before = [...days.values()]
	const [row] = await selectDays(db, {
		first,
		last,
		readDays: [...days.keys()],
		readVersions: before.map(({ version }) => version),
		readLives: before.map(({ life }) => life),
		readUntil: before.map(({ changesAt }) => changesAt),
	})
	if (!row) throw new Error('an aggregate has one row')
	for (const [day, changed] of Object.entries(row.changed)) {
		const read = { ...changed, life: row.life }
		days.set(day, read)
		readDays.set(day, read)
	}
	const ends = [...days.values()].map(({ changesAt }) => changesAt)
	return {
		byDay: new Map([...days].map(([day, { loads }]) => [day, loads])),
		daysVersion: {
			first,
			last,
			version: Number(row.version),
			life: row.life,
			changesAt: earliest(ends),
		},
	}
}

function earliest(moments: readonly (number | null)[]): number | null {
	const known = moments.filter((moment) => moment !== null)
	return known.length > 0 ? Math.min(...known) : null
}

/** True while the loads that were read with this version are current. One round trip with one small statement. */
export async function isCurrentVersion(daysVersion: DaysVersion): Promise<boolean> {
	const { first, last, version, life, changesAt } = daysVersion
	const [row] = await selectVersion(db, { first, last })
	if (Number(row?.version) !== version || row?.life !== life) return false
	return changesAt === null || Number(row?.now) < changesAt
}

type Days = { first: Day; last: Day }

/** SQL for the sum of the days' versions. Versions only grow, so the sum changes as soon as one of them does. */
function versionOf(first: SQL, last: SQL): SQL {
	return sql`(
		select coalesce(sum(${days.version}), 0) from ${days} where ${days.day} between ${first} and ${last})`
}

const selectVersion = prepare<Days, { version: string; life: string; now: number }>(
	(_, value) => sql`
		select ${versionOf(value('first'), value('last'))} as version, database_life() as life,
			${epochMs(sql`now()`)} as now`,
)

const selectDays = prepare<
	Days & {
		readDays: readonly Day[]
		readVersions: readonly number[]
		readLives: readonly string[]
		readUntil: readonly (number | null)[]
	},
	{ version: string; life: string; changed: Record<Day, Omit<ReadDay, 'life'>> }
>(
	(_, value) => sql`
		select sum(version) as version, max(life) as life, coalesce(json_object_agg(day, (
			select json_build_object('version', version, 'changesAt', min(runs_out),
				'loads', coalesce(json_agg(load), '[]'))
			from (
				select json_build_object(${loadPairs}, 'units', sum(${allocations.units})) as load,
					${epochMs(sql`min(${allocations.expiresAt})`)} as runs_out
				from ${allocations}
				where ${allocations.day} = asked.day and ${isLive}
				group by ${allocations.resourceId}, ${allocations.blocked}
			) loads
		)) filter (where has_changed), '{}') as changed
		from (
			select day, current.version, lived.life, read.version is distinct from current.version
				or read.life is distinct from lived.life
				or coalesce(read.until <= ${epochMs(sql`now()`)}, false) as has_changed
			from (
				select series::date as day, coalesce(${days.version}, 0) as version
				from generate_series(${value('first')}::date, ${value('last')}::date, '1 day') as series
				left join ${days} on ${days.day} = series::date
			) current
			cross join (select database_life() as life offset 0) lived
			left join unnest(${value('readDays')}::date[], ${value('readVersions')}::bigint[],
				${value('readLives')}::text[], ${value('readUntil')}::float8[]) as read (day, version, life, until)
				using (day)
		) asked`,
)

/** SQL for a moment in epoch milliseconds; one expression everywhere, so that equal moments give equal numbers. */
function epochMs(moment: SQL): SQL {
	return sql`extract(epoch from ${moment})::float8 * 1000`
}
