import { asc, eq } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { onSitePayments, orders, voucherEntries } from '#app/db/schema.ts'
import { findVoucherId, loadFreshVoucher, loadVoucher } from '#app/models/cart/redeem.server.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import {
	findNote,
	payBackOnSite,
	reverseOnSite,
	type TillNote,
	type TillNoteKind,
	type WhichNote,
} from '#app/models/invoice/on-site.ts'
import {
	judgeTaken,
	type NotedMoney,
	type NoteRow,
	type TakenMoney,
} from '#app/models/invoice/taken.ts'
import { takeBackAtTill } from '#app/models/invoice/till-voucher.ts'
import { cents, minus, zero, type Cents } from '#app/models/money.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { byOperator, noteEvent, type Author } from '#app/models/order/order.server.ts'
import type { Order } from '#app/models/order/order.ts'
import type { RevisionContent } from '#app/models/order/revision.ts'
import { voidReturned } from '#app/models/order/sold-vouchers.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { openingOn, type DayClass } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { appendEntry } from '#app/models/voucher/ledger.server.ts'
import type { VoucherState } from '#app/models/voucher/voucher.ts'

/**
 * The result of a note of the till. `left`: the cents that are still to be paid or, after money was given back, that
 * the till still has too much; `invoices`: the numbers of the papers issued with the note.
 */
export type NotedAtTill = { left: Cents; invoices: string[] }

/**
 * Notes money that the till took for an order; once nothing is left to pay, the final invoice is issued and mailed.
 * Several means on one receipt get a note each, and all of the notes or none are written.
 */
export function noteOnSite(
	number: string,
	{ code, ...taken }: TakenMoney,
	now: DateTime,
	by: Author = byOperator,
): Promise<Result<NotedAtTill>> {
	return noteUntilLocked(number, { code, now, by }, (known) => judgeTaken(known, taken, now))
}

/**
 * Judges money that the till took as `noteOnSite` does, for an order as it will be with the `revised` sums and lines.
 * Writes no note (faults N332).
 */
export async function judgeOnSite(
	number: string,
	{ code, ...taken }: TakenMoney,
	now: DateTime,
	revised: Pick<RevisionContent, 'onSite' | 'lines'>,
): Promise<Result<unknown>> {
	const judged = await untilAllLocked(() =>
		db.transaction(async (tx) => {
			const known = await loadLocked(tx, { number, code })
			if (!known?.ok) return known
			const order = { state: known.value.order.state, ...revised }
			return judgeTaken({ ...known.value, order }, taken, now)
		}),
	)
	return judged ?? refuse('desk.keepsChanging')
}

/** Notes money that the till gave back because it had too much, and corrects papers that name that money. */
export function notePayBack(
	number: string,
	{ code, ...back }: NotedMoney,
	now: DateTime,
	by: Author = byOperator,
): Promise<Result<NotedAtTill>> {
	return noteUntilLocked(number, { code, now, by }, ({ order, notes, state }) => {
		const voucherId = state?.voucher.id ?? null
		if (back.method === 'voucher' && voucherId === null) return refuse('voucherUnknown')
		const judged = payBackOnSite(order, notes, { ...back, voucherId })
		const rows = [{ kind: 'payBack' as const, ...back, voucherId }]
		return judged.ok ? ok({ ...judged.value, rows }) : judged
	})
}

/**
 * Reverses a wrong note of the till, also on its voucher, and cancels a final invoice that names it. `which`: the id of
 * the note, or its receipt; of several notes on one receipt the first.
 */
export function reverseNote(
	number: string,
	which: WhichNote,
	now: DateTime,
	by: Author = byOperator,
): Promise<Result<NotedAtTill>> {
	return noteUntilLocked(number, { which, now, by }, ({ order, notes, state }) => {
		const judged = reverseOnSite(order, notes, which)
		if (!judged.ok) return judged
		const { note, kind, left } = judged.value
		const { method, voucherId, receipt, id: reversesId } = note
		const amount = cents(Math.abs(note.counts))
		const isTaken = state && kind === 'payBackReversed'
		const taken = isTaken ? takeBackAtTill(state, amount) : ok()
		if (!taken.ok) return taken
		return ok({ left, rows: [{ kind, amount, method, receipt, reversesId, voucherId }] })
	})
}

/** The voucher of a till note, by its `code` or by the note that is reversed; then the time and the author. */
type About = { code?: string | undefined; which?: WhichNote; now: DateTime; by: Author }
type JudgedNotes = Result<{ left: Cents; rows: readonly NoteRow[] }>
type OrderAtTill = {
	order: Order
	notes: readonly TillNote[]
	/** The note's voucher as it is under the lock; null for cash and card, and for an unknown code. */
	state: VoucherState | null
	dayClass: DayClass | null
}

