import type { Page } from '@playwright/test'

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

function says(url: string, query: Query): boolean {
	const { pathname, searchParams } = new URL(url)
	return (
		pathname.endsWith('.data') &&
		Object.entries(query).every(([name, value]) => searchParams.get(name) === value)
	)
}
