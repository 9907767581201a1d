import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { staff, staffActs, staffLinks } from '#app/db/schema.ts'
import { sha256 } from '#app/models/token.server.ts'
import { addStaff } from '#testing/staff.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/staff/link.server.ts')
let devices: typeof import('#app/models/staff/device.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/staff/link.server.ts')
	devices = await import('#app/models/staff/device.server.ts')
})
afterAll(() => shop?.close())
beforeEach(async () => {
	await shop.admin.update(staff).set({ endedAt: new Date(), emailKey: null })
	await shop.admin.delete(staffLinks)
})

const invalid = { ok: false, message: { key: 'errors.desk.linkInvalid' } }
const password = { password: 'vier Kometen im Garten' }
const here = { device: 'Tablet Eingang', first: null }
const stella = () => ({
	id: crypto.randomUUID(),
	name: 'Stella Morgenroth',
	email: `${crypto.randomUUID()}@raumzeit.example`,
	locale: 'de-DE' as const,
})

test('a link is found without being used, and gives its person a way in once (faults N121)', async () => {
	const owner = await addStaff(shop.db, 'Stella Morgenroth', 'owner')
	const mina = await addStaff(shop.db, 'Mina', 'counter', null)
	const token = await model.makeLink(mina.id, `staff:${owner.id}`)
	const found = {
		person: { id: mina.id, name: 'Mina', level: 'counter', isNew: true },
		invitedBy: 'Stella Morgenroth',
	}
	expect(await model.findLink(token)).toMatchObject(found)
	expect(await model.findLink(token)).toMatchObject(found)
	const joined = await model.joinByLink(token, password, here)
	expect(joined).toMatchObject({ ok: true, value: { staffId: mina.id, passkeyId: null } })
	if (!joined.ok) return
	const entered = await devices.signInAt(null, joined.value, { typed: '', fallback: 'Firefox' })
	expect(entered).toMatchObject({ ok: true, value: { name: 'Firefox' } })
	expect(await model.findLink(token)).toBeNull()
	expect(await model.joinByLink(token, password, here)).toEqual(invalid)
})

test('one of 16 people who use a link at once gets in', async () => {
	const mina = await addStaff(shop.db, 'Mina', 'counter', null)
	const token = await model.makeLink(mina.id, 'operator')
	const joined = await Promise.all(
		Array.from({ length: 16 }, () => model.joinByLink(token, password, here)),
	)
	expect(joined.filter(({ ok }) => ok)).toHaveLength(1)
	expect(joined.filter(({ ok }) => !ok)).toEqual(Array.from({ length: 15 }, () => invalid))
})

test('negative control: a link that is only looked at before it is used lets several in', async () => {
	const mina = await addStaff(shop.db, 'Mina', 'counter', null)
	const token = await model.makeLink(mina.id, 'operator')
	const seen = await Promise.all(Array.from({ length: 4 }, () => model.findLink(token)))
	expect(seen.filter(Boolean)).toHaveLength(4)
})

test('a link is void after 48 hours, by the database’s clock, and when a newer one was made', async () => {
	const mina = await addStaff(shop.db, 'Mina', 'counter', null)
	const first = await model.makeLink(mina.id, 'operator')
	const second = await model.makeLink(mina.id, 'operator')
	expect(await model.findLink(first)).toBeNull()
	expect(await model.joinByLink(first, password, here)).toEqual(invalid)
	const [row] = await shop.db
		.select()
		.from(staffLinks)
		.where(eq(staffLinks.hash, sha256(second)))
	const hours = (Number(row?.expiresAt) - Number(row?.madeAt)) / 3_600_000
	expect(hours).toBe(48)
	await shop.db.update(staffLinks).set({ expiresAt: sql`now() - interval '1 second'` })
	expect(await model.findLink(second)).toBeNull()
	expect(await model.joinByLink(second, password, here)).toEqual(invalid)
})

test('a new link ends the password and the sign-ins of before', async () => {
	const jana = await addStaff(shop.db, 'Jana', 'shift')
	const proof = { staffId: jana.id, passwordHash: jana.passwordHash, passkeyId: null }
	const before = await devices.signInAt(null, proof, { typed: 'Telefon', fallback: '' })
	const token = await model.makeLink(jana.id, 'operator')
	expect(await model.joinByLink(token, password, here)).toMatchObject({ ok: true })
	const open = before.ok ? await devices.findDevice(before.value.token) : null
	expect(open).toMatchObject({ person: null, isHere: false })
	expect(await devices.signInAt(null, proof, { typed: '', fallback: '' })).toMatchObject({
		ok: false,
	})
})

test('a passkey that proves wrong, and a common password, leave the link as it was', async () => {
	const mina = await addStaff(shop.db, 'Mina', 'counter', null)
	const token = await model.makeLink(mina.id, 'operator')
	const wrong = { ok: false, message: { key: 'errors.passkeyRefused' } } as const
	expect(await model.joinByLink(token, { addPasskey: async () => wrong }, here)).toEqual(wrong)
	expect(await model.joinByLink(token, { password: 'password1' }, here)).toMatchObject({
		message: { key: 'errors.passwordCommon' },
	})
	expect(await model.findLink(token)).not.toBeNull()
})

test('a link does not let in who has gone', async () => {
	const mina = await addStaff(shop.db, 'Mina', 'counter', null)
	const token = await model.makeLink(mina.id, 'operator')
	await shop.db.update(staff).set({ endedAt: new Date() }).where(eq(staff.id, mina.id))
	expect(await model.findLink(token)).toBeNull()
	expect(await model.joinByLink(token, password, here)).toEqual(invalid)
})

test('the first owner comes by a link that works once, and only while there is no owner (faults N122)', async () => {
	const early = await model.makeFirstOwnerLink()
	const token = await model.makeFirstOwnerLink()
	if (!early || !token) throw new Error('no link')
	expect(await model.findLink(early)).toBeNull()
	expect(await model.findLink(token)).toEqual({ person: null, invitedBy: null })
	expect(await model.joinByLink(token, password, here)).toEqual(invalid)

	const again = (await model.makeFirstOwnerLink()) ?? ''
	const first = stella()
	const joined = await model.joinByLink(again, password, { ...here, first })
	expect(joined).toMatchObject({ ok: true, value: { staffId: first.id } })
	const [row] = await shop.db.select().from(staff).where(eq(staff.id, first.id))
	expect(row).toMatchObject({ name: 'Stella Morgenroth', level: 'owner', endedAt: null })
	const acts = await shop.db.select().from(staffActs).where(eq(staffActs.staffId, first.id))
	expect(acts).toMatchObject([{ verb: 'becameFirstOwner', actor: `staff:${first.id}` }])
	expect(await model.makeFirstOwnerLink()).toBeNull()
})

test('one of 16 first owners at once becomes the owner, also when a new link is made meanwhile', async () => {
	const token = (await model.makeFirstOwnerLink()) ?? ''
	const joined = await Promise.all([
		...Array.from({ length: 16 }, () =>
			model.joinByLink(token, password, { ...here, first: stella() }),
		),
		model.makeFirstOwnerLink(),
	])
	const late = joined.pop()
	if (typeof late === 'string')
		joined.push(await model.joinByLink(late, password, { ...here, first: stella() }))
	const became = joined.filter((it) => typeof it === 'object' && it?.ok)
	expect(became).toHaveLength(1)
	const owners = await shop.db.select().from(staff).where(eq(staff.level, 'owner'))
	expect(owners.filter(({ endedAt }) => endedAt === null)).toHaveLength(1)
})
