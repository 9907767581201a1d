import { and, eq, lte, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'
import PQueue from 'p-queue'

import { db } from '#app/db/client.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { abandonOrder } from '#app/models/order/abandon.server.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { isShut } from '#app/models/order/shut.ts'
import { beginPayment, type BegunPayment } from '#app/models/payment/begin.server.ts'
import { closePayment } from '#app/models/payment/close.server.ts'
import { findLive } from '#app/models/payment/create.server.ts'
import { hashOfPayCode } from '#app/models/payment/pay-code.server.ts'
import { readPayCode } from '#app/models/payment/pay-link.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { countAttempt, forgetAttempt } from '#app/models/visitor/attempts.server.ts'

/**
 * Finds the id of the order whose pay link has this code, typed or opened; null when there is none, or the link's time
 * is over by the database's clock and no payment of the order is open. Refuses after ten wrong codes an hour from one
 * address; a text that cannot be a code is not counted.
 */
export async function findByPayCode(
	typed: string,
	addressHash: string | null,
): Promise<Result<string | null>> {
	const code = readPayCode(typed)
	if (code === null) return ok(null)
	const counted = await countAttempt('payCode', [addressHash])
	if (!counted.ok) return counted
	const [found] = await selectOpen(db, { payLink: hashOfPayCode(code) })
	if (!found) return ok(null)
	if (addressHash !== null) await forgetAttempt('payCode', addressHash)
	return ok(found.id)
}

const selectOpen = prepare<{ payLink: string }, { id: string }>(
	(_, value) => sql`
		select id from orders where pay_link = ${value('payLink')} and (pay_until > now() or exists (
			select from payments where order_id = orders.id and state in ('created', 'started')))`,
)

/**
 * Begins to pay what is due online of an order by its pay link, as `beginPayment` does. Refused once the link's time is
 * over or the day is closed. A payment that came to nothing makes way for the next one.
 */
export function payByLink(
	orderId: string,
	provider: ProviderName,
	now: DateTime,
): Promise<Result<BegunPayment>> {
	const purpose = 'order' as const
	return beginPayment(
		orderId,
		{
			provider,
			purpose,
			changeId: null,
			async findDue(tx) {
				const [due] = await selectDue(tx, { orderId })
				const venue = currentVenue()
				if (!due) return refuse('payLink.over', { phone: venue.contact.phone })
				const order = await findOrderById(orderId, tx)
				// Staff closed the day since the booking was made on the telephone (faults N186).
				return order && isShut(venue, order) ? refuse('closed') : ok(cents(due.online))
			},
		},
		now,
	)
}

const selectDue = prepare<{ orderId: string }, { online: Cents }>(
	(_, value) => sql`
		select online from orders
		where id = ${value('orderId')} and state = 'pendingPayment' and pay_until > now()`,
)

/**
 * The most orders whose pay links end in one sweep, and the most at once: a provider that hangs takes eight seconds for
 * each.
 */
const SWEEP = { orders: 100, atOnce: 8 }

/**
 * Abandons the orders whose pay link was not paid in time, each by itself: an open payment is closed at its provider
 * first, and money that has moved counts. The orders' places are free then, and their histories say so. An order whose
 * provider is away stays until the next sweep; those without an open payment come before it (faults N330).
 */
export async function endPayLinks(now: DateTime): Promise<void> {
	const over = await db
		.select({ id: orders.id, day: orders.day })
		.from(orders)
		.where(and(eq(orders.state, 'pendingPayment'), lte(orders.payUntil, sql`now()`)))
		.orderBy(hasLive, orders.payUntil)
		.limit(SWEEP.orders)
	const ends = over.map(
		(order) => () =>
			endPayLink(order, now).catch((error: unknown) =>
				log.warn({ orderId: order.id, err: error }, 'an order whose link is over does not end yet'),
			),
	)
	await new PQueue({ concurrency: SWEEP.atOnce }).addAll(ends)
}

const hasLive = sql`exists (
	select from payments where order_id = ${orders.id} and state in ('created', 'started'))`

/**
 * Abandons one order whose pay link was not paid in time. The order stays while its payment is still open after closing
 * it, because the answer to a capture is to come.
 * @throws ProviderUnavailable as `closePayment`
 */
export async function endPayLink(
	{ id, day }: { id: string; day: string | null },
	now: DateTime,
): Promise<void> {
	const open = await findLive(db, id)
	if (open) await closePayment(open.id, now)
	await db.transaction(async (tx) => {
		const [[over], live] = await lockAndLoad(tx, { days: [day], orders: [id] }, () =>
			Promise.all([selectOver(tx, { id }), findLive(tx, id)]),
		)
		if (over && !live) await abandonOrder(tx, id, 'expired')
	})
}

const selectOver = prepare<{ id: string }, { id: string }>(
	(_, value) => sql`
		select id from orders
		where id = ${value('id')} and state = 'pendingPayment' and pay_until <= now()`,
)
