import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { accounts, accountTokens, orders, sessions, visitOrders } from '#app/db/schema.ts'
import { ok } from '#app/models/result.ts'
import { sha256 } from '#app/models/token.server.ts'
import { adaOfAccount as person } from '#testing/ada.ts'
import { proofOf, valueOf } from '#testing/proof.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let account: typeof import('#app/models/visitor/account.server.ts')
let tokens: typeof import('#app/models/visitor/account-token.server.ts')
let signIn: typeof import('#app/models/visitor/sign-in.server.ts')
let passwords: typeof import('#app/models/visitor/password.server.ts')
let session: typeof import('#app/models/visitor/session.server.ts')
let keyedHash: typeof import('#app/models/keyed-hash.server.ts').keyedHash
let verify: typeof import('#app/models/order/verify.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	account = await import('#app/models/visitor/account.server.ts')
	tokens = await import('#app/models/visitor/account-token.server.ts')
	signIn = await import('#app/models/visitor/sign-in.server.ts')
	passwords = await import('#app/models/visitor/password.server.ts')
	session = await import('#app/models/visitor/session.server.ts')
	;({ keyedHash } = await import('#app/models/keyed-hash.server.ts'))
	verify = await import('#app/models/order/verify.server.ts')
})
afterAll(() => shop?.close())

const password = 'drei Sterne und ein Mond'
async function registered(username: string, typed = password): Promise<string> {
	const answer = await account.register({
		username,
		password: typed,
		person,
		locale: 'de-DE',
		addressHash: crypto.randomUUID(),
	})
	return valueOf(answer).accountId
}

/** Signs in and returns the session's token. */
async function signedIn(accountId: string, { id = null as string | null, device = 'x' } = {}) {
	return valueOf(await session.signInSession(id, await proofOf(shop.db, accountId), device))
}

async function ordered(email: string, accountId: string | null): Promise<string> {
	const { lines: _, ...order } = sampleOrder
	const id = crypto.randomUUID()
	const own = { id, publicId: id, number: id, cartId: id, cartVersion: 1, accountId }
	await shop.db.insert(orders).values({ ...order, ...own, person: { ...order.person, email } })
	return id
}

/** Tries to sign in and returns the account's id or the refusal. */
async function attempt(
	username: string,
	typed: string,
	{ addressHash = crypto.randomUUID(), known }: { addressHash?: string; known?: string } = {},
) {
	const isKnownDevice = (accountId: string) => accountId === known
	const credentials = { username, password: typed, addressHash, isKnownDevice }
	const proof = await signIn.authenticate(credentials)
	return proof.ok ? ok(proof.value.accountId) : proof
}

/** Uses up the attempts that a username allows to unknown browsers. */
async function flood(username: string): Promise<void> {
	await raw(
		shop.db,
		`insert into attempts (key, points, expire) values ($1, 50, now() + interval '15 minutes')
		on conflict (key) do update set points = 50`,
		[`signInTo:${keyedHash(`attempt ${username}`)}`],
	)
}

/** A follower of a link who is signed in to an account; `guest` is one without an account. */
function as(accountId: string) {
	return { accountId, sessionId: null, password: '' }
}
const guest = { accountId: null, sessionId: null, password: '' }

/** No session and no passkey stays when the password changes. */
const none = { sessionId: null, passkeys: [] }

function refusal(key: string) {
	return { ok: false, message: { key: `errors.${key}` } }
}

