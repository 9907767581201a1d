import { describe, expect, test } from 'vitest'

import { isOneChoice, mostPieces, sharedOut } from '#app/models/product/groups.ts'
import type { Condition } from '#app/models/venue/catalogue.ts'

type Row = { rule: Condition['rule']; perGuest: boolean; max: number; guests: number; most: number }

test.each<Row>([
	{ rule: 'exactlyOne', perGuest: false, max: 9, guests: 8, most: 1 },
	{ rule: 'exactlyOne', perGuest: true, max: 9, guests: 8, most: 8 },
	{ rule: 'exactlyOne', perGuest: true, max: 9, guests: 12, most: 9 },
	{ rule: 'exactlyOne', perGuest: true, max: 9, guests: 1, most: 1 },
	{ rule: 'min', perGuest: false, max: 9, guests: 8, most: 9 },
	{ rule: 'min', perGuest: true, max: 9, guests: 8, most: 9 },
	{ rule: 'max', perGuest: false, max: 9, guests: 8, most: 9 },
	{ rule: 'all', perGuest: true, max: 1, guests: 8, most: 1 },
])(
	'$rule takes $most of a thing, per guest: $perGuest, of $max for $guests',
	({ most, max, guests, ...group }) => {
		expect(mostPieces(group, max, guests)).toBe(most)
	},
)

test.each<{ rule: Condition['rule']; perGuest: boolean; isOne: boolean }>([
	{ rule: 'exactlyOne', perGuest: false, isOne: true },
	{ rule: 'exactlyOne', perGuest: true, isOne: false },
	{ rule: 'all', perGuest: false, isOne: false },
	{ rule: 'min', perGuest: false, isOne: false },
	{ rule: 'max', perGuest: false, isOne: false },
])('$rule is one choice, per guest: $perGuest? $isOne', ({ isOne, ...group }) => {
	expect(isOneChoice(group)).toBe(isOne)
})

describe('shared out among nine guests (N25)', () => {
	const items = ['pizza', 'pasta', 'rolls'].map((product) => ({ product }))
	const perGuest = { rule: 'exactlyOne', perGuest: true, items } as const
	const pieces = (words: string) =>
		Object.fromEntries(
			[...words.matchAll(/(\d) (\w+)/g)].map(([, number, product]) => [product, Number(number)]),
		)

	test.each<[string, string, string, string]>([
		[
			'one more takes one from the largest',
			'6 pizza 3 pasta',
			'6 pizza 3 pasta 1 rolls',
			'5 pizza 3 pasta 1 rolls',
		],
		[
			'several take them from the largest in turn',
			'5 pizza 4 pasta',
			'5 pizza 4 pasta 3 rolls',
			'3 pizza 3 pasta 3 rolls',
		],
		[
			'of two equal numbers the first gives',
			'4 pizza 4 pasta 1 rolls',
			'4 pizza 4 pasta 2 rolls',
			'3 pizza 4 pasta 2 rolls',
		],
		[
			'pieces below the number of guests are taken from none',
			'6 pizza',
			'6 pizza 3 pasta',
			'6 pizza 3 pasta',
		],
		['a product that grows gives none', '5 pizza 4 pasta', '6 pizza 4 pasta', '6 pizza 3 pasta'],
		['a lower number stays lower', '9 pizza', '7 pizza', '7 pizza'],
	])('%s', (_, before, wanted, shared) => {
		const numbers = { before: pieces(before), wanted: pieces(wanted) }
		expect(sharedOut(perGuest, 9, numbers)).toEqual(pieces(shared))
	})

	test.each<[string, Partial<Condition>, number]>([
		['more than there are guests', {}, 5],
		['in a group without another product', { items: [{ product: 'pizza' }] }, 5],
		['in a group of one piece for the party', { perGuest: false }, 9],
		['in a group of another rule', { rule: 'max' }, 9],
	])('the numbers stay as wanted: %s', (_, group, guests) => {
		const numbers = { before: pieces('6 pasta'), wanted: pieces('6 pasta 7 pizza') }
		expect(sharedOut({ ...perGuest, ...group }, guests, numbers)).toBe(numbers.wanted)
	})
})
