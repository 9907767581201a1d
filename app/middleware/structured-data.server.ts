import type { Locale } from '#app/i18n/i18n.ts'
import { siteOrigin } from '#app/middleware/origin.server.ts'
import { kindOf, parseKind, type Kind } from '#app/models/offer/search.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { localBusiness } from '#app/models/venue/local-business.ts'
import { onceForEach } from '#app/models/venue/once.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** The venue and what a start page sells, for search engines, at its end; no browser asks for it. */
export function structuredDataOf({ pathname, searchParams }: URL, locale: Locale): string {
	if (pathname !== '/') return ''
	const kind = parseKind(searchParams.get('kind')) ?? 'play'
	return scriptOf(currentVenue(), { kind, locale })
}

const scriptOf = onceForEach(
	(venue: Venue, { kind, locale }: { kind: Kind; locale: Locale }) => {
		const products = venue.products.filter((product) => kindOf(product.kind) === kind)
		const text = JSON.stringify(localBusiness({ venue, products, origin: siteOrigin, locale }))
		return `<script type="application/ld+json">${text.replaceAll('<', String.raw`\u003c`)}</script>`
	},
	({ kind, locale }) => `${kind} ${locale}`,
)
