import { type Browser, expect, test, type Page } from '@playwright/test'

import { keysIn } from './bare-keys.ts'
import { everyPage, walkNames, type Sight } from './every-page.ts'
import {
	beyondTheEdge,
	chosenUnseen,
	knownToBeWrong,
	setTypeTwiceAsLarge,
} from './screens/sound.ts'
import { openWindow, type VisitorWindow } from './show-answer.ts'

const widths = [320, 768, 1280]
/**
 * Widths at which axe checks, which takes longest: a layout between them has the parts of one of both. Its rules are
 * about elements and colours, which are the same in English; the compiler knows that each text has its English one.
 */
const axeWidths = { 'de-DE': [320, 1280], 'en-EN': [] }
test.use({ screenshot: 'off' })

/** Pages that show less of what others show: tickets and gifts by post go the way of a party. */
const isLessOfOthers = /^(tickets-(?!gift-vouchers|.*-modal$)|gift-by)/

for (const walk of walkNames) {
	for (const language of ['de-DE', 'en-EN'] as const) {
		test(`${walk}: axe finds no fault in German, nothing scrolls sideways in large type, choices are visible in forced colours (${language}) @pages @javascript`, async ({
			browser,
		}) => {
			const sights = await everyPage(process.env['SHOP_URL'] ?? '', language, [walk])
			const seen = sights.filter(({ name }) => !isLessOfOthers.test(name))
			const atAll = (page: Page) => look(page, axeWidths[language])
			expect(await complaintsAbout(browser, seen, atAll)).toEqual([])
			expect(seen.length).toBeGreaterThan(5)
		})
	}
}

/** Twenty-five of the pages, each with parts that the others do not have. */
const sample: [walk: (typeof walkNames)[number], names: string[]][] = [
	[
		'the start page, and pages to read',
		[
			'start',
			'start-modal',
			'start-party-time',
			'start-place',
			'cart-refused',
			'page-oeffnungszeiten',
			'not-found',
		],
	],
	[
		'an account',
		[
			'login-refused',
			'register-empty',
			'account',
			'account-access-data-passkeys',
			'account-order-details',
		],
	],
	['nothing free, a reservation over', ['cart-day-change', 'start-party-sold-out']],
	[
		'a party from the cart to its cancellation',
		[
			'party-cart',
			'party-start',
			'party-address-empty',
			'party-overview-no-terms',
			'party-confirmation',
			'party-invitation',
			'party-rest',
			'party-booking',
			'party-change-check',
			'party-move-times',
			'party-cancel-check',
		],
	],
]

for (const [walk, names] of sample) {
	test(`${walk}: axe finds no fault on ${names.length} pages, and nothing scrolls sideways on a small phone @javascript`, async ({
		browser,
	}) => {
		const sights = await everyPage(process.env['SHOP_URL'] ?? '', 'de-DE', [walk])
		const seen = sights.filter(({ name }) => names.includes(name))
		expect(await complaintsAbout(browser, seen, (page) => lookAt(page, 320, true))).toEqual([])
		expect(seen.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
	})
}

type Found = [where: string, complaints: string[]]

/** Shows pages, each in a window of its visitor, and lists what a look at them finds. */
async function complaintsAbout(
	browser: Browser,
	sights: readonly Sight[],
	lookAtPage: (page: Page) => Promise<Found[]>,
): Promise<string[]> {
	const windows = new Map<Sight['visitor'], VisitorWindow>()
	const complaints: string[] = []
	for (const sight of sights) {
		const window = windows.get(sight.visitor) ?? (await openWindow(browser, sight.visitor))
		windows.set(sight.visitor, window)
		await window.show(sight)
		for (const [where, what] of await lookAtPage(window.page))
			complaints.push(...what.map((complaint) => `${sight.name} ${where}: ${complaint}`))
	}
	for (const window of windows.values()) await window.close()
	return complaints
}

async function look(page: Page, axeAt: readonly number[]): Promise<Found[]> {
	const found: Found[] = [['keys', await keysShown(page)]]
	for (const width of widths) found.push(...(await lookAt(page, width, axeAt.includes(width))))
	await page.setViewportSize({ width: 360, height: 740 })
	found.push(['in forced colours', await chosenUnseen(page)])
	await setTypeTwiceAsLarge(page)
	found.push(['in large type', await beyondTheEdge(page)])
	return found
}

async function lookAt(page: Page, width: number, withAxe: boolean): Promise<Found[]> {
	await page.setViewportSize({ width, height: 800 })
	return [
		[`at ${width}`, await beyondTheEdge(page)],
		...(withAxe ? [[`at ${width}, axe`, await knownToBeWrong(page)] satisfies Found] : []),
	]
}

/** Lists the keys that the browser shows because it has no text for them. */
async function keysShown(page: Page): Promise<string[]> {
	const texts = await page.evaluate(() => [
		document.body.innerText,
		...[...document.querySelectorAll('[aria-label]')].map((element) => element.ariaLabel ?? ''),
	])
	return keysIn(texts)
}

test('the looks find what is wrong on a page that is wrong @javascript', async ({ page }) => {
	await page.setViewportSize({ width: 320, height: 800 })
	await page.setContent(`<!doctype html><html lang="de"><title>-</title><body>
		<img src="data:,"><input><p style="color: #ddd; background: #fff">Blass</p>
		<div style="width: 400px">Breit</div></body></html>`)
	const found = await knownToBeWrong(page)
	expect(found.map((complaint) => complaint.split(':')[0]).toSorted()).toEqual([
		'color-contrast',
		'image-alt',
		'label',
	])
	expect(found.join()).toContain('Blass')
	expect(await beyondTheEdge(page)).toEqual([expect.stringMatching(/^\d+ px: /)])
})
