import { type SQL, sql } from 'drizzle-orm'

import type { Database, Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders } from '#app/db/schema.ts'
import type { Booking } from '#app/models/booking/revise.ts'
import { loadsBeside } from '#app/models/capacity/loads.server.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import { mayLackPapers } from '#app/models/invoice/lacking.server.ts'
import { cents, sum, type Cents } from '#app/models/money.ts'
import { placesOf, readPlace, type PlaceRow } from '#app/models/order/booked-places.server.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { leftOfPayment } from '#app/models/order/money.server.ts'
import { redemptionOf, type LiveRedemption } from '#app/models/order/returned-voucher.server.ts'
import type { ChangedTexts, RevisionContent } from '#app/models/order/revision.ts'
import type { PaymentLeft } from '#app/models/payment/refund.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { voucherOfOrder } from '#app/models/voucher/ledger.server.ts'
import type { VoucherTerms } from '#app/models/voucher/voucher.ts'

/**
 * The fields of a booking that determine what is locked for changing it, read before the lock. `openDay` is the day of
 * the change that waits for its payment, whose places may be released; `voucher` is the id of the order's voucher.
 */
export type Glance = {
	day: Day | null
	openDay: Day | null
	revision: number
	voucher: string | null
}

/** A booking as loaded for changing it, with its payments, its open change and the state of its papers. */
export type FoundBooking = {
	booking: Booking
	glance: Glance
	/** The amounts left of its payments, the newest payment first. */
	payments: PaymentLeft[]
	redemption: LiveRedemption | null
	/** The author who chose the day of the booking. */
	dayChosenBy: string
	/** The change that waits for its payment; null without one. */
	open: OpenChange | null
	/** True when papers that are due may be lacking; false when none can be. */
	mayLackPapers: boolean
	/** True when the booking has a final invoice, which a change of the booking makes wrong. */
	hasFinal: boolean
	dbNow: Date
}

type OpenChange = {
	id: string
	content: RevisionContent
	texts: ChangedTexts | null
	/** True while money may still move for the open change. */
	isBeingPaid: boolean
}

/** Reads the fields of an order that determine what is locked for changing it; null for an unknown order. */
export async function findGlance(
	executor: Database | Transaction,
	orderId: string,
): Promise<Glance | null> {
	const [row] = await selectGlance(executor, { orderId })
	return row ?? null
}

const selectGlance = prepare<{ orderId: string }, Glance>(
	(_, value) => sql`
		select day::text, revision, ${voucherOfOrder} as voucher, (
			select content ->> 'day' from order_changes c where c.order_id = orders.id and c.state = 'open'
		) as "openDay" from ${orders}
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
		selectBooked(executor, { orderId, days }),
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
		glance: {
			day: order.day,
			openDay: open?.content.day ?? null,
			revision: order.revision,
			voucher: redemption?.voucherId ?? null,
		},
		payments,
		redemption,
		dayChosenBy: row.dayChosenBy,
		open,
		mayLackPapers: row.mayLackPapers,
		hasFinal: row.hasFinal,
		dbNow,
	}
}

type BookedRow = {
	now: Date
	places: PlaceRow[]
	loads: Load[]
	payments: { paymentId: string; left: Cents }[]
	redemption: LiveRedemption | null
	terms: VoucherTerms | null
	open: OpenChange | null
	mayLackPapers: boolean
	hasFinal: boolean
	moved: number
	dayChosenBy: string
	most: Record<string, number>
}

const selectBooked = prepare<{ orderId: string; days: readonly Day[] }, BookedRow>((_, value) => {
	const orderId = sql`${value('orderId')}::uuid`
	return sql`
		select clock_timestamp() as "now", ${placesOf(orderId)} as "places",
			${loadsBeside(sql`${value('days')}::date[]`, orderId)} as "loads",
			${paymentsOf(orderId)} as "payments", ${redemptionOf(orderId)} as "redemption", ${termsOf(orderId)} as "terms", (
				select json_build_object('id', c.id, 'content', c.content, 'texts', c.texts, 'isBeingPaid', exists (
					select from payments where change_id = c.id and state in ('created', 'started')))
				from order_changes c where c.order_id = ${orderId} and c.state = 'open'
			) as "open", ${mayLackPapers(orderId)} as "mayLackPapers", exists (
				select from invoices where order_id = ${orderId} and kind = 'final'
			) as "hasFinal", ${movesOf(orderId)} as "moved", ${dayChooserOf(orderId)} as "dayChosenBy",
			${mostOf(orderId)} as "most"`
})

/**
 * SQL for the number of moves that an order's customer has used up: the moves made, less one for each time that staff
 * closed its day; never below 0. A revision of the build before has no kind, and its event tells it (record 040).
 */
export function movesOf(orderId: SQL): SQL<number> {
	return sql<number>`greatest(0, (
		select count(*) from order_revisions r where r.order_id = ${orderId} and actor = 'customer'
			and coalesce(kind = 'moved', exists (
				select from order_events where order_id = ${orderId} and what = 'moved: revision ' || r.number))
	) - (
		select count(*) from order_events where order_id = ${orderId} and what like 'day closed:%'
	))::int`
}

/**
 * SQL for the author who chose the day that an order has: that of its newest revision on another day than the one
 * before, else its customer.
 */
function dayChooserOf(orderId: SQL): SQL {
	return sql`coalesce((
		select r.actor from order_revisions r
		join order_revisions was on was.order_id = r.order_id and was.number = r.number - 1
		where r.order_id = ${orderId} and r.content -> 'day' <> was.content -> 'day'
		order by r.number desc limit 1
	), 'customer')`
}

/**
 * SQL for what is left of each payment of an order, neither refunded nor disputed by a bank, the newest payment first.
 */
function paymentsOf(orderId: SQL): SQL {
	return sql`(
		select coalesce(json_agg(json_build_object('paymentId', p.id, 'left', greatest(0, ${leftOfPayment}))
			order by p.created_at desc), '[]')
		from payments p where p.order_id = ${orderId} and p.state = 'paid' and p.paid_amount is not null)`
}

/** SQL for the highest quantity of each product in any revision of an order, as JSON by product id. */
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
 * SQL for the terms of an order's voucher: those frozen with the order or, for an order of an older build, the present
 * ones of the voucher. The terms of a value voucher have no amount: see `VoucherTerms`.
 */
function termsOf(orderId: SQL): SQL {
	return sql`(
		select coalesce(${orders.voucherTerms}, (
			select jsonb_build_object('kind', kind, 'amount', case when kind <> 'value' then amount end,
				'percent', percent, 'minimumOrder', minimum_order, 'products', products,
				'dayClasses', day_classes)
			from vouchers where vouchers.code = ${orders.voucherCode}))
		from ${orders} where ${orders.id} = ${orderId})`
}
