import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { beyondHorizon, setPolicy, takeToTomorrow } from '../booked-policy.ts'
import { addDays, claimDay, claimWeekends, longDay, today } from '../days.ts'
import { newEmail } from '../new-email.ts'
import { openOutbox } from '../outbox.ts'
import { takeRooms } from '../taken-rooms.ts'
import { orderBy, pressAtBank } from './bank.ts'
import { bookingIdIn, details, leave, order, putInCart, versionIn } from './funnel.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

// A booking after it was paid, without scripts: cancelled, changed, moved, and its rest paid by the forms of its pages.

const outbox = openOutbox()
const byDeadline = /bis \S+, \d+\. \S+( \d{4})?, 18 Uhr/

let sql: Sql
test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())

test.describe('a booking and its cancelling', () => {
	test('the confirmation leads to the booking, which says until when what can be done', async () => {
		const { browser, path } = await bookedShow()
		await browser.lookAgain()
		await browser.follow('Buchung ansehen und ändern')
		expect(browser.path()).toBe(path)
		expect(browser.all('heading', 'Noch etwas ändern?')).toHaveLength(1)
		for (const row of ['Gäste und Essen ändern', 'Umbuchen', 'Stornieren'])
			expect(browser.links(RegExp(`^${row}.*${byDeadline.source}`)), row).toHaveLength(1)
		expect(browser.links(/^Stornieren.*alles zurück/)).toHaveLength(1)
	})

	test('cancelled by who has ordered it with three presses, and no code is asked for', async () => {
		const { browser, bookingId } = await bookedShow()
		await browser.follow('Buchung ansehen und ändern')
		await browser.follow(/^Stornieren/)
		expect(browser.all('heading', 'Buchung stornieren')).toHaveLength(1)
		await browser.press('Weiter: Stornierung prüfen')
		expect(browser.all('heading', 'Wirklich stornieren?')).toHaveLength(1)
		await browser.press('Jetzt stornieren')
		expect(browser.all('heading', 'Ihre Buchung ist storniert')).toHaveLength(1)
		expect(browser.main()).toContain('sind auf dem Weg zu Ihrer Karte oder Ihrem Konto')
		expect(await stateOf(bookingId)).toBe('cancelled')
	})

	test('K39: a deadline that goes by before the button shows the new sums and cancels nothing', async () => {
		const { browser, path, bookingId } = await bookedShow()
		await browser.open(path)
		await browser.follow(/^Stornieren/)
		await browser.press('Weiter: Stornierung prüfen')
		expect(browser.main()).not.toContain('Das behalten wir')
		await setPolicy(sql, bookingId, beyondHorizon)
		await browser.press('Jetzt stornieren')
		expect(browser.status()).toBe(422)
		expect(browser.alerts()).toEqual([expect.stringContaining('Inzwischen gelten andere Beträge')])
		expect(browser.main()).toContain('Das behalten wir')
		expect(await stateOf(bookingId)).toBe('confirmed')
		await browser.follow('Nein, Buchung behalten')
		expect(browser.path()).toBe(path)
		expect(browser.links(/^Stornieren.*bleiben bei uns/)).toHaveLength(1)
	})

	test('the evening before the telephone comes first, and closed rows stay without a link', async () => {
		const { browser, path, bookingId } = await bookedShow()
		await takeToTomorrow(sql, bookingId)
		await setPolicy(sql, bookingId, 3)
		await browser.open(path)
		const headings = browser.all('heading').map((heading) => heading.text())
		expect(headings).toContain('Geht noch etwas?')
		expect(headings.indexOf('Jetzt hilft das Telefon')).toBeLessThan(
			headings.indexOf('Geht noch etwas?'),
		)
		expect(headings).toContain('Jetzt hilft das Telefon')
		expect(browser.main()).toMatch(/Umbuchen\s?online ging es bis/)
		expect(browser.links(/^Umbuchen/)).toEqual([])
		expect(browser.links(/^Stornieren.*bleiben bei uns/)).toHaveLength(1)
	})

	test('a stranger sees what, when and where, and has the link sent again', async () => {
		const { path, bookingId, day } = await bookedShow()
		const stranger = openPlainBrowser()
		await stranger.open(path)
		expect(stranger.all('heading', 'Ändern, umbuchen, Gäste einladen')).toHaveLength(1)
		for (const word of ['Planetarium', longDay(day), '14:00'])
			expect(stranger.main()).toContain(word)
		for (const secret of ['Ada', '€', 'example.org']) expect(stranger.main()).not.toContain(secret)
		await stranger.press('Link noch einmal schicken')
		expect(stranger.main()).toContain('Der Link ist unterwegs')
		expect((await outbox.bookingLetterOf(bookingId, 'link')).to).toBe(details.email)
	})
})

