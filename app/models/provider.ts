import { cents, type Cents } from '#app/models/money.ts'

/** The facts about a payment provider that rules need; `gateways/provider.ts` is the contract of its calls. */
type Facts = {
	/** The smallest amount that the provider moves. */
	smallestAmount: Cents
	/** Minutes for which a repeated call with one idempotency key gets the first response. */
	keepsKeysFor: number
	/** Minutes for which the provider's payment page stays open at least, from the first call on. */
	opensForAtLeast: number
	/** True when accepting a dispute at the provider gives the money back by a refund that does not name the dispute. */
	settlesDisputesByRefund: boolean
}

/** The providers of the contract, a wallet and a payment service provider, in the order they are offered. */
export const providers = {
	paypal: {
		smallestAmount: cents(1),
		keepsKeysFor: 6 * 60,
		opensForAtLeast: 0,
		settlesDisputesByRefund: true,
	},
	stripe: {
		smallestAmount: cents(50),
		keepsKeysFor: 24 * 60,
		opensForAtLeast: 30,
		settlesDisputesByRefund: false,
	},
} as const satisfies Record<string, Facts>

export type ProviderName = keyof typeof providers

export const providerNames = Object.keys(providers) as [ProviderName, ...ProviderName[]]

const all: readonly Facts[] = Object.values(providers)

/** The facts that hold at every provider, because the visitor chooses the provider late and may change it. */
export const everyProvider = {
	smallestAmount: cents(Math.max(...all.map(({ smallestAmount }) => smallestAmount))),
	keepsKeysFor: Math.min(...all.map(({ keepsKeysFor }) => keepsKeysFor)),
	opensForAtLeast: Math.max(...all.map(({ opensForAtLeast }) => opensForAtLeast)),
}
