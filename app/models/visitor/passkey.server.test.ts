import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { accounts, passkeyChallenges, passkeys } from '#app/db/schema.ts'
import type { AccountPerson } from '#app/models/visitor/account.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { proofOf } from '#testing/proof.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/visitor/passkey.server.ts')
let origin: string
let rpID: string
beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	model = await import('#app/models/visitor/passkey.server.ts')
	const { env } = await import('#app/gateways/env.server.ts')
	origin = env.APP_ORIGIN
	rpID = new URL(origin).hostname
})
afterAll(() => shop?.close())

const refused = { ok: false, message: { key: 'errors.passkeyRefused' } }

async function newAccount() {
	const username = `${crypto.randomUUID()}@example.org`
	const person = { firstName: 'Ada', lastName: 'Lovelace' } as AccountPerson
	const values = { username, usernameKey: username, passwordHash: 'x', locale: 'de-DE', person }
	const [row] = await shop.db.insert(accounts).values(values).returning({ id: accounts.id })
	const { firstName, lastName } = person
	return { id: row?.id ?? '', username, firstName, lastName, until: new Date() }
}

type Account = Awaited<ReturnType<typeof newAccount>>
type Authenticator = ReturnType<typeof newAuthenticator>

async function begun(account: Account) {
	const started = await model.beginPasskey(await proofOf(shop.db, account.id), 'Handy')
	if (!started.ok) throw new Error(started.message.key)
	const found = await model.findBegunPasskey(account, started.value, 'Raumzeit')
	if (!found) throw new Error('nothing was begun')
	return found
}

async function offered() {
	const offer = await model.offerPasskeys(crypto.randomUUID())
	if (!offer.ok) throw new Error(offer.message.key)
	return offer.value
}

/** The values that a page's form posts, parsed as the page parses them. */
function posted(challenge: string, answer: object) {
	return signedChallenge.parse({ challenge, answer: JSON.stringify(answer) })
}

async function added(account: Account, authenticator: Authenticator) {
	const { challenge, options } = await begun(account)
	const answer = authenticator.create({ challenge: options.challenge, origin, rpID })
	return model.addPasskey(account.id, posted(challenge, answer))
}

async function signedIn(
	authenticator: Authenticator,
	from: Partial<{ origin: string; rpID: string }> = {},
) {
	const { challenge, options } = await offered()
	const answer = authenticator.get({ challenge: options.challenge, origin, rpID, ...from })
	const proof = await model.authenticateByPasskey(posted(challenge, answer), crypto.randomUUID())
	return proof.ok ? { ok: true, value: proof.value.accountId } : proof
}

describe('adding a passkey (F24)', () => {
	test('a passkey made for an account is listed by its name, told by mail, and signs in', async () => {
		const account = await newAccount()
		const { options } = await begun(account)
		expect(options).toMatchObject({
			rp: { id: rpID, name: 'Raumzeit' },
			user: { name: account.username, displayName: 'Ada Lovelace' },
			authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
		})
		const authenticator = newAuthenticator()
		expect(await added(account, authenticator)).toEqual({ ok: true })
		expect(await model.listPasskeys(account.id)).toMatchObject([{ name: 'Handy', usedAt: null }])
		expect((await begun(account)).options.excludeCredentials).toMatchObject([
			{ id: authenticator.id },
		])
		const jobs = await raw(
			shop.db,
			`select data ->> 'letter' as letter from pgboss.job where data ->> 'accountId' = $1`,
			[account.id],
		)
		expect(jobs).toEqual([{ letter: 'passkeyAdded' }])

		expect(await signedIn(authenticator)).toEqual({ ok: true, value: account.id })
		expect(await model.listPasskeys(account.id)).toMatchObject([{ usedAt: expect.any(Date) }])
	})

	test.each([
		[['internal', 'smart-card'], true],
		[undefined, true],
		[['\u0000'], false],
		[[5], false],
		[5, false],
	])('the transports %j of an authenticator are accepted: %j', (transports, are) => {
		const made = newAuthenticator().create({ challenge: 'x', origin, rpID })
		const answer = JSON.stringify({ ...made, response: { ...made.response, transports } })
		const read = signedChallenge.safeParse({ challenge: crypto.randomUUID(), answer })
		expect(read.success).toBe(are)
	})

	test('a challenge is valid once, for its own account, and for five minutes', async () => {
		const [account, other] = [await newAccount(), await newAccount()]
		const { challenge, options } = await begun(account)
		const authenticator = newAuthenticator()
		const answer = posted(
			challenge,
			authenticator.create({ challenge: options.challenge, origin, rpID }),
		)
		expect(await model.findBegunPasskey(other, challenge, 'Raumzeit')).toBeNull()
		expect(await model.addPasskey(other.id, answer)).toEqual(refused)
		const both = await Promise.all([
			model.addPasskey(account.id, answer),
			model.addPasskey(account.id, answer),
		])
		expect(both.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await model.addPasskey(account.id, answer)).toEqual(refused)

		const late = await begun(account)
		await shop.db
			.update(passkeyChallenges)
			.set({ expiresAt: sql`now()` })
			.where(eq(passkeyChallenges.id, late.challenge))
		const made = newAuthenticator().create({ challenge: late.options.challenge, origin, rpID })
		expect(await model.addPasskey(account.id, posted(late.challenge, made))).toEqual(refused)
		expect(await model.findBegunPasskey(account, late.challenge, 'Raumzeit')).toBeNull()
	})

	test.each([
		['another page', { origin: 'https://evil.example' }],
		['another shop', { rpID: 'evil.example' }],
		['another challenge', { challenge: 'A'.repeat(43) }],
	])('a passkey made for %s is refused', async (_, wrong) => {
		const account = await newAccount()
		const { challenge, options } = await begun(account)
		const asked = { challenge: options.challenge, origin, rpID, ...wrong }
		const answer = posted(challenge, newAuthenticator().create(asked))
		expect(await model.addPasskey(account.id, answer)).toEqual(refused)
	})

	test('a key of one account cannot be added to another, and an account has ten keys at most', async () => {
		const [account, other] = [await newAccount(), await newAccount()]
		const authenticator = newAuthenticator()
		await added(account, authenticator)
		expect(await added(other, authenticator)).toEqual(refused)
		for (let count = 1; count < 10; count += 1) await added(account, newAuthenticator())
		expect(
			await model.beginPasskey(await proofOf(shop.db, account.id), 'noch einer'),
		).toMatchObject({
			message: { key: 'errors.tooManyPasskeys', values: { count: 10 } },
		})
	})
})

