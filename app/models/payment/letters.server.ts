import { db, type Transaction } from '#app/db/client.server.ts'
import type { JobName, JobPayloads } from '#app/db/job-list.server.ts'
import type { OpenJob } from '#app/db/open-jobs.server.ts'
import { enqueue, sendNow } from '#app/db/queue.server.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import { noteEvent, type Author } from '#app/models/order/order.server.ts'
import { emailOf } from '#app/models/order/order.ts'
import { changeCauses, restCauses } from '#app/models/payment/back-cause.ts'
import { findCancellingClosing } from '#app/models/payment/cancelling-closing.server.ts'
import { findHistory, type OrderHistory } from '#app/models/payment/history.server.ts'
import { causeSaid, kindOf, nameOf, type LetterKind } from '#app/models/payment/letter-names.ts'
import { waitsForLink } from '#app/models/payment/pay-link.ts'
import { isByCancelling } from '#app/models/payment/refund.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { uuidOf } from '#app/models/token.server.ts'

/** A letter to the customer of an order, with the state of its delivery. */
export type Letter = {
	/** The letter's name within its order: 'confirmation', 'revision-2' or the number of an invoice. */
	name: string
	kind: LetterKind
	/** delivered: a mail server has taken the letter · waiting: it is tried again · refused: no further try is made. */
	state: 'delivered' | 'waiting' | 'refused'
	/** The moment of delivery or of the next try; null for a letter that is refused. */
	at: Date | null
	/** The number of times that the letter was delivered. */
	times: number
	/** True where staff may send the letter again. */
	isRepeatable: boolean
}

/** Lists the letters of an order to its customer, the newest first, each once. */
export function lettersOf(history: OrderHistory): Letter[] {
	const letters = new Map<string, Letter>()
	for (const { what, at } of history.events) {
		const name = /^mailed (.+)$/.exec(what)?.[1]
		const known = name === undefined ? null : nameOf(name)
		const kind = known && kindOf(known)
		if (!known || !kind) continue
		const times = (letters.get(known)?.times ?? 0) + 1
		letters.delete(known)
		const isRepeatable = jobOf(known, history) !== null
		letters.set(known, { name: known, kind, state: 'delivered', at, times, isRepeatable })
	}
	for (const open of history.letters) {
		const name = nameOfJob(open, history)
		const kind = name && kindOf(name)
		if (!name || !kind) continue
		const times = letters.get(name)?.times ?? 0
		const state = open.isParked ? ('refused' as const) : ('waiting' as const)
		letters.delete(name)
		const isRepeatable = jobOf(name, history) !== null
		letters.set(name, {
			name,
			kind,
			state,
			at: open.isParked ? null : open.nextTry,
			times,
			isRepeatable,
		})
	}
	return [...letters.values()].toReversed()
}

/**
 * Sends a letter of an order again: one that is waiting or was refused is tried now, a delivered one is written anew. A
 * button pressed twice sends it once.
 */
export async function sendAgain(
	number: string,
	name: string,
	{ actor }: Author,
): Promise<Result<undefined>> {
	const history = await findHistory(number)
	if (!history) return refuse('orderNotFound')
	const letter = lettersOf(history).find((it) => it.name === name)
	const job = letter?.isRepeatable ? jobOf(name, history) : null
	if (!letter || !job) return refuse('desk.noSuchLetter')
	const { id: orderId, person } = history.order
	if (emailOf(person) === null) return refuse('booking.noMailAddress')
	const open = history.letters.find((it) => nameOfJob(it, history) === name)
	const closingId = letter.kind === 'cancellation' ? await findCancellingClosing(history) : null
	const about = closingId === null ? {} : { closingId }
	await db.transaction(async (tx) => {
		const isSent = open
			? await sendNow(tx, open)
			: await enqueueAgain(tx, job, {
					...about,
					again: uuidOf(`${orderId}/${name}/${letter.times}`),
				})
		if (isSent) await noteEvent(tx, orderId, actor, `sends again ${name}`)
	})
	return ok()
}

type LetterJob = {
	[Name in JobName]: { job: Name; payload: JobPayloads[Name] }
}[
	| 'mailConfirmation'
	| 'mailPayLink'
	| 'mailMoveLink'
	| 'mailRevision'
	| 'mailCancellation'
	| 'mailRefund'
	| 'mailInvoice'
	| 'mailRest'
	| 'mailChange'
	| 'mailBookingLink']

