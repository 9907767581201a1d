import { DateTime } from 'luxon'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { calendarFile } from '#app/documents/visit-event.ts'
import { orderConfirmation } from '#app/emails/order-confirmation.ts'
import { translator } from '#app/i18n/translator.ts'
import { type CartRef, newHoldEnd, type Cart, type Wish } from '#app/models/cart/cart.ts'
import { markOf } from '#app/models/offer/mark.ts'
import { slotsOf } from '#app/models/offer/slots.ts'
import { openingOn, startTimes, type Hours } from '#app/models/venue/calendar.ts'
import { addDays, today, weekOf } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { emptyTables } from '#testing/emptied.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

// Section C of the faults, as far as days and clocks go: C19, C20, C21.

let shop: Awaited<ReturnType<typeof openTestShop>>
let carts: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/details.server.ts')
let checkout: typeof import('#app/models/booking/place.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	carts = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/details.server.ts')),
	}
	checkout = await import('#app/models/booking/place.server.ts')
})
afterAll(() => shop.close())
beforeEach(() => emptyTables(shop.admin, 'carts', 'allocations', 'days', 'orders'))

const nobody: CartRef = { id: null, version: 0, day: null }
const ticket = (day: string, more: Partial<Wish> = {}): Wish => ({
	productId: 'ticket-adult',
	quantity: 2,
	day,
	time: '14:00',
	duration: 120,
	parentId: null,
	...more,
})

/** Adds to a cart at `now`, or else a fortnight before the day. */
function add(wish: Wish, { venue = shop.venue, now }: { venue?: Venue; now?: string } = {}) {
	const fortnightBefore = DateTime.fromISO(`${wish.day}T09:00:00Z`).minus({ days: 14 })
	const visitor = { venue, now: now ? DateTime.fromISO(now) : fortnightBefore, addressHash: null }
	return carts.addToCart(nobody, wish, visitor)
}

async function added(...parameters: Parameters<typeof add>): Promise<Cart> {
	const result = await add(...parameters)
	if (!result.ok) throw new Error(result.message.key)
	return result.value
}

async function allocated() {
	return raw(
		shop.admin,
		`select day::text, lower(during) as begins, upper(during) as ends, upper(blocked) as free_from,
			round(extract(epoch from upper(during) - lower(during)) / 60)::int as minutes,
			round(extract(epoch from expires_at - created_at) / 60)::int as held_minutes
		from allocations where state = 'held' order by created_at`,
	)
}

/** The demo venue with other hours on one day: in the night, where the clock is changed. */
function openAtNight(day: string, hours: Hours): Venue {
	const label = { de: 'Nacht', en: 'Night' }
	const { calendar } = shop.venue
	return { ...shop.venue, calendar: { ...calendar, overrides: [{ day, label, hours }] } }
}

const refusal = (key: string) => ({ ok: false, message: { key: `errors.${key}` } })

describe.each([
	{ row: 'C19', day: '2026-03-29', what: 'an hour is missing', utc: '12:00', price: 890 },
	{ row: 'C20', day: '2026-10-25', what: 'an hour comes twice', utc: '13:00', price: 890 },
	{ row: 'C21', day: '2028-02-29', what: 'a day that few years have', utc: '13:00', price: 890 },
	{ row: 'C21', day: '2027-01-01', what: 'the first of the year', utc: '13:00', price: 890 },
	{ row: '-', day: '2026-12-02', what: 'an ordinary Wednesday', utc: '13:00', price: 790 },
])('$row: $day, $what', ({ day, utc, price }) => {
	test('two hours from 14:00 are two hours from 14:00', async () => {
		const cart = await added(ticket(day))
		const begins = new Date(`${day}T${utc}:00Z`)
		const ends = new Date(begins.getTime() + 2 * 60 * 60 * 1000)
		expect(cart).toMatchObject({
			day,
			lines: [{ startsAt: begins, endsAt: ends, duration: '120', unitPrice: price }],
		})
		expect(await allocated()).toMatchObject([
			{ day, begins, ends, minutes: 120, held_minutes: shop.venue.hold.minutes },
		])
	})

	test('the slots are those of the opening hours, and what was taken is missing in them', async () => {
		await added(ticket(day))
		const { listLoads } = await import('#app/models/capacity/loads.server.ts')
		const opening = openingOn(shop.venue.calendar, day)
		const now = DateTime.fromISO(`${addDays(day, -1)}T09:00:00Z`)
		const facts = { loads: await listLoads(shop.admin, [day], null), now }
		const slots = slotsOf(shop.venue, opening, { guests: 2, duration: 120 }, facts)
		expect(slots[0]?.time).toBe(opening.hours?.opens)
		const left = (time: string) => slots.find((slot) => slot.time === time)?.left
		expect([left('14:00'), left('16:00')]).toEqual([248, 250])
		const search = {
			kind: 'play' as const,
			day,
			guests: 2,
			duration: 120 as const,
			time: null,
			month: null,
			product: null,
			occasion: null,
			take: null,
		}
		expect(markOf(shop.venue, search, { day, ...facts })).toBe('free')
	})

	test('the day before the next day is the day itself, and its week has seven days from Monday', () => {
		const next = addDays(day, 1)
		expect(addDays(next, -1)).toBe(day)
		expect(weekOf(day)).toContain(day)
		expect(weekOf(day)).toHaveLength(7)
		expect(new Date(`${weekOf(day)[0]}T00:00:00Z`).getUTCDay()).toBe(1)
	})
})

