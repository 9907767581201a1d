import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { staff, staffChallenges } from '#app/db/schema.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { signedChallenge } from '#app/models/visitor/passkey.ts'
import { newAuthenticator } from '#testing/authenticator.ts'
import { addStaff } from '#testing/staff.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/staff/passkey.server.ts')
let begun: typeof import('#app/models/staff/challenge.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/staff/passkey.server.ts')
	begun = await import('#app/models/staff/challenge.server.ts')
})
afterAll(() => shop?.close())

const origin = 'http://localhost:3001'
const rpID = 'localhost'
const desk = { origin, rpName: 'Theke' }
const refused = { ok: false, message: { key: 'errors.passkeyRefused' } }

type Person = Awaited<ReturnType<typeof addStaff>>
type Authenticator = ReturnType<typeof newAuthenticator>

const by = (person: Person) => ({ actor: actorOf(person), device: 'Tablet Eingang' })
const posted = (challenge: string, answer: object) =>
	signedChallenge.parse({ challenge, answer: JSON.stringify(answer) })

async function valueOf<T>(result: Promise<{ ok: true; value: T } | { ok: false }>): Promise<T> {
	const settled = await result
	if (!settled.ok) throw new Error('refused')
	return settled.value
}

async function added(person: Person, authenticator: Authenticator, from = { origin, rpID }) {
	const { challenge, options } = await valueOf(model.beginStaffPasskey(person, desk))
	const answer = authenticator.create({ challenge: options.challenge, ...from })
	return model.addStaffPasskey(by(person), posted(challenge, answer), { origin, name: 'Tablet' })
}

async function signedIn(authenticator: Authenticator, from = { origin, rpID }, handle?: string) {
	const { challenge, options } = await valueOf(model.offerStaffPasskeys(origin, null))
	const answer = authenticator.get({ challenge: options.challenge, ...from })
	const response = { ...answer.response, ...(handle !== undefined && { userHandle: handle }) }
	const signed = posted(challenge, { ...answer, response })
	return model.authenticateByStaffPasskey(signed, { origin, from: null })
}

const handleOf = (text: string) => Buffer.from(text).toString('base64url')

