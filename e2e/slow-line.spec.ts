import type { Page } from '@playwright/test'

import { addDays, longDay } from './days.ts'
import { expect, test } from './fixtures.ts'
import type { ShopScreen } from './screens/shop.ts'
import { slowLine } from './screens/slow-line.ts'

/*
 * Row H16 of docs/faults.md: guests, day or quantity are changed and the next element tapped before the answer came; no
 * typed value and no choice is lost.
 */

/** Opens the start page for four guests and two hours, and stops the line: from then on nothing arrives. */
async function openAndStop(page: Page, shop: ShopScreen, search: { day: string; time?: string }) {
	await shop.open({ guests: 4, duration: 120, ...search })
	const line = await slowLine(page)
	line.stop()
	return line
}

test('H16: guests typed and a time tapped at once: both count @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	await shop.open({ day, guests: 4, duration: 120 })
	await shop.guests.fill('7')
	await shop.slot('14:30').click()
	await expect(page).toHaveURL(/time=14%3A30/)
	await expect(shop.slot('14:30')).toHaveAttribute('aria-current', 'time')
	await expect(page).toHaveURL(/guests=7/)
	await expect(shop.guests).toHaveValue('7')
})

test('H16: guests under way when a time is tapped: both count @javascript', async ({
	page,
	shop,
	day,
}) => {
	const line = await openAndStop(page, shop, { day })
	const asked = line.hasAsked({ guests: '7' })
	await shop.guests.fill('7')
	await asked
	const askedBoth = line.hasAsked({ guests: '7', time: '14:30' })
	await shop.slot('14:30').click()
	await askedBoth
	line.go()
	await expect(shop.slot('14:30')).toHaveAttribute('aria-current', 'time')
	await expect(shop.guests).toHaveValue('7')
})

test('H16: a day under way when guests are typed: both count @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	const line = await openAndStop(page, shop, { day })
	const next = addDays(day, 7)
	const asked = line.hasAsked({ day: next })
	await shop.goTo('weekAfter')
	await asked
	const askedBoth = line.hasAsked({ day: next, guests: '9' })
	await shop.guests.fill('9')
	await askedBoth
	line.go()
	await expect(shop.dayInStrip(longDay(next))).toHaveAttribute('aria-current', 'date')
	await expect(shop.guests).toHaveValue('9')
})

test('H16: a duration under way when time and guests follow: all three count @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	const line = await openAndStop(page, shop, { day })
	const asked = line.hasAsked({ duration: '180' })
	await shop.duration('3 Std.').click()
	await asked
	const askedAll = line.hasAsked({ duration: '180', guests: '5', time: '14:30' })
	await shop.slot('14:30').click()
	await shop.guests.fill('5')
	await askedAll
	line.go()
	await expect(shop.slot('14:30')).toHaveAttribute('aria-current', 'time')
	await expect(shop.guests).toHaveValue('5')
})

test('H16: the month under way when guests are typed: it opens for them @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	const line = await openAndStop(page, shop, { day })
	const asked = line.hasAsked({ month: day.slice(0, 7) })
	await shop.goTo('showMonth')
	await asked
	const askedBoth = line.hasAsked({ month: day.slice(0, 7), guests: '8' })
	await shop.guests.fill('8')
	await askedBoth
	line.go()
	await expect(shop.month).toBeVisible()
	await expect(shop.guests).toHaveValue('8')
})

test('H16: a time tapped and a ticket taken at once: the ticket is for that time @journeys @javascript', async ({
	page,
	shop,
	day,
}) => {
	const line = await openAndStop(page, shop, { day, time: '14:00' })
	const asked = line.hasAsked({ time: '15:30' })
	await shop.slot('15:30').click()
	await asked
	const posted = line.hasPosted()
	await shop.take('Erwachsenenticket', 2)
	await posted
	line.go()
	await expect(shop.cartLines).toContainText('15:30–17:30 Uhr')
	await expect(shop.slot('15:30')).toHaveAttribute('aria-current', 'time')
})

test('H16: a ticket taken and a time tapped at once: the cart is shown as it is @javascript', async ({
	page,
	shop,
	day,
}) => {
	const line = await openAndStop(page, shop, { day, time: '14:00' })
	const posted = line.hasPosted()
	await shop.take('Erwachsenenticket', 2)
	await posted
	// The page of the new time arrives before the cart has been changed.
	const arrived = page.waitForResponse((response) => response.url().includes('time=15%3A30'))
	line.letPass({ time: '15:30' })
	await shop.slot('15:30').click()
	await arrived
	await expect(shop.slot('15:30')).toHaveAttribute('aria-current', 'time')
	line.go()
	await expect(shop.cartLines).toContainText('14:00–16:00 Uhr')
	await expect(shop.slot('15:30')).toHaveAttribute('aria-current', 'time')
	await shop.add('Großelternticket', 1)
})

test('H16: a number of the cart changed again while the first is under way: the last counts @javascript', async ({
	page,
	shop,
	cart,
	given,
	day,
}) => {
	await given.tickets(day, 5)
	await shop.open({ day })
	const sumsOfFive = await cart.sums()
	const line = await slowLine(page)
	await shop.unfoldQuantity('Erwachsenenticket')
	line.stop()
	const posted = line.hasPosted()
	await shop.changeInCart('Erwachsenenticket', 4)
	await posted
	await shop.changeInCart('Erwachsenenticket', 6)
	line.go()
	await expect(shop.cartLines).toContainText('6 × Erwachsenenticket')

	await cart.open()
	line.stop()
	const postedAgain = line.hasPosted()
	await cart.change('Erwachsenenticket', 2)
	await postedAgain
	await cart.change('Erwachsenenticket', 5)
	line.go()
	await expect.poll(() => cart.sums()).toEqual(sumsOfFive)
	await expect(cart.line('Erwachsenenticket').getByRole('spinbutton')).toHaveValue('5')
})

for (const place of ['start page', 'cart page'] as const) {
	test(`H16: a code typed while the cart is being changed stays, ${place} @javascript`, async ({
		page,
		shop,
		cart,
		given,
		issueVoucher,
		day,
	}) => {
		const code = await issueVoucher(500)
		await given.tickets(day, 3)
		await (place === 'start page' ? shop.open({ day }) : cart.open())
		const line = await slowLine(page)
		if (place === 'start page') await shop.unfoldQuantity('Erwachsenenticket')
		const before = await cart.sums()
		line.stop()
		const posted = line.hasPosted()
		await (place === 'start page'
			? shop.changeInCart('Erwachsenenticket', 4)
			: cart.change('Erwachsenenticket', 4))
		await posted
		await cart.voucherCode.fill(code)
		line.go()
		await expect.poll(() => cart.sums()).not.toEqual(before)
		await expect(cart.voucherCode).toHaveValue(code)
		await cart.redeem(code)
		await expect(cart.redeemed(code)).toBeVisible()
	})
}
