import { DateTime } from 'luxon'

import type { LocalText } from '#app/i18n/i18n.ts'
import { capacityOf, isExclusive, MINUTE } from '#app/models/capacity/free.ts'
import { peak, type Load, type Span } from '#app/models/capacity/peak.ts'
import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'
import { addDays, endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/*
 * A block keeps a room, or places of a zone, free of bookings for a time. It obeys the guards that bookings obey, and
 * never takes a place that a booking or a cart has.
 */

/** A place that is taken on a day, with the booking, cart or block that has it. */
export type TakenPlace = Load & {
	/** The time of the visit, without the cleaning that follows it; in epoch milliseconds. */
	begins: number
	ends: number
	holder: OrderHolder | CartHolder | BlockHolder
}

/**
 * The booking that has a place. `name` is that of the party, else the customer's last name; `lines` are those outside
 * packages, from which guests are counted; `isPaid` is false while the payment is awaited.
 */
type OrderHolder = {
	kind: 'order'
	orderId: string
	number: string
	name: string
	title: LocalText | null
	lines: { productId: string; parentPosition: null; quantity: number }[]
	isPaid: boolean
}
/** The cart that holds a place; `until` is the end of the hold in epoch milliseconds. */
type CartHolder = { kind: 'cart'; until: number }
type BlockHolder = { kind: 'block'; blockId: string; reason: string }

/** The span of a block that is asked for; `units` are places of a zone, and 1 for a room. */
export type WantedBlock = Span & { units: number }

/** The repetition of a block: on each day or in each week, until the day `last`. */
export type Repeat = { every: 'day' | 'week'; last: Day }

/** The most days that are blocked at once. */
const MOST_DAYS = 60

/**
 * Lists the days of a block, the first one first; refused when they are more than 60, or the last comes before the
 * first.
 */
export function daysOf(day: Day, repeat: Repeat | null): Result<Day[]> {
	const days: Day[] = []
	const step = repeat?.every === 'week' ? 7 : 1
	for (let next = day; next <= (repeat?.last ?? day); next = addDays(next, step)) {
		days.push(next)
		if (days.length > MOST_DAYS) break
	}
	return days.length === 0 || days.length > MOST_DAYS
		? refuse('desk.blockRepeat', { days: MOST_DAYS })
		: ok(days)
}

/** The refusal of a block: the places in its way, and the times of the day at which it would fit. */
export type BlockRefused = Refused & { hits?: TakenPlace[]; free?: Span[] }

/** Decides whether a block fits beside `taken`; refused with the places in its way, bookings first. */
export function judgeBlock(
	resource: Resource,
	{ units, ...span }: WantedBlock,
	{ taken, hours }: { taken: readonly TakenPlace[]; hours: Span },
): Result<undefined> | BlockRefused {
	if (units > capacityOf(resource))
		return refuse('desk.blockTooLarge', { places: capacityOf(resource) })
	const own = taken.filter(({ resourceId }) => resourceId === resource.id)
	if (peak(own, resource.id, span) + units <= capacityOf(resource)) return ok()
	const hits = own
		.filter(({ from, until }) => from < span.until && span.from < until)
		.toSorted((one, other) => rankOf(one) - rankOf(other) || one.from - other.from)
	const free = freeTimes(resource, own, { units, hours })
	return { ...refusalOf(resource, hits), hits, free }
}

/** Lists the spans within `hours` in which `units` of a resource are free, the earliest first. */
export function freeTimes(
	resource: Resource,
	taken: readonly Load[],
	{ units, hours }: { units: number; hours: Span },
): Span[] {
	const own = taken.filter(({ resourceId }) => resourceId === resource.id)
	const moments = [hours.from, hours.until, ...own.flatMap(({ from, until }) => [from, until])]
	const edges = [...new Set(moments)]
		.filter((moment) => hours.from <= moment && moment <= hours.until)
		.toSorted((one, other) => one - other)
	const free: Span[] = []
	for (const [index, from] of edges.entries()) {
		const until = edges[index + 1]
		if (until === undefined) break
		if (peak(own, resource.id, { from, until }) + units > capacityOf(resource)) continue
		const last = free.at(-1)
		if (last?.until === from) last.until = until
		else free.push({ from, until })
	}
	return free
}

/**
 * Returns the units that a block takes: 1 for a room, which is blocked whole; of a zone the places asked for, or all.
 */
export function unitsOf(resource: Resource, asked: number | null): number {
	return isExclusive(resource) ? 1 : (asked ?? capacityOf(resource))
}

/** True for a span that begins and ends at full five minutes, as all times of the venue do. */
export function isOnRaster({ from, until }: Span): boolean {
	return [from, until].every((moment) => moment % (RASTER * MINUTE) === 0)
}

const RASTER = 5

function rankOf({ holder }: TakenPlace): number {
	return ['order', 'cart', 'block'].indexOf(holder.kind)
}

function refusalOf(resource: Resource, hits: readonly TakenPlace[]): Refused {
	const [first] = hits
	const places = capacityOf(resource)
	if (!first) return refuse('desk.blockTooLarge', { places })
	const { holder } = first
	switch (holder.kind) {
		case 'order': {
			return refuse('desk.blockOverBooking', { names: namesOf(hits) })
		}
		case 'cart':
			return refuse('desk.blockOverHold', { until: clock(holder.until) })
		case 'block':
			return refuse('desk.blockOverBlock', { time: timesOf(first), reason: holder.reason })
	}
}

/** Names the bookings among taken places, each once, with commas between them; '' without bookings. */
export function namesOf(hits: readonly TakenPlace[]): string {
	return [...new Set(hits.flatMap((hit) => nameOf(hit) ?? []))].join(', ')
}

function nameOf(hit: TakenPlace): string | null {
	const { holder } = hit
	return holder.kind === 'order' ? `${holder.name} (${holder.number}), ${timesOf(hit)}` : null
}

/** Formats a place's times as '15:30–17:00'. */
export function timesOf({ begins, ends }: Pick<TakenPlace, 'begins' | 'ends'>): string {
	return `${clock(begins)}–${endTimeAt(DateTime.fromMillis(ends))}`
}

function clock(moment: number): string {
	return timeAt(DateTime.fromMillis(moment))
}
