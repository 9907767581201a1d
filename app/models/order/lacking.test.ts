import { expect, test } from 'vitest'

import { peak, type Load } from '#app/models/capacity/peak.ts'
import { lacking } from '#app/models/order/lacking.ts'

const room = (from: number, until: number, resourceId = 'mars'): Load => ({
	resourceId,
	units: 1,
	from,
	until,
})
const zone = (from: number, until: number, units: number): Load => ({
	resourceId: 'park',
	units,
	from,
	until,
})

test.each([
	['nothing, when all is there', [room(1, 3)], [room(1, 3)], []],
	['the later part of its own room', [room(1, 3)], [room(2, 4)], [room(3, 4)]],
	['all of another room', [room(1, 3)], [room(1, 3, 'venus')], [room(1, 3, 'venus')]],
	['the guests that are more', [zone(1, 3, 8)], [zone(1, 3, 10)], [zone(1, 3, 2)]],
	['nothing for fewer guests', [zone(1, 3, 8)], [zone(1, 3, 6)], []],
	['each moment by itself', [zone(1, 3, 8)], [zone(2, 4, 9)], [zone(2, 3, 1), zone(3, 4, 9)]],
	['several lines together', [zone(1, 3, 8)], [zone(1, 3, 4), zone(1, 3, 5)], [zone(1, 3, 1)]],
])('a change lacks %s', (_, own, wanted, expected) => {
	expect(lacking(own, wanted)).toEqual(expected)
})

test('own and lacking are never less than wanted, and a room is never lacked while it is owned', () => {
	let seed = 7
	const random = (below: number) => {
		seed = (seed * 16_807) % 2_147_483_647
		return seed % below
	}
	const loads = () =>
		Array.from({ length: random(5) }, () => {
			const from = random(9)
			return zone(from, from + 1 + random(4), 1 + random(9))
		})
	for (let round = 0; round < 500; round += 1) {
		const [own, wanted] = [loads(), loads()]
		const all = [...own, ...lacking(own, wanted)]
		for (let from = 0; from < 13; from += 1) {
			const moment = { from, until: from + 1 }
			const needed = Math.max(peak(wanted, 'park', moment), peak(own, 'park', moment))
			expect(peak(all, 'park', moment)).toBe(needed)
		}
	}
})
