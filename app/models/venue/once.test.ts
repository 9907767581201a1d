import { expect, test } from 'vitest'

import { onceForVenue } from '#app/models/venue/once.ts'
import { sampleVenue } from '#testing/sample-order.ts'

test('works out once for each version of the venue and each input, and never keeps more than it may', () => {
	let works = 0
	const nameWith = onceForVenue(
		(number: number) => String(number),
		({ name }, number) => `${name} ${number} ${(works += 1)}`,
	)
	expect(nameWith(sampleVenue, 1)).toBe(nameWith(sampleVenue, 1))
	expect(nameWith(sampleVenue, 2)).toBe(`${sampleVenue.name} 2 2`)
	expect(nameWith({ ...sampleVenue, name: 'Other' }, 1)).toBe('Other 1 3')

	for (let number = 3; number < 4000; number += 1) nameWith(sampleVenue, number)
	const before = works
	nameWith(sampleVenue, 1)
	expect(works).toBe(before + 1)
})
