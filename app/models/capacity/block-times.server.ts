import { DateTime } from 'luxon'

import type { blocks } from '#app/db/schema.ts'
import type { Span } from '#app/models/capacity/peak.ts'
import type { ActValues } from '#app/models/staff/staff.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { endTimeAt, instantAt, timeAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findResource } from '#app/models/venue/venue.ts'

type Block = typeof blocks.$inferSelect

/** Returns the span of a day in which the venue is open; the whole day when it is closed. */
export function hoursOf(day: Day): Span {
	const { hours } = openingOn(currentVenue().calendar, day)
	return spanOf(day, hours?.opens ?? '00:00', hours?.closes ?? '24:00')
}

/** Returns the span between two times ('HH:MM') of a day, in epoch milliseconds. */
export function spanOf(day: Day, from: string, until: string): Span {
	return { from: instantAt(day, from).valueOf(), until: instantAt(day, until).valueOf() }
}

/**
 * Makes the values with which the list of acts names a block and the number of blocks in its series; `what` is the text
 * that the former build reads: 'Mars, 2026-12-12 18:00–20:00 (4 ×)'.
 */
export function actValuesOf(block: Block, series: readonly Block[]): ActValues {
	const { resourceId, day, startsAt, endsAt } = block
	const name = findResource(currentVenue(), resourceId)?.name.de ?? resourceId
	const times = `${timeAt(startsAt)}–${endTimeAt(endsAt)}`
	const more = series.length > 1 ? ` (${series.length} ×)` : ''
	return {
		what: `${name}, ${day} ${times}${more}`,
		room: resourceId,
		day,
		times: `${times}${more}`,
	}
}

/** Makes the columns for the times of a block from its span. */
export function momentsOf({ from, until }: Span) {
	return {
		startsAt: DateTime.fromMillis(from).toJSDate(),
		endsAt: DateTime.fromMillis(until).toJSDate(),
	}
}
