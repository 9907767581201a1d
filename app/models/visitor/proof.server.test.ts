import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Transaction } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { accounts, orders, passkeyChallenges, passkeys, sessions } from '#app/db/schema.ts'
import type { Result } from '#app/models/result.ts'
import { sha256 } from '#app/models/token.server.ts'
import type { AccountPerson } from '#app/models/visitor/account.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { proofOf, valueOf } from '#testing/proof.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

/*
 * Actions that are under way for an account while its owner changes the password, sets one by a link or deletes the
 * account (faults M2).
 */

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/visitor/proof.server.ts')
let session: typeof import('#app/models/visitor/session.server.ts')
let account: typeof import('#app/models/visitor/account.server.ts')
let tokens: typeof import('#app/models/visitor/account-token.server.ts')
let passkey: typeof import('#app/models/visitor/passkey.server.ts')
let username: typeof import('#app/models/visitor/username.server.ts')
let drafts: typeof import('#app/models/visitor/draft.server.ts')
let data: typeof import('#app/models/order/account-data.server.ts')
let verify: typeof import('#app/models/order/verify.server.ts')
let from: { origin: string; rpID: string }
beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	model = await import('#app/models/visitor/proof.server.ts')
	session = await import('#app/models/visitor/session.server.ts')
	account = await import('#app/models/visitor/account.server.ts')
	tokens = await import('#app/models/visitor/account-token.server.ts')
	passkey = await import('#app/models/visitor/passkey.server.ts')
	username = await import('#app/models/visitor/username.server.ts')
	drafts = await import('#app/models/visitor/draft.server.ts')
	data = await import('#app/models/order/account-data.server.ts')
	verify = await import('#app/models/order/verify.server.ts')
	const { env } = await import('#app/gateways/env.server.ts')
	from = { origin: env.APP_ORIGIN, rpID: new URL(env.APP_ORIGIN).hostname }
})
afterAll(() => shop?.close())

async function newAccount() {
	const name = `${crypto.randomUUID()}@example.org`
	const person = { firstName: 'Ada', lastName: 'Lovelace' } as AccountPerson
	const values = { username: name, usernameKey: name, locale: 'de-DE', person }
	const [row] = await shop.db
		.insert(accounts)
		.values({ ...values, passwordHash: 'the hash before' })
		.returning({ id: accounts.id })
	return { ...person, id: row?.id ?? '', username: name, until: new Date() }
}
type Owner = Awaited<ReturnType<typeof newAccount>>

/** Adds a passkey to the account and returns a function that signs in with it. */
async function withPasskey(owner: Owner) {
	const authenticator = newAuthenticator()
	const { challenge, options } = await begun(owner)
	const made = authenticator.create({ challenge: options.challenge, ...from })
	expect(await passkey.addPasskey(owner.id, posted(challenge, made))).toEqual({ ok: true })
	return async () => {
		const offer = valueOf(await passkey.offerPasskeys(crypto.randomUUID()))
		const signed = authenticator.get({ challenge: offer.options.challenge, ...from })
		return passkey.authenticateByPasskey(posted(offer.challenge, signed), null)
	}
}

async function begun(owner: Owner) {
	const id = valueOf(await passkey.beginPasskey(await proofOf(shop.db, owner.id), 'Handy'))
	const found = await passkey.findBegunPasskey(owner, id, 'Raumzeit')
	if (!found) throw new Error('nothing was begun')
	return found
}

function posted(challenge: string, answer: object) {
	return signedChallenge.parse({ challenge, answer: JSON.stringify(answer) })
}

const stay = { sessionId: null, passkeys: [] }
async function anotherPassword({ id }: Owner): Promise<Result<undefined>> {
	return account.changePassword(await proofOf(shop.db, id), 'ein neues langes Passwort', stay)
}

const changes: [string, (owner: Owner) => Promise<Result<unknown>>][] = [
	['another password', anotherPassword],
	[
		'a password set by a link',
		async ({ id }) =>
			tokens.resetPassword(await tokens.issueToken(id, 'reset'), 'ein neues langes Passwort', null),
	],
	[
		'the account deleted',
		async ({ id }) => data.deleteAccount(await proofOf(shop.db, id), '2026-11-25'),
	],
]

/** Locks the account, makes `change`, starts `work`, and commits the change once `work` waits for the lock. */
async function meanwhile<T>(
	owner: Owner,
	change: (tx: Transaction) => Promise<unknown>,
	work: () => Promise<T>,
): Promise<T> {
	let done: Promise<T> | undefined
	await shop.admin.transaction(async (tx) => {
		await model.lockAccount(tx, owner.id, 'update')
		await change(tx)
		done = work()
		done.catch(() => {})
		await isWaiting()
	})
	if (!done) throw new Error('nothing was done')
	return done
}

