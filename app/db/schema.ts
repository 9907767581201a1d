import { sql } from 'drizzle-orm'
import {
	bigint,
	bigserial,
	boolean,
	check,
	customType,
	date,
	index,
	integer,
	jsonb,
	pgEnum,
	pgTable,
	primaryKey,
	text,
	timestamp,
	unique,
	uniqueIndex,
	uuid,
	type AnyPgColumn,
} from 'drizzle-orm/pg-core'

import type { LocalText, Locale } from '#app/i18n/i18n.ts'
import { allocationStates } from '#app/models/capacity/allocation.ts'
import type { HoldRule } from '#app/models/cart/hold-rule.ts'
import { storedKinds, type InvoiceContent, type OnSiteMethod } from '#app/models/invoice/invoice.ts'
import type { TillNoteKind } from '#app/models/invoice/on-site.ts'
import type { FindingEnd, FindingKind } from '#app/models/money-finding.ts'
import { zero, type Cents } from '#app/models/money.ts'
import type { RevisionKind } from '#app/models/order/difference.ts'
import { orderStates, type OperatorConcern } from '#app/models/order/order.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import type { Recipient } from '#app/models/order/recipient.ts'
import type {
	ChangedTexts,
	KeptContent,
	OrderChangeState,
	RevisionContent,
} from '#app/models/order/revision.ts'
import type { PaymentNote } from '#app/models/payment/listing.ts'
import { disputeStates, type PaymentPurpose, paymentStates } from '#app/models/payment/payment.ts'
import type { RefundCause } from '#app/models/payment/refund.ts'
import type { Answers, OrderedAnswers } from '#app/models/product/answer.ts'
import type { VatAmount } from '#app/models/product/price.ts'
import type { VatPart } from '#app/models/product/vat-parts.ts'
import { providerNames } from '#app/models/provider.ts'
import type { ActValues, ActVerb, KeptForm, Level } from '#app/models/staff/staff.ts'
import type { VatClass } from '#app/models/venue/catalogue.ts'
import { dueKinds, voucherKinds } from '#app/models/venue/catalogue.ts'
import type { DayOverride, Fates } from '#app/models/venue/override.ts'
import type { FeeVat, Venue } from '#app/models/venue/venue.ts'
import { accountTokenKinds, type AccountPerson } from '#app/models/visitor/account.ts'
import type { DraftPath, Typed } from '#app/models/visitor/draft.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import type { Notice } from '#app/models/visitor/session.ts'
import type { WayIn } from '#app/models/visitor/way-in.ts'
import {
	voucherEntryKinds,
	type GiftTerms,
	type VoucherTerms,
} from '#app/models/voucher/voucher.ts'

const instant = () => timestamp({ withTimezone: true, mode: 'date' })
const money = () => integer().$type<Cents>()
const belongsTo = (id: () => AnyPgColumn, actions?: { onDelete: 'cascade' }) =>
	uuid().notNull().references(id, actions)
const range = customType<{ data: string }>({ dataType: () => 'tstzrange' })
const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const allocationState = pgEnum('allocation_state', allocationStates)
export const orderState = pgEnum('order_state', orderStates)
export const paymentState = pgEnum('payment_state', paymentStates)
export const providerName = pgEnum('provider_name', providerNames)
export const disputeState = pgEnum('dispute_state', disputeStates)
export const dueKind = pgEnum('due_kind', dueKinds)
export const voucherKind = pgEnum('voucher_kind', voucherKinds)
export const invoiceKind = pgEnum('invoice_kind', storedKinds)
export const cashOrCard = pgEnum('on_site_method', ['cash', 'card'])
export const accountTokenKind = pgEnum('account_token_kind', accountTokenKinds)
export const voucherEntryKind = pgEnum('voucher_entry_kind', voucherEntryKinds)

/**
 * The files (scripts, styles, fonts) of the last builds by name: a page of one build finds them on a server that runs
 * another one (faults J2). `builtAt` is the time of the newest build that has the file.
 */
export const buildFiles = pgTable('build_files', {
	path: text().primaryKey(),
	content: bytes().notNull(),
	builtAt: instant().notNull(),
})

/** The versions of the operator's files that were ever applied; the newest one is in force. */
export const venueVersions = pgTable('venue_versions', {
	id: bigserial({ mode: 'number' }).primaryKey(),
	hash: text().notNull(),
	document: jsonb().$type<Venue>().notNull(),
	appliedAt: instant().notNull().defaultNow(),
})

/**
 * The practice months that `npm run venue -- demo` has filled with invented bookings, by each month's busy day; a shop
 * that has one is a shop to practise with.
 */
export const practiceMonths = pgTable('practice_months', {
	day: date({ mode: 'string' }).primaryKey(),
	/** The seed from which the month's bookings were invented. */
	seed: integer().notNull(),
	filledAt: instant().notNull().defaultNow(),
})

/**
 * The zones and rooms of the venue, as the guards of the database need them. A zone has a capacity in guests, a room is
 * exclusive.
 */
export const resources = pgTable('resources', {
	id: text().primaryKey(),
	capacity: integer().notNull(),
	exclusive: boolean().notNull(),
	/**
	 * The newer id of a renamed resource (`was:` in the venue's files), under which the database books what an older
	 * build books here; null for a resource that was not renamed.
	 */
	renamedTo: text(),
})

/** The bookable days, a row for each, made on demand: changes of a day's places lock its row. */
export const days = pgTable(
	'days',
	{
		day: date({ mode: 'string' }).primaryKey(),
		/** The version of the day's places, raised by the database whenever the live `allocations` of the day change. */
		version: bigint({ mode: 'number' }).notNull().default(0),
		/** The hours that staff gave to this day, which win over the venue's files; null: those of the files. */
		override: jsonb().$type<DayOverride>(),
	},
	(table) => [
		index('days_overridden')
			.on(table.day)
			.where(sql`override is not null`),
	],
)

