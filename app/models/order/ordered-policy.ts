import type { Locale } from '#app/i18n/i18n.ts'
import type { Cents } from '#app/models/money.ts'
import type { Policy } from '#app/models/venue/policy.ts'

/**
 * The policy of a booking as its customer accepted it; `sentences` are its rules as shown, in the language of the
 * order.
 */
export type OrderedPolicy = {
	version: 1
	/** The rules of products with rules of their own, then those of all other products. */
	rules: OrderedRule[]
	/**
	 * The least fee: what cancelling cost, in cents, when the customer last changed the booking; later changes by the
	 * customer do not lower it.
	 */
	leastFee?: Cents
	sentences: string[]
	locale: Locale
}

/**
 * A rule of an accepted policy, for some products. `deposit`: the cents agreed to be paid ahead for these products,
 * which no later change of the booking alters.
 */
export type OrderedRule = {
	/** Ids of products; null: all products that no other rule names. */
	products: string[] | null
	policy: Policy
	deposit: Cents
}