/** Enqueues a letter once more; false when this was done already, by a button pressed twice. */
async function enqueueAgain(
	tx: Transaction,
	{ job, payload }: LetterJob,
	more: { again: string; closingId?: string },
): Promise<boolean> {
	return (await enqueue(tx, job, { ...payload, ...more }, { id: more.again })) !== null
}

/** Returns the job that writes a letter anew; null for one that is not sent again, such as a code. */
function jobOf(name: string, history: OrderHistory): LetterJob | null {
	const { order, refunds, invoices, events } = history
	const orderId = order.id
	const isCancelled = orderEnd(order) === 'cancelled'
	const [, about = ''] = /^(?:refund|rest|change|revision|closed)-(.+)$/.exec(name) ?? []
	switch (kindOf(name)) {
		case 'confirmation':
			return isCancelled ? null : { job: 'mailConfirmation', payload: { orderId } }
		case 'payLink':
			return waitsForLink(order) ? { job: 'mailPayLink', payload: { orderId } } : null
		case 'closedDay':
			return isCancelled || isMovedSinceClosing(history)
				? null
				: { job: 'mailMoveLink', payload: { orderId, closingId: about } }
		case 'revision':
			return isCancelled
				? null
				: { job: 'mailRevision', payload: { orderId, revision: Number(about) } }
		case 'cancellation': {
			const [refundId = null, ...otherRefundIds] = refunds
				.filter(isByCancelling)
				.map(({ id }) => id)
			return { job: 'mailCancellation', payload: { orderId, refundId, otherRefundIds } }
		}
		case 'refund':
			return { job: 'mailRefund', payload: { refundId: about } }
		case 'invoice': {
			const invoice = invoices.find(({ number }) => number === name)
			return invoice ? { job: 'mailInvoice', payload: { invoiceId: invoice.id } } : null
		}
		case 'rest':
			return {
				job: 'mailRest',
				payload: { paymentId: about, ...causeSaid(name, events, restCauses) },
			}
		case 'change':
			return {
				job: 'mailChange',
				payload: { paymentId: about, ...causeSaid(name, events, changeCauses) },
			}
		case 'link':
			return { job: 'mailBookingLink', payload: { orderId } }
		default:
			return null
	}
}

/**
 * True for a booking that was moved since its day was closed: it is no longer on a closed day. A revision of the build
 * before has no kind, and its event tells it (record 040).
 */
function isMovedSinceClosing({ events, revisions }: OrderHistory): boolean {
	const isMove = ({ what }: OrderHistory['events'][number]) => {
		const number = Number(/ revision (\d+)$/.exec(what)?.[1])
		const kind = revisions.find((it) => it.number === number)?.kind
		return kind ? kind === 'moved' : what.startsWith('moved: ')
	}
	const closed = events.findLastIndex(({ what }) => what === 'day closed: move')
	return closed < events.findLastIndex(isMove)
}

/** The name of the letter that an open job is to send; null for other jobs and unknown invoices. */
function nameOfJob({ name, data }: OpenJob, { invoices }: OrderHistory): string | null {
	switch (name) {
		case 'mailConfirmation':
			return 'confirmation'
		case 'mailPayLink':
			return 'payLink'
		case 'mailMoveLink':
			return `closed-${String(data['closingId'])}`
		case 'mailRevision':
			return `revision-${String(data['revision'])}`
		case 'mailCancellation':
			return 'cancellation'
		case 'mailRefund':
			return `refund-${String(data['refundId'])}`
		case 'mailInvoice':
			return invoices.find(({ id }) => id === data['invoiceId'])?.number ?? null
		case 'mailRest':
			return `rest-${String(data['paymentId'])}`
		case 'mailChange':
			return `change-${String(data['paymentId'])}`
		case 'mailBookingLink':
			return 'link'
		case 'mailBookingCode':
			return 'code'
		case 'paymentDeclined':
			return 'declined'
		case 'paymentTooLate':
		case 'paymentNotAsAgreed':
			return 'refund'
		case 'paymentTwice':
			return 'refund-twice'
		default:
			return null
	}
}
