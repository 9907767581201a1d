import { asc, eq } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { untilAllLocked } from '#app/db/all-locked.ts'
import { db, type Transaction } from '#app/db/client.server.ts'
import { lock } from '#app/db/lock.server.ts'
import { onSitePayments, orders, voucherEntries } from '#app/db/schema.ts'
import {
	findVoucherId,
	loadFreshVoucher,
	loadVoucher,
	type VoucherState,
} from '#app/models/cart/redeem.server.ts'
import { issueWithin } from '#app/models/invoice/issue.server.ts'
import {
	payBackOnSite,
	reverseOnSite,
	standing,
	takeOnSite,
	type AtTill,
	type TillNote,
	type TillNoteKind,
} from '#app/models/invoice/on-site.ts'
import { spendAtTill, takeBackAtTill } from '#app/models/invoice/till-voucher.ts'
import { cents, minus, zero, type Cents } from '#app/models/money.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { noteEvent } from '#app/models/order/order.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { voidReturned } from '#app/models/order/sold-vouchers.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { openingOn, type DayClass } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { appendEntry } from '#app/models/voucher/ledger.server.ts'

/** The amount left to pay, or too much at the till, after a note, and the numbers of the invoices issued with it. */
export type Noted = { left: Cents; invoices: string[] }

/** Money at the till to be noted; `code` is that of the voucher that pays, or gets an amount back. */
export type NotedMoney = AtTill & { code?: string }

/** Notes money that the till took for this order; with the last of it the final invoice is issued and mailed. */
export function noteOnSite(
	number: string,
	{ code, ...taken }: NotedMoney,
	now: DateTime,
): Promise<Result<Noted>> {
	return noteUntilLocked(number, { code, now }, ({ order, notes, state, dayClass }) => {
		const judged = takeOnSite(order, notes, taken)
		if (!judged.ok) return judged
		const row = { kind: 'payment' as const, ...taken }
		if (taken.method !== 'voucher') return ok({ ...judged.value, row })
		const spent = spendAtTill(state, { lines: order.lines, dayClass }, taken.amount, now)
		return spent.ok ? ok({ ...judged.value, row, voucherId: spent.value.voucher.id }) : spent
	})
}

/** Notes money that the till gave back because it had too much; corrects papers that say otherwise. */
export function notePayBack(
	number: string,
	{ code, ...back }: NotedMoney,
	now: DateTime,
): Promise<Result<Noted>> {
	return noteUntilLocked(number, { code, now }, ({ order, notes, state }) => {
		const voucherId = state?.voucher.id ?? null
		if (back.method === 'voucher' && voucherId === null) return refuse('voucherUnknown')
		const judged = payBackOnSite(order, notes, { ...back, voucherId })
		const row = { kind: 'payBack' as const, ...back }
		return judged.ok ? ok({ ...judged.value, row, voucherId }) : judged
	})
}

/** Reverses the wrong note of this receipt, also on the voucher; cancels a final invoice that names it. */
export function reverseNote(
	number: string,
	receipt: string,
	now: DateTime,
): Promise<Result<Noted>> {
	return noteUntilLocked(number, { receipt, now }, ({ order, notes, state }) => {
		const judged = reverseOnSite(order, notes, receipt)
		if (!judged.ok) return judged
		const { note, kind, left } = judged.value
		const { method, voucherId, id: reversesId } = note
		const amount = cents(Math.abs(note.counts))
		const isTaken = state && kind === 'payBackReversed'
		const taken = isTaken ? takeBackAtTill(state, amount) : ok()
		if (!taken.ok) return taken
		return ok({ left, row: { kind, amount, method, receipt, reversesId }, voucherId })
	})
}

/** The voucher that a note is about is found by its `code`, or by the `receipt` of the note that is taken back. */
type About = { code?: string | undefined; receipt?: string; now: DateTime }
type Row = AtTill & { kind: TillNoteKind; reversesId?: string }
type Judged = Result<{ left: Cents; row: Row; voucherId?: string | null }>
type Known = {
	order: Order
	notes: readonly TillNote[]
	/** The note's voucher as it is under the lock; null for cash and card and an unknown code. */
	state: VoucherState | null
	dayClass: DayClass | null
}

async function noteUntilLocked(
	number: string,
	about: About,
	judge: (known: Known) => Judged,
): Promise<Result<Noted>> {
	const noted = await untilAllLocked(() =>
		db.transaction((tx) => noteWithin(tx, { number, ...about }, judge)),
	)
	return noted ?? refuse('desk.keepsChanging')
}

/**
 * Locks the voucher and the order, loads them and the notes, and writes the note that `judge` returns. Returns null
 * when the note is about another voucher than before the lock.
 */
async function noteWithin(
	tx: Transaction,
	{ number, now, ...about }: About & { number: string },
	judge: (known: Known) => Judged,
): Promise<Result<Noted> | null> {
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
	const judged = judge({ order, notes, state, dayClass })
	if (!judged.ok) return judged

	const { left, row } = judged.value
	await writeNote(tx, order.id, judged.value)
	await noteEvent(tx, order.id, 'operator', eventOf(row))
	const issued = await issueWithin(tx, order.id, now)
	return ok({ left, invoices: issued.map((invoice) => invoice.number) })
}

async function voucherAbout(
	tx: Transaction,
	orderId: string,
	{ code, receipt }: Omit<About, 'now'>,
): Promise<string | null> {
	if (code !== undefined) return findVoucherId(code, tx)
	if (receipt === undefined) return null
	const notes = await listNotes(tx, orderId)
	return standing(notes).find((note) => note.receipt === receipt)?.voucherId ?? null
}

/** The voucher without the reservations of carts that have run out. */
async function loadFree(tx: Transaction, id: string): Promise<VoucherState | null> {
	const found = await loadVoucher(tx, id)
	return found?.hasStale ? loadFreshVoucher(tx, found) : found
}

/** Writes the note, and the entry of its voucher in the ledger. */
async function writeNote(
	tx: Transaction,
	orderId: string,
	{ row, voucherId = null }: { row: Row; voucherId?: string | null },
): Promise<void> {
	const { method, ...noted } = row
	const cashOrCard = method === 'voucher' ? null : method
	const [note] = await tx
		.insert(onSitePayments)
		.values({ orderId, cashOrCard, ...noted })
		.returning({ noteId: onSitePayments.id, counts: onSitePayments.counts })
	if (!note || voucherId === null) return
	const { noteId, counts } = note
	const amount = minus(zero, counts ?? row.amount)
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

function eventOf({ kind, amount, method, receipt }: Row): string {
	return `${events[kind]} ${amount} ${method}, receipt ${receipt}`
}

async function listNotes(tx: Transaction, orderId: string): Promise<TillNote[]> {
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
