import { expect } from '@playwright/test'

import { bookingIdIn } from './funnel.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

// The page of the pretend payment provider in a browser without scripts, on the way there and back.

export type WayToPay = 'paypal' | 'stripe'

const ways = { paypal: /^PayPal/, stripe: /^Karte und mehr/ }

/**
 * Chooses a way to pay, accepts the terms where they are asked for, and orders; goes on to the provider's page unless
 * the order is refused.
 */
export async function orderBy(browser: PlainBrowser, way: WayToPay): Promise<void> {
	if (browser.hasField(/AGB/)) browser.check(/AGB/)
	browser.check(ways[way])
	await browser.press('zahlungspflichtig bestellen')
	if (browser.path().startsWith('/payment/')) await browser.lookAgain()
}

/** Orders and pays by card; the confirmation is shown then. Returns the public id of the order. */
export async function orderAndPay(browser: PlainBrowser): Promise<string> {
	await orderBy(browser, 'stripe')
	await pressAtBank(browser, 'Bezahlen')
	expect(browser.main()).toContain('Ihre Bestellung ist bestätigt.')
	return bookingIdIn(browser.path())
}

/** Opens the page of the provider at which a browser is. */
export async function openBank(browser: PlainBrowser): Promise<PlainBrowser> {
	const { href, origin } = browser.url()
	const bank = openPlainBrowser({ origin })
	await bank.open(href)
	return bank
}

/**
 * Presses a button of the provider's page at which a browser is; where that leads back to the shop, the browser shows
 * its page. Returns the window of the provider.
 */
export async function pressAtBank(browser: PlainBrowser, button: string): Promise<PlainBrowser> {
	const bank = await openBank(browser)
	const { origin } = bank.url()
	await bank.press(button)
	if (bank.url().origin !== origin) await browser.open(bank.url().href)
	return bank
}
