import type { Locator, Page } from '@playwright/test'

/** What a journey asks of the person who makes it. `waiting` in milliseconds, `scrolled` in CSS pixels. */
export type Effort = {
	taps: number
	keys: number
	stops: number
	documents: number
	scrolled: number
	waiting: number
}

export type Walker = ReturnType<typeof walkerOn>

/** How long nothing may be under way until the page counts as there, in milliseconds. */
const quiet = 150

/**
 * Somebody with a phone in one hand, or with a keyboard alone: does one thing after the other and counts what
 * it takes. Scrolls only as far as needed to see what is tapped, and no pixel that the page moves by itself.
 */
export function walkerOn(page: Page) {
	const effort: Effort = { taps: 0, keys: 0, stops: 0, documents: 0, scrolled: 0, waiting: 0 }
	const underWay = new Set<unknown>()
	page.on('request', (request) => {
		const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame()
		if (isDocument) effort.documents += 1
		if (isDocument || request.url().includes('.data')) underWay.add(request)
	})
	page.on('requestfinished', (request) => underWay.delete(request))
	page.on('requestfailed', (request) => underWay.delete(request))

	/** Until the page is what the last step made of it. */
	async function settle() {
		const begun = performance.now()
		let last = begun
		while (performance.now() - last < quiet) {
			await page.waitForTimeout(20)
			if (underWay.size > 0) last = performance.now()
		}
		await page.waitForLoadState('load')
		effort.waiting += last - begun
	}

	async function bringIntoSight(target: Locator) {
		await target.waitFor({ state: 'visible' })
		effort.scrolled += await target.evaluate((element) => {
			const { top, bottom } = element.getBoundingClientRect()
			const bars = [...document.querySelectorAll('[data-screen-only]')].map(
				(bar) => bar.getBoundingClientRect().top,
			)
			const floor = Math.min(innerHeight, ...bars.filter((edge) => edge > innerHeight / 2))
			const isInBar = element.closest('[data-screen-only]') !== null
			if (isInBar || (top >= 0 && bottom <= floor)) return 0
			const before = scrollY
			scrollBy({ top: top < 0 ? top - 8 : bottom - floor + 8, behavior: 'instant' })
			return Math.abs(scrollY - before)
		})
	}

	return {
		effort,
		async open(path: string) {
			await page.goto(path)
			await settle()
			effort.documents = 1
			effort.waiting = 0
		},
		async tap(target: Locator) {
			await bringIntoSight(target)
			effort.taps += 1
			await target.click()
			await settle()
		},
		/** Taps a field and types over what it holds. */
		async type(target: Locator, text: string, { last = false } = {}) {
			await bringIntoSight(target)
			effort.taps += 1
			effort.keys += text.length
			await target.fill(text)
			if (last) await target.press('Enter')
			await settle()
		},
		/** The next field, by the key that leads to it. */
		async typeNext(target: Locator, text: string) {
			await bringIntoSight(target)
			effort.keys += text.length + 1
			await target.fill(text)
		},
		/** With the keyboard alone: on to `target`, one stop after the other, and what is pressed there. */
		async stopAt(target: Locator, key: string | null = 'Enter') {
			await target.first().waitFor({ state: 'visible' })
			for (let presses = 0; presses < 120; presses += 1) {
				if (await target.first().evaluate((element) => element === document.activeElement)) break
				await page.keyboard.press('Tab')
				effort.stops += 1
			}
			if (key === null) return
			await page.keyboard.press(key)
			effort.keys += 1
			await settle()
		},
		async write(text: string) {
			await page.keyboard.insertText(text)
			effort.keys += text.length
		},
		/** How far down the page something ends, in screens of 740 pixels. */
		async screensUntil(target: Locator): Promise<number> {
			const end = await target.evaluate(
				(element) => element.getBoundingClientRect().bottom + scrollY,
			)
			return end / 740
		},
	}
}
