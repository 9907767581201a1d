import { asc, inArray, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { DateTime } from 'luxon'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { audit } from '#app/db/audit.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { allocations, resources } from '#app/db/schema.ts'
import type { CartRef, Visitor, Cart } from '#app/models/cart/cart.ts'
import { moveText, moveTo } from '#app/models/cart/move.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import {
	clockTime,
	firstDay,
	firstMinute,
	holdText,
	minuteOf,
	momentOf,
	momentsOfMany,
	pictureOf,
	placeOf,
	shops,
	stepOf,
	trials,
	visitors,
	type Intent,
	type Picture,
	type RandomShop,
} from '#testing/oracle/random-shop.ts'
import { openSlowShop, take, type SlowShop, type Step } from '#testing/oracle/slow-shop.ts'
import { openTestShop } from '#testing/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
let model: typeof import('#app/models/cart/change.server.ts') &
	typeof import('#app/models/cart/find.server.ts')
let capacity: typeof import('#app/models/capacity/loads.server.ts') &
	typeof import('#app/models/capacity/release.server.ts')

beforeAll(async () => {
	shop = await openTestShop()
	model = {
		...(await import('#app/models/cart/change.server.ts')),
		...(await import('#app/models/cart/find.server.ts')),
	}
	capacity = {
		...(await import('#app/models/capacity/loads.server.ts')),
		...(await import('#app/models/capacity/release.server.ts')),
	}
})
afterAll(() => shop.close())

/** One random shop in the database; `carts` by visitor, as last seen. */
type Real = { venue: Venue; clock: number; carts: (Cart | null)[] }

test(
	'changes made at the same moment end as if they had been made one after another',
	{ timeout: 600_000 },
	async () => {
		let stories = 0
		await fc.assert(
			fc.asyncProperty(shops(), momentsOfMany(), async (random, moments) => {
				stories += 1
				const { venue, days, busyDay } = await install(random, `s${stories}`)
				let slow = openSlowShop(venue, days, { firstDay, clock: firstMinute, visitors })
				const real: Real = { venue, clock: firstMinute, carts: slow.carts.map(() => null) }
				for (const moment of moments) {
					const steps = stepsOf(slow, busyDay, moment)
					const answers = await Promise.all(steps.map((step) => perform(real, step)))
					const seen = await pictureOfReal(real)
					const orders = inAnyOrder(
						steps.map((step, index) => ({ step, accepted: answers[index] })),
					)
					const ends = orders.map((order) => endOf(slow, order))
					const end = ends.find((end) => end && isSame(pictureOf(end), seen))
					// The failure is shown against the order in which the steps were sent.
					if (!end) expect({ answers, ...seen }).toEqual(inTurn(slow, steps))
					slow = end ?? slow
				}
			}),
			trials('carts in the database', 250, 100),
		)
		// A hold may have run out since the last sweep, on a slow machine longer ago than the audit allows.
		await capacity.sweepHolds()
		expect((await audit(shop.admin)).filter(({ broken }) => broken.length > 0)).toEqual([])
	},
)

/** Installs a random shop; a prefix on its resources keeps the stories of one database apart. */
async function install(random: RandomShop, prefix: string): Promise<RandomShop> {
	const named = (id: string) => `${prefix}-${id}`
	const { venue } = random
	const installed: Venue = {
		...venue,
		resources: venue.resources.map((resource) => ({ ...resource, id: named(resource.id) })),
		groups: venue.groups.map((group) => ({ ...group, members: group.members.map(named) })),
		products: venue.products.map((product) => ({
			...product,
			uses: product.uses.map((use) => ({
				...use,
				...(use.resource && { resource: named(use.resource) }),
			})),
		})),
	}
	await shop.admin.insert(resources).values(
		installed.resources.map(({ id, capacity = 1, seats }) => ({
			id,
			capacity,
			exclusive: seats !== undefined,
		})),
	)
	return { ...random, venue: installed }
}

/** The steps of one moment. Waiting is a moment of its own; a visitor without a cart makes one step alone. */
function stepsOf(slow: SlowShop, busyDay: string, moment: Intent[]): Step[] {
	const [first] = moment
	const intents =
		first?.kind === 'wait' ? [first] : moment.filter((intent) => intent.kind !== 'wait')
	const come = new Set<number>()
	return intents.flatMap((intent): Step[] => {
		const step = stepOf(slow, busyDay, intent)
		if (!step) return []
		if (step.kind === 'wait') return [step]
		const isFirst = !come.has(step.visitor)
		come.add(step.visitor)
		return isFirst || slow.carts[step.visitor] ? [step] : []
	})
}

/** Makes the step in the real shop; true when accepted. Indexes of lines are those that the visitor saw. */
async function perform(real: Real, step: Step): Promise<boolean> {
	if (step.kind === 'wait') return letTimePass(real, step.minutes)

	const seen = real.carts[step.visitor] ?? null
	const ref: CartRef = { id: seen?.id ?? null, version: step.version, day: seen?.day ?? null }
	const now = DateTime.fromMillis(momentOf(firstDay, real.clock))
	const visitor: Visitor = { venue: real.venue, now, addressHash: null }
	const lineAt = (index: number | null) =>
		index === null ? null : (seen?.lines[index]?.id ?? null)
	const result = await change()
	if (!result.ok) return false
	const cart = 'cart' in result.value ? result.value.cart : result.value
	// The cart after the step is read from the database later.
	if (!seen) real.carts[step.visitor] = cart
	return true

	function change() {
		switch (step.kind) {
			case 'wait':
				throw new Error('waiting changes no cart')
			case 'add': {
				const { wish } = step
				const asked = { ...wish, time: clockTime(wish.time), parentId: lineAt(wish.parent) }
				return model.addToCart(ref, asked, visitor)
			}
			case 'quantity': {
				const line = { id: lineAt(step.line) ?? '', quantity: step.quantity }
				return model.changeQuantity(ref, line, visitor)
			}
			case 'extras': {
				const pieces = { lineId: lineAt(step.line) ?? '', quantities: step.quantities }
				return model.setInCart(ref, { wishes: [], pieces }, visitor)
			}
			case 'remove':
				return model.removeFromCart(ref, lineAt(step.line) ?? '', visitor)
			case 'clearDay':
				return model.clearDay(ref, firstDay, visitor)
			case 'move':
				return moveAsShown(ref, step.day, { seen, visitor })
			case 'renew':
				return model.renewHold(ref, visitor)
		}
	}
}

