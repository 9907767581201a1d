import { expect, test } from '@playwright/test'

import { details, order, readyToOrder, sessionOf, versionIn } from '../http/funnel.ts'
import { password, registration } from '../http/registered.ts'
import { newVisitor, type Fields, type Visitor } from '../http/visitor.ts'
import { newEmail } from '../new-email.ts'
import { buildAt, lastRelease } from './other-build.ts'
import { openTwoBuilds, type TwoBuilds } from './two-builds.ts'

// Faults J3: the last release alone; both builds in turn; this build alone; the last release again.
test.describe.configure({ mode: 'serial' })

let shop: TwoBuilds
test.beforeAll(async () => {
	const release = await lastRelease()
	shop = await openTwoBuilds((folder) => buildAt(release, folder))
	await shop.start('other', 'no jobs')
})
test.afterAll(() => shop?.close())

/** Visits begun at the last release, which go on after the upgrade. */
const begun = {
	cart: newVisitor(''),
	account: newVisitor(''),
	email: newEmail(),
	/** A start page of the last release whose button was not pressed yet. */
	page: { visitor: newVisitor(''), newCart: '', day: '' },
	/** Visitors at the provider who have not paid yet. */
	payments: [] as { visitor: Visitor; providerPage: string }[],
	/** Paid; its letter waits, because no server works on jobs. */
	paid: { visitor: newVisitor(''), providerPage: '' },
}
let unnamePolicies = async () => {}

test('before: the last release takes carts, orders, payments and an account', async () => {
	begun.cart = (await readyToOrder(shop.origin, await shop.claimDay())).visitor
	for (const provider of ['stripe', 'paypal'] as const)
		begun.payments.push(await standAtProvider(provider))

	const paid = await standAtProvider('stripe')
	await payAndReturn(paid)
	begun.paid = paid

	begun.account = newVisitor(shop.origin)
	const registered = await begun.account.post('/register', registration(begun.email))
	expect(registered.status).toBe(303)

	const visitor = newVisitor(shop.origin)
	const day = await shop.claimDay()
	const { text } = await visitor.get(`/?day=${day}`)
	const newCart = /name="newCart"[^>]*value="([^"]+)"/.exec(text)?.[1] ?? ''
	begun.page = { visitor, newCart, day }
	expect(newCart).not.toBe('')
})

test('both: the upgrade begins while the last release serves, with its venue files', async () => {
	await shop.start('this', 'no jobs')
})

test('both: a cart of the last release is there on every page, is changed and ordered', async () => {
	const { cart } = begun
	for (let round = 0; round < 8; round += 1)
		expect((await cart.get('/cart')).text, `round ${round}`).toContain('name="line"')
	const { text } = await cart.get('/checkout/overview')
	await standAtProvider('stripe', { visitor: cart, version: versionIn(text) }).then(payAndReturn)
})

test('both: a button of an old page makes a cart that stays', async () => {
	const { visitor, newCart, day } = begun.page
	const wish = { product: 'ticket-adult', quantity: 2, day, time: '14:00', duration: 120 }
	const added = await visitor.post('/cart', {
		...wish,
		intent: 'add',
		version: 0,
		newCart,
		returnTo: '/',
	})
	expect(added.status).toBe(303)
	for (let round = 0; round < 8; round += 1)
		expect((await visitor.get('/cart')).text, `round ${round}`).toContain('name="line"')
})

test('both: carts begun in between keep their lines at every step of checkout', async () => {
	for (let round = 0; round < 6; round += 1) {
		const { visitor, version } = await readyToOrder(shop.origin, await shop.claimDay())
		await standAtProvider(round % 2 ? 'stripe' : 'paypal', { visitor, version }).then(payAndReturn)
	}
})

test('both: a signed-in customer stays so, and signs out and in at either', async () => {
	const { account, email } = begun
	for (let round = 0; round < 6; round += 1)
		expect((await account.get('/account/orders')).status, `round ${round}`).toBe(200)
	expect((await account.post('/logout', {})).status).toBe(303)
	const signedIn = await account.post('/login', { username: email, password })
	expect(signedIn.status).toBe(303)
	for (let round = 0; round < 6; round += 1)
		expect((await account.get('/account/orders')).status, `round ${round}`).toBe(200)
})

test('after: payments that were begun before the upgrade and are paid after it confirm their orders', async () => {
	await shop.stop('other')
	await shop.stop('this')
	unnamePolicies = await shop.namePolicies()
	await shop.start('this', 'jobs')
	for (const each of begun.payments) await payAndReturn(each)
})

test('after: every letter that waited at the upgrade is sent, once', async () => {
	const orders = await shop.sql`select public_id from orders where state = 'confirmed'`
	for (const { public_id: bookingId } of orders) await shop.outbox.confirmationOf(String(bookingId))
	expect(orders.length).toBeGreaterThan(9)
	await shop.outbox.accountLetter(begun.email, 'welcome')
	await expect.poll(waitingJobs).toEqual([])
})

