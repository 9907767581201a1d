import { expect, test } from 'vitest'

import { suggestedTickets } from '#app/models/offer/suggestion.ts'
import { product } from '#app/models/venue/catalogue.ts'
import { sampleVenue } from '#testing/sample-order.ts'

function ticket(id: string, age?: { min?: number; max?: number }, quantity = {}) {
	const words = { de: id, en: id }
	return product.parse({
		id,
		kind: 'ticket',
		name: words,
		summary: words,
		picture: '/pictures/x.svg',
		due: 'deposit',
		prices: { weekday: 1, weekend: 1 },
		uses: [{ resource: 'park' }],
		quantity: { max: 20, ...quantity },
		...(age && { age }),
	})
}

const child = ticket('child', { min: 3, max: 14 })
const adult = ticket('adult', { min: 15 })
const senior = ticket('senior', { min: 65 })
const crew = ticket('crew', { min: 3 }, { min: 10, max: 60 })

test.each([
	['one adult, the others children', [child, senior, adult, crew], 4, { adult: 1, child: 3 }],
	['one guest is an adult', [child, adult], 1, { adult: 1 }],
	['as many children as a line takes', [child, adult, crew], 21, { adult: 1, child: 20 }],
	[
		'adults when the children’s line takes no more',
		[child, adult, crew],
		40,
		{ adult: 20, child: 20 },
	],
	['nothing when the adults’ line takes no more either', [child, adult, crew], 41, {}],
	['nothing for more guests than a cart may hold', [child, adult], 21, {}],
	['one price for all', [ticket('all')], 3, { all: 3 }],
	['nothing for more guests than the only ticket takes', [ticket('all'), crew], 21, {}],
	['nothing without tickets', [], 3, {}],
])('%s', (_, products, guests, numbers) => {
	expect(suggestedTickets({ ...sampleVenue, products }, guests)).toEqual(numbers)
})
