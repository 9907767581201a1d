import { expect, test } from 'vitest'

import { wordsOf } from '#app/i18n/translator.ts'
import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { numberRows, stayWords, whenRows } from '#app/models/booking/difference.ts'
import { planRevision } from '#app/models/booking/revise.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import { bookedOrder, valueOf, withPolicy } from '#testing/booked-order.ts'
import { now, wish } from '#testing/wishes.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const venue = withPolicy(demo.venue)
const words = wordsOf('de-DE')

const tickets = bookedOrder(venue, [
	wish('ticket-child', { quantity: 2 }),
	wish('ticket-adult', { quantity: 1 }),
])
const visits = bookedOrder(venue, [
	wish('ticket-child', { quantity: 2, time: '13:00' }),
	wish('ticket-child', { quantity: 2, time: '15:00' }),
])
const party = bookedOrder(venue, [wish('kometen-party', { quantity: 8, duration: null })], {
	pieces: { 'menu-pasta': 8, 'jug-juice': 2, 'decor-aliens': 1 },
})
const socks = { productId: 'socks', quantity: 1 }

test.each<[string, typeof party, Omit<AskedChange, 'kind'>, string[], string | null]>([
	[
		'the tickets on line 1 are taken out',
		tickets,
		{ quantities: { 1: 0 } },
		['Kinderticket 2 → –'],
		'Alles andere bleibt: Termin und Erwachsenenticket.',
	],
	[
		'a party becomes socks',
		party,
		{ quantities: { 1: 0 }, added: [socks] },
		[
			'Uhrzeit 14:00–16:00 → –',
			'Gäste, Kometen-Party 8 → –',
			'Menü Spaghettinebel 8 → –',
			'Karaffe Apfelschorle 2 → –',
			'Motto Außerirdische 1 → –',
			'Stoppersocken – → 1',
		],
		null,
	],
	[
		'both visits of one product get more guests',
		visits,
		{ quantities: { 1: 3, 2: 3 } },
		['Kinderticket 2 → 3', 'Kinderticket 2 → 3'],
		'Alles andere bleibt: Termin.',
	],
])('K118: the check page names what differs, each row by a key of its own: %s', (...row) => {
	const [, booking, change, expected, stays] = row
	const moment = { now, dbNow: now.toJSDate() }
	const plan = valueOf(planRevision(venue, booking, { kind: 'change', ...change }, moment))
	const rows = [...whenRows(words, plan), ...numberRows(words, plan)]
	expect(rows.map(({ term, was, now }) => `${term} ${was} → ${now}`)).toEqual(expected)
	expect(new Set(rows.map(({ term, key = term }) => key)).size).toBe(rows.length)
	expect(stayWords(words, plan)).toBe(stays)
})
