import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { staff } from '#app/db/schema.ts'
import { addStaff } from '#testing/staff.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/staff/sign-in.server.ts')
let hash: string
const password = 'vier Kometen im Garten'
beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/staff/sign-in.server.ts')
	const { hashPassword } = await import('#app/models/visitor/password.server.ts')
	const hashed = await hashPassword(password)
	hash = hashed.ok ? hashed.value : ''
})
afterAll(() => shop?.close())

const unknown = { ok: false, message: { key: 'errors.desk.staffUnknown' } }
const closed = {
	ok: false,
	message: {
		key: 'errors.desk.signInClosed',
		values: {
			until: expect.stringMatching(/^\d\d:\d\d$/),
			next: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
		},
	},
}
const from = (person: { email: string }, more = {}) => ({
	who: { email: person.email },
	password,
	from: crypto.randomUUID(),
	isKnownDevice: () => false,
	...more,
})

test('the right password is proof, by the address in any case and by the picked person', async () => {
	const jana = await addStaff(shop.db, 'Jana', 'shift', hash)
	const proof = { ok: true, value: { staffId: jana.id, passwordHash: hash, passkeyId: null } }
	expect(await model.authenticateStaff(from(jana))).toEqual(proof)
	const shouted = from({ email: jana.email.toUpperCase() })
	expect(await model.authenticateStaff(shouted)).toEqual(proof)
	expect(await model.authenticateStaff(from(jana, { who: { staffId: jana.id } }))).toEqual(proof)
})

test('a wrong password, an unknown name, one without a password and one who has gone read alike', async () => {
	const jana = await addStaff(shop.db, 'Jana', 'shift', hash)
	const mina = await addStaff(shop.db, 'Mina', 'counter', null)
	const felix = await addStaff(shop.db, 'Felix', 'counter', hash)
	await shop.db.update(staff).set({ endedAt: new Date() }).where(eq(staff.id, felix.id))
	for (const attempt of [
		from(jana, { password: 'falsch' }),
		from({ email: 'nobody@example.org' }),
		from(mina),
		from(felix),
		from(jana, { who: { staffId: crypto.randomUUID() } }),
	])
		expect(await model.authenticateStaff(attempt)).toEqual(unknown)
})

test('an unknown name takes as long as a wrong password (faults F6)', async () => {
	const jana = await addStaff(shop.db, 'Jana', 'shift', hash)
	const took = async (person: { email: string }) => {
		const times: number[] = []
		for (let n = 0; n < 9; n += 1) {
			const begun = performance.now()
			await model.authenticateStaff(from(person, { password: 'falsch' }))
			times.push(performance.now() - begun)
		}
		return times.toSorted((one, other) => one - other)[4] ?? 0
	}
	await took(jana)
	const [known, unknownName] = [await took(jana), await took({ email: 'nobody@example.org' })]
	// Without the decoy an unknown name takes a twentieth.
	expect(unknownName).toBeGreaterThan(known / 3)
})

describe('too many tries (faults F7)', () => {
	test('the eleventh try from one address says until when, also with the right password', async () => {
		const jana = await addStaff(shop.db, 'Jana', 'shift', hash)
		const same = { from: crypto.randomUUID() }
		for (let n = 0; n < 10; n += 1)
			expect(await model.authenticateStaff(from(jana, { ...same, password: 'x' }))).toEqual(unknown)
		expect(await model.authenticateStaff(from(jana, same))).toEqual(closed)
		expect(await model.authenticateStaff(from(jana))).toMatchObject({ ok: true })

		await model.forgetStaffGuesses(jana.id, same.from)
		expect(await model.authenticateStaff(from(jana, same))).toMatchObject({ ok: true })
	})

	test('N344: a device of the person still comes in after too many tries from everywhere, also from devices of colleagues', async () => {
		const [jana, leo] = [
			await addStaff(shop.db, 'Jana', 'shift', hash),
			await addStaff(shop.db, 'Leo', 'counter', hash),
		]
		const { countAttempt } = await import('#app/models/visitor/attempts.server.ts')
		for (let n = 0; n < 50; n += 1) await countAttempt('staffSignInTo', [jana.id])
		expect(await model.authenticateStaff(from(jana))).toEqual(closed)
		const at = (known: { id: string }) => ({ isKnownDevice: (id: string) => id === known.id })
		expect(await model.authenticateStaff(from(jana, at(leo)))).toEqual(closed)
		expect(await model.authenticateStaff(from(jana, at(jana)))).toMatchObject({ ok: true })
	})

	test('tries from one address count for all names together', async () => {
		const { countAttempt } = await import('#app/models/visitor/attempts.server.ts')
		const network = crypto.randomUUID()
		for (let n = 0; n < 60; n += 1) await countAttempt('staffSignInFrom', [network])
		const jana = await addStaff(shop.db, 'Jana', 'shift', hash)
		expect(await model.authenticateStaff(from(jana, { from: network }))).toEqual(closed)
	})
})
