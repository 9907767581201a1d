import { expect, test } from '@playwright/test'

import { claimDay } from '../days.ts'
import { linesInCart } from './filled-cart.ts'
import { openPlainBrowser, type PlainBrowser } from './plain-browser.ts'

// Choosing between parties without scripts: contents, numbers of guests, replacing one, the occasion.

let browser: PlainBrowser
let day: string

test.beforeEach(async () => {
	browser = openPlainBrowser()
	day = await claimDay('any')
})

test('N42: each party lists its contents, begins with its fewest guests, and tells which guests count', async () => {
	await browser.open(`/?kind=party&day=${day}`)
	for (const [name, content] of [
		['Kometen-Party', '2 Stunden Spielpark für alle Kinder'],
		['Galaxie-Party', '60 Minuten Laser-Arena mit Einweisung'],
		['Supernova-Party', 'Geburtstagstisch und Raketentorte'],
	] as const)
		expect(card(name).text()).toContain(content)

	// Tickets ask for fewer guests; a party is charged for six at least.
	await browser.open(`/?kind=play&day=${day}&guests=4`)
	await browser.within('navigation', 'Was haben Sie vor?').follow('Geburtstag')
	await card('Kometen-Party').follow('Kometen-Party')
	expect(ofDay().field('Gäste').value).toBe('6')
	expect(ofDay().text()).toContain('Gezählt werden die Kinder')
	expect(ofDay().text()).not.toContain('Berechnet werden mindestens')
	await card('Supernova-Party').follow('Supernova-Party')
	expect(ofDay().field('Gäste').value).toBe('8')
	expect(ofDay().text()).toContain('Gezählt werden alle, die mitfeiern')
	await browser.open(`/?product=kometen-party&day=${day}`)
	expect(ofDay().field('Gäste').value).toBe('6')

	// A smaller number stays as typed, and the charged number is shown.
	ofDay().fill('Gäste', 4)
	await ofDay().press('Anzeigen')
	expect(ofDay().field('Gäste').value).toBe('4')
	expect(ofDay().text()).toContain('Berechnet werden mindestens 6 Gäste')
})

test('N42: a room says for how many guests it is, also in the cart', async () => {
	await browser.open(`/?kind=place&day=${day}&guests=8`)
	expect(card('Partyraum Mars').text()).toContain('bis 12 Gäste')
	await card('Partyraum Mars').follow('Partyraum Mars')
	await ofDay().press(/^16:00/)
	expect(linesInCart(browser).join()).toContain('bis 12 Gäste')
})

test('N41: another party replaces the one in the cart, at its time or at another', async () => {
	await browser.open(`/?kind=party&day=${day}&guests=8`)
	await book('Kometen-Party', '14:00')
	expect(linesInCart(browser).join()).toContain('8 × Kometen-Party')
	const galaxie = card('Galaxie-Party')
	expect(galaxie.text()).toContain('Wählen Sie bitte zuvor das andere Produkt ab: Kometen-Party')
	expect(galaxie.descriptionOf('Stattdessen diese Party')).toContain(
		'Kometen-Party geht dafür aus dem Warenkorb',
	)
	await galaxie.press('Stattdessen diese Party')
	expect(linesInCart(browser).join()).toContain('8 × Galaxie-Party')
	expect(linesInCart(browser).join()).not.toContain('Kometen-Party')
	expect(browser.url().searchParams.get('product')).toBe('galaxie-party')
	expect(browser.all('group', /^Ihr Motto/)).toHaveLength(1)

	// At half past there is no Supernova: it is chosen at a time of its own, and nothing is removed before that.
	await ofDay().press(/^14:30/)
	expect(linesInCart(browser).join()).toContain('14:30')
	await card('Supernova-Party').follow('Stattdessen diese Party')
	expect(ofDay().text()).toContain('Galaxie-Party geht dafür')
	expect(linesInCart(browser).join()).toContain('Galaxie-Party')
	await ofDay().press(/^15:00/)
	expect(linesInCart(browser).join()).toContain('8 × Supernova-Party')
	expect(linesInCart(browser).join()).not.toContain('Galaxie-Party')
})

test('N43: the occasion is chosen once, on the start page or beside the booked party', async () => {
	await browser.open('/')
	await browser.within('navigation', 'Was haben Sie vor?').follow(/^Geburtstag feiern/)
	expect(occasions().current()).toEqual(['Geburtstag'])
	await card('Kometen-Party').follow('Kometen-Party')
	ofDay().fill('Datum', day)
	ofDay().fill('Gäste', 8)
	await ofDay().press('Anzeigen')
	await ofDay().press(/^14:00/)
	expect(browser.all('group', /^Ihr Motto/)).toHaveLength(1)
	await browser.open('/checkout/address')
	expect(occasion('Geburtstag').isChecked).toBe(true)

	await browser.open(`/?kind=party&day=${day}`)
	await occasions().follow('Team oder Verein')
	expect(occasions().current()).toEqual(['Team oder Verein'])
	await browser.open('/checkout/address')
	expect(occasion('Team oder Verein').isChecked).toBe(true)
	expect(occasion('Geburtstag').isChecked).toBe(false)
})

function card(name: string) {
	return browser.within('article', name)
}

function ofDay() {
	return browser.within('region', 'Wann und mit wie vielen?')
}

function occasions() {
	return browser.within('list', 'Was wird gefeiert?')
}

/** A choice of the address step, which asks for the same as the start page. */
function occasion(name: string) {
	return browser.within('group', 'Was wird gefeiert?').field(name)
}

async function book(name: string, time: string): Promise<void> {
	await card(name).follow(name)
	await ofDay().press(new RegExp(`^${time}`))
}
