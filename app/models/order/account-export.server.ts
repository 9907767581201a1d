import { and, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'

import { db } from '#app/db/client.server.ts'
import { jsonObject } from '#app/db/json-row.server.ts'
import {
	accounts,
	accountTokens,
	allocations,
	bookingCodes,
	bookingTokens,
	cartLines,
	carts,
	disputes,
	formDrafts,
	invitations,
	invoices,
	onSitePayments,
	orderChanges,
	orderEvents,
	orderLines,
	orderNotes,
	orderRevisions,
	orders,
	passkeyChallenges,
	passkeys,
	payments,
	redemptions,
	referrals,
	refunds,
	sessions,
	voucherEntries,
	vouchers,
	withdrawals,
} from '#app/db/schema.ts'

/**
 * Exports everything stored about the owner of an account as JSON (GDPR, articles 15 and 20), without secrets: hashes
 * of passwords, sessions and links, and return tokens. Null when there is no such account. One round trip.
 */
export async function exportAccount(accountId: string): Promise<Record<string, unknown> | null> {
	const ofAccount = (table: PgTable & { accountId: PgColumn }) => eq(table.accountId, accountId)
	const ownCarts = sql`(select cart_id from accounts where id = ${accountId}
		union select cart_id from sessions where account_id = ${accountId})`
	const told = jsonObject({
		account: rowsOf(accounts, {
			which: eq(accounts.id, accountId),
			by: accounts.createdAt,
			but: ['passwordHash'],
		}),
		links: rowsOf(accountTokens, {
			which: ofAccount(accountTokens),
			by: accountTokens.expiresAt,
			but: ['hash'],
		}),
		passkeys: rowsOf(passkeys, { which: ofAccount(passkeys), by: passkeys.createdAt }),
		passkeysBegun: rowsOf(passkeyChallenges, {
			which: ofAccount(passkeyChallenges),
			by: passkeyChallenges.expiresAt,
			but: ['challenge'],
		}),
		sessions: rowsOf(sessions, {
			which: ofAccount(sessions),
			by: sessions.createdAt,
			but: ['id'],
		}),
		drafts: rowsOf(formDrafts, {
			which: ofAccount(formDrafts),
			by: formDrafts.expiresAt,
			but: ['sessionId'],
		}),
		carts: rowsOf(carts, {
			which: inArray(carts.id, ownCarts),
			by: carts.createdAt,
			with: {
				lines: rowsOf(cartLines, { which: eq(cartLines.cartId, carts.id), by: cartLines.position }),
				places: rowsOf(allocations, {
					which: eq(allocations.cartId, carts.id),
					by: allocations.createdAt,
				}),
				vouchers: redeemed(and(eq(redemptions.cartId, carts.id), isNull(redemptions.releasedAt))),
			},
		}),
		...ordersOf(accountId),
	})
	const [row] = await db.execute<{ told: { account: unknown[] } }>(sql`select ${told} as told`)
	const [account] = row?.told.account ?? []
	return account ? { ...row?.told, account } : null
}

/**
 * SQL for the export's entries on an account's orders: the orders with the rows that belong to each, then the tables
 * without an index by order, which are read once for all orders.
 */
function ordersOf(accountId: string): Record<string, SQL> {
	const isOwn = eq(orders.accountId, accountId)
	const own = db.select({ id: orders.id }).from(orders).where(isOwn)
	const ownLines = db
		.select({ id: orderLines.id })
		.from(orderLines)
		.where(inArray(orderLines.orderId, own))
	return {
		orders: rowsOf(orders, {
			which: isOwn,
			by: orders.createdAt,
			with: {
				lines: rowsOf(orderLines, { which: ofOrder(orderLines), by: orderLines.position }),
				events: rowsOf(orderEvents, { which: ofOrder(orderEvents), by: orderEvents.id }),
				notes: rowsOf(orderNotes, { which: ofOrder(orderNotes), by: orderNotes.at }),
				...revisionsOfOrder(),
				places: rowsOf(allocations, { which: ofOrder(allocations), by: allocations.createdAt }),
				payments: rowsOf(payments, {
					which: ofOrder(payments),
					by: payments.createdAt,
					but: ['returnToken'],
					with: {
						refunds: rowsOf(refunds, { which: ofPayment(refunds), by: refunds.createdAt }),
						disputes: rowsOf(disputes, { which: ofPayment(disputes), by: disputes.createdAt }),
					},
				}),
				paidOnSite: rowsOf(onSitePayments, {
					which: ofOrder(onSitePayments),
					by: onSitePayments.paidAt,
				}),
				invoices: rowsOf(invoices, { which: ofOrder(invoices), by: invoices.number }),
				invitations: rowsOf(invitations, {
					which: ofOrder(invitations),
					by: invitations.createdAt,
					but: ['hash'],
				}),
				referrals: rowsOf(referrals, { which: ofOrder(referrals), by: referrals.orderId }),
			},
		}),
		redemptions: redeemed(inArray(redemptions.orderId, own)),
		giftVouchers: rowsOf(vouchers, {
			which: inArray(vouchers.orderLineId, ownLines),
			by: vouchers.createdAt,
			with: {
				ledger: rowsOf(voucherEntries, {
					which: eq(voucherEntries.voucherId, vouchers.id),
					by: voucherEntries.sequence,
					// This id leads to the order of the person who spent the voucher.
					but: ['redemptionId'],
				}),
			},
		}),
		withdrawals: declared(accountId),
	}
}

/**
 * SQL for the rows of an order that belong to its changes: its revisions, the changes asked for, and the keys and codes
 * of the booking's page.
 */
function revisionsOfOrder(): Record<string, SQL> {
	return {
		revisions: rowsOf(orderRevisions, {
			which: ofOrder(orderRevisions),
			by: orderRevisions.number,
		}),
		changes: rowsOf(orderChanges, { which: ofOrder(orderChanges), by: orderChanges.createdAt }),
		keys: rowsOf(bookingTokens, {
			which: ofOrder(bookingTokens),
			by: bookingTokens.madeAt,
			but: ['hash'],
		}),
		codes: rowsOf(bookingCodes, {
			which: ofOrder(bookingCodes),
			by: bookingCodes.madeAt,
			but: ['hash'],
		}),
	}
}

function ofOrder(table: PgTable & { orderId: PgColumn }): SQL {
	return eq(table.orderId, orders.id)
}

function ofPayment(table: PgTable & { paymentId: PgColumn }): SQL {
	return eq(table.paymentId, payments.id)
}

/**
 * SQL for the vouchers redeemed in a cart or an order. A voucher may be another person's, so of its ledger only the
 * entries made by this redemption are exported.
 */
function redeemed(which: SQL | undefined): SQL {
	const { voucherId } = redemptions
	return rowsOf(redemptions, {
		which,
		by: redemptions.createdAt,
		with: {
			code: sql`(select code from vouchers where id = ${voucherId})`,
			ledger: rowsOf(voucherEntries, {
				which: and(
					eq(voucherEntries.voucherId, voucherId),
					eq(voucherEntries.redemptionId, redemptions.id),
				),
				by: voucherEntries.sequence,
				but: ['balance'],
			}),
		},
	})
}

/**
 * SQL for the withdrawals (§ 356a BGB) sent from the account's verified address or for one of its orders. Any visitor
 * may type the number of another customer's order, so name, address and note of the sender are exported only when the
 * address is the account's or the order's.
 */
function declared(accountId: string): SQL {
	const { name, email, note, contract } = withdrawals
	const isSender = sql`exists (
		select from accounts where id = ${accountId} and verified_at is not null
			and lower(username) = lower(${email}))`
	const ordered = sql`select from orders where account_id = ${accountId} and number = ${contract}`
	const isBuyer = sql`exists (${ordered} and lower(person ->> 'email') = lower(${email}))`
	return rowsOf(withdrawals, {
		which: or(isSender, sql`exists (${ordered})`),
		by: withdrawals.receivedAt,
		but: ['name', 'email', 'note'],
		with: {
			sender: sql`case when ${isSender} or ${isBuyer} then ${jsonObject({ name, email, note })} end`,
		},
	})
}

type Telling<Of extends PgTable> = {
	which: SQL | undefined
	by: PgColumn
	/** Columns left out of the export. */
	but?: readonly (keyof Of['_']['columns'])[]
	/** More values exported with each row. */
	with?: Record<string, SQL>
}

/**
 * SQL for the selected rows of a table as one JSON array, with every column but those named in `but`: a column that is
 * added later is exported, too.
 */
function rowsOf<Of extends PgTable>(table: Of, telling: Telling<Of>): SQL {
	const { which, by, but = [], with: more = {} } = telling
	const columns = Object.entries<PgColumn>(getTableColumns(table))
	const told = [...columns.filter(([name]) => !but.includes(name)), ...Object.entries(more)]
	const values = told.map(([name, value]) => sql`${value} as ${sql.identifier(name)}`)
	// A row of values, because `json_build_object` takes 50 names at most.
	return sql`(
		select coalesce(json_agg(told order by ${by}), '[]')
		from ${table}, lateral (select ${sql.join(values, sql`, `)}) told where ${which})`
}
