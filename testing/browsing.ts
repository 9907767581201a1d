import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

import type { Browser, BrowserContext, Page } from '@playwright/test'

/** The number of pages visited, and those that failed, themselves or by a file that they need. */
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

/** The time that a visitor walks about with one cart: longer than the restart of a node. */
const VISIT_MS = 20_000

const PACE_MS = 200

/** The time within which a page has to be complete. */
const PATIENCE_MS = 60_000

/**
 * Sends visitors to `origin`, two at a time: one with scripts and one without. Each fills a cart and then goes from
 * page to page, by addresses and, where scripts run, by links as well, and looks into the cart again and again. The
 * returned function lets both finish and returns their findings.
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
				// Each visitor has an address of its own for the limits by address.
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
		// A page that is left aborts its requests, and one without scripts blocks them.
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
		// An open tab requests the files of its own build from whichever build answers.
		if (scripts && step >= PATHS.length) {
			if (!(await follow(page, path))) continue
		} else await page.goto(path)
		await delay(PACE_MS)
		await look(page, scripts, browsed)
		if (path === '/cart' && (await page.locator('[name="line"]').count()) === 0)
			browsed.lostCarts.push(await page.title())
	}
}

/** Fills the cart in a way that works without scripts: a day of the list, a time, a number, the button. */
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

/** True when each style sheet has loaded, and with one of them the theme's custom properties. */
function isStyled(): boolean {
	const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
	const properties = [...document.documentElement.computedStyleMap()].map(([name]) => name)
	return (
		sheets.length > 0 &&
		sheets.every(({ sheet }) => sheet && sheet.cssRules.length > 0) &&
		properties.some((name) => name.startsWith('--'))
	)
}
