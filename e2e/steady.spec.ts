import type { Locator, Page } from '@playwright/test'

import { longDay } from './days.ts'
import { expect, test } from './fixtures.ts'
import { alive, settled } from './screens/visit.ts'

/*
 * Nothing on the page jumps, on a line so slow that every answer comes long after the tap: elements that have to move
 * do so at the moment of the tap, or below it. Measured as browsers report it (layout shift).
 */

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true })

const most = 0.02

test('tickets on a slow line: nothing jumps @pages @javascript', async ({ page, shop, day }) => {
	const jumps = await watchJumps(page)
	await shop.open({ kind: 'play', day, guests: 4, duration: 120 })
	const step = stepOf(page, jumps)
	await step('opened', () => expect(shop.slots).toBeVisible())
	await step('to the start and back', async () => {
		await shop.open({ day, guests: 4 })
		await shop.goFor('play')
	})
	await step('the month', async () => {
		await shop.goTo('showMonth')
		await expect(shop.month.getByRole('link').first()).toBeVisible()
	})
	await step('the strip again', async () => {
		await shop.goTo('hideMonth')
		await expect(shop.dayInStrip(longDay(day))).toHaveAttribute('aria-current', 'date')
		await page.waitForURL((url) => !url.searchParams.has('month'))
	})
	await step('a time', () => shop.chooseTime('14:30'))
	await step('tickets', () => shop.add('Kinderticket', 2))
})

test('a party on a slow line: nothing jumps @pages @javascript', async ({ page, shop, day }) => {
	const jumps = await watchJumps(page)
	await shop.open({ day, guests: 8 })
	const step = stepOf(page, jumps)
	await step('what for', () => shop.goFor('party'))
	await step('which', async () => {
		await shop.lookAt('Kometen-Party')
		await expect(shop.dayArea).toBeFocused()
		await expect(shop.dayArea.getByRole('heading').first()).toBeInViewport({ ratio: 1 })
	})
	await step('when', async () => {
		await shop.wishFor('Kometen-Party', '14:00')
		await expect(shop.cartLines).toContainText('Kometen-Party')
		await expect(shop.choices).toBeVisible()
	})
	await step('a theme', async () => {
		await shop.group('Motto').getByRole('radio').first().check()
		await expect(shop.choices).toContainText('1 von')
	})
})

test('N44: nothing moves under the finger while extras and menus are chosen @pages @javascript', async ({
	page,
	shop,
	day,
}) => {
	const jumps = await watchJumps(page)
	await shop.open({ kind: 'party', product: 'kometen-party', day, guests: 10 })
	await shop.choose('Kometen-Party', '14:00')
	await expect(shop.choices).toBeVisible()
	const step = stepOf(page, jumps, { underFinger: true })
	const more = (name: string, by = 'eins mehr') =>
		page.getByRole('button', { name: `${name}: ${by}`, exact: true }).click()
	const rows = () => page.locator('#extras article').evaluateAll((all) => all.map(({ id }) => id))
	await settled(page)
	const before = await rows()
	await page.getByRole('group', { name: /Ein Menü/ }).scrollIntoViewIfNeeded()
	await jumps()
	await step('one menu for all', async () => {
		await page.getByRole('button', { name: 'Für alle: Menü Mondbrocken' }).click()
		await expect(shop.group('Ein Menü')).toContainText('10 von 10')
	})
	await step('another menu for all', async () => {
		await page.getByRole('button', { name: 'Für alle: Menü Grüner Planet' }).click()
		await expect(page.getByRole('spinbutton', { name: 'Menü Grüner Planet' })).toHaveValue('10')
	})
	await page.locator('#cake').scrollIntoViewIfNeeded()
	await jumps()
	for (const [name, by, inCart] of [
		['Raketentorte', 'eins mehr', '1 × Raketentorte'],
		['Pizza-Planet', 'eins mehr', '1 × Pizza-Planet'],
	] as const)
		await step(`${name}, ${by}`, async () => {
			await more(name, by)
			await expect(shop.cartLines).toContainText(inCart)
		})
	await step('cake given up', async () => {
		await more('Raketentorte', 'eins weniger')
		await expect(shop.cartLines).not.toContainText('Raketentorte')
	})
	await shop.unfold('Stoppersocken')
	await page.locator('#socks').scrollIntoViewIfNeeded()
	await jumps()
	await step('an extra of the fold', async () => {
		await more('Stoppersocken')
		await expect(shop.cartLines).toContainText('1 × Stoppersocken')
	})
	await step('and given up', async () => {
		await more('Stoppersocken', 'eins weniger')
		await expect(shop.cartLines).not.toContainText('Stoppersocken')
	})
	expect(await rows()).toEqual(before)
})

