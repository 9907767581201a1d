import { now } from '#app/gateways/clock.server.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { memoizeByOwner } from '#app/models/memoize.ts'
import { shownKind } from '#app/models/offer/listed-path.ts'
import { kindOf, type Kind } from '#app/models/offer/search.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { today } from '#app/models/venue/day.ts'
import { localBusiness } from '#app/models/venue/local-business.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Returns the script with the venue and the products of a start page as JSON-LD for search engines, which stands at the
 * page's end; '' for any other page.
 */
export function structuredDataOf({ pathname, searchParams }: URL, locale: Locale): string {
	if (pathname !== '/') return ''
	const venue = currentVenue()
	const kind = shownKind(venue, searchParams)
	return scriptOf(venue, { kind, locale, today: today(now()) })
}

const scriptOf = memoizeByOwner(
	(venue: Venue, { kind, locale, today }: { kind: Kind; locale: Locale; today: Day }) => {
		const products = venue.products.filter((product) => kindOf(product.kind) === kind)
		const text = JSON.stringify(
			localBusiness({ venue, products, origin: siteOrigin, locale, today }),
		)
		return `<script type="application/ld+json">${text.replaceAll('<', String.raw`\u003c`)}</script>`
	},
	({ kind, locale, today }) => `${kind} ${locale} ${today}`,
)
