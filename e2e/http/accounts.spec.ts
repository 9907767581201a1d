import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'

import { newEmail } from '../new-email.ts'
import { details, leave, order, pay, versionIn } from './funnel.ts'
import { password, registration } from './registered.ts'
import { newVisitor, type Visitor } from './visitor.ts'

const origin = process.env['SHOP_URL'] ?? ''
let visitor: Visitor
let email: string

test.beforeEach(() => {
	visitor = newVisitor(origin)
	email = newEmail()
})

/** Returns the path in the newest mail to an address that matches; a job writes it, so it may take a moment. */
async function mailedPath(address: string, kind: string, path: RegExp): Promise<string> {
	let found = ''
	await expect
		.poll(async () => {
			found =
				(await letters(address, kind)).flatMap((text) => path.exec(text)?.[0] ?? []).at(-1) ?? ''
			return found
		})
		.not.toBe('')
	return found
}

async function letters(address: string, kind: string): Promise<string[]> {
	const folder = join(process.env['SHOP_DATA_DIR'] ?? '', 'mail')
	const names = await readdir(folder).catch(() => [])
	const texts = await Promise.all(
		names
			.filter((name) => name.includes(`.${kind}@`) && name.endsWith('.eml'))
			.map((name) => readFile(join(folder, name), 'utf8')),
	)
	return texts
		.filter((text) => text.includes(address))
		.map((text) => text.replaceAll('=\r\n', '').replaceAll('=3D', '='))
}

test('registers and is redirected; signs out by one post; signs in again and returns to the page', async () => {
	const registered = await visitor.post('/register', registration(email))
	expect(registered).toMatchObject({ status: 303, location: '/account' })
	const overview = await visitor.get('/account')
	expect(overview.text).toContain(
		'Registrierung erfolgreich. Sie werden angemeldet und weitergeleitet',
	)
	expect(overview.text).toContain('Hallo, Ada')
	for (const path of ['orders', 'personal-data', 'access-data'])
		expect(overview.text).toContain(`href="/account/${path}"`)
	expect((await visitor.get('/')).text).toContain('Angemeldet als Ada')

	const before = visitor.cookies.get('session') ?? ''
	expect(await visitor.post('/logout', {})).toMatchObject({ status: 303, location: '/' })
	expect((await visitor.get('/')).text).toContain('Sie sind abgemeldet')
	const thief = newVisitor(origin)
	thief.cookies.set('session', before)
	expect((await thief.get('/account')).status, 'F5: the old cookie opens nothing').toBe(302)

	const guarded = await visitor.get('/account/access-data?a=b')
	expect(guarded.location).toBe('/login?callbackUrl=%2Faccount%2Faccess-data%3Fa%3Db')
	const signedIn = await visitor.post(guarded.location ?? '', {
		username: email.toUpperCase(),
		password,
		callbackUrl: '/account/access-data?a=b',
	})
	expect(signedIn).toMatchObject({ status: 303, location: '/account/access-data?a=b' })
	expect(visitor.cookies.get('session')).not.toBe(before)
})

test('an address given at registration stands under the personal data', async () => {
	const address = { street: 'Sternweg 3', postcode: '80331', city: 'München' }
	const wrong = await visitor.post('/register', registration(email, { ...address, privacy: '' }))
	expect(wrong.status).toBe(422)
	expect(wrong.text).toMatch(/<details[^>]* open/)
	expect((await visitor.post('/register', registration(email, address))).status).toBe(303)
	const { text } = await visitor.get('/account/personal-data')
	for (const value of Object.values(address)) expect(text).toContain(`value="${value}"`)
})

