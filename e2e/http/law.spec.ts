import { expect, test } from '@playwright/test'
import { htmlToText } from 'html-to-text'

import { claimDay } from '../days.ts'
import { openOutbox } from '../outbox.ts'
import { bookingOf, details, leave, order, pay, versionIn } from './funnel.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// The law's demands on pages, point by point. Withdrawing in two steps with a receipt: `withdrawal.spec.ts`; the terms
// as a file: `found.spec.ts`; taking one's data along and deletion: `account-life.spec.ts`; numbers of invoices:
// `invoices.spec.ts`.

const origin = process.env['SHOP_URL'] ?? ''
const legal = ['impressum', 'datenschutz', 'agb', 'widerruf', 'barrierefreiheit']

test('directly above the order button stands everything that is ordered, and only the terms between', async () => {
	const { visitor, day } = await withVisitAndGift()
	const words = wordsOf((await visitor.get('/checkout/overview')).text)
	const [before = '', after] = words.split('zahlungspflichtig bestellen')
	expect(after, 'the button is there once').toBeDefined()
	expect(words.split('zahlungspflichtig bestellen')).toHaveLength(2)

	const ordered = before.slice(before.indexOf('Ihre Bestellung'))
	const [year, month, date] = day.split('-')
	for (const word of [
		`${Number(date)}. `,
		year ?? month,
		'Erwachsenenticket',
		'14:00–16:00 Uhr (2 Std.)',
		'Gutschein 50 € per Post',
		'KOMET10',
		'Gesamt',
		'inkl. MwSt.',
		'Versand',
		'Jetzt online',
		'Später vor Ort',
	])
		expect(ordered, word).toContain(word)
	const last = ordered.slice(ordered.lastIndexOf('Später vor Ort'))
	expect(last).toMatch(/^Später vor Ort\s*[\d,]+ €\s+Ich akzeptiere die AGB\s*\.?\s*$/)
})

test('the ways to pay are named where an order begins', async () => {
	const { visitor } = await withVisitAndGift()
	for (const path of ['/', '/?kind=party', '/?kind=gift', '/cart'])
		expect(wordsOf((await visitor.get(path)).text), path).toContain('Bezahlen mit: ')
})

test('nothing that costs is chosen before a visitor chooses it', async () => {
	const day = await claimDay('weekend')
	const visitor = newVisitor(origin)
	for (const kind of ['party', 'place', 'gift']) {
		const { text } = await visitor.get(`/?kind=${kind}&day=${day}&guests=8&time=14:00`)
		const form = [...text.matchAll(/<input[^>]*type="(?:checkbox|radio)"[^>]*>/g)].map(([it]) => it)
		expect(form.filter((it) => /\bchecked\b/.test(it) && /name="[^"]*quantit/.test(it))).toEqual([])
	}
	const party = { product: 'kometen-party', quantity: 8, day, time: '14:00', duration: 120 }
	await visitor.post('/cart', { intent: 'add', version: 0, ...party })
	expect(wordsOf((await visitor.get('/cart')).text)).toMatch(/Gesamt\s*inkl\. MwSt\.\s*207,20 €/)
})

test('prices state that VAT is included, and those of vouchers do not, because they have none', async () => {
	const { visitor } = await withVisitAndGift()
	for (const path of ['/?kind=play', '/?kind=party', '/?kind=place', '/cart', '/checkout/overview'])
		expect(wordsOf((await visitor.get(path)).text), path).toContain('inkl. MwSt.')

	const stranger = newVisitor(origin)
	expect(wordsOf((await stranger.get('/?kind=gift')).text)).not.toContain('inkl. MwSt.')
	await stranger.post('/cart', { intent: 'add', version: 0, product: 'gift-50-mail', quantity: 1 })
	expect(wordsOf((await stranger.get('/cart')).text)).not.toContain('inkl. MwSt.')
})

test('products that are sent show the cost of sending, and vouchers the terms of their use', async () => {
	const gifts = wordsOf((await newVisitor(origin).get('/?kind=gift')).text)
	expect(gifts).toMatch(/Gutschein 50 € per Post.{0,300}50,00 € pro Stück\s*zzgl\. 3,90 € Versand/s)
	expect(gifts.match(/Versand je Bestellung/g)).toHaveLength(gifts.match(/per Post/g)?.length ?? 0)
	expect(gifts).toContain('mindestens 36 Monate gültig')
	expect(gifts).toContain('14 Tage Widerrufsrecht')
})