/** Returns when a statement waits for a lock of another; polls, because there is no event. */
async function isWaiting(): Promise<void> {
	const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
	while ((await raw(shop.admin, waiting, [])).length === 0);
}

const otherHash = (tx: Transaction, { id }: Owner) =>
	tx.update(accounts).set({ passwordHash: 'the hash after' }).where(eq(accounts.id, id))
const deleted = (tx: Transaction, { id }: Owner) => tx.delete(accounts).where(eq(accounts.id, id))

const refusal = (key: string) => ({ ok: false, message: { key: `errors.${key}` } })

describe('under way when the account changes (M2)', () => {
	const works: [string, (owner: Owner) => Promise<() => Promise<unknown>>][] = [
		[
			'a sign-in',
			async ({ id }) => {
				const proof = await proofOf(shop.db, id)
				return () => session.signInSession(null, proof, null)
			},
		],
		[
			'the sign-in of a visit that goes on',
			async ({ id }) => {
				const proof = await proofOf(shop.db, id)
				const visit = sha256(await session.openSession({}))
				return () => session.signInSession(visit, proof, null)
			},
		],
		[
			'the sign-in by a passkey',
			async (owner) => {
				const signedIn = await withPasskey(owner)
				const proof = valueOf(await signedIn())
				return () => session.signInSession(null, proof, null)
			},
		],
		[
			'a wanted username',
			async (owner) => {
				const proof = await proofOf(shop.db, owner.id)
				return () => username.requestUsername(proof, owner, 'thief@example.org')
			},
		],
		[
			'a passkey that is begun',
			async ({ id }) => {
				const proof = await proofOf(shop.db, id)
				return () => passkey.beginPasskey(proof, 'Handy')
			},
		],
		[
			'another password',
			async ({ id }) => {
				const proof = await proofOf(shop.db, id)
				return () => account.changePassword(proof, 'das Passwort des anderen', stay)
			},
		],
		[
			'its deletion',
			async ({ id }) => {
				const proof = await proofOf(shop.db, id)
				return () => data.deleteAccount(proof, '2026-11-25')
			},
		],
	]

	test.each(works)('%s is refused when the password has been changed', async (_, begin) => {
		const owner = await newAccount()
		const work = await begin(owner)
		const answer = await meanwhile(owner, (tx) => otherHash(tx, owner), work)
		expect(answer).toEqual(refusal('passwordWrong'))
		expect(await session.listSessions(owner.id, '')).toEqual([])
		expect(await username.findNewUsername(owner.id)).toBeNull()
	})

	test.each(works)(
		'%s is refused as signed out when the account has been deleted',
		async (_, begin) => {
			const owner = await newAccount()
			const work = await begin(owner)
			const answer = await meanwhile(owner, (tx) => deleted(tx, owner), work)
			expect(answer).toEqual(refusal('sessionRequired'))
		},
	)

	test('a sign-in under the old username is refused when the username has been changed', async () => {
		const owner = await newAccount()
		const proof = { ...(await proofOf(shop.db, owner.id)), usernameKey: owner.username }
		const rename = (tx: Transaction) =>
			tx.update(accounts).set({ usernameKey: 'new@example.org' }).where(eq(accounts.id, owner.id))
		const answer = await meanwhile(owner, rename, () => session.signInSession(null, proof, null))
		expect(answer).toEqual(refusal('credentialsUnknown'))
	})

	test('a made passkey, a draft, personal data and an order are refused when the account is deleted', async () => {
		const { placeOrder } = await import('#app/models/booking/place.server.ts')
		const [one, two, three, four] = [
			await newAccount(),
			await newAccount(),
			await newAccount(),
			await newAccount(),
		]
		const { challenge, options } = await begun(one)
		const made = newAuthenticator().create({ challenge: options.challenge, ...from })
		const added = () => passkey.addPasskey(one.id, posted(challenge, made))
		expect(await meanwhile(one, (tx) => deleted(tx, one), added)).toEqual(
			refusal('sessionRequired'),
		)

		const visit = sha256(await session.openSession({}))
		const draft = { path: '/account/personal-data', accountId: two.id, typed: {} } as const
		const kept = () => drafts.keepDraft(visit, draft)
		expect(await meanwhile(two, (tx) => deleted(tx, two), kept)).toBeUndefined()
		expect(await drafts.findDraft(visit, draft)).toBeNull()

		const saved = () => account.savePersonalData(three.id, { person: {} as AccountPerson })
		expect(await meanwhile(three, (tx) => deleted(tx, three), saved)).toEqual(
			refusal('sessionRequired'),
		)

		const { DateTime } = await import('luxon')
		const ordered = () =>
			placeOrder(
				{ id: crypto.randomUUID(), day: null, version: 1 },
				{
					venue: shop.venue,
					locale: 'de-DE',
					provider: null,
					now: DateTime.utc(),
					accountId: four.id,
				},
			)
		expect(await meanwhile(four, (tx) => deleted(tx, four), ordered)).toEqual(
			refusal('sessionRequired'),
		)
	})

	test('a draft and an order in a session that is signed out meanwhile', async () => {
		const visit = sha256(await session.openSession({}))
		const draft = { path: '/checkout/address', accountId: null, typed: {} } as const
		let kept: Promise<unknown> | undefined
		await shop.admin.transaction(async (tx) => {
			await tx.delete(sessions).where(eq(sessions.id, visit))
			kept = Promise.all([
				drafts.keepDraft(visit, draft),
				session.noteOrder(visit, crypto.randomUUID()),
			])
			kept.catch(() => {})
			await isWaiting()
		})
		await kept
		expect(await drafts.findDraft(visit, draft)).toBeNull()
	})
})

