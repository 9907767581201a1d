import type { OnSiteMethod } from '#app/models/invoice/invoice.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { tooMuchAtTill } from '#app/models/order/remainder.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** The kinds of till note: money that the till took or gave back, and the reversals of wrong notes of either. */
export type TillNoteKind = 'payment' | 'payBack' | 'paymentReversed' | 'payBackReversed'

/** A till note. `counts`: its amount in cents, negative where it lowers the sum paid at the venue. */
export type TillNote = {
	id: string
	kind: TillNoteKind
	counts: Cents
	method: OnSiteMethod
	receipt: string | null
	reversesId: string | null
	/** The voucher that was spent or got an amount back; null for cash and card. */
	voucherId: string | null
	/** The author of the note: `staff:<id>` or 'operator'. */
	actor: string
	paidAt: Date
}

/** Money that moved at the till and is to be noted, with the number of the till's receipt. */
export type AtTill = { amount: Cents; method: OnSiteMethod; receipt: string }

/** Money that the till gave back; `voucherId` is the voucher that gets it, null for cash and card. */
type Back = Pick<AtTill, 'amount' | 'receipt'> & { voucherId: string | null }

type Due = Pick<Order, 'state' | 'onSite'>

/** A payment at the till; `shown` is the rest in cents that its page has shown. */
type Taking = Pick<AtTill, 'amount' | 'receipt'> & { shown?: Cents }

/**
 * Returns the cents still due at the venue after this payment, or refuses it: each receipt is noted once, and nothing
 * is noted when another amount is due than was shown (faults L3).
 */
export function takeOnSite(
	order: Due,
	notes: readonly TillNote[],
	{ amount, receipt, shown }: Taking,
): Result<{ left: Cents }> {
	if (order.state !== 'confirmed' && order.state !== 'completed') return refuse('desk.neverDue')
	if (isNoted(notes, receipt)) return refuse('desk.notedAlready')
	const due = minus(order.onSite, paidOf(notes))
	if (due <= zero) return refuse('desk.nothingLeftToPay')
	if (shown !== undefined && shown !== due) return refuse('desk.restChanged')
	return amount > due ? refuse('desk.paysTooMuch') : ok({ left: minus(due, amount) })
}

/**
 * Returns the cents that the till still has too much after this pay-back, or refuses it. The till has too much when it
 * took more than the part on site of the order, which is 0 for an order that has ended. Money goes back the way it
 * came, so that no voucher turns into cash.
 */
export function payBackOnSite(
	order: Due,
	notes: readonly TillNote[],
	{ amount, receipt, voucherId }: Back,
): Result<{ left: Cents }> {
	if (isNoted(notes, receipt)) return refuse('desk.notedAlready')
	const tooMuch = tooMuchAtTill({ ...order, paidOnSite: paidOf(notes) })
	if (amount > tooMuch) return refuse('desk.paysBackTooMuch')
	const came = paidBy(notes, voucherId)
	if (amount > came) return refuse('desk.paysBackOtherwise', { amount: came / 100 })
	return ok({ left: minus(tooMuch, amount) })
}

/**
 * Finds a wrong note and returns it with the kind of note that reverses it and the cents due at the venue after that.
 */
export function reverseOnSite(
	order: Due,
	notes: readonly TillNote[],
	which: WhichNote,
): Result<{ note: TillNote; kind: TillNoteKind; left: Cents }> {
	const note = findNote(notes, which)
	if (!note) return refuse('desk.noSuchReceipt')
	const left = minus(order.onSite, minus(paidOf(notes), note.counts))
	// A pay-back is not reversed when the till would have too much without it.
	if (note.kind === 'payBack' && left < zero) return refuse('desk.paysTooMuch')
	// A payment is not reversed when a part of it went back to its voucher since: the voucher would get more than it had.
	const { voucherId, counts } = note
	if (voucherId !== null && paidBy(notes, voucherId) < counts) return refuse('desk.paidBackSince')
	const kind = note.kind === 'payBack' ? 'payBackReversed' : 'paymentReversed'
	return ok({ note, kind, left })
}

/** The till note that is meant: its receipt, which names the first of several notes on it, or its id. */
export type WhichNote = string | { id: string }

/** Finds a till note that is in force; undefined for an unknown one and for one that was reversed. */
export function findNote(notes: readonly TillNote[], which: WhichNote): TillNote | undefined {
	return notesInForce(notes).find(({ id, receipt }) =>
		typeof which === 'string' ? receipt === which : id === which.id,
	)
}

/** Returns the till notes in force: neither reversed nor reversing. */
export function notesInForce<Note extends Pick<TillNote, 'id' | 'reversesId'>>(
	notes: readonly Note[],
): Note[] {
	const reversed = new Set(notes.map(({ reversesId }) => reversesId))
	return notes.filter(({ id, reversesId }) => reversesId === null && !reversed.has(id))
}

function isNoted(notes: readonly TillNote[], receipt: string): boolean {
	return notesInForce(notes).some((note) => note.receipt === receipt)
}

/** The cents that a voucher paid at the till for an order; null: that cash and card together paid. */
function paidBy(notes: readonly TillNote[], voucherId: string | null): Cents {
	return paidOf(notes.filter((note) => note.voucherId === voucherId))
}

function paidOf(notes: readonly TillNote[]): Cents {
	return sum(notes.map(({ counts }) => counts))
}
