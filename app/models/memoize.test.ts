import { expect, test } from 'vitest'

import { memoizeByOwner } from '#app/models/memoize.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { sampleVenue } from '#testing/sample-order.ts'

test('a value is worked out once for each owner and input, and at most 5,000 keys are kept', () => {
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