test('Login fehlgeschlagen, Die Zugangsdaten sind in der Kombination nicht bekannt: the login page', async () => {
	for (const fields of [
		{ username: email, password: 'falsch' },
		{ username: `${email}x`, password },
	]) {
		const { status, text } = await visitor.post('/login', fields)
		expect(status).toBe(422)
		expect(text).toContain('Login fehlgeschlagen')
		expect(text).toContain('Die Zugangsdaten sind in der Kombination nicht bekannt')
		expect(text).not.toContain(password)
	}
	const handedOn = await visitor.get('/login?error=CredentialsSignin')
	expect(handedOn.text).toContain('Login fehlgeschlagen')
	expect((await visitor.get('/login?error=SessionRequired')).text).toContain(
		'Bitte melden Sie sich an, um fortzufahren',
	)
	expect((await visitor.get('/login?error=csrf')).text).toContain(
		'Das Sicherheitstoken für die Abmeldung konnte nicht geladen werden',
	)
	const signIn = (await visitor.get('/login?error=csrfSignIn')).text
	expect(signIn).toContain('Das Sicherheitstoken für die Anmeldung fehlt oder ist abgelaufen')
	expect(signIn).not.toContain('Abmeldung')
	for (const [sentence, codes] of [
		[
			'So kann man sich hier nicht anmelden',
			['Signin', 'OAuthSignin', 'OAuthCallback', 'OAuthCreateAccount', 'OAuthAccountNotLinked'],
		],
		['So kann man sich hier nicht anmelden', ['EmailSignin', 'EmailCreateAccount']],
		['Dieser Link ist abgelaufen oder wurde schon benutzt', ['Verification']],
		['Unbekannter Fehler', ['Callback', 'Configuration', 'Default', 'constructor', 'x']],
	] as const)
		for (const code of codes) {
			const answer = await visitor.get(`/login?error=${code}`)
			expect(answer.status, code).toBe(200)
			expect(answer.text, code).toContain(sentence)
		}
	expect((await visitor.get('/login?error=')).text).not.toContain('role="alert"')
})

test('the registration says everything that may be wrong at the field that it is about', async () => {
	for (const [sentence, fields] of [
		['Bitte akzeptieren Sie die Datenschutzhinweise', { privacy: '' }],
		['Muss mindestens 8 Zeichen enthalten', { newPassword: 'kurz', newPasswordRepeat: 'kurz' }],
		['Die Passwörter stimmen nicht überein', { newPasswordRepeat: 'anders' }],
		['Die E-Mail-Adressen stimmen nicht überein', { emailRepeat: 'eva@example.org' }],
		[
			'Dieses Passwort ist zu bekannt',
			{ newPassword: 'passwort1', newPasswordRepeat: 'passwort1' },
		],
		['Ungültige E-Mail-Adresse', { email: 'ada', emailRepeat: 'ada' }],
	] satisfies [string, Record<string, string>][]) {
		const { status, text } = await visitor.post('/register', registration(email, fields))
		expect(status, sentence).toBe(422)
		expect(text).toContain(sentence)
	}
})

test('F6: a known and an unknown address are answered the same by the registration', async () => {
	const owner = newVisitor(origin)
	await owner.post('/register', registration(email))
	await owner.post(await mailedPath(email, 'welcome', /\/verify-email\/[\w-]{43}/), {})
	const answers = []
	for (const address of [email, `x${email}`.slice(0, email.length)]) {
		const stranger = newVisitor(origin)
		const { status, location } = await stranger.post(
			'/register',
			registration(email, {
				email: address,
				emailRepeat: address,
				newPassword: `${password}2`,
				newPasswordRepeat: `${password}2`,
			}),
		)
		const page = await stranger.get('/account')
		answers.push({
			status,
			location,
			size: page.text.length,
			header: page.text.includes('Angemeldet als Ada'),
		})
	}
	expect(answers[0]).toEqual(answers[1])
	await expect.poll(async () => (await letters(email, 'taken')).length).toBe(1)
})

test('F6: a known and an unknown address get the same answer when one is to be the username', async () => {
	const owner = newVisitor(origin)
	await owner.post('/register', registration(email))
	await owner.post(await mailedPath(email, 'welcome', /\/verify-email\/[\w-]{43}/), {})
	const answers = []
	for (const address of [email, `x${email}`.slice(0, email.length)]) {
		const other = newVisitor(origin)
		const own = newEmail()
		await other.post('/register', registration(email, { email: own, emailRepeat: own }))
		await other.get('/account')
		const change = { intent: 'username', newUsername: address, currentPassword: password }
		const { status, location } = await other.post('/account/access-data', change)
		const { text } = await other.get('/account/access-data')
		expect(text).toContain(`Bitte bestätigen Sie ${address}`)
		answers.push({ status, location, size: text.length })
	}
	expect(answers[0]).toEqual(answers[1])
	await expect.poll(async () => (await letters(email, 'usernameTaken')).length).toBe(1)
	const [letter = ''] = await letters(email, 'usernameTaken')
	expect(letter).not.toContain('Lovelace')
	expect(letter).not.toContain('verify-email')
})