describe('signing in', () => {
	test('case and form of the username do not count, the password does', async () => {
		const id = await registered('Zoe@Example.org')
		expect(await attempt(' ZOE@example.ORG ', password)).toEqual({ ok: true, value: id })
		expect(await attempt('zoe@example.org', `${password}.`)).toEqual(refusal('credentialsUnknown'))
		expect(await attempt('nobody@example.org', password)).toEqual(refusal('credentialsUnknown'))
		const [row] = await shop.db.select().from(accounts).where(eq(accounts.id, id))
		expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
	})

	test('the eleventh attempt from one address is refused; the owner signs in from another (F7)', async () => {
		const id = await registered('brute@example.org')
		const addressHash = crypto.randomUUID()
		for (let attempts = 0; attempts < 10; attempts += 1)
			expect(await attempt('brute@example.org', 'x', { addressHash })).toEqual(
				refusal('credentialsUnknown'),
			)
		expect(await attempt('brute@example.org', password, { addressHash })).toEqual(
			refusal('tooManyAttempts'),
		)
		expect(await attempt('brute@example.org', password)).toEqual({ ok: true, value: id })
	})

	test('refused attempts from one address do not keep other addresses out (F7)', async () => {
		const id = await registered('one-address@example.org')
		const addressHash = crypto.randomUUID()
		const guess = () => attempt('one-address@example.org', 'x', { addressHash })
		for (let attempts = 0; attempts < 60; attempts += 1) await guess()
		expect(await guess()).toEqual(refusal('tooManyAttempts'))
		expect(await attempt('one-address@example.org', password)).toEqual({ ok: true, value: id })
	})

	test('400 refused attempts from one address at as many usernames write no row (M14)', async () => {
		const addressHash = crypto.randomUUID()
		const rows = async () => {
			const [counted] = await raw(shop.db, `select count(*)::int as rows from attempts`, [])
			return Number(counted?.['rows'])
		}
		const guess = () => attempt(`${crypto.randomUUID()}@example.org`, 'x', { addressHash })
		for (let attempts = 0; attempts < 60; attempts += 1) await guess()
		const before = await rows()
		for (let attempts = 0; attempts < 400; attempts += 1)
			expect(await guess()).toEqual(refusal('tooManyAttempts'))
		expect(await rows()).toBe(before)
	})

	test('a password reset by mail lets the owner in on a new device and from a refused address (M7)', async () => {
		const username = `${crypto.randomUUID()}@example.org`
		const id = await registered(username)
		const addressHash = crypto.randomUUID()
		for (let guesses = 0; guesses < 11; guesses += 1) await attempt(username, 'x', { addressHash })
		await flood(username)
		const owner = () => attempt(username, 'ein neues Passwort', { addressHash })
		expect(await owner()).toEqual(refusal('tooManyAttempts'))
		const link = await tokens.issueToken(id, 'reset')
		await tokens.resetPassword(link, 'ein neues Passwort', addressHash)
		expect(await owner()).toEqual({ ok: true, value: id })
		expect(await attempt(username, 'ein neues Passwort')).toEqual({ ok: true, value: id })
	})

	test('guesses from many addresses refuse unknown browsers, and a known browser still signs in (F7)', async () => {
		const id = await registered('flood@example.org')
		await flood('flood@example.org')
		expect(await attempt('flood@example.org', password)).toEqual(refusal('usernameGuessed'))
		expect(await attempt('flood@example.org', password, { known: id })).toEqual({
			ok: true,
			value: id,
		})
	})

	test.each(['verified', 'not verified'])(
		'a browser known to a second account of an address is unknown to the first, which is %s (F7)',
		async (state) => {
			const username = `${crypto.randomUUID()}@example.org`
			const owner = await registered(username)
			if (state === 'verified')
				await verify.verifyAddress(await tokens.issueToken(owner, 'verify'), as(owner))
			const known = await registered(username, 'das eigene Passwort')
			await attempt(username, 'geraten', { known })
			const [counted] = await raw(shop.db, `select points from attempts where key = $1`, [
				`signInTo:${keyedHash(`attempt ${username}`)}`,
			])
			expect(counted, 'each guess counts for all accounts of the address').toEqual({ points: 1 })

			await flood(username)
			expect(await attempt(username, password, { known })).toEqual(refusal('credentialsUnknown'))
			const own = await attempt(username, 'das eigene Passwort', { known })
			expect(own).toEqual({ ok: true, value: known })
			expect(await attempt(username, password, { known: owner })).toEqual({
				ok: true,
				value: owner,
			})
		},
	)

	test.each([
		['of a customer', true],
		['of no other account', false],
	])(
		'signing in to an own account between guesses gives no guess back: the address is %s (F6, F7)',
		async (_, is) => {
			const username = `${crypto.randomUUID()}@example.org`
			if (is) await registered(username)
			const value = await registered(username, 'das eigene Passwort')
			const addressHash = crypto.randomUUID()
			const guess = () => attempt(username, 'geraten', { addressHash })
			for (let guesses = 0; guesses < 9; guesses += 1)
				expect(await guess()).toEqual(refusal('credentialsUnknown'))
			const own = await attempt(username, 'das eigene Passwort', { addressHash })
			expect(own).toEqual({ ok: true, value })
			expect(await guess()).toEqual(refusal('credentialsUnknown'))
			expect(await guess()).toEqual(refusal('tooManyAttempts'))
		},
	)

	test('sixty sign-ins at once are hashed a few at a time, and some are refused (F8)', async () => {
		// Fills the queue before the sign-ins, which look up their account first.
		const hashed = Promise.all(
			Array.from({ length: 60 }, () => passwords.findPassword([], password)),
		)
		const answers = await Promise.all(
			Array.from({ length: 60 }, (_, index) => attempt(`many${index}@example.org`, password)),
		)
		const keys = answers.map((answer) => (answer.ok ? 'signed in' : answer.message.key))
		expect(keys).toContain('errors.tooManySignIns')
		const refused = (await hashed).filter((answer) => !answer.ok)
		expect(refused.length).toBeGreaterThan(0)
		expect(refused.length).toBeLessThan(60)
	})
})

