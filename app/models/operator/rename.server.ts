import { eq, or, sql } from 'drizzle-orm'

import type { Database, Transaction } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { allocations, blocks, resources } from '#app/db/schema.ts'
import { isExclusive } from '#app/models/capacity/free.ts'
import { renamesIn, type Rename } from '#app/models/operator/rename.ts'
import type { Venue } from '#app/models/venue/venue.ts'

type Row = typeof resources.$inferSelect

/**
 * Finds the renames of resources in the files that the database has not made yet; `from` is the id that the resource
 * has in the database now.
 */
export async function newRenames(
	executor: Database | Transaction,
	venue: Venue,
): Promise<Rename[]> {
	const rows = await resourceRows(executor)
	return renamesIn(venue).flatMap(({ from, to }) => {
		const row = rows.get(from)
		const now = row && (row.renamedTo ?? row.id)
		return now === undefined || now === to ? [] : [{ from: now, to }]
	})
}

/**
 * Lists the conflicts of the resources' ids in the files with those in the database, one line each: an id that was
 * renamed before, and a rename that cannot be made.
 */
export async function findRenameConflicts(
	executor: Database | Transaction,
	venue: Venue,
): Promise<string[]> {
	const rows = await resourceRows(executor)
	const renames = await newRenames(executor, venue)
	const ids = new Set(venue.resources.map(({ id }) => id))
	const old = venue.resources.flatMap(({ id }) => {
		const now = rows.get(id)?.renamedTo
		if (!now || renames.some(({ from, to }) => from === now && to === id)) return []
		return [
			`${place(id)}: is called ${now} since it was renamed; to rename it back write \`was: ${now}\` beside it`,
		]
	})
	const clashes: string[] = []
	for (const { from, to } of renames) {
		const target = venue.resources.find(({ id }) => id === to)
		if (ids.has(from)) clashes.push(`${place(to)}: was ${from}, which is another one in the files`)
		else if (target && rows.get(from)?.exclusive !== isExclusive(target)) {
			clashes.push(`${place(to)}: ${from} ${isExclusive(target) ? 'is a zone' : 'is a room'}`)
		} else if (await areBothBooked(executor, { from, to })) {
			clashes.push(
				`${place(to)}: was ${from}, but both are booked at one time; those are two rooms, or sold twice`,
			)
		}
	}
	return [...old, ...clashes]
}

/**
 * Locks all places against changes until the transaction ends; reads go on. Fails with SQLSTATE `55P03` when a lock is
 * not free within half a second, so that it cannot deadlock with a change that has one of the two locks.
 */
export async function lockAllPlaces(tx: Transaction): Promise<void> {
	await tx.execute(sql`set local lock_timeout = '500ms'`)
	await tx.execute(sql`lock table days, allocations in exclusive mode`)
	await tx.execute(sql`set local lock_timeout to default`)
}

/**
 * Moves all allocations and blocks of each renamed resource to its new id, and the places in open changes of bookings
 * too (faults K107). The old id stays as a row that names the new one: a process that knows only the old files still
 * books under it, and the database writes the new id (`0051_exclusive_by_resource.sql`). The caller has locked all
 * places.
 */
export async function renameResources(tx: Transaction, renames: readonly Rename[]): Promise<void> {
	await tx.execute(sql`select set_config('raumzeit.renaming', 'on', true)`)
	for (const { from, to } of renames) {
		await tx.execute(sql`
			insert into resources (id, capacity, exclusive)
			select ${to}, capacity, exclusive from resources where id = ${from}
			on conflict (id) do update set renamed_to = null`)
		await tx.update(allocations).set({ resourceId: to }).where(eq(allocations.resourceId, from))
		await tx.update(blocks).set({ resourceId: to }).where(eq(blocks.resourceId, from))
		await tx
			.update(resources)
			.set({ renamedTo: to })
			.where(or(eq(resources.id, from), eq(resources.renamedTo, from)))
	}
	await tx.execute(sql`
		update order_changes set content = with_renamed_places(content)
		where state = 'open' and content <> with_renamed_places(content)`)
}

async function resourceRows(executor: Database | Transaction): Promise<Map<string, Row>> {
	return new Map((await executor.select().from(resources)).map((row) => [row.id, row]))
}

/** True when two resources that a rename would make one have places at overlapping times. */
async function areBothBooked(
	executor: Database | Transaction,
	{ from, to }: Rename,
): Promise<boolean> {
	const rows = await raw(
		executor,
		`select 1 from allocations one join allocations other on one.blocked && other.blocked
		where one.resource_id = $1 and other.resource_id = $2
			and one.state in ('held', 'pending', 'confirmed') and other.state in ('held', 'pending', 'confirmed')
		limit 1`,
		[from, to],
	)
	return rows.length > 0
}

function place(id: string): string {
	return `catalogue.yaml, resources › ${id}`
}
