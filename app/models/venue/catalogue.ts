import { z } from 'zod'

import { cents, zero } from '#app/models/money.ts'
import { partyTypes } from '#app/models/party-types.ts'
import { dayClasses } from '#app/models/venue/calendar.ts'
import { localText } from '#app/models/venue/local-text.ts'
import { ownPolicy } from '#app/models/venue/policy.ts'
import { day, minutes, time } from '#app/models/venue/slot.ts'

/*
 * The shapes of `venue/catalogue.yaml` and `venue/vouchers.yaml`: resources, products with their conditions, vouchers.
 */

const productKinds = ['ticket', 'package', 'room', 'attraction', 'addon', 'giftVoucher'] as const
export const dueKinds = ['deposit', 'online', 'onSite'] as const
/** The parts of a package's price that may have VAT rates of their own, in the order in which papers name them. */
export const packageParts = ['food', 'drinks', 'play'] as const
const conditionRules = ['min', 'max', 'all', 'exactlyOne'] as const
export const voucherKinds = ['value', 'percent', 'fixed'] as const

export const idMessage = 'only small letters, digits and single dashes'
export const id = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, idMessage)

const picture = z
	.string()
	.regex(
		/^\/pictures\/[\w-]+\.(svg|webp|png|jpe?g|avif)$/i,
		'a picture is written /pictures/name.svg',
	)

