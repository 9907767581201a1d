import { type SQL, sql } from 'drizzle-orm'

import type { Database, Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders, redemptions, vouchers } from '#app/db/schema.ts'
import type { Booking } from '#app/models/booking/revise.ts'
import { loadsBeside } from '#app/models/capacity/loads.server.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import { placesOf, readPlace, type PlaceRow } from '#app/models/order/booked-places.server.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { takenByDispute } from '#app/models/order/money.server.ts'
import type { ChangedTexts, RevisionContent } from '#app/models/order/revision.ts'
import type { PaymentLeft } from '#app/models/payment/refund.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { voucherOfOrder } from '#app/models/voucher/ledger.server.ts'
import type { VoucherTerms } from '#app/models/voucher/voucher.ts'

/** The facts that say what is locked for a change of a booking, as they were read before the lock. */
export type Glance = { day: Day | null; revision: number; voucher: string | null }

/** A booking with what a change of it is written with. */
export type FoundBooking = {
	booking: Booking
	glance: Glance
	/** Its payments, the newest first. */
	payments: PaymentLeft[]
	/** The redemption of its voucher; `validUntil` is the last day of redeeming it. */
	redemption: { id: string; validUntil: Day | null } | null
	/** The change that waits for its payment. */
	open: OpenChange | null
	dbNow: Date
}

type OpenChange = {
	id: string
	content: RevisionContent
	texts: ChangedTexts | null
	/** True while money may still move for it. */
	isBeingPaid: boolean
}

/** Reads what has to be locked; null for an unknown order. */
export async function findGlance(
	executor: Database | Transaction,
	orderId: string,
): Promise<Glance | null> {
	const [row] = await selectGlance(executor, { orderId })
	return row ?? null
}

const selectGlance = prepare<{ orderId: string }, Glance>(
	(_, value) => sql`
		select day::text, revision, ${voucherOfOrder} as voucher from ${orders}
		where ${orders.id} = ${value('orderId')}`,
)

/** Loads a booking with the places of others on `days`, in one round trip; null for an unknown order. */
export async function findBooking(
	executor: Database | Transaction,
	orderId: string,
	days: readonly Day[],
): Promise<FoundBooking | null> {
	const [order, [row]] = await Promise.all([
		findOrderById(orderId, executor),
		selectStanding(executor, { orderId, days }),
	])
	if (!order || !row) return null
	const { now: dbNow, payments: left, redemption, open, loads, moved, most } = row
	const payments = left.map(({ paymentId, left: amount }) => ({ paymentId, left: cents(amount) }))
	return {
		booking: {
			order,
			places: row.places.map(readPlace),
			loads,
			moved,
			most,
			terms: order.voucherCode === null ? null : row.terms,
			refundable: sum(payments.map((payment) => payment.left)),
		},
		glance: { day: order.day, revision: order.revision, voucher: redemption?.voucherId ?? null },
		payments,
		redemption,
		open,
		dbNow,
	}
}

type Standing = {
	now: Date
	places: PlaceRow[]
	loads: Load[]
	payments: { paymentId: string; left: Cents }[]
	redemption: { id: string; voucherId: string; validUntil: Day | null } | null
	terms: VoucherTerms | null
	open: OpenChange | null
	moved: number
	most: Record<string, number>
}

const selectStanding = prepare<{ orderId: string; days: readonly Day[] }, Standing>((_, value) => {
	const orderId = sql`${value('orderId')}::uuid`
	return sql`
		select now() as "now", ${placesOf(orderId)} as "places",
			${loadsBeside(sql`${value('days')}::date[]`, orderId)} as "loads",
			${paymentsOf(orderId)} as "payments", (
				select json_build_object('id', ${redemptions.id}, 'voucherId', ${redemptions.voucherId},
					'validUntil', ${vouchers.validUntil})
				from ${redemptions} join ${vouchers} on ${vouchers.id} = ${redemptions.voucherId}
				where ${redemptions.orderId} = ${orderId} and ${redemptions.releasedAt} is null
			) as "redemption", ${termsOf(orderId)} as "terms", (
				select json_build_object('id', c.id, 'content', c.content, 'texts', c.texts, 'isBeingPaid', exists (
					select from payments where change_id = c.id and state in ('created', 'started')))
				from order_changes c where c.order_id = ${orderId} and c.state = 'open'
			) as "open", ${movesOf(orderId)} as "moved", ${mostOf(orderId)} as "most"`
})

/** SQL for the number of times that an order's customer has moved it. */
export function movesOf(orderId: SQL): SQL<number> {
	return sql<number>`(
		select count(*)::int from order_events
		where order_id = ${orderId} and who = 'customer' and what like 'moved:%'
	)`
}

/** SQL for the parts of an order's payments that were not refunded and that no bank disputes, the newest first. */
function paymentsOf(orderId: SQL): SQL {
	return sql`(
		select coalesce(json_agg(json_build_object('paymentId', p.id, 'left', greatest(0, p.paid_amount - (
			select coalesce(sum(amount), 0) from refunds where payment_id = p.id and failed_at is null
		) - (
			select coalesce(sum(${takenByDispute}), 0) from disputes
			where disputes.payment_id = p.id and disputes.state <> 'won'
		))) order by p.created_at desc), '[]')
		from payments p where p.order_id = ${orderId} and p.state = 'paid' and p.paid_amount is not null)`
}

/** SQL for the most pieces that a revision of an order had, by product. */
function mostOf(orderId: SQL): SQL {
	return sql`(
		select coalesce(json_object_agg(product, most), '{}') from (
			select product, max(pieces) as most from (
				select line ->> 'productId' as product, sum((line ->> 'quantity')::int) as pieces
				from order_revisions r, jsonb_array_elements(r.content -> 'lines') line
				where r.order_id = ${orderId} group by r.number, 1
			) of_revisions group by product
		) of_products)`
}

/**
 * SQL for the terms of an order's percent or fixed voucher: those it was placed with or, for an order of an older
 * build, those that the voucher has.
 */
function termsOf(orderId: SQL): SQL {
	return sql`(
		select coalesce(${orders.voucherTerms}, (
			select jsonb_build_object('kind', kind, 'amount', amount, 'percent', percent,
				'minimumOrder', minimum_order, 'products', products, 'dayClasses', day_classes)
			from vouchers where vouchers.code = ${orders.voucherCode} and kind <> 'value'))
		from ${orders} where ${orders.id} = ${orderId})`
}
