import { randomUUID } from 'node:crypto'

import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { patterns } from './addresses.ts'
import { bookingOf, details, leave, order, pay, versionIn } from './funnel.ts'
import { newVisitor, type Answer, type Visitor } from './visitor.ts'

// The answer of each address to each visitor: rows E8 and F13 of the faults. Every URL of `routes.ts` has its line
// here.

const origin = process.env['SHOP_URL'] ?? ''

/**
 * nobody: without a session; other: signed in, with a cart; owner: signed in, ready to order, and has ordered the order
 * in question.
 */
type Asker = 'nobody' | 'other' | 'owner'

/** The address as a page, as its data, without its body, and with an empty form posted. */
type Cells = [page: string, data: string, head: string, post: string]
type Row = Record<Asker, Cells>

const person = {
	...details,
	firstName: 'Grace',
	lastName: 'Hopperton',
	email: 'grace.secret@example.org',
	emailRepeat: 'grace.secret@example.org',
	street: 'Geheimweg 99',
}
const secrets = ['Hopperton', 'grace.secret', 'Geheimweg']

const page: Cells = ['200', '200', '200', '405']
const form: Cells = ['200', '200', '200', '422']
const unknown: Cells = ['404', '404', '404', '405']
const missing: Cells = ['404', '404', '404', '404']

const table: Record<string, Row> = {
	'/': everybody(page),
	'/cart': everybody(form),
	'/pages/:slug': everybody(page),
	'/pages/:slug/file': everybody(page),
	'/withdrawal': everybody(form),
	'/locale': everybody(['302 /', '202 /', '302 /', '303 /']),
	'/draft': everybody(['302 /', '202 /', '302 /', '204']),
	'/affiliate': everybody(['302 /', '202 /', '302 /', '303 /']),

	'/login': { nobody: form, ...signedIn(sentTo('/')) },
	'/register': { nobody: form, ...signedIn(sentTo('/checkout/address')) },
	'/forgot-password': { nobody: form, ...signedIn(sentTo('/')) },
	'/reset-password/:resetToken': { nobody: form, ...signedIn(sentTo('/')) },
	'/verify-email/:token': everybody(form),
	'/.well-known/change-password': everybody(sentTo('/account/access-data').with(3, '405') as Cells),
	'/logout': everybody(['302 /', '202 /', '302 /', '303 /']),

	'/account': { nobody: toLogin('/account'), ...signedIn(page) },
	'/account/access-data': { nobody: toLogin('/account/access-data'), ...signedIn(form) },
	'/account/access-data/data.json': {
		nobody: toLogin('/account/access-data/data.json'),
		...signedIn(page),
	},
	'/account/access-data/passkeys': {
		nobody: toLogin('/account/access-data/passkeys'),
		...signedIn(form),
	},
	'/account/access-data/delete': {
		nobody: toLogin('/account/access-data/delete'),
		...signedIn(form),
	},
	'/account/personal-data': { nobody: toLogin('/account/personal-data'), ...signedIn(form) },

	'/account/orders': { nobody: toLogin('/account/orders'), ...signedIn(page) },
	'/account/orders/details/:bookingId': {
		nobody: sentTo('/login?callbackUrl=%2Faccount%2Forders%2Fdetails%2F:bookingId'),
		other: unknown,
		owner: page,
	},

	'/checkout/sign-in': { nobody: sentTo('/cart'), ...signedIn(sentTo('/checkout/address')) },
	'/checkout/address': { nobody: sentTo('/cart'), ...signedIn(form) },
	'/checkout/overview': {
		nobody: sentTo('/cart'),
		other: sentTo('/checkout/address'),
		owner: form,
	},
	'/checkout/success/paypal': everybody(sentTo('/checkout/overview?checkout=failed', '303')),
	'/checkout/success/stripe': everybody(sentTo('/checkout/overview?checkout=failed', '303')),
	// The link shows the booking, but not its customer: `tellNothing`.
	'/checkout/success/:bookingId': everybody([
		'200',
		'200',
		'200',
		'303 /checkout/success/:bookingId',
	]),
	'/checkout/success/:bookingId/calendar.ics': everybody(page),
	'/checkout/success/:bookingId/invoices/:file': { nobody: unknown, other: unknown, owner: page },
	'/checkout/success/:bookingId/gift-vouchers': {
		nobody: unknown,
		other: unknown,
		owner: page,
	},
	// Other visitors learn nothing; tickets alone are no party to invite to.
	'/checkout/success/:bookingId/invitation': {
		nobody: missing,
		other: missing,
		owner: sentTo('/checkout/success/:bookingId').with(
			3,
			'303 /checkout/success/:bookingId',
		) as Cells,
	},
	'/invitation/:token': everybody(unknown),
	'/invitation/:token/calendar.ics': everybody(unknown),
	'/checkout/success/:bookingId/gift-vouchers.pdf': {
		nobody: unknown,
		other: unknown,
		owner: page,
	},
	// Others see what, when and where (`tellNothing`), and are led there from the pages below.
	'/booking/:bookingId': everybody(form),
	'/booking/:bookingId/cancel': {
		...strangers(sentTo('/booking/:bookingId', '303')),
		owner: page.with(3, '303 /booking/:bookingId/cancel?check=1') as Cells,
	},
	'/booking/:bookingId/code': {
		...strangers(sentTo('/booking/:bookingId', '303')),
		owner: sentTo('/booking/:bookingId/cancel?check=1', '303'),
	},
	// An empty form begins no payment.
	'/booking/:bookingId/rest': everybody(form),
	// No change of this booking was ever begun to be paid.
	'/booking/:bookingId/payment': everybody(missing),
	// Whoever has no rights is led to the booking's own page; an empty form changes nothing (faults K41).
	'/booking/:bookingId/change': {
		...strangers(sentTo('/booking/:bookingId', '303')),
		owner: ['200', '200', '200', '200'],
	},
	'/booking/:bookingId/move': {
		...strangers(sentTo('/booking/:bookingId', '303')),
		owner: form,
	},
	// A code that is wrong or over (faults L5).
	'/pay/:payCode': everybody(['410', '410', '410', `303 /pay/${'A'.repeat(43)}`]),
	'/payment/:sessionToken': everybody(page),

	'/api/payments/:provider/webhook': everybody(['405', '405', '405', '400']),
	'/api/auth/*': everybody(missing),
	'/api/passkey': everybody(['405', '405', '405', '200']),
	'/api/guid/provide': everybody(page),
	'/healthz': everybody(page),
	'/readyz': everybody(page),
	'/metrics': everybody(unknown),
	'/_ipx/*': everybody(['400', '400', '400', '405']),
	'/pictures/:file': everybody(unknown),
	'/assets/:file': everybody(unknown),
	'/builds/latest.json': everybody(page),
	'/builds/meta/:file': everybody(['404', '404', '404', '405']),
	'/site.webmanifest': everybody(page),
	'/robots.txt': everybody(page),
	'/sitemap.xml': everybody(page),
	'/*': everybody(missing),
}

