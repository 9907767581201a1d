import { and, desc, eq, gt, lte, ne, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { accounts, sessions } from '#app/db/schema.ts'
import { ok, type Result } from '#app/models/result.ts'
import { newToken, sha256 } from '#app/models/token.server.ts'
import { lockAccount, lockProven, type Proof } from '#app/models/visitor/proof.server.ts'
import type { ListedSession, Notice, SessionData, SignedIn } from '#app/models/visitor/session.ts'
import type { WayIn } from '#app/models/visitor/way-in.ts'

/** The longest life of a session, counted from the last use for a guest and from the sign-in for a customer. */
export const sessionLifetime = { days: 30 }

/** A session as a request finds it. Its `id` is the hash of the token and opens nothing. */
export type VisitSession = {
	id: string
	cartId: string | null
	guid: string | null
	hasNotice: boolean
	account: SignedIn | null
	/** True when the last noted use is more than 10 minutes ago, so that the next one is noted. */
	isQuiet: boolean
}

/** Finds the session of a token; null when there is none or it has expired. */
export async function findSession(token: string): Promise<VisitSession | null> {
	const [found] = await selectSession(db, { id: sha256(token) })
	if (!found) return null
	const { account, until, ...session } = found
	return { ...session, account: account && { ...account, until } }
}

type FoundSession = Omit<VisitSession, 'account'> & {
	account: Omit<SignedIn, 'until'> | null
	until: Date
}

const selectSession = prepare<{ id: string }, FoundSession>(
	(_, value) => sql`
		select ${sessions.id} as "id", ${sessions.cartId} as "cartId", ${sessions.guid} as "guid",
			${sessions.notice} is not null as "hasNotice", ${sessions.expiresAt} as "until",
			${sessions.seenAt} < now() - interval '10 minutes' as "isQuiet",
			case when ${accounts.id} is not null then json_build_object('id', ${accounts.id},
				'username', ${accounts.username}, 'firstName', ${accounts.person} ->> 'firstName',
				'lastName', ${accounts.person} ->> 'lastName') end as "account"
		from ${sessions} left join ${accounts} on ${eq(accounts.id, sessions.accountId)}
		where ${sessions.id} = ${value('id')} and ${isLive}`,
)

/** Begins a session of a guest and returns its token: 256 random bits, of which only the hash is stored. */
export async function openSession(data: Partial<SessionData>): Promise<string> {
	const token = newToken()
	await beginSession(token, data)
	return token
}

/** Begins a session of a guest under a token that the caller has made, in a transaction when given one. */
export async function beginSession(
	token: string,
	data: Partial<SessionData>,
	executor: Database | Transaction = db,
): Promise<void> {
	const { cartId = null, guid = null, notice = null } = data
	await insertSession(executor, { id: sha256(token), cartId, guid, notice })
}

const insertSession = prepare<
	{ [Name in keyof SessionData]: SessionData[Name] | null } & { id: string }
>((build, value) =>
	build.insert(sessions).values({
		id: value('id'),
		cartId: value('cartId'),
		guid: value('guid'),
		notice: value('notice'),
		expiresAt: ofGuest,
	}),
)

/** Writes only the changed fields, so two requests at once lose nothing (faults H11). False: the session is over. */
export async function changeSession(
	id: string,
	changes: Partial<Omit<SessionData, 'cartId'>>,
): Promise<boolean> {
	const changed = await db
		.update(sessions)
		.set({ ...changes, ...used })
		.where(and(eq(sessions.id, id), isLive))
		.returning({ id: sessions.id })
	return changed.length > 0
}

/** Notes a use of the session now, which puts off its end. */
export async function touchSession(id: string): Promise<void> {
	await db
		.update(sessions)
		.set(used)
		.where(and(eq(sessions.id, id), isLive))
}

/**
 * Signs the account of a proof in and returns the session's new token: an old token known to others opens nothing
 * (faults F3). `id` is the session to go on with, null for a new one. Refused when the account has another password or
 * username since the proof, or is deleted: a sign-in under way must not survive the end of the account's sessions
 * (faults M2).
 */
export async function signInSession(
	id: string | null,
	proof: Proof,
	device: string | null,
): Promise<Result<string>> {
	return db.transaction(async (tx) => {
		const proven = await lockProven(tx, proof, 'share')
		if (!proven.ok) return proven
		const token = newToken()
		const values = {
			accountId: proof.accountId,
			device,
			id: sha256(token),
			createdAt: rightNow,
			seenAt: rightNow,
			expiresAt: idle,
		}
		const renewed = id
			? await tx
					.update(sessions)
					.set(values)
					.where(and(eq(sessions.id, id), isLive))
					.returning({ id: sessions.id })
			: []
		if (renewed.length === 0) await tx.insert(sessions).values(values)
		return ok(token)
	})
}

export async function endSession(id: string): Promise<void> {
	await db.delete(sessions).where(eq(sessions.id, id))
}

/**
 * Ends every session of an account but the one with the id `except`, on all nodes at once (faults F5). The caller has
 * locked the account for update, so that sessions that are just being signed in end too (faults M2).
 */
export async function endSessions(
	tx: Transaction,
	accountId: string,
	except: string | null,
): Promise<void> {
	await tx
		.delete(sessions)
		.where(and(eq(sessions.accountId, accountId), except ? ne(sessions.id, except) : undefined))
}

/**
 * Ends all sessions of an account. A sign-in that holds the account's lock is waited for and ended as well; one that
 * comes later has proved its owner anew.
 */
export async function endAllSessions(accountId: string): Promise<void> {
	await db.transaction(async (tx) => {
		await lockAccount(tx, accountId, 'update')
		await endSessions(tx, accountId, null)
	})
}

/** Lists the sessions of an account, the most recently used first; `id` is the session of the request. */
export async function listSessions(accountId: string, id: string): Promise<ListedSession[]> {
	return db
		.select({
			key: sessions.key,
			device: sessions.device,
			createdAt: sessions.createdAt,
			seenAt: sessions.seenAt,
			isThis: sql<boolean>`${sessions.id} = ${id}`,
		})
		.from(sessions)
		.where(and(eq(sessions.accountId, accountId), isLive))
		.orderBy(desc(sessions.seenAt))
}

/** Signs out a session of the account; does nothing for a session of another account. */
export async function endOwnSession(accountId: string, key: string): Promise<void> {
	await db.delete(sessions).where(and(eq(sessions.accountId, accountId), eq(sessions.key, key)))
}

/** Takes the message that the next page shows once out of the session; null without one. Of two pages one gets it. */
export async function takeNotice(id: string): Promise<Notice | null> {
	const before = db
		.select({ id: sessions.id, notice: sessions.notice })
		.from(sessions)
		.where(eq(sessions.id, id))
		.for('update')
		.as('before')
	const [taken] = await db
		.update(sessions)
		.set({ notice: null })
		.from(before)
		.where(eq(sessions.id, before.id))
		.returning({ notice: before.notice })
	return taken?.notice ?? null
}

/**
 * Notes that an order was placed in a session, unless the session has ended. The confirmation page shows personal data
 * to this session and to the order's account.
 */
export async function noteOrder(
	id: string,
	orderId: string,
	executor: Database | Transaction = db,
): Promise<void> {
	await noteWayIn(id, orderId, 'ordering', executor)
}

/** Notes how this session came to an order, unless the session has ended. A way in that gives more stays. */
export async function noteWayIn(
	id: string,
	orderId: string,
	cameBy: WayIn,
	executor: Database | Transaction = db,
): Promise<void> {
	await insertVisitOrder(executor, { id, orderId, cameBy })
}

const insertVisitOrder = prepare<{ id: string; orderId: string; cameBy: WayIn }>(
	(_, value) => sql`
		insert into visit_orders (session_id, order_id, came_by)
		select id, ${value('orderId')}::uuid, ${value('cameBy')} from sessions
		where id = ${value('id')} for key share
		on conflict (session_id, order_id) do update set came_by = excluded.came_by
		where visit_orders.came_by = 'link' and excluded.came_by <> 'link'`,
)

export async function removeExpiredSessions(): Promise<void> {
	await db.delete(sessions).where(lte(sessions.expiresAt, sql`now()`))
}

// Sessions expire by the database's clock, as holds do (faults C17).
const rightNow = sql`now()`
export const isLive = gt(sessions.expiresAt, rightNow)
const ofGuest = sql`now() + make_interval(days => ${sessionLifetime.days})`
/** SQL for the end of a customer's session when it is not used again. */
const idle = sql`now() + interval '24 hours'`
/** The columns that a use of a session sets: the time of the use, and the new end of the session. */
export const used = {
	seenAt: rightNow,
	expiresAt: sql`case when ${sessions.accountId} is null then ${ofGuest}
		else least(${idle}, ${sessions.createdAt} + make_interval(days => ${sessionLifetime.days})) end`,
}
