import { DateTime } from 'luxon'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import type { BlockSeries } from '#app/models/capacity/block-series.server.ts'
import type { Block } from '#app/models/capacity/block.server.ts'
import { timesOf, type TakenPlace } from '#app/models/capacity/block.ts'
import type { RoomCell, RoomsByTime } from '#app/models/capacity/rooms-by-time.ts'
import { guestsByOrder } from '#app/models/order/visit-guests.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import { findResource, type Venue } from '#app/models/venue/venue.ts'

/**
 * A cell in the row of a room, in words. Times are those of the venue's clock; `columns` is its width, five minutes
 * each.
 */
export type CellView = { columns: number } & (
	| { kind: 'none' }
	| { kind: 'cleaning'; until: string }
	| { kind: 'free'; times: string[] }
	| {
			kind: 'booking'
			when: When
			time: string
			name: string
			about: string
			number: string
			isPaid: boolean
	  }
	| { kind: 'hold'; time: string; until: string }
	| { kind: 'block'; time: string; reason: string }
)
type When = Extract<RoomCell, { kind: 'taken' }>['when']

/** Returns the table of a day's rooms and zones in words, with the columns that its cells span. */
export function tableView(
	layout: RoomsByTime,
	{ venue, taken, locale }: { venue: Venue; taken: readonly TakenPlace[]; locale: Locale },
) {
	const guests = guestsByOrder(venue, taken)
	return {
		columns: layout.columns,
		now: layout.now,
		hours: layout.hours.map((at) => {
			const isNow = layout.now !== null && Math.floor(layout.now / 12) === (at - layout.from) / HOUR
			return { hour: Number(clock(at).slice(0, 2)), isNow }
		}),
		rooms: layout.rooms.map(({ id, name, seats, cells }) => ({
			id,
			name: shortName(inLocale(name, locale)),
			seats,
			cells: keyed(cells.map((cell) => cellView(cell, guests, locale))),
		})),
		zones: layout.zones.map(({ id, name, capacity, loads }) => ({
			id,
			name: inLocale(name, locale),
			capacity,
			loads: loads.map(({ at, units, tenths }) => ({ time: clock(at), units, tenths })),
		})),
	}
}
export type TableView = ReturnType<typeof tableView>

const HOUR = 60 * 60_000

/** Adds to each cell the column at which it begins, counted from 0. */
function keyed(cells: readonly CellView[]): (CellView & { column: number })[] {
	let column = 0
	return cells.map((cell) => {
		const placed = { ...cell, column }
		column += cell.columns
		return placed
	})
}

function cellView(cell: RoomCell, guests: GuestsByOrder, locale: Locale): CellView {
	const { columns } = cell
	switch (cell.kind) {
		case 'none':
			return { kind: 'none', columns }
		case 'cleaning':
			return { kind: 'cleaning', columns, until: clock(cell.until) }
		case 'free':
			return { kind: 'free', columns, times: cell.times.map(clock) }
		case 'taken':
			return { columns, ...takenView(cell, guests, locale) }
	}
}

type Taken = Extract<RoomCell, { kind: 'taken' }>

function takenView({ place, when }: Taken, guests: GuestsByOrder, locale: Locale) {
	const { holder } = place
	const time = timesOf(place)
	if (holder.kind === 'block') return { kind: 'block' as const, time, reason: holder.reason }
	if (holder.kind === 'cart') return { kind: 'hold' as const, time, until: clock(holder.until) }
	const { orderId, title, number, isPaid } = holder
	const about = title ? inLocale(title, locale) : ''
	const name = [holder.name, guests.get(orderId)].filter(Boolean).join(', ')
	return { kind: 'booking' as const, when, time, name, about, number, isPaid }
}

type GuestsByOrder = ReturnType<typeof guestsByOrder>

/**
 * Returns blocks in words for their list. Those that were made together are one entry: the first, with the number of
 * the later ones.
 */
export function seriesView(venue: Venue, series: readonly BlockSeries[], words: BlockWords) {
	return series.map((block) => ({
		...blockView(venue, block, words),
		more:
			block.later > 0
				? { count: block.later, last: formatDay(block.last, words.locale, 'ofYear') }
				: null,
	}))
}
export type BlockView = ReturnType<typeof seriesView>[number]

/** Returns a block in words: its room or places, day and times, reason, and who made it when. */
export function blockView(venue: Venue, block: Block, { names, locale }: BlockWords) {
	const { id, resourceId, day, units, startsAt, endsAt, reason, actor, madeAt } = block
	const resource = findResource(venue, resourceId)
	return {
		id,
		room: resource ? shortName(inLocale(resource.name, locale)) : resourceId,
		places: resource?.seats === undefined ? units : null,
		day,
		dayName: formatDay(day, locale, 'long'),
		time: `${timeAt(startsAt)}–${endTimeAt(endsAt)}`,
		reason,
		by: names.get(actor) ?? null,
		madeOn: formatDay(madeAt, locale, 'numeric'),
	}
}
type BlockWords = { names: ReadonlyMap<string, string>; locale: Locale }

/** Returns the name of a room without 'Partyraum' or 'Party room': the column's head says what it is. */
export function shortName(name: string): string {
	return name.replace(/^(Partyraum|Party room) /, '')
}

function clock(moment: number): string {
	return timeAt(DateTime.fromMillis(moment))
}