describe('C19: the night in which 02:00 to 03:00 is missing', () => {
	const day = '2026-03-29'
	const hours = { opens: '01:00', closes: '06:00' }

	test('there is no slot at 02:30, and no way to book it by hand', async () => {
		expect(startTimes(hours, 30, 90, day)).toEqual('01:00 01:30 03:00 03:30 04:00 04:30'.split(' '))
		const venue = openAtNight(day, hours)
		for (const time of ['02:00', '02:30']) {
			expect(await add(ticket(day, { time }), { venue })).toMatchObject(
				refusal('chooseOtherPeriod'),
			)
		}
	})

	test('a stay over the change lasts as long as was paid', async () => {
		const venue = openAtNight(day, hours)
		const cart = await added(ticket(day, { time: '01:30' }), { venue })
		expect(cart.lines[0]?.endsAt).toEqual(new Date('2026-03-29T02:30:00Z'))
		await added(ticket(day, { time: '01:00', duration: 'day' }), { venue })
		expect(await allocated()).toMatchObject([{ minutes: 120 }, { minutes: 4 * 60 }])
	})
})

describe('C20: the night in which 02:00 to 03:00 comes twice', () => {
	const day = '2026-10-25'
	const venue = () => openAtNight(day, { opens: '01:00', closes: '06:00' })
	const room = (time: string) => ticket(day, { productId: 'room-venus', quantity: 1, time })

	test('moments decide who is in a room, not what the clock showed', async () => {
		await added(room('01:00'), { venue: venue() })
		// The second 02:00 is when the first party leaves; the first one is in the middle of it.
		expect(await add(room('02:00'), { venue: venue() })).toMatchObject(refusal('chooseOtherPeriod'))
		await added(room('03:00'), { venue: venue() })
		expect(await allocated()).toMatchObject([
			{ begins: new Date('2026-10-24T23:00:00Z'), free_from: new Date('2026-10-25T01:10:00Z') },
			{ begins: new Date('2026-10-25T02:00:00Z') },
		])
	})

	test('a hold over the change lasts 15 real minutes, and 60 in all', () => {
		const before = new Date('2026-10-25T00:50:00Z')
		expect(newHoldEnd(shop.venue, before, before)).toEqual(new Date('2026-10-25T01:05:00Z'))
		const later = new Date('2026-10-25T01:40:00Z')
		expect(newHoldEnd(shop.venue, before, later)).toEqual(new Date('2026-10-25T01:50:00Z'))
	})

	test('the mail and its calendar file say the time that the clock will show', async () => {
		const cart = await added(ticket(day))
		const lines = sampleOrder.lines.slice(0, 1).map((line) => ({
			...line,
			startsAt: cart.lines[0]?.startsAt ?? null,
			endsAt: cart.lines[0]?.endsAt ?? null,
		}))
		const order = { ...sampleOrder, day, lines }
		const data = {
			order,
			venue: shop.venue,
			origin: 'https://shop.example',
			link: 'https://shop.example/booking/key',
			now: sampleOrder.createdAt,
		}
		const mail = orderConfirmation(data, translator('de-DE'))
		expect(mail.text).toContain('25. Oktober 2026')
		expect(mail.text).toContain('14:00–16:00 Uhr')
		const file = calendarFile(order, shop.venue, data.origin)
		expect(file).toContain('DTSTART:20261025T130000Z')
		expect(file).toContain('DTEND:20261025T150000Z')
	})
})

describe('C21: the turn of the year at the venue, an hour before that of UTC', () => {
	const lastMinute = '2026-12-31T22:59:00Z'
	const midnight = '2026-12-31T23:00:00Z'

	test('the old year ends in Berlin', async () => {
		expect(today(DateTime.fromISO(lastMinute))).toBe('2026-12-31')
		expect(today(DateTime.fromISO(midnight))).toBe('2027-01-01')
		const silvester = ticket('2026-12-31', { time: '12:00' })
		expect(await add(silvester, { now: lastMinute })).toMatchObject(refusal('slotBegun'))
		expect(await add(silvester, { now: midnight })).toMatchObject(refusal('dayInPast'))
		expect(await add(ticket('2027-01-01'), { now: lastMinute })).toMatchObject({ ok: true })
		expect(await add(ticket('2027-01-01'), { now: midnight })).toMatchObject({ ok: true })
	})

	test('holidays and hours are those of the new year', () => {
		const { calendar } = shop.venue
		expect(openingOn(calendar, '2026-12-31')).toMatchObject({ kind: 'schoolHoliday' })
		expect(openingOn(calendar, '2027-01-01')).toMatchObject({ kind: 'publicHoliday' })
		expect(openingOn(calendar, '2027-01-06')).toMatchObject({ kind: 'publicHoliday' })
		expect(openingOn(calendar, '2028-02-29')).toMatchObject({ kind: 'schoolHoliday' })
		expect(weekOf('2027-01-01')[0]).toBe('2026-12-28')
	})

	test('an order is numbered in the year that the venue is in', async () => {
		const numbers: unknown[] = []
		for (const now of [lastMinute, midnight, midnight]) {
			const cart = await added(ticket('2027-01-02'), { now })
			const saved = await carts.saveDetails(cart.id, { person: sampleOrder.person, party: null })
			if (!saved.ok) throw new Error(saved.message.key)
			const placed = await checkout.placeOrder(
				{ id: cart.id, version: saved.value.version, day: cart.day },
				{ venue: shop.venue, locale: 'de-DE', provider: 'stripe', now: DateTime.fromISO(now) },
			)
			if (!placed.ok) throw new Error(placed.message.key)
			const [row] = await raw(shop.admin, 'select number from orders where id = $1', [
				placed.value.id,
			])
			numbers.push(row?.['number'])
		}
		expect(numbers).toEqual(['2026-000001', '2027-000001', '2027-000002'])
	})
})
