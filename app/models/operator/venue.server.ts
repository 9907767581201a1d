import { and, eq, inArray, sql } from 'drizzle-orm'

import { type Database, type Transaction, db } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { resources, venueVersions, voucherEntries, vouchers } from '#app/db/schema.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { capacityOf, isExclusive } from '#app/models/capacity/free.ts'
import { hintOfCode } from '#app/models/operator/files.ts'
import { changedTerms, differences } from '#app/models/operator/plan.ts'
import type { ReadVenue } from '#app/models/operator/read.server.ts'
import { findTouched } from '#app/models/operator/touched.server.ts'
import type { Resource, VenueVoucher } from '#app/models/venue/catalogue.ts'
import { newestVersion } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { normaliseCode } from '#app/models/voucher/voucher.ts'

/**
 * What `applyVenue` would change, one line each: `+` new, `-` gone, `~` changed; `!` is a warning, or
 * begins with 'cannot' where applying would be refused. No lines: nothing would change.
 */
export async function planVenue(venue: Venue): Promise<string[]> {
	const before = await newestVersion()
	const lines = differences(before?.document, venue)
	const conflicts = [...changedTerms(before?.document, venue), ...(await findConflicts(db, venue))]
	const warnings = [...(await findShortages(venue)), ...(await findTouched(db, venue))]
	return [
		...lines,
		...warnings.map((line) => `! ${line}`),
		...conflicts.map((line) => `! cannot be applied: ${line}`),
	]
}

/**
 * Puts a venue in force: one transaction, one at a time. Never deletes; a voucher that is no longer in
 * the files stays valid. Throws a `StartError` for what must not change (see `findConflicts`).
 */
export async function applyVenue(venue: Venue, hash: string): Promise<'applied' | 'unchanged'> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(hashtext('venue'))`)
		const before = await newestVersion(tx)
		const isNewest = before && and(eq(venueVersions.id, before.id), readAs(venue, hash))
		if (isNewest && (await tx.$count(venueVersions, isNewest)) > 0) return 'unchanged'

		const conflicts = [
			...changedTerms(before?.document, venue),
			...(await findConflicts(tx, venue)),
		]
		if (conflicts.length > 0)
			throw new StartError(`The venue cannot be applied: ${conflicts.join('; ')}`)

		await saveResources(tx, venue)
		await saveVouchers(tx, venue)
		await tx.insert(venueVersions).values({ hash, document: venue })
		return 'applied'
	})
}

/**
 * What a server does with its files when it starts: applies them if they were never in force, if there is no
 * venue yet, or if no release before has read in those in force what this one does. Files that were in force
 * once and are not now are older than the venue in force, those of a node that missed a change: what is in
 * force stays (faults H2). What an earlier release has stored of these files is found by the hash that it
 * gave them, and gets theirs: a later one knows no other (record 012).
 */
export async function applyAtStart({
	venue,
	hash,
	formerHash,
}: ReadVenue): Promise<'applied' | 'unchanged' | 'older'> {
	await db.update(venueVersions).set({ hash }).where(eq(venueVersions.hash, formerHash))
	const newest = await newestVersion()
	const isInForce = newest?.hash === hash
	const known = isInForce ? readAs(venue, hash) : eq(venueVersions.hash, hash)
	if ((await db.$count(venueVersions, known)) === 0) return applyVenue(venue, hash)
	return isInForce ? 'unchanged' : 'older'
}

/** The versions that were exactly this, of the same files: another release may have read less in them, or more. */
function readAs(venue: Venue, hash: string) {
	return and(eq(venueVersions.hash, hash), eq(venueVersions.document, venue))
}

/**
 * Money that was paid for is not rewritten: the amount of a value voucher, the kind of any voucher, a code
 * that was sold. A zone does not become a room, or a room a zone, under those who booked it.
 */
async function findConflicts(executor: Database | Transaction, venue: Venue): Promise<string[]> {
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
	return [...voucherConflicts, ...resourceConflicts]
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

/** More is already booked than there will be room for: that stays booked, nothing more is sold. */
async function findShortages(venue: Venue): Promise<string[]> {
	const booked = await bookedPeaks(db)
	const lowered = venue.resources.flatMap((resource) => {
		const peak = booked.get(resource.id) ?? 0
		if (isExclusive(resource) || peak <= capacityOf(resource)) return []
		return [
			`resources › ${resource.id}: ${peak} are already booked at once, more than the capacity of ${capacityOf(resource)}; those bookings stay`,
		]
	})
	const ids = new Set(venue.resources.map(({ id }) => id))
	const gone = [...booked.keys()]
		.filter((id) => !ids.has(id))
		.map((id) => `resources › ${id}: is gone from the files but still booked; those bookings stay`)
	return [...lowered, ...gone]
}

/** The most units ever booked or held at once from now on, by resource. */
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

async function saveResources(tx: Transaction, venue: Venue): Promise<void> {
	await tx
		.insert(resources)
		.values(venue.resources.map(rowOfResource))
		.onConflictDoUpdate({
			target: resources.id,
			set: { capacity: sql`excluded.capacity`, exclusive: sql`excluded.exclusive` },
		})
}

function rowOfResource(resource: Resource) {
	return { id: resource.id, capacity: capacityOf(resource), exclusive: isExclusive(resource) }
}

async function saveVouchers(tx: Transaction, venue: Venue): Promise<void> {
	const existing = await existingVouchers(tx, venue)
	for (const voucher of venue.vouchers) {
		const row = rowOfVoucher(voucher)
		const before = existing.get(row.code)
		if (before) await tx.update(vouchers).set(row).where(eq(vouchers.id, before.id))
		else await issueVoucher(tx, row)
	}
}

async function issueVoucher(tx: Transaction, row: ReturnType<typeof rowOfVoucher>): Promise<void> {
	const [issued] = await tx
		.insert(vouchers)
		.values({ ...row, activatedAt: sql`now()` })
		.returning({ id: vouchers.id })
	if (!issued || row.kind !== 'value' || row.amount === null) return
	await tx.insert(voucherEntries).values({
		voucherId: issued.id,
		sequence: 1,
		kind: 'issued',
		amount: row.amount,
		balance: row.amount,
	})
}

function rowOfVoucher(voucher: VenueVoucher) {
	return {
		code: normaliseCode(voucher.code),
		kind: voucher.kind,
		amount: voucher.amount ?? null,
		percent: voucher.percent ?? null,
		validFrom: voucher.validFrom ?? null,
		validUntil: voucher.validUntil ?? null,
		minimumOrder: voucher.minimumOrder ?? null,
		products: voucher.products ?? null,
		dayClasses: voucher.dayClasses ?? null,
		uses: voucher.uses ?? (voucher.kind === 'value' ? null : 1),
	}
}

async function existingVouchers(
	executor: Database | Transaction,
	venue: Venue,
): Promise<Map<string, VoucherRow>> {
	const codes = venue.vouchers.map(({ code }) => normaliseCode(code))
	if (codes.length === 0) return new Map()
	const rows = await executor.select().from(vouchers).where(inArray(vouchers.code, codes))
	return new Map(rows.map((row) => [row.code, row]))
}
