import { z } from 'zod'

import type { ProviderName } from '#app/models/provider.ts'

/** A variable of a provider: its rule, the rule in words for people, and an example. */
type ProviderVariable = {
	rule: z.ZodType<string>
	must: string
	example: string
	/** Its value is never said, and may stand in a file (`withSecretFiles`). */
	isSecret?: true
}

const name = z.string().regex(/^[\w-]+$/)
const url = z.url({ protocol: /^https?$/ })

/**
 * The environment variables of each provider. `keys`: all of them are set, or none where the provider is not used.
 * `url`: where its interface is; set for a pretend provider or for one for tests.
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
type KeyName = NamesOf<'keys'>
type UrlName = NamesOf<'url'>

const providers: readonly { keys: object; url: object }[] = Object.values(providerVariables)

/** The keys of each provider, by name. */
export const providerKeys = providers.map(({ keys }) => Object.keys(keys) as KeyName[])

export const providerUrls = providers.flatMap(({ url }) => Object.keys(url) as UrlName[])

/** The variables of all providers, by name. */
export const ofProviders = Object.assign(
	{},
	...providers.flatMap(({ keys, url }) => [keys, url]),
) as Record<KeyName | UrlName, ProviderVariable>

/** The rules of all providers' variables: each may be left out. */
export const providerRules = Object.fromEntries(
	Object.entries(ofProviders).map(([variable, { rule }]) => [variable, rule.optional()]),
) as Record<KeyName | UrlName, z.ZodOptional<z.ZodType<string>>>

export const providerSecrets = Object.entries(ofProviders)
	.filter(([, { isSecret }]) => isSecret)
	.map(([variable]) => variable)
