import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import type { Level } from '#app/models/staff/staff.ts'
import { hashPassword } from '#app/models/visitor/password.server.ts'

import { signInStaff, type SignedInStaff } from '../desk/staff.ts'

const desk = process.env['DESK_URL'] ?? ''
const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
test.afterAll(() => sql.end())

type Sent = { path: string; method?: string; form?: Record<string, string> }

/** Sends a request of that person's tab, as a browser does. */
async function asked(person: SignedInStaff | null, { path, method, form }: Sent) {
	const response = await fetch(desk + path, {
		method: form ? 'POST' : (method ?? 'GET'),
		redirect: 'manual',
		headers: { Origin: desk, ...(person && { Cookie: person.cookie.join('=') }) },
		...(form && { body: new URLSearchParams(form) }),
	})
	return {
		status: response.status,
		to: response.headers.get('Location'),
		text: await response.text(),
	}
}

const ways = (path: string): Sent[] => [
	{ path },
	{ path: `${path}.data` },
	{ path, method: 'HEAD' },
	{ path, form: { do: 'end' } },
]

for (const level of ['counter', 'shift'] as const satisfies Level[]) {
	test(`L2: ${level} reads who can, where owners alone may, by page, .data, HEAD and POST`, async () => {
		const [person, owner] = [await signInStaff(sql, level), await signInStaff(sql, 'owner')]
		for (const path of ['/staff', `/staff/${owner.id}`, '/staff/invite', '/staff/devices']) {
			const answers = await Promise.all(ways(path).map((way) => asked(person, way)))
			const statuses = answers.map(({ status }) => status)
			expect({ path, statuses }).toEqual({ path, statuses: [403, 403, 403, 403] })
			expect(answers[0]?.text).toMatch(/Das geht mit: .+ \(Leitung\)\./)
		}
		const [row] = await sql`select ended_at from staff where id = ${owner.id}`
		expect(row).toEqual({ ended_at: null })
	})
}

test('L2: nobody sees a byte of a page without signing in, and comes back to it afterwards', async () => {
	const answer = await asked(null, { path: '/staff?of=x' })
	expect(answer).toEqual({ status: 302, to: '/sign-in?next=%2Fstaff%3Fof%3Dx', text: '' })
	expect((await asked(null, { path: '/staff.data' })).text).not.toContain('people')
	expect((await asked(null, { path: '/staff', form: { do: 'end' } })).status).toBe(303)
})

test('L2: a person who has gone reads so in an open tab, at once; a lower level is asked for anew', async () => {
	const [owner, leo, jana] = [
		await signInStaff(sql, 'owner'),
		await signInStaff(sql, 'counter'),
		await signInStaff(sql, 'shift'),
	]
	expect((await asked(leo, { path: '/' })).status).toBe(200)
	expect((await asked(owner, { path: `/staff/${leo.id}`, form: { do: 'end' } })).status).toBe(303)
	for (const way of ways('/')) expect((await asked(leo, way)).status).toBe(403)
	expect((await asked(leo, { path: '/' })).text).toContain('Ihr Zugang ist beendet.')

	const lower = { path: `/staff/${jana.id}`, form: { do: 'level', level: 'counter' } }
	expect((await asked(owner, lower)).status).toBe(303)
	expect(await asked(jana, { path: '/' })).toMatchObject({ status: 302, to: '/sign-in?next=%2F' })
})

test('N125: a form that was sent after ten minutes waits for its person', async () => {
	const jana = await signInStaff(sql, 'counter')
	await sql`update desk_devices set touched_at = now() - interval '11 minutes' where staff_id = ${jana.id}`
	const sent = await asked(jana, { path: '/keys', form: { keys: 'off' } })
	expect(sent).toMatchObject({ status: 303, to: '/sign-in?next=%2F' })
	const [row] = await sql`select kept from desk_devices where staff_id = ${jana.id}`
	const form = { staffId: jana.id, path: '/keys', fields: [['keys', 'off']] }
	expect(row?.['kept']).toEqual({ ...form, at: expect.any(String) })
	// The person is not there until she has signed in again, whatever is asked.
	expect((await asked(jana, { path: '/kept' })).status).toBe(302)
})

test('N290: a kept form that is sent is not offered once more', async () => {
	const jana = await signInStaff(sql, 'counter')
	const waiting = async () => {
		const [row] = await sql`select kept from desk_devices where staff_id = ${jana.id}`
		return row?.['kept']?.path ?? null
	}
	const fields = [['keys', 'off']]
	const form = sql.json({ staffId: jana.id, path: '/keys', fields, at: new Date().toISOString() })
	await sql`update desk_devices set kept = ${form} where staff_id = ${jana.id}`
	await asked(jana, { path: '/kept' })
	await asked(jana, { path: '/bookings', form: { q: 'x' } })
	expect(await waiting()).toBe('/keys')
	await asked(jana, { path: '/keys', form: { keys: 'off' } })
	expect(await waiting()).toBeNull()
	expect(await asked(jana, { path: '/kept' })).toMatchObject({ status: 302, to: '/' })
})