/** The closings, openings and reopenings of days by staff: the history of `days.override`. */
export const dayOverrides = pgTable(
	'day_overrides',
	{
		id: uuid().primaryKey().defaultRandom(),
		day: date({ mode: 'string' }).notNull(),
		/** The hours of the day from then on; null: those of the files again. */
		override: jsonb().$type<DayOverride>(),
		/** The reason of the closing or opening as colleagues read it; visitors read the override's label. */
		reason: text(),
		/** The venue's own words in the letters about the closed day or its other hours. */
		words: text(),
		/** The decision that staff ticked for each booking of the day that was named to them, by the id of its order. */
		fates: jsonb().$type<Fates>().notNull().default({}),
		actor: text().notNull(),
		madeAt: instant().notNull().defaultNow(),
	},
	(table) => [index().on(table.day)],
)

/**
 * The blocks: times for which staff keep a room, or places of a zone, free of bookings. A block is in force until it is
 * lifted at `endedAt`.
 */
export const blocks = pgTable(
	'blocks',
	{
		id: uuid().primaryKey().defaultRandom(),
		resourceId: text()
			.notNull()
			.references(() => resources.id),
		day: date({ mode: 'string' }).notNull(),
		startsAt: instant().notNull(),
		endsAt: instant().notNull(),
		units: integer().notNull(),
		reason: text().notNull(),
		actor: text().notNull(),
		madeAt: instant().notNull().defaultNow(),
		endedAt: instant(),
		endedBy: text(),
	},
	(table) => [
		index('blocks_live_day')
			.on(table.day)
			.where(sql`ended_at is null`),
		check('blocks_time', sql`${table.startsAt} < ${table.endsAt}`),
		check('blocks_units', sql`${table.units} > 0`),
		check('blocks_end', sql`(${table.endedAt} is null) = (${table.endedBy} is null)`),
	],
)

/**
 * The accounts of registered customers. A mail address belongs to the account that has verified it; until then several
 * accounts may have it.
 */
export const accounts = pgTable(
	'accounts',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** The name to sign in with, an e-mail address as it was typed. */
		username: text().notNull(),
		/** The username as it is compared: see `usernameKey`. */
		usernameKey: text().notNull(),
		/** The password's hash of argon2id, with its parameters and its salt. */
		passwordHash: text().notNull(),
		locale: text().notNull(),
		person: jsonb().$type<AccountPerson>().notNull(),
		party: jsonb().$type<OrderedParty>(),
		/** The cart that the account gets back at the next sign-in. */
		cartId: uuid(),
		privacyAcceptedAt: instant().notNull().defaultNow(),
		verifiedAt: instant(),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [
		index().on(table.usernameKey),
		uniqueIndex('accounts_verified_username')
			.on(table.usernameKey)
			.where(sql`verified_at is not null`),
		index('accounts_cart')
			.on(table.cartId)
			.where(sql`cart_id is not null`),
	],
)

/**
 * The links in mails to account owners, by the hash of their token: SHA-256, hex, of 256 random bits. Deleted when
 * used; of each kind an account has the newest only.
 */
export const accountTokens = pgTable(
	'account_tokens',
	{
		hash: text().primaryKey(),
		accountId: belongsTo(() => accounts.id, { onDelete: 'cascade' }),
		kind: accountTokenKind().notNull(),
		/** The wanted username, in links that confirm one; null in any other link. */
		username: text(),
		expiresAt: instant().notNull(),
	},
	(table) => [unique('account_tokens_newest').on(table.accountId, table.kind)],
)

/**
 * The passkeys of customers, the public keys of key pairs that authenticators made; those of staff are in
 * `staff_passkeys`.
 */
export const passkeys = pgTable(
	'passkeys',
	{
		/** The id that the authenticator gave the key pair, base64url. */
		id: text().primaryKey(),
		accountId: belongsTo(() => accounts.id, { onDelete: 'cascade' }),
		/** The name that the owner gave the passkey. */
		name: text().notNull(),
		/** The public key in the format of COSE, base64url. */
		publicKey: text().notNull(),
		/** The number of signatures that the authenticator has counted; 0 for one that does not count. */
		counter: bigint({ mode: 'number' }).notNull(),
		transports: text().array().notNull(),
		createdAt: instant().notNull().defaultNow(),
		usedAt: instant(),
	},
	(table) => [index().on(table.accountId)],
)

/** The challenges that a customer's authenticator has to sign, each once and within five minutes. */
export const passkeyChallenges = pgTable(
	'passkey_challenges',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** The text to sign: 256 random bits, base64url. */
		challenge: text().notNull(),
		/** The account that is to get a passkey called `name`; null for a visitor who signs in. */
		accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
		name: text(),
		expiresAt: instant().notNull(),
	},
	(table) => [index().on(table.expiresAt)],
)

export const sessions = pgTable(
	'sessions',
	{
		/** The SHA-256 of the cookie's token, hex: a copy of this table opens no session. */
		id: text().primaryKey(),
		/** The id of the session in the list of its account; opens nothing. */
		key: uuid().notNull().unique().defaultRandom(),
		/** The account that is signed in; null for a guest. */
		accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
		/** The browser's description of itself; only in signed-in sessions. */
		device: text(),
		seenAt: instant().notNull().defaultNow(),
		cartId: uuid(),
		/** The random id of the browser; null until a page has asked for one. */
		guid: uuid(),
		/** The notice that the next page shows; reading it removes it in the same statement. */
		notice: jsonb().$type<Notice>(),
		/** The session's data as builds from before the columns above write them; such builds may still be running. */
		data: jsonb().notNull().default({}),
		createdAt: instant().notNull().defaultNow(),
		expiresAt: instant().notNull(),
	},
	(table) => [
		index().on(table.expiresAt),
		index().on(table.accountId),
		index('sessions_cart')
			.on(table.cartId)
			.where(sql`cart_id is not null`),
	],
)

