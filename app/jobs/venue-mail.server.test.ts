import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { eq } from 'drizzle-orm'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { allocations, orderLines, orders } from '#app/db/schema.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

// The venue gets one letter for each party and one for tomorrow, however many processes run.

let shop: Awaited<ReturnType<typeof openTestShop>>
let directory: string
let letters: typeof import('#app/jobs/venue-mail.server.ts')
let tomorrow: typeof import('#app/models/order/tomorrow.server.ts')
let confirmation: typeof import('#app/models/order/confirmation.server.ts')

/** A Saturday. */
const day = '2026-11-28'

beforeAll(async () => {
	directory = await mkdtemp(path.join(tmpdir(), 'raumzeit-mail-'))
	Object.assign(process.env, { DATA_DIR: directory, APP_ORIGIN: 'https://shop.example' })
	shop = await openTestShop()
	letters = await import('#app/jobs/venue-mail.server.ts')
	tomorrow = await import('#app/models/order/tomorrow.server.ts')
	confirmation = await import('#app/models/order/confirmation.server.ts')
	const { lines, ...order } = sampleOrder
	await shop.admin.insert(orders).values({ ...order, cartId: order.id, cartVersion: 1, day })
	await shop.admin.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: order.id })))
	const range = (from: string, until: string) =>
		`[${instantAt(day, from).toISOString()},${instantAt(day, until).toISOString()})`
	const place = { orderId: order.id, day, state: 'confirmed' as const }
	const later = { during: range('15:00', '16:30'), blocked: range('15:00', '17:00') }
	await shop.admin
		.insert(allocations)
		.values({ ...place, resourceId: 'mars', units: 1, exclusive: true, ...later })
})
afterAll(async () => {
	await shop.close()
	await rm(directory, { recursive: true })
})
beforeEach(() => raw(shop.admin, 'delete from pgboss.job'))

async function jobs(name: string) {
	return raw(shop.admin, `select data from pgboss.job where name = '${name}' order by data::text`)
}

async function letterOf(name: string): Promise<string> {
	const source = await readFile(path.join(directory, 'mail', `${name}@shop.example.eml`), 'utf8')
	return source.replaceAll('=\r\n', '').replaceAll(/=C3=A4/g, 'ä')
}

function at(day: string, time: string) {
	return DateTime.fromJSDate(instantAt(day, time))
}

test.each([
	['a party', { type: 'birthday' as const, name: 'Byron', contactPerson: null }, true, 1],
	['tickets alone', null, true, 0],
	[
		'a party, but no letter is wished for',
		{ type: 'team' as const, name: 'FC', contactPerson: null },
		false,
		0,
	],
])('%s is reported to the venue with its confirmation, once', async (_, party, bookings, count) => {
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const settings = { ...shop.venue, letters: { bookings, tomorrow: null } }
	const { venueVersions } = await import('#app/db/schema.ts')
	await shop.admin.insert(venueVersions).values({ hash: `letters ${bookings}`, document: settings })
	await loadVenue()
	const which = eq(orders.id, sampleOrder.id)
	await shop.admin
		.update(orders)
		.set({ party, state: 'pendingPayment', confirmedAt: null })
		.where(which)
	const now = at(day, '09:00')
	for (const _ of [1, 2])
		await shop.db.transaction(async (tx) => {
			const confirmable = await confirmation.loadConfirmable(tx, sampleOrder.id, now)
			await confirmation.confirmOrder(tx, confirmable, now)
		})
	expect(await jobs('mailBooking')).toHaveLength(count)
	await shop.admin.update(allocations).set({ state: 'confirmed' })
})

test('the letter of a booking holds what its preparation needs; a cancelled one gets none', async () => {
	const party = {
		type: 'birthday' as const,
		name: 'Byron\r\nBcc: x@example.org',
		contactPerson: null,
	}
	const which = eq(orders.id, sampleOrder.id)
	await shop.admin.update(orders).set({ party, state: 'cancelled' }).where(which)
	await letters.mailBooking(sampleOrder.id)
	expect(await readdir(path.join(directory, 'mail')).catch(() => [])).toEqual([])
	await shop.admin.update(orders).set({ state: 'confirmed' }).where(which)
	await letters.mailBooking(sampleOrder.id)
	await letters.mailBooking(sampleOrder.id)
	const letter = await letterOf(`${sampleOrder.id}.booking`)
	expect(letter).toContain(`To: ${shop.venue.contact.email}`)
	for (const words of [
		'Kindergeburtstag Kosmos',
		'Ada Lovelace',
		'ada@example.com',
		'Partyraum Mars',
		'15:00',
	])
		expect(letter).toContain(words)
	expect(letter).not.toMatch(/^Bcc:/m)
	expect(await readdir(path.join(directory, 'mail'))).toHaveLength(1)
})

test('the sheet of tomorrow is one job from its time on, however many processes ask how often', async () => {
	const venue = { ...shop.venue, letters: { bookings: false, tomorrow: '18:00' } }
	const ask = (time: string) => tomorrow.enqueueSheetOfTomorrow(venue, at('2026-11-27', time))
	await ask('17:59')
	expect(await jobs('mailDaySheet')).toEqual([])
	await Promise.all(Array.from({ length: 20 }, () => ask('18:00')))
	await ask('23:55')
	expect(await jobs('mailDaySheet')).toEqual([{ data: { day } }])
	// The job is done, and asked for once more.
	await raw(shop.admin, `update pgboss.job set state = 'completed', completed_on = now()`)
	await ask('20:00')
	expect(await jobs('mailDaySheet')).toHaveLength(1)
	await tomorrow.enqueueSheetOfTomorrow(venue, at(day, '18:00'))
	expect(await jobs('mailDaySheet')).toEqual([{ data: { day } }, { data: { day: '2026-11-29' } }])
	for (const letters of [undefined, { bookings: true, tomorrow: null }])
		await tomorrow.enqueueSheetOfTomorrow({ ...venue, letters }, at('2026-12-04', '19:00'))
	expect(await jobs('mailDaySheet')).toHaveLength(2)
})

test('the sheet lists guests and times; a day that is over or closed without guests has none', async () => {
	await letters.mailDaySheet(day, at('2026-11-27', '18:00'))
	const sheet = await letterOf(`sheet-${day}`)
	for (const words of ['Ada Lovelace', 'Partyraum Mars', 'Pizza', 'Samstag, 28. November 2026'])
		expect(sheet).toContain(words)
	await letters.mailDaySheet('2026-11-29', at(day, '18:00'))
	expect(await letterOf('sheet-2026-11-29')).toContain('noch niemand gebucht')
	const before = await readdir(path.join(directory, 'mail'))
	// A Monday is a rest day.
	await letters.mailDaySheet('2026-11-30', at('2026-11-29', '18:00'))
	await letters.mailDaySheet(day, at('2026-11-29', '08:00'))
	expect(await readdir(path.join(directory, 'mail'))).toEqual(before)
})
