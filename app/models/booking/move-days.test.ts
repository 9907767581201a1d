import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { listMoveDays, listMoveTimes } from '#app/models/booking/move-days.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import type { Notice } from '#app/models/venue/catalogue.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { bookedOrder, withPolicy } from '#testing/booked-order.ts'
import { now, saturday as day, sunday, wish } from '#testing/wishes.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const venue = withPolicy(demo.venue)
const moment = { now, dbNow: now.toJSDate() }
const rooms = ['mercury', 'venus', 'mars', 'saturn', 'jupiter']

const pieces = { 'menu-pasta': 8, 'jug-juice': 2, 'decor-aliens': 1 }
const party = bookedOrder(venue, [wish('kometen-party', { quantity: 8, duration: null })], {
	pieces,
})
/** All rooms but those named are taken from `from` to `until`. */
const taken = (on: string, from: string, until: string, free: string[] = []) =>
	rooms
		.filter((id) => !free.includes(id))
		.map((resourceId) => ({
			resourceId,
			units: 1,
			from: instantAt(on, from).getTime(),
			until: instantAt(on, until).getTime(),
		}))
const own = party.places.map(({ resourceId, units, blocked }) => ({
	resourceId,
	units,
	...blocked,
}))

test('K29: days say what the whole booking costs more or less, and why nothing can be had on others', () => {
	const [saturdayBefore, , monday] = ['2026-12-05', '2026-12-06', '2026-12-07']
	const byDay = new Map([
		['2026-12-10', taken('2026-12-10', '14:00', '20:00')],
		['2026-12-11', taken('2026-12-11', '14:00', '20:00', ['mars']).slice(0, 4)],
	])
	const days = { first: saturdayBefore, last: '2026-12-11', byDay }
	const found = listMoveDays(venue, party, days, moment)
	expect(found.map((it) => [it.day, it.kind])).toMatchObject([
		[day, 'free'],
		[sunday, 'free'],
		[monday, 'closed'],
		['2026-12-08', expect.any(String)],
		['2026-12-09', 'free'],
		['2026-12-10', 'full'],
		['2026-12-11', 'free'],
	])
	expect(found[1]).toMatchObject({ difference: 0, isScarce: false })
	expect(found[4]).toMatchObject({ difference: -3200 })
	expect(found[5]).toMatchObject({ reason: { message: { key: 'errors.noFreePlaces' } } })
})

test('K29: a day inside the notice is refused with its reason, and not full', () => {
	const product = party.order.lines[0]?.productId ?? ''
	const within = (notice: Notice) => ({
		...venue,
		products: venue.products.map((it) => (it.id === product ? { ...it, notice } : it)),
	})
	const days = { first: sunday, last: sunday, byDay: new Map() }
	const [late] = listMoveDays(within({ days: 60, until: '12:00' }), party, days, moment)
	expect(late).toMatchObject({
		kind: 'refused',
		reason: { message: { key: 'errors.onlyByPhone' } },
	})
	const [open] = listMoveDays(venue, party, days, moment)
	expect(open).toMatchObject({ kind: 'free' })
})

test('K29: a day whose other times have begun is booked by telephone, is full, or is over', () => {
	const product = party.order.lines[0]?.productId ?? ''
	const on = (time: string, loads: typeof own, notice?: Notice) => {
		const products = venue.products.map(({ notice: its, ...it }) => {
			const kept = it.id === product ? notice : its
			return { ...it, ...(kept && { notice: kept }) }
		})
		const days = { first: sunday, last: sunday, byDay: new Map([[sunday, loads]]) }
		const dbNow = instantAt(sunday, time)
		const then = { now: DateTime.fromJSDate(dbNow), dbNow }
		return listMoveDays({ ...venue, products }, party, days, then)[0]
	}
	const loads = taken(sunday, '10:00', '22:00')
	expect(on('12:10', loads, { days: 1, until: '12:00' })).toMatchObject({ kind: 'refused' })
	expect(on('12:10', loads)).toMatchObject({ kind: 'full' })
	expect(on('19:50', loads)).toMatchObject({ kind: 'closed' })
})

test('K29: a day is full where places are lacking, whatever else is in the way of later times', () => {
	const two = bookedOrder(
		venue,
		[
			wish('kometen-party', { quantity: 8, duration: null, time: '10:00' }),
			wish('ticket-adult', { quantity: 2, time: '18:00' }),
		],
		{ pieces },
	)
	const byDay = new Map([[sunday, taken(sunday, '09:00', '16:00')]])
	const [found] = listMoveDays(venue, two, { first: sunday, last: sunday, byDay }, moment)
	expect(found).toMatchObject({ kind: 'full' })
})

test('K29: times are those at which all of it fits, its own places counted free', () => {
	const loads = [...own, ...taken(day, '10:00', '20:00', ['mercury'])]
	const times = listMoveTimes(venue, party, { day, loads }, moment)
	expect(times.map(({ time }) => time)).toContain('14:30')
	expect(
		times.map(({ time }) => time),
		'its own time',
	).not.toContain('14:00')
	expect(times.every(({ room }) => room?.id === 'mercury')).toBe(true)

	const two = [...loads, ...taken(day, '10:00', '14:30', rooms.slice(1))]
	const later = listMoveTimes(venue, party, { day, loads: two }, moment)
	expect(later.map(({ time }) => time)).toEqual(
		times.map(({ time }) => time).filter((time) => (time ?? '') >= '14:00'),
	)
})

test('K1: more guests than any free room seats find the times at which a larger one is free', () => {
	const change = {
		kind: 'change' as const,
		quantities: { 1: 10 },
		pieces: { 1: { 'menu-pasta': 10 } },
	}
	const loads = [...own, ...taken(day, '10:00', '16:30', ['mercury'])]
	const times = listMoveTimes(venue, party, { day, loads, change }, moment)
	expect(times[0]).toMatchObject({ time: '16:00', room: { id: 'venus' } })
	expect(times[0]?.difference).toBe(2 * 2590)
})