/** The orders that a session can open. The rows follow their session when it gets another token, and end with it. */
export const visitOrders = pgTable(
	'visit_orders',
	{
		sessionId: text()
			.notNull()
			.references(() => sessions.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
		orderId: uuid().notNull(),
		/** The way in which the session came to the order: it decides what the session may do with the booking. */
		cameBy: text().$type<WayIn>().notNull().default('ordering'),
	},
	(table) => [
		primaryKey({ columns: [table.sessionId, table.orderId] }),
		check('visit_orders_came_by', sql`${table.cameBy} in ('ordering', 'link', 'code')`),
	],
)

/**
 * The drafts of forms: values that were typed and not sent yet, or were refused. Each belongs to a session and its
 * account; `accountId` is null for a guest.
 */
export const formDrafts = pgTable(
	'form_drafts',
	{
		sessionId: text()
			.notNull()
			.references(() => sessions.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
		path: text().$type<DraftPath>().notNull(),
		accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
		typed: jsonb().$type<Typed>().notNull(),
		expiresAt: instant().notNull(),
	},
	(table) => [primaryKey({ columns: [table.sessionId, table.path] }), index().on(table.expiresAt)],
)

/** The members of staff. A person who has gone stays as a row, so that acts keep their author's name. */
export const staff = pgTable(
	'staff',
	{
		id: uuid().primaryKey().defaultRandom(),
		name: text().notNull(),
		/** An e-mail address, the name to sign in with; null once it is forgotten after the person has gone. */
		email: text(),
		/** The mail address as it is compared (`emailKey`). */
		emailKey: text(),
		level: text().$type<Level>().notNull(),
		/** The password's hash of argon2id, with its parameters and its salt; null for a person without a password. */
		passwordHash: text(),
		locale: text().$type<Locale>().notNull(),
		createdAt: instant().notNull().defaultNow(),
		/** The time at which the person's access ended; null while it lasts. */
		endedAt: instant(),
	},
	(table) => [
		uniqueIndex('staff_present_email')
			.on(table.emailKey)
			.where(sql`ended_at is null`),
		check('staff_level', sql`${table.level} in ('counter', 'shift', 'owner')`),
	],
)

/**
 * The passkeys of staff, the public keys of key pairs that authenticators made; those of customers are in `passkeys`.
 */
export const staffPasskeys = pgTable(
	'staff_passkeys',
	{
		/** The id that the authenticator gave the key pair, base64url. */
		id: text().primaryKey(),
		staffId: belongsTo(() => staff.id),
		/** The device on which the passkey was made, as its owner or the browser named the device. */
		name: text().notNull(),
		/** The public key in the format of COSE, base64url. */
		publicKey: text().notNull(),
		/** The number of signatures that the authenticator has counted; 0 for one that does not count. */
		counter: bigint({ mode: 'number' }).notNull(),
		transports: text().array().notNull(),
		createdAt: instant().notNull().defaultNow(),
		usedAt: instant(),
	},
	(table) => [index().on(table.staffId)],
)

/** The challenges that an authenticator has to sign at the desk, each once and within five minutes. */
export const staffChallenges = pgTable(
	'staff_challenges',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** The text to sign: 256 random bits, base64url. */
		challenge: text().notNull(),
		/**
		 * The member of staff who is to get a passkey, also the first owner, who has no row yet; null when a passkey signs
		 * in.
		 */
		staffId: uuid(),
		expiresAt: instant().notNull(),
	},
	(table) => [index().on(table.expiresAt)],
)

/**
 * The links by which a member of staff sets a way in, by the hash of their token: SHA-256, hex, of 256 random bits.
 * Deleted when used; a person has the newest only.
 */
export const staffLinks = pgTable(
	'staff_links',
	{
		hash: text().primaryKey(),
		/** The person of the link; null in the link that makes the first owner. */
		staffId: uuid().references(() => staff.id),
		/** The author of the link: `staff:<id>` or 'operator'. */
		madeBy: text().notNull(),
		madeAt: instant().notNull().defaultNow(),
		expiresAt: instant().notNull(),
	},
	(table) => [unique('staff_links_newest').on(table.staffId).nullsNotDistinct()],
)

/** The devices of the desk (browsers), and the person at each of them. */
export const deskDevices = pgTable(
	'desk_devices',
	{
		/** The SHA-256 of the cookie's token, hex. */
		id: text().primaryKey(),
		/** The id of the device in lists; opens nothing. */
		key: uuid().notNull().unique().defaultRandom(),
		name: text().notNull(),
		/** The person at the device; null after signing out. */
		staffId: uuid().references(() => staff.id),
		/** The ids of all who have signed in at the device: wrong passwords typed elsewhere do not lock them out here. */
		knownStaff: uuid()
			.array()
			.notNull()
			.default(sql`'{}'`),
		signedInAt: instant(),
		/** The last use by a person; pages that reload by themselves do not count. */
		touchedAt: instant().notNull().defaultNow(),
		/**
		 * The form that was sent when its person had been away for too long; it waits to be sent again after the sign-in.
		 */
		kept: jsonb().$type<KeptForm>(),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [index().on(table.touchedAt), index().on(table.staffId)],
)

/**
 * The acts of staff outside the history of orders, for the list of who did what: never changed, deleted after two
 * years.
 */
export const staffActs = pgTable(
	'staff_acts',
	{
		id: bigserial({ mode: 'number' }).primaryKey(),
		at: instant().notNull().defaultNow(),
		/** The author of the act: 'staff:' and the person's id, or 'operator' for the command line. */
		actor: text().notNull(),
		/** The name of the device at the time of the act; null for the command line. */
		device: text(),
		verb: text().$type<ActVerb>().notNull(),
		/** The order that the act is about; null for an act about none. */
		orderId: uuid(),
		/** The id of the member of staff that the act is about; null for an act about something else. */
		staffId: uuid(),
		/** The values in the act's sentence. */
		values: jsonb().$type<ActValues>().notNull().default({}),
	},
	(table) => [
		index().on(table.at),
		index().on(table.actor, table.at),
		index('staff_acts_order')
			.on(table.orderId)
			.where(sql`order_id is not null`),
	],
)

export const carts = pgTable(
	'carts',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** The version of the cart, raised with every change; forms carry it, so that a stale form is noticed. */
		version: integer().notNull().default(1),
		day: date({ mode: 'string' }),
		/**
		 * The time at which the cart's first hold began. The end of its hold is put off no further than the venue's
		 * `hold.maxMinutes` after this.
		 */
		heldSince: instant(),
		expiresAt: instant(),
		party: jsonb().$type<OrderedParty>(),
		person: jsonb().$type<OrderedPerson>(),
		/** The answers to the questions of products. */
		answers: jsonb().$type<Answers>().notNull().default({}),
		/** The order of the cart that is being paid: until it is paid or abandoned, the cart is frozen. */
		orderId: uuid(),
		/** The keyed hash of the client's network address, for the limit of holds per address. */
		addressHash: text(),
		/** The hold rule of the cart: 'desk' for a booking by telephone. */
		holdRule: text().$type<HoldRule>().notNull().default('visitor'),
		createdAt: instant().notNull().defaultNow(),
		updatedAt: instant().notNull().defaultNow(),
	},
	(table) => [
		check('carts_hold_rule', sql`${table.holdRule} in ('visitor', 'desk')`),
		index().on(table.addressHash, table.expiresAt),
		index().on(table.addressHash, table.createdAt),
		index()
			.on(table.addressHash)
			.where(sql`order_id is not null`),
		index().on(table.updatedAt),
	],
)

export const cartLines = pgTable(
	'cart_lines',
	{
		id: uuid().primaryKey().defaultRandom(),
		cartId: belongsTo(() => carts.id, { onDelete: 'cascade' }),
		/** The line of the package that this extra belongs to; null for a line of its own. */
		parentId: uuid(),
		position: bigserial({ mode: 'number' }).notNull(),
		productId: text().notNull(),
		quantity: integer().notNull(),
		/** The price that the visitor was shown when the line was added. */
		unitPrice: money().notNull(),
		startsAt: instant(),
		endsAt: instant(),
		/** The chosen duration in minutes, or 'day', by which the price table is read; null without a choice. */
		duration: text().$type<`${number}` | 'day'>(),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [
		index().on(table.cartId),
		check('cart_lines_quantity', sql`${table.quantity} between 1 and 9999`),
		check('cart_lines_price', sql`${table.unitPrice} >= 0`),
	],
)

/**
 * The allocations: units of a resource for a time. Live states are held (until `expires_at`), pending (the order is
 * being paid) and confirmed.
 */
export const allocations = pgTable(
	'allocations',
	{
		id: uuid().primaryKey().defaultRandom(),
		resourceId: text()
			.notNull()
			.references(() => resources.id),
		day: date({ mode: 'string' }).notNull(),
		during: range().notNull(),
		/** The time of `during` and the buffer for cleaning after it. */
		blocked: range().notNull(),
		units: integer().notNull(),
		exclusive: boolean().notNull(),
		state: allocationState().notNull(),
		expiresAt: instant(),
		cartId: uuid(),
		cartLineId: uuid(),
		orderId: uuid(),
		/** The position of the line in its order; null until an order has the place, and on places of older builds. */
		linePosition: integer(),
		/**
		 * The change of the booking that waits for its payment and has this place beside the booking's own; null for any
		 * other place.
		 */
		changeId: uuid(),
		/** The block that has the place; such a place has neither cart nor order. */
		blockId: uuid().references((): AnyPgColumn => blocks.id),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [
		// The index holds the live rows of a day alone, so that its size does not grow with the past.
		index('allocations_live_day')
			.on(table.day, table.resourceId)
			.where(sql`state in ('held', 'pending', 'confirmed')`),
		index('allocations_expiry')
			.on(table.expiresAt)
			.where(sql`state = 'held'`),
		index('allocations_cart')
			.on(table.cartId)
			.where(sql`cart_id is not null`),
		index('allocations_order')
			.on(table.orderId)
			.where(sql`order_id is not null`),
		index('allocations_block')
			.on(table.blockId)
			.where(sql`block_id is not null`),
		check('allocations_units', sql`${table.units} > 0`),
		check('allocations_held', sql`(${table.state} = 'held') = (${table.expiresAt} is not null)`),
	],
)

export const vouchers = pgTable('vouchers', {
	id: uuid().primaryKey().defaultRandom(),
	/** The voucher's code in capitals, without spaces and dashes (`normaliseCode`). */
	code: text().notNull().unique(),
	kind: voucherKind().notNull(),
	/** The first balance (value) or the reduction (fixed) in cents; null for percent. */
	amount: money(),
	percent: integer(),
	validFrom: date({ mode: 'string' }),
	validUntil: date({ mode: 'string' }),
	minimumOrder: money(),
	products: text().array(),
	dayClasses: text().array(),
	/** The number of times that the voucher may be used in all; null: until its balance is used up. */
	uses: integer(),
	/** The order line that sold the voucher; null for a voucher of the operator's files. */
	orderLineId: uuid(),
	/** The time at which a sold voucher was paid and became usable. */
	activatedAt: instant(),
	createdAt: instant().notNull().defaultNow(),
})

/** The redemptions: uses of vouchers by a cart or an order, each in force until `releasedAt`. */
export const redemptions = pgTable(
	'redemptions',
	{
		id: uuid().primaryKey().defaultRandom(),
		voucherId: belongsTo(() => vouchers.id),
		cartId: uuid(),
		orderId: uuid(),
		/** The time until which a cart reserves the voucher; null once an order has it. */
		expiresAt: instant(),
		createdAt: instant().notNull().defaultNow(),
		releasedAt: instant(),
	},
	(table) => [
		uniqueIndex('redemptions_one_per_cart')
			.on(table.cartId)
			.where(sql`released_at is null`),
		uniqueIndex('redemptions_one_per_order')
			.on(table.orderId)
			.where(sql`released_at is null`),
		index().on(table.voucherId),
	],
)

/**
 * The ledgers of vouchers, append only (a trigger refuses changes): each entry continues the balance of the one before.
 */
export const voucherEntries = pgTable(
	'voucher_entries',
	{
		voucherId: belongsTo(() => vouchers.id),
		sequence: integer().notNull(),
		kind: voucherEntryKind().notNull(),
		amount: money().notNull(),
		balance: money().notNull(),
		redemptionId: uuid().references(() => redemptions.id),
		/** The till note by which the voucher was spent or given back at the venue; null for an entry of a redemption. */
		noteId: uuid().unique('voucher_entries_once_per_note'),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.voucherId, table.sequence] }),
		check('voucher_entries_balance', sql`${table.balance} >= 0`),
	],
)

