import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { accounts, cartLines, carts, sessions } from '#app/db/schema.ts'
import { cents } from '#app/models/money.ts'
import { sha256 } from '#app/models/token.server.ts'
import { proofOf, valueOf } from '#testing/proof.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let drafts: typeof import('#app/models/visitor/draft.server.ts')
let session: typeof import('#app/models/visitor/session.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	drafts = await import('#app/models/visitor/draft.server.ts')
	session = await import('#app/models/visitor/session.server.ts')
})
afterAll(() => shop?.close())

const path = '/account/personal-data'
const typed = { firstName: 'Augusta', 'party.type': 'team' }

async function account(): Promise<string> {
	const { email: _, ...person } = sampleOrder.person
	const username = `${crypto.randomUUID()}@example.org`
	const own = { username, usernameKey: username, passwordHash: 'argon', locale: 'de-DE', person }
	const [row] = await shop.db.insert(accounts).values(own).returning({ id: accounts.id })
	return row?.id ?? ''
}

async function signIn(id: string | null, accountId: string): Promise<string> {
	return valueOf(await session.signInSession(id, await proofOf(shop.db, accountId), null))
}

function count() {
	return raw(shop.db, `select count(*)::int as drafts from form_drafts`)
}

test('a draft of an account that was signed out is found after its sign-in, not another account’s (F23)', async () => {
	const [accountId, stranger] = [await account(), await account()]
	const guest = sha256(await session.openSession({}))
	await drafts.keepDraft(guest, { path, accountId, typed: { firstName: 'Ada' } })
	await drafts.keepDraft(guest, { path, accountId, typed })
	const signedIn = sha256(await signIn(guest, accountId))
	expect(await drafts.findDraft(signedIn, { path, accountId })).toEqual(typed)
	expect(await drafts.findDraft(signedIn, { path, accountId: stranger })).toBeNull()
	expect(await drafts.findDraft(signedIn, { path: '/checkout/address', accountId })).toBeNull()
	const elsewhere = sha256(await signIn(null, accountId))
	expect(await drafts.findDraft(elsewhere, { path, accountId })).toBeNull()
	await drafts.forgetDraft(signedIn, path)
	expect(await drafts.findDraft(signedIn, { path, accountId })).toBeNull()
})

test('a guest’s draft is found by the guest’s session alone, and by no account', async () => {
	const own = { path, accountId: null } as const
	const guest = sha256(await session.openSession({}))
	const other = sha256(await session.openSession({}))
	await drafts.keepDraft(guest, { ...own, typed })
	expect(await drafts.findDraft(guest, own)).toEqual(typed)
	expect(await drafts.findDraft(other, own)).toBeNull()
	const accountId = await account()
	const signedIn = sha256(await signIn(guest, accountId))
	expect(await drafts.findDraft(signedIn, { path, accountId })).toBeNull()
	await drafts.forgetDraft(signedIn, path)
})

test('no draft is kept for an unknown account or session', async () => {
	const guest = sha256(await session.openSession({}))
	await drafts.keepDraft(guest, { path, accountId: crypto.randomUUID(), typed })
	await drafts.keepDraft(sha256('no session'), { path, accountId: null, typed })
	expect(await count()).toEqual([{ drafts: 0 }])
})

test('a checkout form keeps no draft once an order took the cart’s lines; other forms do (N24)', async () => {
	const guest = sha256(await session.openSession({}))
	const address = { path: '/checkout/address', accountId: null } as const
	const [cart] = await shop.db.insert(carts).values({}).returning({ id: carts.id })
	const cartId = cart?.id ?? ''
	await shop.db.update(sessions).set({ cartId }).where(eq(sessions.id, guest))
	const line = { productId: 'gift-50-mail', quantity: 1, unitPrice: cents(5000) }
	await shop.db.insert(cartLines).values({ ...line, cartId })
	await drafts.keepDraft(guest, { ...address, typed })
	expect(await drafts.findDraft(guest, address)).toEqual(typed)
	await drafts.forgetDraft(guest, address.path)

	await shop.db.delete(cartLines).where(eq(cartLines.cartId, cartId))
	await drafts.keepDraft(guest, { ...address, typed })
	expect(await drafts.findDraft(guest, address)).toBeNull()
	await drafts.keepDraft(guest, { path, accountId: null, typed })
	expect(await drafts.findDraft(guest, { path, accountId: null })).toEqual(typed)
	await drafts.forgetDraft(guest, path)
})

test('a draft is gone after an hour, with its session and with its account', async () => {
	const accountId = await account()
	const begin = async () => {
		const guest = sha256(await session.openSession({}))
		await drafts.keepDraft(guest, { path, accountId, typed })
		return guest
	}
	const ended = await begin()
	await raw(shop.db, `update form_drafts set expires_at = now()`)
	expect(await drafts.findDraft(ended, { path, accountId })).toBeNull()
	await begin()
	expect(await count()).toEqual([{ drafts: 2 }])
	await drafts.removeExpiredDrafts()
	expect(await count()).toEqual([{ drafts: 1 }])
	await session.endSession(await begin())
	expect(await count()).toEqual([{ drafts: 1 }])
	await raw(shop.db, `delete from accounts where id = $1`, [accountId])
	expect(await count()).toEqual([{ drafts: 0 }])
})
