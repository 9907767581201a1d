import { expect, type Locator } from '@playwright/test'

import { alive, open, type Visit } from './visit.ts'

export type ChangeScreen = ReturnType<typeof changeScreen>

/** The pages on which a booking is changed and moved, with the number of taps so far. */
export function changeScreen(visit: Visit) {
	const { page, t } = visit
	const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
	const button = (name: string) => page.getByRole('button', { name, exact: true })
	const main = page.getByRole('main')
	let taps = 0

	/** Taps once; without scripts the answer is another page. */
	async function tap(target: Locator) {
		taps += 1
		await target.click()
		await alive(page)
	}

	return {
		main,
		heading,
		alert: page.getByRole('alert'),
		guide: page.locator('#guide'),
		taps: () => taps,
		tap,
		/** Opens the form, with numbers of its address. */
		openChange: (bookingId: string, numbers: Record<string, string> = {}) =>
			open(visit, `/booking/${bookingId}/change?${new URLSearchParams(numbers)}`),
		openMove: (bookingId: string) => open(visit, `/booking/${bookingId}/move`),
		guests: page.getByRole('spinbutton', { name: t('changing.guests'), exact: true }),
		number: (name: string) => page.getByRole('spinbutton', { name, exact: true }),
		more: (label: string) => button(t('form.more', { label })),
		fewer: (label: string) => button(t('form.less', { label })),
		fold: (title: string) => page.locator('details').filter({ hasText: title }),
		check: button(t('changing.check')),
		orderButton: button(t('checkout.overview.submit')),
		take: button(t('changing.take')),
		again: button(t('changing.again')),
		sure: heading(t('changing.sure')),
		/** A day of the strip and a time of it, as links. */
		day: (day: string) => page.locator(`a[href*='day=${day}'][href*='#times']`),
		time: (label: string) => page.getByRole('link', { name: label }),
		moveButton: button(t('moving.check.take')),
		isDone: () => expect(main).toContainText(t('changing.done.title')),
		/** Expects a number to call, large enough for a thumb (faults N310). */
		async isCallable(part: Locator) {
			const number = part.locator("a[href^='tel:']").first()
			await expect(number).toBeVisible()
			await expect.poll(async () => (await number.boundingBox())?.height).toBeGreaterThanOrEqual(44)
		},
		/** Lists words of the table of what differs that are broken into two lines (faults N311). */
		brokenTerms: () =>
			page.getByRole('rowheader').evaluateAll((terms) =>
				terms.flatMap((term) => {
					const [text] = term.childNodes
					const words = [...(text?.textContent ?? '').matchAll(/[^\s-]+/g)]
					return words.flatMap(({ 0: word, index }) => {
						const range = document.createRange()
						if (!text) return []
						range.setStart(text, index)
						range.setEnd(text, index + word.length)
						return range.getClientRects().length > 1 ? [word] : []
					})
				}),
			),
		/** The cells of a row of the table of what differs. */
		async row(term: string): Promise<string[]> {
			const cells = page.getByRole('row').filter({ hasText: term }).first().getByRole('cell')
			return (await cells.allInnerTexts()).map((text) =>
				text.replaceAll(/\s+/g, ' ').replace(/^(bisher|neu) /, ''),
			)
		},
	}
}
