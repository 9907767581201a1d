import { eq } from 'drizzle-orm'

import type { Database } from '#app/db/client.server.ts'
import { accounts } from '#app/db/schema.ts'
import type { Result } from '#app/models/result.ts'
import type { Proof } from '#app/models/visitor/proof.server.ts'

/** Returns the proof of an account's owner, as if the password in force had just been typed. */
export async function proofOf(db: Database, accountId: string): Promise<Proof> {
	const [row] = await db
		.select({ passwordHash: accounts.passwordHash })
		.from(accounts)
		.where(eq(accounts.id, accountId))
	return { accountId, passwordHash: row?.passwordHash ?? '' }
}

/** Returns the value of a result; throws when it was refused. */
export function valueOf<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}
