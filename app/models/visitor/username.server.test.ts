import { hash } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { accounts, orders } from '#app/db/schema.ts'
import { sha256 } from '#app/models/token.server.ts'
import { usernameKey } from '#app/models/visitor/account.ts'
import { proofOf, valueOf } from '#testing/proof.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/visitor/username.server.ts')
let tokens: typeof import('#app/models/visitor/account-token.server.ts')
let session: typeof import('#app/models/visitor/session.server.ts')
let account: typeof import('#app/models/visitor/account.server.ts')
let verifyAddress: typeof import('#app/models/order/verify.server.ts').verifyAddress
let findAddressLink: typeof import('#app/models/order/verify.server.ts').findAddressLink
beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	model = await import('#app/models/visitor/username.server.ts')
	tokens = await import('#app/models/visitor/account-token.server.ts')
	session = await import('#app/models/visitor/session.server.ts')
	account = await import('#app/models/visitor/account.server.ts')
	;({ verifyAddress, findAddressLink } = await import('#app/models/order/verify.server.ts'))
})
afterAll(() => shop?.close())

const passwordHash = await hash('ein Passwort')
const unverified = { verifiedAt: null }

async function owned(username: string, more: Partial<typeof accounts.$inferInsert> = {}) {
	const { email: _, ...person } = sampleOrder.person
	const [row] = await shop.db
		.insert(accounts)
		.values({
			username,
			usernameKey: usernameKey(username),
			passwordHash,
			locale: 'de-DE',
			person,
			verifiedAt: new Date(),
			...more,
		})
		.returning({ id: accounts.id })
	return { id: row?.id ?? '', username }
}

/** The secret of the link in the letter to the new username. */
async function linkTo(owner: { id: string; username: string }, username: string): Promise<string> {
	expect(await want(owner, username)).toEqual({ ok: true })
	return (await model.issueUsernameToken(owner.id, username)) ?? ''
}

async function usernameOf(id: string) {
	return (await account.findAccount(id))?.username
}

/** Letters of an account in the order of requests: [kind, recipient if it is not the account's address]. */
async function lettersOf(accountId: string) {
	const rows = await raw(
		shop.db,
		`select data ->> 'letter' as letter, data ->> 'to' as to from pgboss.job
		where name = 'mailAccount' and data ->> 'accountId' = $1 order by created_on, data ->> 'letter'`,
		[accountId],
	)
	return rows.map(({ letter, to }) => [letter, to])
}

async function signedIn(accountId: string): Promise<string> {
	return valueOf(await session.signInSession(null, await proofOf(shop.db, accountId), null))
}

async function want(owner: { id: string; username: string }, username: string) {
	return model.requestUsername(await proofOf(shop.db, owner.id), owner, username)
}

/** A follower of a link who is signed in to an account; `guest` is one without an account. */
function as({ id }: { id: string }) {
	return { accountId: id, sessionId: null, password: '' }
}
const guest = { accountId: null, sessionId: null, password: '' }

const linkOfOther = { ok: false, message: { key: 'errors.linkOfOther' } }
const linkInvalid = { ok: false, message: { key: 'errors.linkInvalid' } }

test('a new username takes effect when its link is followed, and the old address is told', async () => {
	const ada = await owned('ada@example.org')
	const link = await linkTo(ada, 'Augusta@Example.org')
	expect(await usernameOf(ada.id)).toBe('ada@example.org')
	expect(await model.findNewUsername(ada.id)).toBe('Augusta@Example.org')
	expect(await tokens.findLink(link, ['changeUsername'])).toEqual({
		accountId: ada.id,
		username: 'Augusta@Example.org',
	})
	expect(await verifyAddress(link, guest)).toEqual({
		ok: true,
		value: { username: 'Augusta@Example.org', isNew: true },
	})
	expect(await usernameOf(ada.id)).toBe('Augusta@Example.org')
	expect(await model.findNewUsername(ada.id)).toBeNull()
	expect(await lettersOf(ada.id)).toEqual([
		['changeUsername', 'Augusta@Example.org'],
		['usernameWanted', 'ada@example.org'],
		['usernameChanged', 'ada@example.org'],
	])
})

test('a new username ends every other session and voids links mailed before (F5, F22)', async () => {
	const ada = await owned('sessions@example.org')
	const [here, there] = [await signedIn(ada.id), await signedIn(ada.id)]
	const before = [
		await tokens.issueToken(ada.id, 'reset'),
		await tokens.issueToken(ada.id, 'verify'),
	]
	const link = await linkTo(ada, 'sessions2@example.org')
	await verifyAddress(link, { ...as(ada), sessionId: sha256(here) })
	expect((await session.findSession(here))?.account?.username).toBe('sessions2@example.org')
	expect(await session.findSession(there)).toBeNull()
	expect(await tokens.resetPassword(before[0] ?? '', 'ein neues Passwort', null)).toEqual(
		linkInvalid,
	)
	expect(await verifyAddress(before[1] ?? '', guest)).toEqual(linkInvalid)
})

test('the newest link alone works, once, also when it is followed twice at once (F22)', async () => {
	const ada = await owned('once@example.org')
	const older = await linkTo(ada, 'once2@example.org')
	const link = await linkTo(ada, 'once3@example.org')
	expect(await verifyAddress(older, guest)).toEqual(linkInvalid)
	const answers = await Promise.all([verifyAddress(link, guest), verifyAddress(link, guest)])
	expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
	expect(await usernameOf(ada.id)).toBe('once3@example.org')
})