test.describe('a booking is changed', () => {
	test('K40: one guest fewer: checked, taken, and noted with what is left on site', async () => {
		const { browser, path, bookingId } = await bookedParty()
		await browser.open(path)
		await browser.follow(/^Gäste und Essen ändern/)
		await browser.press('Wie viele Gäste?: eins weniger')
		expect(browser.field('Wie viele Gäste?').value).toBe('7')
		expect(browser.main()).toContain('bisher 8')
		await browser.press('Menü Spaghettinebel: eins weniger')
		expect(browser.main()).toContain('7 von 7')
		await browser.press('Änderung prüfen')
		expect(browser.all('heading', 'Stimmt das so?')).toHaveLength(1)
		expect(browser.rows()).toContainEqual(['Menü Spaghettinebel', 'bisher 8', 'neu 7'])
		expect(browser.main()).toContain('Heute ist nichts zu zahlen')
		await browser.press('Änderung übernehmen')
		expect(browser.main()).toContain('Ihre Änderung ist notiert')
		expect(await linesOf(bookingId)).toMatchObject({ 'kometen-party': 7, 'menu-pasta': 7 })
	})

	test('K44: fewer than the minimum leads on with it, says what it costs, all menus chosen', async () => {
		const { browser, path } = await bookedParty(await claimDay('weekend'))
		const total = ['Gesamt, inkl. MwSt.', 'bisher 207,20 €', 'neu 155,40 €']
		await askFor(browser, path, 5)
		expect(browser.status()).toBe(422)
		expect(browser.main()).toContain('Berechnet werden mindestens 6 Gäste')
		expect(browser.alerts()).toEqual([])
		expect(browser.field('Wie viele Gäste?').value).toBe('5')
		expect(browser.rows()).toContainEqual(['Menü Spaghettinebel', 'bisher 8', 'neu 6'])
		expect(browser.rows()).toContainEqual(total)
		await browser.press('Mit 6 Gästen weiter')
		expect(browser.all('heading', 'Stimmt das so?')).toHaveLength(1)
		expect(browser.rows()).toContainEqual(['Gäste, Kometen-Party', 'bisher 8', 'neu 6'])
		expect(browser.rows()).toContainEqual(total)
	})

	test('K44: more than the maximum names the larger package and the number to call', async () => {
		const { browser, path } = await bookedParty()
		await askFor(browser, path, 11)
		expect(browser.status()).toBe(422)
		expect(browser.main()).toContain('höchstens 10 Gäste')
		expect(browser.main()).toContain('Galaxie-Party')
		expect(numbersToCall(browser)).toHaveLength(1)
		expect(browser.field('Menü Spaghettinebel').value).toBe('11')
	})

	test('K44: without a larger room, links to times with one move and change at once', async () => {
		const { browser, path, bookingId, day } = await bookedParty()
		await takeRooms(sql, day)
		await askFor(browser, path, 10)
		expect(browser.status()).toBe(422)
		expect(browser.main()).toContain('10 Gäste passen um 14:00 Uhr nicht')
		await browser.open(browser.within('list', 'Frei mit 10 Gästen').links()[0] ?? '')
		expect(browser.rows()).toContainEqual(['Gäste, Kometen-Party', 'bisher 8', 'neu 10'])
		expect(browser.main()).not.toContain('zur selben Zeit')
		await browser.press('zahlungspflichtig bestellen')
		expect(browser.main()).toContain('Umgebucht')
		expect(await linesOf(bookingId)).toMatchObject({ 'kometen-party': 10, 'menu-pasta': 10 })
	})

	test('N366: texts that were typed with more guests come along to another time, shown before it counts', async () => {
		const { browser, path, bookingId, day } = await bookedParty()
		await takeRooms(sql, day)
		await browser.open(`${path}/change`)
		expect(browser.field('Name des Geburtstagskindes').value).toBe('Byron')
		browser.fill('Name des Geburtstagskindes', 'Mia Sophie')
		await check(browser, 10)
		const [another = ''] = browser.within('list', 'Frei mit 10 Gästen').links()
		expect(another).toMatch(/[?&]texts=/)
		await browser.open(another)
		expect(browser.url().href).not.toContain('Mia')
		expect(browser.rows()).toContainEqual([
			'Name des Geburtstagskindes',
			'bisher Byron',
			'neu Mia Sophie',
		])
		await browser.press('zahlungspflichtig bestellen')
		expect(browser.main()).toContain('Umgebucht')
		expect(await linesOf(bookingId)).toMatchObject({ 'kometen-party': 10 })
		const [row] = await sql`
			select party ->> 'name' as name from orders where public_id = ${bookingId}`
		expect(row).toEqual({ name: 'Mia Sophie' })
	})

	test('K84: without a larger room and with no move left, the guide names the telephone alone', async () => {
		const { browser, path, bookingId, day } = await bookedParty()
		await takeRooms(sql, day)
		await sql`
			update orders set policy = jsonb_set(policy, '{rules}', (
				select jsonb_agg(rule #- '{policy,move}') from jsonb_array_elements(policy -> 'rules') rule))
			where public_id = ${bookingId}`
		await askFor(browser, path, 10)
		expect(browser.main()).toContain('Zu einer anderen Zeit buchen wir Sie am Telefon um')
		expect(browser.main()).not.toContain('an den nächsten Tagen')
		expect(browser.all('list', 'Frei mit 10 Gästen')).toEqual([])
		expect(browser.links(/^Alle freien Termine/)).toEqual([])
		expect(numbersToCall(browser)).toHaveLength(1)
	})

	test('K44: a voucher that falls away is said before the change counts', async () => {
		const day = await claimDay('any')
		// Eight guests reach its minimum on every day, six on none.
		const code = `FORM160EUR${day.replaceAll('-', '')}`
		await sql`
			insert into vouchers (code, kind, amount, minimum_order) values (${code}, 'fixed', 2000, 16000)`
		const { browser, path } = await bookedParty(day, code)
		const gone = 'Ihr Gutschein gilt für die geänderte Buchung nicht mehr'
		await browser.open(`${path}/change`)
		browser.fill('Wie viele Gäste?', 6)
		browser.fill('Menü Spaghettinebel', 6)
		await browser.pressEnter('Menü Spaghettinebel')
		expect(browser.main()).toContain(gone)
		await browser.press('Änderung prüfen')
		expect(browser.all('heading', 'Stimmt das so?')).toHaveLength(1)
		expect(browser.main()).toContain(gone)
		expect(browser.rows()).toContainEqual(['Rabatt', 'bisher 20,00 €', 'neu 0,00 €'])
	})

	for (const { kind, revision } of [
		{ kind: 'first', revision: 1 },
		{ kind: 'second', revision: 2 },
	])
		test(`K119: name and mail address alone are corrected on the ${kind} revision, pressed twice: a page says that it counts`, async () => {
			const { browser, path, bookingId } = await bookedParty()
			if (revision === 2) {
				await askFor(browser, path, 7)
				await browser.press('Änderung übernehmen')
			}
			const title = 'Ihre Korrektur gilt'
			await browser.open(`${path}/change?done=person`)
			expect(browser.all('heading', title), 'an address typed by hand').toEqual([])
			expect(browser.field('Nachname').value).toBe('Lovelace')
			const email = newEmail()
			const other = openPlainBrowser({ visitor: browser.visitor })
			for (const tab of [browser, other]) {
				await tab.open(`${path}/change`)
				tab.fill('Nachname', 'Byron')
				tab.fill('E-Mail', email)
				await tab.press('Änderung prüfen')
			}
			for (const tab of [browser, other]) {
				await tab.press('Änderung übernehmen')
				await tab.lookAgain()
				expect(tab.all('heading', title)).toHaveLength(1)
				expect(tab.main()).toContain(`auf den Namen Ada Byron, mit der E-Mail-Adresse ${email}`)
			}
			expect(await revisionOf(bookingId)).toBe(revision)
			await sql`update order_events set at = at - interval '1 hour'
				where order_id = (select id from orders where public_id = ${bookingId})`
			await browser.lookAgain()
			expect(browser.all('heading', title), 'an hour later').toEqual([])
			expect(browser.field('Nachname').value).toBe('Byron')
		})

	test('K61: nothing differs: the form says so, and no change is made', async () => {
		const { browser, path, bookingId } = await bookedParty()
		await browser.open(`${path}/change`)
		await browser.press('Änderung prüfen')
		expect(browser.status()).toBe(422)
		expect(browser.alerts()).toHaveLength(1)
		expect(browser.all('heading', 'Stimmt das so?')).toEqual([])
		expect(await revisionOf(bookingId)).toBe(1)
	})
})

