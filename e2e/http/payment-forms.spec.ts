import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { normaliseCode } from '#app/models/voucher/voucher.ts'

import { claimDay } from '../days.ts'
import { issueVoucher } from '../issued-voucher.ts'
import { newEmail } from '../new-email.ts'
import { openOutbox } from '../outbox.ts'
import { openBank, orderAndPay, orderBy, pressAtBank, type WayToPay } from './bank.ts'
import {
	atProvider,
	bookingIdIn,
	bookingOf,
	details,
	pay,
	putInCart,
	readyToOrder,
	sessionOf,
} from './funnel.ts'
import { openPlainBrowser, type Part, type PlainBrowser } from './plain-browser.ts'

// An order is paid without scripts: from the overview to the provider and back, whatever is pressed there.

const origin = process.env['SHOP_URL'] ?? ''
const outbox = openOutbox()
const failed =
	'Der Checkout war nicht erfolgreich, da die Transaktion abgebrochen oder die Zahlung abgelehnt wurde'
const sums = ['Gesamt inkl. MwSt.', 'Jetzt online', 'Später vor Ort']

let sql: Sql
test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
})
test.afterAll(() => sql.end())

test('a declined card can be tried again: the provider says so, the second try confirms', async () => {
	const browser = await atOverview()
	await orderBy(browser, 'stripe')
	const page = browser.url().href
	const bank = await pressAtBank(browser, 'Ablehnen')
	expect(bank.alerts()).toEqual([expect.stringContaining('Ihre Karte wurde abgelehnt')])
	expect(browser.url().href).toBe(page)
	await pressAtBank(browser, 'Bezahlen')
	isConfirmed(browser)
})

test('a payment that PayPal declines leads back to the overview; by card it then succeeds', async () => {
	const browser = await atOverview()
	await orderBy(browser, 'paypal')
	await pressAtBank(browser, 'Ablehnen')
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.alerts()).toEqual([expect.stringContaining(failed)])
	await orderAndPay(browser)
})

