import { eq, inArray, sql } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { accounts, invitations, orderLines, orders } from '#app/db/schema.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/order/account-data.server.ts')
let session: typeof import('#app/models/visitor/session.server.ts')
let change: typeof import('#app/models/cart/change.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/order/account-data.server.ts')
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

/** An order of the account; answers its id. */
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
	await session.signInSession(null, { accountId: id, cartId, device: 'Firefox' })
	await shop.db.insert(invitations).values({ hash: 'link-secret', orderId: own })
	for (const orderId of [own, other]) await issueInvoices(orderId, DateTime.utc())
	const exported = await model.exportAccount(id)
	expect(exported).toMatchObject({
		account: { person: accountPerson, locale: 'de-DE' },
		sessions: [{ device: 'Firefox' }],
		cart: { lines: [{ productId: 'ticket-adult', quantity: 3 }] },
		orders: [
			{
				id: own,
				person,
				lines: [{}, {}, {}, {}],
				payments: [],
				paidOnSite: [],
				invitations: [{ createdAt: expect.any(Date) }],
				invoices: [{ content: { kind: 'receipt' } }, { content: { kind: 'deposit' } }],
			},
		],
	})
	const text = JSON.stringify(exported)
	expect(text).not.toContain('argon-secret')
	expect(text).not.toContain('link-secret')
	expect(text).not.toContain(other)
	expect(await model.exportAccount(crypto.randomUUID())).toBeNull()
})

test('deleted: no account, no session (F5), no cart, nothing held; its orders stay', async () => {
	const cartId = await cart()
	const [id, stranger] = [await account(cartId), await account()]
	const tokens = await Promise.all(
		[id, id, stranger].map((accountId) =>
			session.signInSession(null, {
				accountId,
				cartId: accountId === id ? cartId : null,
				device: null,
			}),
		),
	)
	const [own, other] = [await ordered(id), await ordered(stranger)]
	for (const orderId of [own, other])
		await shop.db.insert(invitations).values({ hash: orderId, orderId })
	await model.deleteAccount(id, today)
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

test('of what is kept, only what must be: by what became of the order', async () => {
	const id = await account()
	const old = sql`now() - interval '3 days'` as unknown as Date
	const [coming, past, unpaid, waiting] = [
		await ordered(id, { day: '2026-11-28' }),
		await ordered(id, { day: '2026-11-20', state: 'completed' }),
		await ordered(id, { state: 'expired', confirmedAt: null, createdAt: old }),
		await ordered(id, { state: 'pendingPayment', confirmedAt: null, createdAt: old }),
	]
	await model.deleteAccount(id, today)
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

test('who placed an order that was never paid is forgotten later, whoever it was', async () => {
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
	await model.deleteAccount(deleted, today)
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
