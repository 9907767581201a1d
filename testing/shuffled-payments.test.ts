import { DateTime } from 'luxon'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { providerNames } from '#app/models/provider.ts'
import { startDice } from '#sandbox/dice.ts'

import { openPayingShop } from './paying-shop.ts'
import { disagreements, readStatement } from './payment-ledgers.ts'
import { openWebhookReceiver } from './webhook-receiver.ts'

// A short run of `npm run payments` in one process: without a server to kill, with the same providers and books.

const PAYMENTS = 60
const VISITORS = 12
const plan = {
	seed: 1,
	timeoutBefore: 0.025,
	timeoutAfter: 0.025,
	tooMany: 0.02,
	broken: 0.02,
	html: 0.01,
	declined: 0.05,
	lost: 0.05,
	copies: 10,
	lateMs: 1500,
}

let shop: Awaited<ReturnType<typeof openPayingShop>>
let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let worker: { stop(): Promise<void> }
let sql: postgres.Sql

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	sql = postgres(String(process.env['DATABASE_URL']), { max: 1, onnotice: () => {} })
	receiver = await openWebhookReceiver(({ provider, ...delivery }) =>
		shop.pay.receiveWebhook(provider, { ...delivery, addressHash: null }),
	)
	for (const provider of providerNames)
		shop.sandbox.sendWebhooksTo(receiver.url(provider), provider)
	const { startWorker } = await import('#app/jobs/worker.server.ts')
	const { handlers } = await import('#app/jobs/jobs.server.ts')
	worker = await startWorker(handlers)
})
afterAll(async () => {
	await worker.stop()
	await sql.end()
	await shop.close()
	await receiver.close()
})

const dice = startDice(plan.seed)

/** Orders, pays or turns back at the provider, and comes back to the shop or not. */
async function visit(): Promise<void> {
	const provider = dice.roll() < 0.5 ? 'stripe' : 'paypal'
	const mind = dice.roll()
	// Without an answer of the provider the visitor leaves.
	const left = await shop.leave(provider).catch(() => null)
	if (!left?.providerId || mind < 0.05) return
	const { paymentId, providerId } = left
	if (mind < 0.15) return void (await shop.pay.closePayment(paymentId, now()).catch(() => {}))
	if (provider === 'stripe') await shop.control(`sessions/${providerId}/pay`, {})
	else await shop.control(`orders/${providerId}/approve`)
	const returns = Math.floor(dice.roll() * 3)
	await Promise.all(
		Array.from({ length: returns }, () => shop.pay.settlePayment(paymentId, now()).catch(() => {})),
	)
}

test('after sixty payments with both providers, who lose, repeat and shuffle events, books and rows agree', async () => {
	shop.sandbox.setFaults({ plan })
	let begun = 0
	await Promise.all(
		Array.from({ length: VISITORS }, async () => {
			while ((begun += 1) <= PAYMENTS) await visit()
		}),
	)
	shop.sandbox.clearFaults()

	// The sweep looks at payments that are twenty seconds old.
	let broken: string[] = []
	await expect
		.poll(async () => {
			await raw(shop.admin, `update payments set created_at = created_at - interval '20 seconds'`)
			await shop.pay.sweepPayments(now())
			broken = await disagreements(sql, await readStatement(shop.sandbox.url))
			return broken
		})
		.toEqual([])
	const { captures } = shop.sandbox.ledger()
	expect(captures.length).toBeGreaterThan(PAYMENTS / 2)
	const [orders] = await raw(
		shop.admin,
		`select count(*)::int as confirmed from orders where state = 'confirmed'`,
	)
	expect(orders).toEqual({ confirmed: captures.length })
})
