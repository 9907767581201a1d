import type { Page } from '@playwright/test'

type Query = Record<string, string>

/**
 * A line on which nothing arrives for as long as a test wants: what the page asks for is held back before the
 * server hears of it. Documents are not held, only what scripts ask for.
 */
export async function slowLine(page: Page) {
	let opened: Promise<void> | null = null
	let open = () => {}
	let passing: Query | null = null
	await page.route(
		({ pathname }) => pathname.endsWith('.data'),
		async (route) => {
			if (!passing || !says(route.request().url(), passing)) await opened
			// What the page no longer waits for is gone by now.
			await route.continue().catch(() => {})
		},
	)
	return {
		/** From now on nothing arrives. */
		stop() {
			opened = new Promise((resolve) => {
				open = resolve
			})
		},
		/** Everything that was held arrives, and what comes later as well. */
		go() {
			opened = null
			open()
		},
		/** What asks for an address whose query says all this is not held. */
		letPass(query: Query) {
			passing = query
		},
		/** Until the page has asked for such an address. */
		hasAsked: (query: Query) => page.waitForRequest((request) => says(request.url(), query)),
		/** Until a change of the cart is under way. */
		hasPosted: () => page.waitForRequest((request) => request.method() === 'POST'),
	}
}

function says(url: string, query: Query): boolean {
	const { pathname, searchParams } = new URL(url)
	return (
		pathname.endsWith('.data') &&
		Object.entries(query).every(([name, value]) => searchParams.get(name) === value)
	)
}
