import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import type { Mail } from '#testing/read-mail.ts'

import { addDays, claimDay, today } from '../days.ts'
import { newEmail } from '../new-email.ts'
import { openOutbox } from '../outbox.ts'
import { placeOrders } from '../placed-orders.ts'
import { orderAndPay, orderBy, pressAtBank } from './bank.ts'
import { fillCart, linesInCart, withCart } from './filled-cart.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'
import { password, register } from './registered.ts'

// The pages of an account without scripts: forms found, filled and sent by the names that a person reads.

const nextPassword = 'noch ein langes Passwort'
const address = { 'Straße und Hausnummer': 'Sternweg 1', PLZ: '80331', Ort: 'München' }
const tickets = { product: 'ticket-adult', quantity: 4 }
const outbox = openOutbox()
let sql: postgres.Sql

test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())

test('the life of an account: registered, verified by the link of the letter, and given other data', async () => {
	const browser = openPlainBrowser()
	const email = newEmail()
	await browser.open('/login')
	await browser.within('main').follow('Konto anlegen')
	browser.fillAll({
		Vorname: 'Ada',
		Nachname: 'Lovelace',
		'E-Mail': email,
		'E-Mail wiederholen': email,
		Passwort: password,
		'Passwort wiederholen': password,
	})
	browser.check(/Datenschutzhinweise/)
	await browser.press('Konto anlegen')
	expect(browser.path()).toBe('/account')
	expect(browser.text()).toContain(
		'Registrierung erfolgreich. Sie werden angemeldet und weitergeleitet',
	)
	expect(browser.main()).toContain('Hallo, Ada')
	expect(browser.main()).toContain(`Bitte bestätigen Sie ${email}`)

	await browser.open(linkIn(await outbox.accountLetter(email, 'welcome')))
	await browser.press('Adresse bestätigen')
	expect(browser.text()).toContain('Die E-Mail-Adresse ist bestätigt')
	expect(browser.main()).not.toContain('Bitte bestätigen Sie')

	await browser.follow(/^Persönliche Daten/)
	browser.fill('Vorname', 'Augusta')
	await browser.press('Daten speichern')
	expect(browser.text()).toContain('Die Daten wurden erfolgreich gespeichert')
	expect(browser.field('Vorname').value).toBe('Augusta')
	await browser.open('/account')
	expect(browser.main()).toContain('Hallo, Augusta')
})

test('the life of an account: its order is in its list and its data, and it opens nothing once deleted', async () => {
	const { browser, email } = await signedIn()
	await fillCart(browser, await claimDay('any'), tickets)
	await browser.open('/checkout/address')
	browser.fillAll(address)
	await browser.press('Weiter zur Übersicht')
	const bookingId = await orderAndPay(browser)

	await browser.open('/account/orders')
	expect(ordersOn(browser)).toEqual([bookingId])
	await browser.open(browser.links().find((link) => link.endsWith(bookingId)) ?? '')
	expect(browser.path()).toBe(`/account/orders/details/${bookingId}`)
	expect(browser.main()).toContain('bestätigt')
	expect(browser.within('main').links('Termin in den Kalender')).toHaveLength(1)
	const invoice = browser.links().find((link) => link.endsWith('.pdf')) ?? ''
	const { headers } = await browser.visitor.get(new URL(invoice).pathname)
	expect(headers.get('Content-Type')).toBe('application/pdf')
	await browser.open('/account')
	expect(browser.main()).toContain('Ihr nächster Besuch')

	await browser.open('/account/access-data')
	const [data = ''] = browser.links('Daten herunterladen')
	const file = await browser.visitor.get(new URL(data).pathname)
	expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="raumzeit.json"')
	expect(JSON.parse(file.text)).toMatchObject({
		account: { username: email, person: { firstName: 'Ada' } },
		orders: [{ state: 'confirmed', payments: [{ provider: 'stripe' }] }],
	})

	await browser.follow('Konto löschen')
	browser.fill('Aktuelles Passwort', nextPassword)
	await browser.press('Konto endgültig löschen')
	expect(browser.status()).toBe(422)
	expect(browser.field('Aktuelles Passwort')).toMatchObject({
		value: '',
		description: 'Das aktuelle Passwort ist nicht richtig',
	})
	browser.fill('Aktuelles Passwort', password)
	await browser.press('Konto endgültig löschen')
	expect(browser.text()).toContain('Ihr Konto ist gelöscht')
	await browser.open('/login')
	await signIn(browser, email)
	expect(browser.main()).toContain('Die Zugangsdaten sind in der Kombination nicht bekannt')
	const [order] = await sql`select state, account_id from orders where public_id = ${bookingId}`
	expect(order).toEqual({ state: 'confirmed', account_id: null })
})

