import type { Locator, Page } from '@playwright/test'

import { expect, test } from './fixtures.ts'

/** Turns the wheel over a number; returns how far its page was scrolled. */
async function turnOver(page: Page, number: Locator): Promise<number> {
	await number.scrollIntoViewIfNeeded()
	const before = await number.boundingBox()
	await number.hover()
	await page.mouse.wheel(0, 120)
	const moved = async () => ((before?.y ?? 0) - ((await number.boundingBox())?.y ?? 0)) | 0
	await expect.poll(moved).toBeGreaterThan(0)
	return moved()
}

test('the mouse wheel over a number scrolls the page and leaves the number (faults N8) @journeys', async ({
	page,
	shop,
	cart,
	given,
	day,
}) => {
	await page.setViewportSize({ width: 1280, height: 400 })
	await given.tickets(day, 4)
	await shop.open({ day })
	const chosen = shop.number('Erwachsenenticket')
	const number = await chosen.inputValue()
	await turnOver(page, chosen)
	await chosen.focus()
	await turnOver(page, chosen)
	await expect(chosen).toHaveValue(number)

	await cart.open()
	const inCart = cart.line('Erwachsenenticket').getByRole('spinbutton').first()
	await inCart.focus()
	await turnOver(page, inCart)
	await expect(inCart).toHaveValue('4')
})
