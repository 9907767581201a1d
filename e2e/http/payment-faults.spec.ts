import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { leave, order, pay, readyToOrder, sessionOf } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// Rows of the faults that need a failing provider and a shop of their own.
test.describe.configure({ mode: 'serial' })

let shop: Awaited<ReturnType<typeof openOwnShop>>
const unverified = 'Die Verifizierung konnte nicht durchgeführt werden'
const failed =
	'Der Checkout war nicht erfolgreich, da die Transaktion abgebrochen oder die Zahlung abgelehnt wurde'

test.beforeAll(async () => {
	shop = await openOwnShop()
	await shop.control('POST', '/test/faults', { webhooks: 'off' })
})
test.afterAll(() => shop?.close())
test.afterEach(() => shop.control('POST', '/test/faults', { payments: 'instant' }))

type Leaving = {
	visitor: Visitor
	page: string
	paymentId: string
	publicId: string
	back: string
}

/** Takes a visitor to the provider's page; returns the way back from there. */
async function leaving(): Promise<Leaving> {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const page = await leave(visitor, await order(visitor, version))
	const [row] = await shop.sql`
		select payments.id, return_token, public_id from payments join orders on orders.id = order_id
		where provider_id = ${sessionOf(page)}`
	const back = `/checkout/success/stripe?return=${row?.['return_token']}`
	return { visitor, page, paymentId: row?.['id'], publicId: row?.['public_id'], back }
}

/** Checks the way back, the button that asks again, and giving up: each reports the fault, none fails. */
async function cannotBeVerified({ visitor, back, publicId }: Leaving): Promise<void> {
	const ways = [
		await visitor.get(back),
		await visitor.get(`${back}&cancelled=1`),
		await visitor.post(`/checkout/success/${publicId}`, {}),
		await visitor.post('/checkout/overview', { intent: 'giveUp' }),
	]
	for (const { status, location } of ways) {
		expect(status).toBe(303)
		const next = await visitor.follow(location)
		expect(next.status).toBe(200)
		expect(next.text).toContain(unverified)
	}
	expect(await stateOf(publicId)).toBe('pendingPayment')
}

async function stateOf(publicId: string): Promise<string> {
	const [row] = await shop.sql`select state from orders where public_id = ${publicId}`
	return row?.['state']
}

async function paymentState(id: string): Promise<string> {
	const [row] = await shop.sql`select state from payments where id = ${id}`
	return row?.['state']
}

async function mailsAbout(publicId: string): Promise<string[]> {
	const files = await readdir(join(shop.dataDir, 'mail')).catch(() => [])
	return files.filter((file) => file.includes(publicId))
}

/** Returns the moment a minute ago in seconds since 1970, as Stripe counts. */
const aMinuteAgo = () => Math.floor(Date.now() / 1000) - 60

/** Takes the idempotency key of a payment whose time has ended by then for something else: the key names that time. */
async function takeKey(paymentId: string, over: number): Promise<void> {
	const { status } = await fetch(`${shop.sandboxUrl}/v1/checkout/sessions`, {
		method: 'POST',
		headers: {
			Authorization: `Bearer ${shop.env['STRIPE_SECRET_KEY']}`,
			'Idempotency-Key': `${paymentId}-${over}-noted`,
		},
		body: new URLSearchParams({
			mode: 'payment',
			success_url: `${shop.url}/`,
			'line_items[0][quantity]': '1',
			'line_items[0][price_data][currency]': 'eur',
			'line_items[0][price_data][unit_amount]': '100',
			'line_items[0][price_data][product_data][name]': 'something else',
		}),
	})
	expect(status).toBe(200)
}

/**
 * Expects that the payment, past its time, is left for a person, that its places are free, and that the operator is
 * told once.
 */
