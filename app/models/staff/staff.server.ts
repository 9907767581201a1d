import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { deskDevices, staff, staffActs, staffLinks, staffPasskeys } from '#app/db/schema.ts'
import { emailKey } from '#app/models/email.ts'
import {
	isAtLeast,
	levels,
	staffIdOf,
	type ActValues,
	type ActVerb,
	type Actor,
	type By,
	type Level,
	type Staff,
} from '#app/models/staff/staff.ts'

/**
 * Finds the names of the members of staff among some authors, by the author's text. A person who has gone is still
 * named; 'customer', 'operator' and 'shop' have no name.
 */
export async function namesOf(actors: readonly string[]): Promise<Map<string, string>> {
	const ids = [...new Set(actors)].map(staffIdOf).filter((id) => id !== null)
	if (ids.length === 0) return new Map()
	const rows = await db
		.select({ id: staff.id, name: staff.name })
		.from(staff)
		.where(inArray(staff.id, ids))
	return new Map(rows.map(({ id, name }) => [`staff:${id}`, name]))
}

/** A new act of staff: its author, its verb, and the order or person that it is about. */
export type NewAct = By & {
	verb: ActVerb
	orderId?: string | null
	staffId?: string | null
	values?: ActValues
}

/** Writes an act of staff, in the transaction of its verb when given one. */
export async function noteAct(executor: Database | Transaction, act: NewAct): Promise<void> {
	await executor.insert(staffActs).values(act)
}

/** A member of staff in the list of staff, with the person's ways in and the last use of a device. */
export type ListedStaff = Staff & {
	email: string | null
	hasPassword: boolean
	passkeys: number
	/** The time at which the person's unused link ends; null without one. */
	linkUntil: Date | null
	/** The name of the device at which the person was last, unless the device was forgotten. */
	device: string | null
	/** True while the person is signed in at that device. */
	isHere: boolean
	seenAt: Date | null
	endedAt: Date | null
}

/** Lists all members of staff: those present by level, the highest first, then by name; those who have gone last. */
export async function listStaff(): Promise<ListedStaff[]> {
	return db
		.select({
			id: staff.id,
			name: staff.name,
			level: staff.level,
			email: staff.email,
			hasPassword: sql<boolean>`${staff.passwordHash} is not null`,
			passkeys: sql<number>`(select count(*)::int from staff_passkeys p where p.staff_id = ${ID})`,
			linkUntil: sql<Date | null>`(select expires_at from staff_links l
				where l.staff_id = ${ID} and expires_at > now())`.mapWith(staffLinks.expiresAt),
			device: lastDevice<string>('name'),
			isHere: sql<boolean>`coalesce(${lastDevice('touched_at')} > now() - ${PRESENT}, false)`,
			seenAt:
				sql<Date | null>`coalesce(${lastDevice('touched_at')}, (select max(at) from staff_acts a
				where a.actor = 'staff:' || ${ID}))`.mapWith(staffActs.at),
			endedAt: staff.endedAt,
		})
		.from(staff)
		.orderBy(sql`${staff.endedAt} desc nulls first`, LEVEL_DOWN, asc(staff.name))
}

/** SQL for the time without use after which a device asks who is there. */
export const PRESENT = sql`interval '10 minutes'`

/**
 * SQL for the id of the row of `staff`, for use in subqueries: in a query over one table the builder writes columns
 * without the table's name.
 */
const ID = sql.raw('staff.id')

const LEVEL_DOWN = sql`array_position(array['owner', 'shift', 'counter'], ${staff.level})`

/** SQL for a column of the device at which the person of the row was last. */
function lastDevice<T>(column: 'name' | 'touched_at') {
	return sql<T | null>`(select d.${sql.raw(column)} from desk_devices d
		where d.staff_id = ${ID} order by d.touched_at desc limit 1)`
}

/** Finds a member of staff who has not gone; null when there is none with this id. */
export async function findStaff(id: string): Promise<Staff | null> {
	const [found] = await db
		.select({ id: staff.id, name: staff.name, level: staff.level })
		.from(staff)
		.where(and(eq(staff.id, id), isNull(staff.endedAt)))
	return found ?? null
}

