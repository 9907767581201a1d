import { type SQL, sql } from 'drizzle-orm'

import { prepare } from '#app/db/prepare.server.ts'
import { orders, referrals } from '#app/db/schema.ts'
import type { OrderDraft } from '#app/models/order/order.ts'

/*
 * The statements that write a placed order.
 */

type OrderValues = Omit<OrderDraft, 'lines' | 'vat'> & {
	id: string
	publicId: string
	/** The number of a lost order that is made again; null takes the next number of `counter`. */
	number: string | null
	counter: string
	/**
	 * The highest number of `counter` that this process has seen committed, 0 for none: `next_number` gives a higher one
	 * even when the database has lost its last commits (faults J7).
	 */
	known: number
	/** The number of places given to the cart. */
	places: number
	accountId: string | null
	cartId: string
	cartVersion: number
	actor: string
	payUntil: Date | null
	payLink: string | null
	/** JSON text: the driver would send an array as a PostgreSQL array. */
	vat: string
	lines: string
}

/**
 * Inserts the order with its lines and its first event. The counter's row stays locked until the order is written, so
 * the numbers have no gaps except those in `number_gaps`. An order whose places were lost while its day was being
 * locked gets no number, and the table refuses it.
 */
export const insertOrder = prepare<OrderValues>(
	(build, value) => sql`
		with counted as (
			select ${value('counter')} as name, case when ${value('number')}::text is null
				then next_number(${value('counter')}, ${value('known')}) end as value
		), placed as ${build.insert(orders).values({
			id: value('id'),
			publicId: value('publicId'),
			number: numberIfTaken({ id: value('id'), places: value('places'), number: value('number') }),
			state: 'pendingPayment',
			accountId: value('accountId'),
			cartId: value('cartId'),
			cartVersion: value('cartVersion'),
			locale: value('locale'),
			day: value('day'),
			person: value('person'),
			party: value('party'),
			answers: value('answers'),
			termsVersion: value('termsVersion'),
			policy: value('policy'),
			voucherCode: value('voucherCode'),
			voucherTerms: value('voucherTerms'),
			linesTotal: value('linesTotal'),
			discount: value('discount'),
			shipping: value('shipping'),
			shippingVatRate: value('shippingVatRate'),
			total: value('total'),
			voucher: value('voucher'),
			online: value('online'),
			onSite: value('onSite'),
			vat: value('vat'),
			payUntil: value('payUntil'),
			payLink: value('payLink'),
		})}, lines as (
			insert into order_lines (order_id, position, parent_position, product_id, title, detail, quantity,
				included, unit_price, amount, vat_rate, vat_class, vat_parts, due, starts_at, ends_at, gift)
			select ${value('id')}::uuid, position, "parentPosition", "productId", title, detail, quantity,
				included, "unitPrice", amount, "vatRate", "vatClass", "vatParts", due, "startsAt", "endsAt", gift
			from json_to_recordset(${value('lines')}::json) as line (position int, "parentPosition" int,
				"productId" text, title jsonb, detail jsonb, quantity int, included int, "unitPrice" int,
				amount int, "vatRate" int, "vatClass" text, "vatParts" jsonb, due due_kind, "startsAt" timestamptz,
				"endsAt" timestamptz, gift jsonb)
		)
		insert into order_events (order_id, who, what) values (${value('id')}, ${value('actor')}, 'placed')`,
)

/** SQL for the order number, consecutive within the year: '2026-000042'; null when places of the order are missing. */
function numberIfTaken({ id, places, number }: Record<'id' | 'places' | 'number', SQL>): SQL {
	return sql`(
		select coalesce(${number}::text,
			right(name, 4) || '-' || lpad(value::text, greatest(6, length(value::text)), '0'))
		from counted
		where ${places}::int <= (select count(*) from allocations where order_id = ${id}))`
}

/**
 * Turns the cart's holds into places that wait for the payment and do not expire, and freezes the cart. `lines` are the
 * ids of the cart's lines by the position that they have in the order.
 */
export const takePlaces = prepare<{ cartId: string; orderId: string; lines: readonly string[] }>(
	(_, value) => sql`
		with frozen as (
			update carts set order_id = ${value('orderId')}, updated_at = now() where id = ${value('cartId')}
		)
		update allocations set state = 'pending', expires_at = null, order_id = ${value('orderId')},
			line_position = array_position(${value('lines')}::uuid[], cart_line_id)
		where cart_id = ${value('cartId')} and state = 'held' and expires_at > now()`,
)

export const insertReferral = prepare<{ orderId: string; awc: string }>((build, value) =>
	build.insert(referrals).values({ orderId: value('orderId'), awc: value('awc') }),
)
