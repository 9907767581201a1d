import { randomBytes } from 'node:crypto'

import type { Sql } from 'postgres'

import { unusedNumber } from './unused-number.ts'

/** Places confirmed orders of an account for visits on these days, to be paid at the venue; returns their ids. */
export async function placeOrders(sql: Sql, email: string, days: string[]): Promise<string[]> {
	const orders = days.map((day) => ({
		day,
		publicId: randomBytes(16).toString('base64url'),
		number: unusedNumber(),
	}))
	await sql`
		with given as (
			select * from jsonb_to_recordset(${sql.json(orders)}) as _ (day date, "publicId" text, number text)
		), placed as (
			insert into orders (public_id, number, account_id, cart_id, cart_version, state, locale, day,
				person, terms_version, lines_total, discount, shipping, total, voucher, online, on_site,
				vat, confirmed_at)
			select "publicId", given.number, accounts.id, gen_random_uuid(), 1,
				(case when day < current_date then 'completed' else 'confirmed' end)::order_state, 'de-DE', day,
				accounts.person, '2025-03-01', 2580, 0, 0, 2580, 0, 0, 2580, '[]', now()
			from given, accounts where username = ${email}
			returning id, day
		)
		insert into order_lines (order_id, position, product_id, title, quantity, included, unit_price,
			amount, vat_rate, due, starts_at, ends_at)
		select id, 1, 'ticket-adult', '{"de": "Ticket Erwachsene", "en": "Adult ticket"}', 2, 0, 1290,
			2580, 19, 'onSite', day + time '14:00', day + time '16:00'
		from placed`
	return orders.map(({ publicId }) => publicId)
}
