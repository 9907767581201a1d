import { inArray } from 'drizzle-orm'

import { type Database, type Transaction, db } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { resources, vouchers } from '#app/db/schema.ts'
import { capacityOf, isExclusive } from '#app/models/capacity/free.ts'
import { hintOfCode } from '#app/models/operator/files.ts'
import { findRenameConflicts } from '#app/models/operator/rename.server.ts'
import type { Rename } from '#app/models/operator/rename.ts'
import type { VenueVoucher } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { normaliseCode } from '#app/models/voucher/voucher.ts'

/**
 * Lists the changes in new files that are refused, one line each: another amount of a value voucher, another kind of a
 * voucher, a code that was sold, a booked zone that becomes a room or a booked room that becomes a zone, a new room
 * with the name of a booked one that is gone, and the conflicts of renames.
 */
export async function findConflicts(
	executor: Database | Transaction,
	venue: Venue,
	before: Venue | undefined,
): Promise<string[]> {
	const existing = await existingVouchers(executor, venue)
	const voucherConflicts = venue.vouchers.flatMap((voucher) => {
		const before = existing.get(normaliseCode(voucher.code))
		const reason = before && voucherConflict(before, voucher)
		return reason ? [`vouchers.yaml, vouchers › ${hintOfCode(voucher.code)}: ${reason}`] : []
	})
	const booked = await bookedPeaks(executor)
	const known = new Map((await executor.select().from(resources)).map((row) => [row.id, row]))
	const resourceConflicts = venue.resources.flatMap((resource) => {
		const before = known.get(resource.id)
		if (!before || before.exclusive === isExclusive(resource) || !booked.has(resource.id)) return []
		return [
			`catalogue.yaml, resources › ${resource.id}: is booked and cannot turn from ${before.exclusive ? 'a room into a zone' : 'a zone into a room'}; give the new one an id of its own`,
		]
	})
	return [
		...voucherConflicts,
		...resourceConflicts,
		...(await findRenameConflicts(executor, venue)),
		...sameWalls(before, venue, booked),
	]
}

/**
 * Lists the new rooms and zones with the name of a booked one that is gone from the files, one line each: one room
 * under two ids would be sold twice.
 */
function sameWalls(
	before: Venue | undefined,
	venue: Venue,
	booked: ReadonlyMap<string, number>,
): string[] {
	const ids = new Set(venue.resources.map(({ id }) => id))
	const known = new Set(before?.resources.map(({ id }) => id))
	const gone = (before?.resources ?? []).filter(({ id }) => !ids.has(id) && booked.has(id))
	return venue.resources.flatMap(({ id, was, name }) => {
		const twin = gone.find((each) => each.name.de === name.de)
		if (!twin || known.has(id) || was !== undefined) return []
		return [
			`catalogue.yaml, resources › ${id}: has the name of ${twin.id}, which is booked and gone; write \`was: ${twin.id}\` beside it if it is the same room, or another name`,
		]
	})
}

type VoucherRow = typeof vouchers.$inferSelect

function voucherConflict(before: VoucherRow, after: VenueVoucher): string | undefined {
	if (before.orderLineId !== null) return 'this code was sold to somebody: choose another one'
	if (before.kind !== after.kind)
		return `is a ${before.kind} voucher and cannot become a ${after.kind} voucher: choose another code`
	if (after.kind === 'value' && before.amount !== after.amount) {
		return 'the amount of a value voucher cannot change once it was issued: choose another code'
	}
	return undefined
}

/**
 * Lists the zones with more places booked than their new capacity, one line each: the bookings stay, and no more are
 * sold.
 */
export async function findShortages(venue: Venue, renames: readonly Rename[]): Promise<string[]> {
	const booked = await bookedPeaks(db)
	const lowered = venue.resources.flatMap((resource) => {
		const was = renames.find(({ to }) => to === resource.id)?.from
		const peak = booked.get(was ?? resource.id) ?? 0
		if (isExclusive(resource) || peak <= capacityOf(resource)) return []
		return [
			`resources › ${resource.id}: ${peak} are already booked at once, more than the capacity of ${capacityOf(resource)}; those bookings stay`,
		]
	})
	return lowered
}

/** Finds the most units that are booked or held at one moment from now on, by the id of the resource. */
async function bookedPeaks(executor: Database | Transaction): Promise<Map<string, number>> {
	const rows = await raw(
		executor,
		`with live as (
			select resource_id, blocked, units from allocations
			where state in ('held', 'pending', 'confirmed') and upper(blocked) > now()
				and (expires_at is null or expires_at > now())
		), changes as (
			select resource_id, lower(blocked) as at, units as delta from live
			union all select resource_id, upper(blocked), -units from live
		), loads as (
			select resource_id, sum(delta) over (partition by resource_id order by at, delta) as load from changes
		)
		select resource_id, max(load)::int as peak from loads group by resource_id`,
	)
	return new Map(rows.map(({ resource_id: id, peak }) => [String(id), Number(peak)]))
}

export async function existingVouchers(
	executor: Database | Transaction,
	venue: Venue,
): Promise<Map<string, VoucherRow>> {
	const codes = venue.vouchers.map(({ code }) => normaliseCode(code))
	if (codes.length === 0) return new Map()
	const rows = await executor.select().from(vouchers).where(inArray(vouchers.code, codes))
	return new Map(rows.map((row) => [row.code, row]))
}