for (const way of ['stripe', 'paypal'] as const)
	test(`B20, N73: cancelled at ${way}: back on the overview, with the sentence once, the held cart and the way that was chosen`, async () => {
		const browser = await atOverview()
		const before = sumsOn(browser)
		await orderBy(browser, way)
		const first = browser.url().href
		await pressAtBank(browser, 'Abbrechen')
		expect(browser.all('heading', 'Bestellung prüfen')).toHaveLength(1)
		const [problem, ...others] = browser.all('alert')
		expect(others).toEqual([])
		expect(problem?.text()).toContain(failed)
		expect(problem?.text()).toContain('Es wurde nichts abgebucht')
		expect(problem?.links()).toEqual([expect.stringMatching(/#order$/)])
		expect(chosenWay(browser)).toBe(way)
		expect(browser.main()).toMatch(/reserviert bis \d\d:\d\d/)
		expect(sumsOn(browser)).toEqual(before)

		expect(browser.url().pathname + browser.url().search).toBe('/checkout/overview')
		await browser.lookAgain()
		expect(browser.alerts()).toEqual([])
		expect(browser.buttons()).toContain('zahlungspflichtig bestellen')
		await orderBy(browser, way)
		expect(browser.url().href).not.toBe(first)
		await pressAtBank(browser, 'Bezahlen')
		isConfirmed(browser)
	})

test('B4: the window is closed after paying; the confirmation is there when the visitor comes back', async () => {
	const { browser, bookingId, email } = await paidAndClosed()
	await browser.open(`/checkout/success/${bookingId}`)
	isConfirmed(browser)
	expect((await outbox.confirmationOf(bookingId)).to).toBe(email)
})

test('N2: the window is closed after paying; the booking is shown wherever the cart would be empty', async () => {
	const { browser, bookingId } = await paidAndClosed()
	const booking = `${origin}/checkout/success/${bookingId}`
	for (const path of ['/', '/cart', '/checkout/overview']) {
		await browser.open(path)
		expect(browser.main(), path).toContain('Ihre Bestellung ist bestätigt')
		expect(browser.main(), path).not.toContain('Ihr Warenkorb ist leer')
		const links = browser.links(/^Zur Buchung/)
		expect(new Set(links), path).toEqual(new Set([booking]))
		await browser.open(links[0] ?? '')
		isConfirmed(browser)
	}
})

test('B33: after a payment that was not made in time the overview says so, and the visitor can pay anew', async () => {
	const browser = await atOverview()
	await orderBy(browser, 'stripe')
	const page = browser.url().href
	await sql`
		update payments set expires_at = now() - interval '1 minute' where provider_id = ${sessionOf(page)}`
	await atProvider(page, 'expire')
	const bank = await openBank(browser)
	expect(bank.all('heading', /Diese Zahlung ist abgelaufen/)).toHaveLength(1)
	await browser.open(bank.links('Zurück zum Shop')[0] ?? '')
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.alerts()).toEqual([
		expect.stringMatching(/Timeout erreicht.*Ihr Warenkorb ist noch da/),
	])
	expect(browser.main()).toMatch(/reserviert bis \d\d:\d\d/)
	await orderAndPay(browser)
})

for (const way of ['stripe', 'paypal'] as const)
	test(`an order under way at ${way} can be continued or given up; meanwhile its cart is frozen`, async () => {
		const browser = await atOverview()
		const [ordered = ''] = sumsOn(browser)
		await orderBy(browser, way)
		const page = browser.url().href
		await browser.open('/cart')
		expect(browser.main()).toContain('Bestellung läuft')
		expect(browser.within('article', 'Erwachsenenticket').buttons()).toEqual([])
		// The button stands above everything and below the sums.
		for (const place of [0, 1]) {
			await browser.open('/checkout/overview')
			expect(browser.buttons()).not.toContain('zahlungspflichtig bestellen')
			expect(goOnForms(browser)).toHaveLength(2)
			await goOnForms(browser)[place]?.press('Zahlung fortsetzen')
			await browser.lookAgain()
			expect(browser.url().href).toBe(page)
		}

		await browser.open('/checkout/overview')
		await browser.press('Zahlung abbrechen und Warenkorb ändern')
		expect(browser.within('list', 'Meldungen').text()).toContain('Die Zahlung ist abgebrochen')
		expect(browser.alerts()).toEqual([])
		browser.fill(/Erwachsenenticket/, 3)
		await browser.press('Ändern: Erwachsenenticket')
		expect(browser.field(/Erwachsenenticket/).value).toBe('3')
		const [total = ''] = sumsOn(browser)
		expect(cents(total)).toBe((cents(ordered) / 4) * 3)
	})

test('A22: a voucher that pays everything needs no provider: confirmed at once, the rest stays on it', async () => {
	const code = await issueVoucher(sql, 10_000)
	const browser = openPlainBrowser()
	const day = await claimDay('any')
	await putInCart(browser.visitor, day)
	await browser.open('/cart')
	const [total = ''] = sumsOn(browser)
	browser.fill('Gutscheincode', code)
	await browser.press('Einlösen')
	expect(browser.terms()).toMatchObject({
		'Gesamt inkl. MwSt.': total,
		Gutschein: `−${total}`,
		'Jetzt online': '0,00 €',
		'Später vor Ort': '0,00 €',
	})
	await browser.visitor.post('/checkout/address', details)
	await browser.open('/checkout/overview')
	expect(browser.main()).toContain('Online ist jetzt nichts zu zahlen')
	expect(browser.hasField(/^PayPal/)).toBe(false)
	browser.check(/AGB/)
	await browser.press('zahlungspflichtig bestellen')
	isConfirmed(browser)
	await outbox.confirmationOf(bookingIdIn(browser.path()))
	const [entry] = await sql`
		select balance from voucher_entries join vouchers on vouchers.id = voucher_id
		where code = ${normaliseCode(code)} order by sequence desc limit 1`
	expect(entry?.['balance']).toBe(10_000 - cents(total))
})

for (const way of ['stripe', 'paypal'] as const)
	test(`N1: paid by ${way}, and the shop cannot verify it: being checked, never sent to pay again, then confirmed`, async () => {
		const browser = await atOverview()
		await orderBy(browser, way)
		const known = await makeUnknown(browser.url())
		await pressAtBank(browser, 'Bezahlen')
		const isBeingChecked = () => {
			expect(browser.all('heading', 'Zahlung wird geprüft')).toHaveLength(1)
			expect(browser.alerts()).toEqual([
				expect.stringContaining('Die Verifizierung konnte nicht durchgeführt werden'),
			])
			expect(browser.main()).toContain('Bitte bezahlen Sie nicht noch einmal')
		}
		isBeingChecked()
		await browser.press('Erneut verifizieren')
		isBeingChecked()
		await browser.open('/checkout/overview')
		await goOnForms(browser)[0]?.press('Zahlung fortsetzen')
		isBeingChecked()
		await known()
		await browser.press('Erneut verifizieren')
		isConfirmed(browser)
	})

for (const button of ['Zahlung fortsetzen', 'Zahlung abbrechen und Warenkorb ändern'])
	test(`N1: paid while the overview still shows a running order: '${button}' asks first and leads to the booking`, async () => {
		const browser = await atOverview()
		await orderBy(browser, 'stripe')
		const page = browser.url()
		const known = await makeUnknown(page)
		await browser.open('/checkout/overview')
		await pay(page.href)
		await expect
			.poll(
				() => sql`select type from webhook_events where body like ${`%${sessionOf(page.href)}%`}`,
			)
			.toMatchObject([{ type: 'checkout.session.completed' }])
		await known()
		await goOnForms(browser)[0]?.press(button)
		isConfirmed(browser)
	})

test.describe('money without a booking', () => {
	test('B9: money in another amount is no booking: the page and a mail say that it goes back', async () => {
		const browser = await atOverview()
		await orderBy(browser, 'stripe')
		const page = browser.url().href
		await pay(page, { amount: 51 })
		await comeBack(browser, page)
		await isRefundedHonestly(browser)
	})

	test('B18: money that comes when the places are gone: the page and a mail say that it goes back', async () => {
		const browser = await atOverview()
		await orderBy(browser, 'stripe')
		const page = browser.url().href
		const [late] = await sql`
			update payments set state = 'expired' where provider_id = ${sessionOf(page)} returning order_id`
		const orderId = late?.['order_id']
		await sql`update orders set state = 'expired' where id = ${orderId}`
		await sql`update allocations set state = 'released' where order_id = ${orderId}`
		await sql`
			insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
			select resource_id, day, during, blocked, 250, exclusive, 'confirmed'
			from allocations where order_id = ${orderId} limit 1`
		await pay(page)
		await comeBack(browser, page)
		await isRefundedHonestly(browser)
	})

	/** Comes back from the provider to the return address, wherever that leads. */
	async function comeBack(browser: PlainBrowser, page: string): Promise<void> {
		const [row] = await sql`
			select return_token from payments where provider_id = ${sessionOf(page)}`
		await browser.open(`/checkout/success/stripe?return=${row?.['return_token']}`)
	}

	/** Checks the page of money without a booking, until the money is back, and the visitor's only letter about it. */
	async function isRefundedHonestly(browser: PlainBrowser): Promise<void> {
		const bookingId = bookingIdIn(browser.path())
		expect(browser.all('heading', 'Zahlung erhalten, keine Buchung')).toHaveLength(1)
		expect(browser.main()).toContain('den vollen Betrag')
		expect(browser.main()).not.toMatch(/Timeout|nicht erfolgreich|noch einmal versuchen/)
		expect(browser.links('Zur Startseite')).toEqual([`${origin}/`])
		await expect
			.poll(async () => {
				await browser.lookAgain()
				return browser.main()
			})
			.toContain('Wir haben Ihnen den vollen Betrag')
		const letters = async () =>
			(await readdir(join(process.env['SHOP_DATA_DIR'] ?? '', 'mail'))).filter(
				// The operator is told of money that was not as agreed.
				(file) => file.startsWith(bookingId) && !file.includes('.needsReview'),
			)
		await expect.poll(letters).toEqual([`${bookingId}.refund@localhost.eml`])
	}
})

test('in English: books, pays, and gets page and letter in English', async () => {
	const browser = openPlainBrowser()
	const day = await claimDay('weekend')
	await browser.open(`/?day=${day}&time=14:00&duration=120`)
	await browser.press('English (EN)')
	browser.fill(/^Child ticket/, 0)
	browser.fill(/^Adult ticket/, 2)
	await browser.press(/^Reserve/)
	const cart = { 'Now online': '€5.34', 'Later on site': '€12.46' }
	expect(browser.terms()).toMatchObject({ 'Total incl. VAT': '€17.80', ...cart })
	await browser.open('/cart')
	await browser.follow('Checkout')
	await browser.follow('Order as a guest')
	const email = newEmail()
	browser.fillAll({
		'First name': 'Ada',
		'Last name': 'Lovelace',
		'E-mail': email,
		'Repeat e-mail': email,
		'Street and number': 'Sternweg 1',
		Postcode: '80331',
		City: 'München',
	})
	await browser.press('Continue to the overview')
	browser.check(/terms/)
	browser.check(/^Card and more/)
	await browser.press('order with obligation to pay')
	await browser.lookAgain()
	const page = browser.url().href
	expect((await openBank(browser)).main()).toContain('€5.34')
	await pressAtBank(browser, 'Pay')
	expect(browser.main()).toContain('Thank you, Ada!')
	const { 'Order number': number = '' } = browser.terms()
	const letter = await outbox.confirmationOf(await bookingOf(page, 'confirmed'))
	expect(letter.to).toBe(email)
	expect(letter.subject).toMatch(new RegExp(`${number}.*confirmed`))
	expect(letter.html).toMatch(/<html lang="en/)
	expect(letter.text).toContain('Adult ticket')
	expect(letter.text.replaceAll(/[\u00A0\u202F]/g, ' ')).toContain('€12.46')
})

/** Shows the overview to a visitor with tickets and all details, right before the order button. */
async function atOverview(more: Record<string, string> = {}): Promise<PlainBrowser> {
	const { visitor } = await readyToOrder(origin, await claimDay('any'), 4, more)
	const browser = openPlainBrowser({ visitor })
	await browser.open('/checkout/overview')
	return browser
}

/** Pays, closes the window, and waits until the shop has heard of it. */
async function paidAndClosed() {
	const email = newEmail()
	const browser = await atOverview({ email, emailRepeat: email })
	await orderBy(browser, 'stripe')
	const page = browser.url().href
	await pressAtBank(browser, 'Bezahlen und Fenster schließen')
	return { browser, email, bookingId: await bookingOf(page, 'confirmed') }
}

function isConfirmed(browser: PlainBrowser): void {
	expect(browser.path()).toMatch(/^\/checkout\/success\/[\w-]{22}$/)
	expect(browser.main()).toContain('Ihre Bestellung ist bestätigt.')
}

/** The forms of an overview whose order is under way that lead on to its payment. */
function goOnForms(browser: PlainBrowser): Part[] {
	return browser.all('form').filter((form) => form.buttons().includes('Zahlung fortsetzen'))
}

function sumsOn(browser: PlainBrowser): (string | undefined)[] {
	const terms = browser.terms()
	const shown = sums.map((name) => terms[name])
	expect(shown).not.toContain(undefined)
	return shown
}

/** Returns '1.064,80 €' in cents. */
function cents(amount: string): number {
	return Number(amount.replaceAll(/\D/g, ''))
}

function chosenWay(browser: PlainBrowser): WayToPay | undefined {
	if (browser.field(/^PayPal/).isChecked) return 'paypal'
	return browser.field(/^Karte und mehr/).isChecked ? 'stripe' : undefined
}

/**
 * Gives a payment a name that its provider does not know: the shop can neither verify it nor tell whose a webhook is.
 * The answer takes that back.
 */
async function makeUnknown(page: URL): Promise<() => Promise<unknown>> {
	const session = sessionOf(page.href)
	const rename = (from: string, to: string) =>
		sql`update payments set provider_id = ${to} where provider_id = ${from} returning id`
	const unknown = `${session.slice(0, 8)}unknown${session.slice(8)}`
	expect(await rename(session, unknown)).toHaveLength(1)
	return () => rename(unknown, session)
}
