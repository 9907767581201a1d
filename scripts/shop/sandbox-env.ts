import {
	providerKeys,
	providerUrls,
	type ProviderKeyName,
	type ProviderKeys,
} from '#app/gateways/provider-variables.ts'

// The variables with which a shop uses the pretend payment providers of `sandbox/`.

/** The id of the pretend PayPal's webhook, which signs its events. */
export const SANDBOX_WEBHOOK = 'WH-SANDBOX'

/** True when the environment names no payment provider, so that the pretend ones are used. */
export function usesSandbox(env: NodeJS.ProcessEnv): boolean {
	return [...providerUrls, ...firstKeys()].every((name) => !env[name])
}

/** True for an environment with pretend providers but without their address: they run at a port of their own choice. */
export function hidesSandbox(env: NodeJS.ProcessEnv): boolean {
	const pretend = keysOfSandbox('')
	return (
		firstKeys().some((name) => env[name] === pretend[name]) &&
		providerUrls.every((name) => !env[name])
	)
}

/** Returns the environment variables of the pretend providers; without `url` they are complete but lead nowhere. */
export function sandboxEnv(url: string | undefined, webhookSecret = 'whsec_sandbox') {
	return {
		PAYMENT_SANDBOX: '1',
		...keysOfSandbox(webhookSecret),
		...(url && Object.fromEntries(providerUrls.map((name) => [name, url]))),
	}
}

function keysOfSandbox(webhookSecret: string) {
	const keys: ProviderKeys = {
		paypal: {
			PAYPAL_CLIENT_ID: 'sandbox',
			PAYPAL_CLIENT_SECRET: 'sandbox',
			PAYPAL_WEBHOOK_ID: SANDBOX_WEBHOOK,
		},
		stripe: { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRET: webhookSecret },
	}
	return Object.assign({}, ...Object.values(keys)) as Record<ProviderKeyName, string>
}

/** Returns the name of one key of each provider, by which is known whether the provider is used. */
function firstKeys(): ProviderKeyName[] {
	return providerKeys.flatMap(([first]) => first ?? [])
}
