import { eq, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lockAndLoad } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders } from '#app/db/schema.ts'
import { ProviderUnavailable } from '#app/gateways/provider-error.ts'
import { abandonOrder } from '#app/models/order/abandon.server.ts'
import { confirmOrder, loadConfirmable } from '#app/models/order/confirmation.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { noteEvent, type Author } from '#app/models/order/order.server.ts'
import { isBooked, type Order } from '#app/models/order/order.ts'
import { closePayment } from '#app/models/payment/close.server.ts'
import { findLive } from '#app/models/payment/create.server.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { voucherOfOrder } from '#app/models/voucher/ledger.server.ts'

/*
 * The acts of staff on a booking by telephone while it waits for the payment by its pay link (faults N322).
 */

/**
 * Abandons a booking by telephone that waits for its payment: its places are free at once, and its pay link ends.
 * Pressed twice, it is done once. Refused while its payment is being taken.
 */
export function giveUpUnpaid(
	number: string,
	by: Author,
	now: DateTime,
): Promise<Result<undefined>> {
	return withoutPayment(number, now, {
		isDone: (order) => orderEnd(order) === 'abandoned',
		async decide(tx, id) {
			await abandonOrder(tx, id, 'cancelled', by)
			return ok()
		},
	})
}

/**
 * Confirms a booking by telephone that waits for its payment as one that is paid at the venue alone, and ends its pay
 * link. Pressed twice, it is done once. Refused when its visit is over, staff closed its day, it contains gift
 * vouchers, or its payment is being taken.
 */
export function bookUnpaidOnSite(
	number: string,
	by: Author,
	now: DateTime,
): Promise<Result<undefined>> {
	return withoutPayment(number, now, {
		isDone: (order) => isBooked(order) && order.online === 0,
		async decide(tx, id) {
			const confirmable = await loadConfirmable(tx, id, now)
			const { visit, isShut, sold } = confirmable
			if (visit && visit.endsAt <= now.toJSDate()) return refuse('desk.visitOver')
			if (isShut) return refuse('closed')
			if (sold.length > 0) return refuse('desk.giftsArePaidFirst')
			await moveOnSite(tx, { id })
			await noteEvent(tx, id, by, 'pays at the venue')
			await confirmOrder(tx, confirmable, now)
			return ok()
		},
	})
}

type PayState = Pick<Order, 'state' | 'payUntil' | 'online' | 'cancelledAt'>

type Deciding = {
	/** True for an order that is in the wanted state already. */
	isDone: (order: PayState) => boolean
	decide: (tx: Transaction, id: string) => Promise<Result<undefined>>
}

/**
 * Calls `decide` under the locks of a booking that waits for the payment by its link. Its open payment is closed at the
 * provider before, so that no more money comes for it; refused while the provider may still take that payment.
 */
async function withoutPayment(
	number: string,
	now: DateTime,
	{ isDone, decide }: Deciding,
): Promise<Result<undefined>> {
	const [found] = await db
		.select({ ...payColumns, id: orders.id, day: orders.day, voucher: voucherOfOrder })
		.from(orders)
		.where(eq(orders.number, number))
	if (!found) return refuse('orderNotFound')
	const { id, day, voucher } = found
	if (waitsForLink(found) && !(await closeOpen(id, now))) return refuse('desk.isBeingPaid')
	return db.transaction(async (tx) => {
		const scarce = { days: [day], vouchers: voucher === null ? [] : [voucher], orders: [id] }
		const [[order], live] = await lockAndLoad(tx, scarce, () =>
			Promise.all([tx.select(payColumns).from(orders).where(eq(orders.id, id)), findLive(tx, id)]),
		)
		if (!order || isDone(order)) return ok()
		if (!waitsForLink(order)) return refuse('desk.notWaiting')
		return live ? refuse('desk.isBeingPaid') : decide(tx, id)
	})
}

const payColumns = {
	state: orders.state,
	payUntil: orders.payUntil,
	online: orders.online,
	cancelledAt: orders.cancelledAt,
}

/** Closes the open payment of an order, if there is one; false when its provider does not answer. */
async function closeOpen(orderId: string, now: DateTime): Promise<boolean> {
	const live = await findLive(db, orderId)
	if (!live) return true
	try {
		await closePayment(live.id, now)
		return true
	} catch (error) {
		if (error instanceof ProviderUnavailable) return false
		throw error
	}
}

/** Moves the online part of an order to its part on site, and ends its pay link. */
const moveOnSite = prepare<{ id: string }>(
	(_, value) => sql`
		update orders set on_site = on_site + online, online = 0, pay_until = null, pay_link = null
		where id = ${value('id')}`,
)