test.describe('a change of a booking is paid', () => {
	for (const way of ['stripe', 'paypal'] as const)
		test(`K45: paid by ${way}: the way back says that the booking is changed`, async () => {
			const { browser, path, bookingId } = await changeUnderWay(way)
			await pressAtBank(browser, 'Bezahlen')
			expect(browser.path()).toBe(`${path}/payment`)
			expect(browser.main()).toContain('Ihre Buchung ist geändert')
			expect(await changeOf(bookingId)).toBe('applied')
		})

	test('K45: the window is closed after paying: the page says that the change is paid', async () => {
		const { browser, path, bookingId } = await changeUnderWay('stripe')
		await pressAtBank(browser, 'Bezahlen und Fenster schließen')
		await expect.poll(() => changeOf(bookingId)).toBe('applied')
		await browser.open(`${path}/payment`)
		expect(browser.main()).toContain('Ihre Buchung ist geändert')
		expect(await linesOf(bookingId)).toMatchObject({ magician: 1 })
	})

	test('K46: cancelled at the provider, the visitor reads once that the booking is as it was', async () => {
		const { browser, bookingId } = await changeUnderWay('paypal')
		await pressAtBank(browser, 'Abbrechen')
		expect(browser.all('heading', 'Ihre Buchung ist nicht geändert')).toHaveLength(1)
		expect(browser.alerts()).toEqual([expect.stringContaining('Ihre Buchung steht, wie sie war')])
		await browser.lookAgain()
		expect(browser.all('heading', 'Ihre Buchung ist nicht geändert')).toHaveLength(1)
		expect(browser.alerts()).toEqual([])
		expect(await changeOf(bookingId)).toBe('ended')
	})

	test('K127: the booking was cancelled since: its change is not said to be chosen again', async () => {
		const { browser, bookingId } = await changeUnderWay('paypal')
		await pressAtBank(browser, 'Abbrechen')
		await sql`
			update orders set state = 'cancelled', cancelled_at = now() where public_id = ${bookingId}`
		await browser.lookAgain()
		expect(browser.main()).toContain(
			'Die Änderung wurde nicht bezahlt. Diese Buchung ist storniert.',
		)
		expect(browser.main()).not.toMatch(/wie sie war|noch einmal wählen/)
	})

	test('K47: a payment left open goes on, or is given up by who has rights to the booking', async () => {
		const { browser, path, bookingId } = await changeUnderWay('stripe')
		const page = browser.url().href
		await browser.open(`${path}/payment`)
		expect(browser.all('heading', 'Die Zahlung läuft')).toHaveLength(1)
		await browser.press('Zahlung fortsetzen')
		await browser.lookAgain()
		expect(browser.url().href).toBe(page)

		const stranger = openPlainBrowser()
		await stranger.open(`${path}/payment`)
		expect(stranger.buttons()).toContain('Zahlung fortsetzen')
		expect(stranger.buttons()).not.toContain('Zahlung abbrechen')

		await browser.open(`${path}/payment`)
		await browser.press('Zahlung abbrechen')
		expect(browser.all('heading', 'Ihre Buchung ist nicht geändert')).toHaveLength(1)
		expect(await changeOf(bookingId)).toBe('ended')
	})

	test('K47: the rest waits while a change is being paid, and its page leads to that payment', async () => {
		const { browser, path } = await changeUnderWay('stripe')
		await browser.open(`${path}/rest`)
		await orderBy(browser, 'paypal')
		expect(browser.status()).toBe(422)
		expect(browser.alerts()).toEqual([
			expect.stringContaining('Eine Änderung dieser Buchung wird gerade bezahlt'),
		])
		await browser.follow('Zur Zahlung der Änderung')
		expect(browser.path()).toBe(`${path}/payment`)
		expect(browser.all('heading', 'Die Zahlung läuft')).toHaveLength(1)
	})
})