async function endsInReview({ paymentId, publicId, visitor }: Leaving, over = aMinuteAgo()) {
	await shop.sql`
		update payments set expires_at = to_timestamp(${over}), created_at = now() - interval '1 hour'
		where id = ${paymentId}`
	await expect.poll(() => paymentState(paymentId), { intervals: [500] }).toBe('needsReview')
	expect(await stateOf(publicId)).toBe('cancelled')
	const [places] = await shop.sql`
		select count(*)::int as waiting from allocations join orders on orders.id = order_id
		where public_id = ${publicId} and allocations.state in ('pending', 'confirmed')`
	expect(places?.['waiting']).toBe(0)
	await expect.poll(() => mailsAbout(publicId)).toHaveLength(1)
	const [jobs] = await shop.sql`
		select count(*)::int as told from pgboss.job where name = 'tellOperator'
		and data ->> 'orderId' = (select id::text from orders where public_id = ${publicId})`
	expect(jobs?.['told']).toBe(1)

	const { location } = await visitor.get(`/checkout/success/${publicId}`)
	expect(location).toBe('/checkout/overview?checkout=review')
	expect((await visitor.follow(location)).text).toContain('wir sehen nach und melden uns')
}

test('H5: a payment of another account cannot be verified, and in the end a person looks @faults', async () => {
	const left = await leaving()
	await shop.sql`update payments set provider_id = 'cs_test_another' where id = ${left.paymentId}`
	await cannotBeVerified(left)
	await endsInReview(left)
})

test('H5: after something else was asked for under the same key there is no place to pay @faults', async () => {
	const left = await leaving()
	await shop.sql`
		update payments set state = 'created', provider_id = null, redirect_url = null where id = ${left.paymentId}`
	await shop.sql`
		update orders set person = jsonb_set(person, '{email}', '"grace@example.org"') where public_id = ${left.publicId}`
	const { location: again } = await left.visitor.post('/checkout/overview', { intent: 'continue' })
	const { status, location } = await left.visitor.get(`${again}?go=1`)
	expect({ status, location }).toEqual({
		status: 303,
		location: `/checkout/success/${left.publicId}?unverified=1`,
	})
	const givenUp = await left.visitor.post('/checkout/overview', { intent: 'giveUp' })
	expect(givenUp.location).toBe(`/checkout/success/${left.publicId}?unverified=1`)
	const over = aMinuteAgo()
	await takeKey(left.paymentId, over)
	await endsInReview(left, over)
})

test('H5: a provider that answers 400 for a moment: not verified at first, then verified', async () => {
	const left = await leaving()
	// The jobs ask about payments too: each call fails until the visitor's has.
	await shop.control('POST', '/test/faults', { failNext: { status: 400, times: 1000 } })
	await pay(left.page)
	expect((await left.visitor.get(left.back)).location).toBe(
		`/checkout/success/${left.publicId}?unverified=1`,
	)
	await shop.control('POST', '/test/faults', { failNext: { status: 400, times: 0 } })
	expect((await left.visitor.get(left.back)).location).toBe(`/checkout/success/${left.publicId}`)
	expect(await stateOf(left.publicId)).toBe('confirmed')
})

test('H6: money for an order that was closed hours ago, without webhook and return, is found and booked @faults', async () => {
	const left = await leaving()
	await shop.sql`
		update payments set state = 'expired', settled_at = now() - interval '6 hours', created_at = now() - interval '7 hours'
		where id = ${left.paymentId}`
	await shop.sql`update orders set state = 'expired' where public_id = ${left.publicId}`
	await shop.sql`
		update allocations set state = 'released'
		where order_id = (select id from orders where public_id = ${left.publicId})`
	await pay(left.page)
	await expect.poll(() => stateOf(left.publicId), { intervals: [500] }).toBe('confirmed')
	expect(await paymentState(left.paymentId)).toBe('paid')
})

test('G3: after a confirmation refused for good its visitor reads so on the page, and whom to ask', async () => {
	const { visitor, page, back, publicId } = await leaving()
	await pay(page)
	await visitor.get(back)
	const path = `/checkout/success/${publicId}`
	expect((await visitor.get(path)).text).toContain('Die Bestätigung geht an ada@example.org')
	const ofOrder = shop.sql`data ->> 'orderId' = (select id::text from orders where public_id = ${publicId})`
	await shop.sql`
		update pgboss.job set state = 'failed' where name = 'mailConfirmation' and ${ofOrder}`
	const { text } = await visitor.get(path)
	expect(text).toContain('Unsere E-Mail an ada@example.org konnte nicht zugestellt werden')
	expect(text).not.toContain('Die Bestätigung geht an')
	const stranger = await newVisitor(shop.url).get(path)
	expect(stranger.text).not.toContain('konnte nicht zugestellt werden')
})

