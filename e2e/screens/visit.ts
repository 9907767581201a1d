import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import type { TFunction } from 'i18next'

/** The window and the texts of the visitor's language, which every screen needs. */
export type Visit = { page: Page; t: TFunction }

/** Opens a path of the shop and waits until it can be used as its visitor would. */
export async function open({ page }: Visit, path: string): Promise<void> {
	await page.goto(path)
	await alive(page)
}

/**
 * Waits until a page is complete. It is visible while it still arrives; where scripts run it comes to life a moment
 * after its document: the framework then takes over the scroll position, together with all else that it begins.
 */
export async function alive(page: Page): Promise<void> {
	const lives = () =>
		page
			.evaluate(
				() =>
					document.readyState !== 'loading' &&
					(!matchMedia('(scripting: enabled)').matches || history.scrollRestoration === 'manual'),
			)
			// The page is being replaced by another one.
			.catch(() => false)
	await expect.poll(lives, { intervals: [20] }).toBe(true)
}

const underWay = new WeakMap<Page, Set<Request>>()

/** Notes the requests of all windows that the context opens from now on, for `settled`. */
export function watchRequests(context: BrowserContext): void {
	context.on('page', (page) => {
		const requests = new Set<Request>()
		underWay.set(page, requests)
		page.on('request', (request) => requests.add(request))
		page.on('requestfinished', (request) => requests.delete(request))
		page.on('requestfailed', (request) => requests.delete(request))
	})
}

/**
 * Waits until a page can be measured: it is complete, nothing that it has asked for is under way, its fonts are there,
 * and two looks in a row find each of its elements in the same place.
 */
export async function settled(page: Page): Promise<void> {
	await alive(page)
	let before = ''
	const stands = async () => {
		const isAwaiting = (underWay.get(page)?.size ?? 0) > 0
		const now = await page.evaluate(placesOfAll).catch(() => '')
		const isSame = now !== '' && now === before
		before = now
		return isSame && !isAwaiting
	}
	await expect.poll(stands, { intervals: [50] }).toBe(true)
}

/** Lists the place of each element in the layout as one text; empty while fonts are loaded. */
function placesOfAll(): string {
	if (document.fonts.status !== 'loaded') return ''
	const places = [...document.querySelectorAll<HTMLElement>('body *')].map(
		({ offsetTop, offsetLeft, offsetWidth, offsetHeight }) =>
			[offsetTop, offsetLeft, offsetWidth, offsetHeight].join(),
	)
	return places.join(' ')
}

/** True for a form that is sent; false for a draft of one, which a page keeps by itself. */
export function isSentForm(request: Request): boolean {
	return request.method() === 'POST' && !request.url().endsWith('/draft')
}

/** Lists the terms of the page's lists with what stands beside each, read in one look. */
export function termsOf(page: Page): Promise<[term: string, described: string][]> {
	return page
		.getByRole('term')
		.evaluateAll((terms: HTMLElement[]) =>
			terms.map((term) => [
				term.innerText,
				(term.nextElementSibling as HTMLElement | null)?.innerText ?? '',
			]),
		)
}

/** Returns a pattern that finds the text inside of others. */
export function containing(text: string): RegExp {
	return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
