import type { Locale } from '#app/i18n/i18n.ts'
import { siteOrigin } from '#app/middleware/origin.server.ts'
import { kindOf, parseKind, type Kind } from '#app/models/offer/search.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { localBusiness } from '#app/models/venue/local-business.ts'
import type { Venue } from '#app/models/venue/venue.ts'

const known = new WeakMap<Venue, Map<string, string>>()

/** The venue and what a start page sells, for search engines, at its end; no browser asks for it. */
export function structuredDataOf({ pathname, searchParams }: URL, locale: Locale): string {
	if (pathname !== '/') return ''
	const venue = currentVenue()
	const kind = parseKind(searchParams.get('kind')) ?? 'play'
	const scripts = known.get(venue) ?? new Map<string, string>()
	known.set(venue, scripts)
	const key = `${kind} ${locale}`
	const script = scripts.get(key) ?? scriptOf(venue, kind, locale)
	scripts.set(key, script)
	return script
}

function scriptOf(venue: Venue, kind: Kind, locale: Locale): string {
	const products = venue.products.filter((product) => kindOf(product.kind) === kind)
	const text = JSON.stringify(localBusiness({ venue, products, origin: siteOrigin, locale }))
	return `<script type="application/ld+json">${text.replaceAll('<', String.raw`\u003c`)}</script>`
}
