import { expect, test } from 'vitest'

import { planRevision } from '#app/models/booking/revise.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import { valueOf } from '#scripts/shop/order-commands.ts'
import { changeOf, partLines, readWishes, unknownIn } from '#scripts/shop/typed-change.ts'
import { wordsIn } from '#scripts/shop/words.ts'
import { bookedOrder } from '#testing/booked-order.ts'
import { now, wish } from '#testing/wishes.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const { venue } = demo
const booked = bookedOrder(venue, [wish('kometen-party', { quantity: 8, duration: null })], {
	pieces: { 'menu-pasta': 6, 'menu-nuggets': 2, 'jug-juice': 2, 'decor-aliens': 1 },
})
const { order } = booked
const asked = (typed: string) => readWishes(typed.split(' ')) ?? []

test.each([
	['1=9 socks=2', []],
	['gäste=9 GUESTS=9 ga\u0308ste=9', []],
	['1.menu-pasta=5 1.menu-veggie=1', []],
	['22=9 socks=2', ['22']],
	[
		'zauberer=1 1.socks=2 2.menu-pasta=1 toString=1',
		['zauberer', '1.socks', '2.menu-pasta', 'toString'],
	],
])('of %s, these are no parts of the booking: %j (faults K55)', (typed, unknown) => {
	expect(unknownIn(venue, order, asked(typed))).toEqual(unknown)
})

test('the parts that can be named are listed with their pieces, each once (faults K55)', () => {
	const lines = partLines(venue, order)
	expect(lines[0]).toBe('1=8  Kometen-Party')
	expect(lines).toContain('1.menu-veggie=0  Menü Grüner Planet')
	expect(lines.filter((line) => line.includes('=6 '))).toHaveLength(1)
	expect(lines.some((line) => line.startsWith('socks=0  '))).toBe(true)
})

test.each(['1=five', '1', '=2', '1=-2', '1=3'])('%s beside 1=2 is no wish', (typed) => {
	expect(readWishes(['1=2', typed])).toBeNull()
})

test('guests are those of the only line that has some', () => {
	expect(changeOf(venue, order, asked('gäste=9 1.menu-pasta=7 socks=2'))).toEqual({
		ok: true,
		value: {
			kind: 'change',
			quantities: { 1: 9 },
			pieces: { 1: { 'menu-pasta': 7 } },
			added: [{ productId: 'socks', quantity: 2 }],
		},
	})
	const tickets = bookedOrder(venue, [wish('ticket-child'), wish('ticket-adult')])
	expect(changeOf(venue, tickets.order, asked('guests=9'))).toMatchObject({
		message: { key: 'errors.desk.whichGuests' },
	})
})

test.each([
	['1=9', 'Ein Menü für jedes Kind: noch 1 wählen.'],
	['1=7', 'Ein Menü für jedes Kind: 1 zu viel.'],
])(
	'a refusal of %s names the group of choices that it is about (faults K55)',
	(typed, sentence) => {
		const [words, change] = [
			wordsIn('de'),
			valueOf(changeOf(venue, order, asked(typed)), wordsIn()),
		]
		const moment = { now, dbNow: now.toJSDate(), isStaff: true }
		expect(() => valueOf(planRevision(venue, booked, change, moment), words)).toThrow(sentence)
	},
)
