import { now } from '#app/gateways/clock.server.ts'
import { mailAccount } from '#app/jobs/account-mail.server.ts'
import {
	mailBookingCode,
	mailBookingLink,
	mailChange,
	mailMoveLink,
} from '#app/jobs/booking-mail.server.ts'
import {
	mailCancellation,
	mailConfirmation,
	mailInvoice,
	mailPaymentDeclined,
	mailRefund,
	tellOperator,
} from '#app/jobs/order-mail.server.ts'
import { mailPayLink } from '#app/jobs/pay-link-mail.server.ts'
import { mailRest } from '#app/jobs/rest-mail.server.ts'
import { mailRevision } from '#app/jobs/revision-mail.server.ts'
import { mailStaff } from '#app/jobs/staff-mail.server.ts'
import {
	mailPaidTwice,
	mailPaymentNotAsAgreed,
	mailPaymentOnClosedDay,
	mailPaymentTooLate,
} from '#app/jobs/unbooked-mail.server.ts'
import {
	mailBooking,
	mailDaySheet,
	tellOfCancellation,
	tellOfRest,
	tellOfRevision,
} from '#app/jobs/venue-mail.server.ts'
import { mailWithdrawal } from '#app/jobs/withdrawal-mail.server.ts'
import type { Handlers } from '#app/jobs/worker.server.ts'
import { cancelOfClosedDay } from '#app/models/booking/close-day.server.ts'
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
import { reconcileAtNight } from '#app/models/payment/reconcile.server.ts'
import { refundPayment } from '#app/models/payment/refund.server.ts'
import { settlePayment } from '#app/models/payment/settle.server.ts'
import { sweepPayments, sweepRefunds } from '#app/models/payment/sweep.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { removeExpiredDrafts } from '#app/models/visitor/draft.server.ts'
import { removeExpiredSessions } from '#app/models/visitor/session.server.ts'

/** The handler of each job, by name: one line that calls a model or writes a letter. */
export const handlers: Handlers = {
	mailConfirmation: ({ orderId, again }) => mailConfirmation(orderId, again),
	paymentTooLate: ({ orderId }) => mailPaymentTooLate(orderId),
	paymentDeclined: ({ orderId }) => mailPaymentDeclined(orderId),
	paymentNotAsAgreed: ({ orderId }) => mailPaymentNotAsAgreed(orderId),
	paymentTwice: ({ paymentId }) => mailPaidTwice(paymentId),
	mailRefund: ({ refundId, again }) => mailRefund(refundId, again),
	mailCancellation: ({ orderId, refundId, otherRefundIds = [], again: once, closingId }) => {
		const refundIds = refundId === null ? [] : [refundId, ...otherRefundIds]
		return mailCancellation(orderId, refundIds, { once, closingId })
	},
	cancelOfClosedDay: (closed) => cancelOfClosedDay(closed, now()),
	mailMoveLink: ({ orderId, closingId, again }) => mailMoveLink(orderId, closingId, again),
	paymentOnClosedDay: ({ orderId }) => mailPaymentOnClosedDay(orderId),
	mailInvoice: ({ invoiceId, again }) => mailInvoice(invoiceId, again),
	mailRest: ({ paymentId, ...letter }) => mailRest(paymentId, letter),
	mailRevision: ({ orderId, revision, again }) => mailRevision(orderId, revision, again),
	mailPayLink: ({ orderId, again }) => mailPayLink(orderId, again),
	tellOfRevision: ({ orderId, revision }) => tellOfRevision(orderId, revision),
	tellOfCancellation: ({ orderId }) => tellOfCancellation(orderId),
	mailChange: ({ paymentId, ...letter }) => mailChange(paymentId, letter),
	mailBookingLink: ({ orderId }) => mailBookingLink(orderId),
	mailBookingCode: async ({ orderId }) => mailBookingCode(orderId, await newBookingCode(orderId)),
	tellOfRest: ({ paymentId }) => tellOfRest(paymentId),
	mailBooking: ({ orderId }) => mailBooking(orderId),
	mailDaySheet: ({ day }) => mailDaySheet(day, now()),
	tellOperator: ({ orderId, ...notice }) => tellOperator(orderId, notice),
	mailAccount: ({ accountId, letter, to }) => mailAccount(accountId, letter, to),
	mailStaff: ({ staffId, ...link }) => mailStaff(staffId, link),
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
		// Unpaid orders are forgotten even when forgetting the other data fails.
		await forgetOldData(venue).finally(() => forgetUnpaidOrders(venue.keep.unpaidOrders))
	},
	verifyPromises,
	reconcileMoney: () => reconcileAtNight(now()),
}
