import { type Fields, newVisitor, type Visitor } from '../e2e/http/visitor.ts'
import type { Known } from './fuzzed-requests.ts'
import { visitDay } from './visit-day.ts'

/** Makes visitors whose cookies open something: a guest, a guest with a cart, an account, an account with an order. */
export async function knownVisitors(origin: string, patterns: readonly string[]): Promise<Known> {
	const guest = newVisitor(origin)
	await guest.get('/api/guid/provide')
	const buyer = await withGiftVoucher(origin)
	const orders = await order(buyer)
	const customer = await registered(origin)
	const all = [guest, buyer, customer, await withGiftVoucher(origin)]
	return {
		patterns,
		origin,
		cookies: all.map(({ cookies }) =>
			[...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
		),
		values: [...some, orders.bookingId, orders.payment, crypto.randomUUID()],
	}
}

const some =
	`agb impressum stripe paypal csrf session signout callback/credentials latest.json deposit.pdf ticket-adult
	f_webp&w_640&q_90/pictures/park.svg w_320/logo.svg`.split(/\s+/)

const details = {
	firstName: 'Ada',
	lastName: 'Lovelace',
	street: 'Sternweg 1',
	postcode: '80331',
	city: 'München',
}

/** Makes a visitor with a gift voucher in the cart. */
export function withGiftVoucher(origin: string): Promise<Visitor> {
	return withInCart(origin, { product: 'gift-25-mail' })
}

/** Makes a visitor with a ticket in the cart, which takes a place. */
export function withTicket(origin: string): Promise<Visitor> {
	const visit = { day: visitDay, time: '14:00', duration: 120 }
	return withInCart(origin, { product: 'ticket-adult', ...visit })
}

async function withInCart(origin: string, product: Fields): Promise<Visitor> {
	const visitor = newVisitor(origin)
	const wish = { intent: 'add', version: 0, quantity: 1, returnTo: '/', ...product }
	await mustBe(visitor.post('/cart', wish), 303)
	return visitor
}

/** Orders the cart and pays at the pretend provider; returns the ids of order and payment for addresses. */
export async function order(visitor: Visitor): Promise<{ bookingId: string; payment: string }> {
	const email = `ada-${crypto.randomUUID()}@example.org`
	const told = { ...details, email, emailRepeat: email }
	await mustBe(visitor.post('/checkout/address', told), 303)
	const version = /name="version"[^>]*value="(\d+)"/.exec(
		(await visitor.get('/checkout/overview')).text,
	)?.[1]
	const ordered = { intent: 'order', version: version ?? '0', terms: 'on', wayToPay: 'stripe' }
	const { location: payment } = await mustBe(visitor.post('/checkout/overview', ordered), 303)
	const { location: page } = await mustBe(visitor.get(`${payment}?go=1`), 303)
	const paid = await fetch(page ?? '', {
		method: 'POST',
		redirect: 'manual',
		body: new URLSearchParams({ intent: 'pay' }),
	})
	const back = new URL(paid.headers.get('Location') ?? '')
	const { location } = await visitor.get(back.pathname + back.search)
	return {
		bookingId: location?.split('/').at(-1) ?? '',
		payment: payment?.split('/').at(-1) ?? '',
	}
}

/** Makes a visitor with an account, which is mailed a letter. */
export async function registered(origin: string): Promise<Visitor> {
	const visitor = newVisitor(origin)
	const email = `ada-${crypto.randomUUID()}@example.org`
	const password = crypto.randomUUID()
	const typed = {
		...details,
		email,
		emailRepeat: email,
		newPassword: password,
		newPasswordRepeat: password,
		privacy: 'on',
	}
	await mustBe(visitor.post('/register', typed), 303)
	return visitor
}

async function mustBe<T extends { status: number; text: string }>(
	asked: Promise<T>,
	status: number,
): Promise<T> {
	const answer = await asked
	if (answer.status !== status) throw new Error(`${answer.status}: ${answer.text.slice(0, 500)}`)
	return answer
}
