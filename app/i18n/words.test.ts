import { createInstance } from 'i18next'
import { expect, test } from 'vitest'

import { languageTags, locales, type MessageKey } from '#app/i18n/i18n.ts'
import { texts } from '#app/i18n/texts.ts'
import { createWords } from '#app/i18n/words.ts'

test.each(locales)('%s: every sentence reads as i18next would have it', async (locale) => {
	const library = createInstance()
	await library.init({
		lng: languageTags[locale],
		resources: { [languageTags[locale]]: { translation: texts[locale] } },
		interpolation: { escapeValue: false },
	})
	const { t } = createWords(locale, texts[locale])
	for (const [key, sentence] of sentencesOf(texts[locale])) {
		const gaps = [...sentence.matchAll(/\{\{(\w+)(,.*?)?\}\}/g)].map(([, name, format]) => [
			name,
			format ? 1234.5 : `<${name}>`,
		])
		const name = key.replace(/_(one|other)$/, '') as MessageKey
		for (const count of [0, 1, 2, 11]) {
			const values = {
				...Object.fromEntries(gaps),
				...(sentence.includes('{{count}}') && { count }),
			}
			expect(t(name, values)).toBe(library.t(name, values))
		}
	}
})

test.each([
	['de-DE', '30\u00a0%'],
	['en-EN', '30%'],
] as const)('%s: a share is written %s', (locale, percent) => {
	const { t } = createWords(locale, texts[locale])
	expect(t('checkout.overview.paymentDeposit', { share: 0.3 })).toContain(` ${percent} `)
})

test('a value in a gap is shown as it is', () => {
	const { t } = createWords('de-DE', texts['de-DE'])
	const path = '/{{path}}/$t(common.close)/$&/$1'
	expect(t('errorScreen.pageNotFound', { path })).toBe(`Page Not Found: ${path}`)
})

type Branch = { [key: string]: string | Branch }

function sentencesOf(branch: Branch, path = ''): [string, string][] {
	return Object.entries(branch).flatMap(([key, value]) =>
		typeof value === 'string' ? [[path + key, value]] : sentencesOf(value, `${path}${key}.`),
	)
}
