import { createInstance } from 'i18next'
import { startTransition, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { HydratedRouter } from 'react-router/dom'

import { defaultLocale, i18nOptions, languageTags, locales } from '#app/i18n/i18n.ts'

const RELOAD_GUARD = { seconds: 10 }

// A part that is gone (a newer build is out) comes back with a fresh page; once, not in circles.
window.addEventListener('vite:preloadError', (event) => {
	const last = Number(sessionStorage.getItem('reloadedAt'))
	if (Date.now() - last < RELOAD_GUARD.seconds * 1000) return
	sessionStorage.setItem('reloadedAt', String(Date.now()))
	event.preventDefault()
	window.location.reload()
})

// Who presses twice gives up the first answer; the router forgets to expect that while it reads one.
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
