import type { OperatorConcern } from '#app/models/order/order.ts'
import type { ChangeCause, RestCause } from '#app/models/payment/back-cause.ts'
import type { PaymentPurpose } from '#app/models/payment/payment.ts'
import type { ProviderName } from '#app/models/provider.ts'
import type { Actor } from '#app/models/staff/staff.ts'
import type { AccountLetterKind } from '#app/models/visitor/account.ts'

/** The payload of every job, by the job's name: ids only, because the handler reads the rows when it runs. */
export type JobPayloads = {
	/** Mails the confirmation of an order. */
	mailConfirmation: { orderId: string } & SentAgain
	/** Mails that a payment came after the places were gone, and that it is refunded. */
	paymentTooLate: { orderId: string }
	/** Mails that a payment which was pending for a long time did not come. */
	paymentDeclined: { orderId: string }
	/** Mails that a payment came with another amount, currency or reference, and that it is refunded. */
	paymentNotAsAgreed: { orderId: string }
	/** Mails the link by which a booking by telephone is paid. */
	mailPayLink: { orderId: string } & SentAgain
	/** Mails the customer that the venue gives money back. */
	mailRefund: { refundId: string } & SentAgain
	/** Mails that an order is cancelled, and how much of its money goes back. */
	mailCancellation: {
		orderId: string
		refundId: string | null
		/** The refunds beside `refundId`, where several payments give money back. */
		otherRefundIds?: string[]
		/** The closing of the booking's day, with whose words the letter begins; missing when the day was not closed. */
		closingId?: string
	} & SentAgain
	/** Cancels a booking whose day was closed, when staff ticked so, and gives all of its money back. */
	cancelOfClosedDay: { orderId: string; closingId: string }
	/** Mails the customer of a booking whose day was closed the link to move it. */
	mailMoveLink: { orderId: string; closingId: string } & SentAgain
	/** Mails that a payment came for a day that was closed meanwhile, and that it is refunded. */
	paymentOnClosedDay: { orderId: string }
	/** Mails the result of a payment of the rest: paid, given back for `cause`, or not carried out. */
	mailRest: { paymentId: string; cause?: RestCause } & SentAgain
	/** Mails the change or move that made this revision of a booking. */
	mailRevision: { orderId: string; revision: number } & SentAgain
	/** Mails the venue that a booking with a party, a room or an attraction was changed or moved. */
	tellOfRevision: { orderId: string; revision: number }
	/** Mails the venue that a booking with a party, a room or an attraction was cancelled. */
	tellOfCancellation: { orderId: string }
	/** Mails that a payment for a change changed nothing: it was not carried out, or is given back for `cause`. */
	mailChange: { paymentId: string; cause?: ChangeCause } & SentAgain
	/** Mails the customer the link to the booking's page again. The link is made when the letter is written. */
	mailBookingLink: { orderId: string }
	/**
	 * Mails the code that opens a booking together with the key of a letter's link; the code is made when the letter is
	 * written.
	 */
	mailBookingCode: { orderId: string }
	/** Mails the venue that a rest was paid online. */
	tellOfRest: { paymentId: string }
	/** Mails the venue that a party, a room or an attraction was booked. */
	mailBooking: { orderId: string }
	/** Mails the venue the day sheet of a day. */
	mailDaySheet: { day: string }
	/** Mails the invoice that follows the visit. */
	mailInvoice: { invoiceId: string } & SentAgain
	/** Mails that a second payment of a paid order came, and that it is refunded. */
	paymentTwice: { paymentId: string }
	/**
	 * Mails the operator that a person has to look at an order; `about` tells apart two letters of one concern, `purpose`
	 * is that of the payment which is not as agreed.
	 */
	tellOperator: {
		orderId: string
		concern: OperatorConcern
		about?: string
		purpose?: PaymentPurpose
	}
	/**
	 * Mails the owner of an account; `to` is an address that is no longer, or not yet, the account's own. The secrets
	 * in a letter are made when it is written and never kept in a job.
	 */
	mailAccount: { accountId: string; letter: AccountLetterKind; to?: string }
	/** Mails a member of staff the link to set a way in; the link is made when the letter is written. */
	mailStaff: { staffId: string; origin: string; madeBy: Actor }
	/** Mails the receipt of a declaration of withdrawal to its sender, or tells the operator of it. */
	mailWithdrawal: { withdrawalId: string; to: 'sender' | 'operator' }
	/** Asks the provider for the state of a payment and settles it. */
	settlePayment: { paymentId: string }
	/** Asks the provider to give money back. */
	refundPayment: { refundId: string }
	/** Asks the provider for the refunds of a payment, and notes those that the shop does not know. */
	noteRefunds: { provider: ProviderName; captureId: string }
	/** Asks the provider for the state of a dispute, and notes it. */
	noteDispute: { provider: ProviderName; disputeId: string }
	/** Tells the affiliate network that a visitor it sent has paid an order. */
	reportReferral: { orderId: string }
	/** Enqueues the letter with the day sheet of tomorrow, in the evening. */
	sheetOfTomorrow: Record<string, never>
	/** Releases the holds that have expired. */
	expireHolds: Record<string, never>
	/** Settles the open payments whose visitor did not come back from the provider. */
	sweepPayments: Record<string, never>
	/** Asks the provider again for the refunds whose own job gave up. */
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
	/** Compares the money of the providers with the rows. */
	reconcileMoney: Record<string, never>
}
export type JobName = keyof JobPayloads