test.describe('a booking is moved', () => {
	test('K43, N413: moved by a week, before and after shown, the new deadlines named', async () => {
		const day = await claimWeekends(1)
		const { browser, path, bookingId } = await bookedParty(day)
		await browser.open(path)
		await browser.follow(/^Umbuchen/)
		expect(browser.main()).toContain('Ihr Termin bleibt Ihnen')
		const toDay = RegExp(`^${longDay(addDays(day, 7))}`)
		expect(browser.links(toDay)).toEqual([
			expect.stringMatching(`/move\\?day=${addDays(day, 7)}#times$`),
		])
		await browser.follow(toDay)
		await browser.follow(/15:00–17:00/)
		expect(browser.main()).toContain('Danach gilt')
		expect(browser.rows()).toContainEqual(['Uhrzeit', 'bisher 14:00–16:00', 'neu 15:00–17:00'])
		expect(browser.main()).toContain('Heute ist nichts zu zahlen')
		await browser.press('Kostenfrei umbuchen')
		expect(browser.main()).toContain('Umgebucht')
		const [moved] = await sql`
			select day::text, revision from orders where public_id = ${bookingId}`
		expect(moved).toEqual({ day: addDays(day, 7), revision: 2 })
	})

	test('K43: after the second move every page says that no move is left, and names the number to call', async () => {
		const day = await claimWeekends(2)
		const { browser, path, bookingId } = await bookedParty(day)
		for (const weeks of [1, 2]) {
			await browser.open(`${path}/move`)
			await browser.follow(RegExp(`^${longDay(addDays(day, 7 * weeks))}`))
			await browser.follow(/15:00–17:00/)
			expect(browser.main()).toContain('Stornieren, alles zurück, bis')
			expect(browser.main().split('nur am Telefon')).toHaveLength(weeks)
			await browser.press('Kostenfrei umbuchen')
			expect(browser.main()).toContain('Umgebucht')
		}
		await browser.open(`${path}/move`)
		expect(browser.main()).toContain('so oft umgebucht, wie es online geht')
		expect(numbersToCall(browser)).not.toEqual([])
		await browser.open(path)
		expect(browser.main()).toContain('so oft umgebucht, wie es online geht')
		expect(browser.links(/^Umbuchen/)).toEqual([])
		expect(numbersToCall(browser)).not.toEqual([])
		await browser.open(`/checkout/success/${bookingId}`)
		expect(browser.main()).toContain('Alles andere ändern wir mit Ihnen am Telefon')
		expect(browser.main()).not.toContain('umbuchen können Sie bis')
	})

	test('K52: the guests of a moved party read that it was moved and when it was; those invited later do not', async () => {
		const day = await claimWeekends(1)
		const { browser, path, bookingId } = await bookedParty(day)
		const before = await invite(browser, bookingId)
		const guest = openPlainBrowser()
		await guest.open(before)
		expect(guest.terms()).toMatchObject({ Tag: longDay(day), Zeit: '14:00–16:00 Uhr' })
		expect(guest.main()).not.toContain('Neuer Termin')

		await browser.open(`${path}/move?day=${addDays(day, 7)}&time=15:00`)
		await browser.press('Kostenfrei umbuchen')
		await guest.lookAgain()
		const then = { Tag: longDay(addDays(day, 7)), Zeit: '15:00–17:00 Uhr' }
		expect(guest.terms()).toMatchObject(then)
		expect(guest.main()).toContain('Neuer Termin')
		const [, date] = /, (\d+\. \S+)/.exec(longDay(day)) ?? []
		expect(guest.main()).toMatch(
			RegExp(`Der Termin wurde verschoben. Bisher: .*${date}.*, 14:00–16:00 Uhr Schön`),
		)

		await guest.open(await invite(browser, bookingId))
		expect(guest.terms()).toMatchObject(then)
		expect(guest.main()).not.toMatch(/Neuer Termin|verschoben/)
	})

	test('K29, N414: a day that is too soon to move to says why, and names the number to call', async () => {
		const { browser, path } = await bookedParty()
		await browser.open(`${path}/move?day=${addDays(today(), 1)}`)
		expect(browser.main()).toContain('Warum „anrufen“: So kurzfristig geht es nicht online.')
		expect(numbersToCall(browser)).toHaveLength(1)
	})
})

