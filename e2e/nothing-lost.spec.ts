import type { Page, Response } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { ada } from './screens/checkout.ts'
import { slowLine } from './screens/slow-line.ts'
import { isSound } from './screens/sound.ts'
import { isSentForm } from './screens/visit.ts'

/* Rows N24 to N27 and N314 of docs/faults.md: typed values and presses are never dropped. */

const tickets = 'Erwachsenenticket'
const numberOf = (product: string) => `Anzahl ${product}`

/** True for the answer to a draft that holds all these texts; drafts of an earlier pause may come before it. */
function isDraftWith(...texts: string[]) {
	return (answer: Response) => {
		const typed = answer.request().postData() ?? ''
		return answer.url().endsWith('/draft') && texts.every((text) => typed.includes(text))
	}
}

test('N27: minus and plus of the cart save by themselves @javascript', async ({
	cart,
	given,
	day,
}) => {
	await given.tickets(day, 3)
	await cart.open()
	const { Gesamt: before } = await cart.sums()
	const line = cart.line(tickets)
	await expect(line.getByRole('button', { name: 'Ändern' })).toBeHidden()
	await line.getByRole('button', { name: `${numberOf(tickets)}: eins mehr` }).click()
	await expect.poll(async () => (await cart.sums())['Gesamt']).not.toBe(before)
	await expect(line.getByRole('spinbutton')).toHaveValue('4')
	await line.getByRole('button', { name: `${numberOf(tickets)}: eins weniger` }).click()
	await cart.shows({ Gesamt: before ?? '' })
})

test('N27: "Zur Kasse" pressed at the same moment as plus: the change is saved first @javascript', async ({
	page,
	cart,
	given,
	day,
}) => {
	await given.tickets(day, 3)
	await cart.open()
	const line = await slowLine(page)
	line.stop()
	const posted = line.hasPosted()
	await cart.line(tickets).getByRole('spinbutton').fill('5')
	await cart.checkoutLink.click()
	await posted
	await expect(page).toHaveURL(/\/cart$/)
	line.go()
	await expect(page).toHaveURL(/\/checkout\/sign-in$/)
	await cart.open()
	await expect(cart.line(tickets).getByRole('spinbutton')).toHaveValue('5')
})

