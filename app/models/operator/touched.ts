import { capacityOf, isExclusive } from '#app/models/capacity/free.ts'
import { vatRate } from '#app/models/product/price.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { VatClass } from '#app/models/venue/catalogue.ts'
import { endTimeAt, timeAt } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { candidates, findProduct, findResource, type Venue } from '#app/models/venue/venue.ts'

/** A place that is taken from now on; `number` is that of its order, null while a cart or a block has the place. */
export type PlaceAhead = {
	resource: string
	number: string | null
	/** True for a place that a block has. */
	isBlock?: boolean
	day: Day
	units: number
	begins: Date
	ends: Date
}
/** A line of an open order; times are in epoch milliseconds, and null for a line without a time. */
export type Line = {
	productId: string
	quantity: number
	vatRate: number
	/** The VAT parts of a package's amount, by their class; null when all of it has the class of the product. */
	vatParts: { vatClass: VatClass; vatRate: number }[] | null
	startsAt: number | null
	endsAt: number | null
}
export type OpenOrder = { number: string; day: Day; lines: Line[] }
export type BookedAhead = { places: readonly PlaceAhead[]; orders: ReadonlyMap<string, OpenOrder> }

/**
 * Lists the orders and carts that new files touch, one sentence for each day, resource, product or VAT rate that
 * changes. All of them stay booked as they are (faults N16). `before` is the venue in force, with its resources under
 * their new ids.
 */
export function touchedBy(venue: Venue, before: Venue, booked: BookedAhead): string[] {
	return [
		...byCalendar(venue, booked.places),
		...byCapacity(venue, before, booked.places),
		...bySeats(venue, before, booked),
		...byRemoval(venue, before, booked),
		...byVat(venue, before, booked.orders),
	]
}

function byCalendar(venue: Venue, places: readonly PlaceAhead[]): string[] {
	const lines = new Map<Day, { why: string; orders: string[] }>()
	for (const { day, number, begins, ends } of visitsOf(places)) {
		const { hours } = openingOn(venue.calendar, day)
		const isInside =
			hours !== null && timeAt(begins) >= hours.opens && endTimeAt(ends) <= hours.closes
		if (isInside) continue
		const why = hours ? `opens ${hours.opens} to ${hours.closes}` : 'is closed'
		const line = lines.get(day) ?? { why, orders: [] }
		line.orders.push(`${number} (${timeAt(begins)} to ${endTimeAt(ends)})`)
		lines.set(day, line)
	}
	return [...lines].map(
		([day, { why, orders }]) =>
			`calendar › ${day}: ${why}, but is booked by ${list(orders)}; those bookings stay: write to them`,
	)
}

type Visit = { day: Day; number: string; begins: Date; ends: Date }

/** Returns the span of each order's visit, from the beginning of its first place to the end of its last. */
function visitsOf(places: readonly PlaceAhead[]): Visit[] {
	const visits = new Map<string, Visit>()
	for (const { day, number, begins, ends } of places) {
		if (number === null) continue
		const known = visits.get(number)
		visits.set(number, {
			day,
			number,
			begins: known && known.begins < begins ? known.begins : begins,
			ends: known && known.ends > ends ? known.ends : ends,
		})
	}
	return [...visits.values()]
}

/** Lists the zones that will hold fewer guests than are booked at a time, each with the orders of that time. */
function byCapacity(venue: Venue, before: Venue, places: readonly PlaceAhead[]): string[] {
	return venue.resources.flatMap((resource) => {
		const known = findResource(before, resource.id)
		const capacity = capacityOf(resource)
		if (isExclusive(resource) || !known || capacityOf(known) <= capacity) return []
		const own = places.filter((place) => place.resource === resource.id)
		const tooMany = own.filter(({ begins, ends }) => {
			const then = own.filter((other) => other.begins < ends && begins < other.ends)
			// The number of guests is highest at the beginning of one of the places.
			return then.some(({ begins: at }) => {
				const atOnce = then.filter((other) => other.begins <= at && at < other.ends)
				return at >= begins && atOnce.reduce((sum, { units }) => sum + units, 0) > capacity
			})
		})
		if (tooMany.length === 0) return []
		const orders = tooMany.map((place) => `${called(place)} (${place.day}, ${place.units})`)
		return [
			`resources › ${resource.id}: holds ${capacity}, but more are there at once with ${list(orders)}; those bookings stay`,
		]
	})
}