test('the life of an account: another device is listed, and signed out from here', async () => {
	const { browser, email } = await signedIn()
	const other = await signedInElsewhere(email)
	await browser.open('/account/access-data')
	await browser.press(/^Abmelden: /)
	expect(browser.path()).toBe('/account/access-data')
	expect(browser.buttons().filter((name) => name.startsWith('Abmelden: '))).toEqual([])
	await other.open('/account')
	expect(other.title()).toBe('Anmelden')
	await signIn(other, email)
	expect(other.main()).toContain('Hallo, Ada')
})

test('F5: a forgotten password is set by the link of the letter, and every session has ended', async () => {
	const { browser, email } = await signedIn()
	const other = await signedInElsewhere(email)
	await browser.open('/account')
	await browser.within('main').press('Abmelden')
	expect(browser.text()).toContain('Sie sind abgemeldet')
	await browser.open('/login')
	await browser.follow('Passwort vergessen?')
	browser.fill('E-Mail', email)
	await browser.press('Link anfordern')
	expect(browser.text()).toContain(
		'Wenn es zu dieser Adresse ein Konto gibt, erhalten Sie eine E-Mail',
	)

	await browser.open(linkIn(await outbox.accountLetter(email, 'reset')))
	browser.fillAll({ 'Neues Passwort': nextPassword, 'Neues Passwort wiederholen': nextPassword })
	await browser.press('Passwort speichern')
	expect(browser.text()).toContain('Das Passwort wurde erfolgreich zurückgesetzt')
	await other.open('/account')
	expect(other.title()).toBe('Anmelden')
	await signIn(browser, email)
	expect(browser.main()).toContain('Die Zugangsdaten sind in der Kombination nicht bekannt')
	await signIn(browser, email, nextPassword)
	expect(browser.text()).toContain('Angemeldet als Ada')
})

test('N75: signing out everywhere ends all sessions at once, this one included', async () => {
	const { browser, email } = await signedIn()
	const other = await signedInElsewhere(email)
	await browser.open('/account/access-data')
	expect(browser.main()).toContain(`Ihr Benutzername ist Ihre E-Mail-Adresse: ${email}`)
	await browser.press('Überall abmelden')
	expect(browser.path()).toBe('/')
	expect(browser.text()).toContain('Sie sind auf allen Geräten abgemeldet')
	for (const window of [browser, other]) {
		await window.open('/account')
		expect(window.title()).toBe('Anmelden')
	}
	await signIn(other, email)
	expect(other.main()).toContain('Hallo, Ada')
})

test('another username: asked for, confirmed from the new address, reported to the old one, used to sign in', async () => {
	const { browser, email } = await signedIn()
	const next = newEmail('augusta')
	const other = await signedInElsewhere(email)
	await browser.open(linkIn(await outbox.accountLetter(email, 'welcome')))
	await browser.press('Adresse bestätigen')

	await browser.open('/account/access-data')
	await askForUsername(browser, next, nextPassword)
	expect(browser.status()).toBe(422)
	expect(browser.main()).toContain('Das aktuelle Passwort ist nicht richtig')
	expect(browser.field('Neue E-Mail-Adresse').value).toBe(next)

	await askForUsername(browser, next, password)
	expect(browser.text()).toContain(
		'Wir haben eine E-Mail mit weiteren Schritten an die neue Adresse geschickt',
	)
	expect(browser.main()).toContain(`Bitte bestätigen Sie ${next}`)
	expect(browser.main()).toContain(`Ihr Benutzername ist Ihre E-Mail-Adresse: ${email}`)
	expect((await outbox.accountLetter(email, 'usernameWanted')).text).not.toContain(next)

	await browser.open(linkIn(await outbox.accountLetter(next, 'changeUsername')))
	expect(browser.main()).toContain(`Mit einem Klick wird ${next} Ihr neuer Benutzername`)
	await browser.press('Benutzernamen übernehmen')
	expect(browser.text()).toContain(`Ab jetzt melden Sie sich mit ${next} an`)
	await browser.open('/account/access-data')
	expect(browser.main()).toContain(`Ihr Benutzername ist Ihre E-Mail-Adresse: ${next}`)
	expect((await outbox.accountLetter(email, 'usernameChanged')).text).not.toContain(next)

	await other.open('/account')
	expect(other.title(), 'F5').toBe('Anmelden')
	await signIn(other, email)
	expect(other.main()).toContain('Die Zugangsdaten sind in der Kombination nicht bekannt')
	await signIn(other, next)
	expect(other.main()).toContain('Hallo, Ada')
})

