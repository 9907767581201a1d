import { and, asc, desc, eq, gt, isNull, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { deskDevices, staff, staffActs, staffPasskeys } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { KEPT } from '#app/models/staff/kept.server.ts'
import { lockForOwner, noteAct, PRESENT } from '#app/models/staff/staff.server.ts'
import { actorOf, type By, type Level, type Staff } from '#app/models/staff/staff.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'

/*
 * A device is a browser of the desk, known by its cookie. A person counts as present at it for ten minutes after using
 * it last, by the database's clock.
 */

/** The days without use after which a device is forgotten; until then its name is kept for the next sign-in there. */
export const DEVICE_DAYS = 30

/** SQL for the time without use after which a device counts as unknown and shows no person's name. */
const KNOWN = sql`interval '8 hours'`

/** A device as a request finds it. Its `id` is the hash of the token in its cookie and opens nothing. */
export type DeskDevice = {
	id: string
	key: string
	name: string
	/** True while the device was used in the last 8 hours. */
	isKnown: boolean
	/**
	 * The person who signed in at the device last and has not signed out; null when there is none, or when the device is
	 * not known.
	 */
	person: (Staff & { hasGone: boolean }) | null
	/** The ids of all members of staff who have signed in at the device. */
	knows: string[]
	/** True while `person` has used the device in the last 10 minutes. */
	isHere: boolean
	/** True when the last noted use is more than 30 seconds ago, so that the next one is noted. */
	isQuiet: boolean
	/**
	 * True when the person signed in at the device in the last 5 minutes, as changes of the person's own ways in need it.
	 */
	isFresh: boolean
	/** True while a form of that person, sent less than 30 minutes ago, waits to be sent again. */
	hasKept: boolean
}

/** Finds the device of a token and the person at it, in one round trip; null for an unknown token. */
export async function findDevice(token: string): Promise<DeskDevice | null> {
	const [found] = await selectDevice(db, { id: sha256(token) })
	return found ?? null
}

const selectDevice = prepare<{ id: string }, DeskDevice>(
	(_, value) => sql`
		select ${deskDevices.id} as "id", ${deskDevices.key} as "key", ${deskDevices.name} as "name",
			${deskDevices.touchedAt} > now() - ${KNOWN} as "isKnown",
			${deskDevices.touchedAt} > now() - ${PRESENT} and ${staff.id} is not null as "isHere",
			${deskDevices.touchedAt} < now() - interval '30 seconds' as "isQuiet",
			coalesce(${deskDevices.signedInAt} > now() - interval '5 minutes', false) as "isFresh",
			${KEPT} as "hasKept",
			array_to_json(${deskDevices.knownStaff}) as "knows",
			case when ${staff.id} is not null and ${deskDevices.touchedAt} > now() - ${KNOWN}
				then json_build_object('id', ${staff.id}, 'name', ${staff.name}, 'level', ${staff.level},
					'hasGone', ${staff.endedAt} is not null) end as "person"
		from ${deskDevices} left join ${staff} on ${eq(staff.id, deskDevices.staffId)}
		where ${eq(deskDevices.id, value('id'))}
			and ${deskDevices.touchedAt} > now() - make_interval(days => ${DEVICE_DAYS})`,
)

/**
 * Notes that the person at a device has just used it; does nothing when nobody or another person is signed in there.
 */
export async function touchDevice({ id, person }: DeskDevice): Promise<void> {
	if (!person) return
	await db
		.update(deskDevices)
		.set({ touchedAt: sql`now()` })
		.where(and(eq(deskDevices.id, id), eq(deskDevices.staffId, person.id)))
}

/**
 * The facts by which a member of staff proved to be that person: the hash of the password that was typed, or the
 * passkey that signed. Compared with the rows when the person is signed in.
 */
export type StaffProof = { staffId: string; passwordHash: string | null; passkeyId: string | null }

/**
 * Signs the person of a proof in at a device and returns the device's new token: an old one known to others opens
 * nothing (faults F3). `device` null makes a new device; an empty name keeps the device's. Refused when the person has
 * gone, or has another password or no longer that passkey: a sign-in under way must not survive the end of an access.
 */
export async function signInAt(
	device: DeskDevice | null,
	proof: StaffProof,
	names: { typed: string; fallback: string },
): Promise<Result<{ token: string; name: string }>> {
	return db.transaction(async (tx) => {
		if (!(await isProven(tx, proof))) return refuse('desk.staffUnknown')
		const { staffId } = proof
		const token = newToken()
		const name = names.typed || device?.name || names.fallback
		const values = {
			id: sha256(token),
			name,
			staffId,
			signedInAt: sql`now()`,
			touchedAt: sql`now()`,
		}
		const kept = sql`case when kept ->> 'staffId' = ${staffId} and ${KEPT} then kept end`
		const renewed = device
			? await tx
					.update(deskDevices)
					.set({ ...values, kept, knownStaff: [...new Set([...device.knows, staffId])] })
					.where(eq(deskDevices.id, device.id))
					.returning({ id: deskDevices.id })
			: []
		if (renewed.length === 0)
			await tx.insert(deskDevices).values({ ...values, knownStaff: [staffId] })
		await noteAct(tx, { actor: `staff:${staffId}`, device: name, verb: 'signedIn', staffId })
		return ok({ token, name })
	})
}

/**
 * True when a proof still agrees with the person's rows. Locks the person's row, so that the end of the access waits
 * for this sign-in and finds its device.
 */
async function isProven(tx: Transaction, { staffId, passwordHash, passkeyId }: StaffProof) {
	const [person] = await tx
		.select({ passwordHash: staff.passwordHash })
		.from(staff)
		.where(and(eq(staff.id, staffId), isNull(staff.endedAt)))
		.for('share')
	if (!person) return false
	if (passkeyId === null)
		return person.passwordHash !== null && person.passwordHash === passwordHash
	const [passkey] = await tx
		.select({ id: staffPasskeys.id })
		.from(staffPasskeys)
		.where(and(eq(staffPasskeys.id, passkeyId), eq(staffPasskeys.staffId, staffId)))
	return passkey !== undefined
}

/**
 * Signs the person out at a device, which stays known. Returns the device's new token; null when it has another one
 * already or was forgotten.
 */
export async function signOutAt(device: DeskDevice): Promise<string | null> {
	return db.transaction(async (tx) => {
		const token = newToken()
		const left = await tx
			.update(deskDevices)
			.set({ id: sha256(token), staffId: null, signedInAt: null, kept: null })
			.where(eq(deskDevices.id, device.id))
			.returning({ id: deskDevices.id })
		if (left.length === 0) return null
		if (device.person && !device.person.hasGone)
			await noteAct(tx, {
				actor: actorOf(device.person),
				device: device.name,
				verb: 'signedOut',
				staffId: device.person.id,
			})
		return token
	})
}

/** A member of staff on duty, with the time of the first sign-in since a moment. */
export type OnDuty = Staff & { since: Date }

/** Lists the members of staff who signed in after `from` and have not gone, in the order of their first sign-in. */
export async function listOnDuty(from: Date): Promise<OnDuty[]> {
	const since = sql<Date>`min(${staffActs.at})`.mapWith(staffActs.at)
	return db
		.select({ id: staff.id, name: staff.name, level: staff.level, since })
		.from(staffActs)
		.innerJoin(staff, eq(staff.id, staffActs.staffId))
		.where(and(eq(staffActs.verb, 'signedIn'), gt(staffActs.at, from), isNull(staff.endedAt)))
		.groupBy(staff.id, staff.name, staff.level)
		.orderBy(asc(since))
}

/** A device in the list that owners see. */
export type ListedDevice = {
	key: string
	name: string
	person: { id: string; name: string; level: Level } | null
	signedInAt: Date | null
	isHere: boolean
	seenAt: Date
}

/** Lists the devices that were used in the last 8 hours, the newest use first. */
export async function listDevices(): Promise<ListedDevice[]> {
	const rows = await db
		.select({
			key: deskDevices.key,
			name: deskDevices.name,
			id: staff.id,
			person: staff.name,
			level: staff.level,
			signedInAt: deskDevices.signedInAt,
			isHere: sql<boolean>`${staff.id} is not null and ${deskDevices.touchedAt} > now() - ${PRESENT}`,
			seenAt: deskDevices.touchedAt,
		})
		.from(deskDevices)
		.leftJoin(staff, and(eq(staff.id, deskDevices.staffId), isNull(staff.endedAt)))
		.where(sql`${deskDevices.touchedAt} > now() - ${KNOWN}`)
		.orderBy(desc(deskDevices.touchedAt))
	return rows.map(({ id, person: name, level, ...device }) => ({
		...device,
		person: id === null || name === null || level === null ? null : { id, name, level },
	}))
}

/** Deletes a device's row at the wish of an owner: its cookie opens nothing any more, and it shows no names. */
export async function forgetDevice(key: string, by: By): Promise<Result<undefined>> {
	return db.transaction(async (tx) => {
		if (!(await lockForOwner(tx, by))) return refuse('desk.ownerOnly')
		const [forgotten] = await tx
			.delete(deskDevices)
			.where(eq(deskDevices.key, key))
			.returning({ name: deskDevices.name })
		if (forgotten)
			await noteAct(tx, { ...by, verb: 'deviceForgotten', values: { name: forgotten.name } })
		return ok()
	})
}
