import { and, eq, getTableColumns, inArray, is, isNotNull, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import * as schema from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { sha256 } from '#app/models/token.server.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { proofOf, valueOf } from '#testing/proof.ts'
import { revisionContent } from '#testing/revision-content.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

const { accounts, invitations, orderLines, orders, redemptions, sessions } = schema
const { referrals, voucherEntries, vouchers, withdrawals } = schema

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/order/account-data.server.ts')
let exporting: typeof import('#app/models/order/account-export.server.ts')
let session: typeof import('#app/models/visitor/session.server.ts')
let change: typeof import('#app/models/cart/change.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	model = await import('#app/models/order/account-data.server.ts')
	exporting = await import('#app/models/order/account-export.server.ts')
	session = await import('#app/models/visitor/session.server.ts')
	change = await import('#app/models/cart/change.server.ts')
})
afterAll(() => shop?.close())

const today = '2026-11-21'
const person = {
	...sampleOrder.person,
	salutation: 'female' as const,
	phone: '+49 89 1',
	mobile: '+49 170 1',
	dateOfBirth: '1990-12-10',
}
const { email: _, ...accountPerson } = person

async function account(cartId: string | null = null): Promise<string> {
	const username = `${crypto.randomUUID()}@example.org`
	const secret = { passwordHash: 'argon-secret', locale: 'de-DE' }
	const [row] = await shop.db
		.insert(accounts)
		.values({ username, usernameKey: username, ...secret, person: accountPerson, cartId })
		.returning({ id: accounts.id })
	return row?.id ?? ''
}

/** Opens a session that is signed in and has a cart; returns its token. */
async function signedIn(accountId: string, cartId: string | null): Promise<string> {
	const proof = await proofOf(shop.db, accountId)
	const token = valueOf(await session.signInSession(null, proof, 'Firefox'))
	const { putCart } = await import('#app/models/visitor/session-cart.server.ts')
	if (cartId) await putCart(sha256(token), cartId)
	return token
}

/** Places an order of the account; returns its id. */
async function ordered(
	accountId: string,
	order: Partial<typeof orders.$inferInsert> = {},
): Promise<string> {
	const { lines, ...sample } = sampleOrder
	const id = crypto.randomUUID()
	const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1, accountId, person }
	await shop.db.insert(orders).values({ ...sample, ...own, ...order })
	await shop.db.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
	return id
}

async function paidOnline(orderId: string): Promise<void> {
	const { online: amount } = sampleOrder
	await shop.db.insert(schema.payments).values({
		orderId,
		provider: 'stripe',
		state: 'paid',
		returnToken: crypto.randomUUID(),
		amount,
		paidAmount: amount,
		expiresAt: DateTime.utc().toJSDate(),
	})
}

async function stored(id: string) {
	const [row] = await shop.db.select().from(orders).where(eq(orders.id, id))
	return row
}

async function cart(): Promise<string> {
	const wish = {
		productId: 'ticket-adult',
		quantity: 3,
		day: '2026-12-05',
		time: '14:00',
		duration: 120 as const,
		parentId: null,
	}
	const visitor = {
		venue: shop.venue,
		now: DateTime.fromISO(`${today}T09:00:00Z`),
		addressHash: null,
	}
	const added = await change.addToCart({ id: null, version: 0, day: null }, wish, visitor)
	if (!added.ok) throw new Error(added.message.key)
	return added.value.id
}

test('the export has everything of the account, no secret, and nothing of another', async () => {
	const { issueInvoices } = await import('#app/models/invoice/issue.server.ts')
	const cartId = await cart()
	const [id, stranger] = [await account(cartId), await account()]
	const [own, other] = [await ordered(id), await ordered(stranger)]
	await signedIn(id, cartId)
	await shop.db.insert(invitations).values({ hash: 'link-secret', orderId: own })
	for (const orderId of [own, other]) {
		await paidOnline(orderId)
		await issueInvoices(orderId, DateTime.utc())
	}
	const exported = await exporting.exportAccount(id)
	expect(exported).toMatchObject({
		account: { person: accountPerson, locale: 'de-DE' },
		sessions: [{ device: 'Firefox' }],
		carts: [{ lines: [{ productId: 'ticket-adult', quantity: 3 }] }],
		orders: [
			{
				id: own,
				person,
				lines: [{}, {}, {}, {}],
				payments: [{ paidAmount: sampleOrder.online }],
				paidOnSite: [],
				invitations: [{ createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }],
				invoices: [{ content: { kind: 'receipt' } }, { content: { kind: 'deposit' } }],
			},
		],
	})
	const text = JSON.stringify(exported)
	expect(text).not.toContain('argon-secret')
	expect(text).not.toContain('link-secret')
	expect(text).not.toContain(other)
	expect(await exporting.exportAccount(crypto.randomUUID())).toBeNull()
})

