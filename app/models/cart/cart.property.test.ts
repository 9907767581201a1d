import * as fc from 'fast-check'
import { DateTime } from 'luxon'
import { expect, test } from 'vitest'

import { needsOf, assignResources, type Placement } from '#app/models/capacity/claim.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import {
	bookedSpan,
	dayBoundLines,
	emptyCart,
	newHoldEnd,
	type Cart,
	type CartLine,
} from '#app/models/cart/cart.ts'
import { add, remove, setQuantity } from '#app/models/cart/change.ts'
import { checkTime } from '#app/models/cart/line.ts'
import { movedLines, moveTo } from '#app/models/cart/move.ts'
import { setAll } from '#app/models/cart/set.ts'
import type { Result } from '#app/models/result.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import {
	clockTime,
	firstDay,
	firstMinute,
	holdText,
	minuteOf,
	momentOf,
	pictureOf,
	placeOf,
	shops,
	stepOf,
	stories,
	trials,
	visitors,
	type Picture,
} from '#testing/oracle/random-shop.ts'
import { fullest, openSlowShop, take, type SlowShop, type Step } from '#testing/oracle/slow-shop.ts'

test(
	'the rules, applied one after another, agree with a slow and plain reference shop',
	{ timeout: 600_000 },
	() => {
		fc.assert(
			fc.property(shops(), stories(), ({ venue, days, busyDay }, story) => {
				let slow = openSlowShop(venue, days, { firstDay, clock: firstMinute, visitors })
				let quick = openQuickShop(venue)
				for (const intent of story) {
					const step = stepOf(slow, busyDay, intent)
					if (!step) continue
					const [slowly, quickly] = [take(slow, step), perform(quick, step)]
					isSame(
						{ accepted: quickly !== null, ...pictureOfQuick(quickly ?? quick) },
						{ accepted: slowly !== null, ...pictureOf(slowly ?? slow) },
					)
					if (slowly) isInOrder(slow, slowly, step)
					if (step.kind === 'remove') expect(slowly).not.toBe(null)
					slow = slowly ?? slow
					quick = quickly ?? quick
				}
			}),
			trials('carts', 10_000),
		)
	},
)

/** Throws when a resource is too full, a hold exceeds its cap, or the step changed another visitor's cart. */
function isInOrder(before: SlowShop, after: SlowShop, step: Step): void {
	const { resources, hold } = after.venue
	for (const [id, taken] of Object.entries(fullest(after))) {
		const { capacity = 1 } = resources.find((resource) => resource.id === id) ?? {}
		if (taken > capacity) throw new Error(`${taken} of ${capacity} in ${id}`)
	}
	for (const [visitor, cart] of after.carts.entries()) {
		const longest = (cart?.heldSince ?? 0) + hold.maxMinutes
		if (cart?.expires && cart.expires > longest) throw new Error('held for more than the cap')
		if (step.kind === 'wait' || step.visitor === visitor) continue
		const ofVisitor = (shop: SlowShop) => [
			shop.carts[visitor],
			shop.holds.filter((hold) => hold.visitor === visitor),
		]
		isSame(ofVisitor(after), ofVisitor(before))
	}
}

/** Compares texts first, a hundred times faster than `toEqual`, for many thousands of comparisons. */
function isSame(received: unknown, expected: unknown): void {
	if (JSON.stringify(received) !== JSON.stringify(expected)) expect(received).toEqual(expected)
}

/** The shop with its real rules and arrays for tables. */
type QuickShop = {
	venue: Venue
	clock: number
	nextId: number
	carts: (Cart | null)[]
	held: Held[]
}
type Held = { visitor: number; lineId: string; day: string; placement: Placement }

function openQuickShop(venue: Venue): QuickShop {
	const carts = Array.from({ length: visitors }, () => null)
	return { venue, clock: firstMinute, nextId: 1, carts, held: [] }
}

function perform(shop: QuickShop, step: Step): QuickShop | null {
	if (step.kind === 'wait') {
		const clock = shop.clock + step.minutes
		const now = new Date(momentOf(firstDay, clock))
		const isHeld = ({ visitor }: Held) => (shop.carts[visitor]?.expiresAt ?? now) > now
		return { ...shop, clock, held: shop.held.filter(isHeld) }
	}

	const { venue } = shop
	const cart = shop.carts[step.visitor] ?? emptyCart('')
	const lineId = ('line' in step && cart.lines[step.line]?.id) || ''
	switch (step.kind) {
		case 'add': {
			const { wish } = step
			const parentId = wish.parent === null ? null : (cart.lines[wish.parent]?.id ?? null)
			const now = DateTime.fromMillis(momentOf(firstDay, shop.clock))
			const asked = { ...wish, parentId, time: clockTime(wish.time) }
			const isGift = findProduct(venue, wish.productId)?.kind === 'giftVoucher'
			const newId = () => `line ${shop.nextId}`
			return change({ ...shop, nextId: shop.nextId + 1 }, step.visitor, {
				cart,
				day: isGift ? cart.day : wish.day,
				lines: add(venue, cart, asked, { now, newId }),
			})
		}
		case 'quantity': {
			const lines = setQuantity(venue, cart, lineId, step.quantity)
			return change(shop, step.visitor, { cart, lines })
		}
		case 'extras': {
			let { nextId } = shop
			const now = DateTime.fromMillis(momentOf(firstDay, shop.clock))
			const numbers = { wishes: [], pieces: { lineId, quantities: step.quantities } }
			const newId = () => `line ${nextId++}`
			const lines = setAll(venue, cart, numbers, { now, newId })
			return change({ ...shop, nextId }, step.visitor, { cart, lines })
		}
		case 'remove':
			return change(shop, step.visitor, { cart, lines: remove(cart, lineId), claims: false })
		case 'clearDay': {
			const gone = dayBoundLines(venue, cart.lines)
			const lines = cart.lines.filter((line) => !gone.includes(line))
			return change(shop, step.visitor, { cart, lines, claims: false })
		}
		case 'move': {
			let { nextId } = shop
			const now = DateTime.fromMillis(momentOf(firstDay, shop.clock))
			const others = shop.held.filter(({ visitor }) => visitor !== step.visitor)
			const loads = loadsOn(step.day, others)
			const move = moveTo(venue, cart, { day: step.day, loads, now, dbNow: now })
			if (!move.ok || move.value.moved.length === 0) return null
			const lines = movedLines(move.value, () => `line ${nextId++}`)
			return change({ ...shop, nextId }, step.visitor, { cart, day: step.day, lines })
		}
		case 'renew': {
			const now = new Date(momentOf(firstDay, shop.clock))
			if (cart.lines.some((line) => checkTime(venue, cart.day, line, now))) return null
			return change(shop, step.visitor, { cart, lines: cart.lines, drops: true })
		}
	}
}

