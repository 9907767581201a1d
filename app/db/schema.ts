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
import { storedKinds, type InvoiceContent, type OnSiteMethod } from '#app/models/invoice/invoice.ts'
import type { TillNoteKind } from '#app/models/invoice/on-site.ts'
import { zero, type Cents } from '#app/models/money.ts'
import { orderStates, type OperatorConcern } from '#app/models/order/order.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import type { Recipient } from '#app/models/order/recipient.ts'
import type { ChangedTexts, OrderChangeState, RevisionContent } from '#app/models/order/revision.ts'
import { disputeStates, type PaymentPurpose, paymentStates } from '#app/models/payment/payment.ts'
import type { Answers, OrderedAnswers } from '#app/models/product/answer.ts'
import type { VatAmount } from '#app/models/product/price.ts'
import type { VatPart } from '#app/models/product/vat-parts.ts'
import { providerNames } from '#app/models/provider.ts'
import type { VatClass } from '#app/models/venue/catalogue.ts'
import { dueKinds, voucherKinds } from '#app/models/venue/catalogue.ts'
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
 * The named files of the last builds (scripts, style, fonts): a page of one build finds them on a server that runs
 * another one (faults J2). `builtAt` is the time of the newest build that has the file.
 */
export const buildFiles = pgTable('build_files', {
	path: text().primaryKey(),
	content: bytes().notNull(),
	builtAt: instant().notNull(),
})

/** Every version of the operator's files that was ever applied; the newest one is in force. */
export const venueVersions = pgTable('venue_versions', {
	id: bigserial({ mode: 'number' }).primaryKey(),
	hash: text().notNull(),
	document: jsonb().$type<Venue>().notNull(),
	appliedAt: instant().notNull().defaultNow(),
})

/** Scarce things, for the guards of the database. A zone has a capacity, a room is exclusive. */
export const resources = pgTable('resources', {
	id: text().primaryKey(),
	capacity: integer().notNull(),
	exclusive: boolean().notNull(),
	/**
	 * The resource's newer id (`was:` in the venue's files): a booking that an older build makes under this id goes to
	 * that one.
	 */
	renamedTo: text(),
})

/** One row a bookable day, made on demand: the lock of that day. */
export const days = pgTable('days', {
	day: date({ mode: 'string' }).primaryKey(),
	/** Raised by the database whenever the live `allocations` of the day change. */
	version: bigint({ mode: 'number' }).notNull().default(0),
})

/**
 * Registered customers. An address belongs to the account that has verified it; until then several accounts may have
 * it.
 */
export const accounts = pgTable(
	'accounts',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** An e-mail address, as it was typed. */
		username: text().notNull(),
		/** The username as it is compared: see `usernameKey`. */
		usernameKey: text().notNull(),
		/** argon2id, with its parameters and its salt. */
		passwordHash: text().notNull(),
		locale: text().notNull(),
		person: jsonb().$type<AccountPerson>().notNull(),
		party: jsonb().$type<OrderedParty>(),
		/** The cart that waits for the next sign-in. */
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
 * Tokens of links in mails: SHA-256, hex, of 256 random bits. Deleted when used; of each kind an account has the newest
 * only.
 */
export const accountTokens = pgTable(
	'account_tokens',
	{
		hash: text().primaryKey(),
		accountId: belongsTo(() => accounts.id, { onDelete: 'cascade' }),
		kind: accountTokenKind().notNull(),
		/** The new username; only with a change of the username. */
		username: text(),
		expiresAt: instant().notNull(),
	},
	(table) => [unique('account_tokens_newest').on(table.accountId, table.kind)],
)

/** Public keys of the key pairs that authenticators made for an account. */
export const passkeys = pgTable(
	'passkeys',
	{
		/** The authenticator's name of the pair, base64url. */
		id: text().primaryKey(),
		accountId: belongsTo(() => accounts.id, { onDelete: 'cascade' }),
		/** The name that the owner gave it. */
		name: text().notNull(),
		/** COSE, base64url. */
		publicKey: text().notNull(),
		/** The number of signatures as the authenticator counts them; 0 where it does not. */
		counter: bigint({ mode: 'number' }).notNull(),
		transports: text().array().notNull(),
		createdAt: instant().notNull().defaultNow(),
		usedAt: instant(),
	},
	(table) => [index().on(table.accountId)],
)

/** Challenges that an authenticator has to sign: each once, and soon. */
export const passkeyChallenges = pgTable(
	'passkey_challenges',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** 256 random bits, base64url. */
		challenge: text().notNull(),
		/** The account that is to get a passkey called `name`; null when a visitor signs in. */
		accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
		name: text(),
		expiresAt: instant().notNull(),
	},
	(table) => [index().on(table.expiresAt)],
)

