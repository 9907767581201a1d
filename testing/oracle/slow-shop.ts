import type { Condition, Product } from '#app/models/venue/catalogue.ts'
import type { Day, Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

import { worsens } from './slow-rules.ts'

/*
 * The booking engine, as slow and plain as possible, for property tests to compare the real one with: every place is
 * counted minute by minute, nothing is stored that could be counted again, and none of the real rules is called. Times
 * are minutes of the venue's clock since midnight of their day; the clock of the shop counts minutes since midnight of
 * its first day.
 */

/** Opening minutes by day; closed days are missing. */
export type SlowDays = Record<Day, { opens: number; closes: number }>

type SlowLine = {
	id: number
	parent: number | null
	productId: string
	quantity: number
	from: number | null
	until: number | null
	/**
	 * Part of a line's identity: the last ninety minutes of a day and the rest of that day have equal times and
	 * different prices.
	 */
	duration: Duration | null
}

/** A cart; its minutes are those of the shop's clock. */
type SlowCart = {
	version: number
	day: Day | null
	lines: SlowLine[]
	heldSince: number | null
	expires: number | null
}

/** A hold; `until` includes the minutes of cleaning. */
export type SlowHold = {
	visitor: number
	line: number
	resourceId: string
	day: Day
	from: number
	until: number
	units: number
}

export type SlowShop = {
	venue: Venue
	days: SlowDays
	/** The day whose midnight the clock counts from; no wait goes beyond its end. */
	firstDay: Day
	clock: number
	nextLine: number
	/** By visitor; null: this visitor has no cart yet. */
	carts: (SlowCart | null)[]
	holds: SlowHold[]
}

/** An action. `line` and `parent` are indices in the visitor's cart; `version` is that of the form. */
export type Step =
	| { kind: 'wait'; minutes: number }
	| { kind: 'add'; visitor: number; version: number; wish: SlowWish }
	| { kind: 'quantity'; visitor: number; version: number; line: number; quantity: number }
	| { kind: 'remove'; visitor: number; version: number; line: number }
	| {
			kind: 'extras'
			visitor: number
			version: number
			line: number
			quantities: Record<string, number>
	  }
	| { kind: 'clearDay'; visitor: number; version: number }
	| { kind: 'move'; visitor: number; version: number; day: Day }
	| { kind: 'renew'; visitor: number; version: number }

export type SlowWish = {
	productId: string
	quantity: number
	day: Day
	/** Minutes since midnight. */
	time: number
	duration: Duration
	parent: number | null
}

export function openSlowShop(
	venue: Venue,
	days: SlowDays,
	{ firstDay, clock, visitors }: { firstDay: Day; clock: number; visitors: number },
): SlowShop {
	const carts = Array.from({ length: visitors }, () => null)
	return { venue, days, firstDay, clock, nextLine: 1, carts, holds: [] }
}

/** Returns the shop after a step; null: the step is refused and nothing has changed. */
export function take(shop: SlowShop, step: Step): SlowShop | null {
	if (step.kind === 'wait') return withoutExpired({ ...shop, clock: shop.clock + step.minutes })

	const known = shop.carts[step.visitor] ?? null
	if (known ? known.version !== step.version : step.kind !== 'add') return null
	const cart = known ?? noCart
	switch (step.kind) {
		case 'add': {
			const added = withWish(shop, cart, step.wish)
			return added && claim(added.shop, step.visitor, { cart, ...added })
		}
		case 'quantity': {
			const lines = cart.lines.map((line, index) =>
				index === step.line ? { ...line, quantity: step.quantity } : line,
			)
			if (isForbidden(shop, cart, { lines, day: cart.day })) return null
			return claim(shop, step.visitor, { cart, lines, day: cart.day })
		}
		case 'extras': {
			const chosen = withExtras(shop, cart, step)
			return chosen && claim(chosen.shop, step.visitor, { cart, day: cart.day, ...chosen })
		}
		case 'remove': {
			const gone = cart.lines[step.line]
			const lines = cart.lines.filter((line) => line !== gone && line.parent !== gone?.id)
			return keep(shop, step.visitor, { cart, lines })
		}
		case 'clearDay':
			return keep(shop, step.visitor, {
				cart,
				lines: cart.lines.filter((line) => !isOfTheDay(shop.venue, line)),
			})
		case 'move': {
			const lines = movedTo(shop, step.visitor, { cart, day: step.day })
			if (!lines) return null
			const named = { ...shop, nextLine: shop.nextLine + lines.length }
			const renewed = renamed(lines, shop)
			return claim(named, step.visitor, { cart, lines: renewed, day: step.day })
		}
		case 'renew':
			return renew(shop, step.visitor, cart)
	}
}

/** Returns the most pieces of each resource that are taken in any one minute. */
export function fullest(shop: SlowShop): Record<string, number> {
	const most: Record<string, number> = {}
	for (const hold of shop.holds) {
		for (let minute = hold.from; minute < hold.until; minute += 1) {
			const taken = takenIn(shop.holds, hold, minute)
			most[hold.resourceId] = Math.max(most[hold.resourceId] ?? 0, taken)
		}
	}
	return most
}

/** True when the holds leave `units` of the resource in each of these minutes. */
export function isFree(
	holds: readonly SlowHold[],
	wanted: { resourceId: string; day: Day; from: number; until: number },
	{ capacity, units }: { capacity: number; units: number },
): boolean {
	for (let minute = wanted.from; minute < wanted.until; minute += 1) {
		if (takenIn(holds, wanted, minute) + units > capacity) return false
	}
	return true
}

/** Gives each use the first free of its resources, the smallest room first; null when one use finds none. */
export function give(
	venue: Venue,
	holds: readonly SlowHold[],
	wanted: { productId: string; quantity: number; day: Day; from: number; until: number },
): Pick<SlowHold, 'resourceId' | 'day' | 'from' | 'until' | 'units'>[] | null {
	const { productId, quantity, day } = wanted
	const given: SlowHold[] = []
	for (const use of findProduct(venue, productId)?.uses ?? []) {
		const members = venue.groups.find((group) => group.id === use.group)?.members ?? [use.resource]
		const choices = venue.resources
			.filter((resource) => members.includes(resource.id))
			.filter((resource) => resource.seats === undefined || resource.seats >= quantity)
			.toSorted((one, other) => (one.seats ?? 0) - (other.seats ?? 0))
		const from = wanted.from + use.from
		const end = use.minutes === undefined ? wanted.until : from + use.minutes
		const found = choices
			.map((resource) => {
				const wholeLine = use.units === 'quantity' ? quantity : use.units
				return {
					capacity: resource.capacity ?? 1,
					units: resource.seats === undefined ? wholeLine : 1,
					resourceId: resource.id,
					day,
					from,
					until: end + (resource.bufferAfter ?? 0),
				}
			})
			.find((choice) => isFree([...holds, ...given], choice, choice))
		if (!found) return null
		const { capacity: _, ...hold } = found
		given.push({ ...hold, visitor: -1, line: -1 })
	}
	return given
}

const noTimes: Pick<SlowLine, 'from' | 'until' | 'duration'> = {
	from: null,
	until: null,
	duration: null,
}

const noCart: SlowCart = { version: 0, day: null, lines: [], heldSince: null, expires: null }

function takenIn(
	holds: readonly SlowHold[],
	{ resourceId, day }: { resourceId: string; day: Day },
	minute: number,
): number {
	let taken = 0
	for (const hold of holds) {
		if (hold.resourceId !== resourceId || hold.day !== day) continue
		if (hold.from <= minute && minute < hold.until) taken += hold.units
	}
	return taken
}

function withoutExpired(shop: SlowShop): SlowShop {
	const isHeld = (visitor: number) => (shop.carts[visitor]?.expires ?? 0) > shop.clock
	return { ...shop, holds: shop.holds.filter((hold) => isHeld(hold.visitor)) }
}

function withWish(
	shop: SlowShop,
	cart: SlowCart,
	wish: SlowWish,
): { shop: SlowShop; lines: SlowLine[]; day: Day | null } | null {
	const { productId, quantity, day } = wish
	const product = findProduct(shop.venue, productId)
	if (!product) return null
	const parent = wish.parent === null ? null : cart.lines[wish.parent]
	// An extra of a package cannot have extras of its own.
	if (parent === undefined || (parent && parent.parent !== null)) return null

	const isGift = product.kind === 'giftVoucher'
	const times = isGift ? noTimes : timesOf(shop, cart, wish, product)
	if (!times) return null
	const line = { parent: isGift ? null : (parent?.id ?? null), productId, ...times }
	const same = cart.lines.find(
		(other) =>
			other.productId === productId &&
			other.parent === line.parent &&
			other.from === line.from &&
			other.duration === line.duration,
	)
	const lines = same
		? cart.lines.map((other) =>
				other === same ? { ...other, quantity: other.quantity + quantity } : other,
			)
		: [...cart.lines, { ...line, id: shop.nextLine, quantity }]
	const after = { lines, day: isGift ? cart.day : day }
	if (isForbidden(shop, cart, after)) return null
	return { shop: { ...shop, nextLine: shop.nextLine + 1 }, ...after }
}

/** True when a rule is broken, or this cart takes more of a zone than a single line of any product could. */
function isForbidden(
	shop: SlowShop,
	cart: SlowCart,
	after: Pick<SlowCart, 'lines' | 'day'>,
): boolean {
	if (worsens(shop.venue, cart.lines, after.lines)) return true
	return shop.venue.resources
		.filter((resource) => resource.seats === undefined)
		.some(({ id }) => {
			const largest = shop.venue.products.map(({ uses, quantity }) => {
				const ofZone = uses.filter((use) => use.resource === id)
				const units = ofZone.map((use) => (use.units === 'quantity' ? quantity.max : use.units))
				return units.reduce((sum, some) => sum + some, 0)
			})
			const most = mostOf(shop, id, after)
			return most > Math.max(...largest) && most > mostOf(shop, id, cart)
		})
}

/** Returns the most units of a zone that all lines together want in any one minute. */
function mostOf(
	shop: SlowShop,
	zone: string,
	{ lines, day }: Pick<SlowCart, 'lines' | 'day'>,
): number {
	const minutes = new Map<number, number>()
	for (const line of lines) {
		const times = spanOf(shop, lines, line, day)
		for (const use of findProduct(shop.venue, line.productId)?.uses ?? []) {
			if (use.resource !== zone || !times) continue
			const from = times.from + use.from
			const until = use.minutes === undefined ? times.until : from + use.minutes
			const units = use.units === 'quantity' ? line.quantity : use.units
			for (let minute = from; minute < until; minute += 1)
				minutes.set(minute, (minutes.get(minute) ?? 0) + units)
		}
	}
	return Math.max(0, ...minutes.values())
}

/** Returns the times of a wish; null when it cannot be had that day, or not then. */
function timesOf(
	shop: SlowShop,
	cart: SlowCart,
	{ day, time, parent, duration: chosen }: SlowWish,
	product: Product,
): typeof noTimes | null {
	const { venue } = shop
	const hours = shop.days[day]
	if (!hours) return null
	const isElsewhere = cart.day !== null && cart.day !== day
	if (isElsewhere && cart.lines.some((line) => isOfTheDay(venue, line))) return null
	if (product.duration === undefined) {
		const visit = cart.lines.find((line) => line.from !== null)
		const isForVisit = product.uses.length > 0 && parent === null && visit
		return isForVisit ? { from: visit.from, until: visit.until, duration: null } : noTimes
	}

	const duration = product.duration === 'chosen' ? chosen : product.duration
	const { weekday } = product.prices
	if (typeof weekday !== 'number' && weekday[String(duration)] === undefined) return null
	const raster = product.raster ?? venue.entry.raster
	const until = duration === 'day' ? hours.closes : time + duration
	const isOnRaster = time >= hours.opens && (time - hours.opens) % raster === 0
	const fits = duration === 'day' ? time + raster <= hours.closes : until <= hours.closes
	return isOnRaster && fits && !hasBegun(shop, day, time) ? { from: time, until, duration } : null
}

function hasBegun({ firstDay, clock }: SlowShop, day: Day | null, from: number | null): boolean {
	return day === firstDay && from !== null && from < clock
}

/** Each group of which something is said becomes what is said of it, one after the other; or nothing changes. */
function withExtras(
	shop: SlowShop,
	cart: SlowCart,
	{ line, quantities }: Extract<Step, { kind: 'extras' }>,
): { shop: SlowShop; lines: SlowLine[] } | null {
	const parent = cart.lines[line]
	const groups = findProduct(shop.venue, parent?.productId ?? '')?.conditions
	const { day } = cart
	if (!parent || !groups || day === null) return null

	const offered = new Set(groups.flatMap(({ items }) => items.map((item) => item.product)))
	const isGone = (id: string) => (quantities[id] ?? 0) > 0 && !offered.has(id)
	if (Object.keys(quantities).some(isGone)) return null
	let { nextLine } = shop
	let { lines } = cart
	for (const group of groups) {
		const items = group.items.map((item) => item.product)
		const said = Object.entries(quantities).filter(([id]) => items.includes(id))
		if (said.length === 0) continue
		const isOfGroup = (other: SlowLine) =>
			other.parent === parent.id && items.includes(other.productId)
		const before = lines.filter(isOfGroup)
		const after = lines.filter((other) => !isOfGroup(other))
		const wanted = Object.fromEntries(said)
		const shared = shareOut(group, parent.quantity, { before, wanted })
		for (const productId of items) {
			const quantity = shared[productId] ?? 0
			if (quantity === 0) continue
			const kept = before.find((other) => other.productId === productId)
			const fresh = { id: nextLine, parent: parent.id, productId, ...noTimes }
			after.push({ ...(kept ?? fresh), quantity })
			nextLine += 1
		}
		if (isForbidden(shop, { ...cart, lines }, { lines: after, day })) return null
		lines = after
	}
	const isRefused = isForbidden(shop, cart, { lines, day })
	return isRefused ? null : { shop: { ...shop, nextLine }, lines }
}

/**
 * Takes the surplus one by one, each from the first of the largest numbers that are not raised; returns the wanted
 * numbers where that is not enough.
 */
function shareOut(
	group: Condition,
	guests: number,
	{ before, wanted }: { before: readonly SlowLine[]; wanted: Record<string, number> },
): Record<string, number> {
	if (group.rule !== 'exactlyOne' || !group.perGuest) return wanted
	const shared: Record<string, number> = {}
	const steady: string[] = []
	for (const { product } of group.items) {
		shared[product] = wanted[product] ?? 0
		const had = before.find((line) => line.productId === product)?.quantity ?? 0
		if (shared[product] <= had) steady.push(product)
	}
	if (steady.length === group.items.length) return wanted
	const sum = () => Object.values(shared).reduce((all, quantity) => all + quantity, 0)
	while (sum() > guests) {
		const most = Math.max(0, ...steady.map((id) => shared[id] ?? 0))
		const id = steady.find((id) => shared[id] === most)
		if (id === undefined || most === 0) return wanted
		shared[id] = most - 1
	}
	return shared
}

/**
 * Returns the cart's lines on another day: everything that can be had there at its time, beside the lines before it,
 * and dateless goods. Null when nothing can, or a rule forbids the rest.
 */
function movedTo(
	shop: SlowShop,
	visitor: number,
	{ cart, day }: { cart: SlowCart; day: Day },
): SlowLine[] | null {
	if (!shop.days[day] || cart.day === null || cart.day === day) return null
	const dated = cart.lines.filter((line) => isOfTheDay(shop.venue, line))
	const stays = new Set<number>()
	let coming: SlowLine[] = []
	// A line that stays may be needed by another: all is asked again without it.
	for (let before = -1; before < stays.size;) {
		before = stays.size
		coming = comingTo(shop, visitor, { dated, day, stays })
	}
	if (coming.length === 0) return null
	const lines = cart.lines.flatMap((line) =>
		dated.includes(line) ? coming.filter(({ id }) => id === line.id) : [line],
	)
	return isForbidden(shop, cart, { lines, day }) ? null : lines
}

type Leaving = { dated: readonly SlowLine[]; day: Day; stays: Set<number> }

/** Lists the lines that can come without those in `stays`; adds each that cannot. */
function comingTo(shop: SlowShop, visitor: number, leaving: Leaving): SlowLine[] {
	const { dated, day, stays } = leaving
	const isLeft = ({ parent }: SlowLine) => parent !== null && stays.has(parent)
	const lines = linesOn(shop, leaving)
	const holds = shop.holds.filter((hold) => hold.visitor !== visitor)
	const coming: SlowLine[] = []
	for (const line of lines) {
		if (isLeft(line)) continue
		const given = hasBegun(shop, day, line.from)
			? null
			: placesFor(shop, { holds, lines, line, day })
		if (!given) stays.add(line.id)
		else {
			coming.push(line)
			holds.push(...given.map((hold) => ({ ...hold, visitor, line: line.id })))
		}
	}
	for (const { id, productId } of coming) {
		const requires = findProduct(shop.venue, productId)?.requires ?? []
		const isIn = (those: readonly SlowLine[], wanted: string) =>
			those.some((line) => line.productId === wanted)
		if (requires.every((wanted) => isIn(coming, wanted))) continue
		if (requires.every((wanted) => isIn(dated, wanted))) stays.add(id)
	}
	return coming
}

/** Lists the lines with their times on the new day; adds to `stays` those that have none there. */
function linesOn(shop: SlowShop, { dated, day, stays }: Leaving): SlowLine[] {
	const isVisit = ({ productId }: SlowLine) =>
		findProduct(shop.venue, productId)?.duration !== undefined
	const visits = dated.filter(isVisit)
	const extras = dated.filter((line) => !isVisit(line))
	const ofNothing = extras.filter(({ parent }) => parent === null)
	const made: SlowLine[] = []
	for (const line of [...visits, ...ofNothing, ...extras.filter(({ parent }) => parent !== null)]) {
		if (stays.has(line.id) || (line.parent !== null && stays.has(line.parent))) continue
		const parent = line.parent === null ? null : made.findIndex(({ id }) => id === line.parent)
		const product = findProduct(shop.venue, line.productId)
		const wish = {
			productId: line.productId,
			quantity: line.quantity,
			day,
			time: line.from ?? 0,
			duration: line.duration ?? 0,
			parent,
		}
		const times = product && timesOf(shop, { ...noCart, lines: made }, wish, product)
		const isThen = line.from === null || parent !== null || times?.from === line.from
		if (times && parent !== -1 && isThen) made.push({ ...line, ...times })
		else stays.add(line.id)
	}
	const [first] = visits
	if (first && stays.has(first.id) && !made.some(isVisit)) {
		for (const { id } of made) stays.add(id)
		return []
	}
	return dated.flatMap((line) => made.filter(({ id }) => id === line.id))
}

/** Gives lines of the day new ids, so that no hold of the old day is theirs; extras still belong to their package. */
function renamed(lines: readonly SlowLine[], shop: SlowShop): SlowLine[] {
	const moved = lines.filter((line) => isOfTheDay(shop.venue, line))
	const ids = new Map(moved.map(({ id }, at) => [id, shop.nextLine + at]))
	const nameOf = (id: number) => ids.get(id) ?? id
	return lines.map((line) => ({
		...line,
		id: nameOf(line.id),
		parent: line.parent === null ? null : nameOf(line.parent),
	}))
}

type Change = { cart: SlowCart; lines: SlowLine[]; day: Day | null }

/**
 * Claims places for everything that is new, changed or no longer held, or does nothing. A visit that has begun gets no
 * places: its new or changed lines are refused, the rest stays without places.
 */
function claim(shop: SlowShop, visitor: number, { cart, lines, day }: Change): SlowShop | null {
	const untouched = holdsOf(shop, visitor, cart, lines)
	const { holds } = withHolds(shop, visitor, untouched)
	for (const line of lines) {
		if (untouched.some((hold) => hold.line === line.id)) continue
		if (hasBegun(shop, day, line.from)) {
			const before = cart.lines.find((other) => other.id === line.id)
			if (before?.quantity !== line.quantity) return null
			continue
		}
		const given = placesFor(shop, { holds, lines, line, day })
		if (!given) return null
		holds.push(...given.map((hold) => ({ ...hold, visitor, line: line.id })))
	}
	return settle({ ...shop, holds }, visitor, { cart, lines, day })
}

/** Claims nothing new: holds that are still wanted stay. */
function keep(
	shop: SlowShop,
	visitor: number,
	{ cart, lines }: Pick<Change, 'cart' | 'lines'>,
): SlowShop {
	const kept = withHolds(shop, visitor, holdsOf(shop, visitor, cart, lines))
	return settle(kept, visitor, { cart, lines, day: cart.day })
}

/**
 * Claims as `claim` does, but leaves out lines that find no place, and with a package its extras. Refused when anything
 * has begun.
 */
function renew(shop: SlowShop, visitor: number, cart: SlowCart): SlowShop | null {
	if (cart.lines.some((line) => hasBegun(shop, cart.day, line.from))) return null
	const untouched = holdsOf(shop, visitor, cart, cart.lines)
	const { holds } = withHolds(shop, visitor, untouched)
	const lines: SlowLine[] = []
	for (const line of cart.lines) {
		if (line.parent !== null && !lines.some((other) => other.id === line.parent)) continue
		const isUntouched = untouched.some((hold) => hold.line === line.id)
		const given = isUntouched
			? []
			: placesFor(shop, { holds, lines: cart.lines, line, day: cart.day })
		if (!given) continue
		lines.push(line)
		holds.push(...given.map((hold) => ({ ...hold, visitor, line: line.id })))
	}
	const isKept = (hold: SlowHold) =>
		hold.visitor !== visitor || lines.some((line) => line.id === hold.line)
	const next = { ...shop, holds: holds.filter(isKept) }
	return settle(next, visitor, { cart, lines, day: cart.day })
}

/** Lists the visitor's holds for lines that stay unchanged. */
function holdsOf(
	shop: SlowShop,
	visitor: number,
	cart: SlowCart,
	lines: readonly SlowLine[],
): SlowHold[] {
	return shop.holds.filter((hold) => {
		const before = cart.lines.find((line) => line.id === hold.line)
		const after = lines.find((line) => line.id === hold.line)
		return hold.visitor === visitor && after && before?.quantity === after.quantity
	})
}

function withHolds(shop: SlowShop, visitor: number, own: readonly SlowHold[]): SlowShop {
	return { ...shop, holds: [...shop.holds.filter((hold) => hold.visitor !== visitor), ...own] }
}

function placesFor(
	shop: SlowShop,
	{
		holds,
		lines,
		line,
		day,
	}: { holds: readonly SlowHold[]; lines: readonly SlowLine[]; line: SlowLine; day: Day | null },
): ReturnType<typeof give> {
	const times = spanOf(shop, lines, line, day)
	if (day === null || !times) return []
	const { productId, quantity } = line
	return give(shop.venue, holds, { productId, quantity, day, ...times })
}

/** Returns the line's own time, that of its package, that of the visit, or the whole day. */
function spanOf(
	shop: SlowShop,
	lines: readonly SlowLine[],
	line: SlowLine,
	day: Day | null,
): { from: number; until: number } | null {
	const hours = day === null ? undefined : shop.days[day]
	if (!hours) return null
	const timed =
		[line, lines.find((other) => other.id === line.parent), ...lines].find(
			(other) => other !== undefined && other.from !== null,
		) ?? null
	return { from: timed?.from ?? hours.opens, until: timed?.until ?? hours.closes }
}

/** Writes the change: the hold slides by so many minutes, but never past the cap after it began. */
function settle(shop: SlowShop, visitor: number, { cart, lines, day }: Change): SlowShop {
	const { clock, venue } = shop
	const holdsAnything = shop.holds.some((hold) => hold.visitor === visitor)
	const goesOn = (cart.expires ?? 0) > clock
	const begun = goesOn ? (cart.heldSince ?? clock) : clock
	const heldSince = holdsAnything ? begun : null
	const next: SlowCart = {
		version: cart.version + 1,
		day: lines.some((line) => isOfTheDay(venue, line)) ? day : null,
		lines: byAge(cart.lines, lines),
		heldSince,
		expires:
			heldSince === null
				? null
				: Math.min(clock + venue.hold.minutes, heldSince + venue.hold.maxMinutes),
	}
	return { ...shop, carts: shop.carts.map((other, index) => (index === visitor ? next : other)) }
}

/** Keeps lines in their order; new ones come last. */
function byAge(before: readonly SlowLine[], lines: readonly SlowLine[]): SlowLine[] {
	const isOld = (line: SlowLine) => before.some((other) => other.id === line.id)
	const old = before.flatMap((line) => lines.find((other) => other.id === line.id) ?? [])
	return [...old, ...lines.filter((line) => !isOld(line))]
}

function isOfTheDay(venue: Venue, line: SlowLine): boolean {
	return findProduct(venue, line.productId)?.kind !== 'giftVoucher'
}