describe('many at once (M2)', () => {
	const ROUNDS = 8
	const AT_ONCE = 8

	/** Counts the sessions left of `ROUNDS` x `AT_ONCE` sign-ins that run while the account changes. */
	async function survivors(
		change: (owner: Owner) => Promise<Result<unknown>>,
		signIn: (owner: Owner) => Promise<() => Promise<unknown>>,
	): Promise<{ left: number; entered: number }> {
		const found = { left: 0, entered: 0 }
		for (let round = 0; round < ROUNDS; round += 1) {
			const owner = await newAccount()
			const attempts = await Promise.all(Array.from({ length: AT_ONCE }, () => signIn(owner)))
			const hasChanged = change(owner)
			// Some before the change, some while it hashes and writes, some after it.
			const answers = await Promise.all(
				attempts.map(async (attempt, nth) => {
					if (nth % 2 === 1) await hasChanged
					return attempt()
				}),
			)
			expect((await hasChanged).ok).toBe(true)
			found.left += (await session.listSessions(owner.id, '')).length
			found.entered += answers.filter((answer) => (answer as Result<unknown>).ok).length
		}
		return found
	}

	const byPassword = async ({ id }: Owner) => {
		const proof = await proofOf(shop.db, id)
		return () => session.signInSession(null, proof, null)
	}

	const byPasskey = async (owner: Owner) => {
		const enter = await withPasskey(owner)
		const proof = valueOf(await enter())
		return () => session.signInSession(null, proof, null)
	}

	test.each(
		changes.flatMap(([name, change]) => [
			[name, 'a password', change, byPassword] as const,
			[name, 'a passkey', change, byPasskey] as const,
		]),
	)('%s: no sign-in by %s is left', async (_, __, change, signIn) => {
		expect((await survivors(change, signIn)).left).toBe(0)
	})

	test('negative control: sessions that do not compare the account again are left behind', async () => {
		const unproven = async ({ id }: Owner) => {
			const row = { accountId: id, expiresAt: sql`now() + interval '1 hour'` as unknown as Date }
			return async () => {
				await shop.db.insert(sessions).values({ ...row, id: crypto.randomUUID() })
				return { ok: true }
			}
		}
		expect((await survivors(anotherPassword, unproven)).left).toBeGreaterThan(0)
	})

	test.each(changes)(
		'%s: no passkey that was begun before is added after it',
		async (_, change) => {
			for (let round = 0; round < ROUNDS; round += 1) {
				const owner = await newAccount()
				const begunOnes = await Promise.all(Array.from({ length: 4 }, () => begun(owner)))
				const answers = await Promise.all([
					change(owner),
					...begunOnes.map(({ challenge, options }) => {
						const made = newAuthenticator().create({ challenge: options.challenge, ...from })
						return passkey.addPasskey(owner.id, posted(challenge, made))
					}),
				])
				expect(answers[0]?.ok).toBe(true)
				expect(await passkey.listPasskeys(owner.id)).toEqual([])
				const left = await shop.db
					.select()
					.from(passkeyChallenges)
					.where(eq(passkeyChallenges.accountId, owner.id))
				expect(left).toEqual([])
			}
		},
	)

	test.each(changes)(
		'%s: no username that was asked for before is left after it',
		async (_, change) => {
			for (let round = 0; round < ROUNDS; round += 1) {
				const owner = await newAccount()
				const proof = await proofOf(shop.db, owner.id)
				await Promise.all([
					change(owner),
					...Array.from({ length: 4 }, () =>
						username.requestUsername(proof, owner, `${crypto.randomUUID()}@example.org`),
					),
				])
				expect(await username.findNewUsername(owner.id)).toBeNull()
			}
		},
	)

	test('a link, a change, a reset, a deletion and a sign-in at once do not deadlock', async () => {
		for (let round = 0; round < ROUNDS; round += 1) {
			const owner = await newAccount()
			const proof = await proofOf(shop.db, owner.id)
			const reset = await tokens.issueToken(owner.id, 'reset')
			const link = await tokens.issueToken(owner.id, 'verify')
			const follower = { accountId: owner.id, sessionId: null, password: '' }
			await Promise.all([
				verify.verifyAddress(link, follower),
				tokens.resetPassword(reset, 'ein neues langes Passwort', null),
				account.changePassword(proof, 'noch ein neues Passwort', stay),
				data.deleteAccount(proof, '2026-11-25'),
				session.signInSession(null, proof, null),
			])
		}
	})
})

