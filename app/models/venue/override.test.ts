import { describe, expect, test } from 'vitest'

import { isBookable, openingOn } from '#app/models/venue/calendar.ts'
import { instantAt } from '#app/models/venue/day.ts'
import { isWithin, overrideOf, withOverrides } from '#app/models/venue/override.ts'
import { sampleVenue } from '#testing/sample-order.ts'

// Faults L7: the hours that staff give to a day win over the venue's files.

const day = '2026-12-12'
const label = { de: 'Heizung kaputt', en: 'heating broken' }
const closed = overrideOf('1', day, { hours: null, label })
const shorter = overrideOf('2', day, { hours: { opens: '10:00', closes: '15:00' }, label })

test('a closed day is closed whatever the files say, and no other day changes', () => {
	const venue = withOverrides(sampleVenue, [{ day, override: closed }])
	expect(openingOn(venue.calendar, day)).toMatchObject({ kind: 'closed', hours: null, label })
	expect(isBookable(venue.calendar, day, instantAt('2026-12-01', '12:00'))).toMatchObject({
		ok: false,
	})
	expect(openingOn(venue.calendar, '2026-12-13')).toEqual(
		openingOn(sampleVenue.calendar, '2026-12-13'),
	)
})

test('an override of staff replaces that of the files, whose prices stay', () => {
	const ofFiles = { day, label, hours: null, prices: 'weekday' as const }
	const calendar = { ...sampleVenue.calendar, overrides: [ofFiles] }
	const venue = withOverrides({ ...sampleVenue, calendar }, [{ day, override: shorter }])
	expect(openingOn(venue.calendar, day)).toMatchObject({
		kind: 'special',
		hours: { opens: '10:00', closes: '15:00' },
		class: 'weekday',
	})
})

test('a venue without overrides is the venue itself', () => {
	expect(withOverrides(sampleVenue, [])).toBe(sampleVenue)
})

describe('isWithin', () => {
	const visit = (from: string, until: string) => ({
		startsAt: instantAt(day, from),
		endsAt: instantAt(day, until),
	})
	test.each([
		[closed, visit('11:00', '12:00'), false],
		[closed, null, false],
		[shorter, visit('10:00', '15:00'), true],
		[shorter, visit('14:00', '15:05'), false],
		[shorter, visit('09:55', '11:00'), false],
		[shorter, null, true],
	])('%j and %j: %s', (override, of, within) => {
		expect(isWithin(override, of)).toBe(within)
	})
})
