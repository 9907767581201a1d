import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { deskDevices, staffActs } from '#app/db/schema.ts'
import { actorOf } from '#app/models/staff/staff.ts'
import { sha256 } from '#app/models/token.server.ts'
import { addStaff } from '#testing/staff.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/staff/device.server.ts')
let kept: typeof import('#app/models/staff/kept.server.ts')
beforeAll(async () => {
	shop = await openTestShop()
	model = await import('#app/models/staff/device.server.ts')
	kept = await import('#app/models/staff/kept.server.ts')
})
afterAll(() => shop?.close())

type Person = Awaited<ReturnType<typeof addStaff>>

const proofOf = ({ id, passwordHash }: Person) => ({ staffId: id, passwordHash, passkeyId: null })
const names = { typed: 'Tablet Eingang', fallback: 'Firefox' }

async function signedIn(person: Person, before: string | null = null, typed = 'Tablet Eingang') {
	const device = before === null ? null : await model.findDevice(before)
	const entered = await model.signInAt(device, proofOf(person), { typed, fallback: 'Firefox' })
	if (!entered.ok) throw new Error(entered.message.key)
	return entered.value.token
}

async function found(token: string) {
	const device = await model.findDevice(token)
	if (!device) throw new Error('no device')
	return device
}

/** Moves the last touch of a device into the past of the database. */
const leaveAlone = (token: string, time: string) =>
	shop.db
		.update(deskDevices)
		.set({ touchedAt: sql`now() - ${time}::interval` })
		.where(eq(deskDevices.id, sha256(token)))

describe('a device and the person at it (faults N123)', () => {
	test.each([
		['0 seconds', { isKnown: true, isHere: true, isQuiet: false, named: true }],
		['9 minutes', { isKnown: true, isHere: true, isQuiet: true, named: true }],
		['11 minutes', { isKnown: true, isHere: false, isQuiet: true, named: true }],
		['7 hours 59 minutes', { isKnown: true, isHere: false, isQuiet: true, named: true }],
		['8 hours 1 minute', { isKnown: false, isHere: false, isQuiet: true, named: false }],
	])('%s after the last touch it is %j', async (time, { named, ...is }) => {
		const jana = await addStaff(shop.db, 'Jana Wirth', 'shift')
		const token = await signedIn(jana)
		await leaveAlone(token, time)
		const person = named
			? { id: jana.id, name: 'Jana Wirth', level: 'shift', hasGone: false }
			: null
		expect(await found(token)).toMatchObject({ ...is, person, name: 'Tablet Eingang' })
	})

	test('a device’s cookie opens nothing after 30 days', async () => {
		const token = await signedIn(await addStaff(shop.db, 'Jana'))
		await leaveAlone(token, '31 days')
		expect(await model.findDevice(token)).toBeNull()
	})

	test('a touch counts for its person alone', async () => {
		const [jana, leo] = [await addStaff(shop.db, 'Jana'), await addStaff(shop.db, 'Leo')]
		const token = await signedIn(jana)
		await leaveAlone(token, '5 minutes')
		const seen = await found(token)
		await model.touchDevice(seen)
		expect((await found(token)).isQuiet).toBe(false)

		const next = await signedIn(leo, token)
		await leaveAlone(next, '5 minutes')
		await model.touchDevice(seen)
		expect((await found(next)).isQuiet).toBe(true)
	})
})

