import { expect, test } from 'vitest'

import { suggestedTickets } from '#app/models/offer/suggestion.ts'
import { product } from '#app/models/venue/catalogue.ts'

function ticket(id: string, age?: { min?: number; max?: number }, min = 1) {
	const words = { de: id, en: id }
	return product.parse({
		id,
		kind: 'ticket',
		name: words,
		summary: words,
		picture: '/pictures/x.svg',
		due: 'deposit',
		prices: { weekday: 1, weekend: 1 },
		quantity: { min, max: 60 },
		...(age && { age }),
	})
}

const child = ticket('child', { min: 3, max: 14 })
const adult = ticket('adult', { min: 15 })
const senior = ticket('senior', { min: 65 })
const crew = ticket('crew', { min: 3 }, 10)

test.each([
	['one adult, the others children', [child, senior, adult, crew], 4, { adult: 1, child: 3 }],
	['nobody comes without an adult', [child, adult], 1, { adult: 1 }],
	['one price for all', [ticket('all')], 3, { all: 3 }],
	['nothing where there are no tickets', [], 3, {}],
])('%s', (_, products, guests, numbers) => {
	expect(suggestedTickets(products, guests)).toEqual(numbers)
})
