import { expect, test } from '@playwright/test'

import { newVisitor } from './visitor.ts'

// Pages as read by programs that find, list, share or keep the shop: search engines, messengers, phones.

const origin = process.env['SHOP_URL'] ?? ''

test('the start page tells programs, too, what and where the venue is', async () => {
	const { text } = await newVisitor(origin).get('/')
	const read = businessIn(text)
	expect(read).toMatchObject({
		'@type': 'AmusementPark',
		name: 'Raumzeit',
		url: origin,
		address: { addressLocality: 'Sternhausen' },
	})
	expect(read.openingHoursSpecification).toContainEqual({
		'@type': 'OpeningHoursSpecification',
		dayOfWeek: expect.arrayContaining(['Saturday']),
		opens: '10:00',
		closes: '20:00',
	})
	const party = await newVisitor(origin).get('/?kind=party')
	const tickets = kindsOffered(read)
	const parties = kindsOffered(businessIn(party.text))
	expect(new Set(tickets)).toEqual(new Set(['Service']))
	expect(new Set(parties)).toEqual(new Set(['Service']))
	expect(parties.length).toBeGreaterThanOrEqual(2)
	expect(tickets.length + parties.length).toBeGreaterThanOrEqual(7)
	expect(metaOf(text, 'name', 'description')?.length).toBeGreaterThan(50)
	const gift = await newVisitor(origin).get('/?kind=gift')
	expect(metaOf(gift.text, 'property', 'og:title')).toMatch(/^Gutschein schenken · /)
	expect(metaOf(gift.text, 'property', 'og:url')).toBe(`${origin}/?kind=gift`)
	for (const page of [text, gift.text])
		expect(metaOf(page, 'property', 'og:description')).toBe(metaOf(page, 'name', 'description'))
	const picture = metaOf(text, 'property', 'og:image') ?? ''
	expect(picture.startsWith(`${origin}/`), 'N76').toBe(true)
	const { status, headers } = await newVisitor(origin).get(new URL(picture).pathname)
	expect([status, headers.get('Content-Type')]).toEqual([200, 'image/png'])
})

test('every content page has a description of its own and stands in the sitemap', async () => {
	const visitor = newVisitor(origin)
	const sitemap = await visitor.get('/sitemap.xml')
	const paths = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) =>
		at.replace(origin, ''),
	)
	const pages = paths.filter((path) => path.startsWith('/pages/'))
	expect(pages.length).toBeGreaterThanOrEqual(8)
	const descriptions = new Set<string>()
	for (const path of pages) {
		const { status, text } = await visitor.get(path)
		expect([path, status]).toEqual([path, 200])
		descriptions.add(metaOf(text, 'name', 'description') ?? '')
	}
	expect(descriptions.size).toBe(pages.length)
	expect([...descriptions].every((each) => each.length > 30)).toBe(true)
	expect((await visitor.get('/robots.txt')).text).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

test('icons and a manifest for every kind of screen', async () => {
	const visitor = newVisitor(origin)
	const manifest = await visitor.get('/site.webmanifest')
	expect(manifest.headers.get('Content-Type')).toContain('application/manifest+json')
	const { icons } = JSON.parse(manifest.text)
	const { text } = await visitor.get('/')
	const linked = [
		...text.matchAll(/<link [^>]*rel="(?:icon|apple-touch-icon)" href="([^"]+)"/g),
	].map(([, href = '']) => href)
	expect(linked).toEqual(
		expect.arrayContaining(['/favicon.ico', '/favicon.svg', '/apple-touch-icon.png']),
	)
	for (const path of [...linked, ...icons.map(({ src }: { src: string }) => src)]) {
		const { status, headers } = await visitor.get(path)
		expect([path, status, headers.get('Content-Type')]).toEqual([
			path,
			200,
			expect.stringMatching(/^image\//),
		])
	}
})

test('law: the terms as a file to keep, named after their version', async () => {
	const { status, headers, text } = await newVisitor(origin).get('/pages/agb/file')
	expect(status).toBe(200)
	expect(headers.get('Content-Disposition')).toMatch(
		/^attachment; filename="agb-\d{4}-\d\d-\d\d\.html"$/,
	)
	expect(text).toContain('<h1>Allgemeine Geschäftsbedingungen</h1>')
	expect((await newVisitor(origin).get('/pages/nope/file')).status).toBe(404)
})

test('the operator’s redirects are temporary or permanent, inside or outside; a page’s spellings lead to one (N423)', async () => {
	const visitor = newVisitor(origin)
	const expected: [string, number, string][] = [
		['/tickets', 302, '/'],
		['/tickets/', 302, '/'],
		['/tickets?kind=party&day=2026-12-05', 302, '/?kind=party&day=2026-12-05'],
		['/geburtstag', 302, '/?kind=party'],
		['/party?kind=play&day=2026-12-05', 302, '/?kind=party&day=2026-12-05'],
		['/impressum', 301, '/pages/impressum'],
		['/Impressum/', 301, '/pages/impressum'],
		['/pages/faq/', 301, '/pages/faq'],
		['/PAGES/Faq?day=2026-12-05', 301, '/pages/faq?day=2026-12-05'],
		['/pages/faq).', 301, '/pages/faq'],
		['/karte', 302, 'https://www.openstreetmap.org/#map=6/51.33/10.45'],
		['/karte?day=2026-12-05', 302, 'https://www.openstreetmap.org/#map=6/51.33/10.45'],
	]
	for (const [path, status, location] of expected) {
		const { headers, ...answer } = await visitor.get(path)
		expect([path, answer.status, answer.location]).toEqual([path, status, location])
		const kept = status === 301 ? 'private, max-age=86400' : 'private, no-store'
		expect([path, headers.get('Cache-Control')]).toEqual([path, kept])
	}
})

function metaOf(html: string, kind: 'name' | 'property', name: string): string | undefined {
	return new RegExp(`<meta ${kind}="${name}" content="([^"]*)"`).exec(html)?.[1]
}

type Business = {
	openingHoursSpecification: object[]
	makesOffer: { itemOffered: { '@type': string } }[]
}

function businessIn(html: string): Business {
	const [, text = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
	return JSON.parse(text)
}

function kindsOffered({ makesOffer }: Business): string[] {
	return makesOffer.map(({ itemOffered }) => itemOffered['@type'])
}