test('a passkey named to stay stays when the password changes, and every other one is removed (M8)', async () => {
	const owner = await newAccount()
	const [, theirs] = [await withPasskey(owner), await withPasskey(owner)]
	const [mine] = await passkey.listPasskeys(owner.id)
	const staying = { sessionId: null, passkeys: [mine?.id ?? '', 'of nobody'] }
	const proof = await proofOf(shop.db, owner.id)
	expect(await account.changePassword(proof, 'ein neues langes Passwort', staying)).toEqual({
		ok: true,
	})
	expect((await passkey.listPasskeys(owner.id)).map(({ id }) => id)).toEqual([mine?.id])
	expect(await theirs()).toEqual(refusal('passkeyRefused'))
})

test('a change of the password leaves passkeys of other accounts alone (M8)', async () => {
	const [owner, other] = [await newAccount(), await newAccount()]
	await withPasskey(other)
	const proof = await proofOf(shop.db, owner.id)
	expect((await account.changePassword(proof, 'ein neues langes Passwort', stay)).ok).toBe(true)
	expect(
		await shop.db.select().from(passkeys).where(eq(passkeys.accountId, other.id)),
	).toHaveLength(1)
})

test('an order of a guest between the look at a link and its use does not join the account (M2, F26)', async () => {
	const owner = await newAccount()
	const link = await tokens.issueToken(owner.id, 'verify')
	const orderOfGuest = async (tx: Transaction) => {
		const { lines: _, ...order } = sampleOrder
		const id = crypto.randomUUID()
		const person = { ...sampleOrder.person, email: owner.username }
		const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1, person }
		await tx.insert(orders).values({ ...order, ...own })
	}
	const guest = { accountId: null, sessionId: null, password: '' }
	const followed = await meanwhile(owner, orderOfGuest, () => verify.verifyAddress(link, guest))
	expect(followed).toEqual(refusal('linkOfOther'))
	const person = eq(sql`${orders.person} ->> 'email'`, owner.username)
	const [order] = await shop.db.select().from(orders).where(person)
	expect(order?.accountId).toBeNull()
	expect(await tokens.isTokenLive(link, 'verify'), 'for who has the password').toBe(true)
})

describe('signed out everywhere (N75)', () => {
	const signIn = async ({ id }: Owner) => {
		const proof = await proofOf(shop.db, id)
		return () => session.signInSession(null, proof, null)
	}
	const liveOf = ({ id }: Owner) => session.listSessions(id, '')

	test('no sign-in made before a sign-out everywhere survives it, also with sign-ins beside it', async () => {
		const owner = await newAccount()
		const other = await newAccount()
		await (
			await signIn(other)
		)()
		for (let round = 0; round < 5; round += 1) {
			const before = await Promise.all(
				Array.from({ length: 8 }, async () => (await signIn(owner))()),
			)
			const hashes = new Set(before.map((token) => sha256(valueOf(token))))
			const later = await signIn(owner)
			await Promise.all([session.endAllSessions(owner.id), ...Array.from({ length: 8 }, later)])
			const rows = await shop.db.select({ id: sessions.id }).from(sessions)
			expect(rows.filter(({ id }) => hashes.has(id))).toEqual([])
			await session.endAllSessions(owner.id)
			expect(await liveOf(owner)).toEqual([])
		}
		expect(await liveOf(other)).toHaveLength(1)
	})

	test.each([
		['it is ended with the account locked', true],
		['negative control: it survives without the lock', false],
	])('a sign-in that is being written during a sign-out everywhere: %s', async (_, isLocked) => {
		const owner = await newAccount()
		const proof = await proofOf(shop.db, owner.id)
		let ended: Promise<void> | undefined
		await shop.admin.transaction(async (tx) => {
			await model.lockProven(tx, proof, 'share')
			await tx.insert(sessions).values({
				id: crypto.randomUUID(),
				accountId: owner.id,
				expiresAt: sql`now() + interval '1 hour'`,
			})
			if (isLocked) {
				ended = session.endAllSessions(owner.id)
				await isWaiting()
			} else await shop.db.transaction((own) => session.endSessions(own, owner.id, null))
		})
		await ended
		expect(await liveOf(owner)).toHaveLength(isLocked ? 0 : 1)
	})
})
