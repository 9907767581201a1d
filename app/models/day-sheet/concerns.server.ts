import { sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { jobNames, kindOfJob } from '#app/db/job-list.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import type { OpenPayment } from '#app/models/day-sheet/figures.ts'
import type { Concern, LostLetter } from '#app/models/day-sheet/to-do.ts'
import type { Cents } from '#app/models/money.ts'
import { leftOfPayment } from '#app/models/order/money.server.ts'
import { refusedOf, type RefundRow } from '#app/models/payment/refused.ts'
import { addDays, instantAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * The money that waits for a person (`concerns`), and the unpaid bookings by telephone of other days whose pay links
 * end today (`ending`).
 */
export type Waiting = { concerns: Concern[]; ending: OpenPayment[] }

/**
 * Reads the money that waits for a person, the oldest first, and the unpaid bookings of other days whose pay links end
 * on this day.
 */
export async function readConcerns(day: Day): Promise<Waiting> {
	const from = instantAt(day, '00:00')
	const until = instantAt(addDays(day, 1), '00:00')
	const [row] = await selectConcerns(db, { day, from, until })
	if (!row) return { concerns: [], ending: [] }
	const waiting = [...row.concerns, ...row.failed.flatMap(failedOf)]
	return {
		concerns: waiting.toSorted((one, other) => Date.parse(one.since) - Date.parse(other.since)),
		ending: row.ending.map((payment) => ({ ...payment, until: new Date(payment.until) })),
	}
}

/** SQL for the name of the party of order `o` or, without a party, the customer's family name. */
export function nameOf() {
	return sql`coalesce(nullif(o.party ->> 'name', ''), o.person ->> 'lastName')`
}

type Since = Concern & { since: string }

/** An order with a refund that failed: all its refunds, and the amount left of each payment by the payment's id. */
type FailedRow = {
	number: string
	name: string
	refunds: (Pick<RefundRow, 'id' | 'paymentId' | 'amount' | 'providerId' | 'toldOf'> & {
		createdAt: string
		refundedAt: string | null
		failedAt: string | null
	})[]
	left: Record<string, Cents>
}

/**
 * Returns the failed refunds of an order that a person has to make by hand, by the rule of the command `venue --
 * refunded` (faults N404).
 */
function failedOf({ number, name, refunds, left }: FailedRow): Since[] {
	const rows = refunds.map(({ createdAt, refundedAt, failedAt, ...row }) => ({
		...row,
		createdAt: new Date(createdAt),
		refundedAt: refundedAt === null ? null : new Date(refundedAt),
		failedAt: failedAt === null ? null : new Date(failedAt),
	}))
	return refusedOf(rows, new Map(Object.entries(left))).flatMap(({ amount, failedAt }) =>
		failedAt ? [{ about: 'refund', number, name, amount, since: failedAt.toISOString() }] : [],
	)
}

type OpenRow = Omit<OpenPayment, 'until'> & { until: string }
type ConcernsRow = { concerns: Since[]; failed: FailedRow[]; ending: OpenRow[] }

/**
 * Selects, as `concerns`, the refunds that did not go out (the operator was told of them, or a person has to make them
 * by hand), the open disputes, and the payments of the last 30 days whose end no provider can tell; as `failed`, the
 * orders with a refund of the last year that failed; and as `ending`, the unpaid bookings by telephone of other days
 * whose pay link ends between two moments.
 */
const selectConcerns = prepare<{ day: Day; from: Date; until: Date }, ConcernsRow>(
	(_, value) => sql`
		select (
			select coalesce(json_agg(json_build_object('about', about, 'number', o.number,
				'name', ${nameOf()}, 'amount', amount, 'since', since)), '[]')
			from (
				select 'refund' as about, p.order_id, r.amount, r.created_at as since
				from refunds r join payments p on p.id = r.payment_id
				where r.refunded_at is null and r.failed_at is null
					and (r.told_of is not null or r.dispute_id is not null)
				union all
				select 'dispute', p.order_id, d.amount, d.created_at
				from disputes d join payments p on p.id = d.payment_id where d.state = 'open'
				union all
				select 'payment', p.order_id, p.amount, p.created_at from payments p
				where p.state = 'needsReview' and p.paid_amount is null
					and p.created_at > now() - interval '30 days'
			) waiting join orders o on o.id = waiting.order_id
		) as "concerns", (
			select coalesce(json_agg(json_build_object('number', o.number, 'name', ${nameOf()}, 'refunds', (
				select json_agg(json_build_object('id', r.id, 'paymentId', r.payment_id, 'amount', r.amount,
					'providerId', r.provider_id, 'toldOf', r.told_of, 'createdAt', r.created_at,
					'refundedAt', r.refunded_at, 'failedAt', r.failed_at))
				from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id
			), 'left', (
				select json_object_agg(p.id, ${leftOfPayment})
				from payments p where p.order_id = o.id and p.paid_amount is not null
			))), '[]')
			from orders o where o.id in (
				select p.order_id from refunds r join payments p on p.id = r.payment_id
				where r.failed_at is not null and r.created_at > now() - interval '1 year'
			)
		) as "failed", (
			select coalesce(json_agg(json_build_object('orderId', o.id, 'number', o.number,
				'name', ${nameOf()}, 'amount', o.online, 'until', o.pay_until) order by o.pay_until), '[]')
			from orders o
			where o.state = 'pendingPayment' and o.pay_until is not null
				and o.pay_until >= ${value('from')}::timestamptz and o.pay_until < ${value('until')}::timestamptz
				and o.day is distinct from ${value('day')}::date
		) as "ending"`,
)

/**
 * Lists the 20 newest letters about orders that could not be sent and were given up, the newest first, so that old ones
 * hide no new one (faults N338).
 */
export function listLostLetters(): Promise<LostLetter[]> {
	return selectLostLetters(db, { letters: lettersOfOrders })
}

const lettersOfOrders = jobNames.filter(
	(name) => kindOfJob(name) === 'letter' && name.startsWith('mail') && name !== 'mailAccount',
)

const selectLostLetters = prepare<{ letters: readonly string[] }, LostLetter>(
	(_, value) => sql`
		select j.name as "letter", o.number, ${nameOf()} as "name"
		from pgboss.job j
		left join refunds r on r.id = (j.data ->> 'refundId')::uuid
		left join invoices i on i.id = (j.data ->> 'invoiceId')::uuid
		left join payments p on p.id = coalesce(j.data ->> 'paymentId', r.payment_id::text)::uuid
		join orders o on o.id = coalesce(j.data ->> 'orderId', p.order_id::text, i.order_id::text)::uuid
		where j.name = any(${value('letters')}) and j.state = 'failed'
		order by j.created_on desc limit 20`,
)
