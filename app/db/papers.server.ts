import { providerNames } from '#app/models/provider.ts'

const namesOfProviders = providerNames.map((name) => `'${name}'`).join()

/**
 * Returns the SQL for the kind of a paper in the row `row`: that of its column, but 'fee' for a fee, whose column says
 * receipt.
 */
function kindOf(row: string): string {
	return `case when ${row}.content ->> 'kind' = 'fee' then 'fee' else ${row}.kind::text end`
}

/**
 * Query of the papers and orders that break promise I14 of the audit: they do not agree with the order, its payments
 * and its refunds to the cent.
 *
 * A paper counts unless it was cancelled to be written anew (`isAnew`). When it was, the corrections of a final invoice
 * count for nothing, and those of any other paper are contained in the paper that followed. A cancelled order keeps its
 * sums, so its invoice is over them and over the part that changes had put back on the voucher: all that was put back
 * but for the cancellation's part, which is the order's voucher less the fee.
 */
export const OFFENDING_PAPERS = `
	with counting as (
		select i.id, order_id, payment_id, gross, content, ${kindOf('i')} as kind from invoices i where corrects_id is null and not exists (
			select from invoices where corrects_id = i.id and content ? 'isAnew'
		)
	), corrections as (
		select c.*, ${kindOf('t')} as of, t.id in (select id from counting) as counts
		from invoices c join invoices t on t.id = c.corrects_id where not c.content ? 'isAnew'
	), means as (
		select order_id, kind, p ->> 'means' as means, (p ->> 'amount')::int as amount, p ? 'receipt' as at_till from (
			select order_id, kind, content from counting
			union all select order_id, kind::text, content from corrections where counts
		) papers cross join lateral jsonb_array_elements(content -> 'payments') p
	), money as (
		select o.*, coalesce(sum(paid_amount), 0) as came, coalesce(sum(paid_amount) filter (
			where coalesce(settled_at, p.created_at) < now() - interval '1 hour'
		), 0) as came_earlier, count(p.id) as payments
		from orders o left join payments p on p.order_id = o.id and p.state = 'paid' group by o.id
	), sums as (
		select o.*, final, receipts, others, fees, coalesce(back, 0) as back, coalesce(on_voucher, 0) as on_voucher,
			coalesce(of_anew, 0) as of_anew, coalesce(left_of, 0) as left_of
		from money o join (
			select order_id, sum(gross) filter (where kind = 'final') as final,
				coalesce(sum(gross) filter (where kind = 'receipt'), 0) as receipts,
				coalesce(sum(gross) filter (where kind not in ('final', 'fee')), 0) as others,
				coalesce(sum(gross) filter (where kind = 'fee'), 0) as fees
			from counting group by 1
		) papers on papers.order_id = o.id left join (
			select order_id,
				-sum(gross) filter (where of = 'deposit' or of = 'invoice' and refund_id is not null) as back,
				-sum(gross) filter (
					where refund_id is null and of <> 'final' and of <> 'deposit' and counts and not content ? 'isKept'
				) as on_voucher,
				-sum(gross) filter (where refund_id is not null and of <> 'final' and not counts) as of_anew,
				sum(gross) filter (where counts and of <> 'final') as left_of
			from corrections group by 1
		) c on c.order_id = o.id
	)
	select number from invoices i, lateral (
		select sum((v ->> 'gross')::int) as gross, sum((v ->> 'net')::int + (v ->> 'vat')::int) as both
		from jsonb_array_elements(content -> 'vat') v
	) s where i.gross <> s.gross or i.gross <> s.both or i.gross <> (content ->> 'gross')::int
	union all
	select o.number from sums o join (
		select i.order_id, sum((p ->> 'amount')::int) as paid from counting i
			cross join lateral jsonb_array_elements(content -> 'payments') p
		where kind in ('deposit', 'invoice', 'receipt') and p ->> 'means' in (${namesOfProviders}) group by 1
	) i on i.order_id = o.id where paid + of_anew not between
		case when payments = 1 then came else came_earlier end and came
	union all
	select o.number from orders o join payments p on p.order_id = o.id and p.state = 'paid' join (
		select i.payment_id, sum((m ->> 'amount')::int) as paid from counting i
			cross join lateral jsonb_array_elements(content -> 'payments') m
		where kind in ('deposit', 'invoice', 'receipt') and m ->> 'means' in (${namesOfProviders})
			and i.payment_id is not null group by 1
	) i on i.payment_id = p.id
		where paid > p.paid_amount or p.purpose <> 'order' and paid <> p.paid_amount and not exists (
			select from corrections c join invoices t on t.id = c.corrects_id
			where t.payment_id = p.id and not counts
		)
	union all
	select number from sums
		where final is not null and final + receipts + back - (came - online) <> total
	union all
	select o.number from sums o where final is null and on_site = 0 and came = online
		and exists (select from counting where order_id = o.id and kind = 'invoice')
		and others + of_anew - case when cancelled_at is null then on_voucher else greatest(0, least(
			on_voucher - (voucher - fee_of_voucher),
			(select coalesce(max((content ->> 'voucher')::int), voucher) from order_revisions where order_id = o.id) - voucher
		)) end <> total
	union all
	select number from sums where others + left_of + fees > total or fees > fee
		or fee > 0 and fee_vat = 'damages' and fees <> fee
	union all
	select o.number from orders o join counting i on i.order_id = o.id and i.kind = 'final', lateral (
		select coalesce(sum(counts), 0) as noted from on_site_payments where order_id = o.id
	) n where o.cancelled_at is null and noted <> o.on_site or noted <> (
		select coalesce(sum(amount), 0) from means where order_id = o.id and (means in ('cash', 'card') or at_till)
	)
	union all
	select o.number from orders o join (
		select order_id, means, sum(amount) as said from means
		where kind = 'final' and (means in ('cash', 'card') or at_till) group by 1, 2
	) i on i.order_id = o.id where o.cancelled_at is null and said <> (
		select coalesce(sum(counts), 0) from on_site_payments where order_id = o.id and means = i.means
	)
	union all
	select i.number from invoices i join invoices c on c.corrects_id = i.id
	group by i.id having i.gross + sum(c.gross) < 0
	union all
	select o.number from orders o join (
		select p.order_id, sum(r.amount) filter (where failed_at is null) as back, sum(r.amount) as ordered
		from refunds r join payments p on p.id = r.payment_id and p.state = 'paid'
		where r.created_at < now() - interval '1 hour' group by 1
	) r on r.order_id = o.id
		where exists (select from invoices where order_id = o.id) and not (
			select coalesce(-sum(gross), 0) from corrections
			where order_id = o.id and refund_id is not null and (of <> 'final' or counts)
		) between coalesce(back, 0) and ordered
	union all
	select o.number from orders o join (
		select order_id, sum(amount) as spent from means
		where means = 'voucher' and not at_till group by 1
	) v on v.order_id = o.id where spent not between 0 and case when o.cancelled_at is null then o.voucher else o.fee_of_voucher end`
