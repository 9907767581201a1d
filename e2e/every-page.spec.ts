import { expect, test, type Page } from '@playwright/test'
import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate'

import { de } from '#app/i18n/de.ts'

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
const keys = keysOf(de)
test.use({ screenshot: 'off' })

/** Pages that show less of what others show: tickets and gifts by post go the way of a party. */
const isLessOfOthers = /^(tickets-(?!gift-vouchers|.*-modal$)|gift-by)/

for (const walk of walkNames) {
	for (const language of ['de-DE', 'en-EN'] as const) {
		test(`${walk}: valid HTML, axe finds no fault in German, nothing scrolls sideways in large type, choices are visible in forced colours (${language}) @pages @javascript`, async ({
			browser,
		}) => {
			const sights = await everyPage(process.env['SHOP_URL'] ?? '', language, [walk])
			const windows = new Map<Sight['visitor'], VisitorWindow>()
			const complaints: string[] = []
			for (const sight of sights) {
				const { name, visitor } = sight
				const found: Found[] = [['in its HTML', await invalidHtml(sight)]]
				if (!isLessOfOthers.test(name)) {
					const window = windows.get(visitor) ?? (await openWindow(browser, visitor))
					windows.set(visitor, window)
					await window.show(sight)
					found.push(...(await look(window.page, axeWidths[language])))
				}
				for (const [where, what] of found)
					complaints.push(...what.map((complaint) => `${name} ${where}: ${complaint}`))
			}
			for (const window of windows.values()) await window.close()
			expect(complaints).toEqual([])
			expect(sights.length).toBeGreaterThan(5)
		})
	}
}

type Found = [where: string, complaints: string[]]

type Branch = { [key: string]: string | Branch }

function keysOf(texts: Branch, path = ''): Set<string> {
	const keys = Object.entries(texts).flatMap(([key, value]) =>
		typeof value === 'string' ? [path + key] : [...keysOf(value, `${path}${key}.`)],
	)
	return new Set(keys)
}

const htmlRules: ConfigData['rules'] = {
	// React writes HTML with `charSet`, `<br/>`, `required=""`.
	'attr-case': 'off',
	'void-style': 'off',
	'attribute-boolean-style': 'off',
	'attribute-empty-style': 'off',
	// HTML allows any ids without spaces; the rule allows fewer.
	'valid-id': ['error', { relaxed: true }],
	// The page that waits for a payment reloads itself, without scripts too.
	'meta-refresh': 'off',
	// Safari treats a list without bullets as a list only with the role.
	'no-redundant-role': 'off',
	'prefer-native-element': ['error', { exclude: ['list'] }],
}
const validator = new HtmlValidate(
	new StaticConfigLoader({ extends: ['html-validate:recommended'], rules: htmlRules }),
)

/** Lists what is not valid in the document as the shop sent it. */
async function invalidHtml({ answer }: Sight): Promise<string[]> {
	const { results } = await validator.validateString(answer.text)
	return results
		.flatMap(({ messages }) => messages)
		.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)
}

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
