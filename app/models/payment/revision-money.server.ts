import { sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'

/**
 * The cents that were paid and went back online because of one revision of a booking, with the ids of the payments and
 * refunds.
 */
export type RevisionMoney = {
	paid: Cents
	paymentIds: string[]
	back: Cents
	refundIds: string[]
}

/** Finds the payments and refunds of a revision; a failed refund is left out. */
export async function findRevisionMoney(orderId: string, revision: number): Promise<RevisionMoney> {
	const [paid, back] = await Promise.all([
		selectPaid(db, { orderId, revision }),
		selectBack(db, { orderId, revision }),
	])
	return {
		paid: sum(paid.map(({ amount }) => cents(amount))),
		paymentIds: paid.map(({ id }) => id),
		back: sum(back.map(({ amount }) => cents(amount))),
		refundIds: back.map(({ id }) => id),
	}
}

type Of = { orderId: string; revision: number }
type Moved = { id: string; amount: number }

const selectPaid = prepare<Of, Moved>(
	(_, value) => sql`
		select p.id, coalesce(p.paid_amount, 0) as "amount"
		from payments p join order_changes c on c.id = p.change_id
		where p.order_id = ${value('orderId')} and p.state = 'paid' and c.state = 'applied'
			and c.revision = ${value('revision')}::int - 1`,
)

const selectBack = prepare<Of, Moved>(
	(_, value) => sql`
		select r.id, r.amount as "amount" from refunds r join payments p on p.id = r.payment_id
		where p.order_id = ${value('orderId')} and r.revision = ${value('revision')}::int
			and r.failed_at is null`,
)