test('F23: after a sign-out in another window, the personal data form says so and loses nothing', async () => {
	const { browser, email } = await signedIn()
	await browser.open('/account/personal-data')
	browser.fillAll({ Vorname: 'Augusta', [optional('Ort')]: 'Ockham' })
	await signOutInAnotherWindow(browser)

	await browser.press('Daten speichern')
	expect(browser.path()).toBe('/login')
	expect(browser.text()).toContain('Sie sind nicht mehr angemeldet. Melden Sie sich wieder an')
	const { text } = await browser.visitor.get(browser.path() + browser.url().search)
	expect(text).not.toContain('Ockham')
	await signIn(browser, email)
	expect(browser.main()).toContain('Ihre Eingaben sind noch da')
	expect(browser.field('Vorname').value).toBe('Augusta')
	expect(browser.field(optional('Ort')).value).toBe('Ockham')
	await browser.press('Daten speichern')
	expect(browser.text()).toContain('Die Daten wurden erfolgreich gespeichert')
	await browser.open('/account/personal-data')
	expect(browser.field(optional('Ort')).value).toBe('Ockham')
	expect(browser.main()).not.toContain('Ihre Eingaben sind noch da')
})

test('F23: after a sign-in as another account in another window, the first account’s form is not saved for it', async () => {
	const { browser } = await signedIn()
	await browser.open('/account/personal-data')
	browser.fill(optional('Ort'), 'Ockham')
	const { visitor } = browser
	await signOutInAnotherWindow(browser)
	await register(visitor)

	await browser.press('Daten speichern')
	expect(browser.path()).toBe('/account')
	expect(browser.text()).toContain(
		'Sie sind inzwischen mit einem anderen Konto angemeldet. Es wurde nichts gespeichert',
	)
	await browser.open('/account/personal-data')
	expect(browser.field(optional('Ort')).value).toBe('')
})

test('F23: after a sign-out in another window, the checkout says so and loses nothing', async () => {
	const { browser, email } = await signedIn()
	await fillCart(browser, await claimDay('any'), tickets)
	await browser.open('/checkout/address')
	browser.fillAll({ ...address, Ort: 'Ockham' })
	await signOutInAnotherWindow(browser)

	await browser.press('Weiter zur Übersicht')
	expect(browser.text()).toContain('Sie sind nicht mehr angemeldet. Melden Sie sich wieder an')
	await signIn(browser, email)
	expect(browser.path()).toBe('/checkout/address')
	expect(browser.main()).toContain('Ihre Eingaben sind noch da')
	expect(browser.field('Ort').value).toBe('Ockham')
	expect(browser.field('E-Mail').value).toBe(email)
	await browser.press('Weiter zur Übersicht')
	expect(browser.main()).toContain('Bestellung prüfen')

	await browser.open('/cart')
	await browser.press('Wieder reservieren')
	await browser.open('/checkout/overview')
	browser.check(/PayPal/)
	browser.check(/AGB/)
	await signOutInAnotherWindow(browser)
	await browser.press('zahlungspflichtig bestellen')
	expect(browser.text()).toContain('Sie sind nicht mehr angemeldet. Melden Sie sich wieder an')
	await signIn(browser, email)
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.field(/PayPal/).isChecked).toBe(true)
})

