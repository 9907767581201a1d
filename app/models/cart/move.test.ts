import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import type { Load } from '#app/models/capacity/peak.ts'
import { emptyCart, type Cart, type CartLine } from '#app/models/cart/cart.ts'
import { checkShown, movedLines, moveText, moveTo, type NewDay } from '#app/models/cart/move.ts'
import { cents } from '#app/models/money.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { instantAt, plusMinutes } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

/** A Saturday, from 10:00 to 20:00, and a Thursday, which opens at 14:00 and costs less. */
const saturday = '2026-12-05'
const thursday = '2026-12-10'
const now = DateTime.fromISO('2026-12-01T09:00Z')

const prices = { weekday: cents(800), weekend: cents(1000) }
const entry = { resource: 'park', from: 0, units: 'quantity' } as const
const ticket = (id: string, more: Partial<Product> = {}) =>
	sampleProduct(id, { duration: 'chosen', raster: 30, uses: [entry], prices, ...more })
const extra = (id: string, more: Partial<Product> = {}) =>
	sampleProduct(id, { kind: 'addon', prices, ...more })
const title = { de: 'Menü', en: 'Menu' }

const products = [
	ticket('adult'),
	ticket('child'),
	ticket('weekender', {
		periods: [{ from: thursday, until: thursday, prices: { weekday: {}, weekend: {} } }],
	}),
	sampleProduct('room', {
		kind: 'room',
		duration: 'chosen',
		raster: 30,
		uses: [{ resource: 'mars', from: 0, units: 1 }],
		prices,
	}),
	sampleProduct('party', {
		kind: 'package',
		duration: 120,
		raster: 30,
		uses: [entry],
		perGuest: true,
		prices,
		conditions: [
			{
				id: 'menu',
				title,
				rule: 'min',
				n: 1,
				perGuest: false,
				items: [{ product: 'pizza', included: { quantity: 1 } }, { product: 'soup' }],
			},
		],
	}),
	sampleProduct('planned', {
		kind: 'package',
		duration: 120,
		raster: 30,
		uses: [entry],
		prices,
		notice: { days: 12, until: '18:00' },
	}),
	extra('pizza'),
	extra('soup', {
		periods: [{ from: thursday, until: thursday, prices: { weekday: {}, weekend: {} } }],
	}),
	extra('cake', { uses: [{ resource: 'tables', from: 0, units: 1 }] }),
	extra('candles', { requires: ['cake'] }),
	extra('ordered', { notice: { days: 12, until: '18:00' } }),
	sampleProduct('gift', { kind: 'giftVoucher', vat: 'none' }),
]
const opensLate = { opens: '14:00', closes: '20:00' }
const venue: Venue = {
	...sampleVenue,
	products,
	resources: [
		...sampleVenue.resources,
		{ id: 'mars', name: title, seats: 12, bufferAfter: 0 },
		{ id: 'tables', name: title, capacity: 1, bufferAfter: 0 },
	],
	calendar: {
		...sampleVenue.calendar,
		weekdays: { ...sampleVenue.calendar.weekdays, thursday: opensLate },
	},
}

/** Parses 'adult 14:00 × 2' as a visit of two hours, 'cake' as a line without a time, 'party > pizza' as an extra. */
function cartOf(...said: string[]): Cart {
	const lines = said.map((text): CartLine => {
		const [, parent, productId = '', time, quantity = '1', length = '120'] =
			/^(?:(\S+) > )?(\S+)(?: (\d\d:\d\d))?(?: × (\d+))?(?: for (\w+))?$/.exec(text) ?? []
		const startsAt = time ? instantAt(saturday, time) : null
		const isTimed = products.find(({ id }) => id === productId)?.duration !== undefined
		return {
			id: productId,
			parentId: parent ?? null,
			productId,
			quantity: Number(quantity),
			unitPrice: cents(1000),
			startsAt,
			endsAt: startsAt && plusMinutes(startsAt, 120),
			duration: isTimed ? (length as `${number}`) : null,
		}
	})
	return { ...emptyCart('cart'), version: 3, day: saturday, lines }
}