/** The last numbers that were given out, by kind and year: 'order-2026', 'invoice-2026' (record 041). */
export const counters = pgTable('counters', {
	name: text().primaryKey(),
	value: integer().notNull(),
	/** The life of the database in which the number was counted (`database_life`). Written by the database. */
	life: text(),
})

/** The gaps: numbers that are never given out, because a restored database may have forgotten that they were. */
export const numberGaps = pgTable(
	'number_gaps',
	{
		counter: text().notNull(),
		first: integer().notNull(),
		last: integer().notNull(),
		/** The life of the database in which the gap was noted. */
		life: text().notNull(),
		notedAt: instant().notNull().defaultNow(),
	},
	(table) => [primaryKey({ columns: [table.counter, table.first, table.last] })],
)

/**
 * The lives of the database in which a shop ran on it: each restore and each promotion of a standby begins another
 * life.
 */
export const databaseLives = pgTable('database_lives', {
	life: text().primaryKey(),
	notedAt: instant().notNull().defaultNow(),
})

/**
 * SQL that is true for an order that still holds data needed for its visit alone (`forVisitAlone`). Written as a JSON
 * path, because then the planner, too, expects few such rows.
 */
export const hasVisitDetails = sql`(answers <> '{}' or party is not null or person @? '$.keyvalue() ? (@.value != null && (@.key == "salutation" || @.key == "phone" || @.key == "mobile" || @.key == "dateOfBirth"))')`

