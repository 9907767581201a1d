import type { JobPayloads } from '#app/db/job-list.server.ts'

/**
 * The jobs and addresses that the last release has written to places which outlive it: the queue, providers, letters
 * and calendars. This build must know all of them (record 040). It is written anew after a release, and only then a
 * name may go that the release before used.
 */
export const lastRelease = {
	/** The commit that CHANGELOG.md names. */
	commit: '64aaf74edf36908c62dadb0774117e1b9c0f87ab',

	/** The newest migration of the last release. */
	migration: '0028_guard_by_sum',

	/** A payload of each job as the last release wrote them: when this build reads one otherwise, the types fail. */
	jobs: {
		mailConfirmation: { orderId: '' },
		paymentTooLate: { orderId: '' },
		paymentDeclined: { orderId: '' },
		paymentNotAsAgreed: { orderId: '' },
		paymentTwice: { paymentId: '' },
		mailRefund: { refundId: '' },
		mailCancellation: { orderId: '', refundId: null },
		mailInvoice: { invoiceId: '' },
		tellOperator: { orderId: '', concern: 'disputed', about: '' },
		mailAccount: { accountId: '', letter: 'verify', to: '' },
		mailWithdrawal: { withdrawalId: '', to: 'sender' },
		settlePayment: { paymentId: '' },
		refundPayment: { refundId: '' },
		noteRefunds: { provider: 'stripe', captureId: '' },
		noteDispute: { provider: 'paypal', disputeId: '' },
		reportReferral: { orderId: '' },
		expireHolds: {},
		sweepPayments: {},
		sweepRefunds: {},
		sweepInvoices: {},
		cleanSessions: {},
		completeOrders: {},
		forgetOldData: {},
	} satisfies Partial<JobPayloads>,

	/** The addresses that it handed out to keep; `*` stands for a part that varies. */
	addresses: [
		'/',
		'/cart',
		'/pages/*',
		'/pages/*/file',
		'/withdrawal',
		'/login',
		'/forgot-password',
		'/reset-password/*',
		'/verify-email/*',
		'/account',
		'/account/orders',
		'/account/orders/details/*',
		'/checkout/overview',
		'/checkout/success/paypal',
		'/checkout/success/stripe',
		'/checkout/success/*',
		'/checkout/success/*/gift-vouchers',
		'/checkout/success/*/gift-vouchers.pdf',
		'/checkout/success/*/calendar.ics',
		'/checkout/success/*/invitation',
		'/checkout/success/*/invoices/*',
		'/payment/*',
		'/invitation/*',
		'/invitation/*/calendar.ics',
		'/api/payments/*/webhook',
		'/builds/latest.json',
		'/builds/meta/*',
	],

	/** The query strings of both providers' way back, with the token of the payment. */
	paymentReturn: {
		paid: '?return=TOKEN',
		cancelled: '?return=TOKEN&cancelled=1',
	},
}
