import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { openOutbox } from '../outbox.ts'
import { orderAndPay, pressAtBank } from './bank.ts'
import { fillCart, linesInCart, tellDetails, withCart } from './filled-cart.ts'
import { leave, order, readyToOrder } from './funnel.ts'
import { openPlainBrowser } from './plain-browser.ts'

// Gift vouchers, invitations, organisations and occasions without scripts: forms found, filled and sent by the names
// that a person reads.

const origin = process.env['SHOP_URL'] ?? ''
const person = {
	Vorname: 'Ada',
	Nachname: 'Lovelace',
	'E-Mail': 'ada@example.org',
	'E-Mail wiederholen': 'ada@example.org',
}
const address = { 'Straße und Hausnummer': 'Sternweg 1', PLZ: '80331', Ort: 'München' }
const postage = 'Gutscheine per Post schicken wir an diese Adresse.'
const byMail =
	'Gutscheine per E-Mail stehen mit ihrem Code in der Bestätigung, die wir Ihnen schicken.'
const byPost = 'Gutscheine per Post sind in wenigen Tagen bei Ihnen.'

test('a gift voucher names its receiver and its giver, with a few lines', async () => {
	const browser = await withCart('', { product: 'gift-50-mail' }, { product: 'gift-50-post' })
	await browser.open('/checkout/address')
	expect(browser.main()).toContain(postage)
	browser.fillAll({
		'Für(freiwillig)': 'Mia <b>',
		'Von(freiwillig)': 'Oma Inge',
		'Ein Gruß(freiwillig)': 'Eine Reise\nins All',
		...person,
		...address,
	})
	await browser.press('Weiter zur Übersicht')
	expect(browser.main()).toContain('Für: Mia <b>')
	expect(browser.main()).toContain('Von: Oma Inge')
	expect(browser.main()).toContain(`Sternweg 1, 80331 München ${postage}`)
	await orderAndPay(browser)
	expect(browser.terms()).toMatchObject({ 'Später vor Ort': '0,00 €' })
	expect(browser.main()).toContain(byMail)
	expect(browser.main()).toContain(byPost)

	await browser.follow('Gutscheine ansehen und ausdrucken')
	const sheets = browser
		.within('main')
		.all('listitem')
		.map((part) => part.text())
	expect(sheets).toHaveLength(2)
	for (const sheet of sheets)
		for (const words of ['Mia <b>', 'Oma Inge', 'ins All']) expect(sheet).toContain(words)
	expect(
		sheets.filter((sheet) => sheet.includes('Diesen Gutschein schicken wir per Post.')),
	).toHaveLength(1)
	const [file = ''] = browser.links('Als PDF speichern')
	const pdf = await browser.visitor.get(new URL(file).pathname)
	expect([pdf.status, pdf.headers.get('Content-Type')]).toEqual([200, 'application/pdf'])
	expect(pdf.text.length).toBeGreaterThan(20_000)
})

test('a voucher by mail does not mention post, and is shown before the receipt', async () => {
	const browser = await withCart('', { product: 'gift-50-mail' })
	await tellDetails(browser)
	await browser.open('/checkout/overview')
	expect(browser.main()).not.toContain(postage)
	await orderAndPay(browser)
	expect(browser.main()).toContain(byMail)
	expect(browser.main()).not.toContain(byPost)
	const page = browser.main()
	expect(page).toContain('Gutscheine ansehen und ausdrucken')
	expect(page.indexOf('Gutscheine ansehen und ausdrucken')).toBeLessThan(
		page.lastIndexOf('Ihre Bestellung'),
	)
})

test('a voucher by mail asks only for a name and a mail address', async () => {
	const browser = await withCart('', { product: 'gift-100-mail', quantity: 2 })
	await browser.open('/checkout/address')
	expect(browser.hasField('Straße und Hausnummer')).toBe(false)
	browser.fillAll(person)
	await browser.press('Weiter zur Übersicht')
	expect(browser.main()).toContain('Ada Lovelace ada@example.org')
	const bookingId = await orderAndPay(browser)
	const { text } = await openOutbox().confirmationOf(bookingId)
	expect(text).toMatch(/Rechnungsadresse: Ada Lovelace\s+Bestellung ansehen/)
})

test('above 250 euros an invoice names the buyer, so the address is asked for', async () => {
	const browser = await withCart('', { product: 'gift-100-mail', quantity: 2 })
	await browser.open('/checkout/address')
	browser.fillAll(person)
	await browser.press('Weiter zur Übersicht')
	expect(browser.path()).toBe('/checkout/overview')

	await fillCart(browser, '', { product: 'gift-100-mail' })
	await browser.open('/checkout/overview')
	expect(browser.path()).toBe('/checkout/address')
	await browser.press('Weiter zur Übersicht')
	expect(browser.field('Straße und Hausnummer')).toMatchObject({
		isInvalid: true,
		description: 'Darf nicht leer sein',
	})
	browser.fillAll(address)
	await browser.press('Weiter zur Übersicht')
	expect(browser.path()).toBe('/checkout/overview')
})

