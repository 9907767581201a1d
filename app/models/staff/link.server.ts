import { and, eq, gt, isNull, sql } from 'drizzle-orm'

import { db, type Transaction } from '#app/db/client.server.ts'
import { staff, staffLinks } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { emailKey } from '#app/models/email.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { StaffProof } from '#app/models/staff/device.server.ts'
import { leaveDevices, noteAct, voidWaysIn } from '#app/models/staff/staff.server.ts'
import { actorOf, type Actor, type Level, type NewStaff } from '#app/models/staff/staff.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'
import { hashPassword } from '#app/models/visitor/password.server.ts'

/** The hours for which a link in a letter to staff works. */
export const LINK_HOURS = 48

/** Makes the link by which a member of staff sets a way in, and returns its token; the link before becomes void. */
export async function makeLink(staffId: string, madeBy: Actor): Promise<string> {
	return writeLink(staffId, madeBy)
}

/**
 * Makes the link by which the first owner joins, and returns its token; null while there is an owner. The link before
 * becomes void.
 */
export async function makeFirstOwnerLink(): Promise<string | null> {
	return (await hasOwner()) ? null : writeLink(null, 'operator')
}

async function writeLink(staffId: string | null, madeBy: Actor): Promise<string> {
	const token = newToken()
	const values = {
		hash: sha256(token),
		madeBy,
		madeAt: sql`now()`,
		expiresAt: sql`now() + make_interval(hours => ${LINK_HOURS})`,
	}
	await db
		.insert(staffLinks)
		.values({ staffId, ...values })
		.onConflictDoUpdate({ target: staffLinks.staffId, set: values })
	return token
}

async function hasOwner(executor: Transaction | typeof db = db): Promise<boolean> {
	const [owner] = await executor
		.select({ id: staff.id })
		.from(staff)
		.where(and(eq(staff.level, 'owner'), isNull(staff.endedAt)))
		.limit(1)
	return owner !== undefined
}

/** The person who can use a valid link, and the one who made it; `person` is null in the link of the first owner. */
export type FoundLink = {
	person: { id: string; name: string; email: string; level: Level; isNew: boolean } | null
	/** The name of the member of staff who made the link; null for the command line. */
	invitedBy: string | null
}

/**
 * Finds the link of a token without using it up; null when it is unknown, used, replaced or too old, or its person has
 * gone.
 */
export async function findLink(token: string): Promise<FoundLink | null> {
	const [found] = await db
		.select({
			id: staff.id,
			name: staff.name,
			email: staff.email,
			level: staff.level,
			isNew: sql<boolean>`${staff.passwordHash} is null
				and not exists (select from staff_passkeys p where p.staff_id = ${staff.id})`,
			hasGone: sql<boolean>`${staff.endedAt} is not null`,
			invitedBy: sql<string | null>`(select s.name from staff s
				where 'staff:' || s.id = ${staffLinks.madeBy})`,
		})
		.from(staffLinks)
		.leftJoin(staff, eq(staff.id, staffLinks.staffId))
		.where(liveLink(token))
	if (!found || found.hasGone) return null
	const { id, name, email, level, isNew, invitedBy } = found
	if (id === null) return (await hasOwner()) ? null : { person: null, invitedBy }
	return {
		person: { id, name: name ?? '', email: email ?? '', level: level ?? 'counter', isNew },
		invitedBy,
	}
}

/** The way in that a member of staff sets by a link: a password or a passkey. */
export type NewWayIn =
	| { password: string }
	/** Verifies a passkey for the person of this id, writes it and returns its id. */
	| { addPasskey: (tx: Transaction, staffId: string) => Promise<Result<string>> }

/** The person who joins by the link of the first owner, as typed on its page. */
export type FirstOwner = Omit<NewStaff, 'level'> & { id: string; locale: Locale }

/**
 * Uses a link up and gives its person the new way in; of two requests at once, one gets it. Earlier passwords, passkeys
 * and sign-ins of the person end, because a new link is asked for when one of them got lost. `first` is the person of
 * the first owner's link, which is refused once there is an owner.
 */
export async function joinByLink(
	token: string,
	wayIn: NewWayIn,
	{ device, first }: { device: string; first: FirstOwner | null },
): Promise<Result<StaffProof>> {
	const hashed = 'password' in wayIn ? await hashPassword(wayIn.password) : null
	if (hashed && !hashed.ok) return hashed
	return db
		.transaction(async (tx) => {
			const joined = await consumeLink(tx, token, first)
			if (!joined.ok) return joined
			const { id, isFirst } = joined.value
			await voidWaysIn(tx, id)
			await leaveDevices(tx, id)
			const passwordHash = hashed?.value ?? null
			await tx.update(staff).set({ passwordHash }).where(eq(staff.id, id))
			const added = 'addPasskey' in wayIn ? await wayIn.addPasskey(tx, id) : ok(null)
			if (!added.ok) throw new Refusal(added)
			const verb = isFirst ? 'becameFirstOwner' : 'joined'
			await noteAct(tx, { actor: actorOf({ id }), device, verb, staffId: id })
			return ok({ staffId: id, passwordHash, passkeyId: added.value })
		})
		.catch((error: unknown) => {
			if (error instanceof Refusal) return error.refused
			throw error
		})
}

/**
 * An error that carries a refusal out of a transaction and rolls it back, so that a link is not used up by a passkey
 * that proves wrong.
 */
class Refusal extends Error {
	readonly refused: Refused

	constructor(refused: Refused) {
		super(refused.message.key)
		this.refused = refused
	}
}

/**
 * Uses a link up and returns the id of its person, whom it adds when the person is the first owner. Refused for a link
 * that is not valid. Locks the person before the link is deleted, in the order of `endAccess`.
 */
async function consumeLink(
	tx: Transaction,
	token: string,
	first: FirstOwner | null,
): Promise<Result<{ id: string; isFirst: boolean }>> {
	const [link] = await tx
		.select({ staffId: staffLinks.staffId })
		.from(staffLinks)
		.where(liveLink(token))
	const [person] = await tx
		.select({ endedAt: staff.endedAt })
		.from(staff)
		.where(sql`${staff.id} = ${link?.staffId ?? null}::uuid`)
		.for('update')
	const used = await tx
		.delete(staffLinks)
		.where(liveLink(token))
		.returning({ hash: staffLinks.hash })
	if (!link || used.length === 0 || person?.endedAt) return refuse('desk.linkInvalid')
	if (link.staffId !== null) return ok({ id: link.staffId, isFirst: false })
	if (!first || (await hasOwner(tx))) return refuse('desk.linkInvalid')
	const [added] = await tx
		.insert(staff)
		.values({ ...first, emailKey: emailKey(first.email), level: 'owner' })
		.onConflictDoNothing()
		.returning({ id: staff.id })
	if (!added) throw new Refusal(refuse('desk.emailTaken'))
	return ok({ id: added.id, isFirst: true })
}

function liveLink(token: string) {
	return and(eq(staffLinks.hash, sha256(token)), gt(staffLinks.expiresAt, sql`now()`))
}