/** For each table its place in the export, and the columns that are left out. */
const told: Record<string, { at: string; but?: string[] }> = {
	accounts: { at: 'account', but: ['passwordHash'] },
	accountTokens: { at: 'links', but: ['hash'] },
	passkeys: { at: 'passkeys' },
	passkeyChallenges: { at: 'passkeysBegun', but: ['challenge'] },
	sessions: { at: 'sessions', but: ['id'] },
	formDrafts: { at: 'drafts', but: ['sessionId'] },
	carts: { at: 'carts' },
	cartLines: { at: 'carts.lines' },
	allocations: { at: 'orders.places' },
	redemptions: { at: 'redemptions' },
	orders: { at: 'orders' },
	orderLines: { at: 'orders.lines' },
	orderEvents: { at: 'orders.events' },
	orderNotes: { at: 'orders.notes' },
	orderRevisions: { at: 'orders.revisions' },
	orderChanges: { at: 'orders.changes' },
	bookingTokens: { at: 'orders.keys', but: ['hash'] },
	bookingCodes: { at: 'orders.codes', but: ['hash'] },
	payments: { at: 'orders.payments', but: ['returnToken'] },
	refunds: { at: 'orders.payments.refunds' },
	disputes: { at: 'orders.payments.disputes' },
	referrals: { at: 'orders.referrals' },
	onSitePayments: { at: 'orders.paidOnSite' },
	invitations: { at: 'orders.invitations', but: ['hash'] },
	invoices: { at: 'orders.invoices' },
	vouchers: { at: 'giftVouchers' },
	voucherEntries: { at: 'giftVouchers.ledger', but: ['redemptionId'] },
	// Under `sender`: see the test of withdrawals.
	withdrawals: { at: 'withdrawals', but: ['name', 'email', 'note'] },
}

const untold: Record<string, string> = {
	venueVersions: 'the venue',
	resources: 'the venue',
	days: 'the venue',
	dayOverrides: 'the venue; the fate of an order of the day is told as its event',
	blocks: 'the venue',
	dayReads: 'the venue: how far its people have read the changes of a day',
	practiceMonths: 'a shop to practise with',
	buildFiles: 'the files of the newest builds',
	orderNames: 'names and numbers of an order that is told, as the search at the desk compares them',
	counters: 'the next number of a document',
	numberGaps: 'numbers that no document has',
	databaseLives: 'when the database began another history',
	visitOrders: 'joins two that are told, by the hash of a session',
	paymentTokens: 'hashes of links to a payment that is told',
	webhookEvents:
		'what a provider said of payments, by names of its own; told as payments, refunds, disputes',
	staff: 'the people of the venue',
	staffPasskeys: 'how the people of the venue sign in',
	staffChallenges: 'how the people of the venue sign in',
	staffLinks: 'how the people of the venue sign in',
	deskDevices: 'the browsers of the venue; a form that one of its people sent is kept for hours',
	staffActs: 'acts of the people of the venue; those about an order are told as its events',
	moneyFindings:
		'money of which no row is known; once it is booked or noted, told as payments, refunds',
	attempts: 'counts of tries, by keyed hashes; none is older than a day',
}

test('the export has all columns of each table of the schema, or it is said why not', async () => {
	const tables = Object.entries(schema).flatMap(([name, table]) =>
		is(table, PgTable) ? [{ name, columns: Object.keys(getTableColumns(table)) }] : [],
	)
	expect(tables.map(({ name }) => name).toSorted()).toEqual(
		Object.keys({ ...told, ...untold }).toSorted(),
	)
	const exported = await exporting.exportAccount(await accountWithAll())
	for (const { name, columns } of tables.filter((table) => Object.hasOwn(told, table.name))) {
		const { at, but = [] } = told[name] ?? { at: '' }
		const row = firstAt(exported, at)
		const missing = columns.filter((column) => !Object.hasOwn(row, column))
		expect([name, missing]).toEqual([name, but])
	}
})