/** Finds the id of the member of staff with this mail address who has not gone; null without one. */
export async function findByEmail(address: string): Promise<string | null> {
	const [found] = await db
		.select({ id: staff.id })
		.from(staff)
		.where(and(eq(staff.emailKey, emailKey(address)), isNull(staff.endedAt)))
	return found?.id ?? null
}

/** Finds a member of staff, also one who has gone; null for an unknown id. */
export async function findPerson(id: string): Promise<(Staff & { endedAt: Date | null }) | null> {
	const [found] = await db
		.select({ id: staff.id, name: staff.name, level: staff.level, endedAt: staff.endedAt })
		.from(staff)
		.where(eq(staff.id, id))
	return found ?? null
}

/** Finds the mail address of a member of staff; null for an unknown id, and once the address is forgotten. */
export async function findAddress(id: string): Promise<string | null> {
	const [found] = await db.select({ email: staff.email }).from(staff).where(eq(staff.id, id))
	return found?.email ?? null
}

/**
 * Finds a member of staff as a letter addresses the person, with the name of who has the letter sent; null for a person
 * who has gone.
 */
export async function findAddressee(id: string, madeBy: Actor) {
	const [found] = await db
		.select({
			name: staff.name,
			level: staff.level,
			email: staff.email,
			locale: staff.locale,
			isNew: sql<boolean>`${staff.passwordHash} is null
				and not exists (select from staff_passkeys p where p.staff_id = ${ID})`,
		})
		.from(staff)
		.where(and(eq(staff.id, id), isNull(staff.endedAt)))
	if (!found || found.email === null) return null
	const names = await namesOf([madeBy])
	return { ...found, email: found.email, invitedBy: names.get(madeBy) ?? null }
}

/**
 * Lists up to three members of staff who may do what a level may, for the sentence that says who can: those of that
 * very level before higher ones, and among them those who used a device last.
 */
export async function listWhoCan(least: Level): Promise<string[]> {
	const able = levels.filter((level) => isAtLeast({ level }, least))
	const rows = await db
		.select({ name: staff.name })
		.from(staff)
		.where(and(inArray(staff.level, able), isNull(staff.endedAt)))
		.orderBy(
			sql`${LEVEL_DOWN} desc`,
			sql`${lastDevice('touched_at')} desc nulls last`,
			asc(staff.name),
		)
		.limit(3)
	return rows.map(({ name }) => name)
}

/** Deletes the passkeys and the link of a member of staff, whose row the caller has locked for update. */
export async function voidWaysIn(tx: Transaction, staffId: string): Promise<void> {
	await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, staffId))
	await tx.delete(staffLinks).where(eq(staffLinks.staffId, staffId))
}

/** Signs a member of staff out at all devices; the caller has locked the person's row for update. */
export async function leaveDevices(tx: Transaction, staffId: string): Promise<void> {
	await leaveOtherDevices(tx, staffId, null)
}

/**
 * Signs a member of staff out at all devices but the one with the id `here`, or at all with null. The caller has locked
 * the person's row for update.
 */
export async function leaveOtherDevices(
	tx: Transaction,
	staffId: string,
	here: string | null,
): Promise<void> {
	await tx
		.update(deskDevices)
		.set({ staffId: null, signedInAt: null, kept: null })
		.where(and(eq(deskDevices.staffId, staffId), sql`${deskDevices.id} is distinct from ${here}`))
}

/**
 * Locks all owners and the person whom a change is about, so that two owners who remove each other come one after the
 * other, and returns that person (null for one who has gone). Null when the author may not make the change: only owners
 * and the command line may, and with `orOwn` the person in question.
 */
export async function lockForOwner(
	tx: Transaction,
	{ actor }: By,
	targetId: string | null = null,
	{ orOwn } = { orOwn: false },
): Promise<{ target: Staff | null } | null> {
	const rows = await tx
		.select({ id: staff.id, name: staff.name, level: staff.level })
		.from(staff)
		.where(
			and(
				isNull(staff.endedAt),
				sql`(${staff.level} = 'owner' or ${staff.id} = ${targetId}::uuid)`,
			),
		)
		.orderBy(asc(staff.id))
		.for('update')
	const author = rows.find(({ id }) => id === staffIdOf(actor))
	const target = rows.find(({ id }) => id === targetId) ?? null
	const isOwn = orOwn && author !== undefined && author === target
	return actor === 'operator' || author?.level === 'owner' || isOwn ? { target } : null
}
