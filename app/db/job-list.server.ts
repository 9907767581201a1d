import type { OperatorConcern } from '#app/models/order/order.ts'
import type { ProviderName } from '#app/models/provider.ts'
import type { AccountLetterKind } from '#app/models/visitor/account.ts'

/** Every job there is and what it needs to know: ids only, the handler reads the rows of its own moment. */
export type JobPayloads = {
	/** Mails the confirmation of an order. */
	mailConfirmation: { orderId: string }
	/** Mails that a payment came when the places were gone, and that it is refunded. */
	paymentTooLate: { orderId: string }
	/** Mails that a payment, which was under way for long, did not come. */
	paymentDeclined: { orderId: string }
	/** Mails that a payment came with another amount, currency or reference, and that it is refunded. */
	paymentNotAsAgreed: { orderId: string }
	/** Mails that the venue gives money back. */
	mailRefund: { refundId: string }
	/** Mails that an order is cancelled, and what of its money goes back. */
	mailCancellation: { orderId: string; refundId: string | null }
	/** Tells the venue of a party, a room or an attraction that was booked. */
	mailBooking: { orderId: string }
	/** Mails the venue who comes on a day. */
	mailDaySheet: { day: string }
	/** Mails the invoice that follows the visit. */
	mailInvoice: { invoiceId: string }
	/** Mails that a second payment of a paid order came, and that it is refunded. */
	paymentTwice: { paymentId: string }
	/** Mails the operator that a person has to look at an order; `about` tells two letters of one concern apart. */
	tellOperator: { orderId: string; concern: OperatorConcern; about?: string }
	/**
	 * Writes to the owner of an account; `to` an address that may be the account's no more, or not yet. Secrets of
	 * a letter are made when it is written, never kept in a job.
	 */
	mailAccount: { accountId: string; letter: AccountLetterKind; to?: string }
	/** Mails the receipt of a withdrawal to its sender, or tells the operator of it. */
	mailWithdrawal: { withdrawalId: string; to: 'sender' | 'operator' }
	/** Asks the provider how a payment stands and does what follows from it. */
	settlePayment: { paymentId: string }
	/** Asks the provider to give money back. */
	refundPayment: { refundId: string }
	/** Asks the provider what was given back of a payment, and notes what we did not know. */
	noteRefunds: { provider: ProviderName; captureId: string }
	/** Asks the provider how a dispute stands, and notes it. */
	noteDispute: { provider: ProviderName; disputeId: string }
	/** Tells the partners' network that a visitor it sent has paid an order. */
	reportReferral: { orderId: string }
	/** Enqueues the sheet of tomorrow in the evening. */
	sheetOfTomorrow: Record<string, never>
	/** Releases what is held no longer. */
	expireHolds: Record<string, never>
	/** Settles the payments whose visitor did not come back. */
	sweepPayments: Record<string, never>
	/** Asks again for the refunds whose own job gave up. */
	sweepRefunds: Record<string, never>
	/** Issues invoices that a job before did not. */
	sweepInvoices: Record<string, never>
	/** Forgets sessions that have ended, and what was typed and not saved. */
	cleanSessions: Record<string, never>
	/** Completes the orders whose visit has taken place. */
	completeOrders: Record<string, never>
	/** Deletes what the venue's terms keep no longer. */
	forgetOldData: Record<string, never>
}
export type JobName = keyof JobPayloads

/** How a queue is worked on. Times in seconds; `every` makes it a job that comes by itself. */
export type QueueSettings = {
	/** Jobs of this queue that one process does at the same time. */
	atOnce: number
	/** The longest a job may take. One whose process died is taken up again after that. */
	deadline: number
	tries: number
	/** The wait before the second try; it doubles with each further one, up to `longestRetry`. */
	firstRetry: number
	longestRetry: number
	every?: number
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** For three days: what breaks on a Friday evening is mended on Monday. */
const mail = {
	atOnce: 1,
	deadline: minute,
	tries: 78,
	firstRetry: minute,
	longestRetry: hour,
}
const money = { atOnce: 4, deadline: 45, firstRetry: 5, longestRetry: hour }
// Tried once: the next one comes by itself. One whose process died keeps the others from coming until its deadline.
const sweep = { atOnce: 1, deadline: 30, tries: 1, firstRetry: 1, longestRetry: 1 }

/** Once a day, soon after midnight UTC. */
const nightly = { ...sweep, deadline: 10 * minute, every: day }

export const queues = {
	mailConfirmation: mail,
	paymentTooLate: mail,
	paymentDeclined: mail,
	paymentNotAsAgreed: mail,
	paymentTwice: mail,
	mailRefund: mail,
	mailCancellation: mail,
	mailInvoice: mail,
	mailBooking: mail,
	mailDaySheet: mail,
	tellOperator: mail,
	mailAccount: mail,
	mailWithdrawal: mail,
	// What takes long is the provider's answer. One that keeps us waiting must not hold up the others.
	settlePayment: { ...money, atOnce: 8, tries: 12 },
	refundPayment: { ...money, tries: 30 },
	noteRefunds: { ...money, tries: 30 },
	noteDispute: { ...money, tries: 30 },
	reportReferral: { ...mail, tries: 20 },
	expireHolds: { ...sweep, every: 15 },
	sweepPayments: { ...sweep, every: 30 },
	sweepRefunds: { ...sweep, deadline: 5 * minute, every: 10 * minute },
	sweepInvoices: { ...sweep, deadline: 5 * minute, every: 10 * minute },
	sheetOfTomorrow: { ...sweep, every: 5 * minute },
	cleanSessions: { ...sweep, every: hour },
	completeOrders: nightly,
	forgetOldData: nightly,
} satisfies Record<JobName, QueueSettings>

export const jobNames = Object.keys(queues) as JobName[]
