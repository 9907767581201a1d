import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const widths = [320, 360, 768, 1280]

/**
 * Nothing to scroll sideways at any width, and nothing that axe, which needs scripts, knows to be wrong on a
 * phone and, for the richest states, on a desk.
 */
export async function isSound(page: Page, sizes: readonly number[] = [360]) {
	for (const width of widths) {
		await page.setViewportSize({ width, height: 800 })
		const beyond = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		)
		expect(beyond, `nothing to scroll sideways at ${width}`).toBeLessThanOrEqual(0)
	}
	const isScripted = await page.evaluate(() => matchMedia('(scripting: enabled)').matches)
	for (const width of isScripted ? sizes : []) {
		await page.setViewportSize({ width, height: 800 })
		const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
		expect(
			violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
			`at ${width}`,
		).toEqual([])
	}
	await page.setViewportSize({ width: 1280, height: 800 })
}
