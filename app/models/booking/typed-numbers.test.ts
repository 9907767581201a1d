import { expect, test } from 'vitest'

import { cartOf } from '#app/models/booking/booked-cart.ts'
import { numbersOf, readNumbers } from '#app/models/booking/typed-numbers.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import { bookedOrder } from '#testing/booked-order.ts'
import { wish } from '#testing/wishes.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const { venue } = demo
const { order } = bookedOrder(venue, [wish('kometen-party', { quantity: 8, duration: null })], {
	pieces: { 'menu-pasta': 6, 'menu-veggie': 2, 'jug-juice': 2, 'decor-aliens': 1 },
})
const cart = cartOf(venue, order)
const stepped = (step: string) => readNumbers(venue, cart, { step })

test('N413: a form that names no number asks for those of the booking', () => {
	expect(readNumbers(venue, cart, {})).toEqual(numbersOf(venue, cart))
	expect(readNumbers(venue, cart, { lines: { 1: '9', 2: '3' } }).lines).toEqual({ 1: 9 })
})

test('a step counts one more or fewer in the field of its name', () => {
	expect(stepped('lines.1:1').lines['1']).toBe(9)
	expect(stepped('pieces.1.menu-veggie:-1').pieces['1']?.['menu-veggie']).toBe(1)
	expect(stepped('extras.socks:1').extras['socks']).toBe(1)
})

test('N355: guests are taken for a line of the booking alone', () => {
	expect(readNumbers(venue, cart, { fewest: '1:10' }).lines).toEqual({ 1: 10 })
	for (const fewest of ['constructor:1', 'toString:1', '9:1'])
		expect(readNumbers(venue, cart, { fewest })).toEqual(readNumbers(venue, cart, {}))
})

test.each([
	'pieces.constructor.keys:1',
	'pieces.constructor.name:1',
	'pieces.__proto__.toString:1',
	'pieces.toString.length:1',
	'pieces.2.menu-pasta:1',
	'lines.constructor:1',
	'extras.__proto__:1',
])('N355: the step %s, which names no field, changes nothing', (step) => {
	const own = { keys: Object.keys, toString: Object.prototype.toString }
	try {
		expect(stepped(step)).toEqual(readNumbers(venue, cart, {}))
		expect({ keys: Object.keys, toString: Object.prototype.toString }).toEqual(own)
	} finally {
		// A test that fails leaves the built-in functions whole.
		Object.assign(Object, { keys: own.keys })
		Object.assign(Object.prototype, { toString: own.toString })
	}
})