test('a bought voucher comes with its code and what was taken of it, not with who took it', async () => {
	const [buyer, guest] = [await account(), await account()]
	const [buying, spending] = [await ordered(buyer), await ordered(guest)]
	const voucherId = await bought(buying)
	await spent(voucherId, spending, 1200)
	const ofBuyer = await exporting.exportAccount(buyer)
	expect(ofBuyer).toMatchObject({
		redemptions: [],
		giftVouchers: [
			{ code: voucherId, amount: 5000, ledger: [{}, { amount: -1200, balance: 3800 }] },
		],
	})
	expect(JSON.stringify(ofBuyer)).not.toContain(spending)
	const ofGuest = await exporting.exportAccount(guest)
	expect(ofGuest).toMatchObject({
		redemptions: [{ orderId: spending, code: voucherId, ledger: [{ amount: -1200 }] }],
		giftVouchers: [],
	})
	expect(JSON.stringify(ofGuest)).not.toContain('"balance"')
	expect(JSON.stringify(ofGuest)).not.toContain(buying)
})

test('withdrawals come with their sender where that is the owner: a number is typed by anybody', async () => {
	const [id, namesake] = [await account(), await account()]
	const username = `${id}@Example.org`
	await shop.db
		.update(accounts)
		.set({ username, verifiedAt: new Date() })
		.where(eq(accounts.id, id))
	await shop.db.update(accounts).set({ username }).where(eq(accounts.id, namesake))
	const order = await ordered(id)
	await declare(order, person.email.toUpperCase())
	await declare(order, 'stranger@example.org')
	await declare('der Gutschein vom Mai', username.toLowerCase())
	await declare(await ordered(await account()), person.email)
	expect((await exporting.exportAccount(id))?.['withdrawals']).toMatchObject([
		{ contract: order, sender: { name: 'Ada', note: 'bitte alles' } },
		{ contract: order, sender: null },
		{ contract: 'der Gutschein vom Mai', sender: { email: username.toLowerCase() } },
	])
	expect((await exporting.exportAccount(namesake))?.['withdrawals']).toEqual([])
})

/** The first row at this path; `orders.payments` are those of the first order. */
function firstAt(exported: unknown, at: string): object {
	const found = at.split('.').reduce<unknown>((here, step) => {
		const below = (here as Record<string, unknown>)[step]
		return Array.isArray(below) ? (below[0] ?? {}) : below
	}, exported)
	return found as object
}

/** Makes an account with a row in every table of `told`; returns its id. */
async function accountWithAll(): Promise<string> {
	const { issueInvoices } = await import('#app/models/invoice/issue.server.ts')
	const cartId = await cart()
	const accountId = await account(cartId)
	const orderId = await ordered(accountId)
	await signedIn(accountId, cartId)
	await issueInvoices(orderId, DateTime.utc())
	const [resource] = await shop.db.select().from(schema.resources)
	const [own] = await shop.db.select().from(sessions).where(eq(sessions.accountId, accountId))
	const expiresAt = DateTime.utc().plus({ hours: 1 }).toJSDate()
	const key = { accountId, id: orderId, publicKey: '-', counter: 0, transports: [] }
	const paid = { orderId, provider: 'stripe', state: 'paid', returnToken: orderId } as const
	const hour = `[2026-11-28T14:00Z,2026-11-28T15:00Z)`
	const place = { orderId, resourceId: resource?.id ?? '', day: '2026-11-28', exclusive: false }
	const [payment] = await shop.db
		.insert(schema.payments)
		.values({ ...paid, amount: cents(100), expiresAt })
		.returning()
	const paymentId = payment?.id ?? ''
	const content = revisionContent(sampleOrder)
	const dispute = { provider: 'stripe', disputeId: orderId, paymentId, state: 'open' } as const
	await Promise.all([
		shop.db
			.insert(schema.accountTokens)
			.values({ hash: orderId, accountId, kind: 'verify', expiresAt }),
		shop.db.insert(schema.passkeys).values({ ...key, name: 'Handy' }),
		shop.db.insert(schema.passkeyChallenges).values({ challenge: '-', accountId, expiresAt }),
		shop.db.insert(schema.formDrafts).values({
			sessionId: own?.id ?? '',
			path: '/checkout/address',
			accountId,
			typed: {},
			expiresAt,
		}),
		shop.db
			.insert(schema.allocations)
			.values({ ...place, during: hour, blocked: hour, units: 1, state: 'confirmed' }),
		shop.db.insert(schema.orderEvents).values({ orderId, who: 'test', what: 'confirmed' }),
		shop.db.insert(schema.orderNotes).values({ orderId, actor: 'operator', text: 'wine' }),
		shop.db.insert(schema.refunds).values({ paymentId, amount: cents(1), reason: '-' }),
		shop.db.insert(schema.disputes).values({ ...dispute, amount: cents(1) }),
		shop.db.insert(referrals).values({ orderId, awc: 'click' }),
		shop.db.insert(schema.onSitePayments).values({ orderId, amount: cents(1), cashOrCard: 'cash' }),
		shop.db.insert(invitations).values({ hash: orderId, orderId }),
		shop.db
			.insert(schema.orderRevisions)
			.values({ orderId, number: 1, actor: 'customer', content }),
		shop.db
			.insert(schema.orderChanges)
			.values({ orderId, revision: 1, actor: 'customer', content }),
		shop.db.insert(schema.bookingTokens).values({ hash: orderId, orderId }),
		shop.db.insert(schema.bookingCodes).values({ hash: orderId, orderId }),
		spent(await bought(orderId), orderId, 100),
		declare(orderId, person.email),
	])
	return accountId
}

