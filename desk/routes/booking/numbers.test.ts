import { expect, test } from 'vitest'

import { cartOf } from '#app/models/booking/booked-cart.ts'
import { numbersOf } from '#app/models/booking/typed-numbers.ts'
import { readVenue } from '#app/models/operator/read.server.ts'
import { followGuests } from '#desk/routes/booking/numbers.server.ts'
import { bookedOrder } from '#testing/booked-order.ts'
import { wish } from '#testing/wishes.ts'

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const venue = demo.venue

const { order } = bookedOrder(venue, [wish('kometen-party', { quantity: 8, duration: null })], {
	pieces: { 'menu-pasta': 6, 'menu-veggie': 2, 'jug-juice': 2, 'decor-aliens': 1 },
})
const cart = cartOf(venue, order)

test('N197: one more and one fewer guest leave as many menus as guests, and other choices as they are', () => {
	const booked = numbersOf(venue, cart)
	const menus = ({ pieces }: typeof booked) => [
		pieces['1']?.['menu-pasta'],
		pieces['1']?.['menu-veggie'],
		pieces['1']?.['jug-juice'],
	]
	const to = (numbers: typeof booked, count: number, from: number) =>
		followGuests(venue, cart, { ...numbers, lines: { 1: count } }, { at: '1', from })
	const nine = to(booked, 9, 8)
	const ten = to(nine, 10, 9)
	expect(menus(ten)).toEqual([8, 2, 2])
	expect(menus(to(ten, 9, 10))).toEqual([7, 2, 2])
	expect(menus(to(ten, 10, 10))).toEqual(menus(ten))
	expect(menus(to(booked, 6, 8))).toEqual([4, 2, 2])
})
