import { now } from '#app/gateways/clock.server.ts'
import { mailAccount } from '#app/jobs/account-mail.server.ts'
import { mailBookingCode, mailBookingLink, mailChange } from '#app/jobs/booking-mail.server.ts'
import {
	mailCancellation,
	mailConfirmation,
	mailInvoice,
	mailPaidTwice,
	mailPaymentDeclined,
	mailPaymentNotAsAgreed,
	mailPaymentTooLate,
	mailRefund,
	tellOperator,
} from '#app/jobs/order-mail.server.ts'
import { mailRest } from '#app/jobs/rest-mail.server.ts'
import { mailRevision } from '#app/jobs/revision-mail.server.ts'
import {
	mailBooking,
	mailDaySheet,
	tellOfCancellation,
	tellOfRest,
	tellOfRevision,
} from '#app/jobs/venue-mail.server.ts'
import { mailWithdrawal } from '#app/jobs/withdrawal-mail.server.ts'
import type { Handlers } from '#app/jobs/worker.server.ts'
import { newBookingCode } from '#app/models/booking/code.server.ts'
import { sweepHolds } from '#app/models/capacity/release.server.ts'
import { sweepInvoices } from '#app/models/invoice/sweep.server.ts'
import { forgetOldData } from '#app/models/operator/retention.server.ts'
import { verifyPromises } from '#app/models/operator/verify.server.ts'
import { forgetUnpaidOrders } from '#app/models/order/account-data.server.ts'
import { completeOrders } from '#app/models/order/complete.server.ts'
import { reportReferral } from '#app/models/order/referral.server.ts'
import { enqueueSheetOfTomorrow } from '#app/models/order/tomorrow.server.ts'
import { noteDispute } from '#app/models/payment/dispute.server.ts'
import { noteRefunds } from '#app/models/payment/provider-refunds.server.ts'
import { refundPayment } from '#app/models/payment/refund.server.ts'
import { settlePayment } from '#app/models/payment/settle.server.ts'
import { sweepPayments, sweepRefunds } from '#app/models/payment/sweep.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { removeExpiredDrafts } from '#app/models/visitor/draft.server.ts'
import { removeExpiredSessions } from '#app/models/visitor/session.server.ts'

/** The handler of each job: one line that calls a model. */
export const handlers: Handlers = {
	mailConfirmation: ({ orderId }) => mailConfirmation(orderId),
	paymentTooLate: ({ orderId }) => mailPaymentTooLate(orderId),
	paymentDeclined: ({ orderId }) => mailPaymentDeclined(orderId),
	paymentNotAsAgreed: ({ orderId }) => mailPaymentNotAsAgreed(orderId),
	paymentTwice: ({ paymentId }) => mailPaidTwice(paymentId),
	mailRefund: ({ refundId }) => mailRefund(refundId),
	mailCancellation: ({ orderId, refundId, otherRefundIds = [] }) =>
		mailCancellation(orderId, refundId === null ? [] : [refundId, ...otherRefundIds]),
	mailInvoice: ({ invoiceId }) => mailInvoice(invoiceId),
	mailRest: ({ paymentId }) => mailRest(paymentId),
	mailRevision: ({ orderId, revision }) => mailRevision(orderId, revision),
	tellOfRevision: ({ orderId, revision }) => tellOfRevision(orderId, revision),
	tellOfCancellation: ({ orderId }) => tellOfCancellation(orderId),
	mailChange: ({ paymentId }) => mailChange(paymentId),
	mailBookingLink: ({ orderId }) => mailBookingLink(orderId),
	mailBookingCode: async ({ orderId }) => mailBookingCode(orderId, await newBookingCode(orderId)),
	tellOfRest: ({ paymentId }) => tellOfRest(paymentId),
	mailBooking: ({ orderId }) => mailBooking(orderId),
	mailDaySheet: ({ day }) => mailDaySheet(day, now()),
	tellOperator: ({ orderId, ...notice }) => tellOperator(orderId, notice),
	mailAccount: ({ accountId, letter, to }) => mailAccount(accountId, letter, to),
	mailWithdrawal: ({ withdrawalId, to }) => mailWithdrawal(withdrawalId, to),
	settlePayment: async ({ paymentId }) => void (await settlePayment(paymentId, now())),
	refundPayment: ({ refundId }) => refundPayment(refundId, now()),
	noteRefunds: ({ provider, captureId }) => noteRefunds(provider, captureId, now()),
	noteDispute: ({ provider, disputeId }) => noteDispute(provider, disputeId, now()),
	reportReferral: ({ orderId }) => reportReferral(orderId, now()),
	expireHolds: sweepHolds,
	sweepPayments: () => sweepPayments(now()),
	sweepRefunds: () => sweepRefunds(now()),
	sweepInvoices: () => sweepInvoices(now()),
	sheetOfTomorrow: () => enqueueSheetOfTomorrow(currentVenue(), now()),
	cleanSessions: async () => {
		await removeExpiredSessions()
		await removeExpiredDrafts()
	},
	completeOrders: () => completeOrders(now()),
	forgetOldData: async () => {
		const venue = currentVenue()
		// Runs even when the first one fails.
		await forgetOldData(venue).finally(() => forgetUnpaidOrders(venue.keep.unpaidOrders))
	},
	verifyPromises,
}