/**
 * The part of a payload by which a letter that staff send once more gets a name of its own (`again`), so that no
 * mailbox takes it for the one that it has.
 */
type SentAgain = { again?: string }

/** The settings of a job's queue, with times in seconds; with `every` the job repeats by itself. */
export type QueueSettings = {
	/** The most jobs of this queue that one process does at the same time. */
	atOnce: number
	/** The longest time of a job. A job whose process died is taken up again after that. */
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

/**
 * The settings of the queues of letters. They are tried for three days, so that a fault of Friday evening is mended on
 * Monday.
 */
const mail = {
	atOnce: 1,
	deadline: minute,
	tries: 78,
	firstRetry: minute,
	longestRetry: hour,
}
const money = { atOnce: 4, deadline: 45, firstRetry: 5, longestRetry: hour }
// A job that repeats is tried once: the next one comes by itself. A job whose process died blocks the next until its
// deadline.
const sweep = { atOnce: 1, deadline: 30, tries: 1, firstRetry: 1, longestRetry: 1 }

/** The settings of a job that runs once a day, soon after midnight UTC. */
const nightly = { ...sweep, deadline: 10 * minute, every: day }

export const queues = {
	mailConfirmation: mail,
	paymentTooLate: mail,
	paymentDeclined: mail,
	paymentNotAsAgreed: mail,
	paymentTwice: mail,
	mailPayLink: mail,
	mailRefund: mail,
	mailCancellation: mail,
	mailMoveLink: mail,
	paymentOnClosedDay: mail,
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
	mailStaff: mail,
	mailWithdrawal: mail,
	// These jobs wait for the provider's answer. Eight at once, so that one slow answer does not hold up the others.
	settlePayment: { ...money, atOnce: 8, tries: 12 },
	refundPayment: { ...money, tries: 30 },
	noteRefunds: { ...money, tries: 30 },
	noteDispute: { ...money, tries: 30 },
	// The job asks the provider: it closes an open payment of the booking there first.
	cancelOfClosedDay: { ...money, tries: 30 },
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
	reconcileMoney: nightly,
} satisfies Record<JobName, QueueSettings>

export const jobNames = Object.keys(queues) as JobName[]

/** The kinds of jobs: those that send a letter, those that ask a provider, and those that repeat by themselves. */
type JobKind = 'letter' | 'provider' | 'repeating'

export function kindOfJob(name: JobName): JobKind {
	const settings: QueueSettings = queues[name]
	if (settings.every !== undefined) return 'repeating'
	return settings === mail ? 'letter' : 'provider'
}

/** The nightly jobs whose verdict is wanted at once after a repair. */
const verdicts: ReadonlySet<JobName> = new Set(['verifyPromises', 'reconcileMoney'])

/** The jobs that the command `retry` sends again after they were given up. Any other job repeats by itself. */
export const retriedJobs = jobNames.filter(
	(name) => kindOfJob(name) !== 'repeating' || verdicts.has(name),
)
