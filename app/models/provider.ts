import { cents, type Cents } from '#app/models/money.ts'

/** Facts about a payment provider that rules need; `gateways/provider.ts` says how one is asked. */
type Facts = {
	/** The provider moves no smaller amount. */
	smallestAmount: Cents
	/** Minutes for which a call with the same idempotency key gets the first answer. */
	keepsKeysFor: number
	/** Minutes for which a place to pay stays open at least, from the first call on. */
	opensForAtLeast: number
	/** Whether accepting a claim at the provider's desk gives the money back by a refund, which does not name the claim. */
	settlesClaimsByRefund: boolean
}

/** The providers of the contract, a wallet and a payment service provider, in the order they are offered. */
export const providers = {
	paypal: {
		smallestAmount: cents(1),
		keepsKeysFor: 6 * 60,
		opensForAtLeast: 0,
		settlesClaimsByRefund: true,
	},
	stripe: {
		smallestAmount: cents(50),
		keepsKeysFor: 24 * 60,
		opensForAtLeast: 30,
		settlesClaimsByRefund: false,
	},
} as const satisfies Record<string, Facts>

export type ProviderName = keyof typeof providers

export const providerNames = Object.keys(providers) as [ProviderName, ...ProviderName[]]

const all: readonly Facts[] = Object.values(providers)

/** The facts with which a payment can be made at any of the providers: its visitor chooses late, and may change. */
export const everyProvider = {
	smallestAmount: cents(Math.max(...all.map(({ smallestAmount }) => smallestAmount))),
	keepsKeysFor: Math.min(...all.map(({ keepsKeysFor }) => keepsKeysFor)),
	opensForAtLeast: Math.max(...all.map(({ opensForAtLeast }) => opensForAtLeast)),
}
