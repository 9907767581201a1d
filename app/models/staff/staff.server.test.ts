import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { staff, staffActs } from '#app/db/schema.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { addStaff } from '#testing/staff.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/staff/staff.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/staff/staff.server.ts')
})
afterAll(() => shop?.close())

test('names are found by actors, also of a person who has gone', async () => {
	const [jana, felix] = [
		await addStaff(shop.db, 'Jana Wirth'),
		await addStaff(shop.db, 'Felix Rauch'),
	]
	await shop.db.update(staff).set({ endedAt: new Date() }).where(eq(staff.id, felix.id))
	const actors = [actorOf(jana), actorOf(felix), actorOf(jana), 'operator', 'customer']
	expect(await model.namesOf(actors)).toEqual(
		new Map([
			[actorOf(jana), 'Jana Wirth'],
			[actorOf(felix), 'Felix Rauch'],
		]),
	)
	expect(await model.namesOf(['operator'])).toEqual(new Map())
})

test('an act is noted with its author, device, time and values', async () => {
	const jana = await addStaff(shop.db, 'Jana Wirth', 'shift')
	const act = { actor: actorOf(jana), device: 'Tablet Eingang', verb: 'roomBlocked' } as const
	await model.noteAct(shop.db, { ...act, values: { what: 'Mars 18:00–20:00' } })
	const noted = await shop.db.select().from(staffActs).where(eq(staffActs.actor, act.actor))
	expect(noted).toMatchObject([
		{ ...act, at: expect.any(Date), orderId: null, values: { what: 'Mars 18:00–20:00' } },
	])
})

test('the list names present people by level and those who have gone last', async () => {
	await shop.admin.delete(staff)
	const felix = await addStaff(shop.db, 'Felix', 'owner')
	await shop.db.update(staff).set({ endedAt: new Date() }).where(eq(staff.id, felix.id))
	await addStaff(shop.db, 'Mina', 'counter', null)
	await addStaff(shop.db, 'Jana', 'shift')
	await addStaff(shop.db, 'Stella', 'owner')
	expect(await model.listStaff()).toMatchObject([
		{ name: 'Stella', level: 'owner', hasPassword: true, passkeys: 0, isHere: false },
		{ name: 'Jana', level: 'shift', endedAt: null },
		{ name: 'Mina', level: 'counter', hasPassword: false, linkUntil: null },
		{ name: 'Felix', level: 'owner', endedAt: expect.any(Date) },
	])
	expect(await model.listWhoCan('shift')).toEqual(['Jana', 'Stella'])
	expect(await model.listWhoCan('owner')).toEqual(['Stella'])
})