/** Makes a gift voucher of 50 euros that the order bought; returns its id. */
async function bought(orderId: string): Promise<string> {
	const [line] = await shop.db
		.select({ id: orderLines.id })
		.from(orderLines)
		.where(and(eq(orderLines.orderId, orderId), isNotNull(orderLines.gift)))
	const [id, amount] = [crypto.randomUUID(), cents(5000)]
	const sold = { id, code: id, kind: 'value', amount, orderLineId: line?.id ?? null } as const
	await shop.db.insert(vouchers).values(sold)
	const issued = { voucherId: id, sequence: 1, kind: 'issued' } as const
	await shop.db.insert(voucherEntries).values({ ...issued, amount, balance: amount })
	return id
}

/** Takes `taken` cents off the voucher for the order. */
async function spent(voucherId: string, orderId: string, taken: number): Promise<void> {
	const [redemption] = await shop.db
		.insert(redemptions)
		.values({ voucherId, orderId })
		.returning({ redemptionId: redemptions.id })
	const entry = { voucherId, sequence: 2, kind: 'reserved', ...redemption } as const
	const left = { amount: cents(-taken), balance: cents(5000 - taken) }
	await shop.db.insert(voucherEntries).values({ ...entry, ...left })
}

function declare(contract: string, email: string) {
	const declared = { id: crypto.randomUUID(), name: 'Ada', contract, email, note: 'bitte alles' }
	const now = new Date()
	return shop.db.insert(withdrawals).values({ ...declared, locale: 'de-DE', receivedAt: now })
}

test('a deleted account leaves no session (F5), no cart and no hold; its orders stay', async () => {
	const cartId = await cart()
	const [id, stranger] = [await account(cartId), await account()]
	const tokens = await Promise.all(
		[id, id, stranger].map((accountId) => signedIn(accountId, accountId === id ? cartId : null)),
	)
	const [own, other] = [await ordered(id), await ordered(stranger)]
	for (const orderId of [own, other]) {
		await shop.db.insert(invitations).values({ hash: orderId, orderId })
		await shop.db.insert(referrals).values({ orderId, awc: orderId })
	}
	await model.deleteAccount(await proofOf(shop.db, id), today)
	const clicks = await shop.db
		.select({ awc: referrals.awc })
		.from(referrals)
		.where(inArray(referrals.orderId, [own, other]))
	expect(clicks.map(({ awc }) => awc).toSorted()).toEqual([other, null].toSorted())
	const invited = await shop.db
		.select({ hash: invitations.hash })
		.from(invitations)
		.where(inArray(invitations.hash, [own, other]))
	expect(invited).toEqual([{ hash: other }])
	expect(await shop.db.select().from(accounts).where(eq(accounts.id, id))).toEqual([])
	const found = await Promise.all(tokens.map((token) => session.findSession(token)))
	expect(found.map((it) => it?.account?.id)).toEqual([undefined, undefined, stranger])
	expect(await raw(shop.db, `select 1 from carts where id = $1`, [cartId])).toEqual([])
	expect(
		await raw(shop.db, `select 1 from allocations where cart_id = $1 and state = 'held'`, [cartId]),
	).toEqual([])
	expect(await stored(other)).toMatchObject({ accountId: stranger, person })
})