test('orders on several pages: each is on one of them, in order, and the two lists turn separately', async () => {
	const { browser, email } = await signedIn()
	const upcoming = await placeOrders(sql, email, daysFrom(10, 12))
	const past = await placeOrders(sql, email, daysFrom(-10, 23))
	const turn = (list: string, to: string) => browser.within('navigation', list).follow(to)
	const ways = (list: string) =>
		browser.all('navigation', list).flatMap((part) => part.all('link').map((link) => link.text()))
	const pageOf = (ids: string[], number: number) => ids.slice((number - 1) * 10, number * 10)

	await browser.open('/account/orders')
	expect(ordersOn(browser)).toEqual([...pageOf(upcoming, 1), ...pageOf(past, 1)])
	expect([ways('Kommende'), ways('Vergangene')]).toEqual([['Nächste Seite'], ['Nächste Seite']])

	await turn('Vergangene', 'Nächste Seite')
	expect(ordersOn(browser)).toEqual([...pageOf(upcoming, 1), ...pageOf(past, 2)])
	await turn('Kommende', 'Nächste Seite')
	expect(ordersOn(browser)).toEqual([...pageOf(upcoming, 2), ...pageOf(past, 2)])
	expect(ways('Kommende')).toEqual(['Vorige Seite'])

	await turn('Vergangene', 'Nächste Seite')
	expect(ordersOn(browser)).toEqual([...pageOf(upcoming, 2), ...pageOf(past, 3)])
	expect(ways('Vergangene')).toEqual(['Vorige Seite'])
	await turn('Vergangene', 'Vorige Seite')
	expect(ordersOn(browser)).toEqual([...pageOf(upcoming, 2), ...pageOf(past, 2)])

	// A mistyped address shows a page of the list.
	await browser.open('/account/orders?past=99&upcoming=x')
	expect(ordersOn(browser)).toEqual(pageOf(upcoming, 1))
	expect(ways('Vergangene')).toEqual(['Vorige Seite'])
})

test('an order shows until when it can be moved or cancelled, as long as its visit is ahead', async () => {
	const { browser, email } = await signedIn()
	const [ahead] = await placeOrders(sql, email, daysFrom(10, 1))
	const [ago] = await placeOrders(sql, email, daysFrom(-10, 1))
	await browser.open(`/account/orders/details/${ahead}`)
	expect(browser.main()).toContain('Ändern, umbuchen, stornieren')
	expect(browser.main()).toContain(
		'Zum Ändern, Umbuchen und Stornieren rufen Sie uns bitte an: +49 89 99998 123.',
	)
	await browser.open(`/account/orders/details/${ago}`)
	expect(browser.main()).toContain('besucht')
	expect(browser.main()).not.toContain('Ändern, umbuchen, stornieren')
})

test("K20: the rest of an account's booking is paid from its page, also where nothing was paid online before", async () => {
	const { browser, email } = await signedIn()
	const [bookingId] = await placeOrders(sql, email, daysFrom(10, 1))
	const details = `/account/orders/details/${bookingId}`
	await browser.open(details)
	await browser.follow('Rest jetzt bezahlen')
	await orderBy(browser, 'paypal')
	await pressAtBank(browser, 'Bezahlen')
	expect(browser.main()).toContain('Der Rest ist bezahlt')

	await browser.open(details)
	expect(browser.links('Rest jetzt bezahlen')).toEqual([])
	expect(browser.terms()).toMatchObject({ 'Online bezahlt': '25,80 €' })
})

test('N24: values that the address step refused are there after coming back, for an hour, and for this visitor alone', async () => {
	const email = newEmail()
	const day = await claimDay('any')
	const browser = await withCart(day, tickets)
	await browser.open('/checkout/address')
	browser.fillAll({ Vorname: 'Ada', 'E-Mail': email, Ort: 'Ulm' })
	await browser.press('Weiter zur Übersicht')
	expect(browser.status()).toBe(422)
	await browser.open('/cart')
	await browser.open('/checkout/address')
	expect(browser.field('Ort').value).toBe('Ulm')
	expect(browser.field('E-Mail').value).toBe(email)

	const other = await withCart(day, tickets)
	await other.open('/checkout/address')
	expect(other.field('Ort').value).toBe('')
	const drafts = await sql`
		select expires_at <= now() + interval '1 hour' as "isShort" from form_drafts
		where typed ->> 'email' = ${email} and expires_at > now()`
	expect([...drafts]).toEqual([{ isShort: true }])
})

