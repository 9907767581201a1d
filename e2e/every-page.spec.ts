import { expect, test, type Page } from '@playwright/test'

import { de } from '#app/i18n/de.ts'

import { everyPage } from './every-page.ts'
import {
	beyondTheEdge,
	chosenUnseen,
	knownToBeWrong,
	setTypeTwiceAsLarge,
} from './screens/sound.ts'
import { showAnswer } from './show-answer.ts'

const widths = [320, 768, 1280]
/**
 * Widths at which axe checks, which takes longest: a layout between them has the parts of one of both, in any language.
 */
const axeWidths = { 'de-DE': [320, 1280], 'en-EN': [320] }
const keys = keysOf(de)
test.use({ screenshot: 'off' })

/** The walks through the pages, by what a visitor does on them; tickets go the way of a party, with less on it. */
const walks = {
	'pages of the shop and of an account':
		/^(start(?!-.*-modal)|page|not-found|login|register|forgot|reset|verify|account)/,
	'from the cart to the confirmation, and the withdrawal':
		/^(cart|party|gift-(?!by)|tickets-gift-vouchers|order-not-found|payment-gone|withdrawal)|-modal$/,
}

for (const [walk, seen] of Object.entries(walks)) {
	for (const language of ['de-DE', 'en-EN'] as const) {
		test(`${walk}: axe finds no fault, nothing scrolls sideways in large type, choices are visible in forced colours (${language}) @javascript`, async ({
			browser,
		}) => {
			test.setTimeout(3_600_000)
			const sights = await everyPage(process.env['SHOP_URL'] ?? '', language)
			const complaints: string[] = []
			for (const sight of sights.filter(({ name }) => seen.test(name))) {
				const page = await showAnswer(browser, sight)
				for (const [where, found] of await look(page, axeWidths[language]))
					complaints.push(...found.map((complaint) => `${sight.name} ${where}: ${complaint}`))
				await page.context().close()
			}
			expect(complaints).toEqual([])
		})
	}
}

type Branch = { [key: string]: string | Branch }

function keysOf(texts: Branch, path = ''): Set<string> {
	const keys = Object.entries(texts).flatMap(([key, value]) =>
		typeof value === 'string' ? [path + key] : [...keysOf(value, `${path}${key}.`)],
	)
	return new Set(keys)
}

type Found = [where: string, complaints: string[]]

async function look(page: Page, axeAt: readonly number[]): Promise<Found[]> {
	const found: Found[] = [['keys', await keysShown(page)]]
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 })
		found.push([`at ${width}`, await beyondTheEdge(page)])
		if (axeAt.includes(width)) found.push([`at ${width}, axe`, await knownToBeWrong(page)])
	}
	await page.setViewportSize({ width: 360, height: 740 })
	found.push(['in forced colours', await chosenUnseen(page)])
	await setTypeTwiceAsLarge(page)
	found.push(['in large type', await beyondTheEdge(page)])
	return found
}

/** Lists the keys that the browser shows because it has no text for them. */
async function keysShown(page: Page): Promise<string[]> {
	const texts = await page.evaluate(() => [
		document.body.innerText,
		...[...document.querySelectorAll('[aria-label]')].map((element) => element.ariaLabel ?? ''),
	])
	return texts.flatMap((text) => text.split(/\s+/)).filter((word) => keys.has(word))
}
