import type postgres from 'postgres'

/**
 * Lists the value vouchers whose ledger does not agree with the orders and the till, a line each: the balance is the
 * value less what standing orders and notes of the till spent, and less what lies in a cart.
 */
export async function voucherFaults(sql: postgres.Sql): Promise<string[]> {
	const rows = await sql`
		select v.code, ledger.balance, v.amount, coalesce(spent.amount, 0)::int as spent,
			coalesce(till.amount, 0)::int as till, coalesce(other.amount, 0)::int as other
		from vouchers v
		join lateral (
			select balance from voucher_entries where voucher_id = v.id order by sequence desc limit 1
		) ledger on true
		left join lateral (
			select sum(case when o.state = 'cancelled' then o.fee_of_voucher else o.voucher end) as amount
			from redemptions r join orders o on o.id = r.order_id
			where r.voucher_id = v.id and (o.state = 'cancelled' or r.released_at is null)
		) spent on true
		left join lateral (
			select sum(n.counts) as amount from on_site_payments n
			where n.id in (select note_id from voucher_entries where voucher_id = v.id)
		) till on true
		left join lateral (
			select sum(e.amount) as amount from voucher_entries e left join redemptions r on r.id = e.redemption_id
			where e.voucher_id = v.id
				and (e.kind = 'withdrawn' or r.order_id is null and r.cart_id is not null and r.released_at is null)
		) other on true
		where v.kind = 'value' and (v.order_line_id is null or v.activated_at is not null)
			and ledger.balance <> v.amount - coalesce(spent.amount, 0) - coalesce(till.amount, 0) + coalesce(other.amount, 0)`
	return rows.map(
		({ code, balance, amount, spent, till, other }) =>
			`voucher ${code}: ${balance} left of ${amount}; ${spent} spent by orders, ${till} at the till, ${other} in a cart or taken back`,
	)
}

/**
 * Lists the orders whose papers do not bill each amount once, a line each: the papers of an order, what final invoices
 * deduct taken off, sum up to the money that came and stayed, by provider, till and voucher. A voucher's part of
 * services is billed while an invoice, a final invoice or a fee stands that was not taken back, its part of goods by
 * their receipt; the till's part while a final invoice stands.
 */
export async function paperFaults(sql: postgres.Sql): Promise<string[]> {
	const rows = await sql`
		select o.number, billed.amount as billed, money.online, money.back, money.till, money.voucher
		from orders o
		join lateral (
			select sum(case when kind in ('final', 'correction', 'cancellation')
					then (content -> 'due' ->> 'gross')::int else gross end)::int as amount,
				bool_or(content ->> 'kind' in ('final', 'invoice', 'fee') and not gone.is_taken_back) as "isWhole",
				coalesce(sum((
					select coalesce(sum((p ->> 'amount')::int), 0)
					from jsonb_array_elements(content -> 'payments') p where p ->> 'means' = 'voucher'
				)) filter (where not gone.is_taken_back), 0)::int as by_voucher
			from invoices
			join lateral (
				select exists (
					select from invoices c join invoices f on f.id = c.corrects_id
					where f.kind = 'final' and c.kind = 'cancellation' and f.id in (invoices.id, invoices.corrects_id)
				) as is_taken_back
			) gone on true
			where order_id = o.id
		) billed on billed.amount is not null
		join lateral (
			select
				(select coalesce(sum(paid_amount), 0)::int from payments where order_id = o.id and state = 'paid') as online,
				(select coalesce(sum(r.amount), 0)::int from refunds r join payments p on p.id = r.payment_id
					where p.order_id = o.id and p.state = 'paid' and failed_at is null) as back,
				(select coalesce(sum(counts), 0)::int from on_site_payments where order_id = o.id) as till,
				(select coalesce(-sum(e.amount), 0)::int from voucher_entries e join redemptions r on r.id = e.redemption_id
					where r.order_id = o.id) as voucher
		) money on true
		where billed.amount <> money.online - back
			+ case when billed."isWhole" then money.voucher else billed.by_voucher end + case when exists (
			select from invoices f where order_id = o.id and kind = 'final'
				and not exists (select from invoices where corrects_id = f.id and kind = 'cancellation')
		) then till else 0 end`
	return rows.map(
		({ number, billed, online, back, till, voucher }) =>
			`papers of ${number}: ${billed} billed; ${online} paid online, ${back} given back, ${till} at the till, ${voucher} by voucher`,
	)
}

/**
 * Lists the confirmed bookings that lost places, a line each: one with a visit has places of its own, all on its day,
 * and none that is still held for a cart.
 */
export async function placeFaults(sql: postgres.Sql): Promise<string[]> {
	const rows = await sql`
		select o.number, o.day, own.confirmed, own.elsewhere, own.pending
		from orders o
		join lateral (
			select count(*) filter (where state = 'confirmed')::int as confirmed,
				count(*) filter (where state = 'confirmed' and day <> o.day)::int as elsewhere,
				count(*) filter (where state = 'pending')::int as pending
			from allocations where order_id = o.id and change_id is null
		) own on true
		where o.state = 'confirmed'
			and exists (select from order_lines where order_id = o.id and starts_at is not null and parent_position is null)
			and (own.confirmed = 0 or own.elsewhere > 0 or own.pending > 0)`
	return rows.map(
		({ number, day, confirmed, elsewhere, pending }) =>
			`places of ${number} on ${day}: ${confirmed} confirmed, ${elsewhere} of them on another day, ${pending} pending`,
	)
}
