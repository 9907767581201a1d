import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { raw } from '#app/db/connect.server.ts'
import { sqlState } from '#app/db/errors.server.ts'
import { trials } from '#testing/oracle/random-shop.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let zone = { id: '', capacity: 0 }

beforeAll(async () => {
	shop = await openTestShop()
	const [row] = await raw(
		shop.admin,
		`update resources set capacity = 6
			where id = (select id from resources where not exclusive order by id limit 1) returning id, capacity`,
	)
	zone = { id: String(row?.['id']), capacity: Number(row?.['capacity']) }
})
afterAll(() => shop.close())

const wishes = fc.record({
	from: fc.integer({ min: 10, max: 15 }),
	hours: fc.integer({ min: 1, max: 4 }),
	units: fc.integer({ min: 1, max: 4 }),
})
type Wish = { from: number; hours: number; units: number }

/** The reference: true when the wish fits in each of its hours. */
function fits(taken: readonly Wish[], wish: Wish): boolean {
	const hours = Array.from({ length: wish.hours }, (_, index) => wish.from + index)
	return hours.every((hour) => {
		const then = [...taken, wish].filter(({ from, hours }) => from <= hour && hour < from + hours)
		return then.reduce((sum, { units }) => sum + units, 0) <= zone.capacity
	})
}

/** The last but one makes a sum of ten of six, and fits in both of its hours; the last one does not fit. */
const both: Wish[] = [
	{ from: 10, hours: 1, units: 4 },
	{ from: 11, hours: 1, units: 4 },
	{ from: 10, hours: 2, units: 2 },
	{ from: 11, hours: 1, units: 1 },
]

test(
	'the guard of a zone lets in exactly what fits at every moment, also when the sum exceeds the capacity',
	{ timeout: 600_000 },
	async () => {
		let [refused, beyondItsSum] = [0, 0]
		await fc.assert(
			fc.asyncProperty(fc.array(wishes, { minLength: 8, maxLength: 14 }), async (sequence) => {
				await raw(shop.admin, `delete from allocations where resource_id = '${zone.id}'`)
				const taken: Wish[] = []
				for (const wish of sequence) {
					const isIn = await take(wish)
					expect(isIn).toBe(fits(taken, wish))
					if (!isIn) refused += 1
					else taken.push(wish)
					if (isIn && sumOver(taken, wish) > zone.capacity) beyondItsSum += 1
				}
			}),
			{ ...trials('guard', 150), examples: [[both]] },
		)
		expect(refused).toBeGreaterThan(0)
		expect(beyondItsSum).toBeGreaterThan(0)
	},
)

/** Inserts the wish; false when the guard refuses it. */
async function take({ from, hours, units }: Wish): Promise<boolean> {
	try {
		await raw(
			shop.admin,
			`insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
			select '${zone.id}', '2027-03-01', span, span, ${units}, false, 'confirmed'
			from tstzrange('2027-03-01 ${from}:00+01', '2027-03-01 ${from + hours}:00+01') as span`,
		)
		return true
	} catch (error) {
		if (sqlState(error) !== '23P01') throw error
		return false
	}
}

/** The units of all allocations that overlap the wish. */
function sumOver(taken: readonly Wish[], { from, hours }: Wish): number {
	return taken
		.filter((other) => other.from < from + hours && from < other.from + other.hours)
		.reduce((sum, { units }) => sum + units, 0)
}