test('a payment that fails while its page waits leads to the overview, with the sentence and the cart', async () => {
	await shop.control('POST', '/test/faults', { payments: 'processing' })
	const { visitor, page, back, publicId } = await leaving()
	await pay(page)
	expect((await visitor.get(back)).location).toBe(`/checkout/success/${publicId}`)
	const waiting = await visitor.get(`/checkout/success/${publicId}`)
	expect(waiting.text).toContain('Zahlung wird geprüft')
	// The page reloads itself without scripts in this way.
	expect(waiting.text).toMatch(/<noscript><meta http-equiv="refresh" content="2"/i)

	await shop.control('POST', `/test/sessions/${sessionOf(page)}/settle`, { outcome: 'failed' })
	await visitor.get(back)
	const { status, location } = await visitor.get(`/checkout/success/${publicId}`)
	expect({ status, location }).toEqual({
		status: 303,
		location: '/checkout/overview?checkout=failed',
	})
	const overview = (await visitor.follow(location)).text
	expect(overview).toContain(failed)
	expect(overview).toContain('zahlungspflichtig bestellen')
})

test('N1: cancelled while the provider is silent, verified when it is back: nothing is paid, and the order can be paid or given up', async () => {
	const { visitor, back, publicId } = await leaving()
	await shop.control('POST', '/test/faults', { down: true })
	const cancelled = await visitor.get(`${back}&cancelled=1`)
	expect(cancelled.location).toBe(`/checkout/success/${publicId}?unverified=1`)
	await shop.control('DELETE', '/test/faults')
	await shop.control('POST', '/test/faults', { webhooks: 'off' })

	const verify = `/checkout/success/${publicId}`
	const verified = async () => (await visitor.post(verify, {})).location
	// A provider that was silent is left alone for a while.
	await expect.poll(verified, { intervals: [3000] }).toBe('/checkout/overview')
	const { text } = await visitor.follow('/checkout/overview')
	expect(text).toContain('Zahlung fortsetzen')
	expect(text).toContain('Zahlung abbrechen')
	expect((await newVisitor(shop.url).post(verify, {})).location).toBe(verify)
})

test('N4: the way to the provider is taken 25 minutes after ordering, and when its time is over', async () => {
	const { visitor, version } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const path = await order(visitor, version)
	const aged = async (minutes: number) => {
		const [row] = await shop.sql`
			update payments set created_at = created_at - make_interval(mins => ${minutes}),
				expires_at = expires_at - make_interval(mins => ${minutes})
			where order_id = (select id from orders order by created_at desc limit 1) returning id`
		return row?.['id']
	}
	await aged(25)
	await leave(visitor, path)
	const late = await readyToOrder(shop.url, await shop.claimDay('any'))
	const latePath = await order(late.visitor, late.version)
	const id = await aged(41)
	// The job may have closed it already or not.
	for (const ending of ['', '?go=1']) {
		const first = await late.visitor.get(`${latePath}${ending}`)
		const next =
			ending === '' && !first.location ? await late.visitor.get(`${latePath}?go=1`) : first
		expect(next.location).toBe('/checkout/overview?checkout=timeout')
	}
	expect(await paymentState(id)).toBe('expired')
	const { text } = await late.visitor.follow('/checkout/overview?checkout=timeout')
	expect(text).toContain('Timeout erreicht')
	expect(text).toContain('zahlungspflichtig bestellen')
})

test('B20: cancelled in a browser without our cookie: the sentence is on the page that follows', async () => {
	const { back } = await leaving()
	const stranger = newVisitor(shop.url)
	let next = await stranger.get(`${back}&cancelled=1`)
	for (let hops = 0; next.location && hops < 5; hops += 1) next = await stranger.get(next.location)
	expect(next.status).toBe(200)
	expect(next.text).toContain(failed)
	expect(next.text).not.toContain('Ihr Warenkorb ist noch da')
})

