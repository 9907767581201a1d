import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { normaliseCode } from '#app/models/voucher/voucher.ts'

import { claimDay } from '../days.ts'
import { issueVoucher } from '../issued-voucher.ts'
import { newEmail } from '../new-email.ts'
import { openOutbox } from '../outbox.ts'
import { orderBy, pressAtBank } from './bank.ts'
import { fillCart, tellDetails, withCart } from './filled-cart.ts'
import { bookingIdIn } from './funnel.ts'
import type { PlainBrowser } from './plain-browser.ts'

// Vouchers without scripts: the code is typed and the buttons are pressed as a person does.

const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1, onnotice: () => {} })
test.afterAll(() => sql.end())

/** At weekends they cost 8,90 € each, on the other days 7,90 €. */
const adults = { product: 'ticket-adult', quantity: 4 }
const onlyOne = 'Es kann nur ein Gutschein pro Bestellung eingelöst werden'
const notThisDay = 'Der Gutschein gilt nicht an diesem Tag'

test('an unknown code is refused at its field', async () => {
	const browser = await withCart(await claimDay('any'), adults)
	await browser.open('/cart')
	await redeem(browser, 'GIBT-ES-NICHT')
	expect(browser.status()).toBe(422)
	expect(code(browser)).toMatchObject({
		value: 'GIBT-ES-NICHT',
		isInvalid: true,
		description: expect.stringMatching(
			/^Der Gutschein konnte nicht hinzugefügt werden.*Diesen Code kennen wir nicht/,
		),
	})
	expect(browser.main().match(/Diesen Code kennen wir nicht/g)).toHaveLength(1)
	expect(browser.alerts()).toEqual([])
	await redeem(browser, '')
	expect(browser.status()).toBe(422)
	expect(code(browser).description).toBe('Darf nicht leer sein')
})

test('the reason is given: over, too little ordered, not for this day, not for these products', async () => {
	const browser = await withCart(await claimDay('weekend'), { ...adults, quantity: 1 })
	await browser.open('/cart')
	const reasons = {
		EROEFFNUNG20: 'Der Gutschein ist abgelaufen',
		KOMET10: 'Der Gutschein gilt ab einem Bestellwert von 40,00 €',
		WOCHENTAG15: notThisDay,
		PARTY20: 'Der Gutschein gilt nicht für die Produkte im Warenkorb',
	}
	for (const [typed, reason] of Object.entries(reasons)) {
		await redeem(browser, typed)
		expect(browser.status()).toBe(422)
		expect(code(browser)).toMatchObject({ value: typed, description: reason })
	}
	await browser.open('/cart')
	expect(browser.buttons()).not.toContain('Gutschein entfernen')
})

test('A20: a value voucher that lies in one cart is refused for a second one, which hears when it is free; taken out, it is free', async () => {
	const [day, voucher] = [await claimDay('weekend'), await issueVoucher(sql, 1000)]
	const browser = await withCart(day, adults)
	const stranger = await withCart(day, adults)
	await browser.open('/cart')
	await redeem(browser, voucher)
	expect(browser.main()).toContain(`Gutschein ${voucher}`)

	await stranger.open('/cart')
	await redeem(stranger, voucher)
	expect(stranger.status()).toBe(422)
	expect(code(stranger).description).toMatch(
		/^Der Gutschein konnte nicht hinzugefügt werden: .* spätestens um \d\d:\d\d Uhr wieder frei$/,
	)
	await browser.press('Gutschein entfernen')
	expect(browser.main()).not.toContain(`Gutschein ${voucher}`)
	await redeem(stranger, voucher)
	expect(stranger.status()).toBe(200)
	expect(stranger.main()).toContain(`Gutschein ${voucher}`)
})

test('A21: a second voucher is refused and the first one stays', async () => {
	const browser = await withCart(await claimDay('weekend'), { ...adults, quantity: 6 })
	await browser.open('/cart')
	await redeem(browser, 'komet 10')
	expect(browser.main()).toContain('Gutschein KOMET10')
	const sums = { Rabatt: '−5,34 €', 'Gesamt inkl. MwSt.': '48,06 €' }
	expect(browser.terms()).toMatchObject(sums)

	await redeem(browser, await issueVoucher(sql, 1000))
	expect(browser.status()).toBe(422)
	expect(code(browser).description).toBe(onlyOne)
	expect(browser.main()).toContain('Gutschein KOMET10')
	expect(browser.terms()).toMatchObject(sums)
})

test('the same refusals stand for a code that was typed beside the shop, with the way back there', async () => {
	const day = await claimDay('weekend')
	const browser = await withCart(day, { ...adults, quantity: 6 })
	await browser.open(`/?day=${day}`)
	await redeem(browser, 'WOCHENTAG15')
	expect(browser.status()).toBe(422)
	expect(code(browser)).toMatchObject({ value: 'WOCHENTAG15', description: notThisDay })

	await redeem(browser, 'KOMET10')
	expect(browser.status()).toBe(200)
	expect(browser.path()).toBe('/')
	expect(browser.main()).not.toContain(notThisDay)
	expect(browser.within('region', 'Warenkorb').text()).toContain('Gutschein KOMET10')

	await redeem(browser, await issueVoucher(sql, 1000))
	expect(code(browser).description).toBe(onlyOne)
	await browser.follow('Zurück zur Auswahl')
	expect(browser.path()).toBe('/')
	expect(browser.main()).not.toContain(onlyOne)
	expect(browser.within('region', 'Warenkorb').text()).toContain('Gutschein KOMET10')
})