test('no right of withdrawal for visits: on the overview, in the mail and on its own page; the terms come along', async () => {
	const { visitor } = await withVisitAndGift()
	const overview = await visitor.get('/checkout/overview')
	expect(wordsOf(overview.text)).toContain('Kein Widerrufsrecht')
	expect(wordsOf((await visitor.get('/pages/widerruf')).text)).toContain('§ 312g Abs. 2 Nr. 9 BGB')

	const page = await leave(visitor, await order(visitor, versionIn(overview.text)))
	await pay(page)
	const mail = await openOutbox().confirmationOf(await bookingOf(page, 'confirmed'))
	expect(mail.text).toContain('Kein Widerrufsrecht')
	const terms = mail.files.find(({ name }) => /^AGB-\d{4}-\d\d-\d\d\.html$/i.test(name))
	expect(terms?.content).toContain('Allgemeine Geschäftsbedingungen')
})

test('the overview and the booking show until when it is changed, moved and cancelled, with dates', async () => {
	const { visitor } = await withVisitAndGift()
	const overview = await visitor.get('/checkout/overview')
	const policy =
		/Ändern, umbuchen, stornieren:?\s+(?:kostenfrei stornieren bis .*, 23:59 Uhr\s+)?Gäste und Extras ändern Sie bis \w\w\., \d.*, 18 Uhr\.\s.* umbuchen können Sie bis .*, insgesamt zweimal und ohne Umbuchungsgebühr; es gilt der Preis des neuen Tages\.\s+Kostenfrei stornieren Sie bis .*, 23:59 Uhr; .* behalten wir \d+,\d\d\s€ ein\./s
	expect(wordsOf(overview.text)).toMatch(policy)
	const page = await leave(visitor, await order(visitor, versionIn(overview.text)))
	await pay(page)
	const path = `/checkout/success/${await bookingOf(page, 'confirmed')}`
	const { text } = await visitor.get(path)
	expect(wordsOf(text)).toMatch(policy)
	const mail = await openOutbox().confirmationOf(await bookingOf(page, 'confirmed'))
	expect(mail.text).toContain('Kostenfrei stornieren Sie bis')
})

test('every page links to the legal pages, those of errors and of the checkout too', async () => {
	const { visitor } = await withVisitAndGift()
	const paths = ['/', '/cart', '/login', '/register', '/pages/faq', '/withdrawal', '/nowhere']
	const checkout = ['/checkout/sign-in', '/checkout/address', '/checkout/overview']
	for (const path of [...paths, ...checkout, ...legal.map((slug) => `/pages/${slug}`)]) {
		const { text } = await visitor.get(path)
		for (const slug of legal) expect(text, path).toContain(`href="/pages/${slug}"`)
		for (const link of ['href="/pages/agb/file"', 'href="/withdrawal"'])
			expect(text, path).toContain(link)
		expect(text, path).not.toMatch(/ec\.europa\.eu\/(?:consumers\/)?odr/)
	}
	for (const slug of legal) expect((await visitor.get(`/pages/${slug}`)).status, slug).toBe(200)
})

test('salutation, date of birth and phone may be left out', async () => {
	const { visitor } = await withVisitAndGift()
	const { text } = await visitor.get('/checkout/address')
	expect(wordsOf(text)).toMatch(/keine Angabe/i)
	for (const name of ['salutation', 'dateOfBirth', 'phone']) {
		const field = new RegExp(`<(?:input|select)[^>]*name="${name}"[^>]*>`).exec(text)?.[0]
		expect(field, name).toBeDefined()
		expect(field, name).not.toMatch(/\brequired\b/)
	}
	const { salutation, dateOfBirth, phone } = { salutation: '', dateOfBirth: '', phone: '' }
	const left = { ...details, salutation, dateOfBirth, phone }
	expect((await visitor.post('/checkout/address', left)).location).toBe('/checkout/overview')
})

/** Makes a visitor with tickets, a voucher by post and a code in the cart, and all details. */
async function withVisitAndGift(): Promise<{ visitor: Visitor; day: string }> {
	const visitor = newVisitor(origin)
	const day = await claimDay('weekend')
	const tickets = { product: 'ticket-adult', quantity: 6, day, time: '14:00', duration: 120 }
	for (const change of [
		{ intent: 'add', version: 0, ...tickets },
		{ intent: 'add', version: 1, product: 'gift-50-post', quantity: 1 },
		{ intent: 'redeem', version: 2, code: 'KOMET10' },
	])
		expect((await visitor.post('/cart', change)).status).toBe(303)
	expect((await visitor.post('/checkout/address', details)).status).toBe(303)
	return { visitor, day }
}

const plainHeadings = ['h1', 'h2', 'h3'].map((selector) => ({
	selector,
	options: { uppercase: false },
}))

function wordsOf(html: string): string {
	const links = { selector: 'a', options: { ignoreHref: true } }
	const selectors = [links, { selector: 'img', format: 'skip' }, ...plainHeadings]
	return htmlToText(html, { wordwrap: false, selectors }).replaceAll(/\u00a0/g, ' ')
}