test.describe('B24, H13: webhooks', () => {
	const path = '/api/payments/stripe/webhook'

	function signed(body: string): Record<string, string> {
		const at = Math.floor(Date.now() / 1000)
		const secret = shop.env['STRIPE_WEBHOOK_SECRET'] ?? ''
		const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
		return { 'Stripe-Signature': `t=${at},v1=${signature}` }
	}
	const event = (id: string, session: string) =>
		JSON.stringify({
			id,
			type: 'checkout.session.completed',
			data: { object: { object: 'checkout.session', id: session } },
		})
	const deliver = (body: string, headers: Record<string, string>) =>
		fetch(shop.url + path, { method: 'POST', body, headers }).then(({ status }) => status)

	test('a signed webhook with a NUL in any place is refused, and is no error of the shop', async () => {
		const nul = String.fromCharCode(0)
		for (const body of [
			event(`evt_${nul}`, 'cs_1'),
			event('evt_nul', `cs_${nul}`),
			`${event('evt_nul', 'cs_1')}${nul}`,
		])
			expect(await deliver(body, signed(body))).toBe(400)
	})

	test('B25: a webhook about a foreign payment is kept, and has no effect', async () => {
		const body = event('evt_stranger', 'cs_test_stranger')
		expect(await deliver(body, signed(body))).toBe(200)
		const [row] = await shop.sql`
			select count(*)::int as kept from webhook_events where event_id = 'evt_stranger'`
		expect(row?.['kept']).toBe(1)
	})

	test('a flood of forged webhooks is limited and no longer written down; a true one is accepted', async () => {
		const from = { 'X-Forwarded-For': '10.9.8.7' }
		const statuses: number[] = []
		for (let index = 0; index < 30; index += 1)
			statuses.push(await deliver('{}', { 'Stripe-Signature': 't=1,v1=00', ...from }))
		expect(statuses.filter((status) => status === 400)).toHaveLength(20)
		expect(statuses.filter((status) => status === 429)).toHaveLength(10)

		const body = event('evt_true', 'cs_test_true')
		expect(await deliver(body, { ...signed(body), ...from })).toBe(200)
		const log = await readFile(join(shop.dataDir, 'output.log'), 'utf8')
		const refusals = log.split('\n').filter((line) => line.includes('a webhook was refused'))
		expect(refusals.length).toBeGreaterThanOrEqual(20)
		expect(refusals.length).toBeLessThan(30)
	})
})

test.describe('B28: actions at the desk of the provider', () => {
	async function captureOf(publicId: string): Promise<string> {
		await expect.poll(() => stateOf(publicId)).toBe('confirmed')
		const [row] = await shop.sql`
			select capture_id from payments join orders on orders.id = order_id where public_id = ${publicId}`
		return row?.['capture_id']
	}
	const concerns = async (publicId: string) =>
		(await mailsAbout(publicId)).flatMap((file) => /\.(refunded|dispute)\w*/.exec(file)?.[0] ?? [])

	test('refunds by hand and lost disputes are noted and reported by webhooks, and the booking stands', async () => {
		await shop.control('POST', '/test/faults', { webhooks: 'duplicate' })
		const { page, publicId, paymentId } = await leaving()
		await pay(page)
		const capture = await captureOf(publicId)
		await shop.control('POST', `/test/captures/${capture}/refund`, { amount: 500 })
		await shop.control('POST', `/test/captures/${capture}/dispute`, {})
		const dispute = async () => {
			const [row] = await shop.sql`
				select dispute_id as id, state from disputes where payment_id = ${paymentId}`
			return row
		}
		await expect.poll(async () => (await dispute())?.['state']).toBe('open')
		await shop.control('POST', `/test/disputes/${(await dispute())?.['id']}/close`, {
			outcome: 'lost',
		})
		await expect.poll(async () => (await dispute())?.['state']).toBe('lost')
		await expect
			.poll(async () => (await concerns(publicId)).toSorted())
			.toEqual(['.disputeLost', '.disputed', '.refundedByHand'])
		const given = await shop.sql`select amount from refunds where payment_id = ${paymentId}`
		expect(given.map(({ amount }) => amount)).toEqual([500])
		expect(await stateOf(publicId)).toBe('confirmed')
		await shop.control('POST', '/test/faults', { webhooks: 'off' })
	})
})
