import { expect, test } from 'vitest'

import { readVenue } from '#app/models/operator/read.server.ts'
import { readableValues } from '#desk/routes/staff/act-what.ts'

// Faults N339: the list of acts speaks the language of its reader.

const demo = await readVenue('venue')
if (!demo.ok) throw new Error(demo.problems.join('\n'))
const { venue } = demo
const block = {
	what: 'Laser-Arena, 2026-12-12 18:00–20:00 (4 ×)',
	room: 'laser-arena',
	day: '2026-12-12',
	times: '18:00–20:00 (4 ×)',
}
const day = { what: '2026-12-12', day: '2026-12-12', times: '' }

test.each([
	['de-DE', block, 'Laser-Arena, Sa., 12. Dez. 18:00–20:00 (4 ×)'],
	['en-EN', block, 'Laser arena, Sat 12 Dec 18:00–20:00 (4 ×)'],
	['en-EN', day, 'Sat 12 Dec'],
	// A room that is gone, and an act of an older build.
	['en-EN', { ...block, room: 'pluto' }, block.what],
	['en-EN', { what: 'Mars, 2026-11-20 18:00–20:00' }, 'Mars, 2026-11-20 18:00–20:00'],
] as const)('in %s %j is about %s', (locale, values, what) => {
	expect(readableValues(values, venue, locale)).toMatchObject({ what })
})