test('N25: one more of a menu takes one from the largest', async () => {
	const [pasta, veggie] = ['Menü Spaghettinebel', 'Menü Grüner Planet']
	const day = await claimDay('any')
	const browser = await withCart(day, { product: 'kometen-party', quantity: 9 })
	await browser.open(`/?kind=party&day=${day}&guests=9&product=kometen-party`)
	const menus = browser.within('group', /^Ein Menü/)
	const numbers = () => [pasta, veggie].map((name) => menus.field(name).value)
	await menus.press(`Für alle: ${pasta}`)
	expect(menus.text()).toContain('9 von 9')
	expect(numbers()).toEqual(['9', '0'])
	await menus.press(`${veggie}: eins mehr`)
	expect(numbers()).toEqual(['8', '1'])
	expect(menus.text()).toContain('9 von 9')
	expect(linesInCart(browser).join()).toContain(`8 × ${pasta}`)
	expect(linesInCart(browser).join()).toContain(`1 × ${veggie}`)
	await browser.lookAgain()
	expect(numbers()).toEqual(['8', '1'])

	await browser.open('/cart')
	const party = browser.within('article', 'Kometen-Party')
	const group = party.all('group').find((part) => part.text().startsWith('Ein Menü'))
	group?.fill(veggie, 3)
	await group?.press('Übernehmen')
	expect(party.text()).toContain(`6 × ${pasta}`)
	expect(party.text()).toContain(`3 × ${veggie}`)
})

test('N26: a gift voucher whose button is pressed twice is one; then the button changes the number', async () => {
	const browser = openPlainBrowser()
	const name = 'Gutschein 50 € per E-Mail'
	await browser.open('/?kind=gift')
	const gift = browser.within('article', name)
	await gift.press('In den Warenkorb')
	expect(gift.text()).toContain('1 im Warenkorb')
	await gift.press(/Anzahl ändern$/)
	expect(linesInCart(browser).join()).toContain(`1 × ${name}`)
	gift.fill(`Anzahl ${name}`, 2)
	await gift.press(/Anzahl ändern$/)
	expect(gift.text()).toContain('2 im Warenkorb')
	expect(linesInCart(browser).join()).toContain(`2 × ${name}`)
	await browser.lookAgain()
	expect(gift.field(`Anzahl ${name}`).value).toBe('2')
})

/** Registers an account; the browser is signed in with it, and shows no page yet. */
async function signedIn(): Promise<{ browser: PlainBrowser; email: string }> {
	const browser = openPlainBrowser()
	return { browser, email: await register(browser.visitor) }
}

async function signedInElsewhere(email: string): Promise<PlainBrowser> {
	const other = openPlainBrowser()
	await other.open('/login')
	await signIn(other, email)
	expect(other.path()).toBe('/')
	return other
}

async function signIn(browser: PlainBrowser, email: string, itsPassword = password): Promise<void> {
	browser.fillAll({ 'Benutzername (Ihre E-Mail-Adresse)': email, Passwort: itsPassword })
	await browser.within('main').press('Anmelden')
}

/** Signs the account out in a second window of the same person. */
async function signOutInAnotherWindow({ visitor }: PlainBrowser): Promise<void> {
	const window = openPlainBrowser({ visitor })
	await window.open('/account')
	await window.within('main').press('Abmelden')
	expect(window.text()).toContain('Sie sind abgemeldet')
}

async function askForUsername(
	browser: PlainBrowser,
	username: string,
	itsPassword: string,
): Promise<void> {
	const form = browser.all('form').find((part) => part.hasField('Neue E-Mail-Adresse'))
	form?.fill('Neue E-Mail-Adresse', username)
	form?.fill('Aktuelles Passwort', itsPassword)
	await form?.press('Link anfordern')
}

const optional = (label: string) => `${label}(freiwillig)`

/** The address behind the one button of a letter. */
function linkIn({ text }: Mail): string {
	return /https?:\/\/\S+\/[\w-]{43}\b/.exec(text)?.[0] ?? ''
}

/** The public ids of the orders that a page of the account links to. */
function ordersOn(browser: PlainBrowser): string[] {
	const path = '/account/orders/details/'
	return browser
		.within('main')
		.links()
		.flatMap((link) => (link.includes(path) ? [link.split(path)[1] ?? ''] : []))
}

/** Lists so many days in a row, the first so many days from today, farther away day by day. */
function daysFrom(first: number, count: number): string[] {
	return Array.from({ length: count }, (_, index) =>
		addDays(today(), first + Math.sign(first) * index),
	)
}