test('the letter to verify the address, asked for again: the newer link works, the older does not', async () => {
	await visitor.post('/register', registration(email))
	const older = await mailedPath(email, 'welcome', /\/verify-email\/[\w-]{43}/)
	const asked = await visitor.post('/account?index', {})
	expect(asked).toMatchObject({ status: 303, location: '/account' })
	expect((await visitor.get('/account')).text).toContain(
		'Wir haben Ihnen den Link noch einmal geschickt',
	)
	const newer = await mailedPath(email, 'verify', /\/verify-email\/[\w-]{43}/)
	expect((await visitor.post(older, {})).status).toBe(422)
	expect(await visitor.post(newer, {})).toMatchObject({ status: 303, location: '/account' })
	expect((await visitor.get(newer)).text, 'pressed once more').toContain(
		'Dann ist alles in Ordnung',
	)
	expect((await visitor.get('/account')).text).not.toContain('Link noch einmal schicken')
	for (let times = 0; times < 10; times += 1) await visitor.post('/account?index', {})
	expect((await visitor.get('/account')).text).toContain('Zu viele Versuche')
})

test('a forgotten password is announced in the same words to all visitors, set by the link once, and reported', async () => {
	await visitor.post('/register', registration(email))
	await visitor.post('/logout', {})
	for (const address of [email, `nobody-${email}`]) {
		const { status, location } = await visitor.post('/forgot-password', { email: address })
		expect({ status, location }).toEqual({ status: 303, location: '/forgot-password?sent' })
	}
	expect((await visitor.get('/forgot-password?sent')).text).toContain(
		'erhalten Sie eine E-Mail mit weiteren Schritten',
	)
	const path = await mailedPath(email, 'reset', /\/reset-password\/[\w-]{43}/)
	const next = {
		newPassword: 'noch ein langes Passwort',
		newPasswordRepeat: 'noch ein langes Passwort',
	}
	expect(await visitor.post(path, next)).toMatchObject({ status: 303, location: '/login' })
	expect((await visitor.get('/login')).text).toContain(
		'Das Passwort wurde erfolgreich zurückgesetzt',
	)
	expect((await visitor.get('/account')).status, 'F9: it signs nobody in').toBe(302)
	const again = await visitor.post(path, next)
	expect(again.status).toBe(422)
	expect(again.text).toContain('Dieser Link ist abgelaufen oder wurde schon benutzt')
	await expect.poll(async () => (await letters(email, 'passwordChanged')).length).toBe(1)
	expect((await visitor.post('/login', { username: email, password })).status).toBe(422)
	expect(
		(await visitor.post('/login', { username: email, password: next.newPassword })).status,
	).toBe(303)
})

test('Die Daten wurden erfolgreich gespeichert: personal data, and the password with every other session ended', async () => {
	await visitor.post('/register', registration(email))
	const told = {
		firstName: 'Augusta',
		lastName: 'King',
		street: 'Sternweg 1',
		postcode: '80331',
		city: 'München',
	}
	expect((await visitor.post('/account/personal-data', told)).status).toBe(303)
	const page = await visitor.get('/account/personal-data')
	expect(page.text).toContain('Die Daten wurden erfolgreich gespeichert')
	expect(page.text).toContain('value="Sternweg 1"')

	const elsewhere = newVisitor(origin)
	expect((await elsewhere.post('/login', { username: email, password })).status).toBe(303)
	const change = {
		intent: 'password',
		newPassword: 'noch ein langes Passwort',
		newPasswordRepeat: 'noch ein langes Passwort',
	}
	const wrong = await visitor.post('/account/access-data', { ...change, currentPassword: 'falsch' })
	expect(wrong.status).toBe(422)
	expect(wrong.text).toContain('Das aktuelle Passwort ist nicht richtig')
	expect(
		(await visitor.post('/account/access-data', { ...change, currentPassword: password })).status,
	).toBe(303)
	expect((await visitor.get('/account')).status).toBe(200)
	expect((await elsewhere.get('/account')).status, 'F5').toBe(302)
})

