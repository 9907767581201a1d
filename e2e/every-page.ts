import { createHash, randomBytes } from 'node:crypto'

import { expect } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { beyondHorizon, setPolicy } from './booked-policy.ts'
import { claimDay } from './days.ts'
import { bookingOf, details, leave, order, pay, versionIn } from './http/funnel.ts'
import { newVisitor, type Answer, type Visitor } from './http/visitor.ts'

/** A page in a state, as the shop answered it to a visitor. */
export type Sight = {
	name: string
	path: string
	visitor: Visitor
	answer: Answer
	/** The content of the information modal above it, where scripts run. */
	opens?: { title: string; content: string }
}

/** The walks that see every page, by what their visitors do. */
const walks = {
	'the start page, and pages to read': async ({ arrive, day, restDay }) => {
		await seeTheStartPage(arrive(), day, restDay)
		await seeWhatIsRead(arrive())
	},
	'an account': ({ arrive }) => seeTheAccount(arrive()),
	'nothing free, a reservation over': ({ arrive, sql }) => seeWhatIsGone(sql, arrive()),
	'the withdrawal, and tickets from the cart to their cancellation': async ({ arrive, day }) => {
		await seeTheWithdrawal(arrive())
		await seeTheWayOf('tickets', arrive(), { product: 'ticket-adult', quantity: 4, day })
	},
	'a party from the cart to its cancellation': ({ arrive, day }) =>
		seeTheWayOf('party', arrive(), { product: 'kometen-party', quantity: 8, day }),
	'gift vouchers from the cart to the confirmation': async ({ arrive, day }) => {
		await seeTheWayOf('gift', arrive(), { product: 'gift-50-mail', quantity: 1, day })
		await seeTheWayOf('gift-by-post', arrive(), { product: 'gift-50-post', quantity: 1, day })
	},
} satisfies Record<string, (by: Walk) => Promise<void>>

type Walk = { arrive: () => Eyes; sql: Sql; day: string; restDay: string }
export const walkNames = Object.keys(walks) as (keyof typeof walks)[]

/** Returns the pages of the shop in their states, for tests that look at them; by default those of all walks. */
export async function everyPage(
	origin: string,
	language: 'de-DE' | 'en-EN',
	wanted: readonly (keyof typeof walks)[] = walkNames,
): Promise<Sight[]> {
	const sights: Sight[] = []
	const arrive = () => {
		const visitor = newVisitor(origin)
		visitor.cookies.set('locale', language)
		const note = (name: string, path: string, answer: Answer) =>
			sights.push({ name, path, visitor, answer })
		return {
			visitor,
			see: async (name: string, path: string) => {
				const answer = await visitor.get(path)
				const next = answer.location
				note(name, next ?? path, next ? await visitor.follow(next) : answer)
			},
			send: async (name: string, path: string, fields: Record<string, string | number>) =>
				note(name, path, await visitor.post(path, fields)),
		}
	}
	const [day, restDay] = await twoDays()
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1 })
	for (const walk of wanted) await walks[walk]({ arrive, sql, day, restDay })
	await sql.end()
	return [...sights, ...sights.filter(({ name }) => inFront.has(name)).map(inFrontOf)]
}

/** Pages that are seen once more with the information modal in front of them. */
const inFront = new Set(['start', 'start-party-time', 'tickets-cart', 'tickets-overview'])

function inFrontOf(sight: Sight): Sight {
	const content = '<p>Ab <b>sechs</b> Jahren, <a href="/pages/faq">mehr dazu</a></p>'
	return { ...sight, name: `${sight.name}-modal`, opens: { title: 'Laser-Arena', content } }
}

type Eyes = {
	visitor: Visitor
	see: (name: string, path: string) => Promise<unknown>
	send: (name: string, path: string, fields: Record<string, string | number>) => Promise<unknown>
}

/** Claims a weekend day of its own, and finds a rest day after it. */
async function twoDays(): Promise<[day: string, rest: string]> {
	const day = await claimDay('weekend')
	const rest = new Date(`${day}T12:00:00Z`)
	do rest.setUTCDate(rest.getUTCDate() + 1)
	while (rest.getUTCDay() !== 1)
	return [day, rest.toISOString().slice(0, 10)]
}