describe('one address, several accounts', () => {
	test('registering an address twice makes two accounts, each with its own password (F6, F19)', async () => {
		const [one, other] = await Promise.all([
			registered('twin@example.org', 'das Passwort der einen'),
			registered('TWIN@example.org', 'das Passwort der anderen'),
		])
		expect(await attempt('twin@example.org', 'das Passwort der einen')).toEqual({
			ok: true,
			value: one,
		})
		expect(await attempt('twin@example.org', 'das Passwort der anderen')).toEqual({
			ok: true,
			value: other,
		})
	})

	/** Hashes the password with a random salt, as an older build did. */
	async function hashedBefore(id: string): Promise<void> {
		const hashed = await passwords.hashPassword(password)
		if (!hashed.ok) throw new Error(hashed.message.key)
		await shop.db.update(accounts).set({ passwordHash: hashed.value }).where(eq(accounts.id, id))
	}

	async function saltsOf(username: string) {
		return raw(
			shop.db,
			`select split_part(password_hash, '$', 5) as salt from accounts where username_key = $1 group by 1`,
			[username],
		)
	}

	test.each([
		['made by this build', async () => {}],
		['made by an older build', hashedBefore],
	])(
		'accounts of one address have one salt, so that all cost one hash: %s (F6)',
		async (_, make) => {
			const username = `${crypto.randomUUID()}@example.org`
			await make(await registered(username, 'Passwort Nummer eins'))
			const salts = await saltsOf(username)
			const [changed, reset] = await Promise.all([
				registered(username, 'Passwort Nummer zwei'),
				registered(username, 'Passwort Nummer drei'),
			])
			await account.changePassword(await proofOf(shop.db, changed), 'ein anderes Passwort', none)
			await tokens.resetPassword(await tokens.issueToken(reset, 'reset'), 'noch ein anderes', null)
			expect(await saltsOf(username)).toEqual(salts)
			expect(await attempt(username, 'ein anderes Passwort')).toEqual({ ok: true, value: changed })
			expect(await attempt(username, 'noch ein anderes')).toEqual({ ok: true, value: reset })
			expect(await attempt(username, 'Passwort Nummer zwei')).toEqual(refusal('credentialsUnknown'))
		},
	)

	test('two accounts registered at once have one salt, and another username has another (F6)', async () => {
		const [username, other] = [`${crypto.randomUUID()}@example.org`, 'salt@example.org']
		await Promise.all([registered(username), registered(username), registered(other)])
		const [salt, ...more] = await saltsOf(username)
		expect(more).toEqual([])
		expect(await saltsOf(other)).not.toEqual([salt])
	})

	test('the first account of an address still signs in after others are registered with it (F19)', async () => {
		const username = `${crypto.randomUUID()}@example.org`
		const owner = await registered(username, 'Passwort der Kundin')
		const others: string[] = []
		for (let times = 0; times < 4; times += 1) others.push(await registered(username))
		expect(await attempt(username, 'Passwort der Kundin')).toEqual({ ok: true, value: owner })

		const resetOf = async () => {
			await tokens.requestReset(username, { addressHash: null, revealUnknown: false })
			const [job] = await raw(
				shop.db,
				`delete from pgboss.job where data ->> 'letter' = 'reset' and data ->> 'accountId' = any($1)
				returning data ->> 'accountId' as id`,
				[[owner, ...others]],
			)
			return job?.['id']
		}
		expect(await resetOf()).toBe(owner)
		const [, newer = ''] = others
		await verify.verifyAddress(await tokens.issueToken(newer, 'verify'), as(newer))
		expect(await resetOf(), 'the one that has verified the address goes before').toBe(newer)
		expect(await attempt(username, password), 'also of two with one password').toEqual({
			ok: true,
			value: newer,
		})
	})

	test('one of two accounts that verify an address at once gets it', async () => {
		const [one, other] = [
			await registered('race@example.org'),
			await registered('race@example.org'),
		]
		const links = [await tokens.issueToken(one, 'verify'), await tokens.issueToken(other, 'verify')]
		const [ofOne = '', ofOther = ''] = links
		const answers = await Promise.all([
			verify.verifyAddress(ofOne, as(one)),
			verify.verifyAddress(ofOther, as(other)),
		])
		expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true])
		const verified = await shop.db
			.select({ id: accounts.id })
			.from(accounts)
			.where(sql`username_key = 'race@example.org' and verified_at is not null`)
		expect(verified).toHaveLength(1)
	})

	test('guest orders of an address join the account that verifies it, and no other orders do', async () => {
		const owner = await registered('Guest@example.org')
		const [own, elsewhere, taken] = [
			await ordered('guest@EXAMPLE.org', null),
			await ordered('guest2@example.org', null),
			await ordered('guest@example.org', await registered('guest@example.org')),
		]
		const ownerOf = async (id: string) => {
			const [row] = await shop.db
				.select({ accountId: orders.accountId })
				.from(orders)
				.where(eq(orders.id, id))
			return row?.accountId
		}
		expect(await ownerOf(own), 'not by registering alone').toBeNull()
		expect(
			await verify.verifyAddress(await tokens.issueToken(owner, 'verify'), as(owner)),
		).toMatchObject({
			ok: true,
		})
		expect(await ownerOf(own)).toBe(owner)
		expect(await ownerOf(elsewhere)).toBeNull()
		expect(await ownerOf(taken)).not.toBe(owner)
	})

	test('guest orders join an account in both spellings of the address’s domain (faults N10)', async () => {
		const owner = await registered('info@müller.de')
		const ids = [
			await ordered('info@müller.de', null),
			await ordered('info@xn--mller-kva.de', null),
		]
		await verify.verifyAddress(await tokens.issueToken(owner, 'verify'), as(owner))
		const joined = await shop.db
			.select({ accountId: orders.accountId })
			.from(orders)
			.where(inArray(orders.id, ids))
		expect(joined).toEqual([{ accountId: owner }, { accountId: owner }])
	})

	test('the link for a stranger’s account with the address needs the stranger’s session (F26)', async () => {
		const email = 'two-letters@example.org'
		const stranger = await registered(email, 'das Passwort des Fremden')
		const link = await tokens.issueToken(stranger, 'verify')
		expect(await verify.findAddressLink(link, null)).toMatchObject({ needsPassword: false })
		const order = await ordered(email, null)
		const ownerOf = async () =>
			(await shop.db.select().from(orders).where(eq(orders.id, order)))[0]?.accountId
		expect(await verify.verifyAddress(link, guest), 'a guest who presses the button').toEqual(
			refusal('linkOfOther'),
		)

		const owner = await registered(email)
		for (const by of [guest, as(owner), { ...as(owner), password }, { ...guest, password }])
			expect(await verify.verifyAddress(link, by)).toEqual(refusal('linkOfOther'))
		for (const [id, needsPassword] of [
			[null, true],
			[owner, true],
			[stranger, false],
		] as const)
			expect(await verify.findAddressLink(link, id)).toMatchObject({ needsPassword })
		expect(await ownerOf()).toBeNull()
		expect((await account.findAccount(stranger))?.verifiedAt).toBeNull()

		const own = await tokens.issueToken(owner, 'verify')
		expect(await verify.verifyAddress(own, { ...guest, password })).toMatchObject({ ok: true })
		expect(await ownerOf()).toBe(owner)
		expect(await verify.verifyAddress(link, as(stranger))).toEqual(refusal('linkInvalid'))
	})

	test('a link that needs a password allows ten tries in a quarter of an hour and stays valid (F26)', async () => {
		const email = 'tried-links@example.org'
		const link = await tokens.issueToken(await registered(email), 'verify')
		await registered(email, 'ein anderes Passwort')
		for (let times = 0; times < 10; times += 1)
			expect(await verify.verifyAddress(link, guest)).toEqual(refusal('linkOfOther'))
		expect(await verify.verifyAddress(link, { ...guest, password })).toEqual(
			refusal('tooManyAttempts'),
		)
		await raw(shop.db, `delete from attempts where key like 'account:%'`, [])
		expect(await verify.verifyAddress(link, { ...guest, password })).toMatchObject({ ok: true })
	})
})