test('N27: a number that is refused keeps the page, and the next press leaves it @javascript', async ({
	page,
	cart,
	given,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.tickets(day, 3)
	await cart.open()
	const number = cart.line(tickets).getByRole('spinbutton')
	await number.fill('41')
	await cart.checkoutLink.click()
	await expect(cart.refusal).toBeVisible()
	await expect(page).toHaveURL(/\/cart$/)
	await expect(number).toHaveValue('41')
	await cart.checkoutLink.click()
	await expect(page).toHaveURL(/\/checkout\/sign-in$/)
})

test('N27: the way back saves a value typed just before @javascript', async ({
	page,
	shop,
	cart,
	given,
	day,
}) => {
	await given.tickets(day, 3)
	await shop.open({ day })
	await cart.counter(1).click()
	await cart.shown()
	const answered = page.waitForResponse((response) => isSentForm(response.request()))
	await cart.line(tickets).getByRole('spinbutton').fill('6')
	await page.goBack()
	await answered
	await cart.open()
	await expect(cart.line(tickets).getByRole('spinbutton')).toHaveValue('6')
})

test('N314: three lines removed in the same moment are all gone @javascript', async ({
	page,
	cart,
	given,
	day,
}) => {
	const lines = ['ticket-adult', 'ticket-child', 'ticket-toddler']
	await given.inCart(day, ...lines.map((product) => ({ product, quantity: 2 })))
	await cart.open()
	const removals = page.getByRole('main').getByRole('button', { name: /^Entfernen: / })
	await expect(removals).toHaveCount(3)
	await removals.evaluateAll((buttons: HTMLElement[]) => {
		for (const button of buttons) button.click()
	})
	await expect(cart.counter(0)).toBeVisible()
	await expect(cart.refusal).toHaveCount(0)
})

test('N24: back, forward and reload leave the address form as it was typed @javascript', async ({
	page,
	cart,
	checkout,
	given,
	day,
}) => {
	await given.tickets(day)
	await cart.open()
	await cart.checkoutLink.click()
	await checkout.asGuest()
	const { emailRepeat: _, city: __, ...typed } = ada
	const kept = page.waitForResponse(isDraftWith(...Object.values(typed)))
	await checkout.enter(typed)
	await page.goBack()
	await expect(page).toHaveURL(/\/checkout\/sign-in$/)
	await kept
	await page.goForward()
	await expect(checkout.field('postcode')).toHaveValue(ada.postcode)
	await expect(checkout.field('email')).toHaveValue(ada.email)

	const keptAgain = page.waitForResponse(isDraftWith('Ulm'))
	await checkout.field('city').fill('Ulm')
	await keptAgain
	await page.reload()
	await expect(checkout.field('city')).toHaveValue('Ulm')
	await expect(checkout.field('firstName')).toHaveValue('Ada')

	await checkout.enter(ada)
	await checkout.next()
	await expect(checkout.overviewHeading).toBeVisible()
	await page.goBack()
	await expect(checkout.field('city')).toHaveValue(ada.city)
})

test('N24: values that the address step refused are there after coming back @journeys @javascript', async ({
	cart,
	checkout,
	given,
	day,
	expectStatus,
	database,
	context,
}) => {
	expectStatus(422)
	await given.tickets(day)
	await checkout.openAddress()
	await checkout.enter({ firstName: 'Ada', email: ada.email, city: 'Ulm' })
	await checkout.next()
	await expect(checkout.problems).toBeVisible()
	await cart.open()
	await checkout.openAddress()
	await expect(checkout.field('city')).toHaveValue('Ulm')
	await expect(checkout.field('email')).toHaveValue(ada.email)

	await context.clearCookies()
	await given.tickets(day)
	await checkout.openAddress()
	await expect(checkout.field('city')).toHaveValue('')
	const [row] = await database`
		select expires_at <= now() + interval '1 hour' as "isShort" from form_drafts
		where typed ->> 'city' = 'Ulm' and expires_at > now() limit 1`
	expect(row).toEqual({ isShort: true })
})

test('N24: the ticked terms and the way to pay are there after a reload of the overview @javascript', async ({
	page,
	readyToOrder,
	checkout,
}) => {
	await readyToOrder()
	await checkout.wayToPay('stripe').check()
	const kept = page.waitForResponse(isDraftWith('terms'))
	await checkout.terms.check()
	await kept
	await page.reload()
	await expect(checkout.terms).toBeChecked()
	await expect(checkout.wayToPay('stripe')).toBeChecked()

	const keptAgain = page.waitForResponse(isDraftWith('paypal'))
	await checkout.wayToPay('paypal').check()
	await page.getByRole('link', { name: 'Zurück', exact: true }).click()
	await keptAgain
	await expect(page).toHaveURL(/\/checkout\/address$/)
	await page.goBack()
	await expect(checkout.wayToPay('paypal')).toBeChecked()
})

test('N27: tickets that were typed are reserved by "Zur Kasse" @javascript', async ({
	page,
	shop,
	cart,
	given,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await given.inCart(day, { product: 'ticket-adult', quantity: 2, time: '15:00', duration: 120 })
	await shop.open({ kind: 'play', day, duration: 120, time: '15:00' })
	const toCheckout = shop.bar.getByRole('link', { name: 'Zur Kasse' }).first()
	await shop.number(tickets).fill('41')
	await toCheckout.click()
	await expect(shop.tickets.getByText('Höchstens 40 Stück').first()).toBeVisible()
	await expect(page).toHaveURL(/\/\?/)

	await shop.number(tickets).fill('3')
	await toCheckout.click()
	await expect(page).toHaveURL(/\/checkout\/sign-in$/)
	await cart.open()
	await expect(cart.line(tickets).getByRole('spinbutton')).toHaveValue('3')

	// Any other way leaves what is in the cart as it is.
	await shop.open({ kind: 'play', day, duration: 120, time: '15:00' })
	await shop.number(tickets).fill('5')
	await cart.counter(1).click()
	await expect(page).toHaveURL(/\/cart$/)
	await expect(cart.line(tickets).getByRole('spinbutton')).toHaveValue('3')
})

test('N25: one more of a menu takes one from the largest @javascript', async ({
	page,
	shop,
	cart,
	given,
	day,
}) => {
	const [pasta, veggie] = ['Menü Spaghettinebel', 'Menü Grüner Planet']
	await given.inCart(day, { product: 'kometen-party', quantity: 9 })
	await shop.open({ kind: 'party', day, guests: 9, product: 'kometen-party' })
	const menus = shop.group('Ein Menü')
	await menus.getByRole('button', { name: `Für alle: ${pasta}` }).click()
	await expect(menus).toContainText('9 von 9')
	const numbers = async () =>
		Promise.all([pasta, veggie].map((name) => menus.getByRole('spinbutton', { name }).inputValue()))
	await expect.poll(numbers).toEqual(['9', '0'])
	await menus.getByRole('button', { name: `${veggie}: eins mehr` }).click()
	await expect.poll(numbers).toEqual(['8', '1'])
	await expect(shop.cartLines).toContainText(`8 × ${pasta}`)
	await expect(shop.cartLines).toContainText(`1 × ${veggie}`)
	await expect(menus).toContainText('9 von 9')
	await page.reload()
	await expect.poll(numbers).toEqual(['8', '1'])

	await cart.open()
	const group = page.getByRole('group').filter({ has: page.getByText('Ein Menü für jedes Kind') })
	await group.locator('summary').click()
	await group.getByRole('spinbutton', { name: veggie }).fill('3')
	const save = group.getByRole('button', { name: 'Übernehmen' })
	if (test.info().project.name === 'javascript') await expect(save).toBeHidden()
	else await save.click()
	await expect(cart.line('Kometen-Party')).toContainText(`3 × ${veggie}`)
	await expect(cart.line('Kometen-Party')).toContainText(`6 × ${pasta}`)
})

test('N26: a gift voucher pressed twice is one, and the button says so where it was pressed @journeys', async ({
	page,
	shop,
}) => {
	const isScripted = test.info().project.name === 'javascript'
	await page.setViewportSize({ width: 360, height: 640 })
	await shop.open({ kind: 'gift' })
	await enlarge(page)
	const gift = shop.card('Gutschein 50 € per E-Mail')
	const button = gift.locator('form button[name="intent"]').first()
	await button.scrollIntoViewIfNeeded()
	await button.click()
	await expect(button).toHaveText(isScripted ? '1 im Warenkorb' : 'Anzahl ändern', {
		useInnerText: true,
	})
	if (isScripted) await expect(button).toBeInViewport({ ratio: 1 })
	await expect(gift).toContainText('1 im Warenkorb')
	const answered = page.waitForResponse((response) => isSentForm(response.request()))
	await button.click()
	await answered
	await expect(shop.cartLines).toContainText('1 × Gutschein 50 € per E-Mail')

	await gift.getByRole('spinbutton').fill('2')
	if (!isScripted) await button.click()
	await expect(shop.cartLines).toContainText('2 × Gutschein 50 € per E-Mail')
	await page.reload()
	await isSound(page, [360, 1280])
})

/** Enlarges the type to 200 %, as a browser's setting does. */
async function enlarge(page: Page): Promise<void> {
	await page.evaluate(() => {
		document.documentElement.style.fontSize = '200%'
	})
}
