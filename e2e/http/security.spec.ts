import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { claimDay } from '../days.ts'
import { details, leave, order, pay, readyToOrder, sessionOf, versionIn } from './funnel.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// Access and rights: rows F1, F4, F11, F16-F18, B6, B8, B24 and B32 of the faults.

const origin = process.env['SHOP_URL'] ?? ''
let sql: Sql
let visitor: Visitor

test.beforeAll(async () => {
	wish.day = await claimDay('any')
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())
test.beforeEach(() => {
	visitor = newVisitor(origin)
})

const wish = {
	intent: 'add',
	version: '0',
	product: 'ticket-adult',
	quantity: '1',
	day: '',
	time: '14:00',
	duration: '120',
}
const form = () => new URLSearchParams(wish)

test.describe('F17: headers', () => {
	const paths: [string, number][] = [
		['/', 200],
		['/cart', 200],
		['/pages/agb', 200],
		['/nope', 404],
		['/checkout/address', 302],
		['/_.data', 200],
		['/cart.data', 200],
		['/payment/unknown?go=1', 410],
	]
	for (const [path, status] of paths) {
		test(`headers of ${path}`, async () => {
			const { status: given, headers } = await visitor.send(path)
			expect(given).toBe(status)
			expect(Object.fromEntries(headers)).toMatchObject({
				'x-content-type-options': 'nosniff',
				'x-frame-options': 'DENY',
				'referrer-policy': 'same-origin',
				'cross-origin-opener-policy': 'same-origin',
				'cache-control': expect.stringContaining('no-store'),
				'content-security-policy': expect.stringMatching(
					/^default-src 'self'; script-src 'self' 'nonce-[\w-]{16,}'; style-src 'self';.*frame-ancestors 'none'; base-uri 'none'; object-src 'none'$/,
				),
			})
			expect(headers.get('X-Powered-By')).toBeNull()
			expect(headers.get('Server')).toBeNull()
		})
	}

	test('each answer has a nonce of its own, and every script of the page carries it', async () => {
		const [one, other] = [await visitor.send('/'), await visitor.send('/')]
		expect(nonceOf(one.headers)).not.toBe(nonceOf(other.headers))
		// Structured data for search engines are exempt: no browser runs them, and no policy is about them.
		const scripts = [...one.text.matchAll(/<script\b([^>]*)>/g)]
			.map(([, attributes = '']) => attributes)
			.filter((attributes) => !attributes.includes('type="application/ld+json"'))
		expect(scripts.length).toBeGreaterThan(0)
		for (const attributes of scripts)
			expect(attributes).toContain(`nonce="${nonceOf(one.headers)}"`)
		expect(one.text).not.toMatch(/<style|\sstyle="|\son[a-z]+="/)
	})

	test('files of the build never change, and have the headers too', async () => {
		const { text } = await visitor.send('/')
		const asset = /"(\/assets\/[^"]+\.js)"/.exec(text)?.[1] ?? ''
		const { status, headers } = await visitor.send(asset)
		expect(status).toBe(200)
		expect(headers.get('Cache-Control')).toContain('immutable')
		expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
	})
})