/**
 * SQL for the day from which the term of a booking's links counts: that of its cancelling, of its visit or, without
 * one, of its order.
 */
export const lastDayOfLinks = sql`coalesce(orders.cancelled_at::date, orders.day, orders.created_at::date)`

export const orders = pgTable(
	'orders',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** The id of the booking in addresses: 128 random bits, base64url. */
		publicId: text().notNull().unique(),
		/** The year and a number consecutive within it, such as 2026-000042. */
		number: text().notNull().unique(),
		/** The account that the order belongs to; null for one of a guest. */
		accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
		cartId: uuid().notNull(),
		cartVersion: integer().notNull(),
		state: orderState().notNull(),
		locale: text().notNull(),
		day: date({ mode: 'string' }),
		person: jsonb().$type<OrderedPerson>().notNull(),
		/** The recipient of the papers, when another than the customer was named after ordering; else null. */
		recipient: jsonb().$type<Recipient>(),
		party: jsonb().$type<OrderedParty>(),
		answers: jsonb().$type<OrderedAnswers>().notNull().default({}),
		termsVersion: text().notNull(),
		/** The rules for changing, moving and cancelling that the customer accepted; null on orders of older builds. */
		policy: jsonb().$type<OrderedPolicy>(),
		/** The number of the revision in force; once there are two, `order_revisions` holds all of them. */
		revision: integer().notNull().default(1),
		/**
		 * The highest cancel tier that a former revision carried over (`carriedTier`): moving the booking opens none again.
		 */
		cancelTier: integer().notNull().default(0),
		voucherCode: text(),
		/** The terms of the order's voucher when the order was placed; null without one. */
		voucherTerms: jsonb().$type<VoucherTerms>(),
		linesTotal: money().notNull(),
		discount: money().notNull(),
		shipping: money().notNull(),
		/**
		 * The VAT rate of the shipping in percent. The default is for builds that do not write the column; they may still
		 * be running.
		 */
		shippingVatRate: integer().notNull().default(19),
		total: money().notNull(),
		voucher: money().notNull(),
		online: money().notNull(),
		onSite: money().notNull(),
		vat: jsonb().$type<VatAmount[]>().notNull(),
		createdAt: instant().notNull().defaultNow(),
		confirmedAt: instant(),
		/** The time at which the confirmed order was cancelled; null for any other order. */
		cancelledAt: instant(),
		/** The author of the cancellation; null for any other order, and for one that an older build cancelled. */
		cancelledBy: text(),
		/** The part of the online payment that the venue kept when the order was cancelled. */
		kept: money().notNull().default(zero),
		/** The fee of the cancellation (`fee`), and the part of it that was kept of the amount paid by voucher. */
		fee: money().notNull().default(zero),
		feeOfVoucher: money().notNull().default(zero),
		/** The venue's `cancelFee.vat` when the order was cancelled. */
		feeVat: text().$type<FeeVat>().notNull().default('consideration'),
		/** The end of the link by which a booking by telephone is paid; null without a link. */
		payUntil: instant(),
		/** The keyed hash of the pay link's code. */
		payLink: text(),
	},
	(table) => [
		uniqueIndex('orders_pay_link').on(table.payLink),
		// Finds the unpaid orders whose link has ended.
		index('orders_pay_until')
			.on(table.payUntil)
			.where(sql`pay_until is not null and state = 'pendingPayment'`),
		check('orders_pay_link_ends', sql`${table.payLink} is null or ${table.payUntil} is not null`),
		unique('orders_one_per_cart_version').on(table.cartId, table.cartVersion),
		index().on(table.createdAt),
		index().on(table.accountId, table.day),
		// Finds the bookings of a day, whatever their state: the staff read each day anew every few seconds.
		index().on(table.day),
		// Finds the orders of a guest by their address when an account verifies it.
		index('orders_guest_email')
			.on(sql`lower(person ->> 'email')`)
			.where(sql`account_id is null`),
		// The following indexes are for the searches of jobs, so that none of them reads all orders ever made.
		index('orders_confirmed')
			.on(table.confirmedAt)
			.where(sql`confirmed_at is not null`),
		index('orders_to_complete')
			.on(table.day)
			.where(sql`state = 'confirmed'`),
		index('orders_visit_details').on(table.day).where(hasVisitDetails),
		index('orders_unpaid')
			.on(table.createdAt)
			.where(
				sql`confirmed_at is null and state <> 'pendingPayment' and person ->> 'email' <> 'deleted@example.invalid'`,
			),
		check(
			'orders_cancelled_by',
			sql`${table.cancelledBy} is null or ${table.cancelledAt} is not null`,
		),
		check(
			'orders_fee',
			sql`${table.feeOfVoucher} between 0 and ${table.fee} and ${table.feeVat} in ('consideration', 'damages')`,
		),
		check(
			'orders_total',
			sql`${table.total} = ${table.linesTotal} - ${table.discount} + ${table.shipping}`,
		),
		check(
			'orders_parts',
			sql`${table.total} = ${table.voucher} + ${table.online} + ${table.onSite}`,
		),
		check(
			'orders_signs',
			sql`least(${table.linesTotal}, ${table.discount}, ${table.shipping}, ${table.total}, ${table.voucher}, ${table.online}, ${table.onSite}) >= 0`,
		),
	],
)

