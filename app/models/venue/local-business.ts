import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { weekdays, type Hours } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** The venue as search engines read it (schema.org): where it is, when it is open, what it sells. */
export function localBusiness(venue: Venue, origin: string, locale: Locale) {
	const { contact, calendar } = venue
	return {
		'@context': 'https://schema.org',
		'@type': 'AmusementPark',
		'@id': idOf(origin),
		name: venue.name,
		description: inLocale(venue.intro, locale),
		url: origin,
		image: `${origin}/social.png`,
		telephone: contact.phone,
		email: contact.email,
		address: {
			'@type': 'PostalAddress',
			streetAddress: contact.street,
			postalCode: contact.postcode,
			addressLocality: contact.city,
			addressCountry: 'DE',
		},
		openingHoursSpecification: weekdays.flatMap((weekday) =>
			openOn(weekday, calendar.weekdays[weekday]),
		),
		makesOffer: venue.products.filter(isShown).map((product) => offerOf(product, origin, locale)),
	}
}

function openOn(weekday: string, hours: Hours | null) {
	if (!hours) return []
	const dayOfWeek = weekday.replace(/^./, (letter) => letter.toUpperCase())
	return [{ '@type': 'OpeningHoursSpecification', dayOfWeek, ...hours }]
}

function isShown({ kind }: Product): boolean {
	return kind === 'ticket' || kind === 'package'
}

function offerOf(product: Product, origin: string, locale: Locale) {
	const prices = [product.prices.weekday, product.prices.weekend].flatMap((table) =>
		typeof table === 'number' ? [table] : Object.values(table),
	)
	return {
		'@type': 'Offer',
		url: `${origin}/?product=${product.id}`,
		itemOffered: itemOf(product, origin, locale),
		priceSpecification: {
			'@type': 'PriceSpecification',
			minPrice: Math.min(...prices) / 100,
			priceCurrency: 'EUR',
			valueAddedTaxIncluded: true,
		},
	}
}

/** A party is an event at the venue, on a day that its buyer chooses; a ticket is a service. */
function itemOf(
	{ kind, name, duration, perGuest, quantity }: Product,
	origin: string,
	locale: Locale,
) {
	if (kind !== 'package') return { '@type': 'Service', name: inLocale(name, locale) }
	return {
		'@type': 'Event',
		name: inLocale(name, locale),
		location: { '@id': idOf(origin) },
		organizer: { '@id': idOf(origin) },
		...(typeof duration === 'number' && { duration: `PT${duration}M` }),
		...(perGuest && { maximumAttendeeCapacity: quantity.max }),
	}
}

/** Names the venue within its own page. */
function idOf(origin: string): string {
	return `${origin}/#venue`
}