function everybody(cells: Cells): Row {
	return { nobody: cells, other: cells, owner: cells }
}

function signedIn(cells: Cells) {
	return { other: cells, owner: cells }
}

function strangers(cells: Cells) {
	return { nobody: cells, other: cells }
}

/** Expects a redirect; that of data is a 202 that names its target. */
function sentTo(path: string, status = '302'): Cells {
	return [`${status} ${path}`, `202 ${path}`, `${status} ${path}`, `${status} ${path}`]
}

function toLogin(path: string): Cells {
	return sentTo(`/login?callbackUrl=${encodeURIComponent(path)}`)
}

test('E8, F13: every address answers every visitor as it should, in every way', async () => {
	const visitors = {
		nobody: newVisitor(origin),
		other: await registered(details),
		owner: await registered(person),
	}
	const { bookingId, payment } = await ordered(visitors.owner)
	await fillCart(visitors.owner)
	await fillCart(visitors.other)

	const found: Record<string, Row> = {}
	for (const pattern of patterns()) {
		const path = pattern
			.replace(':bookingId', bookingId)
			.replace(':sessionToken', payment)
			.replace(':slug', 'agb')
			.replace(':provider', 'stripe')
			.replace(':file', 'receipt.pdf')
			.replace(/:\w+/, 'A'.repeat(43))
			.replace('*', 'unknown')
		const cells = async (asker: Asker) => {
			const answers = await askFor(path, visitors[asker])
			if (asker !== 'owner') tellNothing(path, answers)
			return answers.map((answer) => inShort(answer).replace(bookingId, ':bookingId')) as Cells
		}
		found[pattern] = {
			nobody: await cells('nobody'),
			other: await cells('other'),
			owner: await cells('owner'),
		}
	}
	expect(found).toEqual(table)
})

async function askFor(path: string, visitor: Visitor): Promise<Answer[]> {
	return [
		await visitor.get(path),
		await visitor.get(path === '/' ? '/_.data' : `${path}.data`),
		await visitor.send(path, { method: 'HEAD' }),
		await visitor.post(path, {}),
	]
}

/** Expects that no answer holds the values that the owner typed. */
function tellNothing(path: string, answers: Answer[]): void {
	for (const { text } of answers)
		for (const secret of secrets) expect(text, path).not.toContain(secret)
}

function inShort({ status, location, text }: Answer): string {
	return [status, location ?? /"redirect","([^"]*)"/.exec(text)?.[1]].filter(Boolean).join(' ')
}

async function registered(who: typeof details): Promise<Visitor> {
	const visitor = newVisitor(origin)
	const email = `${randomUUID()}@example.org`
	const newPassword = 'Sternenstaub im Orbit 7'
	const passwords = { newPassword, newPasswordRepeat: newPassword }
	const account = { ...who, email, emailRepeat: email, ...passwords, privacy: 'on' }
	const { location } = await visitor.post('/register', account)
	expect(location).toBe('/account')
	return visitor
}

/** Puts tickets into the cart and fills in the details. */
async function fillCart(visitor: Visitor): Promise<void> {
	const wish = {
		product: 'ticket-adult',
		quantity: 2,
		day: await claimDay('any'),
		time: '14:00',
		duration: 120,
	}
	const version = versionIn((await visitor.get('/')).text)
	expect((await visitor.post('/cart', { intent: 'add', version, ...wish })).status).toBe(303)
}

/** Orders and pays tickets and a gift voucher. */
async function ordered(visitor: Visitor): Promise<{ bookingId: string; payment: string }> {
	await fillCart(visitor)
	const gift = { intent: 'add', version: 1, product: 'gift-25-mail', quantity: 1 }
	expect((await visitor.post('/cart', gift)).status).toBe(303)
	await visitor.post('/checkout/address', person)
	const { text } = await visitor.get('/checkout/overview')
	const payment = await order(visitor, versionIn(text))
	const page = await leave(visitor, payment)
	await pay(page)
	const bookingId = await bookingOf(page, 'confirmed')
	return { bookingId, payment: payment.replace('/payment/', '') }
}
