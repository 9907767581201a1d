import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'
import { randomUUID } from 'node:crypto'

import { and, asc, eq, gt, inArray, isNotNull, isNull, ne, notInArray, or, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { inOneFlight, lockAndLoad } from '#app/db/lock.server.ts'
import { allocations, cartLines, carts, redemptions, vouchers } from '#app/db/schema.ts'
import {
	expireHolds,
	listLoads,
	loadColumns,
	toAllocation,
} from '#app/models/capacity/capacity.server.ts'
import { needsOf, place, type Load, type Placement } from '#app/models/capacity/capacity.ts'
import type { Day } from '#app/models/venue/calendar.ts'
import {
	add,
	bookedSpan,
	dayBoundLines,
	holdUntil,
	isDayBound,
	isSold,
	remove,
	repriced,
	setExtras,
	setQuantity,
	type Cart,
	type CartLine,
	type Extras,
	type Wish,
} from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'

import { ok, refuse, type Refused, type Result } from '#app/models/result.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** Which cart a form speaks of, and how it looked when the form was made. `id` null: there is none yet. */
export type CartRef = { id: string | null; version: number; day: Day | null }

/** Who changes the cart: for the limit of holds per address. */
export type Visitor = { venue: Venue; now: DateTime; addressHash: string | null }

/** The cart with its lines, what they hold, and its voucher; null when it is gone. One round trip. */
export async function findCart(
	cartId: string,
	executor: Database | Transaction = db,
): Promise<Cart | null> {
	const rows = await executor
		.select({
			cart: carts,
			line: cartLines,
			given: givenTo,
			voucher: vouchers,
			reserved: reservedBy,
		})
		.from(carts)
		.leftJoin(cartLines, eq(cartLines.cartId, carts.id))
		.leftJoin(redemptions, and(eq(redemptions.cartId, carts.id), isNull(redemptions.releasedAt)))
		.leftJoin(vouchers, eq(vouchers.id, redemptions.voucherId))
		.where(eq(carts.id, cartId))
		.orderBy(asc(cartLines.position))
	const [first] = rows
	if (!first) return null

	return {
		...first.cart,
		lines: rows.flatMap(({ line }) => (line ? [line] : [])),
		given: Object.fromEntries(
			rows.flatMap(({ line, given }) => (line && given ? [[line.id, given]] : [])),
		),
		voucher: first.voucher && { ...first.voucher, reserved: cents(first.reserved) },
	}
}

const givenTo = sql<string[] | null>`(
	select json_agg(distinct a.resource_id) from allocations a
	where a.cart_id = ${carts.id} and a.cart_line_id = ${cartLines.id}
		and (a.state = 'pending' or (a.state = 'held' and a.expires_at > now()))
)`
const reservedBy = sql`(
	select coalesce(-sum(e.amount), 0) from voucher_entries e where e.redemption_id = ${redemptions.id}
)`.mapWith(Number)

export function addToCart(ref: CartRef, wish: Wish, visitor: Visitor): Promise<Result<Cart>> {
	const product = findProduct(visitor.venue, wish.productId)
	return changeCart(ref, visitor, {
		// Without a day of its own it must not move the cart to the one its visitor was looking at.
		day: product && isDayBound(product) ? wish.day : null,
		decide: (cart) => add(visitor.venue, cart, wish, { now: visitor.now, newId: randomUUID() }),
	})
}

export function changeQuantity(
	ref: CartRef,
	line: { id: string; quantity: number },
	visitor: Visitor,
): Promise<Result<Cart>> {
	return changeCart(ref, visitor, {
		decide: (cart) => setQuantity(visitor.venue, cart, line.id, line.quantity),
	})
}

export function chooseExtras(
	ref: CartRef,
	extras: Extras,
	visitor: Visitor,
): Promise<Result<Cart>> {
	return changeCart(ref, visitor, {
		decide: (cart) => setExtras(visitor.venue, cart, extras, () => randomUUID()),
	})
}

/** Always possible: it claims nothing, not even what had expired meanwhile. */
export function removeFromCart(
	ref: CartRef,
	lineId: string,
	visitor: Visitor,
): Promise<Result<Cart>> {
	return changeCart(ref, visitor, { decide: (cart) => remove(cart, lineId), claims: false })
}

/** Releases and clears everything that belongs to the cart's day. Dateless goods stay. */
export function clearDay(ref: CartRef, visitor: Visitor): Promise<Result<Cart>> {
	const decide = (cart: Cart) => {
		const gone = new Set(dayBoundLines(visitor.venue, cart.lines))
		return ok(cart.lines.filter((line) => !gone.has(line)))
	}
	return changeCart(ref, visitor, { decide, claims: false })
}

/** What a renewal found: lines that are not to be had any more, and lines that cost something else now. */
export type Renewal = { cart: Cart; gone: CartLine[]; repriced: CartLine[] }

/** Extends the hold; after it expired, claims again what is still free, at today's prices. */
export async function renewHold(ref: CartRef, visitor: Visitor): Promise<Result<Renewal>> {
	const gone: CartLine[] = []
	const changed: CartLine[] = []
	const decide = (cart: Cart) => {
		const prices = new Map(
			repriced(visitor.venue, cart).map(({ line, unitPrice }) => [line.id, unitPrice]),
		)
		return ok(
			cart.lines.flatMap((line) => {
				if (!prices.has(line.id)) return [line]
				const unitPrice = prices.get(line.id)
				if (unitPrice === undefined) gone.push(line)
				else changed.push(line)
				return unitPrice === undefined ? [] : [{ ...line, unitPrice }]
			}),
		)
	}
	const renewed = await changeCart(ref, visitor, { decide, drop: (line) => gone.push(line) })
	return renewed.ok ? ok({ cart: renewed.value, gone, repriced: changed }) : renewed
}

/** Keeps what the address step asked for. It makes nothing scarcer, so it needs no lock and no version. */
export async function saveDetails(
	cartId: string,
	details: { person: OrderedPerson; party: OrderedParty | null },
): Promise<void> {
	await db
		.update(carts)
		.set({ ...details, updatedAt: sql`now()` })
		.where(and(eq(carts.id, cartId), isNull(carts.orderId)))
}

type Change = {
	/** A day besides the cart's own that the change may claim on. */
	day?: Day | null
	decide: (cart: Cart) => Result<CartLine[]>
	/** False: nothing new is claimed. */
	claims?: boolean
	/** Told of lines that find no room any more and are left out, instead of refusing the change. */
	drop?: (line: CartLine) => void
}

/** Every change counts, so that forms made before it are noticed. */
export async function bumpVersion(tx: Transaction, cartId: string): Promise<void> {
	await tx
		.update(carts)
		.set({ version: sql`${carts.version} + 1`, updatedAt: sql`now()` })
		.where(eq(carts.id, cartId))
}

/**
 * Lock, load, decide, write: the one way the lines of a cart change. `decide` answers the lines as they
 * shall be; what is new or different among them is claimed, what is gone is released, all or nothing.
 */
async function changeCart(ref: CartRef, visitor: Visitor, change: Change): Promise<Result<Cart>> {
	const days = [...new Set([ref.day, change.day ?? null])].filter((day) => day !== null)
	const load = (tx: Transaction) => loadState(tx, ref, visitor, days)
	return db.transaction(async (tx) => {
		// Whoever is refused anyway need not stand in line for the lock.
		const glance = change.drop ? null : judge(await load(tx), ref, visitor, change)
		if (glance && !glance.ok) return glance

		const state = await lockAndLoad(tx, { days, carts: [ref.id] }, async () => {
			const loaded: (State | null)[] = []
			await inOneFlight([
				...(change.claims === false ? [] : [() => lockAddress(tx, visitor.addressHash)]),
				() => expireHolds(tx, days),
				() => load(tx).then((state) => loaded.push(state)),
			])
			return loaded[0] ?? null
		})
		const claim = judge(state, ref, visitor, change)
		return claim.ok ? ok(await write(tx, claim.value, visitor)) : claim
	})
}

/** Whether the change may be made of what was loaded, and what is to be claimed for it. */
function judge(
	state: State | null,
	ref: CartRef,
	visitor: Visitor,
	change: Change,
): Result<{ state: State; claim: Claim }> {
	if (!state) return refuse('cartChanged')
	const standing = stillAsSeen(state.cart, ref)
	if (!standing.ok) return standing

	const lines = change.decide(state.cart)
	if (!lines.ok) return lines
	const wanted = { ...change, lines: lines.value, day: change.day ?? ref.day }
	const claim = claimFor(visitor.venue, state, wanted)
	if (!claim.ok) return claim
	const isOneMore = claim.value.claimed.length > 0 && state.own.length === 0
	const { cartsPerAddress, newCartsPerAddress } = visitor.venue.hold
	if (isOneMore && state.others.holding >= cartsPerAddress) return refuse('tooManyHolds')
	if (state.cart.version === 0 && state.others.begun >= newCartsPerAddress)
		return refuse('tooManyCarts')
	return ok({ state, claim: claim.value })
}

/** Refuses a form that was made for another state of the cart, and any change while an order runs. */
export function stillAsSeen(cart: Cart, ref: CartRef): Result<undefined> {
	if (cart.orderId !== null) return refuse('orderRunning')
	return cart.version === ref.version && cart.day === ref.day ? ok() : refuse('cartChanged')
}

type OwnAllocation = { id: string; lineId: string | null; resourceId: string; load: Load }
/** The other carts of an address: those that hold something, and those begun within 24 hours. */
type OtherCarts = { holding: number; begun: number }
type State = { cart: Cart; own: OwnAllocation[]; loads: Load[]; others: OtherCarts; dbNow: Date }
type Claim = {
	lines: CartLine[]
	day: Day | null
	kept: OwnAllocation[]
	claimed: { line: CartLine; placement: Placement }[]
}

/** Everything the decision needs, in one flight. A hold that ran out counts for nothing. */
async function loadState(
	tx: Transaction,
	ref: CartRef,
	visitor: Visitor,
	days: Day[],
): Promise<State | null> {
	const cartId = ref.id
	const [cart, own, loads, others, [clock]] = await Promise.all([
		cartId ? findCart(cartId, tx) : null,
		cartId ? listOwn(tx, cartId) : [],
		listLoads(tx, days, cartId),
		countOthers(tx, visitor.addressHash, cartId),
		tx.execute<{ now: Date }>(sql`select now() as now`),
	])
	if (ref.id && !cart) return null
	return {
		cart: cart ?? emptyCart(),
		own,
		loads,
		others,
		dbNow: new Date(clock?.now ?? 0),
	}
}

function claimFor(
	venue: Venue,
	state: State,
	{
		lines: decided,
		day,
		claims = true,
		drop,
	}: Pick<Change, 'claims' | 'drop'> & { lines: CartLine[]; day: Day | null },
): Result<Claim> {
	// A line that the venue no longer sells must not lock the cart: it goes, and what belonged to it too.
	const sold = decided.filter((line) => isSold(venue, line))
	const wanted = sold.filter((line) => !isOrphan(line, sold))
	const before = new Map(state.cart.lines.map((line) => [line.id, line]))
	const isUntouched = (line: CartLine) =>
		before.get(line.id)?.quantity === line.quantity &&
		state.own.some((own) => own.lineId === line.id)
	const kept = state.own.filter((own) =>
		wanted.some((line) => line.id === own.lineId && isUntouched(line)),
	)
	const taken = [...state.loads, ...kept.map((own) => own.load)]
	const lines: CartLine[] = []
	const claimed: Claim['claimed'] = []
	for (const line of decided) {
		const isWanted = wanted.includes(line)
		const placements = isWanted && !isOrphan(line, lines) ? placeNew(line) : null
		if (!placements && isWanted && !drop) return refusalOf(venue, line)
		if (!placements) {
			drop?.(line)
			continue
		}
		lines.push(line)
		claimed.push(...placements.map((placement) => ({ line, placement })))
		taken.push(
			...placements.map(({ resourceId, units, blocked }) => ({ resourceId, units, ...blocked })),
		)
	}
	return ok({ lines, day: dayBoundLines(venue, lines).length > 0 ? day : null, kept, claimed })

	function placeNew(line: CartLine): Placement[] | null {
		return !claims || isUntouched(line) ? [] : placeLine(venue, { day, lines: wanted, line, taken })
	}
}

function isOrphan(line: CartLine, lines: readonly CartLine[]): boolean {
	return line.parentId !== null && !lines.some((other) => other.id === line.parentId)
}

function placeLine(
	venue: Venue,
	{
		day,
		lines,
		line,
		taken,
	}: { day: Day | null; lines: CartLine[]; line: CartLine; taken: Load[] },
): Placement[] | null {
	const product = findProduct(venue, line.productId)
	if (!product) return null
	if (product.uses.length === 0 || day === null) return []
	const booked = bookedSpan(venue, day, lines, line)
	return booked && place(needsOf(venue, product, line.quantity, booked), taken)
}

function refusalOf(venue: Venue, line: CartLine): Refused {
	const kind = findProduct(venue, line.productId)?.kind
	return refuse(kind === 'room' || kind === 'attraction' ? 'chooseOtherPeriod' : 'noFreePlaces')
}

/** Writes the decision in one flight and answers the cart as it now stands. */
async function write(
	tx: Transaction,
	{ state, claim }: { state: State; claim: Claim },
	{ venue, addressHash }: Visitor,
): Promise<Cart> {
	const { cart } = state
	const next: Cart = {
		...cart,
		...holdOf(venue, state, claim),
		version: cart.version + 1,
		day: claim.day,
		lines: claim.lines,
	}
	await Promise.all([
		writeCart(tx, next, addressHash),
		...writeLines(tx, cart, next),
		...writeAllocations(tx, next, claim),
	])
	return next
}

/** A hold that ran out stays in the past until something is claimed again: that is how the visitor sees it. */
function holdOf(
	venue: Venue,
	{ cart, dbNow }: State,
	claim: Claim,
): Pick<Cart, 'heldSince' | 'expiresAt'> {
	if (claim.day === null) return { heldSince: null, expiresAt: null }
	const hasRunOut = cart.expiresAt === null || cart.expiresAt <= dbNow
	if (claim.kept.length + claim.claimed.length === 0)
		return { heldSince: cart.heldSince, expiresAt: hasRunOut ? cart.expiresAt : null }

	const heldSince = hasRunOut || !cart.heldSince ? dbNow : cart.heldSince
	return { heldSince, expiresAt: holdUntil(venue, heldSince, dbNow) }
}

function writeCart(tx: Transaction, cart: Cart, addressHash: string | null): PromiseLike<unknown> {
	const { id, version, day, heldSince, expiresAt } = cart
	const values = { version, day, heldSince, expiresAt, addressHash }
	return version === 1
		? tx.insert(carts).values({ id, ...values })
		: tx
				.update(carts)
				.set({ ...values, updatedAt: sql`now()` })
				.where(eq(carts.id, id))
}

function writeLines(tx: Transaction, before: Cart, after: Cart): PromiseLike<unknown>[] {
	const old = new Map(before.lines.map((line) => [line.id, line]))
	const current = new Set(after.lines.map((line) => line.id))
	const gone = before.lines.filter((line) => !current.has(line.id)).map((line) => line.id)
	const fresh = after.lines.filter((line) => !old.has(line.id))
	const changed = after.lines.filter((line) => {
		const was = old.get(line.id)
		return was !== undefined && (was.quantity !== line.quantity || was.unitPrice !== line.unitPrice)
	})
	return [
		...(gone.length > 0 ? [tx.delete(cartLines).where(inArray(cartLines.id, gone))] : []),
		...(fresh.length > 0
			? [tx.insert(cartLines).values(fresh.map((line) => ({ ...line, cartId: after.id })))]
			: []),
		...changed.map(({ id, quantity, unitPrice }) =>
			tx.update(cartLines).set({ quantity, unitPrice }).where(eq(cartLines.id, id)),
		),
	]
}

function writeAllocations(tx: Transaction, cart: Cart, claim: Claim): PromiseLike<unknown>[] {
	const { day, expiresAt } = cart
	const held = and(eq(allocations.cartId, cart.id), eq(allocations.state, 'held'))
	const kept = claim.kept.map((own) => own.id)
	const release = tx
		.update(allocations)
		.set({ state: 'released', expiresAt: null })
		.where(and(held, kept.length > 0 ? notInArray(allocations.id, kept) : undefined))
	if (day === null || expiresAt === null) return [release]

	const rows = claim.claimed.map(({ line, placement }) => ({
		...toAllocation(placement),
		day,
		state: 'held' as const,
		expiresAt,
		cartId: cart.id,
		cartLineId: line.id,
	}))
	return [
		release,
		...(kept.length > 0 ? [tx.update(allocations).set({ expiresAt }).where(held)] : []),
		...(rows.length > 0 ? [tx.insert(allocations).values(rows)] : []),
	]
}

async function listOwn(tx: Transaction, cartId: string): Promise<OwnAllocation[]> {
	const rows = await tx
		.select({ id: allocations.id, lineId: allocations.cartLineId, ...loadColumns })
		.from(allocations)
		.where(
			and(
				eq(allocations.cartId, cartId),
				eq(allocations.state, 'held'),
				gt(allocations.expiresAt, sql`now()`),
			),
		)
	return rows.map(({ id, lineId, ...load }) => ({ id, lineId, resourceId: load.resourceId, load }))
}

/**
 * Carts of one address that are about to hold something are counted one after another, or as many as come
 * on different days at once would all be counted too early. The last lock of a change, until it ends:
 * whoever has it waits for nothing else, so no circle goes through it.
 */
async function lockAddress(tx: Transaction, addressHash: string | null): Promise<void> {
	if (addressHash !== null)
		await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${addressHash}, 0))`)
}

/** A cart whose order is waiting for its payment holds something too. */
async function countOthers(
	tx: Transaction,
	addressHash: string | null,
	exceptCart: string | null,
): Promise<OtherCarts> {
	if (addressHash === null) return { holding: 0, begun: 0 }
	const isHolding = or(
		gt(carts.expiresAt, sql`now()`),
		and(isNotNull(carts.orderId), isNotNull(carts.expiresAt)),
	)
	const isBegun = gt(carts.createdAt, sql`now() - interval '1 day'`)
	const [row] = await tx
		.select({
			holding: sql`count(*) filter (where ${isHolding})`.mapWith(Number),
			begun: sql`count(*) filter (where ${isBegun})`.mapWith(Number),
		})
		.from(carts)
		.where(
			and(eq(carts.addressHash, addressHash), exceptCart ? ne(carts.id, exceptCart) : undefined),
		)
	return row ?? { holding: 0, begun: 0 }
}

function emptyCart(): Cart {
	return {
		id: randomUUID(),
		version: 0,
		day: null,
		heldSince: null,
		expiresAt: null,
		party: null,
		person: null,
		orderId: null,
		lines: [],
		given: {},
		voucher: null,
	}
}