async function noteUntilLocked(
	number: string,
	about: About,
	judge: (known: OrderAtTill) => JudgedNotes,
): Promise<Result<NotedAtTill>> {
	const noted = await untilAllLocked(() =>
		db.transaction((tx) => noteWithin(tx, { number, ...about }, judge)),
	)
	return noted ?? refuse('desk.keepsChanging')
}

/**
 * Writes the notes of the till that `judge` returns for the locked order, and the papers that follow from them. Returns
 * null when the note is about another voucher than before the lock, so that the caller tries again.
 */
async function noteWithin(
	tx: Transaction,
	{ now, by, ...about }: About & { number: string },
	judge: (known: OrderAtTill) => JudgedNotes,
): Promise<Result<NotedAtTill> | null> {
	const known = await loadLocked(tx, about)
	if (!known?.ok) return known
	const { order } = known.value
	const judged = judge(known.value)
	if (!judged.ok) return judged

	const { left, rows } = judged.value
	for (const row of rows) {
		await writeNote(tx, order.id, row, by)
		await noteEvent(tx, order.id, by, eventOf(row))
	}
	const issued = await issueWithin(tx, order.id, now)
	return ok({ left, invoices: issued.map((invoice) => invoice.number) })
}

/**
 * Locks the voucher of a note and its order, and loads both with the order's notes. Returns null when the note is about
 * another voucher than before the lock.
 */
async function loadLocked(
	tx: Transaction,
	{ number, ...about }: Pick<About, 'code' | 'which'> & { number: string },
): Promise<Result<OrderAtTill> | null> {
	const [found] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.number, number))
	if (!found) return refuse('orderNotFound')
	const voucherId = await voucherAbout(tx, found.id, about)
	await lock(tx, { vouchers: voucherId === null ? [] : [voucherId], orders: [found.id] })
	if ((await voucherAbout(tx, found.id, about)) !== voucherId) return null
	const [order, notes, state] = await Promise.all([
		findOrderById(found.id, tx),
		listNotes(tx, found.id),
		voucherId === null ? null : loadFree(tx, voucherId),
	])
	if (!order) return refuse('orderNotFound')
	const { day } = order
	const dayClass = day === null ? null : openingOn(currentVenue().calendar, day).class
	return ok({ order, notes, state, dayClass })
}

async function voucherAbout(
	tx: Transaction,
	orderId: string,
	{ code, which }: Pick<About, 'code' | 'which'>,
): Promise<string | null> {
	if (code !== undefined) return findVoucherId(code, tx)
	if (which === undefined) return null
	return findNote(await listNotes(tx, orderId), which)?.voucherId ?? null
}

/** Loads a voucher and releases it from carts whose hold has run out; null for an unknown one. */
async function loadFree(tx: Transaction, id: string): Promise<VoucherState | null> {
	const found = await loadVoucher(tx, id)
	return found?.hasStale ? loadFreshVoucher(tx, found) : found
}

/**
 * Writes a note of the till and, for a voucher, the entry in its ledger. A gift voucher that gets an amount back is
 * voided if its own price was paid back.
 */
async function writeNote(
	tx: Transaction,
	orderId: string,
	{ method, voucherId = null, ...noted }: NoteRow,
	{ actor }: Author,
): Promise<void> {
	const cashOrCard = method === 'voucher' ? null : method
	const [note] = await tx
		.insert(onSitePayments)
		.values({ orderId, cashOrCard, actor, ...noted })
		.returning({ noteId: onSitePayments.id, counts: onSitePayments.counts })
	if (!note || voucherId === null) return
	const { noteId, counts } = note
	const amount = minus(zero, counts ?? noted.amount)
	const kind = amount < 0 ? 'captured' : 'released'
	await appendEntry(tx, { voucherId, kind, amount, noteId })
	if (amount > 0) await voidReturned(tx, [voucherId])
}

const events: Record<TillNoteKind, string> = {
	payment: 'paid',
	payBack: 'paid back',
	paymentReversed: 'took back the note: paid',
	payBackReversed: 'took back the note: paid back',
}

function eventOf({ kind, amount, method, receipt }: NoteRow): string {
	return `${events[kind]} ${amount} ${method}${receipt === null ? '' : `, receipt ${receipt}`}`
}

/** Lists the till notes of an order, the oldest first, also reversed ones. */
export async function listNotes(tx: Database | Transaction, orderId: string): Promise<TillNote[]> {
	const rows = await tx
		.select({ note: onSitePayments, voucherId: voucherEntries.voucherId })
		.from(onSitePayments)
		.leftJoin(voucherEntries, eq(voucherEntries.noteId, onSitePayments.id))
		.where(eq(onSitePayments.orderId, orderId))
		.orderBy(asc(onSitePayments.paidAt), asc(onSitePayments.id))
	return rows.map(({ note, voucherId }) => ({
		...note,
		voucherId,
		counts: note.counts ?? note.amount,
	}))
}
