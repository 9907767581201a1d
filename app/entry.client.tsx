import { createInstance } from 'i18next'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'

import { defaultLocale, i18nOptions, languageTags, locales } from '#app/i18n/i18n.ts'

const RELOAD_GUARD = { seconds: 10 }

// A part that is gone (a newer build is out) is loaded by reloading the page, once within ten seconds.
window.addEventListener('vite:preloadError', (event) => {
	const last = Number(sessionStorage.getItem('reloadedAt'))
	if (Date.now() - last < RELOAD_GUARD.seconds * 1000) return
	sessionStorage.setItem('reloadedAt', String(Date.now()))
	event.preventDefault()
	window.location.reload()
})

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
