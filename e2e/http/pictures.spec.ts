import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import sharp from 'sharp'

import { openOwnShop } from './own-shop.ts'
import { newVisitor } from './visitor.ts'

// Pictures as `@nuxt/image` requests them: row E15 of the faults, and a photo of the operator's own.

const origin = process.env['SHOP_URL'] ?? ''

test('E15: the shop serves its own pictures in its own sizes, and reads or fetches nothing from elsewhere', async () => {
	const visitor = newVisitor(origin)
	const refused: [path: string, status: number][] = [
		['_/pictures/..%2f..%2fpackage.json', 403],
		['_/pictures/..%2flogo.svg', 403],
		['_/logo.svg', 403],
		['_/http://127.0.0.1:1/x.png', 403],
		['_/https:%2f%2fevil.example%2fpictures%2fx.png', 403],
		['w_99999&enlarge/pictures/park.svg', 403],
		['w_abc/pictures/park.svg', 403],
		['s_99999x99999/pictures/park.svg', 403],
		['blur_100/pictures/park.svg', 403],
		['f_exe/pictures/park.svg', 403],
		['%/pictures/park.svg', 400],
		['_', 400],
		['', 400],
		['f_webp/pictures/nowhere.jpg', 404],
		// Any modifiers.
		['w_99999/pictures/nowhere.jpg', 404],
		['blur_100/pictures/nowhere.jpg', 404],
		['w_640&/pictures/nowhere.jpg', 404],
	]
	for (const [path, status] of refused) {
		const answer = await visitor.get(`/_ipx/${path}`)
		expect([path, answer.status, answer.text]).toEqual([path, status, ''])
		expect(answer.headers.get('Content-Security-Policy')).toBe("default-src 'none'")
	}
})

test('a picture has its type, its headers, both separators, and 304 for a browser that has it', async () => {
	const visitor = newVisitor(origin)
	await visitor.get('/')
	const path = '/_ipx/f_webp&w_640&q_90&b_%232e2653/pictures/park.svg'
	const { status, headers } = await visitor.get(path)
	expect(status).toBe(200)
	expect(headers.get('Content-Type')).toBe('image/webp')
	expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'")
	expect(headers.get('Cache-Control')).toContain('public')
	expect(headers.getSetCookie()).toEqual([])

	const tag = headers.get('ETag') ?? ''
	const changed = headers.get('Last-Modified') ?? ''
	const fresh: Record<string, string>[] = [
		{ 'If-None-Match': tag },
		{ 'If-None-Match': `"other", W/${tag}` },
		{ 'If-Modified-Since': changed },
	]
	for (const condition of fresh) expect((await visitor.get(path, condition)).status).toBe(304)
	const stale: Record<string, string>[] = [
		{ 'If-None-Match': '"other"', 'If-Modified-Since': changed },
		{ 'If-Modified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
		{ 'If-Modified-Since': 'yesterday' },
	]
	for (const condition of stale) expect((await visitor.get(path, condition)).status).toBe(200)

	const spelled = ['f_webp,w_640,q_90', 's_640x400&f_webp&fit_fill', 'width_640&f_webp&b_6cC4cc']
	for (const words of spelled) {
		const other = await visitor.get(`/_ipx/${words}/pictures/park.svg`)
		expect(other.headers.get('ETag')).toBe(tag)
	}
	const drawing = await visitor.get('/_ipx/_/pictures/park.svg')
	expect(drawing.headers.get('Content-Type')).toBe('image/svg+xml')
	expect(drawing.text).toContain('<svg')
})

test('M5: sizes that no page shows are refused at once, and the largest is bounded', async () => {
	const visitor = newVisitor(origin)
	const refused = [
		'f_avif&s_3072x9216&fit_fill',
		'f_webp&s_3072x9216&fit_fill',
		'f_png&s_3072x3072',
		'f_avif&w_320',
		'f_avif',
	]
	const answers = await Promise.all(
		refused.map((words) => visitor.get(`/_ipx/${words}/pictures/park.svg`)),
	)
	expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 403))

	const url = `${origin}/_ipx/f_png&w_3072/pictures/park.svg`
	const { width, height } = await sharp(await (await fetch(url)).arrayBuffer()).metadata()
	expect([width, height]).toEqual([2590, 1619])
})

test('the operator replaces a drawing by a photo: in the catalogue and on a page', async () => {
	const shop = await openOwnShop(
		{
			'catalogue.yaml': [
				['picture: /pictures/ticket-child.svg', 'picture: /pictures/children.jpg'],
			],
			'pages/anfahrt.de.md': [
				['## Mit dem Auto', '![Kinder rutschen](/pictures/children.jpg)\n\n## Mit dem Auto'],
			],
		},
		async (venueDir) => {
			await mkdir(join(venueDir, 'pictures'))
			await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#c43' } })
				.jpeg()
				.toFile(join(venueDir, 'pictures/children.jpg'))
			await writeFile(
				join(venueDir, 'pictures/park.svg'),
				'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="5"><title>Our park</title></svg>',
			)
		},
	)
	try {
		const visitor = newVisitor(shop.url)
		const page = await visitor.get('/pages/anfahrt')
		const [, src = '', width, height] =
			/<img src="([^"]+)" srcset="[^"]+ 2x" width="(\d+)" height="(\d+)"/.exec(page.text) ?? []
		expect([width, height]).toEqual(['768', '576'])
		const shown = await visitor.get(src.replaceAll('&amp;', '&'))
		expect(shown.headers.get('Content-Type')).toBe('image/webp')

		const { text } = await visitor.get('/')
		const addresses = [...text.matchAll(/\/_ipx\/[^"\s]*children\.jpg/g)].map(
			([address]) => address,
		)
		expect(addresses.length).toBeGreaterThan(0)
		for (const address of new Set(addresses)) {
			const { status, headers } = await visitor.get(address.replaceAll('&amp;', '&'))
			expect([address, status, headers.get('Content-Type')]).toEqual([address, 200, 'image/webp'])
		}
		expect(text).not.toContain('ticket-child.svg')

		// As the guide says: its own name leads to it, and it goes before a picture of ours.
		const own = await visitor.get('/pictures/children.jpg')
		expect([own.status, own.headers.get('Content-Type')]).toEqual([200, 'image/jpeg'])
		expect(own.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
		expect(own.headers.getSetCookie()).toEqual([])
		const again = { 'If-None-Match': own.headers.get('ETag') ?? '' }
		expect((await visitor.get('/pictures/children.jpg', again)).status).toBe(304)
		expect((await visitor.get('/pictures/park.svg')).text).toContain('<title>Our park</title>')
		expect((await visitor.get('/pictures/venus.svg')).status).toBe(404)
	} finally {
		await shop.close()
	}
})