test.each([
	[
		'a new password',
		async (id: string) =>
			account.changePassword(await proofOf(shop.db, id), 'ein neues Passwort', {
				sessionId: null,
				passkeys: [],
			}),
	],
	[
		'a reset password',
		async (id: string) =>
			tokens.resetPassword(await tokens.issueToken(id, 'reset'), 'ein neues Passwort', null),
	],
])('%s discards a username that an intruder may have asked for (F22)', async (_, change) => {
	const ada = await owned(`${crypto.randomUUID()}@example.org`)
	const wanted = `${crypto.randomUUID()}@example.org`
	const link = await linkTo(ada, wanted)
	expect((await change(ada.id)).ok).toBe(true)
	expect(await model.findNewUsername(ada.id)).toBeNull()
	expect(await model.issueUsernameToken(ada.id, wanted), 'nor does its letter bring one').toBeNull()
	expect(await verifyAddress(link, guest)).toEqual(linkInvalid)
})

test('no link is made for a username when another has been asked for since (F22)', async () => {
	const ada = await owned('since@example.org')
	await linkTo(ada, 'first-wish@example.org')
	await want(ada, 'second-wish@example.org')
	expect(await model.issueUsernameToken(ada.id, 'first-wish@example.org')).toBeNull()
})

test('a link for a new username ends after an hour by the database’s clock', async () => {
	const ada = await owned('late@example.org')
	const link = await linkTo(ada, 'late2@example.org')
	const [row] = await raw(
		shop.db,
		`select round(extract(epoch from expires_at - now()) / 60)::int as minutes from account_tokens where account_id = $1`,
		[ada.id],
	)
	expect(row).toEqual({ minutes: 60 })
	await raw(shop.db, `update account_tokens set expires_at = now() where account_id = $1`, [ada.id])
	expect(await verifyAddress(link, guest)).toEqual(linkInvalid)
	expect(await model.findNewUsername(ada.id)).toBeNull()
})

test('a verified address stays with its account, and of two accounts that want one address one gets it (F6, F19)', async () => {
	const [ada, eva] = [await owned('first@example.org'), await owned('second@example.org')]
	await owned('taken@example.org')
	expect(await verifyAddress(await linkTo(ada, 'TAKEN@example.org'), as(ada))).toEqual(linkInvalid)
	expect(await usernameOf(ada.id)).toBe('first@example.org')

	const links = [await linkTo(ada, 'both@example.org'), await linkTo(eva, 'both@example.org')]
	const [ofAda = '', ofEva = ''] = links
	const answers = await Promise.all([verifyAddress(ofAda, as(ada)), verifyAddress(ofEva, as(eva))])
	expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
})

test.each([
	['has the address', (address: string) => owned(address, unverified)],
	[
		'wants the address too',
		async (address: string) => {
			const other = await owned(`${crypto.randomUUID()}@example.org`)
			await linkTo(other, address.toUpperCase())
		},
	],
])(
	'when another account %s, a guest who follows the link is asked for a password (F26)',
	async (_, ask) => {
		const ada = await owned(`${crypto.randomUUID()}@example.org`)
		const wanted = `${crypto.randomUUID()}@example.org`
		const link = await linkTo(ada, wanted)
		expect(await findAddressLink(link, null)).toMatchObject({ needsPassword: false })
		await ask(wanted)
		expect(await findAddressLink(link, null)).toMatchObject({
			username: wanted,
			needsPassword: true,
		})
		expect(await verifyAddress(link, guest)).toEqual(linkOfOther)
		expect((await verifyAddress(link, as(ada))).ok).toBe(true)
	},
)

test('guest orders of the new address join the account, and the address counts as verified', async () => {
	const ada = await owned('slip@example.org', unverified)
	const { lines: _, ...order } = sampleOrder
	const id = crypto.randomUUID()
	const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1 }
	const person = { ...sampleOrder.person, email: 'right@EXAMPLE.org' }
	await shop.db.insert(orders).values({ ...order, ...own, person })
	const link = await linkTo(ada, 'right@example.org')
	expect(await verifyAddress(link, guest), 'who may be another guest').toEqual(linkOfOther)
	await verifyAddress(link, as(ada))
	const [joined] = await shop.db.select().from(orders).where(eq(orders.id, id))
	expect(joined?.accountId).toBe(ada.id)
	expect((await account.findAccount(ada.id))?.verifiedAt).not.toBeNull()
})

test('the present username, a sixth request in an hour and a fourth letter to one address are refused (F10)', async () => {
	const ada = await owned('Flood@example.org')
	expect(await want(ada, 'flood@EXAMPLE.org')).toEqual({
		ok: false,
		message: { key: 'errors.usernameSame' },
	})
	for (let times = 0; times < 5; times += 1)
		expect(await want(ada, 'victim@example.org')).toEqual({ ok: true })
	const letters = (await lettersOf(ada.id)).filter(([letter]) => letter === 'changeUsername')
	expect(letters).toHaveLength(3)
	expect(await want(ada, 'victim@example.org')).toEqual({
		ok: false,
		message: { key: 'errors.tooManyAttempts' },
	})
})