test.describe('access to the pages of an account (F13, F14)', () => {
	const guarded = [
		'/account',
		'/account/access-data',
		'/account/personal-data',
		'/account/orders',
		`/account/orders/details/${'A'.repeat(22)}`,
	]
	const anonymous = {
		'/login': '/',
		'/register': '/checkout/address',
		'/forgot-password': '/',
		[`/reset-password/${'A'.repeat(43)}`]: '/',
		'/checkout/sign-in': '/checkout/address',
	}
	const dataOf = (path: string) => `${path}.data`

	test('a guest at a page of the account is sent to the login page, whatever the method', async () => {
		for (const path of guarded) {
			const to = `/login?callbackUrl=${encodeURIComponent(path)}`
			for (const method of ['GET', 'HEAD', 'POST']) {
				const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
				const answer = await visitor.send(path, { method, headers: form })
				expect({ status: answer.status, location: answer.location }, `${method} ${path}`).toEqual({
					status: 302,
					location: to,
				})
			}
			for (const query of ['', '?_routes=root', '?_routes=routes%2Faccount%2Foverview']) {
				const { status, text } = await visitor.get(dataOf(path) + query)
				expect(status, path + query).toBe(202)
				expect(text).toContain('/login?callbackUrl=')
				expect(text).not.toContain('username')
			}
		}
	})

	test('a signed-in customer is redirected from the pages for signing in', async () => {
		await visitor.post('/register', registration(email))
		for (const [path, to] of Object.entries(anonymous)) {
			for (const method of ['GET', 'HEAD', 'POST']) {
				const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
				const { status, location } = await visitor.send(path, { method, headers: form })
				expect({ status, location }, `${method} ${path}`).toEqual({ status: 302, location: to })
			}
			const { status, text } = await visitor.get(dataOf(path))
			expect(status).toBe(202)
			expect(text).toContain(`"${to}"`)
		}
	})
})

test('E9, F12: a callbackUrl leads to our own pages only', async () => {
	await visitor.post('/register', registration(email))
	for (const callbackUrl of [
		'//evil.example',
		'https:evil.example',
		'/\\evil.example',
		'\\\\evil.example',
		'https://localhost@evil.example',
		'https://localhost.evil.example',
		'javascript:alert(1)',
		'/a\r\nSet-Cookie: x=y',
		`/${'x'.repeat(8000)}`,
		'/\t/evil.example',
	]) {
		await visitor.post('/logout', {})
		const { status, location } = await visitor.post('/login', {
			username: email,
			password,
			callbackUrl,
		})
		expect({ status, location }, callbackUrl.slice(0, 40)).toEqual({ status: 303, location: '/' })
	}
})

test('the account fills the checkout, its order is in its list, and another account does not see it (E8)', async () => {
	await visitor.post('/register', registration(email))
	const told = {
		firstName: 'Ada',
		lastName: 'King',
		street: 'Sternweg 9',
		postcode: '80331',
		city: 'München',
	}
	await visitor.post('/account/personal-data', told)
	// It is sent by post, so its details ask for an address.
	const gift = { intent: 'add', version: 0, product: 'gift-50-post', quantity: 1 }
	expect((await visitor.post('/cart', gift)).status).toBe(303)
	const address = (await visitor.get('/checkout/address')).text
	expect(address).toContain('value="Sternweg 9"')
	expect(address).toContain(`value="${email}"`)
	const kept = { ...told, city: 'Erlangen', email, emailRepeat: email, keep: 'on' }
	expect((await visitor.post('/checkout/address', kept)).location).toBe('/checkout/overview')
	expect((await visitor.get('/account/personal-data')).text).toContain('value="Erlangen"')

	const { text } = await visitor.get('/checkout/overview')
	await order(visitor, versionIn(text))
	const [, details = ''] =
		/(\/account\/orders\/details\/[\w-]+)/.exec((await visitor.get('/account/orders')).text) ?? []
	const shown = await visitor.get(details)
	expect(shown.status).toBe(200)
	for (const words of ['Position', 'Einzelpreis', 'Anzahl', 'Betrag', '50,00'])
		expect(shown.text).toContain(words)

	const stranger = newVisitor(origin)
	await stranger.post(
		'/register',
		registration(email, { email: `x${email}`, emailRepeat: `x${email}` }),
	)
	for (const path of [details, `${details.slice(0, -22)}${'A'.repeat(22)}`]) {
		const refused = await stranger.get(path)
		expect(refused.status).toBe(404)
		expect(refused.text).toContain('Die Bestellung wurde nicht gefunden')
		expect((await stranger.get(`${path}.data`)).text).not.toContain('50-post')
	}
})

