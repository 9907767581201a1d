import { get } from 'node:http'

import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { claimDay } from '../days.ts'
import { withCart } from './filled-cart.ts'
import { openPlainBrowser } from './plain-browser.ts'
import { newVisitor } from './visitor.ts'

// What stands on pages that are only read, and the files that they name.

const origin = process.env['SHOP_URL'] ?? ''
const KILOBYTE = 1024
let sql: Sql

test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())

test('a page that does not exist: status, sentence, way back; the address is shown as text', async () => {
	const browser = openPlainBrowser()
	await browser.open('/nope')
	expect(browser.status()).toBe(404)
	expect(browser.main()).toContain('Page Not Found: /nope')

	await browser.open('/%3Cimg%20src=x%20onerror=alert(1)%3E')
	expect(browser.status()).toBe(404)
	expect(browser.main()).toContain('Page Not Found: /%3Cimg')
	expect(browser.all('img', 'x')).toHaveLength(0)
	await browser.within('main').follow('Zurück zur Startseite')
	expect(browser.all('region', 'Tag')).toHaveLength(1)
})

test('the legal pages are reachable from everywhere, also from an error and the checkout', async () => {
	const browser = await withCart(await claimDay('any'), { product: 'ticket-adult' })
	for (const path of ['/', '/cart', '/checkout/address', '/pages/agb', '/nope']) {
		await browser.open(path)
		const legal = browser.within('navigation', 'Rechtliches').all('link')
		expect({ path: browser.path(), legal: legal.map((link) => link.text()) }).toEqual({
			path,
			legal: [
				'Impressum',
				'Datenschutz',
				'AGB',
				'Widerruf',
				'Barrierefreiheit',
				'AGB als Datei',
				'Vertrag widerrufen',
			],
		})
	}
	for (const page of ['Impressum', 'Datenschutz', 'AGB', 'Widerruf', 'Barrierefreiheit']) {
		await browser.within('navigation', 'Rechtliches').follow(page)
		expect({ page, status: browser.status() }).toEqual({ page, status: 200 })
		expect(browser.title()).toMatch(/ · Raumzeit$/)
	}
})

test('from the cart a guest comes to the address; what is missing is counted and named at its field', async () => {
	const browser = await withCart(await claimDay('any'), { product: 'planetarium-show' })
	await browser.open('/cart')
	await browser.within('main').follow('Zur Kasse')
	expect(browser.path()).toBe('/checkout/sign-in')
	await browser.follow('Als Gast bestellen')
	await browser.press('Weiter zur Übersicht')
	expect(browser.status()).toBe(422)
	expect(browser.alerts().join(' ')).toContain('Bitte prüfen Sie 8 Angaben')
	expect(browser.within('alert').links('Vorname: Darf nicht leer sein')).toHaveLength(1)
	expect(browser.field('Vorname')).toMatchObject({
		isInvalid: true,
		description: expect.stringContaining('Darf nicht leer sein'),
	})
})

test('the build has an id, and its description stays under that id', async () => {
	const visitor = newVisitor(origin)
	const latest = await visitor.get('/builds/latest.json')
	const { id, timestamp } = JSON.parse(latest.text)
	expect(latest.headers.get('Cache-Control')).toBe('no-cache')
	expect(Date.now() - timestamp).toBeGreaterThan(0)
	const meta = await visitor.get(`/builds/meta/${id}.json`)
	expect(meta.headers.get('Cache-Control')).toContain('immutable')
	expect(JSON.parse(meta.text)).toMatchObject({ id, timestamp })
	expect((await visitor.get('/builds/meta/other.json')).status).toBe(404)
})

test('J2: a script of another build is served as that build named it', async () => {
	const visitor = newVisitor(origin)
	const name = `page-${crypto.randomUUID()}.js`
	expect((await visitor.get(`/assets/${name}`)).status).toBe(404)
	await sql`
		insert into build_files (path, content, built_at) values (${name}, ${Buffer.from('export {}')}, now())`
	const { text, headers } = await visitor.get(`/assets/${name}`)
	expect(text).toBe('export {}')
	expect(Object.fromEntries(headers)).toMatchObject({
		'content-type': 'text/javascript; charset=utf-8',
		'cache-control': 'public, max-age=31536000, immutable',
		'x-content-type-options': 'nosniff',
	})
	expect(headers.get('Set-Cookie')).toBeNull()
})

test('J2: a start stores every file that the pages of its build ask for', async () => {
	const { text } = await newVisitor(origin).get('/')
	const names = [...text.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name = '']) => name)
	const rows = await sql`select path from build_files where path in ${sql(names)}`
	expect(new Set(rows.map(({ path }) => path))).toEqual(new Set(names))
	expect(names.length).toBeGreaterThan(10)
})

test('the start page names few and small files; one font comes ahead, and no script before the style', async () => {
	const { text: html } = await newVisitor(origin).get('/')
	const [style = '', ...otherStyles] = filesOf(html, /rel="stylesheet" href="([^"]+)"/g)
	const scripts = filesOf(html, /rel="modulepreload"[^>]* href="([^"]+)"/g)
	const [font = '', ...otherFonts] = filesOf(html, /rel="preload" as="font"[^>]* href="([^"]+)"/g)
	expect([...otherStyles, ...otherFonts]).toEqual([])
	expect(scripts.length).toBeGreaterThan(0)
	expect(scripts.length).toBeLessThanOrEqual(8)

	expect(await bytesOf('/')).toBeLessThanOrEqual(13 * KILOBYTE)
	expect(await bytesOf(style)).toBeLessThanOrEqual(20 * KILOBYTE)
	expect(await bytesOf(font)).toBeLessThanOrEqual(60 * KILOBYTE)
	const sizes = await Promise.all(scripts.map((script) => bytesOf(script)))
	expect(sizes.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(134 * KILOBYTE)

	const beforeStyle = html.slice(0, html.indexOf('rel="stylesheet"'))
	expect(beforeStyle).not.toMatch(/<script[^>]*src=|modulepreload/)
	for (const preload of html.match(/<link[^>]*rel="modulepreload"[^>]*>/g) ?? [])
		expect(preload).toContain('fetchpriority="low"')
})

/** Lists the paths in a page that a pattern finds. */
function filesOf(html: string, pattern: RegExp): string[] {
	return [...html.matchAll(pattern)].map(([, path = '']) => path)
}

/** Counts the compressed bytes of an answer's body. */
function bytesOf(path: string): Promise<number> {
	return new Promise((resolve, reject) => {
		const headers = { 'Accept-Encoding': 'br', 'Accept-Language': 'de-DE' }
		get(new URL(path, origin), { headers }, (response) => {
			let bytes = 0
			expect(response.statusCode).toBe(200)
			response.on('data', (part: Buffer) => (bytes += part.length))
			response.once('end', () => resolve(bytes))
		}).once('error', reject)
	})
}