const clock = (moment: Date | null) =>
	moment ? DateTime.fromJSDate(moment, { zone: 'Europe/Berlin' }).toFormat('dd. HH:mm') : 'no time'

function to(day: string, loads: Load[] = []): NewDay {
	return { day, loads, now, dbNow: now }
}

function taken(resourceId: string, units: number, day = thursday): Load {
	const from = instantAt(day, '10:00').getTime()
	return { resourceId, units, from, until: instantAt(day, '20:00').getTime() }
}

function told(cart: Cart, newDay: NewDay) {
	const move = moveTo(venue, cart, newDay)
	if (!move.ok) return move.message.key
	return {
		comes: move.value.moved.map(
			({ id, quantity, startsAt }) => `${quantity} ${id} ${clock(startsAt)}`,
		),
		stays: move.value.left.map(({ line, reason }) => `${line.id}: ${reason.message.key.slice(7)}`),
		costs: move.value.amount,
	}
}

test.each<[string, Cart, NewDay, unknown]>([
	[
		'tickets come at their time and at the price of the new day',
		cartOf('adult 14:00 × 2', 'child 14:00 × 3'),
		to(thursday),
		{ comes: ['2 adult 10. 14:00', '3 child 10. 14:00'], stays: [], costs: 4000 },
	],
	[
		'the time on the clock stays when summer time begins in between',
		{ ...cartOf('adult 14:00'), day: saturday },
		to('2027-03-30'),
		{ comes: ['1 adult 30. 14:00'], stays: [], costs: 800 },
	],
	[
		'a time before the new day opens stays',
		cartOf('adult 11:00 × 2', 'child 15:00'),
		to(thursday),
		{ comes: ['1 child 10. 15:00'], stays: ['adult: chooseOtherPeriod'], costs: 800 },
	],
	[
		'a visit that would end after closing stays',
		cartOf('adult 18:30'),
		to(thursday),
		{ comes: [], stays: ['adult: chooseOtherPeriod'], costs: 0 },
	],
	[
		'a visit until closing lasts until closing of the new day',
		cartOf('adult 14:00 for day'),
		to(thursday),
		{ comes: ['1 adult 10. 14:00'], stays: [], costs: 800 },
	],
	[
		'a line that is not sold on the new day stays',
		cartOf('weekender 14:00', 'adult 14:00'),
		to(thursday),
		{ comes: ['1 adult 10. 14:00'], stays: ['weekender: chooseOtherPeriod'], costs: 800 },
	],
	[
		'lines come in their order while places are free, the others stay',
		cartOf('adult 14:00 × 2', 'child 14:00 × 3'),
		to(thursday, [taken('park', 247)]),
		{ comes: ['2 adult 10. 14:00'], stays: ['child: noFreePlaces'], costs: 1600 },
	],
	[
		'a room that is taken stays',
		cartOf('adult 14:00', 'room 15:00'),
		to(thursday, [taken('mars', 1)]),
		{ comes: ['1 adult 10. 14:00'], stays: ['room: chooseOtherPeriod'], costs: 800 },
	],
	[
		'a party comes with its extras; an extra that is not sold then stays and is listed',
		cartOf('party 14:00 × 6', 'party > pizza', 'party > soup × 2'),
		to(thursday),
		{
			comes: ['6 party 10. 14:00', '1 pizza no time'],
			stays: ['soup: chooseOtherPeriod'],
			costs: 4800,
		},
	],
	[
		'a party that stays keeps its extras, which are not listed beside it',
		cartOf('party 14:00 × 6', 'party > pizza', 'adult 14:00'),
		to(thursday, [taken('park', 246)]),
		{ comes: ['1 adult 10. 14:00'], stays: ['party: noFreePlaces'], costs: 800 },
	],
	[
		'a line that only the telephone books on the new day stays',
		cartOf('planned 14:00', 'adult 14:00', 'ordered'),
		to(thursday),
		{
			comes: ['1 adult 10. 14:00'],
			stays: ['planned: onlyByPhone', 'ordered: onlyByPhone'],
			costs: 800,
		},
	],
	[
		'a line that requires a line that stays, stays too',
		cartOf('candles', 'adult 14:00', 'cake 14:00'),
		to(thursday, [taken('tables', 1)]),
		{
			comes: ['1 adult 10. 14:00'],
			stays: ['candles: requiresOther', 'cake: noFreePlaces'],
			costs: 800,
		},
	],
	[
		'extras come only with a visit',
		cartOf('pizza', 'adult 11:00'),
		to(thursday),
		{ comes: [], stays: ['pizza: chooseOtherPeriod', 'adult: chooseOtherPeriod'], costs: 0 },
	],
	[
		'an extra that takes room stays when only a visit at another time comes',
		cartOf('cake 11:00', 'adult 11:00', 'child 15:00'),
		to(thursday),
		{
			comes: ['1 child 10. 15:00'],
			stays: ['cake: chooseOtherPeriod', 'adult: chooseOtherPeriod'],
			costs: 800,
		},
	],
	[
		'dateless goods stay in the cart and do not count as moved',
		cartOf('gift', 'adult 14:00'),
		to(thursday),
		{ comes: ['1 adult 10. 14:00'], stays: [], costs: 800 },
	],
	['a rest day takes nothing', cartOf('adult 14:00'), to('2026-12-07'), 'errors.restDay'],
	['a day that is over takes nothing', cartOf('adult 14:00'), to('2026-11-28'), 'errors.dayInPast'],
	['the cart’s own day is refused', cartOf('adult 14:00'), to(saturday), 'errors.cartChanged'],
])('%s', (_, cart, newDay, expected) => {
	expect(told(cart, newDay)).toEqual(expected)
})

