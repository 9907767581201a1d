import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { allocations, onSitePayments, orderLines, orders } from '#app/db/schema.ts'
import { translator } from '#app/i18n/translator.ts'
import { cents } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { readContent } from '#app/models/order/past-revision.ts'
import { contentOf } from '#app/models/order/revision-content.ts'
import { daySheet } from '#app/models/order/visit.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { shownOrderLines } from '#app/ui/order/shown-lines.ts'
import { runSheet } from '#scripts/shop/day-words.ts'
import { wordsIn } from '#scripts/shop/words.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let listVisits: typeof import('#app/models/order/visits.server.ts').listVisits
let findOrderById: typeof import('#app/models/order/find.server.ts').findOrderById

const day = '2026-11-28'

beforeAll(async () => {
	shop = await openTestShop()
	;({ listVisits } = await import('#app/models/order/visits.server.ts'))
	;({ findOrderById } = await import('#app/models/order/find.server.ts'))
})
afterAll(() => shop.close())

async function insert(change: Partial<Order>): Promise<string> {
	const id = randomUUID()
	const { lines, ...order } = { ...sampleOrder, publicId: id, ...change }
	await shop.admin.insert(orders).values({ ...order, id, cartId: id, cartVersion: 1 })
	await shop.admin.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
	return id
}

test('the visits of a day are listed by time, with all that the staff who receive them need', async () => {
	const [party] = sampleOrder.lines
	const id = await insert({
		number: '2026-000001',
		person: { ...sampleOrder.person, phone: '089 1234', mobile: '0170 5678' },
		party: { type: 'birthday', name: 'Byron\u001b[2J', contactPerson: 'Anne Isabella' },
		answers: { cake: { label: { de: 'Auf der Torte', en: 'On the cake' }, text: 'Byron, 7' } },
	})
	await shop.admin
		.insert(onSitePayments)
		.values({ orderId: id, amount: cents(10_000), cashOrCard: 'card' })
	const early = { startsAt: instantAt(day, '10:00'), endsAt: instantAt(day, '12:00') }
	const morning = { onSite: cents(0), total: cents(8964), linesTotal: cents(9574), party: null }
	const state = 'completed' as const
	const lines = party ? [{ ...party, ...early }] : []
	await insert({ ...morning, number: '2026-000002', state, lines })
	await insert({ number: '2026-000003', state: 'cancelled' })
	await insert({ number: '2026-000004', day: '2026-11-29' })

	// The party plays in the park first and has its room later (faults N19).
	const place = { orderId: id, day, state: 'confirmed' as const }
	await shop.admin.insert(allocations).values([
		{ ...place, resourceId: 'mars', units: 1, exclusive: true, ...span('15:00', '16:30', '17:00') },
		{ ...place, resourceId: 'laser-arena', units: 10, exclusive: false, ...span('14:00', '15:00') },
		{ ...place, resourceId: 'park', units: 10, exclusive: false, ...span('14:00', '16:30') },
		{
			...place,
			state: 'released' as const,
			resourceId: 'venus',
			units: 1,
			exclusive: true,
			...span('14:00', '15:00'),
		},
	])
	const visits = await listVisits(day)
	expect(visits).toMatchObject([
		{ number: '2026-000002', phones: [], email: 'ada@example.com', places: [], left: 0 },
		{
			number: '2026-000001',
			name: 'Ada Lovelace',
			phones: ['089 1234', '0170 5678'],
			left: 12_556,
			places: [
				{ resourceId: 'laser-arena', units: 10, from: instantAt(day, '14:00') },
				{ resourceId: 'park', isRoom: false },
				{ resourceId: 'mars', isRoom: true, until: instantAt(day, '16:30') },
			],
		},
	])
	expect(runSheet(daySheet(shop.venue, visits), wordsIn())).toEqual([
		'2026-000002  10:00-12:00  Ada Lovelace, ada@example.com',
		'    10 Kindergeburtstag Kosmos, Raum Mars',
		'2026-000001  14:00-17:30  Ada Lovelace, 089 1234, 0170 5678',
		'    10 Kindergeburtstag Kosmos, 14:00-16:30',
		'    3 Pizza',
		'    4 Stoppersocken, 15:00-17:30',
		'    1 Geschenkgutschein per Post',
		'    14:00-15:00 Laser-Arena, 10',
		'    15:00-16:30 Partyraum Mars',
		'    left to pay: 125,56\u00a0€',
		'    birthday: Byron [2J',
		'    contact person: Anne Isabella',
		'    Auf der Torte: Byron, 7',
		'Guests in Spielpark, by the half hour:',
		'    14:00  10',
		'    14:30  10',
		'    15:00  10',
		'    15:30  10',
		'    16:00  10',
		'Extras of the day:',
		'    3 Pizza',
		'    4 Stoppersocken',
	])
	const german = runSheet(daySheet(shop.venue, visits), wordsIn('de'))
	expect(german).toContain('    noch zu zahlen: 125,56\u00a0€')
	expect(german).toContain('    Geburtstag: Byron [2J')
	expect(german).toContain('Gäste im Bereich Spielpark, nach halben Stunden:')
	expect(await listVisits('2026-12-24')).toEqual([])
})