test.describe('F1: posts from elsewhere', () => {
	const senders: [string, Record<string, string>][] = [
		['another site', { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' }],
		['another site, by an old browser', { Origin: 'https://evil.example' }],
		['a sibling', { Origin: origin.replace('//', '//sibling.'), 'Sec-Fetch-Site': 'same-site' }],
		['another port', { Origin: 'http://localhost:1', 'Sec-Fetch-Site': 'same-site' }],
		['a sandboxed frame', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }],
		['nobody knows whom', { Origin: 'null' }],
		['https instead of http', { Origin: origin.replace('http:', 'https:') }],
		['a name that begins like ours', { Origin: `${origin}.evil.example` }],
	]
	const doors = ['/cart', '/cart.data', '/checkout/address', '/checkout/overview', '/locale', '/']
	for (const [name, headers] of senders) {
		test(`${name}: refused, and nothing is changed`, async () => {
			for (const path of doors) {
				const answer = await fetch(origin + path, {
					method: 'POST',
					body: form(),
					headers: { ...headers, 'Accept-Language': 'de-DE', Cookie: 'locale=de-DE' },
					redirect: 'manual',
				})
				expect([400, 403], `${path}: ${answer.status}`).toContain(answer.status)
				expect(answer.headers.getSetCookie()).toEqual([])
			}
			for (const method of ['PUT', 'PATCH', 'DELETE']) {
				const answer = await fetch(`${origin}/cart`, { method, body: form(), headers })
				expect([400, 403, 405], method).toContain(answer.status)
			}
		})
	}

	test('a post without any origin is refused', async () => {
		const answer = await fetch(`${origin}/cart`, {
			method: 'POST',
			body: form(),
			redirect: 'manual',
		})
		expect([400, 403]).toContain(answer.status)
		expect(answer.headers.getSetCookie()).toEqual([])
		expect(await answer.text()).toContain('Diese Anfrage kam nicht von unserer Seite')
	})

	test('posts from our own pages are accepted', async () => {
		expect((await visitor.post('/cart', wish)).status).toBe(303)
	})

	test('a GET never changes anything', async () => {
		for (const path of [
			`/cart?${form()}`,
			`/locale?locale=en-EN`,
			`/checkout/overview?intent=order`,
		]) {
			await visitor.get(path)
			for (const method of ['HEAD', 'OPTIONS']) await visitor.send(path, { method })
		}
		expect(visitor.cookies.size).toBe(0)
		expect((await visitor.get('/cart')).text).toContain('Ihr Warenkorb ist leer.')
	})
})

test.describe('cookies', () => {
	test('a visitor who only looks gets no cookie; the session is for the server alone', async () => {
		expect((await visitor.send('/')).headers.getSetCookie()).toEqual([])
		expect((await visitor.send('/cart')).headers.getSetCookie()).toEqual([])
		const set = (await visitor.post('/cart', wish)).headers.getSetCookie()
		const cookie = set.find((cookie) => cookie.startsWith('session=')) ?? ''
		for (const other of set) expect(other).toContain('HttpOnly')
		expect(cookie).toMatch(/^session=[^;]+;/)
		expect(cookie).toContain('HttpOnly')
		expect(cookie).toContain('SameSite=Lax')
		expect(cookie).toContain('Path=/')
		expect(cookie).toContain('Max-Age=2592000')
		expect(cookie).not.toContain('Domain')
	})

	test('F4: a cookie tampered with, cut off, doubled or swollen signs no one in', async () => {
		await visitor.post('/cart', wish)
		const good = visitor.cookies.get('session') ?? ''
		const [data = '', signature = ''] = good.split('.')
		const other = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
		for (const cookie of [
			`session=${data}.${other(signature)}`,
			`session=${other(data)}.${signature}`,
			`session=${good.slice(0, 20)}`,
			`session=${data}`,
			`session=${good}${good}`,
			`session=${'x'.repeat(4000)}`,
			`session=`,
			`session=%E0%A4%A`,
			`session=null`,
			`session=eyJhIjoxfQ.`,
			`SESSION=${good}`,
		]) {
			const answer = await newVisitor(origin).send('/cart', { headers: { Cookie: cookie } })
			expect(answer.status, cookie).toBe(200)
			expect(answer.text, cookie).toContain('Ihr Warenkorb ist leer.')
			const taken = answer.headers.getSetCookie().join()
			if (cookie.startsWith('session=')) expect(taken, cookie).toMatch(/^session=; Max-Age=0;/)
		}
		expect((await visitor.get('/cart')).text).toContain('Erwachsenenticket')
	})

	test('N362: a script’s request that a sign-out has overtaken takes no newer cookie back', async () => {
		const [email, password] = [`${crypto.randomUUID()}@example.org`, 'Sternenstaub im Orbit 7']
		const passwords = { newPassword: password, newPasswordRepeat: password }
		const account = { ...details, email, emailRepeat: email, ...passwords, privacy: 'on' }
		expect((await visitor.post('/register', account)).status).toBe(303)
		const Cookie = `session=${visitor.cookies.get('session')}`
		await visitor.post('/logout', {})
		expect(visitor.cookies.get('session')).toBeTruthy()

		const overtaken = await visitor.get('/api/auth/session', { Cookie, 'Sec-Fetch-Dest': 'empty' })
		expect([overtaken.status, overtaken.text]).toEqual([200, '{}'])
		expect(overtaken.headers.getSetCookie()).toEqual([])
		expect((await visitor.get('/')).text).toContain('Sie sind abgemeldet')
		const document = await newVisitor(origin).get('/cart', { Cookie })
		expect(document.headers.getSetCookie().join()).toMatch(/^session=; Max-Age=0;/)
	})

	test('the stored session opens nothing: the database has only its hash', async () => {
		await visitor.post('/cart', wish)
		const cookie = decodeURIComponent(visitor.cookies.get('session') ?? '').split('.')[0] ?? ''
		const token = Buffer.from(cookie, 'base64').toString('utf8').replaceAll('"', '')
		expect(token.length).toBeGreaterThan(20)
		const [row] =
			await sql`select count(*)::int as number from sessions where id in (${token}, ${cookie})`
		expect(row?.['number']).toBe(0)
	})
})

test.describe('B24: webhooks', () => {
	const path = '/api/payments/stripe/webhook'
	const body = JSON.stringify({
		id: 'evt_1',
		type: 'checkout.session.completed',
		data: { object: {} },
	})
	const signatures = {
		'no signature': {},
		'a wrong one': {
			'Stripe-Signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
		},
		'an old one': { 'Stripe-Signature': `t=1500000000,v1=${'0'.repeat(64)}` },
		nonsense: { 'Stripe-Signature': 'yes' },
	}
	for (const [name, headers] of Object.entries(signatures)) {
		test(`${name}: 400, and no effect`, async () => {
			const answer = await fetch(origin + path, {
				method: 'POST',
				body,
				headers: { 'Content-Type': 'application/json', ...headers },
			})
			expect(answer.status).toBe(400)
			const [row] =
				await sql`select count(*)::int as number from webhook_events where event_id = 'evt_1'`
			expect(row?.['number']).toBe(0)
		})
	}

	test('an unknown provider is answered with 404, another method with 405, a large body with 413', async () => {
		const unknown = await fetch(`${origin}/api/payments/unknown/webhook`, { method: 'POST', body })
		expect(unknown.status).toBe(404)
		expect((await visitor.get(path)).status).toBe(405)
		const large = await fetch(origin + path, { method: 'POST', body: 'x'.repeat(300_000) })
		expect(large.status).toBe(413)
	})
})

test.describe('orders of others', () => {
	test.describe.configure({ mode: 'serial' })
	const person = {
		...details,
		firstName: 'Grace',
		lastName: 'Hopperton',
		email: 'grace.secret@example.org',
		emailRepeat: 'grace.secret@example.org',
		street: 'Geheimweg 99',
		postcode: '12321',
		city: 'Geheimstadt',
		phone: '+49 170 99999',
	}
	const secrets = ['Hopperton', 'grace.secret', 'Geheimweg', 'Geheimstadt', '170 99999', '12321']
	let bookingId = ''
	/** Internal ids of the carts, customers and orders, which no page may show. */
	let inner: string[] = []
	let token = ''
	let owner: Visitor

	test('B8, B32: the confirmation page confirms nothing before the order is paid; only the token leads to the provider', async () => {
		;({ visitor: owner } = await readyToOrder(origin, wish.day))
		await owner.post('/checkout/address', person)
		token = await order(owner, versionIn((await owner.get('/checkout/overview')).text))
		expect(token).toMatch(/^\/payment\/[\w-]{43}$/)
		expect((await owner.get(token)).text).toContain(
			'Ihre Bestellung wird ausgeführt. Bitte warten Sie',
		)
		const providerPage = await leave(owner, token)
		const [row] = await sql`
			select public_id, cart_id, orders.id from orders join payments on order_id = orders.id where provider_id = ${sessionOf(providerPage)}`
		bookingId = String(row?.['public_id'])
		inner = [String(row?.['cart_id']), String(row?.['id']), 'accountId', 'cartVersion']
		expect(Buffer.from(bookingId, 'base64url').length).toBeGreaterThanOrEqual(16)

		const unpaid = await visitor.get(`/checkout/success/${bookingId}`)
		expect(unpaid.text).toContain('Zahlung wird geprüft')
		expect(unpaid.text).not.toContain('Ihre Bestellung ist bestätigt')
		const guess = token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
		const guessed = await visitor.get(`${guess}?go=1`)
		expect([404, 410]).toContain(guessed.status)
		expect(guessed.location).toBeNull()
		for (const secret of secrets) expect(guessed.text).not.toContain(secret)

		await pay(providerPage)
		await expect
			.poll(async () => (await owner.get(`/checkout/success/${bookingId}`)).text)
			.toContain('Ihre Bestellung ist bestätigt')
	})

	test('B6: a return with a foreign token changes nothing and shows nothing', async () => {
		for (const query of [
			'',
			'?return=',
			'?return=unknown',
			'?return=%00',
			`?return=${'A'.repeat(43)}`,
			`?return=${bookingId}`,
		]) {
			for (const method of ['GET', 'POST']) {
				const answer = await visitor.send(`/checkout/success/stripe${query}`, {
					method,
					...(method === 'POST' && {
						body: new URLSearchParams({ any: 'thing' }),
						headers: { Origin: 'https://provider.example' },
					}),
				})
				expect(answer.status).toBe(303)
				expect(answer.location).toBe('/checkout/overview?checkout=failed')
			}
		}
	})

	test('F18: a visitor with only the link sees the booking and a first name', async () => {
		const own = await owner.get(`/checkout/success/${bookingId}`)
		expect(own.text).toContain('grace.secret@example.org')
		for (const path of [
			`/checkout/success/${bookingId}`,
			`/checkout/success/${bookingId}.data`,
			`/checkout/success/${bookingId}/calendar.ics`,
		]) {
			const answer = await visitor.get(path)
			expect(answer.status).toBe(200)
			for (const secret of [...secrets, ...inner]) expect(answer.text, path).not.toContain(secret)
			expect(answer.text).toContain('Erwachsenenticket')
		}
		expect((await visitor.get(`/checkout/success/${bookingId}`)).text).toContain(
			'Vielen Dank, Grace!',
		)
	})

	test('B32: the way to pay leads to the confirmation once the order is paid', async () => {
		const again = await owner.get(`${token}?go=1`)
		expect(again.location).toBe(`/checkout/success/${bookingId}`)
	})

	test('M15: long after the visit the link is for its customer only, and the way to pay leads nowhere', async () => {
		const paths = ['', '.data', '/calendar.ics'].map((it) => `/checkout/success/${bookingId}${it}`)
		const seen = async (by: Visitor) =>
			Promise.all(paths.map(async (path) => (await by.get(path)).status))
		/** Makes the order and its payment so many days older. */
		const age = async (days: number) => {
			await sql`
				update orders set day = day - ${days}::int, created_at = created_at - make_interval(days => ${days})
				where public_id = ${bookingId}`
			await sql`
				update payments set expires_at = payments.expires_at - make_interval(days => ${days}),
					settled_at = settled_at - make_interval(days => ${days})
				from orders where orders.id = order_id and public_id = ${bookingId}`
		}
		await age(1000)
		try {
			expect(await seen(owner)).toEqual([200, 200, 200])
			expect(await seen(visitor)).toEqual([404, 404, 404])
			expect((await visitor.post(paths[0] ?? '', {})).status).toBe(404)
			for (const path of [token, `${token}?go=1`]) expect((await owner.get(path)).status).toBe(410)
		} finally {
			await age(-1000)
		}
		expect(await seen(visitor)).toEqual([200, 200, 200])
	})

	test('N40: a visit in 50 minutes promises no deadline that is over', async () => {
		const path = `/checkout/success/${bookingId}`
		const [before] = await sql<{ day: string }[]>`
			select day::text from orders where public_id = ${bookingId}`
		/** Moves the visit to another moment. */
		const move = async (day: string, by: string) => {
			await sql`update orders set day = ${day} where public_id = ${bookingId}`
			await sql`
				update order_lines set starts_at = starts_at + ${by}::interval, ends_at = ends_at + ${by}::interval
				from orders where orders.id = order_id and public_id = ${bookingId}`
		}
		const [ahead] = await sql<{ by: string; back: string; day: string }[]>`
			select (now() + interval '50 minutes' - min(starts_at))::text as by,
				(min(starts_at) - now() - interval '50 minutes')::text as back,
				((now() + interval '50 minutes') at time zone 'Europe/Berlin')::date::text as day
			from order_lines join orders on orders.id = order_id where public_id = ${bookingId}`
		if (!before || !ahead) throw new Error('no visit')
		await move(ahead.day, ahead.by)
		try {
			const { text } = await owner.get(path)
			expect(text).toContain('Ändern, umbuchen, stornieren')
			expect(text).not.toMatch(/kostenfrei stornieren|umbuchen können/i)
		} finally {
			await move(before.day, ahead.back)
		}
	})

	test('the log holds none of these secrets', async () => {
		const log = await readFile(join(process.env['SHOP_DATA_DIR'] ?? '', 'output.log'), 'utf8')
		expect(log.length).toBeGreaterThan(0)
		for (const secret of [
			...secrets,
			token.split('/').at(-1) ?? '',
			'Grace',
			owner.cookies.get('session') ?? '',
		])
			expect(log).not.toContain(secret)
	})
})

test('F11, F16: the eleventh guess of a voucher in a minute is told to wait, and so are all after it', async () => {
	await visitor.post('/cart', wish)
	const guess = (code: string) =>
		visitor.post(
			'/cart',
			{ intent: 'redeem', version: 1, code },
			{ 'X-Forwarded-For': '10.98.0.1' },
		)
	for (let attempt = 1; attempt <= 10; attempt += 1) {
		const { status, text } = await guess(`GUESS-${attempt}`)
		expect(status).toBe(422)
		expect(text).toContain('Der Gutschein konnte nicht hinzugefügt werden')
	}
	for (let attempt = 11; attempt <= 20; attempt += 1) {
		const { status, headers, text } = await guess('KOMET10')
		expect(status).toBe(429)
		expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
		expect(text).toContain('Zu viele Versuche')
	}
	// A new session from the same address has no new guesses; another address has.
	const stranger = newVisitor(origin)
	await stranger.post('/cart', wish)
	const again = { intent: 'redeem', version: 1, code: 'GUESS' }
	expect((await stranger.post('/cart', again, { 'X-Forwarded-For': '10.98.0.1' })).status).toBe(429)
	expect((await stranger.post('/cart', again)).status).toBe(422)
})

test('health: alive and ready, without a session and by any name', async () => {
	for (const path of ['/healthz', '/readyz']) {
		const { status, headers } = await visitor.send(path)
		expect(status).toBe(200)
		expect(headers.getSetCookie()).toEqual([])
	}
})

function nonceOf(headers: Headers): string {
	return /'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy') ?? '')?.[1] ?? ''
}