test.describe('the rest of a booking is paid', () => {
	test('K20: paid by PayPal from the booking: nothing is left at the till, and a letter says so', async () => {
		const { browser, path, bookingId } = await bookedTickets()
		expect(browser.main()).toContain('Vor Ort zu zahlen')
		await browser.follow('Rest jetzt bezahlen')
		await orderBy(browser, 'paypal')
		await pressAtBank(browser, 'Bezahlen')
		expect(browser.path()).toBe(`${path}/rest`)
		expect(browser.all('heading', 'Der Rest ist bezahlt')).toHaveLength(1)
		await browser.follow('Zur Buchung')
		expect(browser.main()).toContain('Ihre Bestellung ist bestätigt')
		expect(browser.main()).toContain('Vor Ort ist nichts mehr zu zahlen')
		expect(browser.links('Rest jetzt bezahlen')).toEqual([])

		const [payment] = await restsOf(bookingId)
		expect(payment).toMatchObject({ state: 'paid', provider: 'paypal' })
		const letter = await outbox.restLetterOf(bookingId, 'paid', payment?.['id'])
		expect(letter.subject).toMatch(/^Der Rest zur Bestellung \S+ ist bezahlt$/)
		expect(letter.files.map(({ type }) => type)).toEqual(['application/pdf'])
	})

	test('K20: the window is closed after paying: the page says that the rest is paid', async () => {
		const { browser, path, bookingId } = await restUnderWay()
		await pressAtBank(browser, 'Bezahlen und Fenster schließen')
		await expect
			.poll(async () => (await restsOf(bookingId)).map(({ state }) => state))
			.toEqual(['paid'])
		await browser.open(`${path}/rest`)
		expect(browser.all('heading', 'Der Rest ist bezahlt')).toHaveLength(1)
	})

	test('K21: a visitor who left the provider open finds the payment under way, and goes on, or pays another way', async () => {
		const { browser, path, bookingId } = await restUnderWay()
		const page = browser.url().href
		await browser.open(`${path}/rest`)
		expect(browser.all('heading', 'Die Zahlung läuft')).toHaveLength(1)
		await browser.press('Zahlung fortsetzen')
		await browser.lookAgain()
		expect(browser.url().href).toBe(page)

		await browser.open(`${path}/rest`)
		await browser.press('Zahlung abbrechen')
		expect(browser.all('heading', 'Rest jetzt bezahlen')).toHaveLength(1)
		await orderBy(browser, 'paypal')
		await pressAtBank(browser, 'Bezahlen')
		expect(browser.all('heading', 'Der Rest ist bezahlt')).toHaveLength(1)
		expect(await restsOf(bookingId)).toMatchObject([
			{ provider: 'stripe', state: 'cancelled' },
			{ provider: 'paypal', state: 'paid' },
		])
	})

	test('K21: two tabs: the same provider has one payment, and the second tab reads that it is paid', async () => {
		const { browser, path, bookingId } = await bookedTickets()
		const other = openPlainBrowser({ visitor: browser.visitor })
		for (const tab of [browser, other]) await tab.open(`${path}/rest`)
		for (const tab of [browser, other]) await orderBy(tab, 'stripe')
		expect(other.url().href).toBe(browser.url().href)
		await pressAtBank(browser, 'Bezahlen')
		expect(browser.all('heading', 'Der Rest ist bezahlt')).toHaveLength(1)
		await other.open(`${path}/rest`)
		expect(other.all('heading', 'Der Rest ist bezahlt')).toHaveLength(1)
		expect(await restsOf(bookingId)).toHaveLength(1)
	})

	test('K22: cancelled or declined, the visitor is back at the booking and pays another way', async () => {
		const { browser, path } = await bookedTickets()
		await browser.follow('Rest jetzt bezahlen')
		await orderBy(browser, 'paypal')
		await pressAtBank(browser, 'Abbrechen')
		expect(browser.url().pathname + browser.url().search).toBe(`${path}/rest`)
		expect(browser.alerts()).toEqual([
			expect.stringMatching(/Der Checkout war nicht erfolgreich.*Ihre Buchung steht/),
		])
		await browser.lookAgain()
		expect(browser.all('heading', 'Rest jetzt bezahlen')).toHaveLength(1)
		expect(browser.alerts()).toEqual([])
		await orderBy(browser, 'stripe')
		const bank = await pressAtBank(browser, 'Ablehnen')
		expect(bank.alerts()).toEqual([expect.stringContaining('Ihre Karte wurde abgelehnt')])
		await pressAtBank(browser, 'Bezahlen')
		expect(browser.all('heading', 'Der Rest ist bezahlt')).toHaveLength(1)
	})

	test('K23: the till took the rest while it was being paid: the page says that the money goes back', async () => {
		const { browser, bookingId } = await restUnderWay()
		await sql`
			insert into on_site_payments (order_id, amount, method, receipt)
			select id, on_site, 'cash', '4711' from orders where public_id = ${bookingId}`
		await pressAtBank(browser, 'Bezahlen')
		expect(browser.all('heading', 'Online ist kein Rest zu zahlen')).toHaveLength(1)
		expect(browser.main()).toContain('Der Rest ist schon vor Ort bezahlt')
		expect(browser.main()).toContain('Wir erstatten sie Ihnen vollständig')
		const back = await sql`
			select refunds.amount = paid_amount as is_whole from refunds
			join payments on payments.id = payment_id join orders on orders.id = order_id
			where public_id = ${bookingId}`
		expect(back).toEqual([{ is_whole: true }])
	})

	test('K27, N369: no way to pay chosen is said at the field; the same page then pays', async () => {
		const { browser, bookingId } = await bookedTickets()
		await browser.follow('Rest jetzt bezahlen')
		await browser.press('zahlungspflichtig bestellen')
		expect(browser.status()).toBe(422)
		expect(browser.field(/^PayPal/)).toMatchObject({
			isChecked: false,
			isInvalid: true,
			description: expect.stringContaining('Bitte wählen Sie, womit Sie bezahlen möchten'),
		})
		expect(browser.focused()).toBe('PayPal')
		expect(await restsOf(bookingId)).toEqual([])
		await orderBy(browser, 'stripe')
		await pressAtBank(browser, 'Bezahlen')
		expect(browser.all('heading', 'Der Rest ist bezahlt')).toHaveLength(1)
	})

	test('K27: the booking was cancelled before the rest is ordered: nothing is offered', async () => {
		const { browser, bookingId } = await bookedTickets()
		await browser.follow('Rest jetzt bezahlen')
		await sql`
			update orders set state = 'cancelled', cancelled_at = now() where public_id = ${bookingId}`
		await orderBy(browser, 'paypal')
		expect(browser.all('heading', 'Online ist kein Rest zu zahlen')).toHaveLength(1)
		expect(browser.main()).toContain('Diese Buchung ist storniert')
		expect(browser.main()).not.toContain('vorbei')
		expect(await restsOf(bookingId)).toEqual([])
		await browser.open(`/checkout/success/${bookingId}`)
		expect(browser.links('Rest jetzt bezahlen')).toEqual([])
	})
})

