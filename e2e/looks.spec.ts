import type { Locator } from '@playwright/test'

import { expect, test } from './fixtures.ts'
import { ada } from './screens/checkout.ts'

/** #2e2653, the one ground of cards and panels. */
const panel = 'rgb(46, 38, 83)'

test('cards and panels are exactly of the colour of panels', async ({ shop, cart, given, day }) => {
	await given.tickets(day)
	await shop.open({ day })
	for (const area of [shop.dayArea, shop.timeArea, shop.cart, shop.tickets])
		expect(await groundOf(area)).toEqual({ color: panel, image: 'none' })
	await cart.open()
	expect(await groundOf(cart.line('Erwachsenenticket'))).toEqual({ color: panel, image: 'none' })
})

test('beside a number, words stand apart from it and break where they may', async ({
	page,
	shop,
	weekend,
}) => {
	await page.setViewportSize({ width: 360, height: 740 })
	await shop.open({ day: weekend, duration: 90, time: '15:00' })
	await shop.unfold('Stoppersocken')
	const price = shop.card('Stoppersocken').getByText('vor Ort zu zahlen')
	const number = shop.card('Stoppersocken').getByRole('spinbutton').locator('..')
	const [words, stepper] = await Promise.all([price.boundingBox(), number.boundingBox()])
	const isBelow = (words?.y ?? 0) + (words?.height ?? 0) <= (stepper?.y ?? 0)
	expect(isBelow || (words?.x ?? 0) + (words?.width ?? 0) <= (stepper?.x ?? 0)).toBe(true)

	await shop.unfold('Kommandantenkrone')
	const name = shop.card('Kommandantenkrone').getByRole('heading')
	// Without a dictionary it is one line; with one it may have a hyphen.
	expect(await name.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
	await name.evaluate((element) => Object.assign(element.style, { hyphens: 'manual' }))
	expect((await name.boundingBox())?.height).toBeLessThan(25)
})

test('printed, what was booked is as wide as its sheet', async ({
	page,
	readyToOrder,
	checkout,
	bank,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	await bank.pay()
	await checkout.bookingId()
	await page.setViewportSize({ width: 794, height: 1123 })
	await page.emulateMedia({ media: 'print' })
	const heading = page.getByRole('article').first().getByRole('heading', { level: 1 })
	const share = await heading.evaluate((element) => {
		const words = element.parentElement
		return (words?.clientWidth ?? 0) / (words?.parentElement?.clientWidth ?? 1)
	})
	expect(share).toBeGreaterThan(0.9)
})

test('on a phone, what is wrong with a postcode is said in two lines', async ({
	page,
	given,
	checkout,
	day,
	expectStatus,
}) => {
	expectStatus(422)
	await page.setViewportSize({ width: 360, height: 740 })
	await given.tickets(day)
	await checkout.openAddress()
	await checkout.enter({ ...ada, postcode: '1234' })
	await checkout.next()
	const message = checkout.main.getByRole('listitem').filter({ hasText: /^Fünf Ziffern/ })
	const lines = await message.evaluate(
		(element) => element.clientHeight / parseFloat(getComputedStyle(element).lineHeight),
	)
	expect(Math.round(lines)).toBeLessThanOrEqual(2)
})

function groundOf(area: Locator) {
	return area.evaluate((element) => {
		const { backgroundColor, backgroundImage } = getComputedStyle(element)
		return { color: backgroundColor, image: backgroundImage }
	})
}
