import { UNNAMED_ACTS } from '#app/db/authors.server.ts'
import { SHARED_BLOCKS } from '#app/db/blocks.server.ts'
import { ODD_CONFIRMATIONS } from '#app/db/confirmations.server.ts'
import { connect, raw, type Database } from '#app/db/connect.server.ts'
import { HOLES, leftOutOf } from '#app/db/holes.server.ts'
import { BACK_BY_REVISIONS, MONEY_BACK, UNAPPLIED_CHANGES } from '#app/db/money.server.ts'
import { OFFENDING_PAPERS } from '#app/db/papers.server.ts'
import { SHARED_ROOMS, TOO_FULL_ZONES } from '#app/db/places.server.ts'
import { HALF_CHANGES, UNLIKE_REVISIONS, WRONG_RESTS } from '#app/db/revisions.server.ts'

/**
 * The finding on one promise of the shop, checked against the rows. `broken` holds the ids of up to 20 rows that break
 * it, `leftOut` the numbers that are missing on purpose because a restored database may have given them out (record
 * 041).
 */
export type Finding = { id: string; promise: string; broken: string[]; leftOut: string[] }

/** The longest time of an audit, in minutes: it reads years of orders, and no visitor waits for it. */
const LONGEST_MINUTES = 10

/** Runs `audit` on the database at a URL, over a connection of its own. */
export async function auditAt(url: string): Promise<Finding[]> {
	const deadlineMs = LONGEST_MINUTES * 60_000
	const database = connect(url, { applicationName: 'audit', transactions: 1, deadlineMs })
	return audit(database).finally(() => database.close())
}

/**
 * Checks every promise of the shop against the rows alone and trusts no sum that the shop stores. Reads only, in one
 * snapshot of the database.
 */
export async function audit(database: Database): Promise<Finding[]> {
	return database.transaction(
		async (tx) => {
			await raw(tx, `set local statement_timeout = '${LONGEST_MINUTES}min'`)
			const findings: Finding[] = []
			for (const { id, promise, offenders, leftOut = NOTHING } of invariants) {
				const rows = await raw(
					tx,
					`select offender::text from (${offenders}) as offenders(offender) order by 1 limit 20`,
				)
				const gaps = await raw(tx, `select gap::text from (${leftOut}) as gaps(gap) order by 1`)
				findings.push({
					id,
					promise,
					broken: rows.map((row) => String(row['offender'])),
					leftOut: gaps.map(({ gap }) => String(gap)),
				})
			}
			return findings
		},
		{ isolationLevel: 'repeatable read', accessMode: 'read only' },
	)
}

const NOTHING = `select null where false`

type Invariant = { id: string; promise: string; offenders: string; leftOut?: string }

/**
 * The promises of the shop (invariants) with their queries. Each query returns the ids of what breaks its promise; no
 * row means that the promise holds.
 */
