import { expect } from '@playwright/test'

import type { Wish } from '../given.ts'
import { details, putInCart } from './funnel.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

/** Opens a browser without scripts whose visitor has products in the cart. */
export async function withCart(day: string, ...wishes: Wish[]): Promise<PlainBrowser> {
	const browser = openPlainBrowser()
	await fillCart(browser, day, ...wishes)
	return browser
}

/** Puts products into the cart as the shop's forms do, without opening a page. */
export async function fillCart(
	{ visitor }: PlainBrowser,
	day: string,
	...wishes: Wish[]
): Promise<void> {
	for (const wish of wishes) await putInCart(visitor, day, { quantity: 1, ...wish })
}

/** Lists the lines of the cart beside the shop. */
export function linesInCart(browser: PlainBrowser): string[] {
	const lines = browser.within('list', 'Einträge im Warenkorb')
	return lines.all('listitem').map((line) => line.text())
}

/** Tells all that the checkout asks for. A party is asked about only where something exclusive lies in the cart. */
export async function tellDetails({ visitor }: PlainBrowser, email = details.email): Promise<void> {
	const party = { 'party.type': 'birthday', 'party.birthday': 'Byron' }
	const form = { ...details, email, emailRepeat: email, ...party }
	const answer = await visitor.post('/checkout/address', form)
	expect(answer.location).toBe('/checkout/overview')
}