/**
 * The order names: names and telephone numbers of orders as the search at the desk compares them (record 066). Written
 * by a trigger of `orders`, whichever build writes the order, and deleted when the visit is three months old: names are
 * not searched for longer, and the search reads the whole table.
 */
export const orderNames = pgTable('order_names', {
	orderId: uuid()
		.primaryKey()
		.references(() => orders.id, { onDelete: 'cascade' }),
	/** The day of the visit or, without one, of the order. */
	day: date({ mode: 'string' }).notNull(),
	/**
	 * The first and the family name, the party's name and the mail address, as the function `order_words` writes them.
	 */
	words: text().notNull(),
	/** The digits of both telephone numbers with an x between them, as the function `order_digits` writes them. */
	digits: text().notNull(),
})

/**
 * The lines of orders, frozen when the order is placed or revised: nothing in them is looked up in the venue's files
 * again.
 */
export const orderLines = pgTable(
	'order_lines',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		position: integer().notNull(),
		/** The position of the package that the extra belongs to; null for a line of its own. */
		parentPosition: integer(),
		productId: text().notNull(),
		title: jsonb().$type<LocalText>().notNull(),
		detail: jsonb().$type<LocalText>(),
		quantity: integer().notNull(),
		/** The number of pieces, out of `quantity`, that the package's price includes. */
		included: integer().notNull(),
		unitPrice: money().notNull(),
		amount: money().notNull(),
		vatRate: integer().notNull(),
		/** The VAT class that decides the rate; null on gift vouchers and on lines of older builds. */
		vatClass: text().$type<VatClass>(),
		/** The parts of a package's amount at VAT rates of their own; null when all of it has the rate of `vat_rate`. */
		vatParts: jsonb().$type<VatPart[]>(),
		due: dueKind().notNull(),
		startsAt: instant(),
		endsAt: instant(),
		/** The terms of a gift voucher, how it is sent and how long it is valid; null on any other line. */
		gift: jsonb().$type<GiftTerms>(),
	},
	(table) => [
		unique('order_lines_position').on(table.orderId, table.position),
		check(
			'order_lines_amount',
			sql`${table.amount} = (${table.quantity} - ${table.included}) * ${table.unitPrice}`,
		),
		check('order_lines_included', sql`${table.included} between 0 and ${table.quantity}`),
	],
)

/**
 * The revisions of bookings, each as it was in force: written from the first change on, and never changed (a trigger
 * refuses it).
 */
export const orderRevisions = pgTable(
	'order_revisions',
	{
		orderId: belongsTo(() => orders.id),
		number: integer().notNull(),
		madeAt: instant().notNull().defaultNow(),
		/** The author of the revision: 'customer', 'operator', 'shop', or `staff:<id>`. */
		actor: text().notNull(),
		reason: text(),
		/** The kind of the revision; null for the first one, and for those that an older build made. */
		kind: text().$type<RevisionKind>(),
		content: jsonb().$type<KeptContent>().notNull(),
	},
	(table) => [
		primaryKey({ columns: [table.orderId, table.number] }),
		// The index finds the bookings that were moved away from a day since the morning.
		index().on(table.madeAt),
		check('order_revisions_kind', sql`${table.kind} in ('moved', 'changed', 'texts')`),
	],
)

/** The changes of bookings that wait, or waited, for their payment. */
export const orderChanges = pgTable(
	'order_changes',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		/** The number of the revision that the change replaces. */
		revision: integer().notNull(),
		state: text().$type<OrderChangeState>().notNull().default('open'),
		actor: text().notNull(),
		reason: text(),
		/** The contents of the booking (lines, sums and texts) once the change is paid. */
		content: jsonb().$type<RevisionContent>().notNull(),
		/** The texts that the change replaces; null when they stay as they are, and once the change has ended. */
		texts: jsonb().$type<ChangedTexts>(),
		createdAt: instant().notNull().defaultNow(),
		endedAt: instant(),
	},
	(table) => [
		uniqueIndex('order_changes_one_open')
			.on(table.orderId)
			.where(sql`state = 'open'`),
		index().on(table.orderId),
		check('order_changes_state', sql`${table.state} in ('open', 'applied', 'ended')`),
	],
)

/**
 * The keys of letters' links to bookings, /booking/{key}, by their hash: SHA-256, hex, of 256 random bits. Each letter
 * has a key of its own.
 */
export const bookingTokens = pgTable(
	'booking_tokens',
	{
		hash: text().primaryKey(),
		orderId: belongsTo(() => orders.id),
		madeAt: instant().notNull().defaultNow(),
	},
	(table) => [index().on(table.orderId)],
)

/** The codes of six digits that were mailed to an order's address, as a keyed hash; an order has one at a time. */
export const bookingCodes = pgTable('booking_codes', {
	orderId: uuid()
		.primaryKey()
		.references(() => orders.id),
	hash: text().notNull(),
	madeAt: instant().notNull().defaultNow(),
	/** The number of wrong codes that were typed. */
	tries: integer().notNull().default(0),
})

/** The history of orders: everything that happened to an order, with its author, time and kind. */
export const orderEvents = pgTable(
	'order_events',
	{
		id: bigserial({ mode: 'number' }).primaryKey(),
		orderId: belongsTo(() => orders.id),
		at: instant().notNull().defaultNow(),
		/** The author of the event: 'customer', 'operator', 'shop', a provider, or `staff:<id>`. */
		who: text().notNull(),
		what: text().notNull(),
		/** The reason that the venue gave for the change; null without one. */
		reason: text(),
	},
	(table) => [
		index().on(table.orderId),
		// Both indexes are for the list of who did what, whose queries repeat their conditions. The conditions differ in
		// their text, so that the acts of a person of long ago are not looked for in the index of all staff.
		index('order_events_of_staff')
			.on(table.at)
			.where(sql`who like 'staff:%'`),
		index('order_events_of_person')
			.on(table.who, table.at)
			.where(sql`starts_with(who, 'staff:')`),
	],
)

/**
 * The newest event of a day's bookings that each member of staff has read: the day sheet folds the changes up to it for
 * this person.
 */
