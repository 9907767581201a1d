import type { OperatorConcern } from '#app/models/order/order.ts'
import type { ProviderName } from '#app/models/provider.ts'
import type { AccountLetterKind } from '#app/models/visitor/account.ts'

/** Every job and its payload: ids only, the handler reads the rows when it runs. */
export type JobPayloads = {
	/** Mails the confirmation of an order. */
	mailConfirmation: { orderId: string }
	/** Mails that a payment came after the places were gone, and that it is refunded. */
	paymentTooLate: { orderId: string }
	/** Mails that a payment which was pending for long did not come. */
	paymentDeclined: { orderId: string }
	/** Mails that a payment came with another amount, currency or reference, and that it is refunded. */
	paymentNotAsAgreed: { orderId: string }
	/** Mails that the venue gives money back. */
	mailRefund: { refundId: string }
	/** Mails that an order is cancelled, and how much of its money goes back. */
	mailCancellation: {
		orderId: string
		refundId: string | null
		/** The refunds beside `refundId`, where several payments give money back. */
		otherRefundIds?: string[]
	}
	/** Mails the end of a payment of the rest: paid, given back, or not carried out. */
	mailRest: { paymentId: string }
	/** Mails the change or move that made this revision of a booking. */
	mailRevision: { orderId: string; revision: number }
	/** Tells the venue of a party, a room or an attraction that was changed or moved. */
	tellOfRevision: { orderId: string; revision: number }
	/** Tells the venue of a party, a room or an attraction that was cancelled. */
	tellOfCancellation: { orderId: string }
	/** Mails the end of a payment that brought no change about: not carried out, or given back. */
	mailChange: { paymentId: string }
	/** Mails the customer the link to the booking's page again. The link is made when the letter is written. */
	mailBookingLink: { orderId: string }
	/** Mails the code that a key needs beside it; the code is made when the letter is written. */
	mailBookingCode: { orderId: string }
	/** Tells the venue of a rest that was paid online. */
	tellOfRest: { paymentId: string }
	/** Tells the venue of a party, a room or an attraction that was booked. */
	mailBooking: { orderId: string }
	/** Mails the venue the sheet of a day's visitors. */
	mailDaySheet: { day: string }
	/** Mails the invoice that follows the visit. */
	mailInvoice: { invoiceId: string }
	/** Mails that a second payment of a paid order came, and that it is refunded. */
	paymentTwice: { paymentId: string }
	/** Mails the operator that a person has to look at an order; `about` tells apart two letters of one concern. */
	tellOperator: { orderId: string; concern: OperatorConcern; about?: string }
	/**
	 * Mails the owner of an account; `to` is an address that is no longer, or not yet, the account's own. The secrets
	 * in a letter are made when it is written and never kept in a job.
	 */
	mailAccount: { accountId: string; letter: AccountLetterKind; to?: string }
	/** Mails the receipt of a withdrawal to its sender, or tells the operator of it. */
	mailWithdrawal: { withdrawalId: string; to: 'sender' | 'operator' }
	/** Asks the provider how a payment stands and does what follows from it. */
	settlePayment: { paymentId: string }
	/** Asks the provider to give money back. */
	refundPayment: { refundId: string }
	/** Asks the provider for the refunds of a payment, and notes those that the shop does not know. */
	noteRefunds: { provider: ProviderName; captureId: string }
	/** Asks the provider for the state of a dispute, and notes it. */
	noteDispute: { provider: ProviderName; disputeId: string }
	/** Tells the affiliate network that a visitor it sent has paid an order. */
	reportReferral: { orderId: string }
	/** Enqueues the sheet of tomorrow in the evening. */
	sheetOfTomorrow: Record<string, never>
	/** Releases expired holds. */
	expireHolds: Record<string, never>
	/** Settles the payments whose visitor did not come back. */
	sweepPayments: Record<string, never>
	/** Asks again for the refunds whose own job gave up. */
	sweepRefunds: Record<string, never>
	/** Issues the invoices that an earlier job failed to issue. */
	sweepInvoices: Record<string, never>
	/** Deletes sessions that have ended, and drafts. */
	cleanSessions: Record<string, never>
	/** Completes the orders whose visit has taken place. */
	completeOrders: Record<string, never>
	/** Deletes data that the venue's terms no longer keep. */
	forgetOldData: Record<string, never>
	/** Recomputes every promise of the shop from the rows. */
	verifyPromises: Record<string, never>
}
export type JobName = keyof JobPayloads

/** The settings of a job's queue. Times in seconds; with `every` the job repeats by itself. */
export type QueueSettings = {
	/** The number of jobs of this queue that one process does at the same time. */
	atOnce: number
	/** The longest a job may take. A job whose process died is taken up again after that. */
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

/** Retries of mail go on for three days: a fault of Friday evening is mended on Monday. */
const mail = {
	atOnce: 1,
	deadline: minute,
	tries: 78,
	firstRetry: minute,
	longestRetry: hour,
}
const money = { atOnce: 4, deadline: 45, firstRetry: 5, longestRetry: hour }
// Tried once: the next one comes by itself. A job whose process died blocks the next until its deadline.
const sweep = { atOnce: 1, deadline: 30, tries: 1, firstRetry: 1, longestRetry: 1 }

/** Runs once a day, soon after midnight UTC. */
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
	mailRest: mail,
	tellOfRest: mail,
	mailRevision: mail,
	tellOfRevision: mail,
	tellOfCancellation: mail,
	mailChange: mail,
	mailBookingLink: mail,
	mailBookingCode: { ...mail, tries: 10 },
	mailBooking: mail,
	mailDaySheet: mail,
	tellOperator: mail,
	mailAccount: mail,
	mailWithdrawal: mail,
	// These jobs wait for the provider's answer. Eight at once, so that one slow answer does not hold up the others.
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
	verifyPromises: { ...nightly, deadline: 12 * minute },
} satisfies Record<JobName, QueueSettings>

export const jobNames = Object.keys(queues) as JobName[]

/** The kinds of jobs: those that send a letter, those that ask a provider, and those that repeat by themselves. */
type JobKind = 'letter' | 'provider' | 'repeating'

export function kindOfJob(name: JobName): JobKind {
	const settings: QueueSettings = queues[name]
	if (settings.every !== undefined) return 'repeating'
	return settings === mail ? 'letter' : 'provider'
}

/**
 * Jobs that `retry` takes up when they were given up. Jobs that repeat come again by themselves, except for the
 * audit of the night: after a repair its verdict is wanted now.
 */
export const retriedJobs = jobNames.filter(
	(name) => kindOfJob(name) !== 'repeating' || name === 'verifyPromises',
)