test('a guest’s order is in the account once its address is verified, with its invoice, and not before', async () => {
	const gift = { intent: 'add', version: 0, product: 'gift-25-mail', quantity: 1 }
	expect((await visitor.post('/cart', gift)).status).toBe(303)
	const guest = { ...details, email, emailRepeat: email }
	expect((await visitor.post('/checkout/address', guest)).location).toBe('/checkout/overview')
	const { text } = await visitor.get('/checkout/overview')
	await pay(await leave(visitor, await order(visitor, versionIn(text))))

	const owner = newVisitor(origin)
	await owner.post('/register', registration(email))
	const own = /\/account\/orders\/details\/[\w-]+/
	expect((await owner.get('/account/orders')).text).not.toMatch(own)
	const link = await mailedPath(email, 'welcome', /\/verify-email\/[\w-]{43}/)
	expect((await owner.post(link, {})).status).toBe(303)
	const [path = ''] = own.exec((await owner.get('/account/orders')).text) ?? []
	await expect.poll(async () => (await owner.get(path)).text).toContain('bestätigt')
	const [file = ''] =
		/\/checkout\/success\/[\w-]+\/invoices\/[\w-]+\.pdf/.exec((await owner.get(path)).text) ?? []
	const invoice = await owner.get(file)
	expect(invoice.status).toBe(200)
	expect(invoice.headers.get('Content-Type')).toBe('application/pdf')
	expect((await newVisitor(origin).get(file)).status).toBe(404)
})

test('F26: a letter about an account that may be a stranger’s asks for the password of that account', async () => {
	const gift = { intent: 'add', version: 0, product: 'gift-25-mail', quantity: 1 }
	const guest = newVisitor(origin)
	await guest.post('/cart', gift)
	await guest.post('/checkout/address', { ...details, email, emailRepeat: email })
	await order(guest, versionIn((await guest.get('/checkout/overview')).text))

	const stranger = newVisitor(origin)
	const theirs = { newPassword: `${password}!`, newPasswordRepeat: `${password}!` }
	await stranger.post('/register', registration(email, theirs))
	const link = /\/verify-email\/[\w-]{43}/
	const first = await mailedPath(email, 'welcome', link)
	const asked = /dieses Konto selbst angelegt.*autocomplete="current-password"/is
	expect((await guest.get(first)).text, 'it would give the orders away').toMatch(asked)
	expect((await guest.post(first, {})).status).toBe(422)
	await visitor.post('/register', registration(email))
	await expect.poll(async () => (await letters(email, 'welcome')).length).toBe(2)
	const paths = (await letters(email, 'welcome')).flatMap((text) => link.exec(text)?.[0] ?? [])
	const own = paths.find((path) => path !== first) ?? ''

	expect((await visitor.get(first)).text).toMatch(asked)
	expect((await visitor.get(own)).text, 'signed in to the very account').not.toMatch(asked)
	expect((await guest.get(own)).text, 'on another device').toMatch(asked)
	for (const [sentence, fields] of [
		['Er gehört vielleicht zur Registrierung von jemand anderem', {}],
		['Er gehört vielleicht zur Registrierung von jemand anderem', { currentPassword: password }],
		['Darf nicht leer sein', { currentPassword: '' }],
	] satisfies [string, Record<string, string>][]) {
		const { status, text } = await visitor.post(first, fields)
		expect(status).toBe(422)
		expect(text).toContain(sentence)
		expect(text).toMatch(asked)
		expect(text).not.toContain(password)
	}
	const fetched = await visitor.post(`${first}.data`, { currentPassword: password })
	expect(fetched.status, 'by a script').toBe(422)
	expect(fetched.text).toContain('errors.linkOfOther')
	expect(await guest.post(own, { currentPassword: password })).toMatchObject({
		status: 303,
		location: '/login',
	})
	const shown = /\/account\/orders\/details\/[\w-]+/
	expect((await stranger.get('/account/orders')).text).not.toMatch(shown)
	expect((await visitor.get('/account/orders')).text).toMatch(shown)
})

