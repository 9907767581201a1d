import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { openingOn, weekdays, type Calendar, type Hours } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { addDays, weekdayOf } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The data that `localBusiness` needs. `today` is the first day whose special hours are listed; `products` are those
 * that the page shows, because only what is visible may be listed (Google, structured data policies).
 */
type Business = {
	venue: Venue
	products: readonly Product[]
	origin: string
	locale: Locale
	today: Day
}

/** Makes the structured data by which search engines read the venue (schema.org): address, opening hours, products. */
export function localBusiness({ venue, products, origin, locale, today }: Business) {
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
		specialOpeningHoursSpecification: specialTimes(calendar, today),
		makesOffer: products.filter(isShown).map((product) => offerOf(product, origin, locale)),
	}
}

/** Lists the hours of the weekdays for schema.org; weekdays with equal hours share an entry. */
function openingTimes(hours: Calendar['weekdays']) {
	const open = weekdays.filter((weekday) => hours[weekday] !== null)
	const timesOf = (weekday: keyof typeof hours) => JSON.stringify(hours[weekday])
	return [...new Set(open.map(timesOf))].map((times) => ({
		'@type': 'OpeningHoursSpecification',
		dayOfWeek: open
			.filter((weekday) => timesOf(weekday) === times)
			.map((weekday) => weekday.replace(/^./, (letter) => letter.toUpperCase())),
		...toldHours(JSON.parse(times) as Hours),
	}))
}

/**
 * Lists for schema.org the hours of days within the horizon that differ from those of their weekday, such as holidays;
 * successive days with equal hours share an entry. A closed day opens and closes at 00:00 (Google, hours of local
 * businesses).
 */
function specialTimes(calendar: Calendar, today: Day) {
	const spans: { from: Day; until: Day; hours: Hours | null; isSpecial: boolean }[] = []
	for (let ahead = 0; ahead <= calendar.horizonDays; ahead += 1) {
		const day = addDays(today, ahead)
		const { hours } = openingOn(calendar, day)
		const usual = calendar.weekdays[weekdays[weekdayOf(day)] ?? 'monday']
		const isSpecial = !areSame(hours, usual)
		const last = spans.at(-1)
		if (last && areSame(last.hours, hours)) {
			last.until = day
			last.isSpecial ||= isSpecial
		} else spans.push({ from: day, until: day, hours, isSpecial })
	}
	return spans
		.filter(({ isSpecial }) => isSpecial)
		.map(({ from, until, hours }) => ({
			'@type': 'OpeningHoursSpecification',
			validFrom: from,
			validThrough: until,
			...(hours ? toldHours(hours) : { opens: '00:00', closes: '00:00' }),
		}))
}

function areSame(one: Hours | null, other: Hours | null): boolean {
	return one?.opens === other?.opens && one?.closes === other?.closes
}

/** Writes hours in schema.org's form: closing at midnight is '00:00', a day open around the clock closes at '23:59'. */
function toldHours({ opens, closes }: Hours): Hours {
	if (closes !== '24:00') return { opens, closes }
	return { opens, closes: opens === '00:00' ? '23:59' : '00:00' }
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
		// A party is no event for schema.org, which must have a day: its buyer chooses one.
		itemOffered: {
			'@type': 'Service',
			name: inLocale(product.name, locale),
			provider: { '@id': idOf(origin) },
		},
		lowPrice: Math.min(...prices) / 100,
		priceCurrency: 'EUR',
	}
}

/** Returns the id of the venue within the structured data of a page. */
function idOf(origin: string): string {
	return `${origin}/#venue`
}