describe('links in mails (F9)', () => {
	const next = 'ein neues Passwort'

	test('a reset link is stored as a hash, replaces older ones, works once and ends every session', async () => {
		const id = await registered('reset@example.org')
		const older = await tokens.issueToken(id, 'reset')
		const link = await tokens.issueToken(id, 'reset')
		const rows = await shop.db.select().from(accountTokens).where(eq(accountTokens.accountId, id))
		expect(rows.map(({ hash }) => hash)).toEqual([sha256(link)])
		const before = await signedIn(id)

		expect(await tokens.resetPassword(older, next, null)).toEqual(refusal('linkInvalid'))
		const answers = await Promise.all([
			tokens.resetPassword(link, next, null),
			tokens.resetPassword(link, next, null),
		])
		expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await tokens.resetPassword(link, next, null)).toEqual(refusal('linkInvalid'))
		expect(await session.findSession(before)).toBeNull()
		expect(await attempt('reset@example.org', password)).toEqual(refusal('credentialsUnknown'))
		expect(await attempt('reset@example.org', next)).toEqual({ ok: true, value: id })
	})

	test('a reset link ends after an hour by the database’s clock and serves no other purpose', async () => {
		const id = await registered('late@example.org')
		const link = await tokens.issueToken(id, 'reset')
		expect(await tokens.isTokenLive(link, 'verify')).toBe(false)
		const [row] = await shop.db
			.select({
				minutes: sql<number>`round(extract(epoch from ${accountTokens.expiresAt} - now()) / 60)::int`,
			})
			.from(accountTokens)
			.where(eq(accountTokens.hash, sha256(link)))
		expect(row?.minutes).toBe(60)
		await shop.db.update(accountTokens).set({ expiresAt: sql`now()` })
		expect(await tokens.resetPassword(link, next, null)).toEqual(refusal('linkInvalid'))
	})

	const asked = (revealUnknown = false) => ({ addressHash: crypto.randomUUID(), revealUnknown })

	test('an address without an account is told only with `revealUnknown`', async () => {
		await registered('known@example.org')
		expect(await tokens.requestReset('nobody@example.org', asked())).toEqual({ ok: true })
		expect(await tokens.requestReset('nobody@example.org', asked(true))).toEqual(
			refusal('emailUnknown'),
		)
		expect(await tokens.requestReset('KNOWN@example.org', asked(true))).toEqual({ ok: true })
	})

	test('three reset letters in an hour are written, and every request gets one answer (F6, F10)', async () => {
		const id = await registered('flooded@example.org')
		for (const username of ['flooded@example.org', 'unknown@example.org']) {
			const answers = []
			for (let requests = 0; requests < 5; requests += 1)
				answers.push(await tokens.requestReset(username, asked()))
			expect(answers).toEqual(Array.from({ length: 5 }, () => ({ ok: true })))
		}
		const jobs = await raw(
			shop.db,
			`select count(*)::int as number from pgboss.job where name = 'mailAccount' and data ->> 'letter' = 'reset' and data ->> 'accountId' = $1`,
			[id],
		)
		expect(jobs).toEqual([{ number: 3 }])
	})
})

