import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { Browser, BrowserContext, Page } from '@playwright/test'

/** How many pages were looked at, and which of them, or of what they asked for, were not as they should be. */
export type Browsed = {
	pages: number
	carts: number
	/** Answers from 400 on, requests without an answer, errors of scripts, pages that never came. */
	failed: string[]
	unstyled: string[]
	unscripted: string[]
	lostCarts: string[]
}

const PATHS = ['/', '/cart', '/?kind=party', '/pages/agb', '/cart', '/login', '/pages/faq', '/cart']

/** So long does a visitor walk about with one cart: longer than a node takes to be restarted. */
const VISIT_MS = 20_000

const PACE_MS = 200

/** What a page has to show for itself within this time. */
const PATIENCE_MS = 60_000

/**
 * Sends visitors to `origin`, two at a time: one with scripts and one without. Each fills a cart and then goes from
 * page to page, by addresses and, where scripts run, by links as well, and looks again and again into the cart. The
 * returned function lets both finish and answers what they met.
 */
export function browse(browser: Browser, origin: string) {
	const browsed: Browsed = {
		pages: 0,
		carts: 0,
		failed: [],
		unstyled: [],
		unscripted: [],
		lostCarts: [],
	}
	const over = new AbortController()

	async function keepVisiting(scripts: boolean) {
		while (!over.signal.aborted) {
			const context = await browser.newContext({
				baseURL: origin,
				javaScriptEnabled: scripts,
				locale: 'de-DE',
				timezoneId: 'Europe/Berlin',
				// Limits by address are those of each visitor alone.
				extraHTTPHeaders: { 'X-Forwarded-For': `10.8.${randomInt(256)}.${randomInt(256)}` },
			})
			listen(context, scripts, browsed)
			const page = await context.newPage()
			page.setDefaultTimeout(PATIENCE_MS)
			await visit(page, { scripts, browsed, over: over.signal }).catch((error: unknown) =>
				browsed.failed.push(`${page.url()} ${String(error)}`),
			)
			await context.close()
		}
	}

	const visiting = [keepVisiting(true), keepVisiting(false)]
	return async function end(): Promise<Browsed> {
		over.abort()
		await Promise.all(visiting)
		return browsed
	}
}

function listen(context: BrowserContext, scripts: boolean, { failed }: Browsed): void {
	context.on('response', (response) => {
		if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`)
	})
	context.on('requestfailed', (request) => {
		const error = request.failure()?.errorText ?? ''
		// A page that is left still asks for something, and one without scripts does not ask for them.
		const isMeant = error === 'net::ERR_ABORTED' || (!scripts && error === 'csp')
		if (!isMeant) failed.push(`${error} ${request.url()}`)
	})
	context.on('weberror', (event) => failed.push(String(event.error())))
}

type Visit = { scripts: boolean; browsed: Browsed; over: AbortSignal }

async function visit(page: Page, { scripts, browsed, over }: Visit): Promise<void> {
	const leaveAt = performance.now() + VISIT_MS
	await fillCart(page)
	browsed.carts += 1
	for (let step = 0; !over.aborted && performance.now() < leaveAt; step += 1) {
		const path = PATHS[step % PATHS.length] ?? '/'
		// A tab that stays open asks whichever build answers for what the pages of its own build need.
		if (scripts && step >= PATHS.length) {
			if (!(await follow(page, path))) continue
		} else await page.goto(path)
		await delay(PACE_MS)
		await look(page, scripts, browsed)
		if (path === '/cart' && (await page.locator('[name="line"]').count()) === 0)
			browsed.lostCarts.push(await page.title())
	}
}

/** As with scripts and without: a day of the strip, a time, a number, the button. */
async function fillCart(page: Page): Promise<void> {
	await page.goto('/?kind=play')
	const days = page.getByRole('list', { name: 'Die nächsten Tage' }).getByRole('link')
	await days.filter({ hasText: '€' }).nth(1).click()
	await page
		.getByRole('link', { name: /^1[4-6]:\d\d/ })
		.first()
		.click()
	await page.getByRole('spinbutton', { name: 'Kinderticket' }).fill('1')
	await page.getByRole('button', { name: /reservieren ·|^In den Warenkorb/ }).click()
	await page.getByRole('list', { name: 'Einträge im Warenkorb' }).waitFor()
}

/** Clicks the page's own link to `path`; false when it has none. */
async function follow(page: Page, path: string): Promise<boolean> {
	const link = page.locator(`a[href="${path}"]:visible`).first()
	if ((await link.count()) === 0) return false
	await link.click()
	await page.waitForURL((url) => url.pathname + url.search === path)
	return true
}

async function look(page: Page, scripts: boolean, browsed: Browsed): Promise<void> {
	browsed.pages += 1
	if (!(await page.evaluate(isStyled))) browsed.unstyled.push(page.url())
	if (!scripts) return
	await page
		.waitForFunction(() => history.scrollRestoration === 'manual')
		.catch(() => browsed.unscripted.push(page.url()))
}

/** Each style sheet has come, and with one of them the theme, which is made of custom properties. */
function isStyled(): boolean {
	const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
	const properties = [...document.documentElement.computedStyleMap()].map(([name]) => name)
	return (
		sheets.length > 0 &&
		sheets.every(({ sheet }) => sheet && sheet.cssRules.length > 0) &&
		properties.some((name) => name.startsWith('--'))
	)
}
