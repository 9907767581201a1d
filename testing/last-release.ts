import type { JobPayloads } from '#app/db/job-list.server.ts'

/**
 * What the last release has written to places that outlive it: jobs that wait in the queue, and addresses at
 * providers, in letters and in calendars. This build must know all of it (record 040). After a release it is
 * written anew, and only then a name may go that the release before it used.
 */
export const lastRelease = {
	/** As CHANGELOG.md names it. */
	commit: '64aaf74edf36908c62dadb0774117e1b9c0f87ab',

	/** The newest migration that it brought. */
	migration: '0028_guard_by_sum',

	/** A payload of each job as it wrote them: one that this build reads otherwise is an error of types. */
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

	/** The addresses that it handed out to keep; `*` stands for what is another one each time. */
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

	/** Where both providers send back to, with the token of the payment. */
	paymentReturn: {
		paid: '?return=TOKEN',
		cancelled: '?return=TOKEN&cancelled=1',
	},
}
