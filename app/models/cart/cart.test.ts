import { expect, test } from 'vitest'

import type { Venue } from '#app/models/venue/venue.ts'

import { newHoldEnd } from './cart.ts'

const hold = { minutes: 15, maxMinutes: 60 }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 12, minute))

test.each([
	{ rule: 'visitor', desk: undefined, now: 0, ends: 15 },
	{ rule: 'visitor', desk: undefined, now: 44, ends: 59 },
	{ rule: 'visitor', desk: undefined, now: 50, ends: 60 },
	{ rule: 'desk', desk: undefined, now: 0, ends: 30 },
	{ rule: 'desk', desk: undefined, now: 89, ends: 119 },
	{ rule: 'desk', desk: undefined, now: 110, ends: 120 },
	{ rule: 'desk', desk: { minutes: 20, maxMinutes: 40 }, now: 10, ends: 30 },
	{ rule: 'desk', desk: { minutes: 20, maxMinutes: 40 }, now: 30, ends: 40 },
] as const)(
	'a hold of the rule $rule, begun at minute 0 and granted at minute $now, ends at minute $ends',
	({ rule, desk, now, ends }) => {
		const venue = { hold: { ...hold, ...(desk && { desk }) } } as Venue
		expect(newHoldEnd(venue, at(0), at(now), rule)).toEqual(at(ends))
	},
)
