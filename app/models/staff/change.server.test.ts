import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { isUnavailable } from '#app/db/errors.server.ts'
import { prepareQueues } from '#app/db/queue.server.ts'
import { staff, staffActs, staffLinks, staffPasskeys } from '#app/db/schema.ts'
import { actorOf, operator, type By } from '#app/models/staff/staff.ts'
import { addStaff } from '#testing/staff.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/staff/change.server.ts')
let devices: typeof import('#app/models/staff/device.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	await prepareQueues(shop.db)
	model = await import('#app/models/staff/change.server.ts')
	devices = await import('#app/models/staff/device.server.ts')
})
afterAll(() => shop?.close())
beforeEach(() => shop.admin.update(staff).set({ endedAt: new Date(), emailKey: null }))

const origin = 'https://desk.example.org'
const by = (person: { id: string }): By => ({ actor: actorOf(person), device: 'PC Büro' })
const refused = (code: string) => ({ ok: false, message: { key: `errors.desk.${code}` } })
const owners = () =>
	shop.db
		.select()
		.from(staff)
		.where(and(eq(staff.level, 'owner'), isNull(staff.endedAt)))
const verbsOf = async (id: string) =>
	(await shop.db.select().from(staffActs).where(eq(staffActs.staffId, id))).map(
		({ verb, actor }) => [verb, actor],
	)

async function signedIn(person: { id: string; passwordHash: string | null }) {
	const proof = { staffId: person.id, passwordHash: person.passwordHash, passkeyId: null }
	const entered = await devices.signInAt(null, proof, { typed: 'Tablet', fallback: '' })
	if (!entered.ok) throw new Error(entered.message.key)
	return entered.value.token
}

describe('inviting', () => {
	const mina = { name: 'Mina Aydın', email: 'mina@raumzeit.example', level: 'counter' } as const

	test('an owner invites: the person is listed, the letter waits, the act names both', async () => {
		const stella = await addStaff(shop.db, 'Stella', 'owner')
		const asked = { ...by(stella), locale: 'de-DE', origin } as const
		const invited = await model.inviteStaff(mina, asked)
		expect(invited).toEqual({ ok: true, value: expect.any(String) })
		const id = invited.ok ? invited.value : ''
		expect(await verbsOf(id)).toEqual([['invited', actorOf(stella)]])
		const letters = await raw(
			shop.db,
			`select data from pgboss.job where name = 'mailStaff' and data ->> 'staffId' = $1`,
			[id],
		)
		expect(letters).toEqual([{ data: { staffId: id, origin, madeBy: actorOf(stella) } }])
		const other = { ...mina, name: 'Mina', email: 'MINA@raumzeit.example' }
		expect(await model.inviteStaff(other, asked)).toEqual(refused('emailTaken'))
	})

	test('N336: an invitation pressed eight times at once is made once, with one letter', async () => {
		const [stella, tom] = [
			await addStaff(shop.db, 'Stella', 'owner'),
			await addStaff(shop.db, 'Tom', 'owner'),
		]
		const asked = { ...by(stella), locale: 'de-DE', origin } as const
		const press = () => model.inviteStaff(mina, asked)
		const answers = await Promise.all(Array.from({ length: 8 }, press))
		const id = answers[0]?.ok ? answers[0].value : ''
		expect(answers).toEqual(Array.from({ length: 8 }, () => ({ ok: true, value: id })))
		expect(await verbsOf(id)).toEqual([['invited', actorOf(stella)]])
		const letters = await raw(
			shop.db,
			`select id from pgboss.job where name = 'mailStaff' and data ->> 'staffId' = $1`,
			[id],
		)
		expect(letters).toHaveLength(1)
		const others = [
			[mina, { ...asked, ...by(tom) }],
			[{ ...mina, level: 'shift' }, asked],
		] as const
		for (const [person, author] of others)
			expect(await model.inviteStaff(person, author)).toEqual(refused('emailTaken'))
		await shop.db.update(staffActs).set({ at: sql`now() - interval '61 seconds'` })
		expect(await press()).toEqual(refused('emailTaken'))
	})

	test('an address is free again once its person has gone', async () => {
		const asked = { ...operator, locale: 'de-DE', origin } as const
		const first = await model.inviteStaff(mina, asked)
		expect(await model.endAccess(first.ok ? first.value : '', operator)).toEqual({ ok: true })
		expect(await model.inviteStaff(mina, asked)).toMatchObject({ ok: true })
	})

	test.each(['counter', 'shift'] as const)(
		'%s changes nothing of the staff (faults L2)',
		async (level) => {
			const [author, other] = [
				await addStaff(shop.db, 'A', level),
				await addStaff(shop.db, 'B', 'counter'),
			]
			const no = refused('ownerOnly')
			expect(await model.inviteStaff(mina, { ...by(author), locale: 'de-DE', origin })).toEqual(no)
			expect(await model.mailNewLink(other.id, { ...by(author), origin })).toEqual(no)
			expect(await model.changeLevel(other.id, 'owner', by(author))).toEqual(no)
			expect(await model.changeLevel(author.id, 'owner', by(author))).toEqual(no)
			expect(await model.endAccess(other.id, by(author))).toEqual(no)
			expect(await model.signOutEverywhere(other.id, by(author))).toEqual(no)
			expect(await model.signOutEverywhere(author.id, by(author))).toEqual({ ok: true })
		},
	)
})

