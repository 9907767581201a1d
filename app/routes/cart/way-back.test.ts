import { describe, expect, test } from 'vitest'

import type { Change } from '#app/routes/cart/intents.server.ts'
import { onDay, stepDone, wayBack, withGuests } from '#app/routes/cart/way-back.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

type Set = Extract<Change, { intent: 'set' }>
const set = (typed: Partial<Set>) =>
	({ intent: 'set', version: 1, quantities: {}, ...typed }) satisfies Set

describe('a step', () => {
	const adults = { returnTo: '/?day=2026-12-05#tickets', step: 'adult:1' }
	const atRow = '/?day=2026-12-05#adult'

	test.each<[string, Partial<Set>, Partial<Set>]>([
		[
			'of what lies in no cart is only typed',
			{ ...adults, quantities: { adult: 1 } },
			{ returnTo: atRow, step: 'adult:1', quantities: { adult: 2 } },
		],
		[
			'of a package counts at once',
			{ ...adults, line: 'party', pieces: { adult: 2 } },
			{ returnTo: atRow, line: 'party', pieces: { adult: 3 } },
		],
		[
			'of anything else beside a package counts, too',
			{ ...adults, line: 'party', pieces: { child: 2 } },
			{ returnTo: atRow, line: 'party', pieces: { child: 2 }, quantities: { adult: 1 } },
		],
		[
			'N355: of no piece of a package is not counted among its pieces',
			{ ...adults, line: 'party', pieces: { child: 2 }, step: 'constructor:1' },
			{
				returnTo: '/?day=2026-12-05#constructor',
				line: 'party',
				pieces: { child: 2 },
				quantities: { constructor: 1 },
			},
		],
		['below none is none', { step: 'adult:-1' }, { step: 'adult:-1', quantities: { adult: 0 } }],
	])('%s', (_, typed, done) => {
		expect(stepDone(set(typed))).toEqual(set(done))
	})

	test('is in no other change', () => {
		const change = set({ returnTo: '/#adult', quantities: { adult: 1 } })
		expect(stepDone(change)).toBe(change)
	})
})

describe('the way back', () => {
	const booked = {
		intent: 'book',
		version: 0,
		product: 'p',
		day: '2026-12-05',
		time: '14:00',
	} as const

	test.each<[string, Change, string]>([
		['leads to the cart', { intent: 'renew', version: 1 }, '/cart'],
		['leads nowhere else', { intent: 'renew', version: 1, returnTo: '//evil.example' }, '/'],
		[
			'leads to what takes the place of the thing that was asked for (N41)',
			{ ...booked, quantity: 8, instead: 'line', returnTo: '/?kind=party&product=o#choices' },
			'/?kind=party&product=p&day=2026-12-05&time=14%3A00&guests=8#choices',
		],
		[
			'forgets what was typed and lies in the cart now',
			set({ returnTo: '/?take=adult.1#adult', quantities: { adult: 1 } }),
			'/?#adult',
		],
		[
			'keeps what is only typed',
			set({ returnTo: '/?day=2026-12-05', step: 'adult:1', quantities: { adult: 2 } }),
			'/?day=2026-12-05&take=adult.2',
		],
		[
			'names what was booked',
			{ ...booked, quantity: 2, returnTo: '/?month=2026-12&take=adult.1#room' },
			'/?day=2026-12-05&time=14%3A00&guests=2#room',
		],
		[
			'names no single guest',
			{ ...booked, quantity: 1, returnTo: '/' },
			'/?day=2026-12-05&time=14%3A00',
		],
		['names nothing elsewhere', { ...booked, quantity: 2, returnTo: '/cart' }, '/cart'],
		[
			'is that of the new day',
			{ intent: 'changeDay', version: 1, day: '2026-12-05', returnTo: '/?day=2026-12-04#a' },
			'/?day=2026-12-05',
		],
	])('%s', (_, change, address) => {
		expect(wayBack(change)).toBe(address)
	})

	test('another day is shown in the shop when the change came from the cart', () => {
		expect(onDay({ returnTo: '/cart', day: '2026-12-05' })).toBe('/?day=2026-12-05')
	})
})

test('a line that moved to another day is shown there at its own time, with the guests of the page', () => {
	const returnTo = '/?kind=play&day=2026-12-05&guests=5&duration=90&time=15:00&take=adult.2#day'
	const change = { intent: 'moveDay', version: 1, day: '2026-12-09', shown: '0', returnTo } as const
	expect(wayBack(change)).toBe('/?kind=play&day=2026-12-09&guests=5#day')
})

test.each<[string, string, Partial<Set>, string]>([
	[
		'tickets are guests',
		'/?guests=4',
		{ quantities: { adult: 2, child: 3, cake: 1 } },
		'/?guests=5',
	],
	[
		'the row in sight stays',
		'/?kind=play#adult',
		{ quantities: { adult: 1 } },
		'/?kind=play&guests=1#adult',
	],
	[
		'no ticket leaves the guests as they were',
		'/?guests=4',
		{ quantities: { cake: 1 } },
		'/?guests=4',
	],
	['more than can be asked for do, too', '/?guests=4', { quantities: { adult: 61 } }, '/?guests=4'],
	['another page asks for none', '/cart', { quantities: { adult: 2 } }, '/cart'],
	[
		'a party has guests of its own',
		'/?guests=8',
		{ line: 'party', quantities: { adult: 2 } },
		'/?guests=8',
	],
])('%s', (_, path, typed, expected) => {
	const products = [
		sampleProduct('adult'),
		sampleProduct('child'),
		sampleProduct('cake', { kind: 'addon' }),
	]
	expect(withGuests(path, set(typed), { ...sampleVenue, products })).toBe(expected)
})