test.describe('the calls of Auth.js', () => {
	async function csrfToken(): Promise<string> {
		return JSON.parse((await visitor.get('/api/auth/csrf')).text).csrfToken
	}
	const call = async (path: string, fields: Record<string, string>, token?: string) => {
		const answer = await visitor.post(`/api/auth/${path}`, {
			csrfToken: token ?? (await csrfToken()),
			json: 'true',
			callbackUrl: '/account',
			...fields,
		})
		expect(answer.headers.get('Cache-Control')).toBe('private, no-cache, no-store')
		return { status: answer.status, url: JSON.parse(answer.text).url }
	}
	const base = `${origin}/api/auth`
	const session = async () => JSON.parse((await visitor.get('/api/auth/session')).text)

	test('csrf: one token a browser; the providers; an empty session', async () => {
		const token = await csrfToken()
		expect(token).toMatch(/^[\da-f]{64}$/)
		expect(await csrfToken()).toBe(token)
		expect(JSON.parse((await visitor.get('/api/auth/providers')).text)).toEqual({
			credentials: {
				id: 'credentials',
				name: 'Credentials',
				type: 'credentials',
				signinUrl: `${base}/signin/credentials`,
				callbackUrl: `${base}/callback/credentials`,
			},
		})
		expect(await session()).toEqual({})
	})

	test('an account signs in with the right password and not with a wrong one, and signs out', async () => {
		await newVisitor(origin).post('/register', registration(email))
		const right = { username: email, password }
		const wrong = { username: email, password: 'falsch' }
		const callback = 'callback/credentials'
		expect(await call(callback, right, 'f'.repeat(64))).toEqual({
			status: 200,
			url: `${base}/signin?csrf=true`,
		})
		expect(await call(callback, wrong)).toEqual({
			status: 401,
			url: `${base}/error?error=CredentialsSignin&provider=credentials`,
		})
		expect(await session()).toEqual({})
		expect(await call('signin/credentials', {})).toEqual({ status: 200, url: `${base}/signin` })
		expect(await call(callback, right)).toEqual({ status: 200, url: `${origin}/account` })
		expect(await session()).toMatchObject({ user: { name: 'Ada Lovelace', email, image: null } })
		expect(await call('signout', {}, 'x')).toEqual({
			status: 200,
			url: `${base}/signout?csrf=true`,
		})
		const tokenless = await visitor.post('/api/auth/signout', { json: 'true' })
		expect(tokenless.status).toBe(400)
		expect(JSON.parse(tokenless.text)).toEqual({
			url: `${base}/signout?csrf=true`,
			statusCode: 400,
			message: 'Could not fetch CSRF Token for signing out',
		})
		expect(await session()).toHaveProperty('user')
		for (let times = 0; times < 2; times += 1)
			expect(await call('signout', { callbackUrl: '//evil.example' })).toEqual({
				status: 200,
				url: `${origin}/`,
			})
		expect(await session()).toEqual({})
		expect(await call('signin/credentials', { ...right, callbackUrl: `${origin}/cart` })).toEqual({
			status: 200,
			url: `${origin}/cart`,
		})
	})

	test('a failed token is reported with the page that its client leads to: the sign-in, or that after a failed sign-out', async () => {
		expect(await visitor.get('/api/auth/signin?csrf=true')).toMatchObject({
			status: 302,
			location: '/login?error=csrfSignIn',
		})
		const signOut = '/api/auth/signout?csrf=true'
		expect(await visitor.get(signOut)).toMatchObject({ status: 302, location: '/' })
		expect(visitor.cookies.size, 'F25: no session for it').toBe(0)

		await visitor.post('/register', registration(email))
		await visitor.get('/account')
		expect(await visitor.get(signOut)).toMatchObject({ status: 302, location: '/' })
		expect((await visitor.get('/')).text).toContain(
			'Das Sicherheitstoken für die Abmeldung konnte nicht geladen werden',
		)
		expect(await session()).toHaveProperty('user')
	})

	test('signing in as another account signs the first one out, and its cart stays its own', async () => {
		const gift = { intent: 'add', version: 0, product: 'gift-25-mail', quantity: 1 }
		await visitor.post('/register', registration(email))
		expect((await visitor.post('/cart', gift)).status).toBe(303)
		const before = visitor.cookies.get('session') ?? ''
		const eva = { username: `eva-${email}`, password }
		const of = { firstName: 'Eva', email: eva.username, emailRepeat: eva.username }
		await newVisitor(origin).post('/register', registration(email, of))

		expect(await call('callback/credentials', eva)).toMatchObject({ status: 200 })
		expect(await session()).toMatchObject({ user: { name: 'Eva Lovelace' } })
		const thief = newVisitor(origin)
		thief.cookies.set('session', before)
		expect((await thief.get('/account')).status, 'F5').toBe(302)
		expect((await visitor.get('/cart')).text).not.toContain('25,00')
		expect((await visitor.post('/cart', { ...gift, product: 'gift-50-mail' })).status).toBe(303)

		const ada = newVisitor(origin)
		await ada.post('/login', { username: email, password })
		const { text } = await ada.get('/cart')
		expect(text).toContain('25,00')
		expect(text).not.toContain('50,00')
	})

	test('signing in as the same account once more keeps the cart', async () => {
		const gift = { intent: 'add', version: 0, product: 'gift-25-mail', quantity: 1 }
		await visitor.post('/register', registration(email))
		expect((await visitor.post('/cart', gift)).status).toBe(303)
		await call('callback/credentials', { username: email, password })
		expect((await visitor.get('/cart')).text).toContain('25,00')
	})

	test('every refusal of a call is JSON with an address of ours: 401, 403, 404, 429', async () => {
		const wrong = { username: email, password: 'falsch' }
		const refusals = [
			[401, 'CredentialsSignin&provider=credentials', 'callback/credentials', {}],
			[403, 'AccessDenied', 'callback/credentials', { Origin: 'https://evil.example' }],
			[403, 'AccessDenied', 'signout', { 'Sec-Fetch-Site': 'cross-site' }],
			[403, 'AccessDenied', '_log', { Origin: 'null' }],
			[404, 'Default', '_log', {}],
			[405, 'Default', 'session', {}],
		] as const
		for (const [status, error, path, headers] of refusals) {
			const fields = { csrfToken: await csrfToken(), json: 'true', ...wrong }
			const answer = await visitor.post(`/api/auth/${path}`, fields, headers)
			expect(answer.status, path).toBe(status)
			expect(answer.headers.get('Content-Type')).toContain('application/json')
			expect(answer.headers.get('Cache-Control')).toBe('private, no-cache, no-store')
			expect(JSON.parse(answer.text).url).toBe(`${base}/error?error=${error}`)
		}
		for (let times = 0; times < 9; times += 1) await call('callback/credentials', wrong)
		expect(await call('callback/credentials', wrong)).toEqual({
			status: 429,
			url: `${base}/error?error=CredentialsSignin&provider=credentials`,
		})
		expect((await visitor.get('/login?error=AccessDenied')).text).toContain('role="alert"')
	})

	test('the pages of Auth.js redirect to ours, and unknown calls are refused as JSON', async () => {
		const signin = await visitor.get(
			'/api/auth/signin?callbackUrl=%2Faccount&error=SessionRequired',
		)
		expect(signin).toMatchObject({
			status: 302,
			location: '/login?callbackUrl=%2Faccount&error=SessionRequired',
		})
		const error = await visitor.get('/api/auth/error?error=CredentialsSignin')
		expect(error).toMatchObject({ status: 302, location: `${base}/signin?error=CredentialsSignin` })
		for (const [path, status] of [
			['mond', 404],
			['signout', 405],
			['callback/github', 404],
		] as const) {
			const answer = await visitor.get(`/api/auth/${path}`)
			expect(answer.status).toBe(status)
			expect(JSON.parse(answer.text).statusCode).toBe(status)
		}
		expect((await visitor.post('/api/auth/session', {})).status).toBe(405)
	})
})

