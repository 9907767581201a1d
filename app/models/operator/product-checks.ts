import { checkConditions } from '#app/models/operator/condition-checks.ts'
import { type Path, type Problem, idsOf, problem, unknownName } from '#app/models/operator/files.ts'
import { checkUses } from '#app/models/operator/use-checks.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** Yields the contradictions in one product of the files; `path` is that of the product. */
export function* checkProduct(venue: Venue, product: Product, path: Path): Problems {
	yield* checkPrices(venue, product, path)
	yield* checkVatParts(product, path)
	yield* checkQuantity(product, path)
	yield* checkUses(venue, product, path)
	yield* checkConditions(venue, product, path)
	yield* checkRelations(venue, product, path)
	yield* checkNotice(venue, product, path)
	yield* product.kind === 'giftVoucher'
		? checkGiftVoucher(product, path)
		: checkNoGiftVoucher(product, path)
}

function* checkPrices(venue: Venue, product: Product, path: Path): Problems {
	const tables = [
		{ at: [...path, 'prices'], prices: product.prices },
		...product.periods.map(({ prices }, index) => ({
			at: [...path, 'periods', index, 'prices'],
			prices,
		})),
	]
	for (const { at, prices } of tables) {
		for (const dayClass of ['weekday', 'weekend'] as const) {
			const table = prices[dayClass]
			if (typeof table !== 'number')
				yield* checkPriceTable(venue, product, table, [...at, dayClass])
		}
		if (offers(prices.weekday) !== offers(prices.weekend)) {
			yield problem(at, 'weekday and weekend must have prices for the same durations')
		}
	}
	for (const [index, period] of product.periods.entries()) {
		if (period.from > period.until)
			yield problem([...path, 'periods', index], '`from` must not be later than `until`')
		const overlaps = product.periods
			.slice(0, index)
			.some((other) => period.from <= other.until && other.from <= period.until)
		if (overlaps)
			yield problem(
				[...path, 'periods', index],
				'overlaps an earlier period: which price is meant?',
			)
	}
}

function* checkVatParts({ kind, vat, vatParts, vatBasis }: Product, path: Path): Problems {
	const at = [...path, 'vatParts']
	if (!vatParts) {
		if (vatBasis !== undefined)
			yield problem(
				[...path, 'vatBasis'],
				'is for `vatParts`: without them a package is one supply at its own rate',
			)
		return
	}
	if (kind !== 'package') yield problem(at, 'is for packages only: another product has one rate')
	if (vatBasis === undefined)
		yield problem(
			[...path, 'vatBasis'],
			'is missing: who decided when that meal and play are supplies of their own, such as "Steuerberatung Stern, letter of 12 January 2026"; leave out `vatParts` and the package is one supply at its own rate',
		)
	if (vat !== 'standard')
		yield problem([...path, 'vat'], 'leave it out: the parts have rates of their own')
	const { food, drinks, foodAndDrinks, play } = vatParts
	if (foodAndDrinks > 0 && food + drinks > 0)
		yield problem(
			at,
			'has `foodAndDrinks` beside `food` or `drinks`: give the price of both together, or one each',
		)
	if (food + foodAndDrinks === 0 || (food > 0 && drinks + play === 0))
		yield problem(
			at,
			'has parts of one rate only: give `food` (or `foodAndDrinks`) and `drinks` or `play`, or leave it out',
		)
}

function offers(table: Product['prices']['weekday']): string {
	return typeof table === 'number' ? 'all' : Object.keys(table).toSorted().join()
}

function* checkPriceTable(
	venue: Venue,
	product: Product,
	table: Record<string, unknown>,
	path: Path,
): Problems {
	const offered = venue.entry.durations.map(String)
	if (product.duration === undefined) {
		yield problem(path, 'has prices by duration, but the product has no `duration`: give one price')
	} else if (product.duration !== 'chosen') {
		const fixed = String(product.duration)
		if (!(fixed in table)) yield problem(path, `has no price for its duration of ${fixed} minutes`)
		return
	}
	for (const duration of Object.keys(table)) {
		if (!offered.includes(duration)) {
			yield problem(
				[...path, duration],
				`nobody can choose this duration: entry › durations offers ${offered.join(', ')}`,
			)
		}
	}
	if (Object.keys(table).length === 0) yield problem(path, 'has no price at all')
	if (product.kind !== 'ticket') return
	for (const duration of offered.filter((each) => !(each in table))) {
		yield problem(
			path,
			`has no price for ${duration === 'day' ? 'the whole day (day)' : `${duration} minutes`}, which entry › durations offers`,
		)
	}
}