const invariants: Invariant[] = [
	{
		id: 'I1',
		promise: 'No zone is fuller than it is large',
		offenders: TOO_FULL_ZONES,
	},
	{
		id: 'I2',
		promise: 'No room is given twice at a time, and the guard of rooms judges each of its places',
		offenders: SHARED_ROOMS,
	},
	{
		id: 'I3',
		promise: 'An order and each of its changes are paid once, and each payment is of what was due',
		offenders: `
			select o.number from orders o join payments p on p.order_id = o.id and p.state = 'paid'
			group by o.id having count(*) filter (where p.purpose = 'order') > 1
				or count(p.change_id) > count(distinct p.change_id)
				or bool_or((p.purpose = 'change') <> (p.change_id is not null))
				or bool_or(p.paid_amount <> p.amount) or sum(p.paid_amount) - ${BACK_BY_REVISIONS} <> o.online`,
	},
	{
		id: 'I4',
		promise: 'Money that moved belongs to one payment',
		offenders: `
			select id from payments where state = 'paid' and (capture_id is null or paid_amount is null)
			union all
			select min(id::text)::uuid from payments where capture_id is not null group by provider, capture_id having count(*) > 1`,
	},
	{
		id: 'I5',
		promise:
			'An order that was paid has its booking, or all the money back that was not kept or disputed',
		offenders: `
			select o.number from orders o join (${MONEY_BACK}) p on p.order_id = o.id
			where o.state not in ('confirmed', 'completed') or p.state = 'needsReview'
			group by o.id, p.state having bool_or(back > paid_amount)
				or sum(back) < sum(paid_amount - disputed) - case when p.state = 'paid' then o.kept else 0 end
			union all
			select o.number from orders o where o.state = 'cancelled'
				and exists (select from allocations where order_id = o.id and state = 'confirmed')
			union all
			select o.number from orders o where o.state in ('confirmed', 'completed')
				and exists (select from order_lines where order_id = o.id and starts_at is not null)
				and not exists (select from allocations where order_id = o.id and state = 'confirmed')`,
	},
	{
		id: 'I6',
		promise:
			'The online part of a booking is what was paid online for it, its changes and its rest, less what went back because it became cheaper',
		offenders: `
			select o.number from orders o where o.state in ('confirmed', 'completed')
				and o.online + ${BACK_BY_REVISIONS} <> (
					select coalesce(sum(paid_amount), 0) from payments where order_id = o.id and state = 'paid'
				)`,
	},
	{
		id: 'I7',
		promise: 'No voucher gives more than it is worth',
		offenders: `
			select v.id from vouchers v join voucher_entries e on e.voucher_id = v.id
			group by v.id having sum(e.amount) < 0 or sum(e.amount) > max(v.amount)
			union all
			select v.id from vouchers v join redemptions r on r.voucher_id = v.id and r.released_at is null
			where v.kind <> 'value' group by v.id having count(*) > coalesce(max(v.uses), 1)
			union all
			select r.voucher_id from redemptions r join orders o on o.id = r.order_id join vouchers v on v.id = r.voucher_id
			where v.kind = 'value' and case when r.released_at is null then o.voucher else o.fee_of_voucher end
				<> (select coalesce(-sum(amount), 0) from voucher_entries where redemption_id = r.id)
			union all
			select voucher_id from voucher_entries
			where (kind in ('reserved', 'released', 'captured')) <> (num_nonnulls(redemption_id, note_id) = 1)
			union all
			select coalesce(n.order_id, e.voucher_id) from (
				select * from on_site_payments where means = 'voucher'
			) n full join (select * from voucher_entries where note_id is not null) e on e.note_id = n.id
			where e.amount is distinct from -n.counts`,
	},
	{
		id: 'I8',
		promise: 'One confirmation goes out for each order, and for none that is not confirmed',
		offenders: ODD_CONFIRMATIONS,
	},
	{
		id: 'I9',
		promise: 'A hold that ran out is gone within a minute',
		offenders: `select id from allocations where state = 'held' and expires_at < now() - interval '1 minute'`,
	},
	{
		id: 'I10',
		promise: 'Order numbers are unique and have no holes',
		offenders: HOLES.orders,
		leftOut: leftOutOf('order'),
	},
	{
		id: 'I11',
		promise: 'Lines, their VAT parts, sums and VAT of every order agree to the cent',
		offenders: `
			select o.number from orders o where
				o.lines_total <> (select coalesce(sum(amount), 0) from order_lines where order_id = o.id)
				or o.total <> o.lines_total - o.discount + o.shipping
				or o.total <> o.voucher + o.online + o.on_site
				or least(o.discount, o.shipping, o.voucher, o.online, o.on_site) < 0
				or o.total <> (select coalesce(sum((v ->> 'gross')::int), 0) from jsonb_array_elements(o.vat) v)
			union all
			select o.number from orders o join order_lines l on l.order_id = o.id, lateral (
				select coalesce(sum((p ->> 'amount')::int), 0) as amount, min((p ->> 'amount')::int) as least
				from jsonb_array_elements(l.vat_parts) p
			) parts where l.vat_parts is not null and (parts.amount <> l.amount or parts.least < 0)
			union all
			select o.number from orders o, lateral jsonb_array_elements(o.vat) v
				where (v ->> 'gross')::int > o.shipping + (
					select coalesce(sum(coalesce((p ->> 'amount')::int, l.amount)), 0)
					from order_lines l left join lateral jsonb_array_elements(l.vat_parts) p on true
					where l.order_id = o.id and coalesce((p ->> 'vatRate')::int, l.vat_rate) = (v ->> 'rate')::int
				)`,
	},
	{
		id: 'I12',
		promise: 'The voucher ledger is whole: every entry continues the one before',
		offenders: `
			select voucher_id from (
				select voucher_id, sequence, amount, balance,
					lag(balance, 1, 0) over chain as before, row_number() over chain as expected
				from voucher_entries window chain as (partition by voucher_id order by sequence)
			) e where sequence <> expected or balance <> before + amount`,
	},
	{
		id: 'I13',
		promise: 'Invoice numbers are unique and have no holes',
		offenders: HOLES.invoices,
		leftOut: leftOutOf('invoice'),
	},
	{
		id: 'I14',
		promise: 'Invoices agree with the order, its payments and its refunds to the cent',
		offenders: OFFENDING_PAPERS,
	},
	{
		id: 'I15',
		promise:
			'The newest revision of a booking agrees with its lines, sums and places; older ones are all there',
		offenders: UNLIKE_REVISIONS,
	},
	{
		id: 'I16',
		promise:
			'The parts of each revision are its total, and the till took no more than is to be paid there',
		offenders: WRONG_RESTS,
	},
	{
		id: 'I17',
		promise: 'A change of a booking takes all or nothing, and finds all its places when it is paid',
		offenders: HALF_CHANGES,
	},
	{
		id: 'I18',
		promise: 'A change that was paid is in force, or all of its money went back',
		offenders: UNAPPLIED_CHANGES,
	},
	{
		id: 'I19',
		promise:
			'Every act of staff names its author, and every reversal of a till note what it reverses',
		offenders: UNNAMED_ACTS,
	},
	{
		id: 'I20',
		promise:
			'A block and an order never share a place, and each block has its places until it is lifted',
		offenders: SHARED_BLOCKS,
	},
]
