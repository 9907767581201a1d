import type { Locator, Page } from '@playwright/test'

import { findChromium } from '#scripts/shop/chromium.ts'

import { expect, test } from './fixtures.ts'

// A phone whose owner has set type to twice its size: 1rem is 32 px there.

const executablePath = findChromium()
test.use({
	viewport: { width: 360, height: 740 },
	launchOptions: {
		...(executablePath && { executablePath }),
		args: ['--no-sandbox', '--disable-gpu', '--blink-settings=defaultFontSize=32'],
	},
})

test('N77: the chosen tab is in view, and nothing is wider than the page', async ({
	page,
	shop,
	day,
}) => {
	for (const kind of ['play', 'party', 'place', 'gift'] as const) {
		await page.goto(`/?kind=${kind}&day=${day}`)
		await expect(page.locator('nav [aria-current="page"]').first()).toBeInViewport({ ratio: 1 })
		expect(await isAsWideAsPage(page), kind).toBe(true)
	}
	await expect(shop.everything).toBeVisible()
})

test('N77: on the overview no word loses its first letter and the order button none at all @javascript', async ({
	page,
	given,
	checkout,
	day,
}) => {
	await given.inCart(day, { product: 'gift-25-mail' })
	await given.tickets(day)
	await given.details()
	await page.goto('/checkout/overview')
	await checkout.openOverview()
	expect(await isAsWideAsPage(page)).toBe(true)
	expect(await lines(checkout.orderButton)).toBe(2)
	const cut = await page.locator('main span, main p, main a').evaluateAll(
		(elements) =>
			elements.filter((element) => {
				const clip = element.parentElement?.closest('*')
				return (
					clip &&
					getComputedStyle(clip).overflowX === 'clip' &&
					element.textContent !== '' &&
					[...textRects(element)].some((left) => left < clip.getBoundingClientRect().left - 1)
				)

				function* textRects(of: Element) {
					const range = document.createRange()
					range.selectNodeContents(of)
					for (const { left } of range.getClientRects()) yield left
				}
			}).length,
	)
	expect(cut).toBe(0)
})

test('N77: names of parties, days, fields and folds are broken nowhere but between syllables @pages @javascript', async ({
	page,
	given,
	checkout,
	day,
}) => {
	await given.inCart(day, { product: 'kometen-party', quantity: 8 })
	await page.goto(`/?kind=party&day=${day}&product=kometen-party&guests=8`)
	const party = page.getByRole('link', { name: 'Kometen-Party', exact: true }).first()
	expect(await brokenWords(party)).toEqual([])
	expect(await brokenWords(page.getByRole('table', { name: 'Diese Woche' }))).toEqual([])
	const lines = page.getByRole('list', { name: 'Im Warenkorb' }).or(page.locator('#cart ul'))
	expect(await brokenWords(lines.first())).toEqual([])
	await checkout.openAddress()
	for (const label of await page.locator('main label, main summary').all())
		expect(await brokenWords(label)).toEqual([])
})

test('N73: after a payment that was cancelled the way back to it is in view @pages', async ({
	page,
	readyToOrder,
	checkout,
	bank,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	await bank.cancel()
	const alert = page.getByRole('alert')
	await expect(alert).toBeFocused()
	await expect(alert.getByRole('link', { name: 'Zum Bezahlen' })).toBeInViewport({ ratio: 1 })
})

test('N78: back from the payment there is a button in view @pages', async ({
	page,
	readyToOrder,
	checkout,
	bank,
}) => {
	await readyToOrder()
	await checkout.acceptAndOrder()
	await bank.session()
	await expect(() => page.goBack()).toPass()
	await checkout.openOverview()
	const goOn = checkout.main.getByRole('button', { name: 'Zahlung fortsetzen' })
	await expect(goOn).toHaveCount(2)
	// At the order button's place, so that a browser that keeps its scroll position has the button in view.
	await goOn.last().scrollIntoViewIfNeeded()
	await expect(goOn.last()).toBeInViewport()
})

test('N79: the first page of a printed gift voucher is its sheet @pages @javascript', async ({
	page,
	given,
	checkout,
	bank,
	day,
}) => {
	await given.inCart(day, { product: 'gift-25-mail' })
	await given.details()
	await checkout.openOverview()
	await checkout.acceptAndOrder()
	await bank.pay()
	const bookingId = await checkout.bookingId()
	await page.goto(`/checkout/success/${bookingId}/gift-vouchers`)
	const paper = await page.pdf({ format: 'A4' })
	const pages = paper.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)
	expect(pages).toHaveLength(1)
})

function isAsWideAsPage(page: Page): Promise<boolean> {
	return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
}

function lines(of: Locator): Promise<number> {
	return of.evaluate((element) => {
		const range = document.createRange()
		range.selectNodeContents(element)
		return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
	})
}

/** Words that go on in the next line without a hyphen. */
function brokenWords(of: Locator): Promise<string[]> {
	return of.evaluate((element) => {
		const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
		const broken: string[] = []
		for (let text = texts.nextNode(); text; text = texts.nextNode()) {
			const own = text.parentElement
			if (!own?.checkVisibility() || own.getBoundingClientRect().width < 2) continue
			for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\p{L}{2,}/gu)) {
				const range = document.createRange()
				// A hyphen at the end of the line before counts as part of the first letter.
				range.setStart(text, index + 1)
				range.setEnd(text, index + word.length)
				const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
				if (tops.size > 1) broken.push(word)
			}
		}
		return broken
	})
}