/**
 * Moves a cart as its page shows the move. Where others have taken or left places between the page and the press, the
 * page is shown again: the shop refuses a move that nobody has seen.
 */
async function moveAsShown(
	ref: CartRef,
	day: string,
	{ seen, visitor }: { seen: Cart | null; visitor: Visitor },
): ReturnType<typeof model.moveToDay> {
	const show = async () => {
		if (!seen) return ''
		const loads = await capacity.listLoads(shop.admin, [day], seen.id)
		const move = moveTo(visitor.venue, seen, { day, loads, now: visitor.now, dbNow: visitor.now })
		return move.ok ? moveText(seen, move.value) : ''
	}
	let shown = await show()
	for (;;) {
		const moved = await model.moveToDay(ref, { day, shown }, visitor)
		const before = shown
		shown = await show()
		if (moved.ok || shown === before) return moved
	}
}

/** Makes all holds older, because their clock is the database's. After even numbers of minutes the sweep runs. */
async function letTimePass(real: Real, minutes: number): Promise<true> {
	real.clock += minutes
	const ids = real.carts.flatMap((cart) => cart?.id ?? [])
	const past = `interval '${minutes} minutes'`
	await raw(
		shop.admin,
		`update carts set held_since = held_since - ${past}, expires_at = expires_at - ${past} where id = any($1)`,
		[ids],
	)
	await raw(
		shop.admin,
		`update allocations set expires_at = expires_at - ${past} where cart_id = any($1) and state = 'held'`,
		[ids],
	)
	if (minutes % 2 === 0) await capacity.sweepHolds()
	return true
}

/** Reads all carts and holds again; the next steps use these carts. */
async function pictureOfReal(real: Real): Promise<Picture> {
	const ids = real.carts.map((cart) => cart?.id ?? null)
	const [carts, rows, [clock]] = await Promise.all([
		Promise.all(ids.map((id) => (id ? model.findCart(id, shop.admin) : null))),
		heldBy(ids.filter((id) => id !== null)),
		raw(shop.admin, 'select now() as now'),
	])
	real.carts = carts
	const now = clock?.['now'] instanceof Date ? clock['now'].getTime() : 0
	return {
		carts: carts.map(
			(cart) =>
				cart && {
					version: cart.version,
					day: cart.day,
					// Rounded to minutes, because the test itself takes seconds.
					expires:
						cart.expiresAt && cart.expiresAt.getTime() > now
							? real.clock + Math.round((cart.expiresAt.getTime() - now) / 60_000)
							: null,
					lines: cart.lines.map(({ productId, quantity, startsAt, endsAt, parentId }) => [
						productId,
						quantity,
						startsAt && minuteOf(cart.day ?? '', startsAt),
						endsAt && minuteOf(cart.day ?? '', endsAt),
						placeOf(cart.lines, parentId),
					]),
				},
		),
		holds: rows
			.map(({ cartId, cartLineId, resourceId, day, from, until, units }) => {
				const visitor = ids.indexOf(cartId)
				return holdText({
					visitor,
					line: placeOf(carts[visitor]?.lines ?? [], cartLineId) ?? -1,
					resourceId,
					day,
					from: minuteOf(day, from),
					until: minuteOf(day, until),
					units,
				})
			})
			.sort(),
	}
}

function heldBy(cartIds: string[]) {
	const { cartId, cartLineId, day, state, expiresAt } = allocations
	return shop.admin
		.select({ cartId, cartLineId, day, ...capacity.loadColumns })
		.from(allocations)
		.where(sql`${inArray(cartId, cartIds)} and ${state} = 'held' and ${expiresAt} > now()`)
		.orderBy(asc(allocations.id))
}

type Answered = { step: Step; accepted: boolean | undefined }

/** The slow shop after these steps; null when it answers a step otherwise. */
function endOf(slow: SlowShop, steps: readonly Answered[]): SlowShop | null {
	let shop = slow
	for (const { step, accepted } of steps) {
		if (accepted && isSaidAgain(shop, step)) continue
		const next = take(shop, step)
		if ((next !== null) !== accepted) return null
		shop = next ?? shop
	}
	return shop
}

/** True when a step repeats the cart's state, as an older page does: accepted without a change (faults H7). */
function isSaidAgain({ carts }: SlowShop, step: Step): boolean {
	return step.kind === 'extras' && carts[step.visitor]?.version === step.version + 1
}

function inTurn(slow: SlowShop, steps: readonly Step[]): { answers: boolean[] } & Picture {
	let shop = slow
	const answers = steps.map((step) => {
		const next = take(shop, step)
		shop = next ?? shop
		return next !== null
	})
	return { answers, ...pictureOf(shop) }
}

function inAnyOrder<T>(things: readonly T[]): T[][] {
	if (things.length < 2) return [[...things]]
	return things.flatMap((first, index) =>
		inAnyOrder(things.toSpliced(index, 1)).map((rest) => [first, ...rest]),
	)
}

function isSame(one: Picture, other: Picture): boolean {
	return JSON.stringify(one) === JSON.stringify(other)
}