type Booked = { browser: PlainBrowser; bookingId: string; path: string; day: string }

/** Books what lies in the cart, and pays the deposit; shows the confirmation. `path`: the booking's own page. */
async function book(browser: PlainBrowser, day: string): Promise<Booked> {
	const { visitor } = browser
	const party = { 'party.type': 'birthday', 'party.birthday': 'Byron' }
	expect((await visitor.post('/checkout/address', { ...details, ...party })).status).toBe(303)
	const version = versionIn((await visitor.get('/checkout/overview')).text)
	await browser.open(await leave(visitor, await order(visitor, version)))
	await pressAtBank(browser, 'Bezahlen')
	const bookingId = bookingIdIn(browser.path())
	return { browser, bookingId, path: `/booking/${bookingId}`, day }
}

async function bookedTickets(): Promise<Booked> {
	const browser = openPlainBrowser()
	const day = await claimDay('any')
	await putInCart(browser.visitor, day)
	return book(browser, day)
}

/** Books a show of the planetarium, which can be changed, moved and cancelled until the day before. */
async function bookedShow(): Promise<Booked> {
	const browser = openPlainBrowser()
	const day = await claimDay('any')
	await putInCart(browser.visitor, day, { product: 'planetarium-show', quantity: 1 })
	const booked = await book(browser, day)
	await setPolicy(sql, booked.bookingId, 1)
	return booked
}

