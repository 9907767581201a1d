import { sql, type SQL } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { hasVisitDetails, lastDayOfLinks } from '#app/db/schema.ts'
import { log } from '#app/gateways/log.server.ts'
import { KEPT } from '#app/models/staff/kept.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { forVisitAlone } from '#app/models/visitor/person.ts'

/**
 * Deletes the shop's data whose terms are over, each night (docs/operating.md lists the terms). Works in batches of 500
 * rows, each a statement that skips locked rows.
 * @throws after all deletions were tried, when one has failed
 */
export async function forgetOldData({ keep }: Venue): Promise<void> {
	let failed = 0
	for (const { table, statement } of deletionsBy(keep)) {
		await inBatches(statement).catch((err: unknown) => {
			failed += 1
			log.error({ err, table }, 'old data could not be deleted')
		})
	}
	if (failed > 0) throw new Error(`${failed} kinds of old data could not be deleted`)
}

type Deletion = { table: string; statement: SQL }

/** Returns the statements of a night that delete or empty old data; `keep` has the venue's terms in days. */
export function deletionsBy(keep: Venue['keep']): Deletion[] {
	return [
		rows('carts', 'id', {
			where: sql`updated_at < ${daysAgo(keep.carts)}
				and not exists (select from orders where orders.id = carts.order_id and orders.state = 'pendingPayment')`,
		}),
		rows('webhook_events', 'provider, event_id', {
			where: sql`received_at < ${daysAgo(keep.webhooks)}`,
		}),
		rows('payment_tokens', 'hash', {
			join: 'payments on payments.id = payment_id',
			where: sql`payments.state not in ('created', 'started')
				and greatest(payments.expires_at, payments.settled_at) < ${daysAgo(keep.paymentTokens)}`,
		}),
		rows('invitations', 'hash', {
			join: 'orders on orders.id = order_id',
			where: sql`orders.day < ${daysAgo(keep.invitations)}`,
		}),
		rows('booking_tokens', 'hash', {
			join: 'orders on orders.id = order_id',
			// Links work until the end of their last day, as `isBookingOpen` says (faults N396).
			where: sql`${lastDayOfLinks} < now()::date - ${keep.bookingLinks}::int`,
		}),
		rows('orders', 'id', {
			set: sql`answers = '{}', party = null, person = person || ${JSON.stringify(forVisitAlone)}::jsonb`,
			where: sql`${hasVisitDetails} and coalesce(day, created_at::date) < ${daysAgo(keep.answers)}`,
		}),
		rows('order_notes', 'order_notes.id', {
			join: 'orders on orders.id = order_id',
			where: sql`coalesce(orders.day, order_notes.at::date) < ${daysAgo(keep.answers)}`,
		}),
		rows('withdrawals', 'id', { where: sql`received_at < ${daysAgo(keep.withdrawals)}` }),
		rows('referrals', 'order_id', {
			set: sql`awc = null`,
			join: 'orders on orders.id = order_id',
			where: sql`awc is not null and (reported_at is not null
				or (orders.state <> 'pendingPayment' and orders.created_at < ${daysAgo(keep.unpaidOrders)}))`,
		}),
		unverifiedAccounts(keep.unverifiedAccounts),
		rows('booking_codes', 'order_id', { where: sql`made_at < ${daysAgo(1)}` }),
		rows('account_tokens', 'hash', { where: expired }),
		rows('passkey_challenges', 'id', { where: expired }),
		// The search at the desk looks at 90 whole days of the venue; the names stay one day longer.
		rows('order_names', 'order_id', { where: sql`day < ${daysAgo(91)}` }),
		rows('staff_challenges', 'id', { where: expired }),
		rows('staff_links', 'hash', { where: expired }),
		rows('desk_devices', 'id', { where: sql`touched_at < ${daysAgo(30)}` }),
		rows('desk_devices', 'id', {
			set: sql`kept = null`,
			where: sql`kept is not null and not ${KEPT}`,
		}),
		rows('staff_acts', 'id', { where: sql`at < now() - interval '2 years'` }),
		rows('staff', 'id', {
			set: sql`email = null, email_key = null`,
			where: sql`email is not null and ended_at < now() - interval '2 years'`,
		}),
	]
}

const expired = sql`expires_at < now()`

const BATCH = 500

/**
 * Makes the statement that deletes a batch of rows of a table, or sets the columns of `set` in them. `key` is the
 * table's primary key, `where` the condition of old rows; `join` adds a table that the condition reads.
 */
function rows(
	table: string,
	key: string,
	{ join, where, set }: { join?: string; where: SQL; set?: SQL },
): Deletion {
	const name = sql.raw(table)
	const old = sql`(${sql.raw(key)}) in (
		select ${sql.raw(key)} from ${name} ${sql.raw(join ? `join ${join}` : '')} where ${where}
		limit ${BATCH} for update of ${name} skip locked)`
	const statement = set
		? sql`update ${name} set ${set} where ${old} returning 1`
		: sql`delete from ${name} where ${old} returning 1`
	return { table, statement }
}

/**
 * Makes the statement that deletes a batch of unverified accounts, with the letters to them in the queue, which contain
 * their addresses (faults M9).
 */
function unverifiedAccounts(days: number): Deletion {
	const statement = sql`
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
	return { table: 'accounts', statement }
}

async function inBatches(statement: SQL): Promise<void> {
	for (let deleted = BATCH; deleted === BATCH;) deleted = (await db.execute(statement)).length
}

/** SQL for the moment this many days ago, by the database's clock, because that of a process may be wrong. */
function daysAgo(days: number): SQL {
	return sql`now() - make_interval(days => ${days})`
}