export const dayReads = pgTable(
	'day_reads',
	{
		staffId: belongsTo(() => staff.id, { onDelete: 'cascade' }),
		day: date({ mode: 'string' }).notNull(),
		upTo: bigint({ mode: 'number' }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.staffId, table.day] })],
)

/**
 * The notes for colleagues on orders: no page and no letter of the shop shows them to the customer, except the export
 * of an account. They are deleted with the details of the order that are for the visit alone (`keep.answers`).
 */
export const orderNotes = pgTable(
	'order_notes',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		at: instant().notNull().defaultNow(),
		/** The author of the note: `staff:<id>`, or 'operator'. */
		actor: text().notNull(),
		text: text().notNull(),
	},
	(table) => [
		index().on(table.orderId),
		check('order_notes_text', sql`length(${table.text}) between 1 and 1000`),
	],
)

export const payments = pgTable(
	'payments',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		provider: providerName().notNull(),
		state: paymentState().notNull(),
		purpose: text().$type<PaymentPurpose>().notNull().default('order'),
		/** The change of a booking that the payment pays; null for other purposes. */
		changeId: uuid().references(() => orderChanges.id),
		/**
		 * The text by which the provider's reports name the payment; null on payments of older builds, which are named by
		 * the order's number.
		 */
		reference: text(),
		amount: money().notNull(),
		/**
		 * The token that opens the pages on the way back from the provider without a cookie: it leads to the confirmation
		 * page and nothing else.
		 */
		returnToken: text().notNull().unique(),
		/** The provider's id of the payment session; `captureId` is that of the money once it moved. */
		providerId: text(),
		redirectUrl: text(),
		captureId: text(),
		paidAmount: money(),
		createdAt: instant().notNull().defaultNow(),
		expiresAt: instant().notNull(),
		/**
		 * The time at which the shop first asked a wallet to move money that its owner had approved: from then on the
		 * wallet's answer may come.
		 */
		captureBegunAt: instant(),
		settledAt: instant(),
		/** The time at which the job `sweepPayments` last looked at a payment that was open, or closed without money. */
		lookedAt: instant(),
	},
	(table) => [
		uniqueIndex('payments_one_live')
			.on(table.orderId)
			.where(sql`state in ('created', 'started')`),
		uniqueIndex('payments_paid_once')
			.on(table.orderId)
			.where(sql`state = 'paid' and purpose = 'order'`),
		uniqueIndex('payments_reference').on(table.reference),
		uniqueIndex('payments_provider_id').on(table.provider, table.providerId),
		index('payments_order').on(table.orderId),
		index('payments_open')
			.on(table.createdAt)
			.where(sql`state in ('created', 'started')`),
		index('payments_closed')
			.on(table.settledAt)
			.where(sql`paid_amount is null and settled_at is not null`),
		index('payments_to_review')
			.on(table.createdAt)
			.where(sql`state = 'needsReview'`),
		check('payments_amount', sql`${table.amount} > 0`),
		check('payments_purpose', sql`${table.purpose} in ('order', 'change', 'rest')`),
	],
)

/** The tokens of the addresses /payment/{sessionToken}, by their hash: SHA-256, hex, of 256 random bits. */
export const paymentTokens = pgTable(
	'payment_tokens',
	{
		hash: text().primaryKey(),
		paymentId: belongsTo(() => payments.id),
		createdAt: instant().notNull().defaultNow(),
	},
	(token) => [index().on(token.paymentId)],
)

export const refunds = pgTable(
	'refunds',
	{
		/** The id of the refund, also its idempotency key at the provider: a refund is asked for once. */
		id: uuid().primaryKey().defaultRandom(),
		paymentId: belongsTo(() => payments.id),
		amount: money().notNull(),
		providerId: text(),
		reason: text().notNull(),
		/** The cause of the refund; null for one that an older build noted. */
		cause: text().$type<RefundCause>(),
		/** The number of the revision that made the booking cheaper; null for a refund of another cause. */
		revision: integer(),
		createdAt: instant().notNull().defaultNow(),
		refundedAt: instant(),
		/** The time at which the provider refused the refund, or its money returned: a failed refund counts for nothing. */
		failedAt: instant(),
		/**
		 * The dispute at PayPal because of which a person makes the refund by hand: accepting a dispute there gives the
		 * money back by a refund.
		 */
		disputeId: text(),
		/** The last concern of which the operator was told while the refund had not gone out; null when there was none. */
		toldOf: text().$type<Extract<OperatorConcern, 'refundDelayed' | 'refundRefused'>>(),
	},
	(table) => [
		index().on(table.paymentId),
		index().on(table.createdAt),
		index('refunds_waiting')
			.on(table.createdAt)
			.where(sql`refunded_at is null and failed_at is null`),
		uniqueIndex('refunds_provider_id').on(table.providerId),
		check('refunds_amount', sql`${table.amount} > 0`),
		check(
			'refunds_cause',
			sql`${table.cause} in ('cancelled', 'changed', 'unused', 'ordered', 'byHand')`,
		),
	],
)

/** The disputes: money that a payer or a bank wants back, as the provider reports it. The booking stays in force. */
export const disputes = pgTable(
	'disputes',
	{
		provider: providerName().notNull(),
		disputeId: text().notNull(),
		paymentId: belongsTo(() => payments.id),
		amount: money().notNull(),
		state: disputeState().notNull(),
		createdAt: instant().notNull().defaultNow(),
		closedAt: instant(),
	},
	(table) => [
		primaryKey({ columns: [table.provider, table.disputeId] }),
		index().on(table.paymentId),
	],
)

/**
 * The orders that came by an affiliate's link, with the affiliate network's id of the click and the time at which the
 * network was told.
 */
export const referrals = pgTable(
	'referrals',
	{
		orderId: uuid()
			.primaryKey()
			.references(() => orders.id),
		/**
		 * The click id to report; null after it was reported or has expired. The row stays: it tells that the order came
		 * from a partner.
		 */
		awc: text(),
		reportedAt: instant(),
	},
	(table) => [
		index('referrals_clicks')
			.on(table.orderId)
			.where(sql`awc is not null`),
	],
)