describe('signing in (F24)', () => {
	test('a signed response is valid once', async () => {
		const authenticator = newAuthenticator()
		await added(await newAccount(), authenticator)
		const { challenge, options } = await offered()
		const asked = { challenge: options.challenge, origin, rpID }
		const answer = posted(challenge, authenticator.get(asked))
		const twice = await Promise.all([
			model.authenticateByPasskey(answer, null),
			model.authenticateByPasskey(answer, null),
		])
		expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
		const elsewhere = posted((await offered()).challenge, authenticator.get(asked))
		expect(await model.authenticateByPasskey(elsewhere, null)).toEqual(refused)
	})

	test('a copy of a key is refused because its counter has not grown', async () => {
		const authenticator = newAuthenticator(7)
		await added(await newAccount(), authenticator)
		expect((await signedIn(authenticator)).ok).toBe(true)
		authenticator.state.counter = 7
		expect(await signedIn(authenticator)).toEqual(refused)
		authenticator.state.counter = 8
		expect((await signedIn(authenticator)).ok).toBe(true)
	})

	test.each([
		['another page', { origin: 'https://evil.example' }],
		['another shop', { rpID: 'evil.example' }],
	])('a response signed for %s is refused', async (_, from) => {
		const authenticator = newAuthenticator()
		await added(await newAccount(), authenticator)
		expect(await signedIn(authenticator, from)).toEqual(refused)
		expect((await signedIn(authenticator)).ok).toBe(true)
	})

	test('an unknown key, a removed key and a key of a deleted account are refused', async () => {
		expect(await signedIn(newAuthenticator())).toEqual(refused)
		const [account, other] = [await newAccount(), await newAccount()]
		const [mine, theirs] = [newAuthenticator(), newAuthenticator()]
		await added(account, mine)
		await added(other, theirs)
		await model.removePasskey(account.id, theirs.id)
		expect((await signedIn(theirs)).ok).toBe(true)
		await model.removePasskey(account.id, mine.id)
		expect(await signedIn(mine)).toEqual(refused)
		await shop.db.delete(accounts).where(eq(accounts.id, other.id))
		expect(await signedIn(theirs)).toEqual(refused)
		expect(
			await shop.db.select().from(passkeys).where(eq(passkeys.accountId, other.id)),
		).toHaveLength(0)
	})

	test('a password set by a link from a mail removes all passkeys of the account', async () => {
		const { issueToken, resetPassword } =
			await import('#app/models/visitor/account-token.server.ts')
		const [account, other] = [await newAccount(), await newAccount()]
		const [mine, theirs] = [newAuthenticator(), newAuthenticator()]
		await added(account, mine)
		await added(other, theirs)
		const link = await issueToken(account.id, 'reset')
		expect(await resetPassword(link, 'noch ein langes Passwort', null)).toEqual({
			ok: true,
			value: account.id,
		})
		expect(await signedIn(mine)).toEqual(refused)
		expect((await signedIn(theirs)).ok).toBe(true)
	})

	test('another key’s signature, and a response in a wrong form, are refused', async () => {
		const [mine, theirs] = [newAuthenticator(), newAuthenticator()]
		await added(await newAccount(), mine)
		await added(await newAccount(), theirs)
		const { challenge, options } = await offered()
		const asked = { challenge: options.challenge, origin, rpID }
		const forged = { ...theirs.get(asked), id: mine.id, rawId: mine.id }
		expect(await model.authenticateByPasskey(posted(challenge, forged), null)).toEqual(refused)
		const empty = { ...mine.get(asked), response: { clientDataJSON: 'x' } }
		const next = (await offered()).challenge
		expect(await model.authenticateByPasskey(posted(next, empty), null)).toEqual(refused)
		for (const answer of ['', '{', 'null', '[]', '{"id":"x"}', '"x"'])
			expect(signedChallenge.safeParse({ challenge: next, answer }).success).toBe(false)
	})

	test('one address gets thirty challenges in a quarter of an hour', async () => {
		const address = crypto.randomUUID()
		for (let times = 0; times < 30; times += 1)
			expect((await model.offerPasskeys(address)).ok).toBe(true)
		expect(await model.offerPasskeys(address)).toMatchObject({
			message: { key: 'errors.tooManyAttempts' },
		})
	})
})
