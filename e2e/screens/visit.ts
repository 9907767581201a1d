import { expect, type Page } from '@playwright/test'
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

/** Returns a pattern that finds the text inside of others. */
export function containing(text: string): RegExp {
	return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