test('an order’s data are kept only as far as they must be, by what became of the order', async () => {
	const id = await account()
	const old = sql`now() - interval '3 days'` as unknown as Date
	const [coming, past, unpaid, waiting] = [
		await ordered(id, { day: '2026-11-28' }),
		await ordered(id, { day: '2026-11-20', state: 'completed' }),
		await ordered(id, { state: 'expired', confirmedAt: null, createdAt: old }),
		await ordered(id, { state: 'pendingPayment', confirmedAt: null, createdAt: old }),
	]
	const noted = [coming, past].map((orderId) => ({ orderId, actor: 'operator', text: 'wine' }))
	await shop.db.insert(schema.orderNotes).values(noted)
	await model.deleteAccount(await proofOf(shop.db, id), today)
	const left = await shop.db
		.select({ orderId: schema.orderNotes.orderId })
		.from(schema.orderNotes)
		.where(inArray(schema.orderNotes.orderId, [coming, past]))
	expect(left, 'notes for colleagues (faults N152)').toEqual([{ orderId: coming }])
	for (const whole of [coming, waiting])
		expect(await stored(whole)).toMatchObject({ accountId: null, person, party: sampleOrder.party })

	const { firstName, lastName, street, postcode, city } = person
	expect(await stored(past)).toMatchObject({
		accountId: null,
		party: null,
		total: sampleOrder.total,
		person: {
			firstName,
			lastName,
			street,
			postcode,
			city,
			salutation: null,
			phone: null,
			mobile: null,
			dateOfBirth: null,
		},
	})
	const told = Object.values((await stored(unpaid))?.person ?? ({} as OrderedPerson))
	for (const value of Object.values(person).filter(Boolean)) expect(told).not.toContain(value)
	expect(await stored(unpaid)).toMatchObject({ party: null, total: sampleOrder.total })
})

test('the customer of an order that was never paid is forgotten later, with an account or without', async () => {
	const deleted = await account()
	const unpaid = { state: 'expired', confirmedAt: null } as const
	const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000)
	const of = {
		deleted: await ordered(deleted, { ...unpaid, createdAt: daysAgo(1) }),
		guest: await ordered(await account(), { ...unpaid, accountId: null, createdAt: daysAgo(31) }),
		young: await ordered(await account(), { ...unpaid, createdAt: daysAgo(29) }),
		waiting: await ordered(await account(), {
			...unpaid,
			state: 'pendingPayment',
			createdAt: daysAgo(31),
		}),
		paid: await ordered(await account(), { confirmedAt: new Date(), createdAt: daysAgo(400) }),
	}
	await model.deleteAccount(await proofOf(shop.db, deleted), today)
	expect((await stored(of.deleted))?.person.email).toBe(person.email)
	await shop.db
		.update(orders)
		.set({ createdAt: daysAgo(31) })
		.where(eq(orders.id, of.deleted))
	await model.forgetUnpaidOrders(30)
	const emails: Record<string, string | undefined> = {}
	for (const [name, id] of Object.entries(of)) emails[name] = (await stored(id))?.person.email
	expect(emails).toEqual({
		deleted: 'deleted@example.invalid',
		guest: 'deleted@example.invalid',
		young: person.email,
		waiting: person.email,
		paid: person.email,
	})
})

/** The tables that hold the text in any column, those of the queue included. */
async function tablesWith(text: string): Promise<string[]> {
	const tables = await raw(
		shop.db,
		`select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'm') and n.nspname in ('public', 'pgboss') order by 1`,
		[],
	)
	const found: string[] = []
	for (const { name } of tables) {
		const hits = await raw(
			shop.db,
			`select 1 from ${String(name)} as t where strpos(lower(t::text), $1) > 0 limit 1`,
			[text.toLowerCase()],
		)
		if (hits.length > 0) found.push(String(name))
	}
	return found
}