async function seeTheStartPage({ see, send }: Eyes, day: string, rest: string) {
	await see('start', '/')
	for (const kind of ['play', 'party', 'place', 'gift'])
		await see(`start-${kind}`, `/?kind=${kind}`)
	await see('start-time', `/?kind=play&day=${day}&guests=4&duration=120&time=14:00`)
	await see('start-party-time', `/?kind=party&day=${day}&guests=8&time=14:00`)
	await see('start-month', `/?kind=play&day=${day}&month=${day.slice(0, 7)}`)
	await see('start-rest-day', `/?kind=play&day=${rest}`)
	await see('start-place-rest-day', `/?kind=place&day=${rest}`)
	await see('start-party-rest-day', `/?kind=party&product=kometen-party&day=${rest}`)
	await see('cart-empty', '/cart')
	await send('cart-refused', '/cart', {
		intent: 'add',
		version: 0,
		product: 'kometen-party',
		quantity: 1,
	})
}

/** Shows pages on which nothing is free and the cart's reservation has ended. */
async function seeWhatIsGone(sql: Sql, { see, visitor }: Eyes) {
	const day = await claimDay('weekend')
	const extras = { 'room-mars': 1, 'gift-50-mail': 1 }
	for (const [product, quantity] of Object.entries(extras)) {
		const version = versionIn((await visitor.get('/cart')).text)
		const wish = { intent: 'add', version, product, quantity, day, time: '14:00', duration: 120 }
		expect((await visitor.post('/cart', wish)).status, product).toBe(303)
	}
	await see('cart-day-change', `/cart?day=${await claimDay('weekend')}`)
	await sql`update carts set expires_at = now() + interval '90 seconds' where day = ${day}`
	await see('cart-ending', '/cart')
	await sql`update carts set expires_at = now() - interval '1 minute' where day = ${day}`
	await sql`delete from allocations where day = ${day}`
	const span = [`${day} 00:00 Europe/Berlin`, `${day} 23:59 Europe/Berlin`] as const
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select id, ${day}, span, span, capacity, exclusive, 'confirmed'
		from resources,
			(select tstzrange(${span[0]}::text::timestamptz, ${span[1]}::text::timestamptz) as span) as spans`
	await see('cart-lost', '/cart')
	for (const kind of ['play', 'party', 'place'])
		await see(`start-${kind}-sold-out`, `/?kind=${kind}&day=${day}&guests=8&time=14:00`)
	await see('start-month-sold-out', `/?kind=play&day=${day}&month=${day.slice(0, 7)}`)
	await see('start-too-many', `/?kind=play&day=${day}&guests=400`)
	await see('start-too-far', '/?kind=play&day=2099-05-05')
}

async function seeWhatIsRead({ see, visitor }: Eyes) {
	const { text } = await visitor.get('/sitemap.xml')
	for (const [, slug = ''] of text.matchAll(/\/pages\/([\w-]+)</g))
		await see(`page-${slug}`, `/pages/${slug}`)
	await see('not-found', '/partys/komet')
	await see('not-found-page', '/pages/komet')
	await see('pay-link-over', '/pay/00000-00000')
	await see('payment-gone', `/payment/${'A'.repeat(43)}`)
	await see('order-not-found', '/checkout/success/nothing-of-this-name')
}

async function seeTheAccount({ see, send, visitor }: Eyes) {
	await see('login', '/login')
	await see('login-refused', '/login?error=CredentialsSignin')
	await send('login-empty', '/login', {})
	await see('register', '/register')
	await send('register-empty', '/register', {})
	await see('forgot-password', '/forgot-password')
	await send('forgot-password-empty', '/forgot-password', {})
	await see('reset-password', `/reset-password/${'A'.repeat(43)}`)
	await see('verify-email', `/verify-email/${'A'.repeat(43)}`)
	await register(visitor)
	await see('account', '/account')
	for (const part of [...accountParts, 'orders/details/nothing-of-this-name'])
		await see(`account-${part.replaceAll('/', '-')}`, `/account/${part}`)
	await seeItsOrders({ see, visitor })
	await send('account-access-data-empty', '/account/access-data', { intent: 'password' })
	await send('account-delete-empty', '/account/access-data/delete', {})
	await send('account-personal-data-empty', '/account/personal-data', {})
}

/** Shows the pages of paid orders, with files to print. */
async function seeItsOrders({ see, visitor }: Pick<Eyes, 'see' | 'visitor'>) {
	const day = await claimDay('weekend')
	const chosen = { 'ticket-adult': 2, 'gift-50-mail': 1 }
	for (const [product, quantity] of Object.entries(chosen)) {
		const version = versionIn((await visitor.get('/cart')).text)
		const wish = { intent: 'add', version, product, quantity, day, time: '14:00', duration: 120 }
		expect((await visitor.post('/cart', wish)).status, product).toBe(303)
	}
	await see('account-address', '/checkout/address')
	await visitor.post('/checkout/address', details)
	const version = versionIn((await visitor.get('/checkout/overview')).text)
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const done = await bookingOf(provider, 'confirmed')
	await see('account-orders-filled', '/account/orders')
	await see('account-order-details', `/account/orders/details/${done}`)
}

const accountParts = [
	'access-data',
	'access-data/passkeys',
	'access-data/delete',
	'personal-data',
	'orders',
]

async function register(visitor: Visitor) {
	const email = `eyes-${crypto.randomUUID()}@example.org`
	const newPassword = 'Sternenstaub im Orbit 7'
	const passwords = { newPassword, newPasswordRepeat: newPassword }
	const account = { ...details, email, emailRepeat: email, ...passwords, privacy: 'on' }
	expect((await visitor.post('/register', account)).status).toBe(303)
}

async function seeTheWithdrawal({ see, send }: Eyes) {
	const declared = { name: 'Ada Lovelace', contract: '2026-000001', email: 'ada@example.org' }
	await see('withdrawal', '/withdrawal')
	await send('withdrawal-empty', '/withdrawal', { intent: 'declare' })
	await send('withdrawal-confirm', '/withdrawal', { ...declared, intent: 'declare' })
	await see('withdrawal-received', '/withdrawal?received')
}

/** Shows the pages from the cart until after the payment. */
async function seeTheWayOf(
	name: string,
	{ see, send, visitor }: Eyes,
	wish: { product: string; quantity: number; day: string },
) {
	const added = await visitor.post('/cart', {
		intent: 'add',
		version: 0,
		time: '14:00',
		duration: 120,
		...wish,
	})
	expect(added.status, added.text).toBe(303)
	await see(`${name}-cart`, '/cart')
	if (wish.product === 'kometen-party') await fillTheParty(visitor, wish.day)
	await see(`${name}-cart-ready`, '/cart')
	await see(`${name}-start`, '/')
	await see(`${name}-sign-in`, '/checkout/sign-in')
	await see(`${name}-address`, '/checkout/address')
	await send(`${name}-address-empty`, '/checkout/address', {})
	await send(`${name}-address-organisation`, '/checkout/address', {
		...details,
		'organisation.reference': '4711',
		'organisation.leitwegId': '04011000-1234512345-07',
	})
	const party = { 'party.type': 'birthday', 'party.birthday': 'Mia' }
	await visitor.post('/checkout/address', { ...details, ...party })
	await see(`${name}-overview`, '/checkout/overview')
	const version = versionIn((await visitor.get('/checkout/overview')).text)
	await send(`${name}-overview-no-terms`, '/checkout/overview', { intent: 'order', version })

	const payment = await order(visitor, version)
	await see(`${name}-payment`, payment)
	const provider = await leave(visitor, payment)
	const done = `/checkout/success/${await bookingOf(provider)}`
	await see(`${name}-pending`, done)
	await see(`${name}-pending-silent`, `${done}?unverified=1`)
	await see(`${name}-overview-running`, '/checkout/overview')
	await pay(provider)
	await bookingOf(provider, 'confirmed')
	await see(`${name}-confirmation`, done)
	await see(`${name}-cart-booked`, '/cart')
	await see(`${name}-start-booked`, '/')
	await see(`${name}-gift-vouchers`, `${done}/gift-vouchers`)
	const booking = done.replace('/checkout/success', '/booking')
	await seeTheRest(name, { see, send, visitor }, booking)
	if (wish.product === 'kometen-party') await seeTheInvitation(name, { see, visitor }, done)
	await seeTheBooking(name, { see, send, visitor }, booking)
}

/** Shows the page of a booking's rest: due, refused, under way, checked and paid; over for gift vouchers alone. */
async function seeTheRest(
	name: string,
	{ see, send, visitor }: Pick<Eyes, 'see' | 'send' | 'visitor'>,
	booking: string,
) {
	const page = `${booking}/rest`
	await see(`${name}-rest`, page)
	if (name.startsWith('gift')) return
	await send(`${name}-rest-no-way`, page, { intent: 'pay' })
	const begun = await visitor.post(page, { intent: 'pay', wayToPay: 'stripe' })
	const provider = await leave(visitor, begun.location ?? '')
	await see(`${name}-rest-paying`, page)
	await see(`${name}-rest-silent`, `${page}?unverified=1`)
	await pay(provider)
	await expect
		.poll(async () => (await visitor.get(page)).text)
		.toMatch(/Der Rest ist bezahlt|The rest is paid/)
	await see(`${name}-rest-paid`, page)
}

/** Shows the booking's own page, as its customer, by a key and as a stranger, and cancels the booking. */
async function seeTheBooking(
	name: string,
	{ see, send, visitor }: Pick<Eyes, 'see' | 'send' | 'visitor'>,
	booking: string,
) {
	const bookingId = booking.replace('/booking/', '')
	await see(`${name}-booking`, booking)
	if (name.startsWith('gift')) return
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1 })
	await setPolicy(sql, bookingId, 0)
	await see(`${name}-booking-open`, booking)
	await seeByKey(name, { see, send, visitor }, { sql, bookingId })
	await seeTheChanges(name, { see, send, visitor }, booking)
	await see(`${name}-cancel`, `${booking}/cancel`)
	await setPolicy(sql, bookingId, beyondHorizon)
	await see(`${name}-change-late`, `${booking}/change`)
	await see(`${name}-move-late`, `${booking}/move`)
	await see(`${name}-cancel-fee`, `${booking}/cancel`)
	await see(`${name}-cancel-check`, `${booking}/cancel?check=1`)
	await send(`${name}-cancel-changed`, `${booking}/cancel?check=1`, { fee: 1, back: 1 })
	await sql`update orders set policy = null where public_id = ${bookingId}`
	await see(`${name}-cancel-late`, `${booking}/cancel`)
	await setPolicy(sql, bookingId, 0)
	const { text } = await visitor.get(`${booking}/cancel?check=1`)
	const sum = (of: string) => new RegExp(`name="${of}"[^>]*value="(\\d+)"`).exec(text)?.[1] ?? ''
	await visitor.post(`${booking}/cancel?check=1`, { fee: sum('fee'), back: sum('back') })
	await see(`${name}-cancel-done`, `${booking}/cancel`)
	await see(`${name}-booking-cancelled`, booking)
	await sql.end()
}

/** Shows the pages on which a booking is changed and moved, with their refusals that guide. */
async function seeTheChanges(
	name: string,
	{ see, send, visitor }: Pick<Eyes, 'see' | 'send' | 'visitor'>,
	booking: string,
) {
	const change = `${booking}/change`
	const check = { intent: 'check', revision: 1 }
	await see(`${name}-change`, change)
	await send(`${name}-change-nothing`, change, check)
	await send(`${name}-change-zero`, change, { ...check, 'lines.1': 0 })
	await send(`${name}-change-fewer`, change, { ...check, 'lines.1': 5, 'pieces.1.menu-pasta': 5 })
	await send(`${name}-change-many`, change, { ...check, 'lines.1': 41 })
	await send(`${name}-change-look`, change, { ...check, intent: 'look', 'lines.1': 7 })
	await send(`${name}-change-check`, change, { ...check, 'lines.1': 7, 'pieces.1.menu-pasta': 7 })
	await send(`${name}-change-due`, change, { ...check, 'extras.magician': 1 })
	const move = `${booking}/move`
	await see(`${name}-move`, move)
	const day = await claimDay('weekend')
	await see(`${name}-move-times`, `${move}?day=${day}`)
	await see(`${name}-move-gone`, `${move}?day=${day}&time=03:00`)
	const path = `${move}?day=${day}&time=16:00`
	await see(`${name}-move-check`, path)
	const { text } = await visitor.get(path)
	const shown = /name="shown"[^>]*value="([^"]*)"/.exec(text)?.[1] ?? ''
	const moved = await visitor.post(move, { intent: 'take', revision: 1, day, time: '16:00', shown })
	expect(moved.location).toBe(`${move}?done`)
	await see(`${name}-move-done`, `${move}?done`)
	await see(`${name}-change-done`, `${change}?done`)
}

/** Shows the page of a letter's key, the booking and the code by it, and what a stranger sees. */
async function seeByKey(
	name: string,
	{ see, send, visitor }: Pick<Eyes, 'see' | 'send' | 'visitor'>,
	{ sql, bookingId }: { sql: Sql; bookingId: string },
) {
	const customer = visitor.cookies.get('session') ?? ''
	visitor.cookies.delete('session')
	const booking = `/booking/${bookingId}`
	await see(`${name}-booking-foreign`, booking)
	await see(`${name}-booking-foreign-sent`, `${booking}?sent=1`)
	const key = randomBytes(32).toString('base64url')
	const hash = createHash('sha256').update(key).digest('hex')
	await sql`
		insert into booking_tokens (hash, order_id) select ${hash}, id from orders
		where public_id = ${bookingId}`
	await see(`${name}-booking-key`, `/booking/${key}`)
	await visitor.post(`/booking/${key}`, {})
	await see(`${name}-booking-by-link`, booking)
	await see(`${name}-booking-code`, `${booking}/code`)
	await see(`${name}-booking-code-sent`, `${booking}/code?sent=1`)
	await send(`${name}-booking-code-wrong`, `${booking}/code?sent=1`, {
		intent: 'useCode',
		code: 'x',
	})
	visitor.cookies.set('session', customer)
}

/** Shows an invitation as its host and as a guest see it, and after it is withdrawn. */
async function seeTheInvitation(
	name: string,
	{ see, visitor }: Pick<Eyes, 'see' | 'visitor'>,
	done: string,
) {
	const { location } = await visitor.post(`${done}/invitation`, { intent: 'invite' })
	const path = location ?? ''
	await see(`${name}-invitation-host`, path)
	await see(`${name}-confirmation-invited`, done)
	const guest = visitor.cookies.get('session') ?? ''
	visitor.cookies.delete('session')
	await see(`${name}-invitation`, path)
	visitor.cookies.set('session', guest)
	await visitor.post(`${done}/invitation`, { intent: 'withdraw' })
	await see(`${name}-invitation-withdrawn`, path)
}

/** Chooses the mandatory extras of a party: a meal for each child, drinks, a theme. */
async function fillTheParty(visitor: Visitor, day: string) {
	const { text } = await visitor.get('/cart')
	const [, parent = ''] = /name="line"[^>]*value="([0-9a-f-]{36})"/.exec(text) ?? []
	const extras = { 'menu-pasta': 8, 'jug-juice': 2, 'decor-astronauts': 1, cake: 1 }
	for (const [product, quantity] of Object.entries(extras)) {
		const version = versionIn((await visitor.get('/cart')).text)
		const wish = { intent: 'add', version, product, quantity, day, parent }
		expect((await visitor.post('/cart', wish)).status, product).toBe(303)
	}
}
