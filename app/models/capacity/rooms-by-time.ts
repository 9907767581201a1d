import type { LocalText } from '#app/i18n/i18n.ts'
import type { TakenPlace } from '#app/models/capacity/block.ts'
import { capacityOf, isExclusive, MINUTE } from '#app/models/capacity/free.ts'
import { peak, type Span } from '#app/models/capacity/peak.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'

/*
 * Lays out the rooms of a day by time in columns of five minutes, for the desk: each room is a row of cells without a
 * gap.
 */

/** The table of a day's rooms and zones by time; moments in epoch milliseconds. */
export type RoomsByTime = Span & {
	/** The moments of the full hours in the head of the table. */
	hours: number[]
	columns: number
	rooms: RoomRow[]
	zones: ZoneRow[]
	/** The column of the moment now; null on another day. */
	now: number | null
}

type RoomRow = {
	id: string
	name: LocalText
	seats: number
	/** Minutes of cleaning after each use. */
	cleaning: number
	cells: RoomCell[]
}

/**
 * A cell in a room's row, so many columns wide. free: `times` are the half hours at which something can begin, each six
 * columns wide · taken: a booking, a hold or a block · cleaning: until that moment · none: past, or shorter than half
 * an hour.
 */
export type RoomCell = { columns: number } & (
	| { kind: 'none' }
	| { kind: 'free'; times: number[]; until: number }
	| { kind: 'taken'; place: TakenPlace; when: 'over' | 'now' | 'ahead' }
	| { kind: 'cleaning'; until: number }
)

/**
 * A zone with the most units taken in each half hour; `tenths` are these in tenths of the capacity, for the height of a
 * bar.
 */
type ZoneRow = {
	id: string
	name: LocalText
	capacity: number
	loads: { at: number; units: number; tenths: number }[]
}

const COLUMN = 5 * MINUTE
const SLOT = 30 * MINUTE
const HOUR = 60 * MINUTE

type DayOfRooms = {
	taken: readonly TakenPlace[]
	/** The hours of the day; null when the venue is closed, and then nothing is free (faults N205). */
	hours: Span | null
	now: number
}

/**
 * Lays out the rooms and zones of a day between its hours, and as far as something is taken beyond them; nothing for a
 * closed day on which nothing is taken.
 */
export function roomsByTime(
	resources: readonly Resource[],
	{ taken, hours, now }: DayOfRooms,
): RoomsByTime {
	const spans = taken.map(({ begins, ends }) => ({ from: begins, until: ends }))
	if (hours) spans.push(hours)
	if (spans.length === 0)
		return { from: 0, until: 0, hours: [], columns: 0, rooms: [], zones: [], now: null }
	const from = wholeHour(Math.min(...spans.map((span) => span.from)), Math.floor)
	const until = wholeHour(Math.max(...spans.map((span) => span.until)), Math.ceil)
	const frame = { from, until, now, hours }
	return {
		from,
		until,
		hours: steps({ from, until }, HOUR),
		columns: (until - from) / COLUMN,
		rooms: resources.filter(isExclusive).map((room) => roomRow(room, taken, frame)),
		zones: resources
			.filter((zone) => !isExclusive(zone))
			.map((zone) => zoneRow(zone, taken, { from, until })),
		now: from <= now && now < until ? Math.floor((now - from) / COLUMN) : null,
	}
}

type Frame = Span & { now: number; hours: Span | null }

function roomRow(room: Resource, taken: readonly TakenPlace[], frame: Frame): RoomRow {
	const { id, name, seats = 0, bufferAfter = 0 } = room
	const own = taken
		.filter(({ resourceId }) => resourceId === id)
		.toSorted((one, other) => one.begins - other.begins)
	const cells: RoomCell[] = []
	let at = frame.from
	const add = (until: number, cell: (columns: number) => RoomCell[]) => {
		const columns = Math.round((Math.min(until, frame.until) - at) / COLUMN)
		if (columns <= 0) return
		cells.push(...cell(columns))
		at += columns * COLUMN
	}
	for (const place of own) {
		add(place.begins, () => gap({ from: at, until: place.begins }, frame))
		add(place.ends, (columns) => [
			{ kind: 'taken', columns, place, when: whenOf(place, frame.now) },
		])
		add(place.until, (columns) => [{ kind: 'cleaning', columns, until: place.until }])
	}
	add(frame.until, () => gap({ from: at, until: frame.until }, frame))
	return { id, name, seats, cleaning: bufferAfter, cells }
}

/**
 * Makes the cells of a span in which a room is empty: half hours that are within the opening hours and not over are
 * free, all other time is 'none'.
 */
function gap({ from, until }: Span, { now, hours, from: zero }: Frame): RoomCell[] {
	if (!hours) return none(until - from)
	const ahead = Math.max(from, hours.from, now - (SLOT - 1))
	const first = zero + Math.ceil((ahead - zero) / SLOT) * SLOT
	const end = Math.min(until, hours.until)
	const slots = Math.max(0, Math.floor((end - first) / SLOT))
	if (slots === 0) return none(until - from)
	const times = Array.from({ length: slots }, (_, index) => first + index * SLOT)
	return [
		...none(first - from),
		{ kind: 'free', columns: (slots * SLOT) / COLUMN, times, until: end },
		...none(until - first - slots * SLOT),
	]
}

function none(length: number): RoomCell[] {
	return length > 0 ? [{ kind: 'none', columns: Math.round(length / COLUMN) }] : []
}

function whenOf({ begins, ends }: TakenPlace, now: number): 'over' | 'now' | 'ahead' {
	if (ends <= now) return 'over'
	return begins <= now ? 'now' : 'ahead'
}

function zoneRow(zone: Resource, taken: readonly TakenPlace[], frame: Span): ZoneRow {
	const { id, name } = zone
	const capacity = capacityOf(zone)
	const own = taken
		.filter(({ resourceId }) => resourceId === id)
		.map(({ resourceId, units, begins, ends }) => ({
			resourceId,
			units,
			from: begins,
			until: ends,
		}))
	const loads = steps(frame, SLOT).map((at) => {
		const units = peak(own, id, { from: at, until: at + SLOT })
		return { at, units, tenths: Math.min(10, Math.ceil((units / capacity) * 10)) }
	})
	return { id, name, capacity, loads }
}

function steps({ from, until }: Span, length: number): number[] {
	return Array.from(
		{ length: Math.ceil((until - from) / length) },
		(_, index) => from + index * length,
	)
}

/** Rounds a moment to the full hour before or after it; the venue's clock differs from UTC by whole hours. */
function wholeHour(moment: number, round: (hours: number) => number): number {
	return round(moment / HOUR) * HOUR
}
