import type { Sql } from 'postgres'

/** More days before a visit than any day can be booked ahead: such a deadline is over. */
export const beyondHorizon = 3000

/**
 * Gives a booking a policy of its own, so that tests need not wait for a deadline: changes and moves until so many days
 * before the visit, all money back until then, and the deposit kept afterwards.
 */
export async function setPolicy(sql: Sql, bookingId: string, days: number): Promise<void> {
	const until = { days, time: '18:00' }
	const policy = {
		version: 1,
		rules: [
			{
				products: null,
				policy: {
					change: { guests: until, extras: until, texts: until },
					move: { ...until, times: 2, price: 'newDay' },
					cancel: [{ until, keep: { percent: 0, of: 'deposit' } }],
					late: { percent: 100, of: 'deposit' },
					noShow: 'billed',
				},
				deposit: 0,
			},
		],
		sentences: [],
		locale: 'de-DE',
	}
	await sql`
		update orders set policy = jsonb_set(${sql.json(policy)}, '{rules,0,deposit}', to_jsonb(online))
		where public_id = ${bookingId}`
}

/** Takes the visit of a booking to tomorrow, at its own times. */
export async function takeToTomorrow(sql: Sql, bookingId: string): Promise<void> {
	await sql`
		with moved as (
			update orders set day = (now() at time zone 'Europe/Berlin')::date + 1
			from (select id as old_id, day as old_day from orders where public_id = ${bookingId}) before
			where orders.id = before.old_id
			returning orders.id, orders.day - before.old_day as days
		)
		update order_lines set starts_at = starts_at + make_interval(days => moved.days),
			ends_at = ends_at + make_interval(days => moved.days)
		from moved where order_lines.order_id = moved.id`
}
