import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'

import { raw } from '#app/db/connect.server.ts'
import { payments } from '#app/db/schema.ts'
import type { Wish } from '#app/models/cart/cart.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { startSandbox } from '#sandbox/server.ts'

import { emptyTables } from './emptied.ts'
import { importPayments } from './payments.ts'
import { sampleOrder } from './sample-order.ts'
import { openTestShop } from './test-shop.ts'
import { visitDay, visiting } from './visit-day.ts'

/** A visitor who left for the provider; `providerId` is the provider's own name of the payment. */
export type Left = {
	provider: ProviderName
	orderId: string
	publicId: string
	paymentId: string
	providerId: string
}

/** Opens a shop for one test file with both providers in the sandbox, and visitors who order two tickets. */
export async function openPayingShop() {
	const sandbox = await startSandbox({ webhookSecret: 'whsec_tests', webhookId: 'WH-TESTS' })
	const dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-paying-'))
	Object.assign(process.env, {
		STRIPE_SECRET_KEY: 'sk_test_sandbox',
		STRIPE_WEBHOOK_SECRET: 'whsec_tests',
		STRIPE_API_URL: sandbox.url,
		PAYPAL_CLIENT_ID: 'sandbox',
		PAYPAL_CLIENT_SECRET: 'secret',
		PAYPAL_WEBHOOK_ID: 'WH-TESTS',
		PAYPAL_API_URL: sandbox.url,
		PAYMENT_SANDBOX: '1',
		DATA_DIR: dataDir,
		APP_ORIGIN: 'https://shop.example',
	})
	const shop = await openTestShop()
	const { addToCart } = await import('#app/models/cart/change.server.ts')
	const { saveDetails } = await import('#app/models/cart/details.server.ts')
	const { placeOrder } = await import('#app/models/booking/place.server.ts')
	const pay = await importPayments()

	/** Fills a cart with two tickets, or other products, and completes its details. */
	async function fillCart(
		more: Partial<Wish> = {},
	): Promise<{ id: string; version: number; day: string | null }> {
		const tickets = {
			productId: 'ticket-adult',
			quantity: 2,
			day: visitDay,
			time: '14:00',
			duration: 120,
		}
		const added = await addToCart(
			{ id: null, version: 0, day: null },
			{ ...tickets, parentId: null, ...more },
			{ venue: shop.venue, now: visiting, addressHash: null },
		)
		if (!added.ok) throw new Error(added.message.key)
		const { id } = added.value
		const saved = await saveDetails(id, { person: sampleOrder.person, party: sampleOrder.party })
		if (!saved.ok) throw new Error(saved.message.key)
		return { id, version: saved.value.version, day: added.value.day }
	}

	/** Orders, as far as the provider's page. */
	async function leave(
		provider: ProviderName,
		awc?: string,
		wish: Partial<Wish> = {},
	): Promise<Left> {
		const ordering = { venue: shop.venue, locale: 'de-DE', now: DateTime.utc() } as const
		const referred = awc === undefined ? {} : { awc }
		const placed = await placeOrder(await fillCart(wish), { ...ordering, ...referred, provider })
		if (!placed.ok) throw new Error(placed.message.key)
		await pay.goOnPaying(placed.value.paymentToken ?? '', DateTime.utc())
		const { id: orderId, publicId } = placed.value
		const [row] = await shop.admin.select().from(payments).where(eq(payments.orderId, orderId))
		return {
			provider,
			orderId,
			publicId,
			paymentId: row?.id ?? '',
			providerId: row?.providerId ?? '',
		}
	}

	/** Calls the sandbox's controls, as a person acting at the provider. */
	async function control(path: string, body?: object): Promise<unknown> {
		const response = await fetch(`${sandbox.url}/test/${path}`, {
			method: 'POST',
			...(body && { body: JSON.stringify(body) }),
		})
		if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
		return response.json()
	}

	/** Pays at the provider; `body` holds what a card's payment differs in, such as its amount. */
	async function payThere({ provider, providerId }: Left, body: object = {}): Promise<void> {
		if (provider === 'stripe') await control(`sessions/${providerId}/pay`, body)
		else await control(`orders/${providerId}/approve`)
	}

	return {
		...shop,
		sandbox,
		pay,
		dataDir,
		fillCart,
		leave,
		control,
		payThere,
		/** Pays and confirms; returns the capture that a refund names. */
		async paid(left: Left): Promise<string> {
			await payThere(left)
			await pay.settlePayment(left.paymentId, DateTime.utc())
			const { captures } = sandbox.ledger()
			const capture = captures.find(({ sessionId }) => sessionId === left.providerId)
			if (!capture) throw new Error('no money moved')
			return capture.captureId
		},
		/** Lists the payloads of all jobs of a queue, waiting or done. */
		async jobs(name: string): Promise<Record<string, unknown>[]> {
			const rows = await raw(shop.admin, 'select data from pgboss.job where name = $1', [name])
			return rows.map(({ data }) => data as Record<string, unknown>)
		},
		/** Returns the letters sent, by file name, their lines unfolded. */
		async letters(): Promise<Record<string, string>> {
			const folder = join(dataDir, 'mail')
			const files = await readdir(folder).catch(() => [])
			const read = files.map(async (file) => {
				const text = await readFile(join(folder, file), 'utf8')
				return [file, text.replace(/=\r?\n/g, '')] as const
			})
			return Object.fromEntries(await Promise.all(read))
		},
		async clear(): Promise<void> {
			sandbox.clearFaults()
			await emptyTables(
				shop.admin,
				'carts',
				'allocations',
				'blocks',
				'days',
				'day_overrides',
				'orders',
				'payments',
				'refunds',
				'webhook_events',
				'pgboss.job',
			)
			await rm(join(dataDir, 'mail'), { recursive: true, force: true })
		},
		async close(): Promise<void> {
			await shop.close()
			await sandbox.close()
			await rm(dataDir, { recursive: true, force: true })
		},
	}
}
