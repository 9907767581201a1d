import { isExclusive } from '#app/models/capacity/free.ts'
import {
	type Path,
	type Problem,
	idsOf,
	problem,
	duplicates,
	unknownName,
} from '#app/models/operator/files.ts'
import { checkPolicies } from '#app/models/operator/policy-checks.ts'
import { checkProduct, checkRequirementCircles } from '#app/models/operator/product-checks.ts'
import { checkResources } from '#app/models/operator/resource-checks.ts'
import { isShopPath, canonicalPath, targetOf } from '#app/models/venue/canonical-path.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { holidayRegions } from '#app/models/venue/holidays.ts'
import { candidates, type Venue } from '#app/models/venue/venue.ts'
import { normaliseCode } from '#app/models/voucher/voucher.ts'

/** The pages that the footer of every page links to. */
export const requiredPages = [
	'oeffnungszeiten',
	'anfahrt',
	'faq',
	'impressum',
	'datenschutz',
	'agb',
	'widerruf',
	'barrierefreiheit',
] as const

/** Lists all contradictions between fields of a venue's files, which the schema of a single field cannot see. */
export function crossCheck(venue: Venue): Problem[] {
	return [
		...duplicateNames(venue),
		...checkSettings(venue),
		...checkCalendar(venue),
		...checkResources(venue),
		...venue.products.flatMap((product, index) => [
			...checkProduct(venue, product, ['products', index]),
		]),
		...checkRequirementCircles(venue),
		...checkPolicies(venue),
		...checkVouchers(venue),
		...checkRedirects(venue),
		...checkPages(venue),
	]
}

type Problems = Generator<Problem, void>

function* duplicateNames(venue: Venue): Problems {
	yield* duplicates(['resources'], venue.resources, ({ id }) => id)
	yield* duplicates(['groups'], venue.groups, ({ id }) => id)
	yield* duplicates(['products'], venue.products, ({ id }) => id)
	yield* duplicates(['vouchers'], venue.vouchers, ({ code }) => normaliseCode(code))
	yield* duplicates(['redirects'], venue.redirects, ({ from }) => canonicalPath(from))
	yield* duplicates(['calendar', 'overrides'], venue.calendar.overrides, ({ day }) => day)
	yield* duplicates(['vat'], venue.vat, ({ from }) => from)
	yield* duplicates(['entry', 'durations'], venue.entry.durations, String)
}

function* checkSettings(venue: Venue): Problems {
	const { entry } = venue
	yield* checkHold(venue)
	const resource = venue.resources.find(({ id }) => id === entry.resource)
	if (!resource) {
		yield unknownName(['entry', 'resource'], 'resource', entry.resource, idsOf(venue.resources))
	} else if (resource.capacity === undefined) {
		yield problem(
			['entry', 'resource'],
			`must be a zone with a capacity; "${entry.resource}" is an exclusive room`,
		)
	} else if (entry.guests > resource.capacity) {
		yield problem(
			['entry', 'guests'],
			`is more than the ${resource.capacity} places of "${entry.resource}"`,
		)
	}
	const firstVat = venue.vat.map(({ from }) => from).toSorted()[0] ?? ''
	if (firstVat > venue.calendar.openingDate) {
		yield problem(
			['vat'],
			`no rate for the opening date ${venue.calendar.openingDate}: the first one begins on ${firstVat}`,
		)
	}
}

/**
 * Yields a problem for each limit of a hold that does not allow the smallest booking of a product, or contradicts
 * another limit.
 */
function* checkHold(venue: Venue): Problems {
	const { hold } = venue
	if (hold.maxMinutes < hold.minutes) {
		yield problem(['hold', 'maxMinutes'], `must be at least \`minutes\` (${hold.minutes})`)
	}
	if (hold.desk && hold.desk.maxMinutes < hold.desk.minutes) {
		const atLeast = `must be at least \`minutes\` (${hold.desk.minutes})`
		yield problem(['hold', 'desk', 'maxMinutes'], atLeast)
	}
	const needs = venue.products.map((product) => leastOf(venue, product))
	const limits = [
		['exclusivePerCart', 'rooms', 'rooms and attractions'],
		['exclusivePerAddress', 'rooms', 'rooms and attractions'],
		['placesPerAddress', 'places', `places of "${venue.entry.resource}"`],
	] as const
	for (const [limit, what, words] of limits) {
		const [most] = needs.toSorted((one, other) => other[what] - one[what])
		if (most && most[what] > hold[limit]) {
			yield problem(
				['hold', limit],
				`is fewer than the ${most[what]} ${words} that one booking of "${most.id}" takes`,
			)
		}
	}
}

