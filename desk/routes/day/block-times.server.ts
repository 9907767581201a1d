import { DateTime } from 'luxon'
import { z } from 'zod'

import type { Span } from '#app/models/capacity/peak.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import { closingTime } from '#app/models/venue/slot.ts'

const HALF_HOUR = 30 * 60_000

/**
 * The times that the address of a block's form names, 'HH:MM': a beginning, and the end of the free time; null for
 * none.
 */
type Wished = { from: string | null; until: string | null }

/**
 * Returns the half hours of a day for the beginning and the end of a block, each with the one to preselect. The
 * preselected end is no later than the free time lasts.
 */
export function timeChoices(hours: Span, wished: Wished) {
	const moments: number[] = []
	for (let at = hours.from; at <= hours.until; at += HALF_HOUR) moments.push(at)
	const begins = moments.slice(0, -1).map(clock)
	const ends = moments.slice(1).map(endClock)
	const from = begins.find((time) => time === wished.from) ?? begins[0]
	const within = ends.filter((end) => from && end > from && end <= (wished.until ?? end))
	return {
		from: { times: begins, chosen: from },
		until: { times: ends, chosen: within.at(-1) ?? ends.at(-1) },
	}
}

/** Lists the free times of half an hour or more as 'HH:MM', three at most. */
export function usableTimes(free: readonly Span[]): { from: string; until: string }[] {
	return free
		.filter(({ from, until }) => until - from >= HALF_HOUR)
		.slice(0, 3)
		.map(({ from, until }) => ({ from: clock(from), until: endClock(until) }))
}

/** A free time as its button sends it, '09:00-12:30' (faults N352). */
export const offeredTime = z
	.string()
	.transform((text) => text.split('-'))
	.pipe(z.tuple([closingTime, closingTime]))

function clock(moment: number): string {
	return timeAt(DateTime.fromMillis(moment))
}

function endClock(moment: number): string {
	return endTimeAt(DateTime.fromMillis(moment))
}
