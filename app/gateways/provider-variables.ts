import { z } from 'zod'

import type { ProviderName } from '#app/models/provider.ts'

/** An environment variable of a payment provider: its rule, the rule in words for people, and an example. */
type ProviderVariable = {
	rule: z.ZodType<string>
	must: string
	example: string
	/** True for a variable whose value is never logged or printed, and may stand in a file (`withSecretFiles`). */
	isSecret?: true
}

const name = z.string().regex(/^[\w-]+$/)
const url = z.url({ protocol: /^https?$/ })

/**
 * The environment variables of each provider. `keys`: all of them are set, or none where the provider is not used.
 * `url`: the address of the provider's API, set only for a pretend provider or one for tests.
 */
const providerVariables = {
	stripe: {
		keys: {
			STRIPE_SECRET_KEY: {
				rule: z.string().regex(/^(sk|rk)_(test|live)_\w+$/),
				must: 'a secret key of Stripe',
				example: 'sk_test_...',
				isSecret: true,
			},
			STRIPE_WEBHOOK_SECRET: {
				rule: z.string().startsWith('whsec_'),
				must: 'the signing secret of the webhook',
				example: 'whsec_...',
				isSecret: true,
			},
		},
		url: {
			STRIPE_API_URL: { rule: url, must: 'an http address', example: 'http://127.0.0.1:4242' },
		},
	},
	paypal: {
		keys: {
			PAYPAL_CLIENT_ID: {
				rule: name,
				must: 'the client id of an app at PayPal',
				example: 'AeA1QIZXi...',
			},
			PAYPAL_CLIENT_SECRET: {
				rule: name,
				must: 'the secret of that app',
				example: 'EFDHvzxc...',
				isSecret: true,
			},
			PAYPAL_WEBHOOK_ID: {
				rule: name,
				must: 'the id of the webhook at PayPal',
				example: '8PT597110X687430L',
			},
		},
		url: {
			PAYPAL_API_URL: {
				rule: url,
				must: 'an http address',
				example: 'https://api-m.sandbox.paypal.com',
			},
		},
	},
} as const satisfies Record<
	ProviderName,
	{ keys: Record<string, ProviderVariable>; url: Record<string, ProviderVariable> }
>

type Variables = typeof providerVariables
type NamesOf<Part extends 'keys' | 'url'> = {
	[Provider in ProviderName]: keyof Variables[Provider][Part]
}[ProviderName]
export type ProviderKeyName = NamesOf<'keys'>
type UrlName = NamesOf<'url'>

/** The values of the variables in `keys`, for each provider. */
export type ProviderKeys = {
	[Provider in ProviderName]: Record<keyof Variables[Provider]['keys'], string>
}

const providers: readonly { keys: object; url: object }[] = Object.values(providerVariables)

/** The names of the variables in `keys`, in a list for each provider. */
export const providerKeys = providers.map(({ keys }) => Object.keys(keys) as ProviderKeyName[])

export const providerUrls = providers.flatMap(({ url }) => Object.keys(url) as UrlName[])

/** The rule, words and example of each provider variable, by its name. */
export const ofProviders = Object.assign(
	{},
	...providers.flatMap(({ keys, url }) => [keys, url]),
) as Record<ProviderKeyName | UrlName, ProviderVariable>

/** The rules of all providers' variables, by name; each variable may be left out. */
export const providerRules = Object.fromEntries(
	Object.entries(ofProviders).map(([variable, { rule }]) => [variable, rule.optional()]),
) as Record<ProviderKeyName | UrlName, z.ZodOptional<z.ZodType<string>>>

export const providerSecrets = Object.entries(ofProviders)
	.filter(([, { isSecret }]) => isSecret)
	.map(([variable]) => variable)