export const sessions = pgTable(
	'sessions',
	{
		/** SHA-256 of the cookie's token, hex: a copy of this table opens no session. */
		id: text().primaryKey(),
		/** Names the session in the list of its account; opens nothing. */
		key: uuid().notNull().unique().defaultRandom(),
		/** The account that is signed in; null for a guest. */
		accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
		/** The browser's description of itself; only in signed-in sessions. */
		device: text(),
		seenAt: instant().notNull().defaultNow(),
		cartId: uuid(),
		/** The random id of the browser, once it has asked for one. */
		guid: uuid(),
		/** Shown on the next page, and removed from the row in the same statement. */
		notice: jsonb().$type<Notice>(),
		/** Written by builds older than the columns above, which may still be running. */
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

/** Orders placed in a visit. They follow its session when it gets another token, and end with it. */
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
 * Values that were typed into a form and not sent yet, or were refused. Kept for this browser and its account, or for a
 * guest: null.
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

export const carts = pgTable(
	'carts',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** Raised with every change; forms carry it, so that a stale one is noticed. */
		version: integer().notNull().default(1),
		day: date({ mode: 'string' }),
		/** The time at which the first hold began: it slides no further than the venue's cap after this. */
		heldSince: instant(),
		expiresAt: instant(),
		party: jsonb().$type<OrderedParty>(),
		person: jsonb().$type<OrderedPerson>(),
		/** Answers to the questions that products ask. */
		answers: jsonb().$type<Answers>().notNull().default({}),
		/** The order being paid: while it runs, the cart is frozen. */
		orderId: uuid(),
		/** Keyed hash of the client's address, for the limit of holds per address. */
		addressHash: text(),
		createdAt: instant().notNull().defaultNow(),
		updatedAt: instant().notNull().defaultNow(),
	},
	(table) => [
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
		/** The line of the package that this extra belongs to. */
		parentId: uuid(),
		position: bigserial({ mode: 'number' }).notNull(),
		productId: text().notNull(),
		quantity: integer().notNull(),
		/** The price that the visitor was shown when the line was added. */
		unitPrice: money().notNull(),
		startsAt: instant(),
		endsAt: instant(),
		/** The chosen duration in minutes, or 'day'; the key into the price table. */
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
 * Use of a resource over a time. Live states: held (until `expires_at`), pending (its order is being paid), confirmed.
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
		/** `during` plus the buffer for cleaning. */
		blocked: range().notNull(),
		units: integer().notNull(),
		exclusive: boolean().notNull(),
		state: allocationState().notNull(),
		expiresAt: instant(),
		cartId: uuid(),
		cartLineId: uuid(),
		orderId: uuid(),
		/** The position of the order's line; null until an order has it, and on places of older builds. */
		linePosition: integer(),
		/** The change that waits for its payment and keeps this place beside those of the booking. */
		changeId: uuid(),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [
		// Holds the live rows of a day: its size does not grow with the past.
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
		check('allocations_units', sql`${table.units} > 0`),
		check('allocations_held', sql`(${table.state} = 'held') = (${table.expiresAt} is not null)`),
	],
)

export const vouchers = pgTable('vouchers', {
	id: uuid().primaryKey().defaultRandom(),
	/** The code without case, spaces and dashes. */
	code: text().notNull().unique(),
	kind: voucherKind().notNull(),
	/** Initial value (value) or reduction (fixed) in cents; null for percent. */
	amount: money(),
	percent: integer(),
	validFrom: date({ mode: 'string' }),
	validUntil: date({ mode: 'string' }),
	minimumOrder: money(),
	products: text().array(),
	dayClasses: text().array(),
	/** The number of times that it may be used in all; null: until its balance is used up. */
	uses: integer(),
	/** The order line that sold it; null: written by the operator. */
	orderLineId: uuid(),
	/** The time it was paid and became usable; for a sold voucher. */
	activatedAt: instant(),
	createdAt: instant().notNull().defaultNow(),
})

/** A voucher lying in a cart or spent by an order. It is live until it is released. */
export const redemptions = pgTable(
	'redemptions',
	{
		id: uuid().primaryKey().defaultRandom(),
		voucherId: belongsTo(() => vouchers.id),
		cartId: uuid(),
		orderId: uuid(),
		/** The end of its reservation for a cart; null once an order has it. */
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

/** The voucher ledger: append only (a trigger refuses changes), each entry continues the balance of the one before. */
export const voucherEntries = pgTable(
	'voucher_entries',
	{
		voucherId: belongsTo(() => vouchers.id),
		sequence: integer().notNull(),
		kind: voucherEntryKind().notNull(),
		amount: money().notNull(),
		balance: money().notNull(),
		redemptionId: uuid().references(() => redemptions.id),
		/** The till's note by which it was spent or given back without a redemption. */
		noteId: uuid().unique('voucher_entries_once_per_note'),
		createdAt: instant().notNull().defaultNow(),
	},
	(table) => [
		primaryKey({ columns: [table.voucherId, table.sequence] }),
		check('voucher_entries_balance', sql`${table.balance} >= 0`),
	],
)

/** The last number of each kind that was given out, 'order-2026' or 'invoice-2026' (record 041). */
export const counters = pgTable('counters', {
	name: text().primaryKey(),
	value: integer().notNull(),
	/** The life of the database in which it was counted last: see `database_life`. Written by the database. */
	life: text(),
})

/** Numbers that are never given out, because a restored database may have forgotten that they were. */
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

/** The lives of the database in which a shop ran on it: each restore and each promotion begins another one. */
export const databaseLives = pgTable('database_lives', {
	life: text().primaryKey(),
	notedAt: instant().notNull().defaultNow(),
})

/**
 * True for an order that still holds data needed only for its visit: see `forVisitAlone`. Written as a JSON path,
 * because then the planner, too, expects few such rows.
 */
export const hasVisitDetails = sql`(answers <> '{}' or party is not null or person @? '$.keyvalue() ? (@.value != null && (@.key == "salutation" || @.key == "phone" || @.key == "mobile" || @.key == "dateOfBirth"))')`

export const orders = pgTable(
	'orders',
	{
		id: uuid().primaryKey().defaultRandom(),
		/** 128 random bits, base64url: the bookingId of the confirmation page. */
		publicId: text().notNull().unique(),
		/** Year and a number consecutive within it, such as 2026-000042. */
		number: text().notNull().unique(),
		/** The account it belongs to; null: ordered as a guest. */
		accountId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
		cartId: uuid().notNull(),
		cartVersion: integer().notNull(),
		state: orderState().notNull(),
		locale: text().notNull(),
		day: date({ mode: 'string' }),
		person: jsonb().$type<OrderedPerson>().notNull(),
		/** The recipient of the papers, if another was named after ordering. */
		recipient: jsonb().$type<Recipient>(),
		party: jsonb().$type<OrderedParty>(),
		answers: jsonb().$type<OrderedAnswers>().notNull().default({}),
		termsVersion: text().notNull(),
		/** The rules for changing, moving and cancelling, as accepted; null on orders of older builds. */
		policy: jsonb().$type<OrderedPolicy>(),
		/** The number of the newest revision: `order_revisions` holds those before it once there are two. */
		revision: integer().notNull().default(1),
		/** The latest cancel tier that a revision had reached when it was replaced: a move opens none again. */
		cancelTier: integer().notNull().default(0),
		voucherCode: text(),
		/** The terms of a percent or fixed voucher when the order was placed; null without one. */
		voucherTerms: jsonb().$type<VoucherTerms>(),
		linesTotal: money().notNull(),
		discount: money().notNull(),
		shipping: money().notNull(),
		/** The default is for builds that do not write the column; they may still be running. */
		shippingVatRate: integer().notNull().default(19),
		total: money().notNull(),
		voucher: money().notNull(),
		online: money().notNull(),
		onSite: money().notNull(),
		vat: jsonb().$type<VatAmount[]>().notNull(),
		createdAt: instant().notNull().defaultNow(),
		confirmedAt: instant(),
		/** The time at which the operator ended it after it was confirmed. */
		cancelledAt: instant(),
		/** The part of the online payment that the venue kept when the order was cancelled. */
		kept: money().notNull().default(zero),
		/** The fee of the cancellation, and the part of it that was kept of what a voucher paid. */
		fee: money().notNull().default(zero),
		feeOfVoucher: money().notNull().default(zero),
		/** The venue's `cancelFee.vat` when the order was cancelled. */
		feeVat: text().$type<FeeVat>().notNull().default('consideration'),
	},
	(table) => [
		unique('orders_one_per_cart_version').on(table.cartId, table.cartVersion),
		index().on(table.createdAt),
		index().on(table.accountId, table.day),
		// Finds the orders of a guest by their address when an account verifies it.
		index('orders_guest_email')
			.on(sql`lower(person ->> 'email')`)
			.where(sql`account_id is null`),
		// Indexes of the jobs' searches, so that none of them reads all orders ever made.
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

/** Lines of an order, frozen when it is placed: nothing here is ever looked up again. */
export const orderLines = pgTable(
	'order_lines',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		position: integer().notNull(),
		/** Position of the package an extra belongs to. */
		parentPosition: integer(),
		productId: text().notNull(),
		title: jsonb().$type<LocalText>().notNull(),
		detail: jsonb().$type<LocalText>(),
		quantity: integer().notNull(),
		/** The number of pieces of `quantity` that the package's price includes. */
		included: integer().notNull(),
		unitPrice: money().notNull(),
		amount: money().notNull(),
		vatRate: integer().notNull(),
		/** The class that decides the rate; null on gift vouchers and on lines of older builds. */
		vatClass: text().$type<VatClass>(),
		/** The parts of a package's amount at VAT rates of their own; null: all of it is of `vat_rate`. */
		vatParts: jsonb().$type<VatPart[]>(),
		due: dueKind().notNull(),
		startsAt: instant(),
		endsAt: instant(),
		/** The terms of a gift voucher: how it is sent and how long it will be valid. */
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

/** Revisions of bookings, as each was in force: written with the first change, and never changed (a trigger refuses it). */
export const orderRevisions = pgTable(
	'order_revisions',
	{
		orderId: belongsTo(() => orders.id),
		number: integer().notNull(),
		madeAt: instant().notNull().defaultNow(),
		/** 'customer', 'operator', 'shop', or the name of a member of staff. */
		actor: text().notNull(),
		reason: text(),
		content: jsonb().$type<RevisionContent>().notNull(),
	},
	(table) => [primaryKey({ columns: [table.orderId, table.number] })],
)

/** A change of a booking that waits for its payment. */
export const orderChanges = pgTable(
	'order_changes',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		/** The revision that it replaces. */
		revision: integer().notNull(),
		state: text().$type<OrderChangeState>().notNull().default('open'),
		actor: text().notNull(),
		reason: text(),
		/** The lines, sums and texts as they are once it is paid. */
		content: jsonb().$type<RevisionContent>().notNull(),
		/** The changed texts; null when they stay as they are, and once the change has ended. */
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

/** Keys of /booking/{token}: SHA-256, hex, of 256 random bits; each letter has one of its own. */
export const bookingTokens = pgTable(
	'booking_tokens',
	{
		hash: text().primaryKey(),
		orderId: belongsTo(() => orders.id),
		madeAt: instant().notNull().defaultNow(),
	},
	(table) => [index().on(table.orderId)],
)

/** The six digits that were mailed to an order's address, keyed and hashed; one at a time. */
export const bookingCodes = pgTable('booking_codes', {
	orderId: uuid()
		.primaryKey()
		.references(() => orders.id),
	hash: text().notNull(),
	madeAt: instant().notNull().defaultNow(),
	/** The number of wrong codes that were typed. */
	tries: integer().notNull().default(0),
})

/** Every change of an order: its author, its time and its kind. */
export const orderEvents = pgTable(
	'order_events',
	{
		id: bigserial({ mode: 'number' }).primaryKey(),
		orderId: belongsTo(() => orders.id),
		at: instant().notNull().defaultNow(),
		who: text().notNull(),
		what: text().notNull(),
	},
	(table) => [index().on(table.orderId)],
)

export const payments = pgTable(
	'payments',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		provider: providerName().notNull(),
		state: paymentState().notNull(),
		purpose: text().$type<PaymentPurpose>().notNull().default('order'),
		/** The change of the booking that it pays; null for other purposes. */
		changeId: uuid().references(() => orderChanges.id),
		/** The text that the provider reports back; null on payments of older builds: the order's number. */
		reference: text(),
		amount: money().notNull(),
		/** Opens the return routes without a cookie: it leads to the confirmation page and nothing else. */
		returnToken: text().notNull().unique(),
		/** The provider's id of the session; `captureId` is that of the money once it moved. */
		providerId: text(),
		redirectUrl: text(),
		captureId: text(),
		paidAmount: money(),
		createdAt: instant().notNull().defaultNow(),
		expiresAt: instant().notNull(),
		/** The time at which the shop first asked a wallet for approved money: from then on its answer may come. */
		captureBegunAt: instant(),
		settledAt: instant(),
		/** The time at which the sweep last looked at a payment that was open, or closed without money. */
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
		check('payments_amount', sql`${table.amount} > 0`),
		check('payments_purpose', sql`${table.purpose} in ('order', 'change', 'rest')`),
	],
)

/** Tokens of /payment/{sessionToken}: SHA-256, hex, of 256 random bits. */
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
		/** Also the idempotency key at the provider: a refund is asked for once. */
		id: uuid().primaryKey().defaultRandom(),
		paymentId: belongsTo(() => payments.id),
		amount: money().notNull(),
		providerId: text(),
		reason: text().notNull(),
		/** The revision of the booking that became cheaper; null for refunds of other causes. */
		revision: integer(),
		createdAt: instant().notNull().defaultNow(),
		refundedAt: instant(),
		/** The time at which the provider refused it, or the money returned: a failed refund counts for nothing. */
		failedAt: instant(),
		/**
		 * The claim at PayPal because of which the refund is left to be made by hand: accepting a claim gives the money
		 * back by a refund.
		 */
		disputeId: text(),
		/** The last concern that the operator was told of while the refund had not gone out. */
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
	],
)

/** Money that a payer or a bank wants back, as the provider reports it. The booking stands. */
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

/** Orders that came by an affiliate's link: the network's id of the click, and the time it was told. */
export const referrals = pgTable(
	'referrals',
	{
		orderId: uuid()
			.primaryKey()
			.references(() => orders.id),
		/**
		 * The click id to report; null after it was reported or has expired. That the order came from a partner stays
		 * known.
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

/** Payments at the venue, as its operator noted them. */
export const onSitePayments = pgTable(
	'on_site_payments',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		amount: money().notNull(),
		/** Null for 'voucher', which the build before does not know. */
		cashOrCard: cashOrCard('method'),
		method: text('means')
			.$type<OnSiteMethod>()
			.notNull()
			.generatedAlwaysAs(
				sql`case method when 'cash' then 'cash' when 'card' then 'card' else 'voucher' end`,
			),
		paidAt: instant().notNull().defaultNow(),
		kind: text().$type<TillNoteKind>().notNull().default('payment'),
		/** The number of the till's receipt; null on notes of older builds. */
		receipt: text(),
		/** The note that this one takes back: a note is taken back once. */
		reversesId: uuid()
			.unique('on_site_payments_reversed_once')
			.references((): AnyPgColumn => onSitePayments.id),
		/** The person or program that noted the payment. */
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
 * Tokens of links that invite the guests of a party: SHA-256, hex, of 256 random bits. All of an order are withdrawn
 * together.
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

/** Invoices as they were issued: a trigger refuses every change. Their numbers have no gaps. */
export const invoices = pgTable(
	'invoices',
	{
		id: uuid().primaryKey().defaultRandom(),
		orderId: belongsTo(() => orders.id),
		/** Names the invoice within its order, so that each thing is issued once. */
		slug: text().notNull(),
		kind: invoiceKind().notNull(),
		/** Such as RE-2026-000042. */
		number: text().notNull().unique(),
		/** The day in the venue's time zone. */
		issuedOn: date({ mode: 'string' }).notNull(),
		/** The total of `content`; below zero when the invoice takes something back. */
		gross: money().notNull(),
		/** Everything on the invoice but its number and day: its file is made from this each time it is asked for. */
		content: jsonb().$type<InvoiceContent>().notNull(),
		/** The payment that it is about: a payment has its paper once. Null also on those of older builds. */
		paymentId: uuid().references(() => payments.id),
		/** The invoice that this one takes back, and the refund it was issued for. */
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

/** Declarations of withdrawal as they came (§ 356a BGB), whatever they are about; kept for as long as letters. */
export const withdrawals = pgTable('withdrawals', {
	id: uuid().primaryKey(),
	name: text().notNull(),
	/** The contract as it was typed: an order number, or words. */
	contract: text().notNull(),
	email: text().notNull(),
	note: text(),
	locale: text().$type<Locale>().notNull(),
	receivedAt: instant().notNull(),
})

/** Webhooks as they came, one row for each event. */
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
 * Counts of limited attempts, kept by rate-limiter-flexible; in the database, so that a limit holds across processes.
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