test('a cart begun right before the sign-out is not joined to that of the next visitor', async () => {
	await visitor.post('/register', registration(email))
	const begin = async (product: string) => {
		const [, newCart = ''] =
			/name="newCart"[^>]*value="([^"]+)"/.exec((await visitor.get('/')).text) ?? []
		const gift = { intent: 'add', version: 0, newCart, product, quantity: 1 }
		expect((await visitor.post('/cart', gift)).status).toBe(303)
	}
	const begun = () => [...visitor.cookies].filter(([name, it]) => name.startsWith('cart-') && it)
	await begin('gift-25-mail')
	expect(begun()).toHaveLength(1)
	await visitor.post('/logout', {})
	expect(begun()).toEqual([])

	await begin('gift-50-post')
	await visitor.get('/cart')
	const { text } = await visitor.get('/cart')
	expect(text).toContain('50,00')
	expect(text).not.toContain('25,00')
	await visitor.post('/login', { username: email, password })
	expect(begun()).toEqual([])
	expect((await visitor.get('/cart')).text, 'that of the account is joined now').toContain('25,00')
})

test('the guid: a new one for a visitor without a session, the same while a session lives', async () => {
	const provide = async () => JSON.parse((await visitor.get('/api/guid/provide')).text)
	const [one, other] = [await provide(), await provide()]
	expect(one).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/)
	expect(other).not.toBe(one)
	expect(visitor.cookies.size).toBe(0)
	await visitor.post('/register', registration(email))
	const kept = await provide()
	expect(await provide()).toBe(kept)
	const english = await visitor.get('/api/guid/provide', { 'Accept-Language': 'en' })
	expect(english.headers.get('Content-Language')).toBe('en-GB')
	expect(english.headers.get('Cache-Control')).toBe('no-store')
})

