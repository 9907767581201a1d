import type { Cents } from '#app/models/money.ts'

/*
 * Types of the money that a provider lists for the shop's account.
 */

/** The note that a provider keeps with a payment, as texts by name: see `noteOf`. */
export type PaymentNote = Readonly<Record<string, string>>

/** The money that came and went back in a span of time, as far as the provider lists it. */
export type MoneyListing = {
	captured: ListedCapture[]
	refunded: ListedRefund[]
	/** The moment until which the list is complete: PayPal lists money up to three hours later. */
	completeUntil: Date
}

/**
 * Money that came to the shop's account, as a provider lists it. `reference` is empty for money that was not paid by a
 * payment page.
 */
export type ListedCapture = {
	captureId: string
	reference: string
	amount: Cents
	/** ISO 4217 in capitals. */
	currency: string
	at: Date
	/** The note that its payment was begun with; empty without one. */
	note: PaymentNote
}

/** A refund as a provider lists it, of a capture that may be older than the list. */
export type ListedRefund = { refundId: string; captureId: string; amount: Cents; at: Date }

/**
 * The payment page that listed money came by: its id at the provider, the note that it was begun with, and its payer.
 */
export type TracedMoney = { providerId: string; note: PaymentNote; payer: Payer }

/** The payer of a payment as the provider knows the person; the customer may be somebody else. */
export type Payer = { email: string | null; firstName: string | null; lastName: string | null }
