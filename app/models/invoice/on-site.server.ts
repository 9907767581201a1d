import { asc, eq } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { onSitePayments, orders } from '#app/db/schema.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import {
	payBackOnSite,
	reverseOnSite,
	takeOnSite,
	type AtTill,
	type TillNote,
	type TillNoteKind,
} from '#app/models/invoice/on-site.ts'
import { cents, type Cents } from '#app/models/money.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** The amount left to pay, or too much at the till, after a note, and the numbers of the invoices issued with it. */
export type Noted = { left: Cents; invoices: string[] }

/** Notes money that the till took for this order; with the last of it the final invoice is issued and mailed. */
export function noteOnSite(number: string, taken: AtTill, now: DateTime): Promise<Result<Noted>> {
	return noteWithin(number, now, (order, notes) => {
		const judged = takeOnSite(order, notes, taken)
		return judged.ok ? ok({ ...judged.value, row: { kind: 'payment', ...taken } }) : judged
	})
}

/** Notes money that the till gave back because it had too much; corrects papers that say otherwise. */
export function notePayBack(number: string, back: AtTill, now: DateTime): Promise<Result<Noted>> {
	return noteWithin(number, now, (order, notes) => {
		const judged = payBackOnSite(order, notes, back)
		return judged.ok ? ok({ ...judged.value, row: { kind: 'payBack', ...back } }) : judged
	})
}

/** Reverses the wrong note of this receipt; cancels a final invoice that names it. */
export function reverseNote(
	number: string,
	receipt: string,
	now: DateTime,
): Promise<Result<Noted>> {
	return noteWithin(number, now, (order, notes) => {
		const judged = reverseOnSite(order, notes, receipt)
		if (!judged.ok) return judged
		const { note, kind, left } = judged.value
		const amount = cents(Math.abs(note.counts))
		return ok({ left, row: { kind, amount, method: note.method, receipt, reversesId: note.id } })
	})
}

type Row = AtTill & { kind: TillNoteKind; reversesId?: string }
type OrderRow = typeof orders.$inferSelect

/** Locks the order, loads it and its notes, and writes the note that `judge` returns. */
async function noteWithin(
	number: string,
	now: DateTime,
	judge: (order: OrderRow, notes: readonly TillNote[]) => Result<{ left: Cents; row: Row }>,
): Promise<Result<Noted>> {
	return db.transaction(async (tx) => {
		const [found] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
		if (!found) return refuse('orderNotFound')
		await lock(tx, { orders: [found.id] })
		const [[order], notes] = await Promise.all([
			tx.select().from(orders).where(eq(orders.id, found.id)),
			listNotes(tx, found.id),
		])
		if (!order) return refuse('orderNotFound')
		const judged = judge(order, notes)
		if (!judged.ok) return judged

		const { left, row } = judged.value
		await tx.insert(onSitePayments).values({ orderId: order.id, ...row })
		await noteEvent(tx, order.id, 'operator', eventOf(row))
		const issued = await issueWithin(tx, order.id, now)
		return ok({ left, invoices: issued.map((invoice) => invoice.number) })
	})
}

const events: Record<TillNoteKind, string> = {
	payment: 'paid',
	payBack: 'paid back',
	paymentReversed: 'took back the note: paid',
	payBackReversed: 'took back the note: paid back',
}

function eventOf({ kind, amount, method, receipt }: Row): string {
	return `${events[kind]} ${amount} ${method}, receipt ${receipt}`
}

async function listNotes(tx: Transaction, orderId: string): Promise<TillNote[]> {
	const rows = await tx
		.select()
		.from(onSitePayments)
		.where(eq(onSitePayments.orderId, orderId))
		.orderBy(asc(onSitePayments.paidAt), asc(onSitePayments.id))
	return rows.map((row) => ({ ...row, counts: row.counts ?? row.amount }))
}
