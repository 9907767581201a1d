import { createHash, randomBytes, randomUUID } from 'node:crypto'

import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { hashPassword } from '#app/models/visitor/password.server.ts'

import { signInStaff } from '../desk/staff.ts'
import { newVisitor, type Visitor } from './visitor.ts'

const desk = process.env['DESK_URL'] ?? ''
const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
test.afterAll(() => sql.end())

const password = 'vier Kometen im Garten'

/** Writes a person of the counter who has that password. */
async function withPassword() {
	const [id, hash] = [randomUUID(), await hashPassword(password)]
	const email = `${id}@desk.example`
	await sql`
		insert into staff (id, name, email, email_key, level, locale, password_hash)
		values (${id}, 'Jana Wirth', ${email}, ${email}, 'counter', 'de-DE', ${hash.ok ? hash.value : ''})`
	return { id, email }
}

const signIn = (visitor: Visitor, email: string, typed = password) =>
	visitor.post('/sign-in', { email, password: typed })

test('N344: guesses from a colleague’s new devices close the person there, and not at the own tablet', async () => {
	const [jana, leo] = [await withPassword(), await withPassword()]
	const own = newVisitor(desk)
	expect((await signIn(own, jana.email)).status).toBe(303)
	await own.post('/sign-out', {})
	const statuses: number[] = []
	for (let n = 0; n < 6; n += 1) {
		const device = newVisitor(desk)
		expect((await signIn(device, leo.email)).status).toBe(303)
		for (let guess = 0; guess < 9; guess += 1)
			statuses.push((await signIn(device, jana.email, 'falsch')).status)
	}
	// The first sign-in counts as well.
	expect(statuses.slice(0, 49)).toEqual(statuses.slice(0, 49).map(() => 422))
	expect(statuses.slice(49)).toEqual(statuses.slice(49).map(() => 429))
	const strange = newVisitor(desk)
	expect((await signIn(strange, jana.email)).status).toBe(429)
	expect((await signIn(own, jana.email)).status).toBe(303)
})

test('N346: an invitation that is opened at a tablet with a name leaves it that name', async () => {
	const [jana, { id }] = [await signInStaff(sql, 'counter'), await withPassword()]
	const tablet = newVisitor(desk)
	tablet.cookies.set(...jana.cookie)
	const token = randomBytes(32).toString('base64url')
	const hash = createHash('sha256').update(token).digest('hex')
	await sql`
		insert into staff_links (hash, staff_id, made_by, expires_at)
		values (${hash}, ${id}, 'operator', now() + interval '1 hour')`
	const joined = await tablet.post(`/welcome/${token}`, {
		newPassword: 'drei Sterne und ein Mond',
		newPasswordRepeat: 'drei Sterne und ein Mond',
	})
	expect(joined).toMatchObject({ status: 303, location: '/' })
	const devices = await sql`select name from desk_devices where staff_id = ${id}`
	expect([...devices]).toEqual([{ name: 'Tablet der Tests' }])
	const acts = await sql`
		select verb, device from staff_acts where actor = ${`staff:${id}`} order by at, id`
	expect([...acts]).toEqual([
		{ verb: 'joined', device: 'Tablet der Tests' },
		{ verb: 'signedIn', device: 'Tablet der Tests' },
	])
})

test('N362: a sign-out pressed twice, or a poll that a sign-in has overtaken, leaves the tablet its newer cookie', async () => {
	const { email } = await withPassword()
	const tablet = newVisitor(desk)
	await signIn(tablet, email)
	const Cookie = [...tablet.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	expect((await tablet.post('/sign-out', {})).status).toBe(303)
	const again = await tablet.post('/sign-out', {}, { Cookie })
	expect([again.status, again.headers.getSetCookie()]).toEqual([303, []])
	expect((await signIn(tablet, email)).status).toBe(303)

	const overtaken = await tablet.get('/', { Cookie })
	expect([overtaken.status, overtaken.headers.getSetCookie()]).toEqual([302, []])
	expect((await tablet.get('/')).status).toBe(200)
})

test('N394: after too many attempts at the desk the answer says when the next is possible', async () => {
	const { email } = await withPassword()
	const device = newVisitor(desk)
	let last = await signIn(device, email, 'falsch')
	for (let guess = 0; guess < 10; guess += 1) last = await signIn(device, email, 'falsch')
	expect(last.status).toBe(429)
	const seconds = Number(last.headers.get('Retry-After'))
	expect(seconds).toBeGreaterThan(0)
	expect(seconds).toBeLessThanOrEqual(900)

	const jana = await signInStaff(sql, 'counter')
	const tablet = newVisitor(desk)
	tablet.cookies.set(...jana.cookie)
	for (const [path, most] of [
		['/sign-in/passkey', 120],
		['/me/passkey', 120],
	] as const) {
		const asked = Array.from({ length: most + 1 }, () => tablet.post(path, {}))
		const refused = (await Promise.all(asked)).filter(({ status }) => status === 429)
		expect(refused, path).toHaveLength(1)
		expect(Number(refused[0]?.headers.get('Retry-After')), path).toBeGreaterThan(0)
	}
})
