import type { Locale } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import type { Policy } from '#app/models/venue/policy.ts'

/** The policy of a booking as accepted, with its sentences as shown in the language of the order. */
export type OrderedPolicy = {
	version: 1
	/** The rules of products with rules of their own, then those of all other products. */
	rules: OrderedRule[]
	/** The fee that cancelling cost when its customer last changed the booking: later changes do not lower it. */
	leastFee?: Cents
	sentences: string[]
	locale: Locale
}

/** `deposit` is what was agreed to be paid ahead for these products: a later change of the booking leaves it. */
export type OrderedRule = {
	/** Ids of products; null: all products that no other rule names. */
	products: string[] | null
	policy: Policy
	deposit: Cents
}
