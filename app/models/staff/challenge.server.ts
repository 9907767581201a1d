import { and, eq, gt, isNull, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { staffChallenges } from '#app/db/schema.ts'
import { newToken } from '#app/models/token.server.ts'

/** The minutes in which a challenge must be answered, while a person looks for a key and touches it. */
const lifetime = { minutes: 5 }

/**
 * Makes a challenge that an authenticator has to sign: for the member of staff who gets a passkey, or, with null, for
 * any passkey to sign in with.
 */
export async function newChallenge(staffId: string | null) {
	const challenge = newToken()
	const [row] = await db
		.insert(staffChallenges)
		.values({
			staffId,
			challenge,
			expiresAt: sql`now() + make_interval(mins => ${lifetime.minutes})`,
		})
		.returning({ id: staffChallenges.id })
	if (!row) throw new Error('a challenge that was not written')
	return { id: row.id, challenge }
}

/**
 * Finds the id of the person who gets a passkey by a challenge; null when it was used, is too old, or lets a passkey
 * sign in.
 */
export async function findBegunFor(challengeId: string): Promise<string | null> {
	const [begun] = await db
		.select({ staffId: staffChallenges.staffId })
		.from(staffChallenges)
		.where(and(eq(staffChallenges.id, challengeId), gt(staffChallenges.expiresAt, sql`now()`)))
	return begun?.staffId ?? null
}

/**
 * Uses a challenge up and returns its random text, also when the response to it proves wrong afterwards; null for an
 * unknown or old one. Of two responses at once, one gets it.
 */
export async function consumeChallenge(
	executor: Database | Transaction,
	id: string,
	staffId: string | null,
): Promise<string | null> {
	const [used] = await executor
		.delete(staffChallenges)
		.where(
			and(
				eq(staffChallenges.id, id),
				staffId === null ? isNull(staffChallenges.staffId) : eq(staffChallenges.staffId, staffId),
				gt(staffChallenges.expiresAt, sql`now()`),
			),
		)
		.returning({ challenge: staffChallenges.challenge })
	return used?.challenge ?? null
}

/** Returns a copy of a buffer's bytes in an ArrayBuffer of their own, as the library's types need. */
export function bytesOf(buffer: Buffer): Uint8Array<ArrayBuffer> {
	return new Uint8Array(buffer)
}
