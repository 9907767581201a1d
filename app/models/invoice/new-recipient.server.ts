import { eq } from 'drizzle-orm'
import type { DateTime } from 'luxon'
import type { z } from 'zod'

import { db } from '#app/db/client.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { orders } from '#app/db/schema.ts'
import { issueWithin, loadPapers } from '#app/models/invoice/issue.server.ts'
import { newRecipient, type newRecipientSchema } from '#app/models/invoice/new-recipient.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/**
 * Names another recipient of an order's papers by command: the papers for the former one are cancelled and written
 * anew, in one transaction, and mailed. No money moves. Returns the numbers of the papers issued.
 */
export async function nameRecipient(
	number: string,
	typed: z.output<typeof newRecipientSchema>,
	now: DateTime,
): Promise<Result<string[]>> {
	return db.transaction(async (tx) => {
		const [found] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
		if (!found) return refuse('orderNotFound')
		const { order, facts } = await lockAndLoad(tx, { orders: [found.id] }, () =>
			loadPapers(tx, found.id, now),
		)
		const recipient = newRecipient(order, facts, typed)
		if (!recipient.ok) return recipient
		await tx.update(orders).set({ recipient: recipient.value }).where(eq(orders.id, found.id))
		await noteEvent(tx, found.id, 'operator', 'named another recipient')
		const issued = await issueWithin(tx, found.id, now)
		return ok(issued.map((paper) => paper.number))
	})
}
