import { z } from 'zod'

import { startSandbox, type SandboxOptions } from '#sandbox/server.ts'

const environment = z.object({
	PORT: z.coerce.number().int().min(0).max(65_535).default(0),
	SANDBOX_FILE: z.string().min(1).optional(),
	SANDBOX_SHOP_NAME: z.string().min(1).optional(),
	STRIPE_WEBHOOK_SECRET: z.string().min(1),
	STRIPE_WEBHOOK_URL: z.url().optional(),
	PAYPAL_WEBHOOK_ID: z.string().min(1).optional(),
	PAYPAL_WEBHOOK_URL: z.url().optional(),
})

const parsed = environment.safeParse(process.env)
if (!parsed.success) {
	fail(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
}

const hasParent = process.connected

try {
	const sandbox = await startSandbox(optionsFrom(parsed.data))
	const end = () => void sandbox.close().then(() => process.exit(0))
	process.once('SIGTERM', end)
	process.once('SIGINT', end)
	process.once('disconnect', end)
	if (hasParent && !process.connected) end()
	console.log(`sandbox listening on ${sandbox.url}`)
} catch (error) {
	fail(error instanceof Error ? error.message : String(error))
}

function optionsFrom(env: z.output<typeof environment>): SandboxOptions {
	return {
		port: env.PORT,
		webhookSecret: env.STRIPE_WEBHOOK_SECRET,
		...(env.SANDBOX_FILE && { file: env.SANDBOX_FILE }),
		...(env.STRIPE_WEBHOOK_URL && { webhookUrl: env.STRIPE_WEBHOOK_URL }),
		...(env.PAYPAL_WEBHOOK_ID && { webhookId: env.PAYPAL_WEBHOOK_ID }),
		...(env.PAYPAL_WEBHOOK_URL && { paypalWebhookUrl: env.PAYPAL_WEBHOOK_URL }),
		...(env.SANDBOX_SHOP_NAME && { shopName: env.SANDBOX_SHOP_NAME }),
	}
}

function fail(reason: string): never {
	console.error(`sandbox: ${reason}`)
	process.exit(1)
}