/** Books a party for eight with all that it needs; on a day of its own unless one is given. */
async function bookedParty(day?: string, code?: string): Promise<Booked> {
	const browser = openPlainBrowser()
	const onDay = day ?? (await claimDay('any'))
	await putInCart(browser.visitor, onDay, { product: 'kometen-party', quantity: 8 })
	await browser.open('/cart')
	browser.fill('Menü Spaghettinebel', 8)
	browser.fill('Karaffe Apfelschorle', 2)
	browser.check(/^Motto Astronauten/)
	await browser.pressEnter('Menü Spaghettinebel')
	if (code) {
		browser.fill('Gutscheincode', code)
		await browser.press('Einlösen')
		expect(browser.main()).toContain(code)
	}
	return book(browser, onDay)
}

/** Books tickets, adds a magician, who is paid online, and goes to pay. */
async function changeUnderWay(way: 'paypal' | 'stripe'): Promise<Booked> {
	const booked = await bookedTickets()
	const { browser, path } = booked
	await browser.open(`${path}/change`)
	browser.fill('Zaubershow', 1)
	await browser.press('Änderung prüfen')
	expect(browser.main()).toMatch(/Heute online zu zahlen: [89]9,00 €/)
	await orderBy(browser, way)
	return booked
}

/** Books tickets and goes to pay the rest by card. */
async function restUnderWay(): Promise<Booked> {
	const booked = await bookedTickets()
	await booked.browser.follow('Rest jetzt bezahlen')
	await orderBy(booked.browser, 'stripe')
	return booked
}

