import { expect, test } from 'vitest'

import { memoizeByOwner } from '#app/models/venue/memoize.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { sampleVenue } from '#testing/sample-order.ts'

test('works out once for each owner and each input, and never keeps more than it may', () => {
	let works = 0
	const nameWith = memoizeByOwner(
		({ name }: Venue, number: number) => `${name} ${number} ${(works += 1)}`,
	)
	expect(nameWith(sampleVenue, 1)).toBe(nameWith(sampleVenue, 1))
	expect(nameWith(sampleVenue, 2)).toBe(`${sampleVenue.name} 2 2`)
	expect(nameWith({ ...sampleVenue, name: 'Other' }, 1)).toBe('Other 1 3')

	for (let number = 3; number < 6000; number += 1) nameWith(sampleVenue, number)
	const before = works
	nameWith(sampleVenue, 1)
	expect(works).toBe(before + 1)
})