/** The till notes: money that the venue's till took or gave back for an order. */
export const onSitePayments = pgTable(
	'on_site_payments',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		amount: money().notNull(),
		/** The value of `means` in the column of an older build, which knows cash and card alone; null for 'voucher'. */
		cashOrCard: cashOrCard('method'),
		method: text('means')
			.$type<OnSiteMethod>()
			.notNull()
			.generatedAlwaysAs(
				sql`case method when 'cash' then 'cash' when 'card' then 'card' else 'voucher' end`,
			),
		paidAt: instant().notNull().defaultNow(),
		kind: text().$type<TillNoteKind>().notNull().default('payment'),
		/** The number of the receipt that the till printed; null on notes of older builds. */
		receipt: text(),
		/** The till note that this one takes back; null on any other. A note is taken back once. */
		reversesId: uuid()
			.unique('on_site_payments_reversed_once')
			.references((): AnyPgColumn => onSitePayments.id),
		/** The author of the note: 'operator' or `staff:<id>`. */
		actor: text().notNull().default('operator'),
		/** The amount as it counts towards what is due: below zero where money went back or was never taken. */
		counts: money().generatedAlwaysAs(
			sql`case when kind in ('payment', 'payBackReversed') then amount else -amount end`,
		),
	},
	(table) => [
		index().on(table.orderId),
		check(
			'on_site_payments_kind',
			sql`${table.kind} in ('payment', 'payBack', 'paymentReversed', 'payBackReversed') and (${table.kind} in ('payment', 'payBack')) = (${table.reversesId} is null)`,
		),
		check('on_site_payments_amount', sql`${table.amount} > 0`),
	],
)

/**
 * The invitations of guests to parties, by the hash of their link's token: SHA-256, hex, of 256 random bits. Those of
 * one order are withdrawn together.
 */
export const invitations = pgTable(
	'invitations',
	{
		hash: text().primaryKey(),
		orderId: belongsTo(() => orders.id),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [index().on(table.orderId)],
)

/**
 * The papers as they were issued (invoices, corrections, receipts): a trigger refuses every change. Their numbers have
 * no gaps.
 */
export const invoices = pgTable(
	'invoices',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		/** The name of the paper within its order, so that each is issued once. */
		slug: text().notNull(),
		kind: invoiceKind().notNull(),
		/** The number of the paper, such as RE-2026-000042. */
		number: text().notNull().unique(),
		/** The day of issue in the venue's time zone. */
		issuedOn: date({ mode: 'string' }).notNull(),
		/** The gross total of `content` in cents; below zero when the paper takes something back. */
		gross: money().notNull(),
		/** Everything on the paper but its number and day: its file is made from this each time it is asked for. */
		content: jsonb().$type<InvoiceContent>().notNull(),
		/**
		 * The payment that the paper is about, which has one paper; null on a paper of no payment, and on those of older
		 * builds.
		 */
		paymentId: uuid().references(() => payments.id),
		/** The paper that this one corrects or cancels; `refundId` is the refund for which it was issued. */
		correctsId: uuid().references((): AnyPgColumn => invoices.id),
		refundId: uuid().references(() => refunds.id),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [
		unique('invoices_once').on(table.orderId, table.slug),
		unique('invoices_once_per_refund').on(table.refundId, table.correctsId),
		check(
			'invoices_sign',
			sql`(${table.kind} in ('correction', 'cancellation')) = (${table.correctsId} is not null) and (${table.correctsId} is null) = (${table.gross} > 0)`,
		),
	],
)

/**
 * The declarations of withdrawal (§ 356a BGB) in the words of their senders, also about unknown orders; kept for the
 * term `keep.withdrawals`.
 */
export const withdrawals = pgTable('withdrawals', {
	id: uuid().primaryKey(),
	name: text().notNull(),
	/** The contract that is withdrawn from, as it was typed: an order number, or words. */
	contract: text().notNull(),
	email: text().notNull(),
	note: text(),
	locale: text().$type<Locale>().notNull(),
	receivedAt: instant().notNull(),
})

/**
 * The findings of `reconcile`: differences between the money at a provider and the rows. One row for each capture or
 * refund that a finding is about, however often it is found.
 */
export const moneyFindings = pgTable(
	'money_findings',
	{
		/** The id of the finding, also the idempotency key of the refund by which its money goes back. */
		id: uuid().primaryKey().defaultRandom(),
		provider: providerName().notNull(),
		kind: text().$type<FindingKind>().notNull(),
		/** The provider's id of the capture or of the refund. */
		about: text().notNull(),
		/** The text by which the provider's report names the money. */
		reference: text().notNull(),
		/** The amount of the money that has not gone back. */
		amount: money().notNull(),
		at: instant().notNull(),
		/** The order whose row the finding is about; null for money that no row has. */
		orderId: uuid().references(() => orders.id),
		/** The note that the provider keeps with the payment (`readNote`). */
		note: jsonb().$type<PaymentNote>(),
		foundAt: instant().notNull().defaultNow(),
		/** The time at which giving the money back began; from then on no booking is made of it any more. */
		refundBegunAt: instant(),
		endedAt: instant(),
		ending: text().$type<FindingEnd>(),
	},
	(table) => [
		unique('money_findings_once').on(table.provider, table.about),
		index('money_findings_open')
			.on(table.at)
			.where(sql`ended_at is null`),
		check(
			'money_findings_kind',
			sql`${table.kind} in ('moneyWithoutBooking', 'referenceTwice', 'bookingWithoutMoney', 'refundUnknown')`,
		),
		check('money_findings_end', sql`(${table.endedAt} is null) = (${table.ending} is null)`),
	],
)

/** The webhooks of the providers as they came, one row for each event. */
export const webhookEvents = pgTable(
	'webhook_events',
	{
		provider: providerName().notNull(),
		eventId: text().notNull(),
		type: text().notNull(),
		body: text().notNull(),
		receivedAt: instant().notNull().defaultNow(),
	},
	(table) => [primaryKey({ columns: [table.provider, table.eventId] })],
)

/**
 * The counts of limited attempts, kept by rate-limiter-flexible; they are in the database, so that a limit holds across
 * processes.
 */
export const attempts = pgTable(
	'attempts',
	{
		key: text().primaryKey(),
		points: integer().notNull().default(0),
		expire: instant(),
	},
	(table) => [index().on(table.expire)],
)
