import { eq, isNotNull, and } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import { orderLines, orders, withdrawals } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import {
	judgeWithdrawal,
	type Withdrawal,
	type WithdrawalFinding,
} from '#app/models/order/withdrawal.ts'
import { ok, type Result } from '#app/models/result.ts'
import { dayOf } from '#app/models/venue/day.ts'
import { usernameKey } from '#app/models/visitor/account.ts'
import { countAttempt } from '#app/models/visitor/attempts.server.ts'

type Sender = { id: string; locale: Locale; addressHash: string | null }

/**
 * Stores a withdrawal (§ 356a BGB) unchanged, whatever it is about, and enqueues letters to its sender and to the
 * venue. A declaration sent twice under one `id` is stored once. Refuses after too many from one address of the
 * network; too many for one mail address stop only the letter to it.
 */
export async function receiveWithdrawal(
	declared: Withdrawal,
	{ id, locale, addressHash }: Sender,
	now: DateTime,
): Promise<Result<undefined>> {
	const counted = await countAttempt('withdrawal', [addressHash])
	if (!counted.ok) return counted
	// Any visitor may name any mail address, so this limit stops the letter to that address, never the declaration.
	const limit = (await isOfCustomer(declared)) ? 'withdrawalOf' : 'withdrawalTo'
	const isWritten = (await countAttempt(limit, [usernameKey(declared.email)])).ok
	await db.transaction(async (tx) => {
		const { note = null, ...rest } = declared
		const row = { id, locale, ...rest, note, receivedAt: now.toJSDate() }
		const noted = await tx
			.insert(withdrawals)
			.values(row)
			.onConflictDoNothing()
			.returning({ id: withdrawals.id })
		if (noted.length === 0) return
		if (isWritten) await enqueue(tx, 'mailWithdrawal', { withdrawalId: id, to: 'sender' })
		await enqueue(tx, 'mailWithdrawal', { withdrawalId: id, to: 'operator' })
	})
	return ok()
}

/** Finds a withdrawal with the shop's judgement of its contract; null for an unknown id. */
export async function findWithdrawal(id: string) {
	const [row] = await db.select().from(withdrawals).where(eq(withdrawals.id, id))
	return row
		? { ...row, finding: await findingOf(row), isOfCustomer: await isOfCustomer(row) }
		: null
}

/** True when the order that a withdrawal names was placed with the mail address that it names. */
async function isOfCustomer({
	contract,
	email,
}: Pick<Withdrawal, 'contract' | 'email'>): Promise<boolean> {
	const [order] = await db
		.select({ person: orders.person })
		.from(orders)
		.where(eq(orders.number, contract))
	return order !== undefined && usernameKey(order.person.email) === usernameKey(email)
}

async function findingOf({
	contract,
	receivedAt,
}: typeof withdrawals.$inferSelect): Promise<WithdrawalFinding> {
	const [order] = await db.select().from(orders).where(eq(orders.number, contract))
	if (!order) return judgeWithdrawal(null, dayOf(receivedAt))
	const lines = await db
		.select({ gift: orderLines.gift })
		.from(orderLines)
		.where(and(eq(orderLines.orderId, order.id), isNotNull(orderLines.gift)))
	const gifts = lines.flatMap(({ gift }) => (gift ? [gift.delivery] : []))
	const day = dayOf(order.confirmedAt ?? order.createdAt)
	return judgeWithdrawal({ day, gifts }, dayOf(receivedAt))
}
