import type { Agent } from 'node:http'

import { exchange, newAgent, newVisitor, type Visitor } from './client.ts'

/** One piece of work, done again and again; throws on an unexpected answer. */
export type Work = (agent: Agent) => Promise<unknown>

export type ShopPlace = { url: string; sandboxUrl: string; days: readonly string[] }

const anew = { Cookie: 'session=opens-nothing' }

/** The works of the shop's visitors, by their names in the table. */
export async function worksOf(shop: ShopPlace) {
	const full = await visitorsWithCarts(shop, 64)
	const bookings = await bookingsOf(shop, 64)
	let turn = 0
	return {
		order: (agent) => order(newVisitor(agent, shop.url), shop),
		add: (agent) => add(newVisitor(agent, shop.url), shop),
		change: (agent) => changing(bookings, agent, takeChange),
		checked: (agent) => changing(bookings, agent, checkChange),
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
async function order(visitor: Visitor, { days, sandboxUrl }: ShopPlace): Promise<string> {
	const wish = visit(days)
	for (const [version, ticket] of tickets.entries())
		await visitor.post('/cart', { ...wish, intent: 'add', version, ...ticket })
	await visitor.post('/checkout/address', details)
	const asked = { intent: 'order', version: tickets.length + 1, terms: 'on', wayToPay: 'stripe' }
	const payment = await visitor.post('/checkout/overview', asked)
	const { location } = await visitor.get(`${payment}?go=1`, 303)
	const back = await pay(sandboxUrl, location)
	return (await visitor.get(back, 303)).location
}

type Booking = {
	visitor: Visitor
	/** The address of its page. */
	page: string
	revision: number
	/** The booking's guests now; a change makes them three or one. */
	guests: number
	/** The sums that the check page of the next change shows. */
	shown: string
}

/** Makes bookings that are changed one visitor at a time: a booking that is being changed is not in the list. */
async function bookingsOf(shop: ShopPlace, count: number): Promise<Booking[]> {
	const agent = newAgent()
	const bookings: Booking[] = []
	while (bookings.length < count) {
		const visitor = newVisitor(agent, shop.url)
		const confirmation = await order(visitor, shop)
		const page = `/booking/${confirmation.split('/').at(-1)?.split('?')[0] ?? ''}/change`
		const booking = { visitor, page, revision: 1, guests: 1, shown: '' }
		bookings.push({ ...booking, shown: await checkChange(booking) })
	}
	return bookings
}

/** Lets the agent change or check the booking that nobody has changed for the longest time. */
async function changing(
	bookings: Booking[],
	agent: Agent,
	work: (booking: Booking, agent: Agent) => Promise<unknown>,
): Promise<void> {
	const booking = bookings.shift()
	if (!booking) throw new Error('all bookings are being changed')
	await work(booking, agent).finally(() => bookings.push(booking))
}

/** Posts the form of the change; returns the sums that its check page shows. */
async function checkChange({ visitor, page, ...booking }: Booking, agent?: Agent): Promise<string> {
	const asked = { ...fieldsOf(booking), intent: 'check' }
	const { text } = await visitor.show(page, asked, agent)
	const [, shown] = /name="shown"[^>]*value="([^"]*)"/.exec(text) ?? []
	if (shown === undefined) throw new Error(`${page} shows no change`)
	return shown
}

/** Presses the button of the check page: two guests more, or those two fewer. */
async function takeChange(booking: Booking, agent: Agent): Promise<void> {
	const { visitor, page, shown, guests } = booking
	await visitor.post(page, { ...fieldsOf(booking), intent: 'take', shown }, agent)
	booking.revision += 1
	booking.guests = guests === 1 ? 3 : 1
	const [difference = '', dueNow = ''] = shown.split('_')
	booking.shown = `${-Number(difference)}_${dueNow}`
}

function fieldsOf({ revision, guests }: Pick<Booking, 'revision' | 'guests'>) {
	return { revision, 'lines.1': guests === 1 ? 3 : 1 }
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
