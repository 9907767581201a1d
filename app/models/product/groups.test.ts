import { expect, test } from 'vitest'

import { isOneChoice, mostPieces } from '#app/models/product/groups.ts'
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