/** Lists the rooms that will have fewer seats than a party booked there has guests, each with its parties. */
function bySeats(venue: Venue, before: Venue, { places, orders }: BookedAhead): string[] {
	return venue.resources.flatMap((resource) => {
		const { id, seats = Infinity } = resource
		if (seats >= (findResource(before, id)?.seats ?? 0)) return []
		const tooMany = places.flatMap((place) => {
			const lines = orders.get(place.number ?? '')?.lines ?? []
			const guests = Math.max(
				0,
				...lines.filter((line) => isIn(before, line, place)).map(quantityOf),
			)
			return place.resource === id && guests > seats
				? [`${place.number} (${place.day}, ${guests} guests)`]
				: []
		})
		if (tooMany.length === 0) return []
		return [
			`resources › ${id}: has ${seats} seats, too few for ${list(tooMany)}; those bookings stay: write to them`,
		]
	})
}

function isIn(venue: Venue, line: Line, { resource, begins, ends }: PlaceAhead): boolean {
	const uses = findProduct(venue, line.productId)?.uses ?? []
	const isThen = line.startsAt !== null && line.endsAt !== null
	return (
		isThen &&
		Number(line.startsAt) <= begins.valueOf() &&
		ends.valueOf() <= Number(line.endsAt) &&
		uses.some((use) => candidates(venue, use).some(({ id }) => id === resource))
	)
}

function quantityOf({ quantity }: Line): number {
	return quantity
}

/** Lists the rooms, zones and products that are gone from the files but booked, each with its orders. */
function byRemoval(venue: Venue, before: Venue, { places, orders }: BookedAhead): string[] {
	const rooms = namesBy(
		places.filter(({ resource: id }) => findResource(before, id) && !findResource(venue, id)),
		({ resource }) => resource,
	)
	const products = namesBy(
		[...orders.values()].flatMap(({ number, day, lines }) =>
			lines
				.filter(({ productId: id }) => findProduct(before, id) && !findProduct(venue, id))
				.map(({ productId }) => ({ number, day, productId })),
		),
		({ productId }) => productId,
	)
	return [
		...[...rooms].map(
			([id, gone]) =>
				`resources › ${id}: is gone from the files but booked by ${list(gone)}; those bookings stay. Has the same room another id now? Then write \`was: ${id}\` beside it, or it is sold twice`,
		),
		...[...products].map(
			([id, gone]) =>
				`products › ${id}: is gone from the files but ordered by ${list(gone)}; those bookings stay, with what was included`,
		),
	]
}

/** Returns orders as '2026-000042 (2026-12-05)', grouped by a key of each entry. */
function namesBy<T extends { number: string | null; day: Day }>(
	entries: readonly T[],
	keyOf: (entry: T) => string,
): Map<string, string[]> {
	const names = new Map<string, string[]>()
	for (const entry of entries) {
		const key = keyOf(entry)
		names.set(key, [...(names.get(key) ?? []), `${called(entry)} (${entry.day})`])
	}
	return names
}

/**
 * Lists the entries of `vat` in the old files that new files change or drop, and the orders whose rate on the day of
 * the visit would be another than the ordered one.
 */
function byVat(venue: Venue, before: Venue, orders: BookedAhead['orders']): string[] {
	const changed = before.vat.flatMap(({ from, standard, reduced }) => {
		const line = venue.vat.find((each) => each.from === from)
		return line?.standard === standard && line.reduced === reduced
			? []
			: [
					`vat › ${from}: an old line is ${line ? 'another' : 'gone'}; when the law changes add a line with its first day, and leave the old ones`,
				]
	})
	const touched = [...orders.values()].flatMap(({ number, day, lines }) => {
		const rated = lines.flatMap(({ productId, vatRate, vatParts }) => {
			const vatClass = findProduct(before, productId)?.vat ?? 'none'
			return vatParts ?? [{ vatClass, vatRate }]
		})
		const changes = rated.flatMap(({ vatClass: vat, vatRate: ordered }) => {
			const rate = vatRate(venue.vat, vat, day)
			const isOther = rate !== ordered && rate !== vatRate(before.vat, vat, day)
			return isOther ? [`${ordered} %, then ${rate} %`] : []
		})
		return changes[0] === undefined ? [] : [`${number} (${day}: ${changes[0]})`]
	})
	if (touched.length === 0) return changed
	return [
		...changed,
		`vat: another rate counts on the day of the visit than was ordered with by ${list(touched)}; prices stay, and their final invoices take the rate of the visit`,
	]
}

function called({ number, isBlock = false }: Pick<PlaceAhead, 'number' | 'isBlock'>): string {
	return number ?? (isBlock ? 'a block' : 'a cart')
}

/** The most orders that a sentence names; it counts the others. */
const NAMED = 20

function list(names: readonly string[]): string {
	const all = [...new Set(names)]
	const more = all.length - NAMED
	return more > 0 ? `${all.slice(0, NAMED).join(', ')} and ${more} more` : all.join(', ')
}