/** The schema of a price, written in euros with at most two decimals ('12.90'), parsed to cents. */
export const price = z
	.number()
	.nonnegative()
	.max(100_000)
	.refine((euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6, 'at most two decimals')
	.transform((euros) => cents(Math.round(euros * 100)))

export const resource = z
	.strictObject({
		id,
		/** The former id of this resource after a rename: its bookings under the former id belong to this one. */
		was: id.optional(),
		name: localText,
		/** For a zone: the number of guests that fit at once. */
		capacity: z.int().positive().max(100_000).optional(),
		/** For an exclusive room, which takes one party at a time: the number of its seats. */
		seats: z.int().positive().optional(),
		bufferAfter: minutes.optional(),
		picture: picture.optional(),
	})
	.refine(
		(it) => (it.capacity === undefined) !== (it.seats === undefined),
		'needs either `capacity` (a zone) or `seats` (an exclusive room)',
	)

export const resourceGroup = z.strictObject({ id, name: localText, members: z.array(id).min(1) })

const priceTable = z.union([
	price,
	z.record(z.string().regex(/^(\d+|day)$/, 'a duration in minutes or day'), price),
])
const prices = z.strictObject({ weekday: priceTable, weekend: priceTable })

/** The units of a resource that one line of a product takes, and the part of the booked time in which it does. */
const use = z
	.strictObject({
		resource: id.optional(),
		/** Id of a group, of which the smallest free member with enough seats for the quantity is used. */
		group: id.optional(),
		/** Units taken: one for each piece of the line's quantity, or a fixed number for the whole line. */
		units: z.union([z.literal('quantity'), z.int().positive()]).default('quantity'),
		/** The beginning of the use in minutes after the start. */
		from: z.int().nonnegative().multipleOf(5).default(0),
		/** Duration in minutes; left out: until the booked time ends. */
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
	/** The bound of the rules min and max. */
	n: z.int().positive().default(1),
	/** True: the bound `n` is multiplied by the guests of the package. */
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

/**
 * The schema of a notice, the end of online sale: minutes before the product begins, or a clock time so many days
 * before.
 */
const notice = z.union([
	z.strictObject({ minutes }),
	z.strictObject({ days: z.int().nonnegative().max(365), until: time }),
])

/**
 * The single prices of a package's parts for one guest, in proportion to which the package's price is split. Of
 * `foodAndDrinks`, one price for both, 30 % counts as drinks.
 */
const vatParts = z.strictObject({
	food: singlePrice(),
	drinks: singlePrice(),
	foodAndDrinks: singlePrice(),
	play: singlePrice(),
})

function singlePrice() {
	return price.refine((amount) => amount > 0, 'must be more than 0').default(zero)
}

export const product = z.strictObject({
	id,
	kind: z.enum(productKinds),
	name: localText,
	summary: localText,
	includes: z.array(localText).default([]),
	picture,
	popular: z.boolean().default(false),
	/** The heading under which an extra is listed, such as 'Essen und Trinken'. */
	section: localText.optional(),
	mandatoryOnSite: z.boolean().default(false),
	vat: z.enum(['standard', 'reduced', 'none']).default('standard'),
	/** Parts of a package with VAT rates of their own; left out: the package is one supply at the rate of `vat`. */
	vatParts: vatParts.optional(),
	/** The person who decided on `vatParts`, and the day. */
	vatBasis: z.string().trim().min(1).max(300).optional(),
	due: z.enum(dueKinds),
	prices,
	/** Seasons with other prices. */
	periods: z.array(z.strictObject({ from: day, until: day, prices })).default([]),
	/**
	 * 'chosen': the duration that the visitor chooses among those with a price. Left out: a product without a time
	 * of its own; an extra that uses a resource takes the time of its package or visit.
	 */
	duration: z.union([minutes, z.literal('chosen')]).optional(),
	/** The minutes between start times, counted from opening; left out: those of the venue's entry. */
	raster: minutes.optional(),
	uses: z.array(use).default([]),
	/** The notice of the product; left out: it can be booked until it begins. */
	notice: notice.optional(),
	/** The rules for cancelling, changing and moving that differ from the venue's. */
	policy: ownPolicy.optional(),
	quantity: z
		.strictObject({ min: z.int().positive().default(1), max: z.int().positive().default(99) })
		.prefault({}),
	/** The types of party that an exclusive product can be booked for; left out: all. */
	partyTypes: z.array(z.enum(partyTypes)).min(1).optional(),
	/** The quantity of the line is the number of guests (a party), not of pieces. */
	perGuest: z.boolean().default(false),
	/** The sentence that says who counts as a guest. */
	counts: localText.optional(),
	age: z
		.strictObject({ min: z.int().nonnegative().optional(), max: z.int().positive().optional() })
		.optional(),
	conditions: z.array(condition).default([]),
	/** Ids of other products; this product is sold only together with all of them. */
	requires: z.array(id).default([]),
	excludes: z.array(id).default([]),
	/** The text that buyers are asked for, such as the name on a cake; `max` is its longest length in characters. */
	asks: z
		.strictObject({
			label: localText,
			max: z.int().min(5).max(200).default(60),
			/**
			 * True: the kitchen has to heed the answer, such as allergies; the day sheet shows it first, and no letter
			 * holds it.
			 */
			warns: z.boolean().optional(),
		})
		.optional(),
	/** Gift vouchers: the way in which the code reaches the buyer. The voucher's value is the price. */
	delivery: z.enum(['mail', 'post']).optional(),
	/** Gift vouchers: months of validity from the end of the year of purchase (section 195, 199 BGB: 36). */
	validMonths: z.int().positive().optional(),
})

export const voucher = z.strictObject({
	code: z.string().min(6).max(40),
	kind: z.enum(voucherKinds),
	/** The amount of a value or fixed voucher. */
	amount: price.optional(),
	/** The whole percent of a percent voucher. */
	percent: z.int().min(1).max(100).optional(),
	validFrom: day.optional(),
	validUntil: day.optional(),
	minimumOrder: price.optional(),
	products: z.array(id).optional(),
	/** The classes of day for whose visits the voucher can be used; left out: all. */
	dayClasses: z.array(z.enum(dayClasses)).optional(),
	/**
	 * The number of orders that may use the voucher in all; left out: one for percent and fixed, any number for value
	 * until it is empty.
	 */
	uses: z.int().positive().optional(),
})

export type Resource = z.infer<typeof resource>
export type Product = z.infer<typeof product>
export type Condition = z.infer<typeof condition>
export type Notice = z.infer<typeof notice>
export type ResourceUse = z.infer<typeof use>
export type VenueVoucher = z.infer<typeof voucher>
export type ProductKind = (typeof productKinds)[number]
export type DueKind = (typeof dueKinds)[number]
export type VatClass = Product['vat']
export type PackagePart = (typeof packageParts)[number]
export type VoucherKind = (typeof voucherKinds)[number]