describe('signing in and out', () => {
	test('gives the device a new token each time: an old cookie opens nothing (faults N124)', async () => {
		const [jana, leo] = [await addStaff(shop.db, 'Jana'), await addStaff(shop.db, 'Leo')]
		const first = await signedIn(jana)
		const second = await signedIn(leo, first, '')
		expect(await model.findDevice(first)).toBeNull()
		expect(await found(second)).toMatchObject({ name: 'Tablet Eingang', person: { name: 'Leo' } })

		const third = (await model.signOutAt(await found(second))) ?? ''
		expect(await model.findDevice(second)).toBeNull()
		expect(await found(third)).toMatchObject({ isKnown: true, isHere: false, person: null })
		const acts = await shop.db
			.select()
			.from(staffActs)
			.where(eq(staffActs.actor, actorOf(leo)))
		expect(acts.map(({ verb, device }) => [verb, device])).toEqual([
			['signedIn', 'Tablet Eingang'],
			['signedOut', 'Tablet Eingang'],
		])
	})

	test('a cookie of a device that was signed out meanwhile makes another device', async () => {
		const jana = await addStaff(shop.db, 'Jana')
		const stolen = await found(await signedIn(jana))
		await model.signOutAt(stolen)
		const entered = await model.signInAt(stolen, proofOf(jana), { ...names, typed: '' })
		expect(entered).toMatchObject({ ok: true, value: { name: 'Tablet Eingang' } })
		expect(await model.signOutAt(stolen)).toBeNull()
	})

	test('N344: makes its device known to its person, beside those who signed in there before; a new device knows nobody else', async () => {
		const [jana, leo] = [await addStaff(shop.db, 'Jana'), await addStaff(shop.db, 'Leo')]
		const first = await signedIn(jana)
		expect((await found(first)).knows).toEqual([jana.id])
		const copied = await found(first)
		const second = await signedIn(jana, await signedIn(leo, first))
		const left = (await model.signOutAt(await found(second))) ?? ''
		await leaveAlone(left, '29 days')
		expect((await found(left)).knows.toSorted()).toEqual([jana.id, leo.id].toSorted())
		// The cookie from before makes another device, which takes nothing over.
		const other = await model.signInAt(copied, proofOf(leo), names)
		expect(other.ok && (await found(other.value.token)).knows).toEqual([leo.id])
	})

	test('is refused with another password than the row has, and with a passkey that is gone', async () => {
		const jana = await addStaff(shop.db, 'Jana')
		const no = { ok: false, message: { key: 'errors.desk.staffUnknown' } }
		for (const proof of [
			{ staffId: jana.id, passwordHash: 'another', passkeyId: null },
			{ staffId: jana.id, passwordHash: null, passkeyId: null },
			{ staffId: jana.id, passwordHash: null, passkeyId: 'gone' },
			{ staffId: crypto.randomUUID(), passwordHash: jana.passwordHash, passkeyId: null },
		])
			expect(await model.signInAt(null, proof, names)).toEqual(no)
	})

	test('those on duty are listed with their first sign-in; devices with their person', async () => {
		await shop.admin.delete(staffActs)
		await shop.admin.delete(deskDevices)
		const [jana, leo] = [await addStaff(shop.db, 'Jana'), await addStaff(shop.db, 'Leo')]
		const token = await signedIn(jana)
		await signedIn(leo)
		await model.signOutAt(await found(await signedIn(jana, token)))
		const today = new Date(Date.now() - 60_000)
		expect(await model.listOnDuty(today)).toMatchObject([{ name: 'Jana' }, { name: 'Leo' }])
		expect(await model.listOnDuty(new Date(Date.now() + 60_000))).toEqual([])
		expect(await model.listDevices()).toMatchObject([
			{ name: 'Tablet Eingang', person: null, isHere: false },
			{ name: 'Tablet Eingang', person: { name: 'Leo' }, isHere: true },
		])
	})

	test('an owner forgets a device; its cookie opens nothing', async () => {
		const [stella, leo] = [
			await addStaff(shop.db, 'Stella', 'owner'),
			await addStaff(shop.db, 'Leo'),
		]
		const token = await signedIn(leo)
		const { key } = await found(token)
		const by = (person: Person) => ({ actor: actorOf(person), device: 'PC Büro' })
		expect(await model.forgetDevice(key, by(leo))).toMatchObject({ ok: false })
		expect(await model.forgetDevice(key, by(stella))).toEqual({ ok: true })
		expect(await model.findDevice(token)).toBeNull()
	})
})

describe('a form that was sent after ten minutes (faults N125)', () => {
	test('waits for its person, and is dropped when another one signs in', async () => {
		const [jana, leo] = [await addStaff(shop.db, 'Jana'), await addStaff(shop.db, 'Leo')]
		const token = await signedIn(jana)
		const form = {
			staffId: jana.id,
			path: '/bookings/1/note',
			fields: [['note', 'x']] as [string, string][],
		}
		await kept.keepForm((await found(token)).id, form)

		const again = await signedIn(jana, token)
		const device = await found(again)
		expect(device.hasKept).toBe(true)
		expect(await kept.findKept(device.id, jana.id)).toEqual({ ...form, at: expect.any(Date) })
		expect(await kept.findKept(device.id, leo.id)).toBeNull()

		const other = await found(await signedIn(leo, again))
		expect(other.hasKept).toBe(false)
	})

	test('is not kept for a person who is no longer at the device', async () => {
		const jana = await addStaff(shop.db, 'Jana')
		const device = await found(await signedIn(jana))
		await kept.keepForm(device.id, { staffId: crypto.randomUUID(), path: '/', fields: [] })
		expect(await kept.findKept(device.id, jana.id)).toBeNull()
		await kept.keepForm(device.id, { staffId: jana.id, path: '/', fields: [] })
		await kept.dropKept(device.id)
		expect(await kept.findKept(device.id, jana.id)).toBeNull()
	})

	test.each([
		['29 minutes', true],
		['31 minutes', false],
	])('N343: %s after it was sent it is offered: %j', async (time, isOffered) => {
		const jana = await addStaff(shop.db, 'Jana')
		const token = await signedIn(jana)
		const form = { staffId: jana.id, path: '/bookings/2026-000042/refund', fields: [] }
		await kept.keepForm((await found(token)).id, form)
		// The tablet is used meanwhile, so that its touch says nothing about the form.
		await shop.db
			.update(deskDevices)
			.set({ kept: sql`kept || jsonb_build_object('at', now() - ${time}::interval)` })
			.where(eq(deskDevices.id, sha256(token)))
		expect(await found(token)).toMatchObject({ hasKept: isOffered })
		const device = await found(await signedIn(jana, token))
		expect(device.hasKept).toBe(isOffered)
		expect((await kept.findKept(device.id, jana.id)) !== null).toBe(isOffered)
		const [row] = await shop.db.select().from(deskDevices).where(eq(deskDevices.id, device.id))
		expect((row?.kept ?? null) !== null).toBe(isOffered)
	})
})