test('a cart that is being signed out while its account is deleted goes too (M9)', async () => {
	const { giveNewId } = await import('#app/models/cart/new-id.server.ts')
	const [cartId, address] = [await cart(), `${crypto.randomUUID()}@example.org`]
	const accountId = await account(cartId)
	await signedIn(accountId, cartId)
	await shop.db
		.update(schema.carts)
		.set({ person: { ...person, email: address } })
		.where(eq(schema.carts.id, cartId))
	const proof = await proofOf(shop.db, accountId)
	let under: Promise<unknown>[] = []
	await shop.admin.transaction(async (tx) => {
		await tx.execute(sql`select from carts where id = ${cartId} for update`)
		const signOut = giveNewId(cartId, { sessionId: null, accountId })
		await waiting(1)
		under = [signOut, model.deleteAccount(proof, today)]
		await waiting(2)
	})
	await Promise.all(under)
	expect(await tablesWith(address)).toEqual([])
})

/** Waits until `count` statements wait for a lock; polls, for there is no event. */
async function waiting(count: number): Promise<void> {
	const found = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
	while ((await raw(shop.admin, found, [])).length < count);
}

test('a cart whose order runs says no more whose it is when its account is deleted (M9)', async () => {
	const [cartId, address] = [await cart(), `${crypto.randomUUID()}@example.org`]
	const accountId = await account(cartId)
	await signedIn(accountId, cartId)
	const orderId = await ordered(accountId, { cartId })
	await shop.db
		.update(schema.carts)
		.set({ orderId, person: { ...person, email: address } })
		.where(eq(schema.carts.id, cartId))
	await model.deleteAccount(await proofOf(shop.db, accountId), today)
	expect(await tablesWith(address)).toEqual([])
	expect(await stored(orderId)).toMatchObject({ person })
})

test('the addresses of a deleted account stand in no table, neither plain nor as a hash that tells them (M9)', async () => {
	const { register } = await import('#app/models/visitor/account.server.ts')
	const { requestUsername } = await import('#app/models/visitor/username.server.ts')
	const { requestReset } = await import('#app/models/visitor/account-token.server.ts')
	const { authenticate } = await import('#app/models/visitor/sign-in.server.ts')
	const { keepDraft } = await import('#app/models/visitor/draft.server.ts')
	const [first, second] = [1, 2].map(() => `${crypto.randomUUID()}@example.org`) as [string, string]
	const cartId = await cart()
	const typed = { username: first, password: 'drei Sterne und ein Mond' }
	const owner = { person: accountPerson, locale: 'de-DE', addressHash: null } as const
	const proof = valueOf(await register({ ...typed, ...owner }))
	const { accountId } = proof
	const sessionId = sha256(await signedIn(accountId, cartId))
	await shop.db
		.update(schema.carts)
		.set({ person: { ...person, email: first } })
		.where(eq(schema.carts.id, cartId))
	const ofOrder = await cart()
	await shop.db
		.update(schema.carts)
		.set({ person: { ...person, email: second } })
		.where(eq(schema.carts.id, ofOrder))
	await ordered(accountId, { cartId: ofOrder })
	valueOf(await requestUsername(proof, { id: accountId, username: first }, second))
	valueOf(await requestReset(second, { addressHash: null, revealUnknown: false }))
	for (const password of [typed.password, 'geraten'])
		await authenticate({ username: first, password, addressHash: null, isKnownDevice: () => false })
	for (const draft of [
		{ path: '/checkout/address', accountId, typed: { email: second } },
		{ path: '/checkout/overview', accountId: null, typed: { email: first } },
	] as const)
		await keepDraft(sessionId, draft)
	// A done job and a moved one, besides those of letters that wait.
	await raw(
		shop.db,
		`update pgboss.job set state = 'completed' where data ->> 'letter' = 'welcome'`,
		[],
	)
	await raw(
		shop.db,
		`with moved as (delete from pgboss.job where data ->> 'to' = $1 returning *)
		insert into pgboss.archive
		select (jsonb_populate_record(null::pgboss.archive, to_jsonb(moved) || '{"archived_on": "now"}')).* from moved`,
		[first],
	)
	const plain = ['public.accounts', 'public.carts', 'public.form_drafts', 'pgboss.archive']
	expect(await tablesWith(first)).toEqual(expect.arrayContaining(plain))
	expect(await tablesWith(second)).toEqual(expect.arrayContaining(['public.account_tokens']))

	expect(await model.deleteAccount(proof, today)).toEqual({ ok: true })
	for (const address of [first, second])
		for (const text of [
			address,
			sha256(address),
			Buffer.from(sha256(address), 'hex').toString('base64'),
		])
			expect(await tablesWith(text)).toEqual([])
})
