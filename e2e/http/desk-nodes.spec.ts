import { readdir } from 'node:fs/promises'

import { expect, test } from '@playwright/test'

import { freePort } from '#drizzle/embedded/embedded.ts'
import { end, launch } from '#scripts/shop/child.ts'

import packageJson from '../../package.json' with { type: 'json' }
import { signInStaff } from '../desk/staff.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor } from './visitor.ts'

// The desks of two nodes behind one name: two processes of the built desk on one database.
test.describe.configure({ mode: 'serial' })

const token = 'pulse-of-the-desk-'.repeat(3)
const origin = 'https://desk.example.org'

let shop: Awaited<ReturnType<typeof openOwnShop>>
let second: Awaited<ReturnType<typeof launch>>
const desks: string[] = []

test.beforeAll(async () => {
	const ports = [await freePort(), await freePort()]
	desks.push(...ports.map((port) => `http://localhost:${port}`))
	const settings = { METRICS_TOKEN: token, DESK_ORIGIN: origin, DESK_PORT: String(ports[0]) }
	shop = await openOwnShop({}, undefined, settings)
	second = await launch({
		name: 'The second desk',
		file: 'build/serve/desk.js',
		env: { ...shop.env, JOBS: '0', DESK_PORT: String(ports[1]) },
		output: 'ignore',
	})
})
test.afterAll(async () => {
	if (second) await end(second.child, 40)
	await shop?.close()
})

