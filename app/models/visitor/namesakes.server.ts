import { createHmac } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { accounts } from '#app/db/schema.ts'
import { env } from '#app/gateways/env.server.ts'
import { saltOf } from '#app/models/visitor/password.server.ts'

/** The most accounts read for one mail address, which may have several until one of them has verified it. */
const MOST = 100

/**
 * Lists the accounts of a username. The first one counts as its owner's: the one that has verified the address, else
 * the oldest. So accounts that others register with a customer's address come after the customer's own.
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
 * Returns the salt for all accounts of a username, so that a password is hashed once for all of them and the time does
 * not tell how many there are (faults F6). A hash computed for one username is of no use for another. The first
 * account's salt is derived from the username, so that two accounts registered at once get one salt.
 */
export async function saltFor(key: string): Promise<Buffer> {
	const [first] = await listNamesakes(key)
	const oldestSecret = env.SESSION_SECRETS.at(-1) ?? ''
	const made = createHmac('sha256', oldestSecret).update(`salt ${key}`).digest()
	return (first && saltOf(first.passwordHash)) ?? made.subarray(0, 16)
}
