import { createHmac } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { accounts } from '#app/db/schema.ts'
import { env } from '#app/gateways/env.server.ts'
import { saltOf } from '#app/models/visitor/password.server.ts'

/** Until one of them has verified it an address may have several accounts; more are not looked at. */
const MOST = 100

/**
 * The accounts of a username, the one whose it is first: that has verified it, or else the oldest. However many
 * somebody else registers with an address, they come after its customer's.
 */
export async function listNamesakes(key: string, executor: Database | Transaction = db) {
	return executor
		.select({ id: accounts.id, passwordHash: accounts.passwordHash })
		.from(accounts)
		.where(eq(accounts.usernameKey, key))
		.orderBy(sql`${accounts.verifiedAt} is null`, accounts.createdAt, accounts.id)
		.limit(MOST)
}

/**
 * One salt for all accounts of a username: a password is hashed once for all of them, and the time does not
 * tell how many there are (faults F6). A salt keeps what was computed for one username from serving for others,
 * and that it still does. It is made of the username, so that two that are registered at once agree on it.
 */
export async function saltFor(key: string): Promise<Buffer> {
	const [first] = await listNamesakes(key)
	const oldestSecret = env.SESSION_SECRETS.at(-1) ?? ''
	const made = createHmac('sha256', oldestSecret).update(`salt ${key}`).digest()
	return (first && saltOf(first.passwordHash)) ?? made.subarray(0, 16)
}