/** Makes an invitation on the confirmation of a party; returns the address of its page, which guests are sent. */
async function invite(browser: PlainBrowser, bookingId: string): Promise<string> {
	await browser.open(`/checkout/success/${bookingId}`)
	await browser.press(/^Einladung (erstellen|ansehen und teilen)$/)
	expect(browser.path()).toMatch(/^\/invitation\//)
	return browser.path()
}

/** Asks for another number of guests, each with the menu, on the page that changes a booking. */
async function askFor(browser: PlainBrowser, path: string, guests: number): Promise<void> {
	await browser.open(`${path}/change`)
	await check(browser, guests)
}

async function check(browser: PlainBrowser, guests: number): Promise<void> {
	browser.fill('Wie viele Gäste?', guests)
	browser.fill('Menü Spaghettinebel', guests)
	await browser.press('Änderung prüfen')
}

function numbersToCall(browser: PlainBrowser): string[] {
	return browser
		.within('main')
		.links()
		.filter((link) => link.startsWith('tel:'))
}

async function stateOf(bookingId: string): Promise<unknown> {
	const [row] = await sql`select state from orders where public_id = ${bookingId}`
	return row?.['state']
}

async function revisionOf(bookingId: string): Promise<unknown> {
	const [row] = await sql`select revision from orders where public_id = ${bookingId}`
	return row?.['revision']
}

async function linesOf(bookingId: string): Promise<Record<string, number>> {
	const rows = await sql`
		select product_id, quantity from order_lines join orders on orders.id = order_id
		where public_id = ${bookingId}`
	return Object.fromEntries(rows.map((row) => [row['product_id'], row['quantity']]))
}

/** Returns the state of the only change of a booking. */
async function changeOf(bookingId: string): Promise<unknown> {
	const [change] = await sql`
		select order_changes.state from order_changes join orders on orders.id = order_id
		where public_id = ${bookingId}`
	return change?.['state']
}

function restsOf(bookingId: string) {
	return sql`
		select payments.id, payments.state, payments.provider from payments
		join orders on orders.id = order_id
		where public_id = ${bookingId} and purpose = 'rest' order by payments.created_at`
}
