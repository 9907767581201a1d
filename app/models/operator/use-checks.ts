import { type Path, type Problem, idsOf, problem, unknownName } from '#app/models/operator/files.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { minuteOf } from '#app/models/venue/day.ts'
import { candidates, type Venue } from '#app/models/venue/venue.ts'

/** Yields the contradictions between the uses of a product, its duration and the resources. */
export function* checkUses(venue: Venue, product: Product, path: Path): Problems {
	const { uses, duration, kind } = product
	if (uses.length > 0 && duration === undefined && kind !== 'addon') {
		yield problem(
			[...path, 'uses'],
			'only an extra (addon) may use something without a `duration` of its own',
		)
	}
	if (kind !== 'addon' && kind !== 'giftVoucher' && uses.length === 0) {
		yield problem([...path, 'uses'], 'is missing: without it any number could be sold')
	}
	const longest = Math.max(...Object.values(openHours(venue)))
	if (typeof duration === 'number' && duration > longest) {
		yield problem(
			[...path, 'duration'],
			`is longer than the longest opening hours (${longest} minutes)`,
		)
	}
	for (const [index, use] of uses.entries()) {
		const at = [...path, 'uses', index]
		const length = shortest(product)
		if (length !== undefined && use.from + (use.minutes ?? 5) > length) {
			yield problem(
				at,
				`ends ${use.from + (use.minutes ?? 5)} minutes after the start, later than the ${length} minutes that are booked`,
			)
		}
		yield* checkUseTarget(venue, product, use, at)
	}
}

function* checkUseTarget(
	venue: Venue,
	product: Product,
	use: Product['uses'][number],
	path: Path,
): Problems {
	if (use.group !== undefined && !venue.groups.some(({ id }) => id === use.group)) {
		yield unknownName([...path, 'group'], 'group', use.group, idsOf(venue.groups))
		return
	}
	if (use.resource !== undefined && !idsOf(venue.resources).includes(use.resource)) {
		yield unknownName([...path, 'resource'], 'resource', use.resource, idsOf(venue.resources))
		return
	}
	const most = (count: number, what: string) =>
		`${product.quantity.max} can be booked (quantity › max), but ${what} ${count}`
	const found = candidates(venue, use)
	if (found.length === 0) return
	const zone = found.find(({ capacity }) => capacity !== undefined)
	const units = use.units === 'quantity' ? product.quantity.max : use.units
	if (zone?.capacity !== undefined && units > zone.capacity) {
		yield problem(path, most(zone.capacity, `"${zone.id}" only holds`))
	}
	const seats = Math.max(0, ...found.map((resource) => resource.seats ?? Infinity))
	if (product.quantity.max > seats)
		yield problem(path, most(seats, 'the biggest room has seats for only'))
}

/**
 * Returns the minutes of the shortest visit with a product; undefined when another product or the day decides its
 * duration.
 */
function shortest(product: Product): number | undefined {
	if (product.duration !== 'chosen') return product.duration
	const { weekday } = product.prices
	if (typeof weekday === 'number') return undefined
	const minutes = Object.keys(weekday)
		.map(Number)
		.filter((each) => !Number.isNaN(each))
	return minutes.length > 0 ? Math.min(...minutes) : undefined
}

function openHours({ calendar }: Venue): number[] {
	const all = [
		...Object.values(calendar.weekdays),
		calendar.publicHolidays,
		calendar.schoolHolidays,
	]
	return all.map((hours) => (hours ? minuteOf(hours.closes) - minuteOf(hours.opens) : 0))
}

type Problems = Generator<Problem, void>
