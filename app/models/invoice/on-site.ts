import type { OnSiteMethod } from '#app/models/invoice/invoice.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** Money that the till took, or gave back; a note that was wrong is taken back by one of the other two. */
export type TillNoteKind = 'payment' | 'payBack' | 'paymentReversed' | 'payBackReversed'

/** A note of what the till did. `counts` is its amount, below zero where it is taken off what was paid. */
export type TillNote = {
	id: string
	kind: TillNoteKind
	counts: Cents
	method: OnSiteMethod
	receipt: string | null
	reversesId: string | null
}

/** Money at the till as it is to be noted, with the number of the till's receipt. */
export type AtTill = { amount: Cents; method: OnSiteMethod; receipt: string }

type Due = Pick<Order, 'state' | 'onSite'>

/** Answers what is still due at the venue once the amount is taken, or why it is not noted: each receipt is noted once. */
export function takeOnSite(
	order: Due,
	notes: readonly TillNote[],
	{ amount, receipt }: AtTill,
): Result<{ left: Cents }> {
	if (order.state !== 'confirmed' && order.state !== 'completed') return refuse('desk.neverDue')
	if (isNoted(notes, receipt)) return refuse('desk.notedAlready')
	const due = minus(order.onSite, paidOf(notes))
	if (due <= zero) return refuse('desk.nothingLeftToPay')
	return amount > due ? refuse('desk.paysTooMuch') : ok({ left: minus(due, amount) })
}

/**
 * Answers what is left too much at the till once the amount was given back. Only that goes back which the till has too
 * much of: all of a cancelled booking, and of another one what is more than its rest.
 */
export function payBackOnSite(
	order: Due,
	notes: readonly TillNote[],
	{ amount, receipt }: AtTill,
): Result<{ left: Cents }> {
	if (isNoted(notes, receipt)) return refuse('desk.notedAlready')
	const due = order.state === 'cancelled' ? zero : order.onSite
	const tooMuch = minus(paidOf(notes), due)
	return amount > tooMuch ? refuse('desk.paysBackTooMuch') : ok({ left: minus(tooMuch, amount) })
}

/** Answers the note of a receipt that was wrong, and how it is taken back. */
export function reverseOnSite(
	order: Due,
	notes: readonly TillNote[],
	receipt: string,
): Result<{ note: TillNote; kind: TillNoteKind; left: Cents }> {
	const note = standing(notes).find((it) => it.receipt === receipt)
	if (!note) return refuse('desk.noSuchReceipt')
	const left = minus(order.onSite, minus(paidOf(notes), note.counts))
	// What the till gave back because it had too much stays until it has not.
	if (note.kind === 'payBack' && left < zero) return refuse('desk.paysTooMuch')
	const kind = note.kind === 'payBack' ? 'payBackReversed' : 'paymentReversed'
	return ok({ note, kind, left })
}

/** The notes that were not taken back, without those that take something back. */
export function standing<Note extends Pick<TillNote, 'id' | 'reversesId'>>(
	notes: readonly Note[],
): Note[] {
	const reversed = new Set(notes.map(({ reversesId }) => reversesId))
	return notes.filter(({ id, reversesId }) => reversesId === null && !reversed.has(id))
}

function isNoted(notes: readonly TillNote[], receipt: string): boolean {
	return standing(notes).some((note) => note.receipt === receipt)
}

function paidOf(notes: readonly TillNote[]): Cents {
	return sum(notes.map(({ counts }) => counts))
}