test('after: an order of the last release is changed and moved by the policy of its terms, with a letter each', async () => {
	const { visitor, providerPage } = begun.paid
	const { bookingId } = await paymentAt(providerPage)
	const page = `/booking/${bookingId}`
	const guests = { revision: 1, 'lines.1': 5 }
	const change = await visitor.post(`${page}/change`, { intent: 'check', ...guests })
	expect(await take(visitor, `${page}/change`, { page: change.text, ...guests })).toBe('done')
	const then = { day: await shop.claimDay(), time: '15:00' }
	const move = await visitor.get(`${page}/move?${new URLSearchParams(then)}`)
	const moved = { page: move.text, revision: 2, ...then }
	expect(await take(visitor, `${page}/move`, moved)).toBe('done')
	const [row] = await shop.sql`
		select revision, orders.day::text, quantity from orders join order_lines on order_id = orders.id
		where public_id = ${bookingId}`
	expect(row).toEqual({ revision: 3, day: then.day, quantity: 5 })
	for (const revision of [2, 3]) await shop.outbox.letterOf(bookingId, `revision-${revision}`)
	const paper = await visitor.get(`/checkout/success/${bookingId}/invoices/deposit.pdf`)
	expect(paper.headers.get('Content-Type')).toBe('application/pdf')
})

test('after: an order of the last release is cancelled: all money and every paper is taken back, and a letter says so', async () => {
	const [{ visitor, providerPage } = begun.paid] = begun.payments
	const { bookingId } = await paymentAt(providerPage)
	const cancel = `/booking/${bookingId}/cancel`
	const { text } = await visitor.get(`${cancel}?check=1`)
	const sums = { fee: fieldIn(text, 'fee'), back: fieldIn(text, 'back') }
	expect(sums.fee).toBe('0')
	expect((await visitor.post(cancel, sums)).location).toBe(cancel)
	await shop.outbox.letterOf(bookingId, 'cancellation')
	const [row] = await shop.sql`
		select state,
			(select sum(refunds.amount)::text from refunds join payments on payments.id = payment_id where order_id = orders.id) as back,
			(select array_agg(gross order by gross)::text from invoices where order_id = orders.id) as papers
		from orders where public_id = ${bookingId}`
	const { back } = sums
	expect(row).toEqual({ state: 'cancelled', back, papers: `{-${back},${back}}` })
})

test('back: the last release serves again, with what this build has begun', async () => {
	const paid = await standAtProvider('stripe')
	const waiting = await standAtProvider('paypal')
	const open = await readyToOrder(shop.origin, await shop.claimDay())
	await shop.stop('this')
	await shop.start('this', 'no jobs')
	await payAndReturn(paid)
	await shop.stop('this')

	await unnamePolicies()
	await shop.start('other', 'jobs')
	await shop.outbox.confirmationOf((await paymentAt(paid.providerPage)).bookingId)
	await payAndReturn(waiting)
	await shop.outbox.confirmationOf((await paymentAt(waiting.providerPage)).bookingId)
	expect((await open.visitor.get('/cart')).text).toContain('name="line"')
	const overview = await open.visitor.get('/checkout/overview')
	const again = { visitor: open.visitor, version: versionIn(overview.text) }
	await standAtProvider('stripe', again).then(payAndReturn)
	expect((await begun.account.get('/account/orders')).status).toBe(200)
	await expect.poll(waitingJobs).toEqual([])
})

function fieldIn(page: string, name: string): string {
	return new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? ''
}

/** Presses the button of a check page; returns 'done', or where else it leads. */
async function take(visitor: Visitor, at: string, { page, ...asked }: Fields & { page: string }) {
	const fields = { intent: 'take', shown: fieldIn(page, 'shown'), ...asked }
	const { location } = await visitor.post(at, fields)
	return location === `${at}?done` ? 'done' : location
}

type Ordering = { visitor: Visitor; version: string }
type AtProvider = { visitor: Visitor; providerPage: string }

/** Orders, and goes to the provider's page. */
async function standAtProvider(
	provider: 'stripe' | 'paypal',
	ordering?: Ordering,
): Promise<AtProvider> {
	const { visitor, version } = ordering ?? (await readyToOrder(shop.origin, await shop.claimDay()))
	const payment = await order(visitor, version, provider)
	const { location } = await visitor.get(`${payment}?go=1`)
	return { visitor, providerPage: location ?? '' }
}

/** Pays and comes back as the provider's page leads; the confirmation is shown. */
async function payAndReturn({ visitor, providerPage }: AtProvider): Promise<void> {
	const body = new URLSearchParams({ intent: 'pay' })
	const paid = await fetch(providerPage, { method: 'POST', body, redirect: 'manual' })
	const { pathname, search } = new URL(paid.headers.get('Location') ?? '')
	const shown = await visitor.follow(pathname + search)
	expect(shown.status).toBe(200)
	expect(shown.text).toContain(details.firstName)
	expect((await paymentAt(providerPage)).state).toBe('paid')
}

/** Returns the payment that is made on a page of the provider, and the public id of its order. */
async function paymentAt(providerPage: string): Promise<{ state: string; bookingId: string }> {
	const [row] = await shop.sql`
		select payments.state, orders.public_id from orders join payments on order_id = orders.id
		where provider_id = ${sessionOf(providerPage)}`
	return { state: String(row?.['state']), bookingId: String(row?.['public_id']) }
}

/** Lists the jobs that should have been done by now, by name. */
async function waitingJobs(): Promise<string[]> {
	const rows = await shop.sql`
		select distinct name from pgboss.job
		where state in ('created', 'retry', 'failed') and start_after <= now() and name like 'mail%'`
	return rows.map(({ name }) => String(name))
}
