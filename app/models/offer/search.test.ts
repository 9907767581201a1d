import { expect, test } from 'vitest'

import { askedBy, searchPath, type Search } from '#app/models/offer/search.ts'

const shown: Search = {
	kind: 'play',
	day: '2026-11-28',
	guests: 4,
	duration: 120,
	time: '14:00',
	month: '2026-11',
	product: null,
	occasion: null,
	take: null,
}

test.each<[string, string, Partial<Search>]>([
	[
		'an address with all values',
		'day=2026-12-05&guests=7&duration=day&time=15:00',
		{ day: '2026-12-05', guests: 7, duration: 'day', time: '15:00' },
	],
	['day, guests and duration stay when they are left out', 'time=16:00', { time: '16:00' }],
	[
		'time, month and product are cleared when they are left out',
		'day=2026-12-05',
		{ day: '2026-12-05', time: null },
	],
	['the kind', 'kind=party&time=14:00', { kind: 'party' }],
	[
		'the type of party',
		'kind=party&occasion=team',
		{ kind: 'party', occasion: 'team', time: null },
	],
	['an unknown type of party', 'occasion=wedding&time=14:00', {}],
	['an unknown kind', 'kind=dance&time=14:00', {}],
	['the guests stay for a value that is no number', 'guests=four', { time: null }],
])('asked for: %s', (_, query, changes) => {
	const asked = askedBy(new URLSearchParams(query), shown)
	expect(asked).toEqual({ ...shown, month: null, product: null, ...changes })
})

test('the address of a state is read as that state', () => {
	const path = searchPath({ ...shown, occasion: 'bride', product: 'room-mars' })
	const params = new URL(path, 'http://shop.invalid').searchParams
	expect(askedBy(params, { ...shown, day: '2026-01-01' })).toEqual({
		...shown,
		occasion: 'bride',
		product: 'room-mars',
	})
})