test('K58: extras that were added later stand behind their package on the sheet and on every paper', async () => {
	const [party, pizza, socks] = sampleOrder.lines
	if (!party || !pizza || !socks) throw new Error('no lines')
	const added = { ...pizza, position: 4, productId: 'cake', title: { de: 'Torte', en: 'Cake' } }
	const another = { ...party, position: 5, title: { de: 'Zweite Feier', en: 'Second party' } }
	const last = { ...pizza, position: 6, parentPosition: 5 }
	const on = '2026-12-05'
	const lines = [last, socks, added, another, pizza, party]
	const id = await insert({ number: '2026-000009', day: on, lines })
	const positions = [1, 2, 4, 3, 5, 6]
	const [visit] = await listVisits(on)
	expect(visit?.lines.map(({ position }) => position)).toEqual(positions)
	const sheet = runSheet(daySheet(shop.venue, visit ? [visit] : []), wordsIn())
	expect(sheet.slice(1, 7).map((line) => line.trim().split(',')[0])).toEqual([
		'10 Kindergeburtstag Kosmos',
		'3 Pizza',
		'3 Torte',
		'4 Stoppersocken',
		'10 Zweite Feier',
		'3 Pizza',
	])

	const order = await findOrderById(id)
	if (!order) throw new Error('no order')
	expect(order.lines.map(({ position }) => position)).toEqual(positions)
	expect(readContent(contentOf({ ...order, lines: order.lines.toReversed() }, [])).lines).toEqual(
		order.lines,
	)
	// The numbers on page and letter count the rows that are there.
	const shown = shownOrderLines(order, 'de-DE', translator('de-DE'))
	expect(shown.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6])
})

/** A span of the day; `cleanAt`: the time at which the room is clean again. */
test('N211: bookings that are moved to and fro while a day is read are whole on the day that has them', async () => {
	const [party] = sampleOrder.lines
	const days = ['2026-12-12', '2026-12-13'] as const
	const timesOn = (on: string) => ({
		startsAt: instantAt(on, '14:00'),
		endsAt: instantAt(on, '16:00'),
	})
	const lines = party ? [{ ...party, ...timesOn(days[0]) }] : []
	const id = await insert({ number: '2026-000011', day: days[0], lines })
	const place = { orderId: id, state: 'confirmed' as const, resourceId: 'park', units: 10 }
	const placeOn = (on: string) => ({
		...place,
		day: on,
		exclusive: false,
		...span('14:00', '16:00', '16:00', on),
	})
	await shop.admin.insert(allocations).values(placeOn(days[0]))

	const over = new AbortController()
	async function moveToAndFro() {
		for (let times = 0; times < 100; times += 1) {
			const on = days[(times + 1) % 2] ?? ''
			await shop.admin.transaction(async (tx) => {
				await tx.update(orders).set({ day: on }).where(eq(orders.id, id))
				await tx.update(orderLines).set(timesOn(on)).where(eq(orderLines.orderId, id))
				await tx.delete(allocations).where(eq(allocations.orderId, id))
				await tx.insert(allocations).values(placeOn(on))
			})
		}
		over.abort()
	}
	async function readOn(on: (typeof days)[number]) {
		const torn: unknown[] = []
		while (!over.signal.aborted) {
			for (const { startsAt, places } of await listVisits(on)) {
				const moments = [startsAt, ...places.map(({ from }) => from)]
				const isWhole = places.length === 1 && moments.every((it) => isOn(it, on))
				if (!isWhole) torn.push({ on, moments })
			}
		}
		return torn
	}
	const isOn = (moment: Date | null, on: string) => +(moment ?? 0) === +instantAt(on, '14:00')
	const [, ...torn] = await Promise.all([moveToAndFro(), ...days.map(readOn)])
	expect(torn.flat()).toEqual([])
	expect((await countRoundTrips(() => listVisits(day))).statements).toBe(1)
})

function span(from: string, until: string, cleanAt = until, on = day) {
	const range = (end: string) =>
		`[${instantAt(on, from).toISOString()},${instantAt(on, end).toISOString()})`
	return { during: range(until), blocked: range(cleanAt) }
}
