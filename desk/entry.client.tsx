import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import { defaultLocale, languageTags, locales } from '#app/i18n/i18n.ts'
import { WordsContext } from '#app/i18n/use-i18n.ts'
import { createWords } from '#app/i18n/words.ts'
import { followFragmentLinks } from '#app/ui/fragment-links.ts'
import { DeskWordsContext } from '#desk/i18n/use-desk-i18n.ts'
import { createDeskWords } from '#desk/i18n/words.ts'
import { markPolls } from '#desk/ui/poll.ts'

markPolls()
followFragmentLinks()

/**
 * The language in which the server rendered this page, read from `<html lang>`; German where that names no language of
 * the desk.
 */
const locale =
	locales.find((locale) => languageTags[locale] === document.documentElement.lang) ?? defaultLocale
const [shopTexts, deskTexts] = await (locale === 'de-DE' ? germanTexts() : englishTexts())
const words = createWords(locale, shopTexts)
const deskWords = createDeskWords(locale, deskTexts)

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<WordsContext value={words}>
				<DeskWordsContext value={deskWords}>
					<HydratedRouter />
				</DeskWordsContext>
			</WordsContext>
		</StrictMode>,
	)
})

async function germanTexts() {
	const [shop, desk] = await Promise.all([import('#app/i18n/de.ts'), import('#desk/i18n/de.ts')])
	return [shop.de, desk.de] as const
}

async function englishTexts() {
	const [shop, desk] = await Promise.all([import('#app/i18n/en.ts'), import('#desk/i18n/en.ts')])
	return [shop.en, desk.en] as const
}