test('a voucher can be taken out and redeemed again', async () => {
	const voucher = await issueVoucher(sql, 1000)
	const browser = await withCart(await claimDay('weekend'), adults)
	await browser.open('/cart')
	for (const _ of ['first', 'second']) {
		await redeem(browser, voucher)
		expect(browser.main()).toContain(`Gutschein ${voucher}`)
		expect(browser.terms()).toMatchObject({ Gutschein: '−10,00 €', 'Jetzt online': '0,68 €' })
		await browser.press('Gutschein entfernen')
		expect(browser.main()).not.toContain(`Gutschein ${voucher}`)
		expect(browser.terms()).toMatchObject({
			'Gesamt inkl. MwSt.': '35,60 €',
			'Jetzt online': '10,68 €',
		})
	}
})

test('A22: a value voucher that is worth more pays online and on site; what is left stays on it', async () => {
	const [day, voucher] = [await claimDay('weekend'), await issueVoucher(sql, 4000)]
	const browser = await withCart(day, adults)
	await tellDetails(browser, newEmail())
	await browser.open('/cart')
	await redeem(browser, voucher)
	expect(browser.terms()).toMatchObject({
		'Gesamt inkl. MwSt.': '35,60 €',
		Gutschein: '−35,60 €',
		'Jetzt online': '0,00 €',
		'Später vor Ort': '0,00 €',
		'Auf dem Gutschein bleiben': '4,40 €',
	})
	await browser.open('/checkout/overview')
	expect(browser.main()).toContain(voucher)
	expect(browser.terms()).toMatchObject({ 'Auf dem Gutschein bleiben': '4,40 €' })
	// There is nothing to pay, and so no way to pay to choose.
	browser.check(/AGB/)
	await browser.press('zahlungspflichtig bestellen')
	expect(browser.terms()).toMatchObject({ 'Auf dem Gutschein bleiben': '4,40 €' })
	const bookingId = bookingIdIn(browser.path())
	expect(await balanceOf(voucher)).toBe(440)

	await fillCart(browser, day, adults)
	await browser.open('/cart')
	await redeem(browser, voucher)
	expect(browser.terms()).toMatchObject({
		Gutschein: '−4,40 €',
		'Jetzt online': '6,28 €',
		'Später vor Ort': '24,92 €',
	})
	await browser.open('/checkout/overview')
	await orderBy(browser, 'stripe')
	await pressAtBank(browser, 'Bezahlen')
	await expect.poll(() => mainAgain(browser)).toContain('Ihre Bestellung ist bestätigt.')
	expect(browser.terms()).not.toHaveProperty('Auf dem Gutschein bleiben')
	expect(await balanceOf(voucher)).toBe(0)
	// The letter is sent by a job, which had the time of the second order.
	const { text } = await openOutbox().confirmationOf(bookingId)
	expect(text).toContain(`Mit Gutschein ${voucher} bezahlt`)
	expect(text).toMatch(/Auf dem Gutschein bleiben: 4,40\s€/)
})

test('a cancelled payment gives the voucher back to the cart', async () => {
	const voucher = await issueVoucher(sql, 1000)
	const browser = await withCart(await claimDay('weekend'), adults)
	await tellDetails(browser, newEmail())
	await browser.open('/cart')
	await redeem(browser, voucher)
	await browser.open('/checkout/overview')
	await orderBy(browser, 'stripe')
	await pressAtBank(browser, 'Abbrechen')
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.alerts().join()).toContain('Der Checkout war nicht erfolgreich')
	expect(browser.terms()).toMatchObject({ Gutschein: '−10,00 €', 'Jetzt online': '0,68 €' })
	await browser.press('Gutschein entfernen')
	expect(browser.terms()).toMatchObject({ 'Jetzt online': '10,68 €' })
	expect(await balanceOf(voucher)).toBe(1000)
})

/** Returns the cents that are left on a voucher. */
async function balanceOf(voucher: string): Promise<unknown> {
	const [entry] = await sql`
		select balance from voucher_entries join vouchers on vouchers.id = voucher_id
		where code = ${normaliseCode(voucher)} order by sequence desc limit 1`
	return entry?.['balance']
}

async function redeem(browser: PlainBrowser, typed: string): Promise<void> {
	browser.fill('Gutscheincode', typed)
	await browser.press('Einlösen')
}

/** The field for the code of a voucher. */
function code(browser: PlainBrowser) {
	return browser.field('Gutscheincode')
}

/** Shows the page again; returns what it is about. */
async function mainAgain(browser: PlainBrowser): Promise<string> {
	await browser.lookAgain()
	return browser.main()
}