test('N222: a desk tells whether it lives and whether it can serve, by whatever name it is asked', async () => {
	for (const desk of desks) {
		expect(await newVisitor(desk).get('/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
		const ready = await newVisitor(desk).get('/readyz')
		expect(ready).toMatchObject({ status: 200, text: 'ready\n' })
		expect(ready.headers.get('Cache-Control')).toBe('no-store')
	}
	await shop.sql`alter table venue_versions rename to venue_versions_away`
	try {
		const away = await newVisitor(desks[0] ?? '').get('/readyz')
		expect(away).toMatchObject({ status: 503, text: 'not ready\n' })
		expect(away.headers.get('Retry-After')).toBe('2')
	} finally {
		await shop.sql`alter table venue_versions_away rename to venue_versions`
	}
	expect((await newVisitor(desks[0] ?? '').get('/readyz')).status).toBe(200)
})

test('N222: the metrics of a desk are its process alone, for the token alone', async () => {
	const visitor = newVisitor(desks[0] ?? '')
	const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` })
	for (const headers of [{}, bearer(''), bearer(token.slice(1)), { Authorization: token }]) {
		const refused = await visitor.get('/metrics', headers)
		expect(refused).toMatchObject({ status: 401, text: 'unauthorized\n' })
		expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer')
	}
	const person = await signInStaff(shop.sql, 'counter')
	await asked(desks[0] ?? '', '/day/2026-12-12', { person })
	const { status, text, headers } = await visitor.get('/metrics', bearer(token))
	expect(status).toBe(200)
	expect(headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
	expect(text).toContain(`raumzeit_build_info{version="${packageJson.version}"`)
	expect(text).toContain('route="day/:day",method="GET",status="2xx"')
	expect(text).toMatch(/^process_resident_memory_bytes\{.*\} \d+/m)
	expect(text).not.toMatch(/raumzeit_orders|raumzeit_database_up/)
	expect(text.replaceAll(/build="[^"]*"/g, '')).not.toMatch(/2026-12-12|[\da-f]{8}-[\da-f]{4}-|@/)
	// A desk without a token has none; the one of all other tests has none.
	const other = newVisitor(process.env['DESK_URL'] ?? '')
	expect((await other.get('/metrics', bearer('undefined'))).status).toBe(404)
})

test('N223: a desk answers the files of its last builds, and neither site those of the other', async () => {
	const own = (await readdir('build/desk/client/assets')).filter((name) => !/\.(br|gz)$/.test(name))
	const stored = await shop.sql`select path from build_files where path like 'desk/%' order by path`
	expect(stored.map(({ path }) => path)).toEqual(own.map((name) => `desk/${name}`).toSorted())
	await shop.sql`
		insert into build_files (path, built_at, content)
		values ('desk/day-of-before.js', now(), 'day'), ('page-of-before.js', now(), 'page')`
	const found = async (site: string, name: string) => newVisitor(site).get(`/assets/${name}`)
	for (const desk of desks) {
		const answer = await found(desk, 'day-of-before.js')
		expect(answer).toMatchObject({ status: 200, text: 'day' })
		expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
		expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
		for (const name of ['page-of-before.js', 'none.js', '..%2Fdesk%2Fday-of-before.js', '%00.js'])
			expect((await found(desk, name)).status, name).toBe(404)
	}
	expect((await found(shop.url, 'page-of-before.js')).text).toBe('page')
	for (const name of ['day-of-before.js', 'desk%2Fday-of-before.js'])
		expect((await found(shop.url, name)).status, name).toBe(404)
})

test('L2: a person whose access ends at one desk is refused at the other with the next request, in every way', async () => {
	const [here = '', there = ''] = desks
	const owner = await signInStaff(shop.sql, 'owner')
	const person = await signInStaff(shop.sql, 'shift')
	for (const desk of desks) expect((await asked(desk, '/', { person })).status).toBe(200)
	const ended = await asked(here, `/staff/${person.id}`, { person: owner, form: { do: 'end' } })
	expect(ended.status).toBe(303)
	const answers = [
		await asked(there, '/', { person }),
		await asked(there, '/_.data', { person }),
		await asked(there, '/', { person, method: 'HEAD' }),
		await asked(there, '/keys', { person, form: { keys: 'off' } }),
		await asked(here, '/', { person }),
	]
	expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
	expect(answers[0]?.text).toContain('Ihr Zugang ist beendet.')
})

test('L2: a lower level, a sign-out everywhere and a forgotten device count at the other desk at once', async () => {
	const [here = '', there = ''] = desks
	const owner = await signInStaff(shop.sql, 'owner')
	const door = { status: 302, location: '/sign-in?next=%2F' }
	for (const form of [{ do: 'level', level: 'counter' }, { do: 'leave' }]) {
		const jana = await signInStaff(shop.sql, 'shift')
		expect((await asked(there, '/', { person: jana })).status).toBe(200)
		expect((await asked(here, `/staff/${jana.id}`, { person: owner, form })).status).toBe(303)
		expect(await asked(there, '/', { person: jana })).toMatchObject(door)
	}
	const jana = await signInStaff(shop.sql, 'counter')
	const [device] = await shop.sql`select key from desk_devices where staff_id = ${jana.id}`
	const form = { device: String(device?.['key']) }
	const forgotten = await asked(here, '/staff/devices', { person: owner, form })
	expect(forgotten.status).toBe(303)
	expect(await asked(there, '/', { person: jana })).toMatchObject(door)
})

test('N224: passwords tried at two desks in turns are counted together', async () => {
	const headers = { 'X-Forwarded-For': '203.0.113.77', Origin: origin }
	const form = { email: 'jana@desk.example', password: 'guessed' }
	const statuses: number[] = []
	for (let round = 0; round < 7; round += 1)
		for (const desk of desks)
			statuses.push((await newVisitor(desk).post('/sign-in', form, headers)).status)
	expect(statuses).toEqual([...Array(10).fill(422), ...Array(4).fill(429)])
})

type DeskRequest = {
	person: { cookie: [name: string, value: string] }
	form?: Record<string, string>
	method?: string
}

/** Asks a desk as that person's tab does; with a form by POST. */
function asked(
	desk: string,
	path: string,
	{ person, form, method = form ? 'POST' : 'GET' }: DeskRequest,
) {
	const cookie = `__Host-desk-session=${person.cookie[1]}`
	return newVisitor(desk).send(path, {
		method,
		headers: { Cookie: cookie, Origin: origin, 'Sec-Fetch-Site': 'same-origin' },
		...(form && { body: new URLSearchParams(form) }),
	})
}
