import type { Page } from '@playwright/test'

import { bankScreen } from '../screens/bank.ts'
import { checkoutScreen } from '../screens/checkout.ts'
import { expect, test } from './fixtures.ts'

// Booking by telephone on one page, and the link that is read out: with scripts and without.

/** Takes 14:00 of the first party on the page of a call; the summary says until when it is held. */
async function takeParty(page: Page, day: string): Promise<void> {
	await page.goto(`/new?day=${day}&guests=8`)
	await page
		.getByRole('row', { name: /Kometen-Party/ })
		.getByRole('button', { name: /^14:00/ })
		.click()
	await expect(page.getByText(/^Gehalten bis/)).toBeVisible()
	await expect(page.getByRole('button', { name: /^14:00/, pressed: true })).toHaveCount(1)
}

async function fillInWho(page: Page, phone: string): Promise<void> {
	const main = page.getByRole('main')
	await main.getByLabel('Vorname').fill('Sandra')
	await main.getByLabel('Nachname').fill('Hofer')
	await main.getByLabel('Telefon').fill(phone)
	await main.getByLabel(/^Geburtstagskind/).fill('Theo')
	await main.getByLabel('wird', { exact: true }).fill('8')
}

async function chooseFood(page: Page): Promise<void> {
	await page.getByRole('textbox', { name: /Mondbrocken/ }).fill('8')
	await page.getByRole('radio', { name: /Astronauten/ }).check()
}

test('N168: a party is booked on the telephone and paid on site; what is missing or unprintable is named, what is chosen stays @both', async ({
	page,
	weekend,
	signedInDesk,
	looksRight,
	expectStatus,
	database,
}) => {
	expectStatus(422)
	const phone = `0160 ${weekend.replaceAll('-', '')} 1`
	const staff = await signedInDesk('shift')
	await takeParty(page, weekend)
	await page.getByRole('radio', { name: /^Alles vor Ort/ }).check()
	await page.getByRole('button', { name: 'Kometen-Party buchen' }).click()
	await expect(page.getByRole('alert')).toContainText('Es fehlt: Vorname · Nachname · Telefon')
	await looksRight(page)

	await fillInWho(page, phone)
	const wishes = page.getByRole('main').getByLabel('Allergien, Wünsche')
	await wishes.fill('1 Kind ohne Milch 𒀀')
	await page.getByRole('button', { name: 'Kometen-Party buchen' }).click()
	await expect(page.getByRole('alert')).toContainText('Diese Zeichen können wir nicht drucken: 𒀀')
	await expect(wishes).toHaveAccessibleDescription(/𒀀/)
	await looksRight(page)
	await wishes.fill('1 Kind ohne Milch')
	await chooseFood(page)
	await page.getByRole('button', { name: 'Karaffe Polarlicht-Limo: einer mehr' }).click()
	await expect(page.getByRole('textbox', { name: /Polarlicht/ })).toHaveValue('1')
	await expect(page.getByRole('radio', { name: /^Alles vor Ort/ })).toBeChecked()
	await expect(page.getByRole('textbox', { name: /Mondbrocken/ })).toHaveValue('8')
	await expect(page.getByText(/noch \d+ wählen/)).toHaveCount(0)
	await looksRight(page)
	await page.getByRole('button', { name: 'Theo buchen' }).click()

	await expect(page.getByRole('heading', { name: 'Gebucht: Theo' })).toBeVisible()
	await expect(page.getByRole('heading', { name: 'Fest gebucht' })).toBeVisible()
	await looksRight(page)
	const orders = await database`
		select state, online, pay_link,
			(select min(who) from order_events where order_id = orders.id and who like 'staff:%') as actor
		from orders where person->>'phone' = ${phone}`
	const actor = `staff:${staff.id}`
	expect(orders).toEqual([{ state: 'confirmed', online: 0, pay_link: null, actor }])

	await page.getByRole('link', { name: 'Zur Buchung' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Theo')
	await expect(page.getByText(/1 Kind ohne Milch/)).toBeVisible()
})

test('L5, N401, N412: the link of a telephone booking is read out, shows no name, and pays at the shop', async ({
	page,
	weekend,
	signedInDesk,
	looksRight,
	expectStatus,
	shopUrl,
	visit,
	database,
}) => {
	expectStatus(422)
	const phone = `0160 ${weekend.replaceAll('-', '')} 2`
	await signedInDesk('shift')
	await takeParty(page, weekend)
	await fillInWho(page, phone)
	await chooseFood(page)
	await page.getByRole('radio', { name: /^Zahlungslink/ }).check()
	const guests = page.getByRole('textbox', { name: /^Gäste/ })
	await guests.fill('12')
	await page.getByRole('button', { name: / buchen$/ }).click()
	await expect(guests).toHaveAccessibleDescription('Kometen-Party geht mit 6 bis 10 Gästen.')
	await expect(guests).toHaveValue('12')
	await expect(page.getByRole('textbox', { name: /Mondbrocken/ })).toHaveValue('8')
	await expect(page.getByText(/noch \d+ wählen/)).toHaveCount(0)
	await looksRight(page)
	await guests.fill('8')
	// The page has not shown the sums with the food that was typed.
	await page.getByRole('button', { name: / buchen$/ }).click()
	await expect(page.getByRole('alert')).toContainText('zusammen sind es jetzt')
	await page.getByRole('button', { name: / buchen$/ }).click()
	await expect(page.getByRole('heading', { name: 'Reserviert, noch nicht bezahlt' })).toBeVisible()
	await looksRight(page)
	const shown = await page.getByRole('main').innerText()
	const [code = ''] = /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(shown) ?? []
	expect(code).not.toBe('')
	const done = page.url()

	const link = `${shopUrl}/pay/${code.toLowerCase()}`
	const answer = await page.goto(link)
	expect(answer?.headers()['x-robots-tag']).toBe('noindex')
	await expect(page.getByRole('heading', { level: 1, name: 'Reservierung bezahlen' })).toBeVisible()
	await expect(page.getByText('8', { exact: true })).toBeVisible()
	expect(await page.content()).not.toMatch(/Hofer|Sandra|Theo/)
	await looksRight(page)
	await checkoutScreen(visit).wayToPay('stripe').check()
	await page.getByRole('button', { name: 'zahlungspflichtig bestellen' }).click()
	await bankScreen(visit).pay()
	await expect(page).toHaveURL(/\/checkout\/success\/[^?]+$/)
	const orders = await database`
		select state from orders where person->>'phone' = ${phone}`
	expect(orders).toEqual([{ state: 'confirmed' }])

	await page.goto(done)
	await expect(page.getByRole('heading', { name: 'Fest gebucht' })).toBeVisible()
	await page.goto(link)
	await expect(page.getByText(/^Bezahlt: /)).toBeVisible()
	expect(await page.content()).not.toMatch(/Hofer|Sandra|Theo/)
})

test('N201: the keyboard stays where it is when a time is taken and a number is stepped @javascript', async ({
	page,
	weekend,
	signedInDesk,
}) => {
	await signedInDesk('shift')
	await takeParty(page, weekend)
	await expect(page.getByRole('button', { name: /^14:00/, pressed: true })).toBeFocused()
	const fewer = page.getByRole('button', { name: /^Gäste: einer weniger/ })
	await fewer.focus()
	for (const guests of ['7', '6']) {
		await page.keyboard.press('Enter')
		await expect(page.getByRole('textbox', { name: /^Gäste/ })).toHaveValue(guests)
		await expect(fewer).toBeFocused()
	}
})
