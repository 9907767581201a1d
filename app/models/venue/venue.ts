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
import { policy } from '#app/models/venue/policy.ts'
import { day, duration, minutes, time } from '#app/models/venue/slot.ts'

/*
 * The shape of one venue as its operator writes it. `operator/read.server.ts` reads the files of `venue/` and checks
 * them against this shape, `operator/venue.server.ts` stores the result in the database; all other code only reads it.
 */

/** The most guests that a search on the start page takes, and that a venue's `entry.guests` may begin with. */
export const maxGuests = 60

/** Ways to pay that are chosen beside a card, on the page of the payment service. */
const waysBesideCards = ['applePay', 'googlePay', 'link', 'klarna', 'sepa', 'eps', 'twint'] as const
/** Ways to pay that a payment service takes with cards unless the venue switches them off in its account. */
export const usualBesideCards = ['applePay', 'googlePay'] as const

/** The rules for the VAT of a cancellation fee: see `cancelFee`. */
const feeVatKinds = ['consideration', 'damages'] as const
export type FeeVat = (typeof feeVatKinds)[number]

const filled = z.string().trim().min(1)
const keptDays = z.int().min(1).max(3650)
const page = z.strictObject({ title: localText, html: localText })

/** A field that nothing reads since `policy` replaced it; files of the release before still have it (record 040). */
const former = z.unknown().transform(() => undefined)
/** Fields of `venue.yaml` that are no longer read, each with what replaced it. */
export const formerFields = { deadlines: 'policy', changes: 'policy' } as const

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
	/** The data that invoices and business letters need besides name and address (§ 14 UStG, § 35a GmbHG). */
	legal: z
		.strictObject({
			/** The VAT id (USt-IdNr.). */
			vatId: z
				.string()
				.regex(/^[A-Z]{2}[A-Z0-9]{2,12}$/, 'a VAT id is written without spaces, like DE123456789')
				.optional(),
			/** The tax number (Steuernummer) that the tax office gave. */
			taxNumber: filled.optional(),
			/** Court and number of a registered company. */
			register: filled.optional(),
			/** Names of the company's managers. */
			management: filled.optional(),
		})
		.refine(
			({ vatId, taxNumber }) => vatId ?? taxNumber,
			'needs `vatId` or `taxNumber`: no invoice is one without (§ 14 (4) UStG)',
		),
	/** The way to the venue; guests of a party read it too. */
	arrival: localText,
	bring: localText,
	deadlines: former.optional(),
	changes: former.optional(),
	/** The things that guests of a party bring; shown on the invitation, because guests have no order. */
	guestsBring: localText.optional(),
	/** Ways to pay beside cards that the venue's account at the payment service takes; left out: `usualBesideCards`. */
	besideCards: z.array(z.enum(waysBesideCards)).optional(),
	termsVersion: z.string().min(1),
	/** The rules for changing, moving and cancelling a booking; left out: by telephone only. */
	policy: policy.optional(),
	/** The policies of bookings whose own is unknown, because they are older than `policy`, by their terms' version. */
	policyOf: z.record(z.string().min(1), policy).optional(),
	depositShare: z.int().min(0).max(100),
	/** 'off' where the till rings up the rest as a sale with VAT: then its receipt is the paper of it (§ 14c UStG). */
	finalInvoice: z.enum(['on', 'off']).default('on'),
	/**
	 * The fee that is kept of a cancelled booking: 'consideration' bears VAT and stays on the papers; 'damages' bears
	 * none, every paper is taken back, and a receipt names it. For the tax adviser to decide.
	 */
	cancelFee: z.strictObject({ vat: z.enum(feeVatKinds) }).optional(),
	/** VAT in percent by date of service: the newest `from` up to that date is taken; before all of them the earliest. */
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
		/** The most carts with held places that one internet address may have at once. */
		cartsPerAddress: z.int().positive(),
		/** The most carts that one internet address may begin within 24 hours. */
		newCartsPerAddress: z.int().positive().default(100),
		/** The most rooms and attractions that one cart may hold. */
		exclusivePerCart: z.int().positive().default(3),
		/** The most rooms and attractions on one day for the unpaid carts of one internet address. */
		exclusivePerAddress: z.int().positive().default(9),
		/** The most places on one day for the unpaid carts of one internet address. */
		placesPerAddress: z.int().positive().default(80),
		/** The hold of a booking by telephone, two hours at most; left out: 30 minutes, two hours in all. */
		desk: z.strictObject({ minutes, maxMinutes: minutes.max(120) }).optional(),
	}),
	/**
	 * The rule for a payment that was under way when staff closed its day, and comes in afterwards: 'confirm' books it
	 * and tells the venue, 'refund' gives all of it back with a letter.
	 */
	closedDay: z.strictObject({ latePayment: z.enum(['confirm', 'refund']) }).optional(),
	/** Letters about visits that the shop sends to `contact.email`; left out: none. */
	letters: z
		.strictObject({
			/** True: a letter for each party, room and attraction when it is booked. */
			bookings: z.boolean().default(false),
			/** The time at which the sheet of tomorrow's visits is sent; null: never. */
			tomorrow: time.nullable().default(null),
		})
		.optional(),
	/** The address that gets a copy of letters about orders and withdrawals, without keys and codes; left out: none. */
	archive: email.optional(),
	affiliate: z
		.strictObject({
			/** 'off': partners' links (`?awc=`) are remembered at once; 'required': after the visitor allows it. */
			consent: z.enum(['off', 'required']).default('off'),
			/** Address that reports a paid order to the partners' network, with places for {awc}, {order} and {amount}. */
			report: z
				.url({ protocol: /^https?$/ })
				.nullable()
				.default(null),
		})
		.prefault({}),
	/** True: 'Forgotten password' says when an address has no account; false: it never does (faults F6). */
	revealUnknownEmail: z.boolean().default(false),
	/** Days after which the shop deletes data that it no longer needs. */
	keep: z
		.strictObject({
			carts: keptDays.default(30),
			unverifiedAccounts: keptDays.default(90),
			/** At least 8: the sweep looks for money of a closed payment for a week. */
			unpaidOrders: keptDays.min(8).default(30),
			webhooks: keptDays.default(90),
			paymentTokens: keptDays.default(1),
			/**
			 * Days for occasion, telephone numbers, salutation, date of birth and the texts for cakes and gift
			 * vouchers; counted from the visit or, without one, from the order.
			 */
			answers: keptDays.default(90),
			/** Days for which an invitation to a party is kept; counted from the visit. */
			invitations: keptDays.default(7),
			/**
			 * Days for which the link of a confirmation shows the booking to every holder of the link; counted from the
			 * visit or, without one, from the order. Afterwards only the customer who ordered sees the booking.
			 */
			confirmations: keptDays.default(90),
			/** Days for which a key of a letter opens a booking; counted from the visit or the cancelling. */
			bookingLinks: keptDays.default(14),
			/**
			 * Days for which withdrawals are kept: business letters are kept for six years from the end of their year (§ 257
			 * HGB, § 147 AO), at most seven.
			 */
			withdrawals: keptDays.default(2557),
		})
		.prefault({}),
	/** The resource, raster and numbers of the start page's slot list before a product is chosen. */
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

/**
 * Returns the venue's rule for the VAT of a cancellation fee: 'consideration', which bears VAT, unless its files say
 * otherwise.
 */
export function feeVatOf({ cancelFee }: Pick<Venue, 'cancelFee'>): FeeVat {
	return cancelFee?.vat ?? 'consideration'
}

/**
 * Returns the venue's rule for a payment that comes in for a day that staff closed meanwhile: 'confirm' (it is booked,
 * and the venue is told) unless its files say otherwise.
 */
export function latePaymentOf({ closedDay }: Pick<Venue, 'closedDay'>): 'confirm' | 'refund' {
	return closedDay?.latePayment ?? 'confirm'
}

export function findProduct(venue: Venue, id: string): Product | undefined {
	return venue.products.find((product) => product.id === id)
}

export function findResource(venue: Venue, id: string): Resource | undefined {
	return venue.resources.find((resource) => resource.id === id)
}

/** Lists the resources that can serve a use: the one it names, or the members of its group. */
export function candidates(venue: Venue, use: ResourceUse): Resource[] {
	const group = venue.groups.find((group) => group.id === use.group)
	const ids = group ? group.members : [use.resource]
	return venue.resources.filter((resource) => ids.includes(resource.id))
}
