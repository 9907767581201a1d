import { chromium } from '@playwright/test'

import { findChromium } from '#scripts/shop/chromium.ts'

import startShop from '../e2e/server.ts'

/** A browser, and how to end a shop of its own, unless `url` is one that runs already. */
export async function openBrowser(url: string | undefined) {
	const stop = url ? () => Promise.resolve() : await startShop()
	const executablePath = findChromium()
	const browser = await chromium.launch({
		...(executablePath && { executablePath }),
		args: ['--no-sandbox', '--disable-gpu'],
	})
	return { browser, stop }
}