test('N337: an open tablet of an owner gives nobody access: what would is asked for again after a sign-in', async () => {
	const [owner, leo] = [await signInStaff(sql, 'owner'), await signInStaff(sql, 'counter')]
	const hash = await hashPassword('vier Kometen im Garten')
	await sql`update staff set password_hash = ${hash.ok ? hash.value : ''} where id = ${owner.id}`
	await sql`update desk_devices set signed_in_at = now() - interval '6 minutes' where staff_id = ${owner.id}`
	const path = `/staff/${leo.id}`
	const email = `${owner.id}@new.example`
	const giving: [string, Record<string, string>, string][] = [
		['/staff/invite', { name: 'Mina', email, level: 'owner' }, '/staff'],
		[path, { do: 'link' }, path],
		[path, { do: 'level', level: 'owner' }, path],
	]
	const leave = { path, form: { do: 'leave' } }
	expect(await asked(owner, leave)).toMatchObject({ status: 303, to: `${path}?done=leave` })
	for (const [to, form, next] of giving) {
		const answer = await asked(owner, { path: to, form })
		const again = new URLSearchParams({ next, again: 'yes' })
		expect(answer).toMatchObject({ status: 303, to: `/sign-in?${again}` })
	}
	const [row] = await sql`
		select level, (select count(*)::int from staff where email = ${email}) as invited,
			(select count(*)::int from staff_acts
				where staff_id = ${leo.id} and verb <> 'signedOutEverywhere') as acts
		from staff where id = ${leo.id}`
	expect(row).toEqual({ level: 'counter', invited: 0, acts: 0 })
	expect((await asked(owner, { path: '/sign-in?again=yes' })).text).toContain('binnen fünf Minuten')
	const form = { who: owner.id, password: 'vier Kometen im Garten', next: path }
	expect(await asked(owner, { path: '/sign-in', form })).toMatchObject({ status: 303, to: '/kept' })
})

test('N292: guests on the network of the venue guess passwords, and its tablet still lets in', async () => {
	const jana = await signInStaff(sql, 'counter')
	const hash = await hashPassword('vier Kometen im Garten')
	await sql`update staff set password_hash = ${hash.ok ? hash.value : ''} where id = ${jana.id}`
	const guess = { path: '/sign-in', form: { email: `${jana.id}@desk.example`, password: 'x' } }
	const statuses: number[] = []
	for (let n = 0; n < 11; n += 1) statuses.push((await asked(null, guess)).status)
	expect(statuses.at(-1)).toBe(429)
	const right = { ...guess.form, password: 'vier Kometen im Garten' }
	expect((await asked(null, { ...guess, form: right })).status).toBe(429)
	expect((await asked(jana, { ...guess, form: right })).status).toBe(303)
})

test('N124: after signing out a copied cookie opens nothing', async () => {
	const jana = await signInStaff(sql, 'counter')
	expect(await asked(jana, { path: '/sign-out', form: {} })).toMatchObject({ to: '/sign-in' })
	expect((await asked(jana, { path: '/' })).status).toBe(302)
	expect((await asked(jana, { path: '/sign-in' })).text).not.toContain('Jana Wirth')
})

test('N127: a live page that reloads by itself does not keep its person signed in', async () => {
	const jana = await signInStaff(sql, 'counter')
	const leave = () =>
		sql`update desk_devices set touched_at = now() - interval '5 minutes' where staff_id = ${jana.id}`
	const touched = async () => {
		const [row] = await sql`
			select touched_at > now() - interval '1 minute' as is_now from desk_devices where staff_id = ${jana.id}`
		return row?.['is_now']
	}
	await leave()
	const headers = { Cookie: jana.cookie.join('=') }
	await fetch(`${desk}/`, { headers: { ...headers, 'X-Desk-Poll': '1' } })
	expect(await touched()).toBe(false)
	await fetch(`${desk}/`, { headers })
	expect(await touched()).toBe(true)
})

test('N294: a telephone booking that there is not is said in a sentence', async () => {
	const jana = await signInStaff(sql, 'shift')
	const answer = await asked(jana, { path: '/new/2026-999999' })
	expect(answer.status).toBe(404)
	expect(answer.text).not.toContain('errors.orderNotFound')
	expect(answer.text).toContain('Eine Buchung mit dieser Nummer gibt es nicht.')
})

test('N297: text in place of an id, and characters that the database refuses, are no fault of the desk', async () => {
	const stella = await signInStaff(sql, 'owner')
	const dashes = '-'.repeat(36)
	const sent: Sent[] = [
		{ path: `/staff/${dashes}` },
		{ path: `/staff?of=${dashes}` },
		{ path: `/day/2026-12-12/rooms?block=${dashes}` },
		{ path: `/new?cart=${dashes}` },
		{ path: `/staff/${dashes}`, form: { do: 'end' } },
		{ path: '/staff/devices', form: { device: dashes } },
		{ path: '/day/2026-12-12/lift', form: { block: dashes } },
		{ path: '/me', form: { do: 'remove', passkey: '\0' } },
		{ path: '/bookings', form: { q: 'a\0b' } },
		{ path: '/staff/invite', form: { name: 'a\0b', email: 'a\0b@x.example', level: 'counter' } },
		{ path: '/sign-in', form: { email: 'a\0b@x.example', password: 'a\0b', device: 'a\0b' } },
	]
	const failed = []
	for (const one of sent) {
		const { status } = await asked(stella, one)
		if (status >= 500) failed.push({ ...one, status })
	}
	expect(failed).toEqual([])
})
