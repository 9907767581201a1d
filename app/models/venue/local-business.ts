import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { weekdays, type Calendar, type Hours } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** `products`: what the page shows, for that alone is to be told (Google, structured data policies). */
type Shown = { venue: Venue; products: readonly Product[]; origin: string; locale: Locale }

/** The venue as search engines read it (schema.org): where it is, when it is open, what it sells. */
export function localBusiness({ venue, products, origin, locale }: Shown) {
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
		openingHoursSpecification: openingTimes(calendar.weekdays),
		makesOffer: products.filter(isShown).map((product) => offerOf(product, origin, locale)),
	}
}

/** Days with the same hours stand together. */
function openingTimes(hours: Calendar['weekdays']) {
	const open = weekdays.filter((weekday) => hours[weekday] !== null)
	const timesOf = (weekday: keyof typeof hours) => JSON.stringify(hours[weekday])
	return [...new Set(open.map(timesOf))].map((times) => ({
		'@type': 'OpeningHoursSpecification',
		dayOfWeek: open
			.filter((weekday) => timesOf(weekday) === times)
			.map((weekday) => weekday.replace(/^./, (letter) => letter.toUpperCase())),
		...(JSON.parse(times) as Hours),
	}))
}

function isShown({ kind }: Product): boolean {
	return kind === 'ticket' || kind === 'package'
}

function offerOf(product: Product, origin: string, locale: Locale) {
	const prices = [product.prices.weekday, product.prices.weekend].flatMap((table) =>
		typeof table === 'number' ? [table] : Object.values(table),
	)
	return {
		'@type': 'AggregateOffer',
		url: `${origin}/?product=${product.id}`,
		itemOffered: itemOf(product, origin, locale),
		lowPrice: Math.min(...prices) / 100,
		priceCurrency: 'EUR',
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