test('N44: nothing moves under the finger when tickets are reserved @pages @javascript', async ({
	page,
	shop,
	day,
}) => {
	const jumps = await watchJumps(page)
	await shop.open({ kind: 'play', day, guests: 2, duration: 120, time: '14:30' })
	const step = stepOf(page, jumps, { underFinger: true })
	await shop.number('Kinderticket').fill('2')
	await settled(page)
	await shop.saveTickets.scrollIntoViewIfNeeded()
	await jumps()
	await step('reserved', async () => {
		await shop.saveNumbers()
		await expect(shop.cartLines).toContainText('2 × Kinderticket')
	})
})

test('N44: days stay where they stood when a later one is chosen, and the tickets when they are taken along @pages @javascript', async ({
	page,
	shop,
	given,
}) => {
	const jumps = await watchJumps(page)
	const strip = page.getByRole('list', { name: 'Die nächsten Tage' }).getByRole('link')
	const open = strip.filter({ hasText: '€' })
	await shop.open({ kind: 'play' })
	const first = await dayOf(open.nth(1))
	await given.inCart(first, { product: 'ticket-adult', quantity: 2, time: '15:00', duration: 120 })
	await shop.open({ kind: 'play', day: first, duration: 120, time: '15:00' })
	const step = stepOf(page, jumps)
	const before = await strip.evaluateAll((all) => all.map(({ textContent }) => textContent))
	await open.last().scrollIntoViewIfNeeded()
	await jumps()
	const last = open.nth(5)
	const chosen = await dayOf(last)
	await step('a day further on', async () => {
		await last.click()
		await page.waitForURL(new RegExp(chosen))
		await expect(page.getByRole('button', { name: /mitnehmen/ })).toBeVisible()
	})
	const after = await strip.evaluateAll((all) => all.map(({ textContent }) => textContent))
	expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1))
	await page.getByRole('button', { name: /mitnehmen/ }).scrollIntoViewIfNeeded()
	await jumps()
	await step('taken along', async () => {
		await page.getByRole('button', { name: /mitnehmen/ }).click()
		await expect(page.getByText('Ihr Warenkorb gilt jetzt für')).toBeVisible()
		await expect(shop.number('Erwachsenenticket')).toHaveValue('2')
	})
})

/** Returns the day that a link of the strip leads to, such as '2026-12-05'. */
async function dayOf(link: Locator): Promise<string> {
	const { searchParams } = new URL((await link.getAttribute('href')) ?? '', 'http://shop')
	return searchParams.get('day') ?? ''
}

/** Delays every answer from now on; returns a function that lists the jumps since it was last called. */
async function watchJumps(page: Page): Promise<() => Promise<Jump[]>> {
	await page.addInitScript(() => {
		const seen: Jump[] = []
		Object.assign(window, { seen })
		// A movement caused by a tap may be drawn late, long before anything has arrived.
		let tapped = -Infinity
		const soon = 650 // Less than forms wait before they send themselves.
		addEventListener('pointerdown', () => (tapped = performance.now()), true)
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
				const isAtOnce = entry.hadRecentInput || entry.startTime - tapped < soon
				const parts = entry.sources.map(({ node, previousRect, currentRect }) => {
					const name = node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent
					return `${name}: ${previousRect.y} to ${currentRect.y}`
				})
				seen.push({ value: entry.value, isAtOnce, parts })
			}
		}).observe({ type: 'layout-shift', buffered: true })
	})
	const line = await page.context().newCDPSession(page)
	await line.send('Network.enable')
	await line.send('Network.emulateNetworkConditions', {
		offline: false,
		latency: 2400,
		downloadThroughput: 200_000,
		uploadThroughput: 90_000,
	})
	return () =>
		page.evaluate(async () => {
			// Two frames later everything that has been drawn has been reported.
			await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
			return (window as unknown as { seen: Jump[] }).seen.splice(0)
		})
}

/** `isAtOnce`: so soon after a tap that browsers do not count it; the finger is still there. */
type Jump = { value: number; isAtOnce: boolean; parts: string[] }
type Shift = {
	value: number
	hadRecentInput: boolean
	sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/**
 * Counts movements right after a tap only with `underFinger`: a page that opens the tapped element moves what is below.
 */
function stepOf(page: Page, jumps: () => Promise<Jump[]>, { underFinger = false } = {}) {
	return (name: string, act: () => Promise<unknown>) =>
		test.step(name, async () => {
			await alive(page)
			await act()
			await settled(page)
			const seen = (await jumps()).filter(({ isAtOnce }) => underFinger || !isAtOnce)
			const sum = seen.reduce((total, { value }) => total + value, 0)
			expect(sum, JSON.stringify(seen, null, 1)).toBeLessThan(most)
		})
}
