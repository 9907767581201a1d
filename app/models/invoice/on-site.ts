import type { OnSiteMethod } from '#app/models/invoice/invoice.ts'
import { minus, sum, zero, type Cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'

/** The kinds of note: money the till took or gave back, and the reversals of wrong notes of either. */
export type TillNoteKind = 'payment' | 'payBack' | 'paymentReversed' | 'payBackReversed'

/** A note of the till. `counts` is its amount, negative where it reduces what was paid. */
export type TillNote = {
	id: string
	kind: TillNoteKind
	counts: Cents
	method: OnSiteMethod
	receipt: string | null
	reversesId: string | null
	/** The voucher that was spent; null for cash and card. */
	voucherId: string | null
}

/** Money at the till to be noted, with the number of the till's receipt. */
export type AtTill = { amount: Cents; method: OnSiteMethod; receipt: string }

/** An amount that goes back; `voucherId` is the voucher that gets it, null for cash and card. */
type Back = Pick<AtTill, 'amount' | 'receipt'> & { voucherId: string | null }

type Due = Pick<Order, 'state' | 'onSite'>

/**
 * Returns the amount still due at the venue after this payment, or the reason to refuse it: each receipt is noted
 * once.
 */
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
 * Returns the amount that the till still has too much after this pay-back, or the reason to refuse it. The till has
 * too much when it took more than the remainder of the order, which is 0 for a cancelled booking. Money goes back the
 * way it came, so that no voucher turns into cash.
 */
export function payBackOnSite(
	order: Due,
	notes: readonly TillNote[],
	{ amount, receipt, voucherId }: Back,
): Result<{ left: Cents }> {
	if (isNoted(notes, receipt)) return refuse('desk.notedAlready')
	const due = order.state === 'cancelled' ? zero : order.onSite
	const tooMuch = minus(paidOf(notes), due)
	if (amount > tooMuch) return refuse('desk.paysBackTooMuch')
	const came = paidBy(notes, voucherId)
	if (amount > came) return refuse('desk.paysBackOtherwise', { amount: came / 100 })
	return ok({ left: minus(tooMuch, amount) })
}

/** Returns the wrong note of a receipt, and the kind of note that reverses it. */
export function reverseOnSite(
	order: Due,
	notes: readonly TillNote[],
	receipt: string,
): Result<{ note: TillNote; kind: TillNoteKind; left: Cents }> {
	const note = standing(notes).find((it) => it.receipt === receipt)
	if (!note) return refuse('desk.noSuchReceipt')
	const left = minus(order.onSite, minus(paidOf(notes), note.counts))
	// A pay-back stays while the till would have too much without it.
	if (note.kind === 'payBack' && left < zero) return refuse('desk.paysTooMuch')
	// A voucher would get more than it had, as a part of this went back to it.
	const { voucherId, counts } = note
	if (voucherId !== null && paidBy(notes, voucherId) < counts) return refuse('desk.paidBackSince')
	const kind = note.kind === 'payBack' ? 'payBackReversed' : 'paymentReversed'
	return ok({ note, kind, left })
}

/** The notes that count: neither reversed nor reversing. */
export function standing<Note extends Pick<TillNote, 'id' | 'reversesId'>>(
	notes: readonly Note[],
): Note[] {
	const reversed = new Set(notes.map(({ reversesId }) => reversesId))
	return notes.filter(({ id, reversesId }) => reversesId === null && !reversed.has(id))
}

function isNoted(notes: readonly TillNote[], receipt: string): boolean {
	return standing(notes).some((note) => note.receipt === receipt)
}

/** The sum that a voucher paid at the till, or cash and card together for null. */
function paidBy(notes: readonly TillNote[], voucherId: string | null): Cents {
	return paidOf(notes.filter((note) => note.voucherId === voucherId))
}

function paidOf(notes: readonly TillNote[]): Cents {
	return sum(notes.map(({ counts }) => counts))
}
