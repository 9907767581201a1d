import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { claimDay } from '../days.ts'
import { book } from '../desk/booked.ts'
import { signInStaff } from '../desk/staff.ts'
import { deskPatterns, patterns } from './addresses.ts'
import { openPlainBrowser } from './plain-browser.ts'
import { newVisitor } from './visitor.ts'

const shop = process.env['SHOP_URL'] ?? ''
const desk = process.env['DESK_URL'] ?? ''

/** Addresses that both sites have, each its own; the last one catches unknown addresses. */
const shared = new Set(['/', '/healthz', '/readyz', '/metrics', '/assets/:file', '/*'])

/** The paths of a site that the other one must not answer, with values in place of parameters. */
function ownPaths(own: string[]): string[] {
	return own
		.filter((path) => !shared.has(path))
		.map((path) => path.replaceAll(/:\w+/g, '1').replace('*', 'x'))
}

for (const [name, origin, paths] of [
	['the shop answers no address of the desk', shop, ownPaths(deskPatterns())],
	['the desk answers no address of the shop', desk, ownPaths(patterns())],
] as const) {
	test(`L1: ${name}, by page, .data, HEAD and POST`, async () => {
		expect(paths.length).toBeGreaterThan(1)
		for (const path of paths) {
			const visitor = newVisitor(origin)
			const statuses = [
				(await visitor.get(path)).status,
				(await visitor.get(`${path}.data`)).status,
				(await visitor.send(path, { method: 'HEAD' })).status,
				(await visitor.post(path, {})).status,
			]
			expect({ path, statuses }).toEqual({ path, statuses: [404, 404, 404, 404] })
		}
	})
}

test('L1: no file of the shop that a browser or the server loads holds a module of the desk', async () => {
	const marks = [/desk\/(routes|ui|i18n|middleware|http)\//, /Tastenkürzel/]
	for (const [folder, isDesk] of [
		['build/client', false],
		['build/server', false],
		['build/desk/server', true],
	] as const) {
		const names = await readdir(folder, { recursive: true })
		const files = names.filter((name) => /\.(js|css|json)$/.test(name))
		const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
		expect(files.length).toBeGreaterThan(0)
		const found = marks.map((mark) => texts.some((text) => mark.test(text)))
		expect({ folder, found }).toEqual({ folder, found: [isDesk, isDesk] })
	}
})

test('K122: allergies, which no letter holds, stand at the booking, on the day and on the run sheet', async () => {
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
	const day = await claimDay('any')
	const times = { from: '14:00', until: '16:00', guests: 2, rest: 1000 }
	const { id, number } = await book(sql, { day, lastName: 'Sommer', ...times })
	const label = { de: 'Allergien, Wünsche', en: 'Allergies, wishes' }
	const answers = { tableWishes: { label, text: 'Mia darf kein Ei' } }
	await sql`update orders set answers = ${sql.json(answers)} where id = ${id}`
	const jana = await signInStaff(sql, 'shift')
	await sql.end()
	const browser = openPlainBrowser({ origin: desk })
	browser.visitor.cookies.set(...jana.cookie)
	for (const path of [`/bookings/${number}`, `/day/${day}`, `/day/${day}/sheet`]) {
		await browser.open(path)
		expect(browser.within('main').text(), path).toContain('Mia darf kein Ei')
	}
})

test('N110: the desk takes changes from its own pages alone', async () => {
	const form = { keys: 'off' }
	const statusOf = async (headers: Record<string, string>) =>
		(await newVisitor(desk).post('/keys', form, headers)).status
	expect(await statusOf({ Origin: shop, 'Sec-Fetch-Site': 'same-site' })).toBe(403)
	expect(await statusOf({ Origin: shop })).toBe(403)
	expect(await statusOf({ Origin: 'null' })).toBe(403)
	expect(await statusOf({ Origin: desk, 'Sec-Fetch-Site': 'same-site' })).toBe(403)
	const silent = await fetch(`${desk}/keys`, { method: 'POST', body: new URLSearchParams(form) })
	expect(silent.status).toBe(403)
	expect(await statusOf({})).not.toBe(403)
	// The shop does not take the desk's either.
	const foreign = await newVisitor(shop).post('/locale', { locale: 'en-EN' }, { Origin: desk })
	expect(foreign.status).toBe(403)
})

test('N110: another name of this machine is sent to the name that cookies and passkeys belong to', async () => {
	const other = desk.replace('localhost', '127.0.0.1')
	const { status, location } = await newVisitor(other).get('/keys?a=b')
	expect([status, location]).toEqual([302, `${desk}/keys?a=b`])
})

test('N111: every answer of the desk has its headers, and no cookie the name of one of the shop', async () => {
	const visitor = newVisitor(desk)
	for (const path of ['/', '/nowhere', '/_.data', '/language']) {
		const { headers } = await visitor.get(path)
		expect(headers.get('Cache-Control')).toBe('private, no-store')
		expect(headers.get('Permissions-Policy')).toMatch(/^camera=\(self\),/)
		expect(headers.get('X-Robots-Tag')).toBe('noindex')
		expect(headers.get('Content-Security-Policy')).toMatch(
			/script-src 'self' 'nonce-[\w-]{22}'; style-src 'self';/,
		)
	}
	await visitor.post('/language', { locale: 'en-EN', returnTo: '/' })
	expect((await visitor.follow('/')).text).toContain('<html lang="en-GB">')
	expect(visitor.cookies.size).toBeGreaterThan(0)
	for (const name of visitor.cookies.keys()) expect(name).toMatch(/^desk-/)
})

test('N111: every address of the desk has the strict headers, asked for and posted to', async () => {
	const paths = deskPatterns().map((path) =>
		path.replace(':day', '2026-12-12').replaceAll(/:\w+/g, '1').replace('*', 'nowhere'),
	)
	for (const path of [...paths, '/keys.data', '/assets/none.js', '/%']) {
		for (const answer of [
			await newVisitor(desk).get(path),
			await newVisitor(desk).post(path, {}),
		]) {
			expect({ path, ...Object.fromEntries(answer.headers) }).toMatchObject({
				path,
				'x-content-type-options': 'nosniff',
				'x-frame-options': 'DENY',
				'referrer-policy': 'same-origin',
				'cross-origin-opener-policy': 'same-origin',
				'x-robots-tag': 'noindex',
				'cache-control': expect.stringContaining('no-store'),
				'content-security-policy': expect.stringMatching(/^default-src '(self|none)'/),
			})
			expect(answer.headers.get('Server') ?? answer.headers.get('X-Powered-By')).toBeNull()
			expect(answer.status).toBeLessThan(500)
		}
	}
})

test('N353: a day is closed by a form with a field for each of its 300 bookings', async () => {
	const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
	const person = await signInStaff(sql, 'shift')
	await sql.end()
	const visitor = newVisitor(desk)
	visitor.cookies.set(...person.cookie)
	const ids = Array.from({ length: 300 }, () => randomUUID())
	const fates = Object.fromEntries(ids.map((id) => [`fate.${id}`, 'leave']))
	const form = { intent: 'close', reason: 'Heizung', label: 'zu', words: '', seen: '', ...fates }
	// A day on which nobody visits in any test.
	const closed = await visitor.post('/day/2050-06-01/close', form)
	expect([closed.status, closed.location]).toEqual([303, '/day/2050-06-01/rooms'])
	expect((await visitor.post('/day/2050-06-01/close', { intent: 'open' })).status).toBe(303)
	expect((await visitor.post('/day/2050-06-01/block', form)).status).toBe(413)
})
