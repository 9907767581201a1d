import type { Page, Route } from '@playwright/test'

import { isSentForm } from './visit.ts'

type Query = Record<string, string>

/**
 * A line on which nothing arrives for as long as a test wants: the requests of scripts are held back before the server
 * hears of them; documents are not held.
 */
export async function slowLine(page: Page) {
	let opened: Promise<void> | null = null
	let open = () => {}
	let passing: Query | null = null
	await page.route(
		({ pathname }) => pathname.endsWith('.data'),
		async (route) => {
			if (!passing || !says(route.request().url(), passing)) await opened
			// A request that the page no longer waits for is gone by now.
			await route.continue().catch(() => {})
		},
	)
	return {
		/** Lets nothing arrive from now on. */
		stop() {
			opened = new Promise((resolve) => {
				open = resolve
			})
		},
		/** Lets every held request through, and all later ones. */
		go() {
			opened = null
			open()
		},
		/** Exempts requests whose query holds all these values. */
		letPass(query: Query) {
			passing = query
		},
		/** Waits until the page has requested such an address. */
		hasAsked: (query: Query) => page.waitForRequest((request) => says(request.url(), query)),
		/** Waits until a change of the cart is under way. */
		hasPosted: () => page.waitForRequest(isSentForm),
	}
}

/** Holds back the next answer to a GET of such an address: `isThere` when the server has given it, until `release`. */
export async function holdAnswer(page: Page, address: string) {
	let release = () => {}
	const released = new Promise<void>((done) => (release = done))
	let answered = () => {}
	const isThere = new Promise<void>((done) => (answered = done))
	let isHeld = false
	const hold = async (route: Route) => {
		if (isHeld || route.request().method() !== 'GET') return route.fallback()
		isHeld = true
		const response = await route.fetch()
		answered()
		await released
		await route.fulfill({ response })
	}
	await page.route(address, hold)
	return {
		isThere,
		async release() {
			const arrived = page.waitForResponse(address)
			release()
			await arrived
		},
	}
}

function says(url: string, query: Query): boolean {
	const { pathname, searchParams } = new URL(url)
	return (
		pathname.endsWith('.data') &&
		Object.entries(query).every(([name, value]) => searchParams.get(name) === value)
	)
}