/**
 * Returns the numbers of rooms and places that the smallest booking of a product takes, as the limits of a hold count
 * them.
 */
function leastOf(venue: Venue, { id, uses, quantity }: Product) {
	const used = uses.map((use) => ({ use, isRoom: candidates(venue, use).some(isExclusive) }))
	const units = used
		.filter(({ use }) => use.resource === venue.entry.resource)
		.map(({ use }) => (use.units === 'quantity' ? quantity.min : use.units))
	return {
		id,
		rooms: used.filter(({ isRoom }) => isRoom).length,
		places: units.reduce((sum, each) => sum + each, 0),
	}
}

function* checkCalendar({ calendar }: Venue): Problems {
	if (Object.values(calendar.weekdays).every((hours) => hours === null)) {
		yield problem(['calendar', 'weekdays'], 'the venue is never open')
	}
	const { federalState, holidayRegion } = calendar
	const regions = holidayRegions(federalState)
	if (holidayRegion !== undefined && !regions.has(holidayRegion)) {
		const known = [...regions].map(([region, name]) => `${region} (${name})`)
		yield problem(
			['calendar', 'holidayRegion'],
			`is no region of ${federalState} with holidays of its own: ${known.join(', ') || 'it has none'}`,
		)
	}
}

function* checkVouchers(venue: Venue): Problems {
	for (const [index, voucher] of venue.vouchers.entries()) {
		const path = ['vouchers', index]
		const field = voucher.kind === 'percent' ? 'percent' : 'amount'
		const other = field === 'percent' ? 'amount' : 'percent'
		if (!voucher[field])
			yield problem([...path, field], `is missing: a ${voucher.kind} voucher needs it, above 0`)
		if (voucher[other] !== undefined)
			yield problem([...path, other], `a ${voucher.kind} voucher has none`)
		if (normaliseCode(voucher.code).length < 6) {
			yield problem(
				[...path, 'code'],
				'needs at least 6 letters or digits; spaces and dashes do not count',
			)
		}
		if (
			voucher.validFrom !== undefined &&
			voucher.validUntil !== undefined &&
			voucher.validFrom > voucher.validUntil
		) {
			yield problem([...path, 'validUntil'], 'lies before `validFrom`')
		}
		for (const [place, id] of (voucher.products ?? []).entries()) {
			if (!idsOf(venue.products).includes(id)) {
				yield unknownName([...path, 'products', place], 'product', id, idsOf(venue.products))
			}
		}
	}
}

function* checkRedirects(venue: Venue): Problems {
	const targets = new Map(
		venue.redirects.map(({ from, to }) => [canonicalPath(from), targetOf(to)]),
	)
	for (const [index, redirect] of venue.redirects.entries()) {
		const path = ['redirects', index]
		const from = canonicalPath(redirect.from)
		if (/[?#]/.test(redirect.from))
			yield problem([...path, 'from'], 'holds for a whole page: leave out what follows ? or #')
		if (isShopPath(from)) yield problem([...path, 'from'], 'is a page of the shop itself')
		if (leadsBack(targets, from)) yield problem([...path, 'to'], 'goes round in a circle')
		const slug = slugOf(redirect.to)
		if (slug !== undefined && !Object.hasOwn(venue.pages, slug))
			yield unknownName([...path, 'to'], 'page', slug, Object.keys(venue.pages))
	}
}

function leadsBack(targets: ReadonlyMap<string, string>, from: string): boolean {
	let at = targets.get(from)
	for (let hops = 0; at !== undefined && hops <= targets.size; hops += 1) {
		if (at === from) return true
		at = targets.get(at)
	}
	return false
}

function* checkPages(venue: Venue): Problems {
	const slugs = Object.keys(venue.pages)
	for (const slug of requiredPages.filter((each) => !slugs.includes(each))) {
		yield problem(['pages', `${slug}.de.md`], 'is missing: the foot of every page leads there')
	}
	for (const [slug, { html }] of Object.entries(venue.pages)) {
		yield* checkLinks(['pages', `${slug}.de.md`], html.de, slugs)
		yield* checkLinks(['pages', `${slug}.en.md`], html.en, slugs)
	}
}

function* checkLinks(path: Path, html: string, slugs: string[]): Problems {
	for (const [, link = ''] of html.matchAll(/href="(\/pages\/[^"#?]*)/g)) {
		const target = slugOf(link)
		if (target !== undefined && !slugs.includes(target))
			yield unknownName(path, 'page', target, slugs)
	}
}

function slugOf(path: string): string | undefined {
	return path.startsWith('/pages/')
		? path.slice('/pages/'.length).replace(/[/#?].*$/, '')
		: undefined
}
