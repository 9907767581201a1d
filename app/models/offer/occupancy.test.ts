import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import type { Load } from '#app/models/capacity/peak.ts'
import { leftOf } from '#app/models/offer/occupancy.ts'
import type { Condition } from '#app/models/venue/catalogue.ts'
import { sampleVenue } from '#testing/sample-order.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const span = {
	from: DateTime.fromISO('2026-11-28T14:00').toMillis(),
	until: DateTime.fromISO('2026-11-28T16:00').toMillis(),
}
const [entry] = sampleVenue.resources
const tables = { id: 'tables', name: { de: 'Tische', en: 'Tables' }, capacity: 3 }

function partiesLeft(group: Partial<Condition>, max: number, loads: readonly Load[] = []) {
	const party = sampleProduct('party', {
		perGuest: true,
		quantity: { min: 6, max: 12 },
		uses: [{ resource: entry?.id, units: 'quantity', from: 0 }],
		conditions: [
			{
				id: 'group',
				title: { de: 'Gruppe', en: 'Group' },
				rule: 'min',
				n: 1,
				perGuest: false,
				items: [{ product: 'pizza' }],
				...group,
			},
		],
	})
	const pizza = sampleProduct('pizza', { kind: 'addon', quantity: { min: 1, max } })
	const table = sampleProduct('table', {
		kind: 'addon',
		quantity: { min: 1, max },
		uses: [{ resource: 'tables', units: 'quantity', from: 0 }],
	})
	const venue = {
		...sampleVenue,
		resources: [...sampleVenue.resources, tables],
		products: [party, pizza, table],
	}
	return leftOf(venue, party, { guests: 8, span }, loads)
}

const tablesOnly = [{ product: 'table' }]

test.each<[string, Partial<Condition>, number, number]>([
	['two for each guest of one thing', { n: 2, perGuest: true }, 16, 8],
	['one piece too few for two for each guest', { n: 2, perGuest: true }, 15, 0],
	['one of each for each guest', { rule: 'all', perGuest: true }, 8, 8],
	['one piece too few for one of each for each guest', { rule: 'all', perGuest: true }, 7, 0],
	['as many as there are places', { n: 3, items: tablesOnly }, 9, 8],
	['more than there are places', { n: 4, items: tablesOnly }, 9, 0],
])('a party for eight: %s', (_, group, max, left) => {
	expect(partiesLeft(group, max)).toBe(left)
})

test('a party for eight is sold out when an extra that it requires is taken', () => {
	const taken = { resourceId: 'tables', units: 1, ...span }
	expect(partiesLeft({ n: 3, items: tablesOnly }, 9, [taken])).toBe(0)
})