function* checkQuantity({ quantity, age, kind, partyTypes }: Product, path: Path): Problems {
	if (partyTypes !== undefined && !['package', 'room', 'attraction'].includes(kind)) {
		yield problem(
			[...path, 'partyTypes'],
			'only packages, rooms and attractions have types of party',
		)
	}
	if (quantity.min > quantity.max) yield problem([...path, 'quantity'], '`min` is more than `max`')
	if (age?.min !== undefined && age.max !== undefined && age.min > age.max) {
		yield problem([...path, 'age'], '`min` is more than `max`')
	}
}

function* checkNotice({ calendar }: Venue, { notice, kind }: Product, path: Path): Problems {
	if (notice === undefined) return
	const at = [...path, 'notice']
	if (kind === 'giftVoucher') yield problem(at, 'a gift voucher has no time: leave it out')
	const days = 'days' in notice ? notice.days : notice.minutes / (24 * 60)
	if (days >= calendar.horizonDays)
		yield problem(
			at,
			`nobody could ever book it online: no day further ahead than ${calendar.horizonDays} days (calendar › horizonDays) is shown`,
		)
}

function* checkRelations(venue: Venue, product: Product, path: Path): Problems {
	for (const relation of ['requires', 'excludes'] as const) {
		for (const [index, id] of product[relation].entries()) {
			const at = [...path, relation, index]
			if (id === product.id) yield problem(at, 'is the product itself')
			else if (!idsOf(venue.products).includes(id))
				yield unknownName(at, 'product', id, idsOf(venue.products))
		}
	}
	const both = product.requires.find((id) => product.excludes.includes(id))
	if (both !== undefined)
		yield problem([...path, 'requires'], `"${both}" is required and excluded at once`)
}

function* checkGiftVoucher(product: Product, path: Path): Problems {
	if (product.delivery === undefined)
		yield problem([...path, 'delivery'], 'is missing: a gift voucher goes by mail or by post')
	if (product.validMonths === undefined)
		yield problem([...path, 'validMonths'], 'is missing: 36 is what the law expects')
	if (product.due !== 'online')
		yield problem(
			[...path, 'due'],
			'must be online: a gift voucher is paid in full when it is bought',
		)
	if (product.vat !== 'none')
		yield problem([...path, 'vat'], 'must be none: VAT falls due when the voucher is spent')
	if (product.uses.length > 0 || product.duration !== undefined)
		yield problem(path, 'a gift voucher has no time: leave out `duration` and `uses`')
	const { weekday, weekend } = product.prices
	if (typeof weekday !== 'number' || weekday !== weekend || weekday === 0) {
		yield problem(
			[...path, 'prices'],
			'a gift voucher is worth its price: one amount above 0, the same on every day',
		)
	}
	if (product.periods.length > 0)
		yield problem([...path, 'periods'], 'a gift voucher has no seasons')
}

function* checkNoGiftVoucher(product: Product, path: Path): Problems {
	for (const field of ['delivery', 'validMonths'] as const) {
		if (product[field] !== undefined) yield problem([...path, field], 'is for gift vouchers only')
	}
	if (product.vat === 'none') yield problem([...path, 'vat'], 'none is for gift vouchers only')
}

/** Yields a problem for each product that requires itself by way of others, which no cart could ever add. */
export function* checkRequirementCircles(venue: Venue): Problems {
	const requires = new Map(venue.products.map((product) => [product.id, product.requires]))
	for (const [index, product] of venue.products.entries()) {
		const reached = new Set<string>()
		const next = product.requires.filter((id) => id !== product.id)
		for (let id = next.pop(); id !== undefined; id = next.pop()) {
			if (reached.has(id)) continue
			reached.add(id)
			next.push(...(requires.get(id) ?? []))
		}
		if (reached.has(product.id)) {
			yield problem(
				['products', index, 'requires'],
				'goes round in a circle: none of them could ever be added first',
			)
		}
	}
}

type Problems = Generator<Problem, void>
