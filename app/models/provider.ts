import { cents, type Cents } from '#app/models/money.ts'

/** The facts about a payment provider that rules need; `gateways/provider.ts` is the contract of its calls. */
type ProviderFacts = {
	/** The smallest amount that the provider moves. */
	smallestAmount: Cents
	/** The minutes for which a repeated call with one idempotency key gets the first response. */
	keepsKeysFor: number
	/** The minutes for which the provider's payment page stays open at least, from the first call on. */
	opensForAtLeast: number
	/** True when accepting a dispute at the provider gives the money back by a refund that does not name the dispute. */
	settlesDisputesByRefund: boolean
	/** True when visitors pay by card on the provider's page, and in the ways that the venue has beside cards. */
	takesCards: boolean
}

/**
 * The payment providers and their facts, PayPal (a wallet) and Stripe (a payment service provider), in the order in
 * which visitors are offered them.
 */
export const providers = {
	paypal: {
		smallestAmount: cents(1),
		keepsKeysFor: 6 * 60,
		opensForAtLeast: 0,
		settlesDisputesByRefund: true,
		takesCards: false,
	},
	stripe: {
		smallestAmount: cents(50),
		keepsKeysFor: 24 * 60,
		opensForAtLeast: 30,
		settlesDisputesByRefund: false,
		takesCards: true,
	},
} as const satisfies Record<string, ProviderFacts>

export type ProviderName = keyof typeof providers

export const providerNames = Object.keys(providers) as [ProviderName, ...ProviderName[]]

const all: readonly ProviderFacts[] = Object.values(providers)

/**
 * The facts by which a payment fits every provider, because the visitor chooses one late and may change it: the largest
 * `smallestAmount`, the shortest `keepsKeysFor` and the longest `opensForAtLeast`.
 */
export const everyProvider = {
	smallestAmount: cents(Math.max(...all.map(({ smallestAmount }) => smallestAmount))),
	keepsKeysFor: Math.min(...all.map(({ keepsKeysFor }) => keepsKeysFor)),
	opensForAtLeast: Math.max(...all.map(({ opensForAtLeast }) => opensForAtLeast)),
}
