import { expect, test } from '@playwright/test'

import { newVisitor } from './visitor.ts'

// The shop as a search engine reads it, from the start page and the sitemap.

const origin = process.env['SHOP_URL'] ?? ''
const MOST_ADDRESSES = 100

type Tag = { name: string; of: Record<string, string> }

test('a crawler finds fewer than 100 addresses, each page with one canonical (N420)', async () => {
	const { pages, listed, isForbidden } = await crawl()
	const canonicalsOf = new Map([...pages].map(([path, tags]) => [path, linked(tags, 'canonical')]))
	for (const [path, canonicals] of canonicalsOf) {
		const [canonical = ''] = canonicals
		// A canonical is the address of a page that was found, and its own canonical.
		expect([path, canonicals]).toEqual([path, [origin + pathOf(canonical)]])
		expect([path, canonicalsOf.get(pathOf(canonical))]).toEqual([path, [canonical]])
	}
	// A link to a visitor's choice says so by itself too: engines may list a forbidden address that links lead to.
	const choices = [...pages.values()]
		.flat()
		.filter(({ of }) => /^\/(login)?\?/.test(of['href'] ?? ''))
	for (const { of } of choices)
		expect([of['href'], of['rel'] === 'nofollow']).toEqual([
			of['href'],
			isForbidden(of['href'] ?? ''),
		])
	for (const path of listed) expect(canonicalsOf.get(path)).toEqual([origin + path])
	expect(listed).toEqual(expect.arrayContaining(['/', '/?kind=party', '/?kind=gift', '/pages/faq']))
})

test('each listed page names its addresses in both languages and answers in that language (N421)', async () => {
	const { pages, listed } = await crawl()
	for (const path of listed) {
		const tags = pages.get(path) ?? []
		const others = tags.filter(({ of }) => of['rel'] === 'alternate')
		const {
			de = '',
			en = '',
			...more
		} = Object.fromEntries(others.map(({ of }) => [of['hreflang'], of['href']]))
		expect([path, more]).toEqual([path, { 'x-default': de }])
		expect(listed).toEqual(expect.arrayContaining([pathOf(de), pathOf(en)]))
		const own = tags.some(({ of }) => of['lang'] === 'de-DE') ? de : en
		expect(own).toBe(origin + path)
	}
	expect(listed.filter((path) => path.includes('lng=en'))).toHaveLength(listed.length / 2)
})

test('a person who comes by an English address reads English from there on, until they choose (N421)', async () => {
	const visitor = newVisitor(origin)
	const isEnglish = ({ text }: { text: string }) => text.includes('<html lang="en-GB"')
	const read = await visitor.get('/?lng=en')
	expect([isEnglish(read), visitor.cookies.size]).toEqual([true, 0])
	expect(isEnglish(await visitor.get('/pages/faq'))).toBe(false)

	expect(isEnglish(await visitor.get('/?lng=en', { 'Sec-Fetch-Dest': 'document' }))).toBe(true)
	expect(isEnglish(await visitor.get('/pages/faq'))).toBe(true)
	const login = await visitor.get('/login?callbackUrl=%2Fpages%2Ffaq%3Flng%3Den')
	expect(login.text).toContain('name="callbackUrl" value="/pages/faq"')

	const returnTo = '/?kind=party&lng=en'
	const { location } = await visitor.post('/locale', { locale: 'de-DE', returnTo })
	expect(location).toBe('/?kind=party')
	expect(isEnglish(await visitor.get('/?kind=party'))).toBe(false)
})

let crawled: ReturnType<typeof crawlShop> | undefined

/** Crawls once for all tests of this file. */
function crawl() {
	crawled ??= crawlShop()
	return crawled
}

/** Fetches each address to which a followed link leads, unless robots.txt forbids it; returns the tags of the pages. */
async function crawlShop() {
	const visitor = newVisitor(origin)
	const fetched = (path: string) => visitor.get(path, { 'Accept-Language': '' })
	const isForbidden = forbiddenBy((await fetched('/robots.txt')).text)
	const sitemap = await fetched('/sitemap.xml')
	const listed = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) =>
		pathOf(plain(at)),
	)
	const pages = new Map<string, Tag[]>()
	const known = new Set(['/', ...listed])
	for (const path of known) {
		expect(known.size, `${path} is one of too many`).toBeLessThan(MOST_ADDRESSES)
		const { status, location, headers, text } = await fetched(path)
		expect([path, status]).toEqual([path, location === null ? 200 : expect.any(Number)])
		const isPage = location === null && headers.get('Content-Type')?.startsWith('text/html')
		const tags = isPage ? tagsOf(text) : []
		if (isPage) pages.set(path, tags)
		const found = location === null ? followedFrom(tags) : [location]
		for (const to of found) {
			const isOwn = new URL(to, origin).origin === origin
			if (isOwn && !isForbidden(pathOf(to))) known.add(pathOf(to))
		}
	}
	return { pages, listed, isForbidden }
}

function followedFrom(tags: Tag[]): string[] {
	return tags
		.filter(({ name, of }) => name === 'a' || /^(alternate|canonical)$/.test(of['rel'] ?? ''))
		.filter(({ of }) => of['rel'] !== 'nofollow')
		.flatMap(({ of }) => of['href'] ?? [])
}

function linked(tags: Tag[], rel: string): (string | undefined)[] {
	return tags.filter(({ of }) => of['rel'] === rel).map(({ of }) => of['href'])
}

function tagsOf(html: string): Tag[] {
	return [...html.matchAll(/<(html|a|link)\b([^>]*)>/g)].map(([, name = '', attributes = '']) => ({
		name,
		of: Object.fromEntries(
			[...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
				key.toLowerCase(),
				plain(value),
			]),
		),
	}))
}

/** Returns whether robots.txt forbids a path; `*` in its patterns stands for any text. */
function forbiddenBy(robots: string): (path: string) => boolean {
	const patterns = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path = '']) => {
		const literal = path.replaceAll(/[.?+^$()[\]{}|\\]/g, String.raw`\$&`)
		return new RegExp(`^${literal.replaceAll('*', '.*')}`)
	})
	return (path) => patterns.some((pattern) => pattern.test(path))
}

function pathOf(address: string): string {
	const { pathname, search } = new URL(address, origin)
	return pathname + search
}

function plain(text: string): string {
	return text.replaceAll('&amp;', '&')
}
