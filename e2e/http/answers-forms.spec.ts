import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { openOutbox } from '../outbox.ts'
import { orderAndPay } from './bank.ts'
import { fillCart, tellDetails, withCart } from './filled-cart.ts'
import { details } from './funnel.ts'
import { openPlainBrowser } from './plain-browser.ts'
import { register } from './registered.ts'

// What the checkout asks for, without scripts: an answer goes where it is needed, and nothing typed is lost.

const asked = /^Name und Alter auf der Torte/
const written = 'Name und Alter auf der Torte: Mia, 7'
const party = [{ product: 'ticket-adult', quantity: 4 }, { product: 'cake' }]

test('a cake asks for name and age: shown in cart, overview, confirmation and mail, and to no stranger', async () => {
	const browser = await withCart(await claimDay('any'), ...party)
	await tellDetails(browser)
	await browser.open('/checkout/address')
	expect(browser.field(asked).description).toBe('Bis zu 40 Zeichen')
	browser.fill(asked, ' Mia, 7 ')
	await browser.press('Weiter zur Übersicht')
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.main()).toContain(written)
	await browser.open('/cart')
	expect(browser.within('article', 'Raketentorte').text()).toContain(written)
	await browser.open('/checkout/address')
	expect(browser.field(asked).value).toBe('Mia, 7')

	await browser.open('/checkout/overview')
	const bookingId = await orderAndPay(browser)
	expect(browser.main()).toContain(written)
	expect((await openOutbox().confirmationOf(bookingId)).text).toContain(written)

	const stranger = openPlainBrowser()
	await stranger.open(`/checkout/success/${bookingId}`)
	expect(stranger.main()).toContain('Raketentorte')
	expect(stranger.main()).not.toContain('Mia')
})

test('switching the language keeps the typed values, and Enter still goes on', async () => {
	const browser = await withCart(await claimDay('any'), ...party)
	await browser.open('/checkout/address')
	browser.fillAll({ ...typed, 'E-Mail wiederholen': 'ada@' })
	browser.fill(asked, 'Mia, 7')
	await browser.within('banner').press('English (EN)')
	expect(browser.path()).toBe('/checkout/address')
	expect(
		['First name', 'Last name', 'E-mail', 'Street and number', 'Postcode'].map(
			(name) => browser.field(name).value,
		),
	).toEqual([details.firstName, details.lastName, details.email, details.street, details.postcode])
	expect(browser.field('Repeat e-mail').value).toBe('ada@')
	expect(browser.field(/^Name and age on the cake/).value).toBe('Mia, 7')

	browser.fill('Repeat e-mail', details.email)
	browser.fill('City', details.city)
	await browser.pressEnter('City')
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.main()).toContain('Review your order')
	await browser.open('/checkout/address')
	expect(browser.field('City').value).toBe(details.city)
})

test('every way back keeps the typed values', async () => {
	const browser = await withCart(await claimDay('any'), ...party)
	await browser.open('/checkout/address')
	browser.fillAll(typed)
	await browser.press('Zurück')
	expect(browser.path()).toBe('/checkout/sign-in')
	await browser.follow('Als Gast bestellen')
	expect(browser.path()).toBe('/checkout/address')
	for (const [name, value] of Object.entries(typed)) expect(browser.field(name).value).toBe(value)
})

test('the way back of a signed-in customer leads from the address to the cart', async () => {
	const browser = openPlainBrowser()
	await register(browser.visitor)
	await fillCart(browser, await claimDay('any'), ...party)
	await browser.open('/checkout/address')
	expect(browser.field('Vorname').value).toBe('Ada')
	expect(browser.links('Anmelden oder Gast')).toEqual([])
	await browser.press('Zurück')
	expect(browser.path()).toBe('/cart')
})

test('switching the language keeps the choices before ordering, and Enter does not order', async () => {
	const browser = await withCart(await claimDay('any'), ...party)
	await tellDetails(browser)
	await browser.open('/checkout/overview')
	browser.check('PayPal')
	browser.check(/AGB/)
	await browser.within('banner').press('English (EN)')
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.field('PayPal').isChecked).toBe(true)
	expect(browser.field(/terms/).isChecked).toBe(true)
	await browser.pressEnter(/terms/)
	expect(browser.path()).toBe('/checkout/overview')
	expect(browser.field(/terms/).isChecked).toBe(true)
	expect(browser.buttons()).toContain('order with obligation to pay')
	await browser.press('order with obligation to pay')
	await browser.lookAgain()
	expect(browser.path()).toBe('/checkoutnow')
})

/** All that the address step needs but for the place. */
const typed = {
	Vorname: details.firstName,
	Nachname: details.lastName,
	'E-Mail': details.email,
	'E-Mail wiederholen': details.emailRepeat,
	'Straße und Hausnummer': details.street,
	PLZ: details.postcode,
}
