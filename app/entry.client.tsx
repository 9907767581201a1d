import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

import type { Texts } from '#app/i18n/de.ts'
import { defaultLocale, languageTags, locales, type Locale } from '#app/i18n/i18n.ts'
import { WordsContext } from '#app/i18n/use-i18n.ts'
import { createWords } from '#app/i18n/words.ts'
import { followFragmentLinks } from '#app/ui/fragment-links.ts'
import { Awakening } from '#app/ui/fragment.tsx'

// A second press aborts the request of the first. The router does not catch that while it is reading an
// answer, so the AbortError arrives here and is no error. Neither is a fade between two pages that is left out,
// because it was overtaken, the window changed its size or the next page takes its time.
const harmless = new Set(['AbortError', 'InvalidStateError', 'TimeoutError'])
window.addEventListener('unhandledrejection', (event) => {
	if (event.reason instanceof DOMException && harmless.has(event.reason.name))
		event.preventDefault()
})

followFragmentLinks()

/** The locale of the page, from the language that the server wrote into the document. */
const locale =
	locales.find((locale) => languageTags[locale] === document.documentElement.lang) ?? defaultLocale
const words = createWords(locale, await textsOf(locale))

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<WordsContext value={words}>
				<Awakening>
					<HydratedRouter />
				</Awakening>
			</WordsContext>
		</StrictMode>,
	)
})

/** Loads the texts of the page's language; the browser fetches no other. */
async function textsOf(language: Locale): Promise<Texts> {
	return language === 'de-DE'
		? (await import('#app/i18n/de.ts')).de
		: (await import('#app/i18n/en.ts')).en
}
