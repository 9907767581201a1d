import type { Agent } from 'node:http'

import { exchange, newAgent, newVisitor, type Visitor } from './client.ts'

/** One piece of work, done again and again; throws on an unexpected answer. */
export type Work = (agent: Agent) => Promise<unknown>

export type ShopPlace = { url: string; sandboxUrl: string; days: readonly string[] }

const anew = { Cookie: 'session=opens-nothing' }

/** The works of the shop's visitors, by their names in the table. */
export async function worksOf(shop: ShopPlace) {
	const full = await visitorsWithCarts(shop, 64)
	let turn = 0
	return {
		order: (agent) => order(newVisitor(agent, shop.url), shop),
		add: (agent) => add(newVisitor(agent, shop.url), shop),
		kept: (agent) => newVisitor(agent, shop.url).get('/'),
		anew: (agent) => newVisitor(agent, shop.url).get(newAddress(shop), 200, anew),
		cart: () => full[(turn += 1) % full.length]?.get(newAddress(shop)) ?? Promise.resolve(),
		content: (agent) => newVisitor(agent, shop.url).get('/pages/agb'),
	} satisfies Record<string, Work>
}

let addresses = 0

/** Returns an address of the start page that was not asked for before, so that it is not cached. */
function newAddress({ days }: ShopPlace): string {
	addresses += 1
	const [day, guests] = [days[addresses % days.length], 1 + (addresses % 12)]
	return `/?day=${day}&guests=${guests}&visit=${addresses}`
}

/** Makes visitors with a ticket in their carts. */
export async function visitorsWithCarts(shop: ShopPlace, count: number): Promise<Visitor[]> {
	const agent = newAgent()
	const visitors = Array.from({ length: count }, () => newVisitor(agent, shop.url))
	for (const visitor of visitors) await add(visitor, shop)
	return visitors
}

/** Puts a ticket into a new cart, at any time or at the given one. */
export function add(visitor: Visitor, { days }: ShopPlace, time?: string): Promise<string> {
	return visitor.post('/cart', {
		...visit(days),
		...(time && { time }),
		intent: 'add',
		version: 0,
		...tickets[0],
	})
}

/**
 * Makes an order: three tickets, the address, the order, the payment at the pretend provider, and back: eight requests,
 * seven of them to the shop.
 */
async function order(visitor: Visitor, { days, sandboxUrl }: ShopPlace): Promise<void> {
	const wish = visit(days)
	for (const [version, ticket] of tickets.entries())
		await visitor.post('/cart', { ...wish, intent: 'add', version, ...ticket })
	await visitor.post('/checkout/address', details)
	const asked = { intent: 'order', version: tickets.length + 1, terms: 'on', wayToPay: 'stripe' }
	const payment = await visitor.post('/checkout/overview', asked)
	const { location } = await visitor.get(`${payment}?go=1`, 303)
	const back = await pay(sandboxUrl, location)
	await visitor.get(back, 303)
}

async function pay(sandboxUrl: string, providerPage: string): Promise<string> {
	const session = providerPage.split('/').at(-1) ?? ''
	const paid = await exchange(sandboxAgent, `${sandboxUrl}/test/sessions/${session}/pay`, {
		method: 'POST',
		body: '{}',
		headers: { 'Content-Type': 'application/json' },
		read: true,
	})
	const { pathname, search } = new URL(JSON.parse(paid.text).success_url)
	return pathname + search
}

const sandboxAgent = newAgent()

const tickets = [
	{ product: 'ticket-adult', quantity: 1 },
	{ product: 'ticket-child', quantity: 1 },
	{ product: 'ticket-senior', quantity: 1 },
]

function visit(days: readonly string[]) {
	const day = days[Math.floor(Math.random() * days.length)] ?? ''
	const time = Math.random() < 0.5 ? '14:00' : '16:00'
	return { day, time, duration: 120, returnTo: '/' }
}

const details = {
	firstName: 'Ada',
	lastName: 'Lovelace',
	email: 'ada@example.org',
	emailRepeat: 'ada@example.org',
	street: 'Sternweg 1',
	postcode: '80331',
	city: 'München',
}
