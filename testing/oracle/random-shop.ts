import * as fc from 'fast-check'
import { DateTime } from 'luxon'

import { cents } from '#app/models/money.ts'
import type { Condition, Product, Resource } from '#app/models/venue/catalogue.ts'
import type { Day, Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { sampleProduct } from '#testing/sample-product.ts'
import { inProportion, seed } from '#testing/seed.ts'

import type { SlowDays, SlowHold, SlowShop, SlowWish, Step } from './slow-shop.ts'

/*
 * Random venues and visitors for property tests: small enough that everything collides, and with a rule, a buffer and a
 * group of every kind.
 */

/** Limits for visitors are turned off: the slow model leaves them out, and they have tests of their own. */
const noLimits = {
	cartsPerAddress: 1000,
	newCartsPerAddress: 1000,
	exclusivePerCart: 1000,
	exclusivePerAddress: 1000,
	placesPerAddress: 1000,
}

/**
 * Returns the number of sequences for a property, and the seed of all tests; both can be set, and both are printed. A
 * property of slow sequences has only `few` of them in `npm test`.
 */
export function trials(
	name: string,
	usual: number,
	few = usual,
): { numRuns: number; seed: number; path?: string } {
	const { PROPERTY_RUNS, PROPERTY_PATH } = process.env
	const numRuns = PROPERTY_RUNS ? inProportion(usual) : few
	console.log(`${name}: ${numRuns} sequences, PROPERTY_SEED=${seed}`)
	return { numRuns, seed, ...(PROPERTY_PATH && { path: PROPERTY_PATH }) }
}

/**
 * Days by their effect on clocks: two ordinary ones, the one in whose night an hour is missing, and the one in whose
 * night an hour comes twice. `ahead`: hours before UTC while the venue is open.
 */
export const days = [
	{ day: '2026-03-28', ahead: 1 },
	{ day: '2026-06-13', ahead: 2 },
	{ day: '2026-03-29', ahead: 2 },
	{ day: '2026-10-25', ahead: 1 },
] as const satisfies { day: Day; ahead: number }[]

/** The start of the shop's clock: before any of the random venues opens that day. */
export const [{ day: firstDay }] = days
export const firstMinute = 9 * 60 + 30

const midnights = new Map<Day, number>(
	days.map(({ day, ahead }) => [
		day,
		DateTime.fromISO(`${day}T00:00:00Z`).minus({ hours: ahead }).toMillis(),
	]),
)

/** Returns the moment of so many minutes after midnight at the venue, in epoch milliseconds. */
export function momentOf(day: Day, minute: number): number {
	return (midnights.get(day) ?? 0) + minute * 60_000
}

export function clockTime(minute: number): string {
	const [hours, minutes] = [Math.floor(minute / 60), minute % 60]
	return `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** `busyDay`: the day that most visitors want. */
export type RandomShop = { venue: Venue; days: SlowDays; busyDay: Day }

/** Generates venues that are open or closed on each of `days`. */
export function shops(): fc.Arbitrary<RandomShop> {
	return fc
		.record({
			opens: fc.constantFrom(600, 615, 660),
			hours: fc.constantFrom(3, 4, 5),
			isOtherOpen: fc.boolean(),
			// Days that change the clock take a slower way through the calendar.
			busy: fc.constantFrom(0, 0, 0, 0, 1, 2, 3),
			hold: fc.record({
				minutes: fc.constantFrom(10, 15),
				maxMinutes: fc.constantFrom(15, 20, 60),
			}),
			entryRaster: fc.constantFrom(30, 30, 60),
			resources: resources(),
			group: fc.subarray(['room-1', 'room-2', 'room-3'], { minLength: 1 }),
			other: fc.subarray(['room-1', 'room-2', 'room-3'], { minLength: 1 }),
			products: products(),
		})
		.map(
			({
				opens,
				hours,
				isOtherOpen,
				busy,
				hold,
				entryRaster,
				resources,
				group,
				other,
				products,
			}) => {
				const closes = opens + hours * 60
				const open = days.filter((_, index) => index !== 1 || isOtherOpen)
				const times = { opens: clockTime(opens), closes: clockTime(closes) }
				const never = null
				const venue: Partial<Venue> = {
					depositShare: 30,
					vat: [{ from: '2007-01-01', standard: 19, reduced: 7 }],
					shipping: { price: cents(390), vat: 'standard' },
					hold: { ...hold, ...noLimits },
					entry: {
						resource: 'zone-1',
						raster: entryRaster,
						durations: [60, 90, 'day'],
						guests: 2,
						fewPlaces: 2,
					},
					calendar: {
						openingDate: '2025-03-01',
						horizonDays: 365,
						federalState: 'BY',
						weekdays: {
							monday: never,
							tuesday: never,
							wednesday: never,
							thursday: never,
							friday: never,
							saturday: never,
							sunday: never,
						},
						publicHolidays: times,
						schoolHolidays: times,
						schoolHolidayRanges: [],
						weekendPrices: [],
						overrides: open.map(({ day }) => ({ day, label: text, hours: times })),
					},
					resources,
					groups: [
						{ id: 'group-1', name: text, members: group },
						{ id: 'group-2', name: text, members: other },
					],
					products,
				}
				return {
					venue: venue as Venue,
					days: Object.fromEntries(open.map(({ day }) => [day, { opens, closes }])),
					busyDay: open[busy % open.length]?.day ?? firstDay,
				}
			},
		)
}

/** A visitor's wish in these venues, sensible or not. `slot`: half hours after opening. */
type RandomWish = Pick<SlowWish, 'productId' | 'quantity' | 'duration' | 'parent'> & {
	elsewhere: Day | null
	slot: number
}

function wishes(): fc.Arbitrary<RandomWish> {
	return fc.record({
		productId: fc.constantFrom(...wanted),
		quantity: fc.integer({ min: 1, max: 5 }),
		slot: fc.constantFrom(0, 1, 2, 2, 3, 4, 5, 8),
		duration: fc.constantFrom<Duration>(60, 60, 90, 90, 'day', 75),
		parent: often(null, fc.nat({ max: 4 }), 5),
		// Most wishes are for the busy day: two carts that never compete for a place prove nothing.
		elsewhere: often(null, fc.constantFrom(...days.map(({ day }) => day)), 6),
	})
}

const wanted =
	'ticket ticket ticket ride ride room room party party party snack drink table table gift none'.split(
		' ',
	)

function often<T, U>(usual: T, otherwise: fc.Arbitrary<U>, weight: number): fc.Arbitrary<T | U> {
	return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: otherwise })
}

/** Generates sequences of intents long enough that something expires. */
export function stories(): fc.Arbitrary<Intent[]> {
	return fc.array(intents(), { minLength: 2, maxLength: 16, size: 'max' })
}

/** Generates sequences of moments, each with intents of several visitors. */
export function momentsOfMany(): fc.Arbitrary<Intent[][]> {
	const moment = fc.array(intents(), { minLength: 1, maxLength: 3, size: 'max' })
	return fc.array(moment, { minLength: 2, maxLength: 9, size: 'max' })
}

/** A step that a visitor means to take; the cart decides which line and which group it is about. */
export type Intent =
	| { kind: 'wait'; minutes: number }
	| { kind: 'add'; visitor: number; wish: RandomWish }
	| { kind: 'quantity'; visitor: number; line: number; quantity: number }
	| { kind: 'remove' | 'clearDay' | 'renew'; visitor: number; line: number }
	| { kind: 'move'; visitor: number; day: Day }
	| ExtrasIntent

/** `isStray`: also asks for products that the package does not offer. */
type ExtrasIntent = {
	kind: 'extras'
	visitor: number
	line: number
	quantities: Record<string, number>
	isStray: boolean
}

export const visitors = 3

function intents(): fc.Arbitrary<Intent> {
	const visitor = fc.nat({ max: visitors - 1 })
	const line = fc.nat({ max: 5 })
	return fc.oneof(
		{ weight: 10, arbitrary: fc.record({ kind: fc.constant('add'), visitor, wish: wishes() }) },
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constant('quantity'),
				visitor,
				line,
				quantity: fc.integer({ min: 1, max: 8 }),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constant('extras'),
				visitor,
				line,
				quantities: fc.record(Object.fromEntries(extras.map((id) => [id, fc.nat({ max: 4 })]))),
				isStray: fc.nat({ max: 9 }).map((dice) => dice === 9),
			}),
		},
		{
			weight: 5,
			arbitrary: fc.record({
				kind: fc.constantFrom('remove', 'remove', 'renew', 'renew', 'clearDay'),
				visitor,
				line,
			}),
		},
		{
			weight: 5,
			arbitrary: fc.record({
				kind: fc.constant('move'),
				visitor,
				day: fc.constantFrom(...days.map(({ day }) => day)),
			}),
		},
		{
			weight: 3,
			arbitrary: fc.record({
				kind: fc.constant('wait'),
				minutes: fc.constantFrom(1, 5, 9, 9, 14, 15, 16, 45),
			}),
		},
	)
}

/** Turns an intent into a step in this shop; null when it has no meaning there. */
export function stepOf(shop: SlowShop, busyDay: Day, intent: Intent): Step | null {
	if (intent.kind === 'wait') return intent
	const { visitor } = intent
	const cart = shop.carts[visitor] ?? null
	const version = cart?.version ?? 0
	const count = cart?.lines.length ?? 0
	if (intent.kind === 'add') {
		const { wish } = intent
		const parent = wish.parent === null || count === 0 ? null : wish.parent % count
		const { elsewhere, slot, ...rest } = wish
		const day = elsewhere ?? busyDay
		const time = (shop.days[day]?.opens ?? 600) + slot * 30
		return { kind: 'add', visitor, version, wish: { ...rest, day, time, parent } }
	}
	if (!cart || count === 0) return null
	// Back to the busy day, where a move finds others; away from it otherwise.
	if (intent.kind === 'move') {
		const day = cart.day === busyDay ? intent.day : busyDay
		return { kind: 'move', visitor, version, day }
	}

	const line = intent.line % count
	switch (intent.kind) {
		case 'quantity':
			return { kind: 'quantity', visitor, version, line, quantity: intent.quantity }
		case 'extras': {
			const packages = cart.lines.filter(
				({ productId }) => (findProduct(shop.venue, productId)?.conditions.length ?? 0) > 0,
			)
			const chosen = packages[intent.line % packages.length]
			const groups = findProduct(shop.venue, chosen?.productId ?? '')?.conditions ?? []
			if (!chosen) return null
			const offered = new Set(groups.flatMap(({ items }) => items.map(({ product }) => product)))
			const asked = Object.entries(intent.quantities).filter(
				([id]) => intent.isStray || offered.has(id),
			)
			const quantities = Object.fromEntries(asked)
			const index = cart.lines.indexOf(chosen)
			return { kind: 'extras', visitor, version, line: index, quantities }
		}
		case 'remove':
			return { kind: 'remove', visitor, version, line }
		case 'clearDay':
		case 'renew':
			return { kind: intent.kind, visitor, version }
	}
}

/** Everything a visitor or an operator could see, in a form by which two shops can be compared. */
export type Picture = {
	carts: (PicturedCart | null)[]
	/** 'visitor/line resource day from-until x units', sorted. */
	holds: string[]
}

/** `expires` null: nothing is held. Lines: product, quantity, from, until, place of the package. */
type PicturedCart = {
	version: number
	day: Day | null
	expires: number | null
	lines: [string, number, number | null, number | null, number | null][]
}

export function pictureOf({ carts, holds, clock }: SlowShop): Picture {
	const lineOf = (hold: SlowHold) =>
		carts[hold.visitor]?.lines.findIndex((line) => line.id === hold.line) ?? -1
	return {
		carts: carts.map(
			(cart) =>
				cart && {
					version: cart.version,
					day: cart.day,
					expires: cart.expires !== null && cart.expires > clock ? cart.expires : null,
					lines: cart.lines.map(({ productId, quantity, from, until, parent }) => [
						productId,
						quantity,
						from,
						until,
						placeOf(cart.lines, parent),
					]),
				},
		),
		holds: holds.map((hold) => holdText({ ...hold, line: lineOf(hold) })).sort(),
	}
}

export function holdText(hold: SlowHold): string {
	const { visitor, line, resourceId, day, from, until, units } = hold
	return `${visitor}/${line} ${resourceId} ${day} ${from}-${until} x ${units}`
}

/** Returns the index of the line of that id in the cart. */
export function placeOf<Id>(lines: readonly { id: Id }[], id: Id | null): number | null {
	const index = lines.findIndex((line) => line.id === id)
	return index === -1 ? null : index
}

/** Returns the minutes from midnight at the venue until a moment of that day. */
export function minuteOf(day: Day, moment: Date | number): number {
	return (moment.valueOf() - momentOf(day, 0)) / 60_000
}

const extras = ['snack', 'drink', 'table'] as const
const text = { de: 'Text', en: 'Text' }

function resources(): fc.Arbitrary<Resource[]> {
	const buffer = fc.constantFrom(undefined, 5, 30)
	const zone = (id: string, max: number) =>
		fc
			.record({ capacity: fc.integer({ min: 2, max }), buffer })
			.map(({ capacity, buffer }): Resource => ({
				id,
				name: text,
				capacity,
				...(buffer && { bufferAfter: buffer }),
			}))
	const room = (id: string) =>
		fc
			.record({ seats: fc.integer({ min: 2, max: 6 }), buffer })
			.map(({ seats, buffer }): Resource => ({
				id,
				name: text,
				seats,
				...(buffer && { bufferAfter: buffer }),
			}))
	return fc.tuple(
		zone('zone-1', 10),
		zone('zone-2', 5),
		zone('pool', 3),
		room('room-1'),
		room('room-2'),
		room('room-3'),
	)
}

function products(): fc.Arbitrary<Product[]> {
	const some = fc.constantFrom
	const bounds = fc
		.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 2, max: 8 }))
		.map(([min, max]) => ({ min, max: Math.max(min, max) }))
	return fc
		.record({
			ticketBounds: bounds,
			ticketRaster: some(undefined, 30, 30, 90),
			rideFrom: some(0, 15, 30),
			partyBounds: bounds,
			partyRoomFrom: some(0, 30, 60),
			partyRoomMinutes: some(undefined, 45, 60),
			partyUses: fc.subarray(['zone-2', 'group-2', 'pool'] as const),
			tableUnits: some('quantity' as const, 1),
			conditions: fc.uniqueArray(conditions(), { selector: ({ id }) => id, maxLength: 2 }),
			drinkRequires: some<string[]>([], ['snack'], ['ticket']),
			roomExcludes: some<string[]>([], [], ['party'], ['ticket', 'gift']),
			snackExcludes: some<string[]>([], ['drink']),
			snackMax: fc.integer({ min: 1, max: 5 }),
		})
		.map((it) => [
			product('ticket', {
				kind: 'ticket',
				duration: 'chosen',
				prices: { weekday: byDuration, weekend: byDuration },
				...(it.ticketRaster && { raster: it.ticketRaster }),
				uses: [{ resource: 'zone-1', units: 'quantity', from: 0 }],
				quantity: it.ticketBounds,
			}),
			product('ride', {
				kind: 'attraction',
				duration: 60,
				raster: 30,
				uses: [
					{ resource: 'zone-1', units: 'quantity', from: 0 },
					{ resource: 'zone-2', units: 1, from: it.rideFrom, minutes: 30 },
				],
			}),
			product('room', {
				kind: 'room',
				duration: 'chosen',
				prices: { weekday: byDuration, weekend: byDuration },
				uses: [{ resource: 'room-1', units: 1, from: 0 }],
				quantity: { min: 1, max: 1 },
				excludes: it.roomExcludes,
			}),
			product('party', {
				kind: 'package',
				duration: 120,
				raster: 30,
				perGuest: true,
				quantity: it.partyBounds,
				uses: [
					{ resource: 'zone-1', units: 'quantity', from: 0 },
					{
						group: 'group-1',
						units: 'quantity',
						from: it.partyRoomFrom,
						...(it.partyRoomMinutes && { minutes: it.partyRoomMinutes }),
					},
					...it.partyUses.map((id) =>
						id === 'group-2'
							? { group: id, units: 'quantity' as const, from: 0, minutes: 60 }
							: { resource: id, units: 1, from: 30, minutes: 45 },
					),
				],
				conditions: it.conditions,
			}),
			product('snack', { quantity: { min: 1, max: it.snackMax }, excludes: it.snackExcludes }),
			product('drink', { quantity: { min: 2, max: 6 }, requires: it.drinkRequires }),
			product('table', { uses: [{ resource: 'pool', units: it.tableUnits, from: 0 }] }),
			product('gift', { kind: 'giftVoucher', due: 'online', vat: 'none', delivery: 'mail' }),
		])
}

const byDuration = { '60': cents(500), '90': cents(700), day: cents(900) }

function conditions(): fc.Arbitrary<Condition> {
	return fc
		.record({
			rule: fc.constantFrom('min', 'max', 'all', 'exactlyOne'),
			n: fc.integer({ min: 1, max: 3 }),
			perGuest: fc.boolean(),
			items: fc.subarray([...extras], { minLength: 1 }),
			included: fc.boolean(),
		})
		.map(({ rule, n, perGuest, items, included }) => ({
			id: items.join('-'),
			title: text,
			rule,
			n,
			perGuest,
			items: items.map((product) => ({
				product,
				...(included && { included: { quantity: 1, perGuests: 2 } }),
			})),
		}))
}

function product(id: string, more: Partial<Product> = {}): Product {
	const prices = { weekday: cents(250), weekend: cents(250) }
	return sampleProduct(id, { kind: 'addon', prices, ...more })
}