describe('letters to verify an address (F10)', () => {
	async function lettersTo(username: string) {
		return raw(
			shop.db,
			`select data ->> 'letter' as letter from pgboss.job
			where name = 'mailAccount' and data ->> 'accountId' in
				(select id::text from accounts where username_key = $1)
			order by created_on`,
			[username],
		)
	}

	async function ask(id: string) {
		const found = await account.findAccount(id)
		if (!found) throw new Error('an account that is gone')
		return tokens.requestVerification(found)
	}

	test('three letters in an hour go to one address for all its accounts, and no answer tells (F6)', async () => {
		const username = `${crypto.randomUUID()}@example.org`
		const [first = '', ...others] = [await registered(username), await registered(username)]
		expect(await ask(first)).toEqual({ ok: true })
		const three = [{ letter: 'welcome' }, { letter: 'welcome' }, { letter: 'verify' }]
		expect(await lettersTo(username)).toEqual(three)
		for (const id of [...others, await registered(username.toUpperCase()), first])
			expect(await ask(id)).toEqual({ ok: true })
		expect(await lettersTo(username)).toEqual(three)
	})

	test('an account asks for a letter twice in an hour at most, and never once it is verified', async () => {
		const username = `${crypto.randomUUID()}@example.org`
		const id = await registered(username)
		for (const answer of [{ ok: true }, { ok: true }, refusal('tooManyAttempts')])
			expect(await ask(id)).toEqual(answer)

		const verified = await registered('verified@example.org')
		await verify.verifyAddress(await tokens.issueToken(verified, 'verify'), guest)
		expect(await ask(verified)).toEqual(refusal('alreadyVerified'))
		expect(await lettersTo('verified@example.org')).toEqual([{ letter: 'welcome' }])
	})
})