describe('passkeys of staff (faults N126)', () => {
	test('one is made for a person, marked as of staff, and signs in', async () => {
		const jana = await addStaff(shop.db, 'Jana Wirth', 'shift')
		const { challenge, options } = await valueOf(model.beginStaffPasskey(jana, desk))
		expect(options).toMatchObject({
			rp: { id: 'localhost', name: 'Theke' },
			user: { id: handleOf(`staff:${jana.id}`), name: jana.email, displayName: 'Jana Wirth' },
			authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
		})
		expect(await begun.findBegunFor(challenge)).toBe(jana.id)
		const authenticator = newAuthenticator()
		expect(await added(jana, authenticator)).toEqual({ ok: true })
		const proof = { staffId: jana.id, passwordHash: null, passkeyId: authenticator.id }
		const handle = handleOf(`staff:${jana.id}`)
		expect(await signedIn(authenticator, undefined, handle)).toEqual({ ok: true, value: proof })
		expect(await model.listStaffPasskeys(jana.id)).toMatchObject([
			{ name: 'Tablet', usedAt: expect.any(Date) },
		])
	})

	test.each([
		['the shop’s origin on another port', { origin: 'http://localhost:3000', rpID }],
		['another host', { origin, rpID: 'example.org' }],
	])('what was signed on %s is refused, to add and to sign in', async (_, from) => {
		const jana = await addStaff(shop.db, 'Jana')
		expect(await added(jana, newAuthenticator(), from)).toEqual(refused)
		const own = newAuthenticator()
		await added(jana, own)
		expect(await signedIn(own, from)).toEqual(refused)
	})

	test('a customer’s handle, another person’s, and a key that nobody has added are refused', async () => {
		const [jana, leo] = [await addStaff(shop.db, 'Jana'), await addStaff(shop.db, 'Leo')]
		const authenticator = newAuthenticator()
		await added(jana, authenticator)
		for (const handle of [jana.id, `staff:${leo.id}`, ''])
			expect(await signedIn(authenticator, undefined, handleOf(handle))).toEqual(refused)
		expect(await signedIn(newAuthenticator())).toEqual(refused)
	})

	test('a key without a PIN or a finger is refused: tablets are shared', async () => {
		const jana = await addStaff(shop.db, 'Jana')
		const authenticator = newAuthenticator()
		await added(jana, authenticator)
		authenticator.state.isVerified = false
		expect(await signedIn(authenticator)).toEqual(refused)
		expect(await added(jana, authenticator)).toEqual(refused)
	})

	test('a challenge works once, for five minutes, and for its own purpose', async () => {
		const jana = await addStaff(shop.db, 'Jana')
		const authenticator = newAuthenticator()
		await added(jana, authenticator)
		const { challenge, options } = await valueOf(model.offerStaffPasskeys(origin, null))
		const answer = () =>
			posted(challenge, authenticator.get({ challenge: options.challenge, origin, rpID }))
		const asked = { origin, from: null }
		expect(await model.authenticateByStaffPasskey(answer(), asked)).toMatchObject({ ok: true })
		expect(await model.authenticateByStaffPasskey(answer(), asked)).toEqual(refused)

		const late = await valueOf(model.offerStaffPasskeys(origin, null))
		await shop.db
			.update(staffChallenges)
			.set({ expiresAt: sql`now() - interval '1 second'` })
			.where(eq(staffChallenges.id, late.challenge))
		const old = authenticator.get({ challenge: late.options.challenge, origin, rpID })
		expect(await model.authenticateByStaffPasskey(posted(late.challenge, old), asked)).toEqual(
			refused,
		)

		const other = await valueOf(model.beginStaffPasskey(jana, desk))
		const crossed = authenticator.get({ challenge: other.options.challenge, origin, rpID })
		expect(await model.authenticateByStaffPasskey(posted(other.challenge, crossed), asked)).toEqual(
			refused,
		)
		expect(await begun.findBegunFor(late.challenge)).toBeNull()
	})

	test('a copy of a key, and a key of a person who has gone, are refused', async () => {
		const jana = await addStaff(shop.db, 'Jana')
		const authenticator = newAuthenticator(5)
		await added(jana, authenticator)
		expect(await signedIn(authenticator)).toMatchObject({ ok: true })
		authenticator.state.counter = 2
		expect(await signedIn(authenticator)).toEqual(refused)
		authenticator.state.counter = 20
		await shop.db.update(staff).set({ endedAt: new Date() }).where(eq(staff.id, jana.id))
		expect(await signedIn(authenticator)).toEqual(refused)
	})

	test('N296: a passkey that is removed, or another password, signs out everywhere else', async () => {
		const [own, devices] = await Promise.all([
			import('#app/models/staff/own.server.ts'),
			import('#app/models/staff/device.server.ts'),
		])
		const jana = await addStaff(shop.db, 'Jana', 'shift', 'a hash')
		const enter = async () => {
			const [row] = await shop.db.select().from(staff).where(eq(staff.id, jana.id))
			const passwordHash = row?.passwordHash ?? null
			const proof = { staffId: jana.id, passwordHash, passkeyId: null }
			const entered = await devices.signInAt(null, proof, { typed: '', fallback: 'Firefox' })
			if (!entered.ok) throw new Error('refused')
			return entered.value.token
		}
		const personAt = async (token: string) => (await devices.findDevice(token))?.person?.id ?? null
		const authenticator = newAuthenticator()
		await added(jana, authenticator)
		const [here, there] = [await enter(), await enter()]
		const id = (await devices.findDevice(here))?.id ?? ''
		await model.removeStaffPasskey(jana.id, authenticator.id, by(jana), id)
		expect([await personAt(here), await personAt(there)]).toEqual([jana.id, null])

		const elsewhere = await enter()
		await own.setOwnPassword(by(jana), 'vier Kometen im Garten', id)
		expect([await personAt(here), await personAt(elsewhere)]).toEqual([jana.id, null])
	})

	test('the last way in stays; others go, by their person and by an owner', async () => {
		const stella = await addStaff(shop.db, 'Stella', 'owner')
		const [jana, leo] = [
			await addStaff(shop.db, 'Jana', 'shift', null),
			await addStaff(shop.db, 'Leo'),
		]
		const [one, two] = [newAuthenticator(), newAuthenticator()]
		await added(jana, one)
		const remove = (key: Authenticator, who: Person) =>
			model.removeStaffPasskey(jana.id, key.id, by(who))
		expect(await remove(one, jana)).toMatchObject({ message: { key: 'errors.desk.lastWayIn' } })
		await added(jana, two)
		expect(await remove(one, leo)).toMatchObject({ message: { key: 'errors.desk.ownerOnly' } })
		expect(await remove(one, stella)).toEqual({ ok: true })
		expect(await model.listStaffPasskeys(jana.id)).toMatchObject([{ id: two.id }])
		expect(await signedIn(one)).toEqual(refused)
	})
})