test('the address where password managers look leads to the access data, by way of the sign-in', async () => {
	const known = '/.well-known/change-password'
	expect(await visitor.get(known)).toMatchObject({ status: 302, location: '/account/access-data' })
	const guarded = await visitor.get('/account/access-data')
	expect(guarded.location).toBe('/login?callbackUrl=%2Faccount%2Faccess-data')
	const none = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200'
	expect((await visitor.get(none)).status).toBe(404)
})

test('M7: after guesses from seven addresses the owner of the mailbox signs in on a new phone with a new password', async () => {
	await visitor.post('/register', registration(email))
	for (let address = 0; address < 7; address += 1) {
		const stranger = newVisitor(origin)
		for (let guess = 0; guess < 8; guess += 1)
			expect(
				(await stranger.post('/login', { username: email, password: 'geraten' })).status,
			).toBeGreaterThanOrEqual(422)
	}
	const phone = newVisitor(origin)
	const refused = await phone.post('/login', { username: email, password })
	expect(refused.status).toBe(429)
	expect(refused.text).toContain('Mit diesem Benutzernamen wurde zu oft versucht, sich anzumelden')
	expect(refused.text).toContain('href="/forgot-password"')

	await phone.post('/forgot-password', { email })
	const path = await mailedPath(email, 'reset', /\/reset-password\/[\w-]{43}/)
	const next = {
		newPassword: 'noch ein langes Passwort',
		newPasswordRepeat: 'noch ein langes Passwort',
	}
	expect(await phone.post(path, next)).toMatchObject({ status: 303, location: '/login' })
	const signIn = { username: email, password: next.newPassword }
	expect((await newVisitor(origin).post('/login', signIn)).status, 'on any device').toBe(303)

	// Guessed at again before the owner comes: the phone that followed the link is known.
	for (let address = 0; address < 7; address += 1) {
		const stranger = newVisitor(origin)
		for (let guess = 0; guess < 8; guess += 1)
			await stranger.post('/login', { username: email, password: 'geraten' })
	}
	expect((await newVisitor(origin).post('/login', signIn)).status).toBe(429)
	expect((await phone.post('/login', signIn)).status).toBe(303)
})
