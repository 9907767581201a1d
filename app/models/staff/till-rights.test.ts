import { expect, test } from 'vitest'

import type { Level, Staff } from '#app/models/staff/staff.ts'
import { mayCount, mayCountOn, mayTakeBack } from '#app/models/staff/till-rights.ts'

const member = (level: Level): Staff => ({ id: 'mia', name: 'Mia Sturm', level })

test.each<[Level, string, boolean, boolean]>([
	['counter', 'staff:mia', true, true],
	['counter', 'staff:mia', false, false],
	['counter', 'staff:jana', true, false],
	['counter', 'operator', true, false],
	['shift', 'staff:mia', false, true],
	['shift', 'staff:jana', false, true],
	['owner', 'operator', false, true],
])(
	'%s takes back a note of %s, written today: %s (faults N154)',
	(level, actor, isOfToday, may) => {
		expect(mayTakeBack(member(level), { actor, isOfToday })).toBe(may)
	},
)

test.each<[Level, number, boolean, boolean]>([
	['counter', 9, false, true],
	['counter', 10, false, true],
	['counter', 11, false, false],
	['counter', 9, true, false],
	['shift', 11, false, true],
	['shift', 9, true, true],
])('%s counts %i of 10, money goes back: %s (faults N154)', (level, came, givesBack, may) => {
	expect(mayCount(member(level), { booked: 10, came, givesBack })).toBe(may)
})

test.each<[Level, string, boolean]>([
	['counter', '2026-11-27', false],
	['counter', '2026-11-28', true],
	['counter', '2026-11-29', true],
	['shift', '2026-11-27', true],
	['owner', '2026-11-01', true],
])('N376: %s counts on %s who came on 2026-11-28: %s', (level, today, may) => {
	expect(mayCountOn(member(level), { day: '2026-11-28', today })).toBe(may)
})