test('an invitation is made, seen by its guests, made anew and withdrawn', async () => {
	const day = await claimDay('any')
	const { visitor, version } = await readyToOrder(origin, day, 1, {
		product: 'planetarium-show',
		'party.type': 'birthday',
		'party.birthday': 'Byron',
		lastName: 'Kingsley',
		email: 'augusta@example.org',
		emailRepeat: 'augusta@example.org',
		street: 'Geheimweg 9',
	})
	const host = openPlainBrowser({ visitor })
	await host.open(await leave(visitor, await order(visitor, version)))
	await pressAtBank(host, 'Bezahlen')
	const confirmation = host.path()
	await host.press('Einladung erstellen')
	expect(host.main()).toContain('Ihre Einladung ist fertig')
	const link = host.field('Link zur Einladung').value
	expect(link).toBe(host.url().href)
	expect(link).toMatch(/\/invitation\/[\w-]{43}$/)

	const guest = openPlainBrowser()
	await guest.open(link)
	const headline = 'Byron feiert Geburtstag'
	expect(guest.within('heading', headline).text()).toBe(headline)
	expect(guest.hasField('Link zur Einladung')).toBe(false)
	const { text: page } = await guest.visitor.get(guest.path())
	const previews = page.match(/<meta (?:property="og:|name="description")[^>]*>/g) ?? []
	expect(previews.join('\n'), 'N76').toContain('content="Einladung zum Geburtstag bei Raumzeit"')
	expect(previews.join('\n')).toMatch(/content="https?:\/\/[^/]+\/social\.png"/)
	expect(previews.join('\n')).not.toMatch(/Byron|\/invitation\//)
	const secrets = /Kingsley|augusta@|Geheimweg|€|20\d\d-\d{6}|success\//
	expect(page).not.toMatch(secrets)
	const [calendar = ''] = guest.links('In den Kalender')
	const { text: file } = await guest.visitor.get(new URL(calendar).pathname)
	expect(file).toContain(`SUMMARY:${headline} · Raumzeit`)
	expect(file).not.toMatch(secrets)

	await host.open(confirmation)
	await host.press('Einladung ansehen und teilen')
	const second = host.url().href
	expect(second).not.toBe(link)
	await host.press('Jetzt zurückziehen')
	expect(host.main()).toContain('Ihre Bestellung ist bestätigt.')
	expect(host.text()).toContain('Die Einladung ist zurückgezogen.')
	for (const old of [link, second]) {
		await guest.open(old)
		expect(guest.status()).toBe(404)
		expect(guest.main()).toContain('Diese Einladung gibt es nicht mehr')
	}
})

test('an organisation and a country are typed, refused, kept and shown', async () => {
	const name = 'Name der Organisation(freiwillig)'
	const reference = 'Ihr Zeichen oder Ihre Bestellnummer(freiwillig)'
	const leitwegId = 'Leitweg-ID(freiwillig)'
	const browser = await withCart(await claimDay('any'), { product: 'ticket-adult' })
	await browser.open('/checkout/address')
	expect(browser.field('Land').value).toBe('DE')
	browser.fillAll({
		[name]: 'Städtische Kita Sonnenschein',
		[reference]: 'Ausflug Igelgruppe',
		[leitwegId]: '04011000-1234512345-07',
		...person,
		...address,
		PLZ: '1010',
		Ort: 'Wien',
		Land: 'Österreich',
	})
	await browser.press('Weiter zur Übersicht')
	expect(browser.status()).toBe(422)
	expect(browser.alerts().join('\n')).toContain('Leitweg-ID')
	expect(browser.field(leitwegId).description).toContain('Prüfziffer')
	expect(browser.field(name).value).toBe('Städtische Kita Sonnenschein')
	expect(browser.field('Land').value).toBe('AT')

	// Fields that were refused are there after leaving the step and coming back.
	await browser.open('/cart')
	await browser.open('/checkout/address')
	expect(browser.field(reference).value).toBe('Ausflug Igelgruppe')
	expect(browser.field('Land').value).toBe('AT')
	browser.fill(leitwegId, '04011000-1234512345-06')
	await browser.press('Weiter zur Übersicht')

	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.main()).toContain('Städtische Kita Sonnenschein')
	expect(browser.main()).toContain('1010 Wien, Österreich')
	expect(browser.main()).toContain('Leitweg-ID: 04011000-1234512345-06')
	await browser.follow('Ändern: Ihre Angaben')
	expect(browser.field(name).value).toBe('Städtische Kita Sonnenschein')
	expect(browser.field('Land').value).toBe('AT')
})

test('a company finds its party: named on the start page, chosen by a link, preselected in the details', async () => {
	const day = await claimDay('any')
	const browser = openPlainBrowser()
	const occasions = browser.within('list', 'Was wird gefeiert?')
	await browser.open('/')
	expect(browser.main()).toContain('Auch für Firmen, Teams und Junggesellenabschiede')
	await browser.open('/pages/faq')
	await browser.follow('mit Firma oder Abteilung')
	expect(browser.within('heading', 'Mit der Firma feiern').text()).toBe('Mit der Firma feiern')
	expect(occasions.current()).toEqual(['Firma oder Abteilung'])
	await occasions.follow('Team oder Verein')
	expect(occasions.current()).toEqual(['Team oder Verein'])
	await occasions.follow('Firma oder Abteilung')

	// The occasion stays through links, the form of day and guests, and the form that books.
	await browser.follow('Kometen-Party')
	browser.fill('Datum', day)
	browser.fill('Gäste', 8)
	await browser.press('Anzeigen')
	expect(browser.url().searchParams.get('occasion')).toBe('company')
	await browser.press(/^14:00/)
	expect(linesInCart(browser).join()).toContain('8 × Kometen-Party')
	expect(occasions.current()).toEqual(['Firma oder Abteilung'])

	await browser.open('/checkout/address')
	const celebrated = browser.within('group', /^Was wird gefeiert/)
	expect(celebrated.field('Firma oder Abteilung').isChecked).toBe(true)
})
