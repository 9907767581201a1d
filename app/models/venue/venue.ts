import { z } from 'zod'

import { email } from '#app/models/email.ts'
import { calendarSchema } from '#app/models/venue/calendar.ts'
import { locationOf } from '#app/models/venue/canonical-path.ts'
import {
	id,
	price,
	product,
	resource,
	resourceGroup,
	voucher,
	type Product,
	type Resource,
	type ResourceUse,
} from '#app/models/venue/catalogue.ts'
import { localText } from '#app/models/venue/local-text.ts'
import { day, duration, minutes, time } from '#app/models/venue/slot.ts'

/*
 * One venue as its operator writes it down. `operator/read.server.ts` reads the files of `venue/` and checks them
 * against this shape, `operator/venue.server.ts` keeps the result in the database; the rest of the house only reads it.
 */

/** The most guests that the start page looks for at once: it takes no more, and no venue begins with more. */
export const maxGuests = 60

/** Ways to pay that are chosen beside a card, on the page of the payment service. */
const waysBesideCards = ['applePay', 'googlePay', 'link', 'klarna', 'sepa', 'eps', 'twint'] as const
/** Those that a payment service takes with cards unless they are switched off there. */
export const usualBesideCards = ['applePay', 'googlePay'] as const

const filled = z.string().trim().min(1)
const keptDays = z.int().min(1).max(3650)
const page = z.strictObject({ title: localText, html: localText })

const deadline = z.strictObject({
	/** The visit: so many days of the calendar, the last of them included, or so many hours. */
	before: z.union([
		z.strictObject({ days: z.int().nonnegative().max(365) }),
		z.strictObject({ hours: z.int().nonnegative().max(8760) }),
	]),
	text: localText,
})
export type Deadline = z.infer<typeof deadline>

export const venueSchema = z.strictObject({
	name: filled,
	claim: localText,
	intro: localText,
	/** The opening announcement of the start page. */
	announcement: localText,
	contact: z.strictObject({
		company: filled,
		street: filled,
		postcode: filled,
		city: filled,
		phone: z.string(),
		email,
		website: z.url(),
	}),
	/** What the law wants on invoices and business letters besides name and address (§ 14 UStG, § 35a GmbHG). */
	legal: z
		.strictObject({
			/** USt-IdNr. */
			vatId: z
				.string()
				.regex(/^[A-Z]{2}[A-Z0-9]{2,12}$/, 'a VAT id is written without spaces, like DE123456789')
				.optional(),
			/** Steuernummer of the tax office. */
			taxNumber: filled.optional(),
			/** Court and number, of a company that is in a register. */
			register: filled.optional(),
			/** Who manages the company. */
			management: filled.optional(),
		})
		.refine(
			({ vatId, taxNumber }) => vatId ?? taxNumber,
			'needs `vatId` or `taxNumber`: no invoice is one without (§ 14 (4) UStG)',
		),
	/** Guests of a party read it too. */
	arrival: localText,
	bring: localText,
	/** Until when a visit is moved or cancelled: each text stands while that is ahead, and `changes` follows them. */
	deadlines: z.array(deadline).optional(),
	/** How a visit is moved or cancelled; the mail address of the venue follows it. */
	changes: localText.optional(),
	/** What guests of a party bring, who have no order. */
	guestsBring: localText.optional(),
	/** What the venue's account at the payment service takes beside cards; left out: `usualBesideCards`. */
	besideCards: z.array(z.enum(waysBesideCards)).optional(),
	termsVersion: z.string().min(1),
	depositShare: z.int().min(0).max(100),
	/** VAT in percent by date of service: the newest `from` that is not later counts, before all of them the earliest. */
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
		/** Times that a cart may reserve a room or an attraction. */
		exclusivePerCart: z.int().positive().default(3),
		/** The same for the carts of one internet address, on one day, before they are paid. */
		exclusivePerAddress: z.int().positive().default(9),
		/** Places on one day for the carts of one internet address, before they are paid. */
		placesPerAddress: z.int().positive().default(80),
	}),
	/** What the shop writes to `contact.email` about visits; left out: nothing. */
	letters: z
		.strictObject({
			/** Each party, room and attraction as it is booked. */
			bookings: z.boolean().default(false),
			/** When the sheet of tomorrow is sent. */
			tomorrow: time.nullable().default(null),
		})
		.optional(),
	affiliate: z
		.strictObject({
			/** Whether partners' links (`?awc=`) are remembered at once, or after the visitor allowed it. */
			consent: z.enum(['off', 'required']).default('off'),
			/** Where their network is told of a paid order: an address with places for {awc}, {order} and {amount}. */
			report: z
				.url({ protocol: /^https?$/ })
				.nullable()
				.default(null),
		})
		.prefault({}),
	/** Whether a forgotten password tells that an address has no account; otherwise nothing tells (faults F6). */
	revealUnknownEmail: z.boolean().default(false),
	/** Days after which the shop forgets what it needs no longer. */
	keep: z
		.strictObject({
			carts: keptDays.default(30),
			unverifiedAccounts: keptDays.default(90),
			/** Money of a closed payment is looked for a week long: see the sweep. */
			unpaidOrders: keptDays.min(8).default(30),
			webhooks: keptDays.default(90),
			paymentTokens: keptDays.default(1),
			/**
			 * Occasion, telephone numbers, salutation, date of birth, what was to be written on cakes and gift
			 * vouchers: after the visit or, without one, the order.
			 */
			answers: keptDays.default(90),
			/** After the visit. */
			invitations: keptDays.default(7),
			/**
			 * How long the link of a confirmation shows the booking to anybody who has it: after the visit or, without
			 * one, the order. Afterwards it is for who ordered.
			 */
			confirmations: keptDays.default(90),
			/** Letters of a trade are kept for six years from the end of theirs (§ 257 HGB, § 147 AO): seven at most. */
			withdrawals: keptDays.default(2557),
		})
		.prefault({}),
	/** What the slot list of the start page counts before a product is chosen. */
	entry: z.strictObject({
		resource: id,
		raster: minutes,
		durations: z.array(duration).min(1),
		guests: z.int().positive().max(maxGuests),
		fewPlaces: z.int().positive(),
	}),
	calendar: calendarSchema,
	resources: z.array(resource).min(1),
	groups: z.array(resourceGroup).default([]),
	products: z.array(product).min(1),
	vouchers: z.array(voucher).default([]),
	redirects: z
		.array(
			z.strictObject({
				from: z.string().startsWith('/'),
				to: z
					.string()
					.refine(
						(to) => locationOf(to) !== null,
						'must be a path of the shop, such as /pages/faq, or a whole https:// address',
					),
				permanent: z.boolean().default(false),
			}),
		)
		.default([]),
	pages: z.record(id, page),
})

export type Venue = z.infer<typeof venueSchema>

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
