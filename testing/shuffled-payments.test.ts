import { DateTime } from 'luxon'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import type { Asked } from '#app/models/booking/asked-lines.ts'
import { zero } from '#app/models/money.ts'
import { providerNames } from '#app/models/provider.ts'
import { addDays } from '#app/models/venue/day.ts'
import { startDice } from '#sandbox/dice.ts'

import { orderedPolicy } from './booked-order.ts'
import { openPayingShop, type Left } from './paying-shop.ts'
import { disagreements, readStatement } from './payment-ledgers.ts'
import { visitDay } from './visit-day.ts'
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

let booking: typeof import('#app/models/booking/cancel.server.ts') &
	typeof import('#app/models/booking/revise.server.ts')
let onSite: typeof import('#app/models/invoice/on-site.server.ts')

type Roll = () => number
type Paying = Pick<Left, 'provider' | 'paymentId' | 'providerId'>

const now = () => DateTime.utc()

beforeAll(async () => {
	shop = await openPayingShop()
	sql = postgres(String(process.env['DATABASE_URL']), { max: 1, onnotice: () => {} })
	receiver = await openWebhookReceiver(({ provider, ...delivery }) =>
		shop.pay.receiveWebhook(provider, { ...delivery, addressHash: null }),
	)
	for (const provider of providerNames)
		shop.sandbox.sendWebhooksTo(receiver.url(provider), provider)
	booking = {
		...(await import('#app/models/booking/cancel.server.ts')),
		...(await import('#app/models/booking/revise.server.ts')),
	}
	onSite = await import('#app/models/invoice/on-site.server.ts')
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

/**
 * Orders, pays or turns back at the provider, and comes back to the shop or not. What happens depends on the visit's
 * number alone, because several are under way at once.
 */
async function visit(number: number): Promise<void> {
	const { roll } = startDice(plan.seed * 1_000_003 + number)
	const provider = roll() < 0.5 ? 'stripe' : 'paypal'
	const mind = roll()
	// Without an answer of the provider the visitor leaves.
	const day = addDays(visitDay, 7 * Math.floor(roll() * 10))
	const left = await shop.leave(provider, undefined, { day }).catch(() => null)
	if (!left?.providerId || mind < 0.05) return
	if (mind < 0.15) return void (await shop.pay.closePayment(left.paymentId, now()).catch(() => {}))
	await payAndReturn(left, roll)
	if (roll() < 0.5) await changeBooking(left, roll).catch(leave)
	if (roll() < 0.5) await payRest(left, roll).catch(leave)
}

/** Lets a visitor leave to whom the database says 'not now', as a busy one does. */
function leave(error: unknown): void {
	if (!isUnavailable(error)) throw error
}

async function payAndReturn({ provider, paymentId, providerId }: Paying, roll: Roll) {
	if (provider === 'stripe') await shop.control(`sessions/${providerId}/pay`, {})
	else await shop.control(`orders/${providerId}/approve`)
	const returns = Math.floor(roll() * 3)
	await Promise.all(
		Array.from({ length: returns }, () => shop.pay.settlePayment(paymentId, now()).catch(() => {})),
	)
}

/** Pays the rest of a booking that is confirmed by now; the till takes one in four meanwhile. */
async function payRest({ orderId }: Left, roll: Roll): Promise<void> {
	const provider = roll() < 0.5 ? 'stripe' : 'paypal'
	const begun = await shop.pay.payRest(orderId, provider, now()).catch(() => null)
	if (!begun?.ok || !('token' in begun.value)) return
	await shop.pay.goOnPaying(begun.value.token, now()).catch(() => {})
	const [rest] = await sql<Paying[]>`
		select id as "paymentId", provider, provider_id as "providerId" from payments
		where order_id = ${orderId} and purpose = 'rest' and provider_id is not null`
	if (!rest) return
	const [order] = await sql`select number, on_site from orders where id = ${orderId}`
	const note = { amount: order?.['on_site'], method: 'cash', receipt: orderId } as const
	const isTaken = roll() < 0.25
	await Promise.all([
		isTaken ? onSite.noteOnSite(order?.['number'], note, now()) : null,
		payAndReturn(rest, roll),
	])
}

/** Adds a magician to a booking that is confirmed by now, and pays it; the venue cancels one in eight meanwhile. */
async function changeBooking({ orderId }: Left, roll: Roll): Promise<void> {
	const [order] = await sql`
		update orders set policy = ${sql.json(orderedPolicy())} where id = ${orderId} returning number, revision`
	const asked: Asked = { kind: 'change', added: [{ productId: 'magician', quantity: 1 }] }
	const revision = { revision: order?.['revision'], asked, actor: 'customer' }
	const revised = await booking.reviseBooking(orderId, revision, now())
	if (!revised.ok || revised.value.kind !== 'due') return
	const provider = roll() < 0.5 ? 'stripe' : 'paypal'
	const { changeId } = revised.value
	const begun = await shop.pay.payChange(orderId, changeId, provider, now()).catch(() => null)
	if (!begun?.ok || !('token' in begun.value)) return
	await shop.pay.goOnPaying(begun.value.token, now()).catch(() => {})
	const [payment] = await sql<Paying[]>`
		select id as "paymentId", provider, provider_id as "providerId" from payments
		where change_id = ${changeId} and provider_id is not null`
	if (!payment) return
	await Promise.all([
		roll() < 0.125 ? booking.cancelBooking(order?.['number'], zero, now()) : null,
		payAndReturn(payment, roll).catch(() => {}),
	])
}

test('books and rows agree after sixty payments with both providers, who lose, repeat and shuffle events @machines', async () => {
	shop.sandbox.setFaults({ plan })
	let begun = 0
	await Promise.all(
		Array.from({ length: VISITORS }, async () => {
			while ((begun += 1) <= PAYMENTS) await visit(begun)
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
		`select count(*)::int as booked, (
			select count(*)::int from payments where purpose = 'rest' and capture_id is not null
		) as rests, (
			select count(*)::int from payments where purpose = 'change' and capture_id is not null
		) as changes from orders where state in ('confirmed', 'cancelled') and confirmed_at is not null`,
	)
	const { booked, rests, changes } = orders as Record<'booked' | 'rests' | 'changes', number>
	expect(rests).toBeGreaterThan(5)
	expect(changes).toBeGreaterThan(5)
	expect(booked + rests + changes).toBe(captures.length)
	const money = new Set(['I3', 'I5', 'I6', 'I18'])
	const findings = (await audit(shop.admin)).filter(({ id }) => money.has(id))
	expect(findings.flatMap(({ broken }) => broken)).toEqual([])
})
