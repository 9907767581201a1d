import { createInstance } from 'i18next'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'

import { defaultLocale, i18nOptions, languageTags, locales } from '#app/i18n/i18n.ts'

// A second press aborts the request of the first. The router does not catch that while it is reading an
// answer, so the AbortError arrives here and is no error.
window.addEventListener('unhandledrejection', (event) => {
	if (event.reason instanceof DOMException && event.reason.name === 'AbortError')
		event.preventDefault()
})

/** The words the server used: the document says its language. */
const locale =
	locales.find((locale) => languageTags[locale] === document.documentElement.lang) ?? defaultLocale
const i18n = createInstance(i18nOptions)
await i18n.init({ lng: locale })

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<I18nextProvider i18n={i18n}>
				<HydratedRouter />
			</I18nextProvider>
		</StrictMode>,
	)
})