describe('ended at once (faults L2)', () => {
	test('a person who leaves is known at no device and to no pool, and an open tab is told so', async () => {
		const [stella, leo] = [
			await addStaff(shop.db, 'Stella', 'owner'),
			await addStaff(shop.db, 'Leo', 'counter'),
		]
		const token = await signedIn(leo)
		await shop.db.insert(staffPasskeys).values({
			id: leo.id,
			staffId: leo.id,
			name: 'x',
			publicKey: 'x',
			counter: 0,
			transports: [],
		})
		await shop.db
			.insert(staffLinks)
			.values({ hash: leo.id, staffId: leo.id, madeBy: 'operator', expiresAt: new Date(2100, 1) })
		expect(await model.endAccess(leo.id, by(stella))).toEqual({ ok: true })
		expect(await devices.findDevice(token)).toMatchObject({ person: { hasGone: true } })
		const left = [staffPasskeys, staffLinks].map((table) =>
			shop.db.select().from(table).where(eq(table.staffId, leo.id)),
		)
		expect(await Promise.all(left)).toEqual([[], []])
		expect(await model.endAccess(leo.id, by(stella))).toEqual(refused('personGone'))
	})

	test('a person with a lower level is signed out everywhere; with a higher one not', async () => {
		const [stella, jana] = [
			await addStaff(shop.db, 'Stella', 'owner'),
			await addStaff(shop.db, 'Jana', 'counter'),
		]
		const token = await signedIn(jana)
		expect(await model.changeLevel(jana.id, 'shift', by(stella))).toEqual({ ok: true })
		expect(await devices.findDevice(token)).toMatchObject({
			isHere: true,
			person: { level: 'shift' },
		})
		expect(await model.changeLevel(jana.id, 'counter', by(stella))).toEqual({ ok: true })
		expect(await devices.findDevice(token)).toMatchObject({ isHere: false, person: null })
	})

	test('a sign-in under way when the access ends opens nothing', async () => {
		const stella = await addStaff(shop.db, 'Stella', 'owner')
		const people = await Promise.all(
			Array.from({ length: 8 }, (_, n) => addStaff(shop.db, `P${n}`)),
		)
		const tokens = await Promise.all(
			people.flatMap((person) => [
				signedIn(person).catch(() => null),
				model.endAccess(person.id, by(stella)).then(() => null),
			]),
		)
		for (const token of tokens.filter((it) => it !== null))
			expect(await devices.findDevice(token)).toMatchObject({ person: { hasGone: true } })
	})
})

describe('the last owner (faults N120)', () => {
	test('keeps the level and the access, for one who cannot sign in yet is no other owner', async () => {
		const stella = await addStaff(shop.db, 'Stella', 'owner')
		await addStaff(shop.db, 'Invited', 'owner', null)
		const last = {
			ok: false,
			message: { key: 'errors.desk.lastOwner', values: { name: 'Stella' } },
		}
		expect(await model.changeLevel(stella.id, 'shift', by(stella))).toEqual(last)
		expect(await model.endAccess(stella.id, by(stella))).toEqual(last)
		expect(await model.endAccess(stella.id, operator)).toEqual(last)
		await addStaff(shop.db, 'Orion', 'owner')
		expect(await model.endAccess(stella.id, by(stella))).toEqual({ ok: true })
	})

	/** Asks again as long as the database says 'not now', as it does to who has waited for a lock for three seconds. */
	async function insist<T>(ask: () => Promise<T>): Promise<T> {
		try {
			return await ask()
		} catch (error) {
			if (!isUnavailable(error)) throw error
			return insist(ask)
		}
	}

	test('32 owners who remove or lower each other all at once leave one', async () => {
		const all = await Promise.all(
			Array.from({ length: 32 }, (_, n) => addStaff(shop.db, `Owner ${n}`, 'owner')),
		)
		await Promise.all(
			all.map(({ id }, n) =>
				insist(() =>
					n % 2 === 0 ? model.endAccess(id, operator) : model.changeLevel(id, 'counter', operator),
				),
			),
		)
		expect(await owners()).toHaveLength(1)
	})

	test('negative control: without the lock two owners who each see the other leave none', async () => {
		const [one, two] = [
			await addStaff(shop.db, 'One', 'owner'),
			await addStaff(shop.db, 'Two', 'owner'),
		]
		let haveLooked = () => {}
		const bothLooked = new Promise<void>((done) => (haveLooked = done))
		let looked = 0
		await Promise.all(
			[one, two].map(({ id }) =>
				shop.admin.transaction(async (tx) => {
					const others = await tx
						.select()
						.from(staff)
						.where(and(eq(staff.level, 'owner'), isNull(staff.endedAt)))
					looked += 1
					if (looked === 2) haveLooked()
					await bothLooked
					if (others.length > 1)
						await tx.update(staff).set({ level: 'shift' }).where(eq(staff.id, id))
				}),
			),
		)
		expect(await owners()).toHaveLength(0)
	})
})
