import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { allocations, resources, venueVersions, voucherEntries, vouchers } from '#app/db/schema.ts'
import { pictureProblems, readVenue } from '#app/models/operator/read.server.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { createTestDatabase } from '#testing/database.ts'

const database = await createTestDatabase()
process.env['DATABASE_URL'] = database.url
const { db } = await import('#app/db/client.server.ts')
const { applyAtStart, applyVenue, planVenue } = await import('#app/models/operator/venue.server.ts')
const { currentVenue, loadVenue, refreshVenue } =
	await import('#app/models/venue/current.server.ts')

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const { venue, hash } = demo

describe('the demo venue', () => {
	test.each([
		['ticket', 4],
		['package', 3],
		['room', 5],
		['attraction', 2],
		['addon', 15],
		['giftVoucher', 5],
	] as const)('sells enough of each kind: %s, at least %i', (kind, least) => {
		expect(ofKind(kind).length).toBeGreaterThanOrEqual(least)
	})

	test.each([
		[
			'a condition of each rule',
			['min', 'max', 'all', 'exactlyOne'],
			(product: Product) => product.conditions.map(({ rule }) => rule),
		],
		['each way to be due', ['deposit', 'online', 'onSite'], (product: Product) => [product.due]],
		['each VAT class', ['standard', 'reduced', 'none'], (product: Product) => [product.vat]],
		['both ways of delivery', ['mail', 'post'], (product: Product) => [product.delivery]],
	] as const)('has %s', (_, expected, of) => {
		const found = new Set<string | undefined>(venue.products.flatMap(of))
		expect([...expected].filter((each) => !found.has(each))).toEqual([])
	})

	test('has three vouchers of each kind, and an example of each rule', () => {
		for (const kind of ['value', 'percent', 'fixed']) {
			expect(
				venue.vouchers.filter((voucher) => voucher.kind === kind).length,
			).toBeGreaterThanOrEqual(3)
		}
		const all = venue.products.flatMap(({ conditions }) => conditions)
		expect(all.some(({ rule, perGuest }) => rule === 'exactlyOne' && perGuest)).toBe(true)
		expect(all.some(({ rule, perGuest }) => rule === 'min' && perGuest)).toBe(true)
		expect(all.some(({ items }) => items.some(({ included }) => included?.perGuests === 5))).toBe(
			true,
		)
		expect(venue.products.some(({ mandatoryOnSite }) => mandatoryOnSite)).toBe(true)
		expect(venue.products.some(({ requires }) => requires.length > 0)).toBe(true)
		expect(venue.products.some(({ uses }) => uses.length === 3)).toBe(true)
	})

	test.each(['/party', '/geburtstag'])('leads %s to the parties', (from) => {
		expect(venue.redirects.find((each) => each.from === from)?.to).toBe('/?kind=party')
	})

	test('has a picture of its own for every product and room', async () => {
		expect(await pictureProblems(venue, ['public'])).toEqual([])
		const pictures = venue.products.map(({ picture }) => picture)
		expect(new Set(pictures).size).toBe(pictures.length)
		const contents = await Promise.all(
			[...new Set(pictures)].map((picture) => readFile(join('public', picture), 'utf8')),
		)
		expect(new Set(contents).size).toBe(contents.length)
	})

	test('has a problem for a picture that is not there', async () => {
		const [first] = await pictureProblems(venue, ['venue'])
		expect(first).toBe(
			'catalogue.yaml, ticket-child › picture: there is no file /pictures/ticket-child.svg in venue',
		)
	})

	test('has a problem for a product’s picture file that is no picture', async () => {
		const dir = await mkdtemp(join(tmpdir(), 'pictures-'))
		await mkdir(join(dir, 'pictures'))
		const path = join(dir, 'pictures/ticket-child.svg')
		await writeFile(path, 'a text')
		expect(await pictureProblems(venue, [dir, 'public'])).toEqual([
			`catalogue.yaml, ticket-child › picture: ${path} is a text`,
		])
		await rm(dir, { recursive: true })
	})

	test('fills in its pages and lets no script through', () => {
		const html = Object.values(venue.pages)
			.flatMap((page) => Object.values(page.html))
			.join('')
		expect(html).toContain(venue.contact.company)
		expect(html).not.toMatch(/\{\{|<script|<h1|style=/)
		expect(venue.pages['agb']?.html.de).toContain('30\u00a0%')
		// Guests of a party read these texts too, so they do without the formal 'Sie'.
		expect(venue.arrival.de + venue.guestsBring?.de).not.toMatch(/\b(Sie|Ihr|Ihre|Ihnen)\b/)
		expect(venue.pages['anfahrt']?.html.en).toContain(venue.arrival.en.slice(0, 20))
	})
})

describe('the files', () => {
	let dir: string
	beforeEach(async () => {
		dir = await mkdtemp(join(tmpdir(), 'venue-'))
		await cp('venue', dir, { recursive: true })
		return () => rm(dir, { recursive: true })
	})

	async function edit(name: string, change: (text: string) => string) {
		const before = await readFile(join(dir, name), 'utf8')
		const after = change(before)
		expect(after).not.toBe(before)
		await writeFile(join(dir, name), after)
	}

	async function problems(): Promise<string[]> {
		const read = await readVenue(dir)
		return read.ok ? [] : read.problems
	}

	test('all mistakes are named at once, with file, line and reason', async () => {
		await edit('catalogue.yaml', (text) => text.replace('product: pizza', 'product: piza'))
		await edit('vouchers.yaml', (text) => text.replace('kind: fixed, amount: 15.00', 'kind: fixed'))
		await edit('pages/faq.en.md', (text) => `${text}\n[x](/pages/widruf) {{contact.fax}}`)
		await edit('redirects.yaml', (text) => text.replace('to: /pages/agb', 'to: /pages/abg'))
		await writeFile(join(dir, 'voucher.yaml'), '')
		await writeFile(join(dir, 'pages', 'Neu.md'), '')

		expect(
			(await problems()).map((problem) => problem.replace(/line \d+/, 'line N')).toSorted(),
		).toEqual([
			'catalogue.yaml line N, products › galaxie-party › conditions › pizza › items › 1 › product: there is no product "piza" (did you mean "pizza"?)',
			'pages/Neu.md: a page is called like anfahrt.de.md or anfahrt.en.md, in small letters',
			'pages/faq.en.md: there is no page "widruf" (did you mean "widerruf"?)',
			'pages/faq.en.md: there is nothing called contact.fax to put in for {{contact.fax}}',
			'redirects.yaml line N, redirects › /agb › to: there is no page "abg" (did you mean "agb"?)',
			'voucher.yaml: nothing reads this file (did you mean "vouchers.yaml"?)',
			'vouchers.yaml line N, vouchers › SOR… › amount: is missing: a fixed voucher needs it, above 0',
		])
	})

	test('a problem names the right line', async () => {
		await edit('venue.yaml', (text) => text.replace('depositShare: 30', 'depositShare: thirty'))
		const lines = (await readFile(join(dir, 'venue.yaml'), 'utf8')).split('\n')
		const line = lines.findIndex((each) => each.startsWith('depositShare')) + 1
		expect(await problems()).toEqual([
			`venue.yaml line ${line}, depositShare: must be a number, not "thirty"`,
		])
	})

	test('broken YAML in one file hides no problem of the other files', async () => {
		await edit('redirects.yaml', (text) => `${text}\n  - { from: /x, to: /y`)
		await edit('venue.yaml', (text) =>
			text.replace('name: Raumzeit', 'name: Raumzeit\nproducts: []'),
		)
		await rm(join(dir, 'calendar.yaml'))
		await rm(join(dir, 'pages', 'agb.en.md'))
		const found = await problems()
		expect(found).toHaveLength(4)
		expect(found[0]).toContain('calendar.yaml: this file is missing')
		expect(found[1]).toMatch(/^redirects\.yaml line \d+: a bracket, \{ or \[, is opened/)
		expect(found[2]).toBe('venue.yaml, products: belongs into catalogue.yaml')
		expect(found[3]).toBe('pages/agb.en.md: is missing, while there is pages/agb.de.md')
	})

	test('vouchers and redirects may be left out', async () => {
		await rm(join(dir, 'vouchers.yaml'))
		await rm(join(dir, 'redirects.yaml'))
		expect(await problems()).toEqual([])
	})

	test('a folder that does not exist gives problems of missing files', async () => {
		const found = await readVenue(join(dir, 'nowhere'))
		expect(found.ok ? [] : found.problems).toContain(
			`venue.yaml: this file is missing in ${join(dir, 'nowhere')}`,
		)
	})

	test('a page shows only pictures of the shop', async () => {
		await edit(
			'pages/faq.de.md',
			(text) =>
				`${text}\n![Park](/pictures/park.svg)\n\n![x](https://evil.example/x.png) ![x](//evil.example/x.png) ![x](data:image/png;base64,AA)`,
		)
		const read = await readVenue(dir)
		const html = read.ok ? read.venue.pages['faq']?.html.de : ''
		expect(html?.match(/<img[^>]+src="[^"]+"/g)).toEqual([
			expect.stringMatching(/src="\/_ipx\/[^"]+\/pictures\/park\.svg"$/),
		])
	})

	test('scripts and other dangerous HTML are removed from a page', async () => {
		await edit(
			'pages/faq.de.md',
			(text) =>
				`${text}\n<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))`,
		)
		const read = await readVenue(dir)
		expect(read.ok && read.venue.pages['faq']?.html.de).not.toMatch(
			/<script|onerror|<img|javascript:/,
		)
	})

	test('the hash follows the content, not the layout', async () => {
		await edit('venue.yaml', (text) => `# a comment\n${text}`)
		expect(await readVenue(dir)).toMatchObject({ hash })
		await edit('pages/faq.de.md', (text) => text.replace('Minuten', 'minuten'))
		expect(await readVenue(dir)).not.toMatchObject({ hash })
	})

	test('the hash depends on the files alone, not on the defaults of a release', async () => {
		await edit('venue.yaml', (text) => text.replace('revealUnknownEmail: false', ''))
		const read = await readVenue(dir)
		expect(read).toMatchObject({ venue, formerHash: demo.formerHash })
		expect(read).not.toMatchObject({ hash })
	})

	test('the hash follows the size of a picture on a page', async () => {
		await mkdir(join(dir, 'pictures'))
		const draw = (width: number) =>
			writeFile(
				join(dir, 'pictures', 'plan.svg'),
				`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="100"/>`,
			)
		const hashOfFiles = async () => {
			const read = await readVenue(dir)
			return read.ok ? read.hash : read.problems
		}
		await draw(200)
		await edit('pages/faq.de.md', (text) => `${text}\n![Plan](/pictures/plan.svg)\n`)
		const before = await hashOfFiles()
		expect(await hashOfFiles()).toBe(before)
		await draw(300)
		expect(await hashOfFiles()).not.toEqual(before)
	})

	test('every file begins with a comment for the operator', async () => {
		const names = (await readdir('venue')).filter((name) => name.endsWith('.yaml'))
		for (const name of names)
			expect(await readFile(join('venue', name), 'utf8')).toMatch(/^# [A-Z]/)
	})
})

describe('in the database', () => {
	afterAll(async () => {
		await db.close()
		await database.drop()
	})

	test('no venue can be loaded before the first is applied', async () => {
		expect(() => currentVenue()).toThrow('loadVenue has not run')
		await expect(loadVenue()).rejects.toThrow('No venue was ever applied')
		expect(await planVenue(venue)).toEqual([expect.stringContaining('+ the venue "Raumzeit"')])
	})

	test('two servers that start at once apply it once', async () => {
		const outcomes = await Promise.all([1, 2, 3].map(() => applyVenue(venue, hash)))
		expect(outcomes.toSorted()).toEqual(['applied', 'unchanged', 'unchanged'])
		expect(await db.$count(venueVersions)).toBe(1)
		expect(await db.$count(vouchers)).toBe(venue.vouchers.length)
		expect(await planVenue(venue)).toEqual([])
	})

	test('the loaded venue equals the one read from the files', async () => {
		expect(await loadVenue()).toEqual(JSON.parse(JSON.stringify(venue)))
		expect(currentVenue().name).toBe('Raumzeit')
	})

	test('rooms are exclusive, zones have their capacity', async () => {
		const rows = new Map((await db.select().from(resources)).map((row) => [row.id, row]))
		expect(rows.get('park')).toMatchObject({ id: 'park', capacity: 250, exclusive: false })
		expect(rows.get('saturn')).toMatchObject({ id: 'saturn', capacity: 1, exclusive: true })
	})

	test('value vouchers begin with their amount, others with none', async () => {
		const entries = await db
			.select({
				kind: vouchers.kind,
				code: vouchers.code,
				amount: voucherEntries.amount,
				sequence: voucherEntries.sequence,
			})
			.from(vouchers)
			.leftJoin(voucherEntries, eq(voucherEntries.voucherId, vouchers.id))
		for (const { kind, amount, sequence } of entries) {
			expect([amount === null, sequence]).toEqual(kind === 'value' ? [false, 1] : [true, null])
		}
		expect(entries.map(({ code }) => code)).toContain('LICHTJAHR100')
	})

	test('a server with older files leaves the newer venue in force when it starts (faults H2)', async () => {
		const dearer = changed((copy) => Object.assign(copy, { depositShare: 40 }))
		const dearerFiles = { venue: dearer, hash: 'dearer', formerHash: 'dearer before' }
		expect(await applyAtStart(demo)).toBe('unchanged')
		expect(await applyAtStart(dearerFiles)).toBe('applied')
		expect(await applyAtStart(demo)).toBe('older')
		expect((await loadVenue()).depositShare).toBe(40)

		// The operator can always apply older files.
		expect(await applyVenue(venue, hash)).toBe('applied')
		expect(await applyAtStart(dearerFiles)).toBe('older')
		expect((await loadVenue()).depositShare).toBe(30)
	})

	test('files are recognised by the next release and by the one after it', async () => {
		const older = changed((copy) => Object.assign(copy, { depositShare: 41 }))
		const newer = changed((copy) => Object.assign(copy, { depositShare: 42 }))
		await applyVenue(older, 'older with defaults')
		await applyVenue(newer, 'newer with defaults')
		const versions = await db.$count(venueVersions)
		for (const release of ['with defaults', 'with more defaults']) {
			const read = (of: Venue, name: string) =>
				applyAtStart({ venue: of, hash: name, formerHash: `${name} ${release}` })
			expect(await read(newer, 'newer')).toBe('unchanged')
			expect(await read(older, 'older')).toBe('older')
		}
		expect(await db.$count(venueVersions)).toBe(versions)
		expect((await loadVenue()).depositShare).toBe(42)
		await applyVenue(venue, hash)
	})

	test('a release that reads more in the files in force applies them, one that reads less does not', async () => {
		const files = { hash: 'same files', formerHash: '-' }
		const less = changed((copy) => Object.assign(copy, { guestsBring: undefined }))
		expect(await applyAtStart({ ...files, venue: less })).toBe('applied')
		expect(await applyAtStart({ ...files, venue })).toBe('applied')
		for (const read of [less, venue])
			expect(await applyAtStart({ ...files, venue: read })).toBe('unchanged')
		expect((await loadVenue()).guestsBring).toEqual(venue.guestsBring)

		// The operator can apply the files again, with either release.
		expect(await applyVenue(venue, files.hash)).toBe('unchanged')
		expect(await applyVenue(less, files.hash)).toBe('applied')
		await applyVenue(venue, hash)
	})

	test('a new version is noticed by a process that has the old one', async () => {
		await loadVenue()
		const next = changed((copy) => Object.assign(copy, { depositShare: 25 }))
		expect(await planVenue(next)).toEqual(['~ depositShare: 30 → 25'])
		expect(await applyVenue(next, 'next')).toBe('applied')
		expect(currentVenue().depositShare).toBe(30)
		await refreshVenue()
		expect(currentVenue().depositShare).toBe(25)
		await applyVenue(venue, hash)
	})

	test('a voucher keeps its value, and stays when it is gone from the files', async () => {
		const richer = changed(({ vouchers }) => Object.assign(vouchers[0] ?? {}, { amount: 9900 }))
		const refusal =
			'vouchers.yaml, vouchers › STE…: the amount of a value voucher cannot change once it was issued: choose another code'
		expect(await planVenue(richer)).toEqual([
			'~ vouchers › STE… › amount: 50.00 € → 99.00 €',
			`! cannot be applied: ${refusal}`,
		])
		const before = currentVenue()
		await expect(applyVenue(richer, 'richer')).rejects.toThrow(refusal)
		expect(currentVenue()).toBe(before)

		const other = changed(({ vouchers }) => Object.assign(vouchers[0] ?? {}, { kind: 'fixed' }))
		await expect(applyVenue(other, 'other')).rejects.toThrow(
			'is a value voucher and cannot become a fixed voucher',
		)

		const without = changed((copy) => Object.assign(copy, { vouchers: copy.vouchers.slice(1) }))
		expect(await applyVenue(without, 'without')).toBe('applied')
		expect(await db.$count(vouchers, eq(vouchers.code, 'STERNTALER'))).toBe(1)
		await applyVenue(venue, hash)
	})

	test('the terms of a voucher can change', async () => {
		const stricter = changed(({ vouchers }) =>
			Object.assign(vouchers[3] ?? {}, { percent: 12, validUntil: '2027-01-31' }),
		)
		await applyVenue(stricter, 'stricter')
		const [row] = await db.select().from(vouchers).where(eq(vouchers.code, 'KOMET10'))
		expect(row).toMatchObject({ percent: 12, validUntil: '2027-01-31' })
		await applyVenue(venue, hash)
	})

	test('less capacity than is booked gives a warning, another kind of a booked room a refusal', async () => {
		const book = (resourceId: string, exclusive: boolean, hours: string) =>
			db.insert(allocations).values({
				resourceId,
				day: '2027-01-30',
				during: hours,
				blocked: hours,
				units: exclusive ? 1 : 100,
				exclusive,
				state: 'confirmed',
			})
		await db.execute(sql`insert into days values ('2027-01-30') on conflict do nothing`)
		await book('park', false, on2100('10:00', '12:00'))
		await book('park', false, on2100('11:00', '13:00'))
		await book('park', false, on2100('13:00', '15:00'))
		await book('mars', true, on2100('10:00', '12:00'))

		const smaller = changed((copy) => Object.assign(resource(copy, 'park'), { capacity: 150 }))
		expect(await planVenue(smaller)).toEqual([
			'~ resources › park › capacity: 250 → 150',
			'! resources › park: 200 are already booked at once, more than the capacity of 150; those bookings stay',
			'! resources › park: holds 150, but more are there at once with a cart (2027-01-30, 100); those bookings stay',
		])
		expect(await applyVenue(smaller, 'smaller')).toBe('applied')
		await applyVenue(venue, hash)

		const zone = changed((copy) => {
			const mars = resource(copy, 'mars')
			delete mars.seats
			mars.capacity = 12
		})
		await expect(applyVenue(zone, 'zone')).rejects.toThrow(
			'resources › mars: is booked and cannot turn from a room into a zone',
		)

		const gone = changed((copy) =>
			Object.assign(copy, { resources: copy.resources.filter(({ id }) => id !== 'mars') }),
		)
		expect(await planVenue(gone)).toContain(
			'! resources › mars: is gone from the files but booked by a cart (2027-01-30); those bookings stay. Has the same room another id now? Then write `was: mars` beside it, or it is sold twice',
		)
	})

	test('orders on a closed or shortened day are named and stay booked', async () => {
		await db.execute(sql`
			insert into orders (id, public_id, number, cart_id, cart_version, state, locale, day, person,
				terms_version, lines_total, discount, shipping, total, voucher, online, on_site, vat)
			values ('00000000-0000-4000-8000-000000000001', 'touched', '2099-000007', gen_random_uuid(), 1,
				'confirmed', 'de-DE', '2099-12-24', '{}', '1', 0, 0, 0, 0, 0, 0, 0, '[]')`)
		await db.execute(sql`insert into days values ('2099-12-24') on conflict do nothing`)
		await db.insert(allocations).values({
			resourceId: 'park',
			day: '2099-12-24',
			during: '[2099-12-24 16:00+01,2099-12-24 18:00+01)',
			blocked: '[2099-12-24 16:00+01,2099-12-24 18:00+01)',
			units: 4,
			exclusive: false,
			state: 'confirmed',
			orderId: '00000000-0000-4000-8000-000000000001',
		})
		const label = { de: 'Heiligabend', en: 'Christmas Eve' }
		const withHours = (hours: { opens: string; closes: string } | null) =>
			changed(({ calendar }) => calendar.overrides.push({ day: '2099-12-24', label, hours }))
		const touched = async (next: Venue) =>
			(await planVenue(next)).filter((line) => line.startsWith('! calendar'))

		expect(await touched(venue)).toEqual([])
		expect(await touched(withHours({ opens: '10:00', closes: '18:00' }))).toEqual([])
		expect(await touched(withHours(null))).toEqual([
			'! calendar › 2099-12-24: is closed, but is booked by 2099-000007 (16:00 to 18:00); those bookings stay: write to them',
		])
		expect(await touched(withHours({ opens: '10:00', closes: '17:00' }))).toEqual([
			'! calendar › 2099-12-24: opens 10:00 to 17:00, but is booked by 2099-000007 (16:00 to 18:00); those bookings stay: write to them',
		])
	})

	test('changed terms need a new version', async () => {
		const silent = changed(({ pages }) => {
			const terms = pages['agb']
			if (terms) terms.html.de += '<p>Nichts wird erstattet.</p>'
		})
		expect((await planVenue(silent)).at(-1)).toMatch(
			/^! cannot be applied: venue.yaml, termsVersion/,
		)
		await expect(applyVenue(silent, 'silent')).rejects.toThrow('give them a new one')

		const stricter = changed(({ policy }) => {
			if (policy) policy.late = { percent: 100, of: 'total' }
		})
		await expect(applyVenue(stricter, 'stricter')).rejects.toThrow('give them a new one')

		const said = changed((copy) => {
			Object.assign(copy, { pages: silent.pages, termsVersion: '2026-12-01' })
		})
		expect(await applyVenue(said, 'said')).toBe('applied')
		// Only the layout differs: the accepted words are equal.
		const laidOut = changed((copy) => {
			Object.assign(copy, structuredClone({ pages: silent.pages, termsVersion: '2026-12-01' }))
			const terms = copy.pages['agb']
			if (terms) terms.html.de = terms.html.de.replaceAll('<p>', '\n<p class="x">')
		})
		expect(await applyVenue(laidOut, 'laidOut')).toBe('applied')
		await applyVenue(venue, hash)
	})

	test('a code that was sold cannot be used by the files', async () => {
		await db.execute(
			sql`update vouchers set order_line_id = gen_random_uuid() where code = 'KOMET10'`,
		)
		const next = changed((copy) => Object.assign(copy, { depositShare: 20 }))
		await expect(applyVenue(next, 'sold')).rejects.toThrow(
			'this code was sold to somebody: choose another one',
		)
	})
})

function ofKind(kind: Product['kind']) {
	return venue.products.filter((product) => product.kind === kind)
}

/** A changed copy of the venue. */
function changed(change: (venue: Venue) => unknown): Venue {
	const copy = structuredClone(venue)
	change(copy)
	return copy
}

function resource(of: Venue, id: string) {
	return of.resources.find((each) => each.id === id) ?? { capacity: 0, seats: 0 }
}

function on2100(from: string, until: string) {
	return `[2100-01-30 ${from}+01,2100-01-30 ${until}+01)`
}