describe('passwords', () => {
	test.each(['password', 'Passwort1', '12345678', 'qwertyuiop'])(
		'the common password %s is refused',
		async (common) => {
			const answer = await account.register({
				username: 'common@example.org',
				password: common,
				person,
				locale: 'de-DE',
				addressHash: crypto.randomUUID(),
			})
			expect(answer).toEqual(refusal('passwordCommon'))
		},
	)

	test('a change of the password ends every other session, and this one stays (F5)', async () => {
		const id = await registered('change@example.org')
		const [here, there] = [await signedIn(id), await signedIn(id)]
		const stay = { sessionId: sha256(here), passkeys: [] }
		const proof = await proofOf(shop.db, id)
		expect(await account.changePassword(proof, 'noch ein Passwort', stay)).toEqual({ ok: true })
		expect(await session.findSession(here)).not.toBeNull()
		expect(await session.findSession(there)).toBeNull()
	})

	test('a password asked for again is right or wrong, ten times at most', async () => {
		const id = await registered('again@example.org')
		expect(await account.confirmPassword(id, password)).toMatchObject({ ok: true })
		for (let attempts = 0; attempts < 9; attempts += 1)
			expect(await account.confirmPassword(id, 'x')).toEqual(refusal('passwordWrong'))
		expect(await account.confirmPassword(id, password)).toEqual(refusal('tooManyAttempts'))
	})
})

describe('the session of a customer', () => {
	test('a sign-in gives the session another token, and the old one opens nothing (F3)', async () => {
		const accountId = await registered('fixed@example.org')
		const planted = await session.openSession({})
		const order = crypto.randomUUID()
		await session.noteOrder(sha256(planted), order)
		const token = await signedIn(accountId, { id: sha256(planted) })
		expect(await session.findSession(planted)).toBeNull()
		expect((await session.findSession(token))?.account).toMatchObject({
			id: accountId,
			firstName: 'Ada',
		})
		expect(await shop.db.$count(visitOrders, eq(visitOrders.orderId, order))).toBe(1)
	})

	test('a session ends a day after its last use, and thirty days after it began', async () => {
		const accountId = await registered('idle@example.org')
		const id = sha256(await signedIn(accountId))
		const hoursLeft = async () => {
			const [row] = await shop.db
				.select({
					hours: sql<number>`round(extract(epoch from ${sessions.expiresAt} - now()) / 3600)::int`,
				})
				.from(sessions)
				.where(eq(sessions.id, id))
			return row?.hours
		}
		expect(await hoursLeft()).toBe(24)
		await shop.db
			.update(sessions)
			.set({ createdAt: sql`now() - interval '29 days 20 hours'` })
			.where(eq(sessions.id, id))
		await session.touchSession(id)
		expect(await hoursLeft()).toBe(4)
	})

	test('a session is listed for its account, and no other account ends it', async () => {
		const [accountId, stranger] = [
			await registered('list@example.org'),
			await registered('list2@example.org'),
		]
		const here = sha256(await signedIn(accountId, { device: 'Firefox' }))
		await signedIn(accountId, { device: 'Safari' })
		const listed = await session.listSessions(accountId, here)
		expect(listed.map(({ device, isThis }) => [device, isThis]).toSorted()).toEqual([
			['Firefox', true],
			['Safari', false],
		])
		const other = listed.find(({ isThis }) => !isThis)?.key ?? ''
		await session.endOwnSession(stranger, other)
		expect(await session.listSessions(accountId, here)).toHaveLength(2)
		await session.endOwnSession(accountId, other)
		expect(await session.listSessions(accountId, here)).toHaveLength(1)
	})
})
