import type { Locator, Page } from '@playwright/test'

import type { Jump } from './slow-line.ts'

/** The effort of the person who makes a journey. `waiting` in milliseconds, `scrolled` in CSS pixels. */
export type Effort = {
	taps: number
	keys: number
	stops: number
	documents: number
	scrolled: number
	waiting: number
}

/** One action, the jump of the page by it, and the wait for it in milliseconds. */
export type Step = Jump & { name: string; waited: number }

export type Walker = ReturnType<typeof walkerOn>

/** The quiet time after which the page counts as loaded, in milliseconds. */
const quiet = 150

/** The stops after which a person gives up. */
const MOST_STOPS = 200

/** The time after which a form that sends itself was sent, in milliseconds. */
const patient = 1200

/**
 * Walks through the page as a person with a phone in one hand, or with a keyboard only: does one thing after the other
 * and counts the effort. Scrolls only as far as needed to see the next target, and counts no pixel that the page moves
 * by itself. `touch`: taps are touches of a finger.
 */
export function walkerOn(page: Page, jumped: () => Jump, { touch = false } = {}) {
	const effort: Effort = { taps: 0, keys: 0, stops: 0, documents: 0, scrolled: 0, waiting: 0 }
	const steps: Step[] = []
	const underWay = new Set<unknown>()
	page.on('request', (request) => {
		const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame()
		if (isDocument) effort.documents += 1
		if (isDocument || request.url().includes('.data')) underWay.add(request)
	})
	page.on('requestfinished', (request) => underWay.delete(request))
	page.on('requestfailed', (request) => underWay.delete(request))

	/** Waits until the page shows the result of the last step. */
	async function settle(name: string, begun: number, patience = 0) {
		let last = performance.now()
		let hasGone = false
		while (performance.now() - last < quiet || (!hasGone && performance.now() - begun < patience)) {
			await page.waitForTimeout(20)
			if (underWay.size === 0) continue
			last = performance.now()
			hasGone = true
		}
		await page.waitForLoadState('load')
		effort.waiting += last - begun
		steps.push({ name, waited: last - begun, ...jumped() })
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
		steps,
		settle,
		async open(path: string) {
			const begun = performance.now()
			await page.goto(path)
			await settle(path, begun)
			effort.documents = 1
			effort.waiting = 0
		},
		/** All that was done so far led only to where the journey begins. */
		begin() {
			for (const name of Object.keys(effort) as (keyof Effort)[]) effort[name] = 0
			steps.length = 0
			jumped()
		},
		/**
		 * `itself`: the form sends itself a moment later, where scripts run. `another`: the answer is another page at an
		 * address of the same route, so parts that scripts keep of it jump nowhere.
		 */
		async tap(target: Locator, { itself = false, another = false } = {}) {
			const name = await nameOf(target)
			await bringIntoSight(target)
			effort.taps += 1
			jumped()
			const begun = performance.now()
			await (touch ? target.tap() : target.click())
			await settle(name, begun, itself ? patient : 0)
			const step = steps.at(-1)
			if (another && step) step.shift = 0
		},
		/** Taps a field and types over its value. */
		async type(target: Locator, text: string, { last = false, itself = false } = {}) {
			const name = await nameOf(target)
			await bringIntoSight(target)
			effort.taps += 1
			effort.keys += text.length
			jumped()
			const begun = performance.now()
			if (touch) await target.tap()
			await target.fill(text)
			if (last) await target.press('Enter')
			await settle(`${name} ${text}`, begun, itself ? patient : 0)
		},
		/** Types into the next field, reached by the keyboard's Tab. */
		async typeNext(target: Locator, text: string) {
			await bringIntoSight(target)
			effort.keys += text.length + 1
			await target.fill(text)
		},
		/** Moves with the keyboard to `target`, one stop after the other, and presses `key` there. */
		async stopAt(target: Locator, key: string | null = 'Enter') {
			await target.first().waitFor({ state: 'visible' })
			const isThere = () => target.first().evaluate((element) => element === document.activeElement)
			for (let presses = 0; !(await isThere()); presses += 1) {
				if (presses === MOST_STOPS) throw new Error(`no Tab leads to ${String(target)}`)
				await page.keyboard.press('Tab')
				effort.stops += 1
			}
			if (key === null) return
			const name = await nameOf(target.first())
			const begun = performance.now()
			await page.keyboard.press(key)
			effort.keys += 1
			await settle(name, begun)
		},
		async write(text: string) {
			await page.keyboard.insertText(text)
			effort.keys += text.length
		},
		/** Returns the depth at which an element ends, in screens of 740 pixels. */
		async screensUntil(target: Locator): Promise<number> {
			const end = await target.evaluate(
				(element) => element.getBoundingClientRect().bottom + scrollY,
			)
			return end / 740
		},
	}
}

/** Returns an element's name as it is read aloud, shortened. */
function nameOf(target: Locator): Promise<string> {
	return target.evaluate((element) => {
		const label = element instanceof HTMLInputElement ? element.labels?.[0]?.innerText : null
		const name = element.getAttribute('aria-label') ?? label ?? element.textContent
		return name.replaceAll(/\s+/g, ' ').trim().slice(0, 40)
	})
}
