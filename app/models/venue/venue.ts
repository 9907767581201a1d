import { z } from 'zod'

import { cents } from '#app/models/money.ts'

/*
 * One venue as its operator writes it down. `venue.server.ts` reads the files of `venue/`, checks them
 * against this shape and keeps the result in the database; the rest of the house only reads it.
 */

const id = z
	.string()
	.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'only small letters, digits and single dashes')
const localText = z.strictObject({ de: z.string().trim().min(1), en: z.string().trim().min(1) })
const day = z.iso.date('a day is written YYYY-MM-DD and must exist')
const time = z
	.string()
	.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is written HH:MM, in quotation marks')
const minutes = z.int().positive().multipleOf(5)
const keptDays = z.int().min(1).max(3650)
const picture = z
	.string()
	.regex(/^\/pictures\/[\w-]+\.(svg|webp|png|jpe?g)$/, 'a picture is written /pictures/name.svg')

/** Written in euros with at most two decimals ('12.90'), kept in cents. */
const price = z
	.number()
	.nonnegative()
	.max(100_000)
	.refine((euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6, 'at most two decimals')
	.transform((euros) => cents(Math.round(euros * 100)))

export const dayKinds = [
	'regular',
	'restDay',
	'publicHoliday',
	'schoolHoliday',
	'special',
	'closed',
	'beforeOpening',
] as const
export const dayClasses = ['weekday', 'weekend'] as const
export const productKinds = [
	'ticket',
	'package',
	'room',
	'attraction',
	'addon',
	'giftVoucher',
] as const
export const dueKinds = ['deposit', 'online', 'onSite'] as const
export const conditionRules = ['min', 'max', 'all', 'exactlyOne'] as const
export const voucherKinds = ['value', 'percent', 'fixed'] as const

const federalStates = 'BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH'.split(' ')

/** A booked time: minutes, or 'day' from the slot until the venue closes. */
const duration = z.union([minutes, z.literal('day')])

const openingHours = z
	.strictObject({ opens: time, closes: time })
	.refine((hours) => hours.opens < hours.closes, '`closes` must be later than `opens`')

const calendar = z.strictObject({
	openingDate: day,
	horizonDays: z.int().min(1).max(730),
	federalState: z
		.string()
		.refine((state) => federalStates.includes(state), `must be one of ${federalStates.join(' ')}`),
	weekdays: z.strictObject({
		monday: openingHours.nullable(),
		tuesday: openingHours.nullable(),
		wednesday: openingHours.nullable(),
		thursday: openingHours.nullable(),
		friday: openingHours.nullable(),
		saturday: openingHours.nullable(),
		sunday: openingHours.nullable(),
	}),
	publicHolidays: openingHours,
	schoolHolidays: openingHours,
	schoolHolidayRanges: z.array(
		z
			.strictObject({ name: localText, from: day, until: day })
			.refine((range) => range.from <= range.until, '`from` must not be later than `until`'),
	),
	/** Which days count as weekend for prices, besides Saturday and Sunday. */
	weekendPrices: z.array(z.enum(['friday', 'publicHoliday', 'schoolHoliday'])),
	overrides: z.array(
		z.strictObject({
			day,
			label: localText,
			hours: openingHours.nullable(),
			prices: z.enum(dayClasses).optional(),
		}),
	),
})

const resource = z
	.strictObject({
		id,
		name: localText,
		/** A zone: how many guests fit at once. */
		capacity: z.int().positive().max(100_000).optional(),
		/** An exclusive room: one party at a time, with this many seats. */
		seats: z.int().positive().optional(),
		bufferAfter: minutes.optional(),
		picture: picture.optional(),
	})
	.refine(
		(it) => (it.capacity === undefined) !== (it.seats === undefined),
		'needs either `capacity` (a zone) or `seats` (an exclusive room)',
	)

const resourceGroup = z.strictObject({ id, name: localText, members: z.array(id).min(1) })

const priceTable = z.union([
	price,
	z.record(z.string().regex(/^(\d+|day)$/, 'a duration in minutes or day'), price),
])
const prices = z.strictObject({ weekday: priceTable, weekend: priceTable })

/** What one line of a product takes of a resource, and when inside the booked time. */
const use = z
	.strictObject({
		resource: id.optional(),
		/** Any member of the group: the smallest free one with enough seats for the quantity. */
		group: id.optional(),
		/** Units taken: one for each piece of the line's quantity, or a fixed number for the whole line. */
		units: z.union([z.literal('quantity'), z.int().positive()]).default('quantity'),
		/** Minutes after the start. */
		from: z.int().nonnegative().multipleOf(5).default(0),
		/** Length; left out: until the booked time ends. */
		minutes: minutes.optional(),
	})
	.refine(
		(it) => (it.resource === undefined) !== (it.group === undefined),
		'needs either `resource` or `group`',
	)

const condition = z.strictObject({
	id,
	title: localText,
	rule: z.enum(conditionRules),
	/** For min and max. */
	n: z.int().positive().default(1),
	/** The bound counts for each guest of the package. */
	perGuest: z.boolean().default(false),
	items: z
		.array(
			z.strictObject({
				product: id,
				/** Pieces included in the package's price: `quantity` for every started `perGuests` guests, or once. */
				included: z
					.strictObject({ quantity: z.int().positive(), perGuests: z.int().positive().optional() })
					.optional(),
			}),
		)
		.min(1),
})

const product = z.strictObject({
	id,
	kind: z.enum(productKinds),
	name: localText,
	summary: localText,
	includes: z.array(localText).default([]),
	picture,
	popular: z.boolean().default(false),
	mandatoryOnSite: z.boolean().default(false),
	vat: z.enum(['standard', 'reduced', 'none']).default('standard'),
	due: z.enum(dueKinds),
	prices,
	/** Deviating prices of a season. */
	periods: z.array(z.strictObject({ from: day, until: day, prices })).default([]),
	/**
	 * 'chosen': the visitor's duration, of those that have a price. Left out: a thing without a time of its
	 * own; an extra that uses something takes the time of its package or visit.
	 */
	duration: z.union([minutes, z.literal('chosen')]).optional(),
	/** Start times lie this many minutes apart, counted from opening. */
	raster: minutes.optional(),
	uses: z.array(use).default([]),
	quantity: z
		.strictObject({ min: z.int().positive().default(1), max: z.int().positive().default(99) })
		.prefault({}),
	/** The quantity of the line is the number of guests (a party), not of pieces. */
	perGuest: z.boolean().default(false),
	age: z
		.strictObject({ min: z.int().nonnegative().optional(), max: z.int().positive().optional() })
		.optional(),
	conditions: z.array(condition).default([]),
	/** Only together with all of these. */
	requires: z.array(id).default([]),
	excludes: z.array(id).default([]),
	/** Gift vouchers: how the code reaches its owner. Its value is the price. */
	delivery: z.enum(['mail', 'post']).optional(),
	/** Gift vouchers: months of validity from the end of the year of purchase (section 195, 199 BGB: 36). */
	validMonths: z.int().positive().optional(),
})

const voucher = z.strictObject({
	code: z.string().min(6).max(40),
	kind: z.enum(voucherKinds),
	/** Euros for value and fixed. */
	amount: price.optional(),
	/** Whole percent for percent. */
	percent: z.int().min(1).max(100).optional(),
	validFrom: day.optional(),
	validUntil: day.optional(),
	minimumOrder: price.optional(),
	products: z.array(id).optional(),
	/** Only for visits on these kinds of day. */
	dayClasses: z.array(z.enum(dayClasses)).optional(),
	/** How often it may be used in all; left out: once for percent and fixed, until it is empty for value. */
	uses: z.int().positive().optional(),
})

const page = z.strictObject({ title: localText, html: localText })

export const venueSchema = z.strictObject({
	name: z.string().trim().min(1),
	claim: localText,
	intro: localText,
	/** The opening announcement of the start page. */
	announcement: localText,
	contact: z.strictObject({
		company: z.string(),
		street: z.string(),
		postcode: z.string(),
		city: z.string(),
		phone: z.string(),
		email: z.email(),
		website: z.url(),
	}),
	arrival: localText,
	bring: localText,
	termsVersion: z.string().min(1),
	depositShare: z.int().min(0).max(100),
	/** VAT in percent by date of service; the newest `from` that is not later counts. */
	vat: z
		.array(
			z.strictObject({
				from: day,
				standard: z.int().nonnegative(),
				reduced: z.int().nonnegative(),
			}),
		)
		.min(1),
	shipping: z.strictObject({ price, vat: z.enum(['standard', 'reduced', 'none']) }),
	hold: z.strictObject({
		minutes,
		maxMinutes: minutes,
		/** Carts with reserved places that one internet address may have at once. */
		cartsPerAddress: z.int().positive(),
		/** Carts that one internet address may begin within 24 hours, whatever lies in them. */
		newCartsPerAddress: z.int().positive().default(100),
	}),
	/** Days after which the shop forgets what it needs no longer. */
	keep: z
		.strictObject({
			carts: keptDays.default(30),
			webhooks: keptDays.default(90),
			paymentTokens: keptDays.default(1),
		})
		.prefault({}),
	/** What the slot list of the start page counts before a product is chosen. */
	entry: z.strictObject({
		resource: id,
		raster: minutes,
		durations: z.array(duration).min(1),
		guests: z.int().positive(),
		fewPlaces: z.int().positive(),
	}),
	calendar,
	resources: z.array(resource).min(1),
	groups: z.array(resourceGroup).default([]),
	products: z.array(product).min(1),
	vouchers: z.array(voucher).default([]),
	redirects: z
		.array(
			z.strictObject({
				from: z.string().startsWith('/'),
				to: z.string().regex(/^(\/|https:\/\/)/),
				permanent: z.boolean().default(false),
			}),
		)
		.default([]),
	pages: z.record(id, page),
})

export type Venue = z.infer<typeof venueSchema>
export type Calendar = Venue['calendar']
export type Hours = z.infer<typeof openingHours>
export type Resource = z.infer<typeof resource>
export type Product = z.infer<typeof product>
export type Condition = z.infer<typeof condition>
export type ResourceUse = z.infer<typeof use>
export type VenueVoucher = z.infer<typeof voucher>
export type Duration = z.infer<typeof duration>
export type DayKind = (typeof dayKinds)[number]
export type DayClass = (typeof dayClasses)[number]
export type ProductKind = (typeof productKinds)[number]
export type DueKind = (typeof dueKinds)[number]
export type VatClass = Product['vat']
export type VoucherKind = (typeof voucherKinds)[number]

export function findProduct(venue: Venue, id: string): Product | undefined {
	return venue.products.find((product) => product.id === id)
}

export function findResource(venue: Venue, id: string): Resource | undefined {
	return venue.resources.find((resource) => resource.id === id)
}

/** The resources that can serve a use: the one it names, or the members of its group. */
export function candidates(venue: Venue, use: ResourceUse): Resource[] {
	const group = venue.groups.find((group) => group.id === use.group)
	const ids = group ? group.members : [use.resource]
	return venue.resources.filter((resource) => ids.includes(resource.id))
}
