import { DateTime } from 'luxon'

import type { LocalText } from '#app/i18n/i18n.ts'
import type { Calendar, Hours } from '#app/models/venue/calendar.ts'
import { instantAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The hours that staff gave to one day; `hours` null means closed. They win over the venue's files until staff reopen
 * the day.
 */
export type DayOverride = {
	/** The id of the row of `day_overrides` that made the override. */
	id: string
	hours: Hours | null
	/** The words for the day in the visitors' calendar. */
	label: LocalText
	/** The first and last moment of the hours, as the guard of the database compares them; null on a closed day. */
	opensAt: string | null
	closesAt: string | null
}

export type OverriddenDay = { day: Day; override: DayOverride }

/**
 * The fate of a booking whose day is closed. leave: it stays as it is · move: its customer gets a letter with the link
 * to move it · cancel: it is cancelled, and all that was paid goes back.
 */
export const fates = ['leave', 'move', 'cancel'] as const
export type Fate = (typeof fates)[number]
/** The fates of bookings, by the ids of their orders. */
export type Fates = Readonly<Record<string, Fate>>

/** Makes the override that gives `hours` to a day. */
export function overrideOf(
	id: string,
	day: Day,
	{ hours, label }: Pick<DayOverride, 'hours' | 'label'>,
): DayOverride {
	const at = (time: string | undefined) => (time ? instantAt(day, time).toISOString() : null)
	return { id, hours, label, opensAt: at(hours?.opens), closesAt: at(hours?.closes) }
}

/** Returns the venue with the hours that staff gave to single days; the venue itself when there are none. */
export function withOverrides(venue: Venue, overridden: readonly OverriddenDay[]): Venue {
	if (overridden.length === 0) return venue
	return { ...venue, calendar: calendarWith(venue.calendar, overridden) }
}

/**
 * Replaces the overrides that the files have for a day by those of staff. The prices of such a day stay those of the
 * files: staff change the hours alone.
 */
function calendarWith(calendar: Calendar, overridden: readonly OverriddenDay[]): Calendar {
	const ofStaff = overridden.map(({ day, override: { hours, label } }) => {
		const prices = calendar.overrides.find((ofFiles) => ofFiles.day === day)?.prices
		return { day, hours, label, ...(prices && { prices }) }
	})
	const days = new Set(ofStaff.map(({ day }) => day))
	return {
		...calendar,
		overrides: [...calendar.overrides.filter(({ day }) => !days.has(day)), ...ofStaff],
	}
}

/**
 * True when all of a visit lies within the hours of its day, also for a visit without times (null); false on a closed
 * day.
 */
export function isWithin(
	{ opensAt, closesAt }: Pick<DayOverride, 'opensAt' | 'closesAt'>,
	visit: { startsAt: Date; endsAt: Date } | null,
): boolean {
	if (opensAt === null || closesAt === null) return false
	if (!visit) return true
	const [opens, closes] = [DateTime.fromISO(opensAt), DateTime.fromISO(closesAt)]
	return opens.toMillis() <= visit.startsAt.valueOf() && visit.endsAt.valueOf() <= closes.toMillis()
}