test('a line whose time of today has begun stays', () => {
	const today = { day: thursday, loads: [], now: DateTime.fromISO('2026-12-10T13:30Z') }
	expect(told(cartOf('adult 14:00', 'child 15:00'), { ...today, dbNow: today.now })).toEqual({
		comes: ['1 child 10. 15:00'],
		stays: ['adult: slotBegun'],
		costs: 800,
	})
})

function moved(cart: Cart, newDay: NewDay) {
	const move = moveTo(venue, cart, newDay)
	if (!move.ok) throw new Error(move.message.key)
	return move.value
}

test('moved lines are written with new ids, and extras name their package by its new id', () => {
	const move = moved(cartOf('gift', 'party 14:00 × 6', 'party > pizza'), to(thursday))
	let made = 0
	const lines = movedLines(move, () => `new ${(made += 1)}`)
	expect(lines.map(({ id, parentId, productId }) => [productId, id, parentId])).toEqual([
		['gift', 'gift', null],
		['party', 'new 1', null],
		['pizza', 'new 2', 'new 1'],
	])
})

test('a move equal to the one shown is made, another is refused with its reason', () => {
	const cart = cartOf('adult 14:00 × 2', 'room 15:00')
	const [whole, part] = [moved(cart, to(thursday)), moved(cart, to(thursday, [taken('mars', 1)]))]
	const none = moved(cart, to(thursday, [taken('park', 250), taken('mars', 1)]))
	expect([moveText(cart, whole), moveText(cart, part)]).toEqual(['2400', '1600_1'])
	const keyOf = (move: typeof whole, shown: string) => checkShown(cart, move, shown)?.message.key
	expect(keyOf(whole, '2400')).toBeUndefined()
	expect(keyOf(part, '1600_1')).toBeUndefined()
	expect(keyOf(part, '2400')).toBe('errors.chooseOtherPeriod')
	expect(keyOf(whole, '1600_1')).toBe('errors.moveChanged')
	expect(keyOf(whole, '2500')).toBe('errors.moveChanged')
	expect(keyOf(none, '1600_1')).toBe('errors.noFreePlaces')
	expect(keyOf(none, moveText(cart, none))).toBe('errors.moveChanged')
	expect(keyOf(whole, 'x_y')).toBe('errors.moveChanged')
})
