import type { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { log } from '#app/gateways/log.server.ts'
import { issueInvoices } from '#app/models/invoice/issue.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

/**
 * Issues the papers that a job that mails them did not issue, because it died or failed. An order whose papers fail
 * delays no other.
 */
export async function sweepInvoices(now: DateTime): Promise<void> {
	const lacking = await raw(db, ordersThatLackOne, [JSON.stringify(currentVenue().vat)])
	for (const { id } of lacking) {
		await issueInvoices(String(id), now).catch((err: unknown) =>
			log.error({ orderId: id, err }, 'an invoice could not be issued'),
		)
	}
}

/**
 * SQL for orders of the last 30 days that lack a paper; older ones were tried hundreds of times. The jobs that mail
 * papers get a minute first. The last three parts find visits that are over: those with a deposit whose rest was paid
 * online before, those paid ahead at another VAT rate than the visit's, and those that were changed to other rates or
 * another day since.
 */
const ordersThatLackOne = `
	select o.id from orders o
	where o.confirmed_at between now() - interval '30 days' and now() - interval '1 minute'
		and (o.online > 0 or (o.on_site = 0 and o.total > 0)) and (o.cancelled_at is null or o.kept > 0)
		and not exists (select from invoices where order_id = o.id)
	union
	select o.id from refunds r join payments p on p.id = r.payment_id and p.state = 'paid'
		join orders o on o.id = p.order_id and o.confirmed_at is not null
	where r.created_at between now() - interval '30 days' and now() - interval '1 minute'
		and r.failed_at is null and not exists (select from invoices where refund_id = r.id)
		and (o.cancelled_at is null or exists (select from invoices where order_id = o.id))
	union
	select p.order_id from payments p join orders o on o.id = p.order_id and o.confirmed_at is not null
	where p.state = 'paid' and p.settled_at between now() - interval '30 days' and now() - interval '1 minute'
		and (o.cancelled_at is null or o.kept > 0)
		and (p.purpose <> 'order' or exists (select from invoices where order_id = o.id and payment_id <> p.id))
		and not exists (select from invoices where payment_id = p.id)
	union
	select o.id from orders o where o.state = 'completed' and o.day > now() - interval '30 days' and o.on_site = 0
		and exists (select from invoices where order_id = o.id and kind = 'deposit')
		and not exists (select from invoices where order_id = o.id and kind = 'final')
	union
	select o.id from orders o join order_lines l on l.order_id = o.id
	left join lateral jsonb_array_elements(l.vat_parts) part on true, lateral (
		select (rate ->> coalesce(part ->> 'vatClass', l.vat_class))::int as percent
		from jsonb_array_elements($1::text::jsonb) rate
		where rate ->> 'from' <= o.day::text order by rate ->> 'from' desc limit 1
	) at_visit
	where o.state = 'completed' and o.day > now() - interval '30 days' and o.on_site = 0
		and percent <> coalesce((part ->> 'vatRate')::int, l.vat_rate)
		and coalesce((part ->> 'amount')::int, l.amount) > 0
		and exists (select from invoices where order_id = o.id and kind = 'invoice')
		and not exists (select from invoices where order_id = o.id and kind = 'final')
	union
	select o.id from orders o where o.state = 'completed' and o.day > now() - interval '30 days' and o.on_site = 0
		and o.revision > 1 and exists (select from invoices where order_id = o.id and kind = 'invoice')
		and not exists (select from invoices where order_id = o.id and kind = 'final')
		and (exists (
			select from invoices i
			where i.order_id = o.id and i.kind = 'invoice' and i.content -> 'service' ->> 'day' <> o.day::text
		) or exists (
			select from (
				select v ->> 'rate' as rate, (v ->> 'gross')::int as gross from jsonb_array_elements(o.vat) v
				union all
				select v ->> 'rate', -(v ->> 'gross')::int from invoices i, jsonb_array_elements(i.content -> 'vat') v
				where i.order_id = o.id
			) parts group by rate having sum(gross) <> 0
		))
	limit 200`
