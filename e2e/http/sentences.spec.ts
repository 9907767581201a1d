import { readFile } from 'node:fs/promises'

import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'
import { parse, stringify } from 'yaml'

import { addDays, claimDay, today } from '../days.ts'
import { details, leave, order, readyToOrder, sessionOf, versionIn } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor, type Answer, type Visitor } from './visitor.ts'

// The sentences of sections 5 and 8 of the specification, each by a real case. The title of a test names the place of
// its sentence; docs/sentences.md lists them.

const origin = process.env['SHOP_URL'] ?? ''
let sql: Sql
let visitor: Visitor
let day: string
let wish: Record<string, string | number>
let party: Record<string, string | number>

test.beforeAll(async () => {
	day = await claimDay('weekend')
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())
test.beforeEach(() => {
	visitor = newVisitor(origin)
	wish = {
		intent: 'add',
		version: 0,
		product: 'ticket-adult',
		quantity: 2,
		day,
		time: '14:00',
		duration: 120,
	}
	party = { ...wish, product: 'kometen-party', quantity: 8, time: '11:00' }
})

test('the address step says everything that may be wrong at the field that it is about', async () => {
	expect((await visitor.post('/cart', party)).status).toBe(303)
	for (const [sentence, fields] of [
		['Partyart muss angegeben werden', {}],
		['Name muss angegeben werden', { 'party.type': 'birthday' }],
		['Name muss angegeben werden', { 'party.type': 'company' }],
		['Name muss angegeben werden', { 'party.type': 'team' }],
		['Name muss angegeben werden', { 'party.type': 'bride' }],
		['Darf nicht leer sein', { lastName: '' }],
		['Ungültige Eingabe', { salutation: 'nobody' }],
		['Ungültiges Datum', { dateOfBirth: '2010-02-30' }],
		['Ungültige E-Mail-Adresse', { email: 'ada at example.org' }],
	] satisfies [string, Record<string, string>][]) {
		await test.step(`${sentence} (${Object.entries(fields).join()})`, async () => {
			shows(await visitor.post('/checkout/address', { ...details, ...fields }), sentence)
		})
	}
})

test('Bitte geben Sie eine Anzahl an: at the quantity, of a wish and of a line', async () => {
	shows(await visitor.post('/cart', { ...wish, quantity: '' }), 'Bitte geben Sie eine Anzahl an')
	await visitor.post('/cart', wish)
	const change = { intent: 'quantity', version: 1, line: await lineOf(), quantity: '' }
	shows(await visitor.post('/cart', change), 'Bitte geben Sie eine Anzahl an')
})

test('Muss größer oder gleich 1 sein: at the quantity', async () => {
	shows(await visitor.post('/cart', { ...wish, quantity: 0 }), 'Muss größer oder gleich 1 sein')
})

test('Bitte akzeptieren Sie die AGBs: on the overview, at the terms', async () => {
	const { visitor, version } = await readyToOrder(origin, day)
	const answer = await visitor.post('/checkout/overview', { intent: 'order', version })
	shows(answer, 'Bitte akzeptieren Sie die AGBs')
	shows(answer, 'Bitte wählen Sie, womit Sie bezahlen möchten')
	expect(answer.text).toContain('zahlungspflichtig bestellen')
	const paid = { intent: 'order', version, wayToPay: 'stripe' }
	const { text } = await visitor.post('/checkout/overview', paid)
	expect(text).not.toContain('Bitte wählen Sie, womit Sie bezahlen möchten')
})

test('Der Gutschein konnte nicht hinzugefügt werden, and only one for each order: in the cart, at the code', async () => {
	await visitor.post('/cart', { ...wish, quantity: 6 })
	const redeem = (code: string, version: number) =>
		visitor.post('/cart', { intent: 'redeem', version, code })
	shows(await redeem('GIBT-ES-NICHT', 1), 'Der Gutschein konnte nicht hinzugefügt werden')
	expect((await redeem('KOMET10', 1)).status).toBe(303)
	shows(await redeem('WILLKOMMEN5', 2), 'Es kann nur ein Gutschein pro Bestellung eingelöst werden')
})

test('Wählen Sie bitte zuvor das andere Produkt ab: on the cart page, and at the product itself', async () => {
	const day = await claimDay('weekend')
	expect((await visitor.post('/cart', { ...party, day })).status).toBe(303)
	const other = { ...party, day, version: 1, product: 'galaxie-party', quantity: 10 }
	shows(await visitor.post('/cart', other), 'Wählen Sie bitte zuvor das andere Produkt ab')
	const text = await startPage(day, '&guests=10&duration=120&time=14:00')
	expect(text).toContain('Wählen Sie bitte zuvor das andere Produkt ab')
})

test.describe('on the cart page, above the reason', () => {
	test('Eintrag konnte nicht zum Warenkorb hinzugefügt werden: a wish', async () => {
		const answer = await visitor.post('/cart', { ...wish, product: 'galaxie-party', quantity: 1 })
		shows(answer, 'Eintrag konnte nicht zum Warenkorb hinzugefügt werden')
	})

	test('Der Raum oder die Attraktion konnte nicht gefunden oder gebucht werden: a room', async () => {
		const day = await claimDay('any')
		const returnTo = `/?kind=room&day=${day}`
		const booking = { ...wish, intent: 'book', day, product: 'room-mars', quantity: 1, returnTo }
		expect((await newVisitor(origin).post('/cart', booking)).status).toBe(303)
		const answer = await visitor.post('/cart', booking)
		shows(answer, 'Der Raum oder die Attraktion konnte nicht gefunden oder gebucht werden')
		shows(answer, 'Bitte wählen Sie einen anderen Zeitraum')
		shows(answer, 'Zurück zur Auswahl')
	})

	test('Der Artikel wurde nicht gebucht: a choice of extras', async () => {
		await visitor.post('/cart', { ...party, day: await claimDay('weekend') })
		const menu = { line: await lineOf(), 'pieces.menu-nuggets': 99 }
		const change = { intent: 'set', version: 1, ...menu }
		shows(await visitor.post('/cart', change), 'Der Artikel wurde nicht gebucht')
	})

	test('nothing is said not to be booked that stays booked: another quantity', async () => {
		await visitor.post('/cart', wish)
		const change = { intent: 'quantity', version: 1, line: await lineOf(), quantity: 3 }
		await visitor.post('/cart', change)
		const answer = await visitor.post('/cart', change)
		shows(answer, 'Die Anzahl wurde nicht geändert')
		expect(answer.text).not.toContain('Der Artikel wurde nicht gebucht')
	})

	test('UnLock konnte nicht durchgeführt werden: a removal', async () => {
		await visitor.post('/cart', wish)
		const line = await lineOf()
		await visitor.post('/cart', { ...wish, version: 1 })
		const answer = await visitor.post('/cart', { intent: 'remove', version: 1, line })
		shows(answer, 'UnLock konnte nicht durchgeführt werden')
	})
})

test.describe('on the start page', () => {
	test('An diesem Tag ist Ruhetag. Bitte wählen Sie ein anderes Datum', async () => {
		let day = today()
		do day = addDays(day, 1)
		while (!(await startPage(day)).includes('An diesem Tag ist Ruhetag'))
		expect(await startPage(day)).toContain('Bitte wählen Sie ein anderes Datum')
	})

	test('Keine freien Plätze: a full day', async () => {
		const day = await claimDay('weekend')
		await takeThePark(day, '09:00', '22:00')
		expect(await startPage(day)).toContain('Keine freien Plätze')
	})

	test('Bitte wählen Sie einen anderen Zeitraum: a time that is full', async () => {
		const day = await claimDay('any')
		await takeThePark(day, '13:00', '15:00')
		expect(await startPage(day, '&guests=4&duration=120&time=14:00')).toContain(
			'Bitte wählen Sie einen anderen Zeitraum',
		)
	})
})

test('Die Bestellung wurde nicht gefunden: the confirmation of an order that is none', async () => {
	const { status, text } = await visitor.get(`/checkout/success/${'A'.repeat(22)}`)
	expect(status).toBe(404)
	expect(text).toContain('Die Bestellung wurde nicht gefunden')
})

test('Page Not Found: {path}: a page that is none', async () => {
	const { status, text } = await visitor.get('/mond')
	expect(status).toBe(404)
	expect(text).toContain('Page Not Found: /mond')
})

test.describe('with a provider and a venue of its own', () => {
	test.describe.configure({ mode: 'serial' })
	let shortDay: string
	let shop: Awaited<ReturnType<typeof openOwnShop>>

	test.beforeAll(async () => {
		shortDay = await claimDay('any')
		const hours = `{ day: ${shortDay}, label: { de: Inventur, en: Stocktaking }, hours: { opens: '10:00', closes: '11:00' } }`
		const catalogue = await readFile('venue/catalogue.yaml', 'utf8')
		const vouchers = await readFile('venue/vouchers.yaml', 'utf8')
		shop = await openOwnShop({
			'catalogue.yaml': [[catalogue, withoutEntries(catalogue)]],
			'vouchers.yaml': [[vouchers, 'vouchers: []\n']],
			'calendar.yaml': [['overrides: []', `overrides:\n  - ${hours}`]],
		})
	})
	test.afterAll(() => shop?.close())
	test.beforeEach(() => {
		visitor = newVisitor(shop.url)
	})
	test.afterEach(() => shop.control('DELETE', '/test/faults'))

	/** Orders a gift voucher; returns the path where its payment begins. */
	async function orderGift(): Promise<string> {
		const gift = { intent: 'add', version: 0, product: 'gift-25-mail', quantity: 1 }
		expect((await visitor.post('/cart', gift)).status).toBe(303)
		await visitor.post('/checkout/address', details)
		const { text } = await visitor.get('/checkout/overview')
		return order(visitor, versionIn(text))
	}

	async function overviewAfter(location: string | null): Promise<string> {
		expect(location).toMatch(/^\/checkout\/overview\?/)
		return (await visitor.follow(location)).text
	}

	test('H10: Bestellung läuft: the address step, with what was typed still there', async () => {
		await orderGift()
		const answer = await visitor.post('/checkout/address', { ...details, firstName: 'Grace' })
		expect(answer.status).toBe(422)
		expect(answer.text).toContain('Bestellung läuft')
		expect(answer.text).toMatch(
			/name="firstName"[^>]*value="Grace"|value="Grace"[^>]*name="firstName"/,
		)
		expect((await visitor.get('/checkout/overview')).text).toContain('Ada')
	})

	test('H10: Der Warenkorb wurde inzwischen geändert: the order, after a second tab changed the address', async () => {
		const gift = { intent: 'add', version: 0, product: 'gift-25-mail', quantity: 1 }
		await visitor.post('/cart', gift)
		await visitor.post('/checkout/address', details)
		const version = versionIn((await visitor.get('/checkout/overview')).text)
		await visitor.post('/checkout/address', { ...details, firstName: 'Grace' })
		const press = (version: string) =>
			visitor.post('/checkout/overview', {
				intent: 'order',
				version,
				terms: 'on',
				wayToPay: 'stripe',
			})
		const refused = await press(version)
		expect(refused.status).toBe(422)
		expect(refused.text).toContain('Der Warenkorb wurde inzwischen geändert')
		expect(refused.text).toContain('Grace')
		expect((await press(versionIn(refused.text))).status).toBe(303)
	})

	test('Keine Einträge gefunden: the start page, where nothing is sold that day', async () => {
		const { text } = await visitor.get(`/?day=${await shop.claimDay('weekend')}`)
		expect(text).toContain('Keine Einträge gefunden. Bitte versuchen Sie es an einem anderen Tag')
	})

	test('Keine Zeitslots gefunden: the start page, on a day that is too short', async () => {
		const { text } = await visitor.get(`/?day=${shortDay}&guests=2&duration=120`)
		expect(text).toContain('Keine Zeitslots gefunden. Bitte versuchen Sie es an einem anderen Tag')
	})

	test('Die Zahlung konnte nicht durchgeführt werden: on the way to a provider that is away', async () => {
		const payment = await orderGift()
		await shop.control('POST', '/test/faults', { down: true })
		const { status, text } = await visitor.get(`${payment}?go=1`)
		expect(status).toBe(503)
		expect(text).toContain('Die Zahlung konnte nicht durchgeführt werden')
	})

	test('Die Zahlung konnte nicht durchgeführt werden: the overview, when the provider will not take it', async () => {
		const payment = await orderGift()
		await shop.control('POST', '/test/faults', { failNext: { status: 400, times: 1000 } })
		const { location } = await visitor.get(`${payment}?go=1`)
		expect(await overviewAfter(location)).toContain('Die Zahlung konnte nicht durchgeführt werden')
	})

	test('Der Checkout war nicht erfolgreich: the overview, after cancelling', async () => {
		const session = await leave(visitor, await orderGift())
		const { action, cancel } = await cancelForm(session)
		const answer = await fetch(action, { method: 'POST', body: cancel, redirect: 'manual' })
		const back = new URL(answer.headers.get('Location') ?? '')
		const { location } = await visitor.get(back.pathname + back.search)
		expect(await overviewAfter(location)).toContain(
			'Der Checkout war nicht erfolgreich, da die Transaktion abgebrochen oder die Zahlung abgelehnt wurde',
		)
	})

	test('Timeout erreicht: the overview, when the time to pay is over', async () => {
		const session = await leave(visitor, await orderGift())
		const id = sessionOf(session)
		const [payment] = await shop.sql`
			update payments set expires_at = now() - interval '1 minute' where provider_id = ${id}
			returning return_token`
		await shop.control('POST', `/test/sessions/${id}/expire`)
		const { location } = await visitor.get(
			`/checkout/success/stripe?return=${payment?.['return_token']}&cancelled=1`,
		)
		expect(await overviewAfter(location)).toContain('Timeout erreicht')
	})

	test('Die Verifizierung konnte nicht durchgeführt werden, Erneut verifizieren: the confirmation, without an answer of the provider', async () => {
		const session = await leave(visitor, await orderGift())
		const id = sessionOf(session)
		const [row] = await shop.sql`
			select public_id from orders join payments on order_id = orders.id where provider_id = ${id}`
		const confirmation = `/checkout/success/${row?.['public_id']}`
		await shop.control('POST', '/test/faults', { down: true })
		expect((await visitor.get(confirmation)).text).toContain('Erneut verifizieren')
		const { location } = await visitor.post(confirmation, {})
		expect((await visitor.follow(location)).text).toContain(
			'Die Verifizierung konnte nicht durchgeführt werden',
		)
	})
})

function shows(answer: Answer, sentence: string): void {
	expect(answer.status).toBe(422)
	expect(answer.text).toContain(sentence)
}

/** Returns the id of the only line in the visitor's cart. */
async function lineOf(): Promise<string> {
	const { text } = await visitor.get('/cart')
	return /name="line" value="([\da-f-]{36})"/.exec(text)?.[1] ?? ''
}

async function startPage(day: string, more = ''): Promise<string> {
	return (await visitor.get(`/?day=${day}${more}`)).text
}

async function takeThePark(day: string, from: string, until: string): Promise<void> {
	const during = `["${day} ${from} Europe/Berlin","${day} ${until} Europe/Berlin")`
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		values ('park', ${day}, ${during}::tstzrange, ${during}::tstzrange, 250, false, 'confirmed')`
}

/** Returns a catalogue with gift vouchers only, without any entry. */
function withoutEntries(yaml: string): string {
	const catalogue = parse(yaml)
	const isGift = ({ kind }: { kind: string }) => kind === 'giftVoucher'
	return stringify({ ...catalogue, products: catalogue.products.filter(isGift) })
}

/** Returns the form of the button 'Abbrechen' on the provider's page, and its target. */
async function cancelForm(page: string): Promise<{ action: string; cancel: URLSearchParams }> {
	const text = await (await fetch(page)).text()
	const [, action = ''] = /<form[^>]*action="([^"]+)"/.exec(text) ?? []
	const [, name = '', value = ''] = /<button[^>]*name="(\w+)" value="(cancel)"/.exec(text) ?? []
	return { action: new URL(action, page).href, cancel: new URLSearchParams({ [name]: value }) }
}
