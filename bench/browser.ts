import { chromium } from '@playwright/test'

import { findChromium } from '#scripts/shop/chromium.ts'

import startShop from '../e2e/server.ts'

/** Opens a browser, and a shop of its own unless `url` names a running one; returns a function that stops that shop. */
export async function openBrowser(url: string | undefined) {
	const stop = url ? () => Promise.resolve() : await startShop()
	const executablePath = findChromium()
	const browser = await chromium.launch({
		...(executablePath && { executablePath }),
		args: ['--no-sandbox', '--disable-gpu'],
	})
	return { browser, stop }
}
