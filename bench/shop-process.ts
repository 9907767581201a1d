import { randomUUID } from 'node:crypto'

import { DateTime } from 'luxon'

import { db } from '#app/db/client.server.ts'
import { countRoundTrips } from '#app/db/round-trips.server.ts'
import { listLoads, listLoadsByDay } from '#app/models/capacity/loads.server.ts'
import type { CartRef } from '#app/models/cart/cart.ts'
import { addToCart, removeFromCart } from '#app/models/cart/change.server.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { readDay } from '#app/models/day-sheet/read.server.ts'
import { readStrip } from '#app/models/day-sheet/strip.server.ts'
import { markOf } from '#app/models/offer/mark.ts'
import { slotsOf } from '#app/models/offer/slots.ts'
import { findNameLike, searchOrders } from '#app/models/order/lookup.server.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { loadVenue } from '#app/models/venue/current.server.ts'
import { addDays, monthGrid, today } from '#app/models/venue/day.ts'
import { monthOf } from '#app/models/venue/month.ts'
import { findSession, openSession } from '#app/models/visitor/session.server.ts'

import type { Answers, Question } from './shop-client.ts'

// The shop without its pages, in a process of its own on the database that DATABASE_URL names: does one task after the
// other and answers the time it took.

const venue = await loadVenue()
const now = DateTime.utc()
const search = {
	kind: 'play' as const,
	day: addDays(today(now), 10),
	guests: 4,
	duration: 120 as const,
	time: null,
	month: monthOf(addDays(today(now), 10)),
	product: null,
	occasion: null,
	take: null,
}

const tasks: { [Name in keyof Answers]: (question: Question) => Promise<Answers[Name]> } = {
	month: async () => {
		const begin = performance.now()
		await month()
		return performance.now() - begin
	},
	slots: async () => {
		const begin = performance.now()
		const loads = await listLoads(db, [search.day], null)
		slotsOf(venue, openingOn(venue.calendar, search.day), search, { loads, now })
		return performance.now() - begin
	},
	roundTrips: async () => {
		const cartId = randomUUID()
		const token = await openSession({ cartId })
		const { roundTrips } = await countRoundTrips(async () => {
			await findSession(token)
			await findCart(cartId)
			await month()
		})
		return roundTrips
	},
	claims: ({ days = 1, seconds = 1, clients = 1 }) => claim(days, seconds, clients),
	adds: ({ seconds = 0, clients = 1 }) => addTickets(seconds, clients),
	day: async () => {
		const begin = performance.now()
		const [{ rows }] = await Promise.all([readDay(today(now), null, now), readStrip(today(now))])
		if (rows.parties.length < 14) throw new Error('the day is not seeded')
		return performance.now() - begin
	},
	search: () => searching('sommer12', 1),
	searchMany: () => searching('katharina', 21),
	searchNobody: () => searching('niemandem', 0),
}

process.on('message', async (question: Question) => {
	process.send?.({ answer: await tasks[question.task](question) })
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')

/** Finds orders as the page of the search does, which proposes a name when there are none. */
async function searching(asked: string, hits: number): Promise<number> {
	const begin = performance.now()
	const day = today(now)
	const from = addDays(day, -90)
	const found = await searchOrders(asked, { from, today: day, limit: 21 })
	if (hits === 0) await findNameLike(asked, from)
	if (found.length !== hits) throw new Error(`${asked} was found ${found.length} times`)
	return performance.now() - begin
}

async function month() {
	const days = monthGrid(search.month).flat()
	const { byDay } = await listLoadsByDay(days[0] ?? '', days.at(-1) ?? '')
	return days.map((day) => markOf(venue, search, { day, loads: byDay.get(day) ?? [], now }))
}

/** Lets visitors put a ticket into a new cart and take it out again; returns the number of changes. */
async function claim(days: number, seconds: number, clients: number): Promise<number> {
	const open = openDays(days)
	const visitor = { venue, now, addressHash: null }
	const end = performance.now() + seconds * 1000
	let changes = 0
	await Promise.all(
		Array.from({ length: clients }, async (_, client) => {
			const day = open[client % open.length] ?? search.day
			while (performance.now() < end) {
				const added = await addToCart(nobody, { ...ticket, day, time: '16:00' }, visitor)
				if (!added.ok) throw new Error(added.message.key)
				const { id, version, lines } = added.value
				await removeFromCart({ id, version, day }, lines[0]?.id ?? '', visitor)
				changes += 2
			}
		}),
	)
	return changes
}

/**
 * Lets visitors from addresses of their own put a ticket into a new cart, on three hundred days; returns the number of
 * tickets.
 */
async function addTickets(seconds: number, clients: number): Promise<number> {
	const open = openDays(306).slice(6)
	const end = performance.now() + seconds * 1000
	let added = 0
	await Promise.all(
		Array.from({ length: clients }, async () => {
			do {
				const day = open[Math.floor(Math.random() * open.length)] ?? search.day
				const visitor = { venue, now, addressHash: randomUUID() }
				const result = await addToCart(
					{ ...nobody, id: randomUUID() },
					{ ...ticket, day, time: '16:00' },
					visitor,
				)
				if (!result.ok) throw new Error(result.message.key)
				added += 1
			} while (performance.now() < end)
		}),
	)
	return added
}

const ticket = { productId: 'ticket-adult', quantity: 1, duration: 120, parentId: null }
const nobody: CartRef = { id: null, version: 0, day: null }

/** Lists the first so many days that have a slot at 16:00. */
function openDays(count: number): string[] {
	const days: string[] = []
	for (let day = addDays(today(now), 1); days.length < count; day = addDays(day, 1)) {
		if (openingOn(venue.calendar, day).hours) days.push(day)
	}
	return days
}
