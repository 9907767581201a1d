import { siteOrigin } from '#app/middleware/origin.server.ts'
import { locales, type Locale } from '#app/i18n/i18n.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { localBusiness } from '#app/models/venue/local-business.ts'
import type { Venue } from '#app/models/venue/venue.ts'

const known = new WeakMap<Venue, Record<Locale, string>>()

/** The venue for search engines, at the end of the start page; no browser asks for it. */
export function structuredDataOf(pathname: string, locale: Locale): string {
	if (pathname !== '/') return ''
	const venue = currentVenue()
	let scripts = known.get(venue)
	if (!scripts) {
		const entries = locales.map((locale) => [locale, scriptOf(venue, locale)] as const)
		scripts = Object.fromEntries(entries) as Record<Locale, string>
		known.set(venue, scripts)
	}
	return scripts[locale]
}

function scriptOf(venue: Venue, locale: Locale): string {
	const text = JSON.stringify(localBusiness(venue, siteOrigin, locale))
	return `<script type="application/ld+json">${text.replaceAll('<', String.raw`\u003c`)}</script>`
}