/** Changes a cart as `changeCart` of `change.server.ts` does. */
function change(
	shop: QuickShop,
	visitor: number,
	{
		cart,
		lines: decided,
		day = cart.day,
		claims = true,
		drops = false,
	}: {
		cart: Cart
		lines: Result<CartLine[]> | CartLine[]
		day?: string | null
		claims?: boolean
		drops?: boolean
	},
): QuickShop | null {
	if (!Array.isArray(decided) && !decided.ok) return null
	const wanted = Array.isArray(decided) ? decided : decided.value
	const others = shop.held.filter((held) => held.visitor !== visitor)
	const kept = shop.held.filter((held) => {
		const line = wanted.find(({ id }) => id === held.lineId)
		const before = cart.lines.find(({ id }) => id === held.lineId)
		return held.visitor === visitor && line && line.quantity === before?.quantity
	})
	const held = [...others, ...kept]
	const now = new Date(momentOf(firstDay, shop.clock))
	const lines: CartLine[] = []
	for (const line of wanted) {
		const isOrphan = line.parentId !== null && !lines.some(({ id }) => id === line.parentId)
		const isKept = kept.some(({ lineId }) => lineId === line.id)
		const isLate = checkTime(shop.venue, day, line, now) !== undefined
		const before = cart.lines.find(({ id }) => id === line.id)
		if (claims && !isKept && isLate && before?.quantity !== line.quantity) return null
		const needsNothing = !claims || isKept || isLate
		const placed = needsNothing ? [] : placeLine(shop.venue, { held, wanted, line, day })
		const placements = isOrphan ? null : placed
		if (!placements && !drops) return null
		if (!placements) continue
		lines.push(line)
		for (const placement of placements) {
			held.push({ visitor, lineId: line.id, day: day ?? '', placement })
		}
	}

	const stays = lines.length > 0 && dayBoundLines(shop.venue, lines).length > 0
	const holds = held.some((it) => it.visitor === visitor)
	const goesOn = cart.heldSince && cart.expiresAt && cart.expiresAt > now
	const heldSince = goesOn ? cart.heldSince : now
	const next: Cart = {
		...cart,
		version: cart.version + 1,
		day: stays ? day : null,
		// In the order of the database.
		lines: lines.toSorted((one, other) => age(cart, one) - age(cart, other)),
		heldSince: holds ? heldSince : null,
		expiresAt: holds && heldSince ? newHoldEnd(shop.venue, heldSince, now) : null,
	}
	return { ...shop, held, carts: shop.carts.map((old, index) => (index === visitor ? next : old)) }
}

function placeLine(
	venue: Venue,
	{
		held,
		wanted,
		line,
		day,
	}: { held: Held[]; wanted: CartLine[]; line: CartLine; day: string | null },
): Placement[] | null {
	const product = findProduct(venue, line.productId)
	if (!product || product.uses.length === 0 || day === null) return product ? [] : null
	const booked = bookedSpan(venue, day, wanted, line)
	return (
		booked && assignResources(needsOf(venue, product, line.quantity, booked), loadsOn(day, held))
	)
}

function loadsOn(day: string, held: readonly Held[]): Load[] {
	return held
		.filter((it) => it.day === day)
		.map(({ placement: { resourceId, units, blocked } }) => ({ resourceId, units, ...blocked }))
}

function age(cart: Cart, line: CartLine): number {
	return placeOf(cart.lines, line.id) ?? cart.lines.length
}

function pictureOfQuick({ carts, held, clock }: QuickShop): Picture {
	return {
		carts: carts.map((cart) => {
			if (!cart) return null
			const minute = cart.expiresAt && minuteOf(firstDay, cart.expiresAt)
			return {
				version: cart.version,
				day: cart.day,
				expires: minute !== null && minute > clock ? minute : null,
				lines: cart.lines.map(({ productId, quantity, startsAt, endsAt, parentId }) => [
					productId,
					quantity,
					startsAt && minuteOf(cart.day ?? '', startsAt),
					endsAt && minuteOf(cart.day ?? '', endsAt),
					placeOf(cart.lines, parentId),
				]),
			}
		}),
		holds: held
			.map(({ visitor, lineId, day, placement: { resourceId, units, blocked } }) =>
				holdText({
					visitor,
					line: placeOf(carts[visitor]?.lines ?? [], lineId) ?? -1,
					resourceId,
					day,
					from: minuteOf(day, blocked.from),
					until: minuteOf(day, blocked.until),
					units,
				}),
			)
			.sort(),
	}
}
