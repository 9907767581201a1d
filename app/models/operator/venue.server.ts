import { and, eq, sql } from 'drizzle-orm'

import { type Transaction, db } from '#app/db/client.server.ts'
import { sqlState } from '#app/db/errors.server.ts'
import { resources, venueVersions, voucherEntries, vouchers } from '#app/db/schema.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { capacityOf, isExclusive } from '#app/models/capacity/free.ts'
import {
	existingVouchers,
	findConflicts,
	findShortages,
} from '#app/models/operator/conflicts.server.ts'
import { changedTerms, differences } from '#app/models/operator/plan.ts'
import type { ReadVenue } from '#app/models/operator/read.server.ts'
import { lockAllPlaces, newRenames, renameResources } from '#app/models/operator/rename.server.ts'
import { asRenamed } from '#app/models/operator/rename.ts'
import { findTouched } from '#app/models/operator/touched.server.ts'
import type { Resource, VenueVoucher } from '#app/models/venue/catalogue.ts'
import { newestVersion } from '#app/models/venue/current.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { normaliseCode } from '#app/models/voucher/voucher.ts'

/**
 * Lists the changes that `applyVenue` would make, one line each: `+` new, `-` gone, `~` changed, `!` a warning, or `!
 * cannot` where applying would be refused. Empty when nothing would change.
 */
export async function planVenue(venue: Venue): Promise<string[]> {
	const before = await newestVersion()
	const renames = await newRenames(db, venue)
	const known = before && asRenamed(before.document, renames)
	const conflicts = [
		...changedTerms(before?.document, venue),
		...(await findConflicts(db, venue, before?.document)),
	]
	const warnings = [
		...(await findShortages(venue, renames)),
		...(await findTouched(db, venue, known ?? venue, renames)),
	]
	return [
		...renames.map(({ from, to }) => `~ resources › ${from}: is ${to} now, with all its bookings`),
		...differences(known, venue),
		...warnings.map((line) => `! ${line}`),
		...conflicts.map((line) => `! cannot be applied: ${line}`),
	]
}

/**
 * Puts a venue in force in one transaction, one process at a time. It never deletes anything: a voucher that is no
 * longer in the files stays valid. 'unchanged' when this venue is in force already.
 * @throws StartError for changes that are not allowed (`findConflicts`, `changedTerms`)
 */
export async function applyVenue(venue: Venue, hash: string): Promise<'applied' | 'unchanged'> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await applyOnce(venue, hash)
		} catch (error) {
			if (sqlState(error) !== LOCK_NOT_AVAILABLE || tries === MOST_TRIES) throw error
		}
	}
}

const LOCK_NOT_AVAILABLE = '55P03'
const MOST_TRIES = 20

async function applyOnce(venue: Venue, hash: string): Promise<'applied' | 'unchanged'> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(hashtext('venue'))`)
		const before = await newestVersion(tx)
		const isNewest = before && and(eq(venueVersions.id, before.id), readAs(venue, hash))
		if (isNewest && (await tx.$count(venueVersions, isNewest)) > 0) return 'unchanged'

		const renames = await newRenames(tx, venue)
		if (renames.length > 0) await lockAllPlaces(tx)
		const conflicts = [
			...changedTerms(before?.document, venue),
			...(await findConflicts(tx, venue, before?.document)),
		]
		if (conflicts.length > 0)
			throw new StartError(`The venue cannot be applied: ${conflicts.join('; ')}`)

		await renameResources(tx, renames)
		await saveResources(tx, venue)
		await saveVouchers(tx, venue)
		await tx.insert(venueVersions).values({ hash, document: venue })
		return 'applied'
	})
}

/**
 * Decides at the start of a server about its venue's files. They are applied when they were never in force, when there
 * is no venue yet, or when they are in force and no release has read this document in them before. Files that were in
 * force once and are not now belong to a node that missed a change: the venue in force stays, and 'older' is returned
 * (faults H2). A version stored by an earlier release is found by the hash of that release and gets the present hash,
 * the only one that later releases know (record 012).
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

/**
 * SQL condition for versions of the venue with this hash and this document: another release may read less or more in
 * the same files.
 */
function readAs(venue: Venue, hash: string) {
	return and(eq(venueVersions.hash, hash), eq(venueVersions.document, venue))
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
