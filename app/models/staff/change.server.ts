import { and, eq, isNull, ne, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { deskDevices, staff, staffActs } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { emailKey } from '#app/models/email.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { leaveDevices, lockForOwner, noteAct, voidWaysIn } from '#app/models/staff/staff.server.ts'
import { isAtLeast, type By, type Level, type NewStaff } from '#app/models/staff/staff.ts'

// The functions by which owners change the list of staff, at the desk and at the command line.

/** The author of an invitation, with the language of its letter and the origin of the desk for the link in it. */
export type Inviting = By & { locale: Locale; origin: string }

/**
 * Adds a member of staff, mails the link by which the person sets a way in, and returns the person's id. An invitation
 * that is sent twice within a minute is made once (faults N336). Refused for an address that another present member of
 * staff has.
 */
export async function inviteStaff(
	invited: NewStaff,
	{ locale, origin, ...by }: Inviting,
): Promise<Result<string>> {
	const { name, email, level } = invited
	return db.transaction(async (tx) => {
		if (!(await lockForOwner(tx, by))) return refuse('desk.ownerOnly')
		const values = { name, email, emailKey: emailKey(email), level, locale }
		const [added] = await tx
			.insert(staff)
			.values(values)
			.onConflictDoNothing()
			.returning({ id: staff.id })
		if (!added) {
			const same = await findJustInvited(tx, invited, by)
			return same === null ? refuse('desk.emailTaken') : ok(same)
		}
		await noteAct(tx, { ...by, verb: 'invited', staffId: added.id, values: { name, level } })
		await enqueue(tx, 'mailStaff', { staffId: added.id, origin, madeBy: by.actor })
		return ok(added.id)
	})
}

/**
 * Finds the id of the person whom the same author invited in the same words within the last minute; null without one.
 */
async function findJustInvited(
	tx: Transaction,
	{ name, email, level }: NewStaff,
	{ actor }: By,
): Promise<string | null> {
	const [same] = await tx
		.select({ id: staff.id })
		.from(staffActs)
		.innerJoin(staff, eq(staff.id, staffActs.staffId))
		.where(
			and(
				eq(staffActs.verb, 'invited'),
				eq(staffActs.actor, actor),
				sql`${staffActs.at} > now() - interval '1 minute'`,
				eq(staff.emailKey, emailKey(email)),
				eq(staff.name, name),
				eq(staff.level, level),
				isNull(staff.endedAt),
			),
		)
	return same?.id ?? null
}

/** Mails a member of staff a new link to set a way in; it replaces the link before. */
export async function mailNewLink(
	staffId: string,
	{ origin, ...by }: By & { origin: string },
): Promise<Result<undefined>> {
	return db.transaction(async (tx) => {
		const locked = await lockForOwner(tx, by, staffId)
		if (!locked) return refuse('desk.ownerOnly')
		if (!locked.target) return refuse('desk.personGone')
		await noteAct(tx, { ...by, verb: 'linkMailed', staffId, values: { name: locked.target.name } })
		await enqueue(tx, 'mailStaff', { staffId, origin, madeBy: by.actor })
		return ok()
	})
}

/**
 * Gives a member of staff another level. A person who gets a lower one is signed out everywhere at once (faults L2).
 * Refused for the last owner who can sign in.
 */
export async function changeLevel(
	staffId: string,
	level: Level,
	by: By,
): Promise<Result<undefined>> {
	return db.transaction(async (tx) => {
		const locked = await lockForOwner(tx, by, staffId)
		if (!locked) return refuse('desk.ownerOnly')
		const { target } = locked
		if (!target) return refuse('desk.personGone')
		if (target.level === level) return ok()
		if (target.level === 'owner' && !(await hasOtherOwner(tx, staffId)))
			return refuse('desk.lastOwner', { name: target.name })
		await tx.update(staff).set({ level }).where(eq(staff.id, staffId))
		if (!isAtLeast({ level }, target.level)) await leaveDevices(tx, staffId)
		await noteAct(tx, {
			...by,
			verb: 'levelChanged',
			staffId,
			values: { name: target.name, level },
		})
		return ok()
	})
}

/**
 * Ends the access of a member of staff, on all nodes at once (faults L2) because each request reads the person's row.
 * Password, passkeys and links are deleted; the name stays. Devices still name the person, so that an open tab is told
 * that the access has ended. Refused for the last owner who can sign in.
 */
export async function endAccess(staffId: string, by: By): Promise<Result<undefined>> {
	return db.transaction(async (tx) => {
		const locked = await lockForOwner(tx, by, staffId)
		if (!locked) return refuse('desk.ownerOnly')
		const { target } = locked
		if (!target) return refuse('desk.personGone')
		if (target.level === 'owner' && !(await hasOtherOwner(tx, staffId)))
			return refuse('desk.lastOwner', { name: target.name })
		await tx
			.update(staff)
			.set({ endedAt: sql`now()`, passwordHash: null })
			.where(eq(staff.id, staffId))
		await voidWaysIn(tx, staffId)
		await tx.update(deskDevices).set({ kept: null }).where(eq(deskDevices.staffId, staffId))
		await noteAct(tx, { ...by, verb: 'accessEnded', staffId, values: { name: target.name } })
		return ok()
	})
}

/** Signs a member of staff out at all devices. An owner may do it for anybody, everyone else for oneself. */
export async function signOutEverywhere(staffId: string, by: By): Promise<Result<undefined>> {
	return db.transaction(async (tx) => {
		const locked = await lockForOwner(tx, by, staffId, { orOwn: true })
		if (!locked) return refuse('desk.ownerOnly')
		if (!locked.target) return refuse('desk.personGone')
		await leaveDevices(tx, staffId)
		await noteAct(tx, {
			...by,
			verb: 'signedOutEverywhere',
			staffId,
			values: { name: locked.target.name },
		})
		return ok()
	})
}

/** True when an owner other than this person can sign in; the caller has locked all owners. */
async function hasOtherOwner(tx: Transaction, staffId: string): Promise<boolean> {
	const [other] = await tx
		.select({ id: staff.id })
		.from(staff)
		.where(
			and(
				eq(staff.level, 'owner'),
				isNull(staff.endedAt),
				ne(staff.id, staffId),
				sql`(${staff.passwordHash} is not null
					or exists (select from staff_passkeys p where p.staff_id = staff.id))`,
			),
		)
		.limit(1)
	return other !== undefined
}
