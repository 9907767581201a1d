import { expect, type Page } from '@playwright/test'
import type { TFunction } from 'i18next'

/** What every screen has at hand: the window and the words of the visitor's language. */
export type Visit = { page: Page; t: TFunction }

/** Opens a path of the shop and waits until it can be used as its visitor would. */
export async function open({ page }: Visit, path: string): Promise<void> {
	await page.goto(path)
	await alive(page)
}

/**
 * A page is seen while it still arrives. It is whole when its document is, and where scripts run it comes to life a
 * moment later: the framework then takes over where a page is scrolled to, together with all else that it begins.
 */
export async function alive(page: Page): Promise<void> {
	const lives = () =>
		page
			.evaluate(
				() =>
					document.readyState !== 'loading' &&
					(!matchMedia('(scripting: enabled)').matches || history.scrollRestoration === 'manual'),
			)
			// A page that another one takes the place of.
			.catch(() => false)
	await expect.poll(lives, { intervals: [20] }).toBe(true)
}

/** The text as a pattern that ignores what stands around it. */
export function containing(text: string): RegExp {
	return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}
