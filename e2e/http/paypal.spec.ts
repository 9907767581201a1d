import { expect, test } from '@playwright/test'

import { leave, order, readyToOrder, sessionOf } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import type { Visitor } from './visitor.ts'

// The wallet: no money moves before we capture, and we capture only while the order is sure of its places.
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>
const failed =
	'Der Checkout war nicht erfolgreich, da die Transaktion abgebrochen oder die Zahlung abgelehnt wurde'

test.beforeAll(async () => {
	shop = await openOwnShop()
})
test.afterAll(() => shop?.close())
test.beforeEach(() =>
	shop.control('POST', '/test/faults', { webhooks: 'off', payments: 'instant' }),
)

type Leaving = { visitor: Visitor; walletOrder: string; publicId: string; back: string }

/** Takes a visitor to the page of the wallet; returns the way back from there. */
async function leaving(): Promise<Leaving> {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const walletOrder = sessionOf(await leave(visitor, await order(visitor, version, 'paypal')))
	const [row] = await shop.sql`
		select return_token, public_id from payments join orders on orders.id = order_id
		where provider_id = ${walletOrder} and provider = 'paypal'`
	const back = `/checkout/success/paypal?return=${row?.['return_token']}&token=${walletOrder}&PayerID=1`
	return { visitor, walletOrder, publicId: row?.['public_id'], back }
}

const approve = ({ walletOrder }: Leaving) =>
	shop.control('POST', `/test/orders/${walletOrder}/approve`)

/** Hides the payment from the sweep, a job of every 30 seconds, so that only the tested path changes it. */
async function keepFromSweep({ walletOrder }: Leaving): Promise<void> {
	await shop.sql`
		update payments set created_at = now() + interval '1 hour' where provider_id = ${walletOrder}`
}

async function stateOf({ publicId }: Leaving): Promise<string> {
	const [row] = await shop.sql`select state from orders where public_id = ${publicId}`
	return row?.['state']
}

async function captures({ walletOrder }: Leaving): Promise<number> {
	const response = await fetch(`${shop.sandboxUrl}/test/ledger`)
	const { captures } = (await response.json()) as { captures: { sessionId: string }[] }
	return captures.filter(({ sessionId }) => sessionId === walletOrder).length
}

test('B3: approved and back, by GET or POST, without a cookie: captured once, confirmed', async () => {
	const left = await leaving()
	await approve(left)
	const returned = await Promise.all([
		fetch(shop.url + left.back, { redirect: 'manual' }),
		fetch(shop.url + left.back, {
			method: 'POST',
			redirect: 'manual',
			body: new URLSearchParams({ any: 'thing' }),
			headers: { Origin: 'https://www.paypal.com' },
		}),
		left.visitor.get(left.back),
	])
	expect(returned.map(({ status }) => status)).toEqual([303, 303, 303])
	expect(await stateOf(left)).toBe('confirmed')
	expect(await captures(left)).toBe(1)
	const { text } = await left.visitor.get(`/checkout/success/${left.publicId}`)
	expect(text).toContain('Ihre Bestellung ist bestätigt')
})

test('B8: back without having approved: nothing is taken, the payment is still being checked', async () => {
	const left = await leaving()
	const { location } = await left.visitor.get(left.back)
	expect(location).toBe(`/checkout/success/${left.publicId}`)
	expect(await stateOf(left)).toBe('pendingPayment')
	expect(await captures(left)).toBe(0)
})

test('B1: the approval announced ten times at once, and no visitor comes back: captured once', async () => {
	await shop.control('POST', '/test/faults', { webhooks: 'duplicate' })
	const left = await leaving()
	await keepFromSweep(left)
	await approve(left)
	await expect.poll(() => stateOf(left)).toBe('confirmed')
	expect(await captures(left)).toBe(1)
	const [row] = await shop.sql`
		select count(*)::int as events from webhook_events where provider = 'paypal' and body like ${`%${left.walletOrder}%`}`
	expect(row?.['events']).toBeGreaterThanOrEqual(1)
})

test('B4: approved, the window closed and no webhook: the job captures and confirms @faults', async () => {
	const left = await leaving()
	await approve(left)
	await expect.poll(() => stateOf(left), { intervals: [500] }).toBe('confirmed')
	expect(await captures(left)).toBe(1)
})

test('B11: declined when the money is taken: the overview, the sentence, the cart held', async () => {
	const left = await leaving()
	const page = new URL(`/checkoutnow?token=${left.walletOrder}`, shop.sandboxUrl)
	const answer = await fetch(page, {
		method: 'POST',
		body: new URLSearchParams({ intent: 'decline' }),
		redirect: 'manual',
	})
	const back = new URL(answer.headers.get('Location') ?? '')
	const { location } = await left.visitor.get(back.pathname + back.search)
	expect(location).toBe('/checkout/overview?checkout=failed')
	const { text } = await left.visitor.follow(location)
	expect(text).toContain(failed)
	expect(text).toContain('zahlungspflichtig bestellen')
	expect(await captures(left)).toBe(0)
})

test('B12: a capture under way is being checked, and decided later', async () => {
	await shop.control('POST', '/test/faults', { payments: 'processing', webhooks: 'on' })
	const left = await leaving()
	await keepFromSweep(left)
	await approve(left)
	await left.visitor.get(left.back)
	const { text } = await left.visitor.get(`/checkout/success/${left.publicId}`)
	expect(text).toContain('Zahlung wird geprüft')
	await shop.control('POST', `/test/orders/${left.walletOrder}/settle`, { outcome: 'succeeded' })
	await expect.poll(() => stateOf(left)).toBe('confirmed')
})

test('B14: the answer to a capture gets lost after the money moved: it is found, not taken again', async () => {
	const left = await leaving()
	await approve(left)
	await shop.control('POST', '/test/faults', { only: 'paypal', latencyMs: 0, reset: 1 })
	await left.visitor.get(left.back)
	await left.visitor.get(left.back)
	expect(await stateOf(left)).toBe('confirmed')
	expect(await captures(left)).toBe(1)
})

test('B18, B22: given up and ordered anew with the other, then approved in the old tab: never captured', async () => {
	const left = await leaving()
	const { visitor } = left
	expect((await visitor.post('/checkout/overview', { intent: 'giveUp' })).location).toBe('/cart')
	const { text } = await visitor.get('/checkout/overview')
	const version = /name="version"[^>]*value="(\d+)"/.exec(text)?.[1] ?? ''
	const second = await order(visitor, version, 'stripe')
	expect((await visitor.get(`${second}?go=1`)).location).toMatch(/\/pay\//)

	await approve(left)
	expect((await visitor.get(left.back)).location).toBe('/checkout/overview?checkout=failed')
	expect(await captures(left)).toBe(0)
	expect(await stateOf(left)).toBe('cancelled')
})

test('a way to pay must be chosen, and must exist', async () => {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const { text } = await visitor.get('/checkout/overview')
	expect(
		text.match(/type="radio"[^>]*name="wayToPay"|name="wayToPay"[^>]*type="radio"/g),
	).toHaveLength(2)
	expect(text).not.toMatch(/<input[^>]*name="wayToPay"[^>]*checked/)
	const nothing = await visitor.post('/checkout/overview', {
		intent: 'order',
		version,
		terms: 'on',
	})
	expect(nothing.status).toBe(422)
	expect(nothing.text).toContain('Bitte wählen Sie, womit Sie bezahlen möchten')
	const unknown = await visitor.post('/checkout/overview', {
		intent: 'order',
		version,
		terms: 'on',
		wayToPay: 'gold',
	})
	expect(unknown.status).toBe(422)
})
