import { sql, type SQL } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { hasVisitDetails } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { forVisitAlone } from '#app/models/visitor/person.ts'

/**
 * Deletes data at the end of the venue's terms (`keep`, in days): carts after their last change; accounts that are not
 * verified and never ordered, with the letters to them (faults M9); webhooks and withdrawals after they came; payment
 * tokens after the end of their payment; keys of bookings after the visit or the cancelling; codes of bookings;
 * invitations, and an order's details for the visit alone, after the visit; a
 * partner's click id that was reported or cannot be any more (`unpaidOrders`); expired tokens and challenges of
 * accounts. Works in batches of 500 rows, each a statement that skips locked rows. A cart stays while its order waits
 * for its payment, an account while a session of it lasts. Tries all of these, then rejects when one has failed.
 */
export async function forgetOldData({ keep }: Venue): Promise<void> {
	let failed = 0
	for (const deletion of deletionsBy(keep)) {
		await inBatches(deletion).catch((err: unknown) => {
			failed += 1
			log.error({ err }, 'old data could not be deleted')
		})
	}
	if (failed > 0) throw new Error(`${failed} kinds of old data could not be deleted`)
}

function deletionsBy(keep: Venue['keep']): SQL[] {
	return [
		sql`
			delete from carts where id in (
				select id from carts
				where updated_at < ${daysAgo(keep.carts)}
					and not exists (select from orders where orders.id = carts.order_id and orders.state = 'pendingPayment')
				limit ${BATCH} for update skip locked)
			returning 1`,
		sql`
			delete from webhook_events where (provider, event_id) in (
				select provider, event_id from webhook_events
				where received_at < ${daysAgo(keep.webhooks)}
				limit ${BATCH} for update skip locked)
			returning 1`,
		sql`
			delete from payment_tokens where hash in (
				select hash from payment_tokens join payments on payments.id = payment_tokens.payment_id
				where payments.state not in ('created', 'started')
					and greatest(payments.expires_at, payments.settled_at) < ${daysAgo(keep.paymentTokens)}
				limit ${BATCH} for update of payment_tokens skip locked)
			returning 1`,
		sql`
			delete from invitations where hash in (
				select hash from invitations join orders on orders.id = invitations.order_id
				where orders.day < ${daysAgo(keep.invitations)}
				limit ${BATCH} for update of invitations skip locked)
			returning 1`,
		sql`
			delete from booking_tokens where hash in (
				select hash from booking_tokens join orders on orders.id = booking_tokens.order_id
				where coalesce(orders.cancelled_at, orders.day, orders.created_at) < ${daysAgo(keep.bookingLinks)}
				limit ${BATCH} for update of booking_tokens skip locked)
			returning 1`,
		sql`
			update orders set answers = '{}', party = null, person = person || ${JSON.stringify(forVisitAlone)}::jsonb
			where id in (
				select id from orders
				where ${hasVisitDetails} and coalesce(day, created_at::date) < ${daysAgo(keep.answers)}
				limit ${BATCH} for update skip locked)
			returning 1`,
		sql`
			delete from withdrawals where id in (
				select id from withdrawals where received_at < ${daysAgo(keep.withdrawals)}
				limit ${BATCH} for update skip locked)
			returning 1`,
		sql`
			update referrals set awc = null where order_id in (
				select order_id from referrals join orders on orders.id = order_id
				where awc is not null and (reported_at is not null
					or (orders.state <> 'pendingPayment' and orders.created_at < ${daysAgo(keep.unpaidOrders)}))
				limit ${BATCH} for update of referrals skip locked)
			returning 1`,
		unverifiedAccounts(keep.unverifiedAccounts),
		...timeIsOver,
	]
}

/** SQL that deletes unverified accounts and the letters to them in the queue, which contain their addresses. */
function unverifiedAccounts(days: number): SQL {
	return sql`
		with gone as (
			delete from accounts where id in (
				select id from accounts
				where verified_at is null and created_at < ${daysAgo(days)}
					and not exists (select from orders where orders.account_id = accounts.id)
					and not exists (
						select from sessions
						where sessions.account_id = accounts.id and sessions.expires_at > now())
				limit ${BATCH} for update skip locked)
			returning id::text
		), letters as (
			delete from pgboss.job
			where name = 'mailAccount' and data ->> 'accountId' in (select id from gone)
		), old_letters as (
			delete from pgboss.archive
			where name = 'mailAccount' and data ->> 'accountId' in (select id from gone)
		)
		select from gone`
}

const BATCH = 500

const timeIsOver = [
	sql`
		delete from booking_codes where order_id in (
			select order_id from booking_codes where made_at < now() - interval '1 day'
			limit ${BATCH} for update skip locked)
		returning 1`,
	sql`
		delete from account_tokens where hash in (
			select hash from account_tokens where expires_at < now()
			limit ${BATCH} for update skip locked)
		returning 1`,
	sql`
		delete from passkey_challenges where id in (
			select id from passkey_challenges where expires_at < now()
			limit ${BATCH} for update skip locked)
		returning 1`,
]

async function inBatches(statement: SQL): Promise<void> {
	for (let deleted = BATCH; deleted === BATCH;) deleted = (await db.execute(statement)).length
}

/** SQL for the moment so many days ago, by the database's clock, because that of a process may be wrong. */
function daysAgo(days: number): SQL {
	return sql`now() - make_interval(days => ${days})`
}
