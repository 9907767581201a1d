import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { accounts, orders } from '#app/db/schema.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { consumeToken } from '#app/models/visitor/account-token.server.ts'

/**
 * The address of an account is its owner's: the link of the mail says so. Orders that were placed as a guest
 * with this address join the account. Refused when the link is used up, or another account has verified it.
 */
export async function verifyAddress(token: string): Promise<Result<undefined>> {
	return db.transaction(async (tx) => {
		const used = await consumeToken(tx, token, 'verify')
		if (!used) return refuse('linkInvalid')
		const [account] = await tx
			.select({ key: accounts.usernameKey })
			.from(accounts)
			.where(eq(accounts.id, used.accountId))
		if (!account) return refuse('linkInvalid')

		await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${account.key}))`)
		const [other] = await tx
			.select({ id: accounts.id })
			.from(accounts)
			.where(
				and(
					eq(accounts.usernameKey, account.key),
					isNotNull(accounts.verifiedAt),
					ne(accounts.id, used.accountId),
				),
			)
		if (other) return refuse('linkInvalid')

		await tx
			.update(accounts)
			.set({ verifiedAt: sql`now()` })
			.where(eq(accounts.id, used.accountId))
		await tx
			.update(orders)
			.set({ accountId: used.accountId })
			.where(and(isNull(orders.accountId), sql`lower(person ->> 'email') = ${account.key}`))
		return ok()
	})
}
