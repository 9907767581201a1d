import { env } from '#app/gateways/env.server.ts'
import type { PaymentProvider } from '#app/gateways/provider.ts'
import { stripeProvider } from '#app/gateways/stripe.server.ts'
import type { ProviderName } from '#app/models/payment/payment.ts'

/** The provider of that name, connected as the environment says. */
export function paymentProvider(name: ProviderName): PaymentProvider {
	if (name !== 'stripe') throw new Error(`The payment provider ${name} is not connected`)
	stripe ??= stripeProvider({
		secretKey: env.STRIPE_SECRET_KEY,
		webhookSecret: env.STRIPE_WEBHOOK_SECRET,
		...(env.STRIPE_API_URL && { apiUrl: env.STRIPE_API_URL }),
	})
	return stripe
}

let stripe: PaymentProvider | undefined
