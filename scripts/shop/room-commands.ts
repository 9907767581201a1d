import { StartError } from '#app/gateways/start-error.ts'
import type { AskedClosing } from '#app/models/booking/close-day.server.ts'
import { isTickable, type NamedBooking } from '#app/models/booking/close-day.ts'
import type { Block } from '#app/models/capacity/block.server.ts'
import type { BlockRefused, Repeat } from '#app/models/capacity/block.ts'
import { operator } from '#app/models/staff/staff.ts'
import type { Hours } from '#app/models/venue/calendar.ts'
import type { Fate } from '#app/models/venue/override.ts'
import { closingTime, parseDay, parseTime, type Day } from '#app/models/venue/slot.ts'
import { findResource, type Venue } from '#app/models/venue/venue.ts'
import { askFirst } from '#scripts/shop/ask.ts'
import { mistyped } from '#scripts/shop/mistyped.ts'
import { valueOf } from '#scripts/shop/order-commands.ts'
import { forTerminal, money, times } from '#scripts/shop/terminal.ts'
import { wordsIn, type TerminalWords } from '#scripts/shop/words.ts'

/*
 * The commands of `npm run venue` that block rooms and close days, by the verbs of the desk. Models are imported once
 * the environment names their database.
 */

/** The words that the operator typed: the command and its arguments. */
type Typed = readonly string[]

type Options = { reason?: string | undefined; lang?: string | undefined; yes: boolean } & Partial<
	Record<keyof typeof roomOptions, string>
>

/** The options that only the commands for rooms and days take. */
export const roomOptions = {
	places: { type: 'string' },
	every: { type: 'string' },
	last: { type: 'string' },
	label: { type: 'string' },
	words: { type: 'string' },
	move: { type: 'string' },
	cancel: { type: 'string' },
} as const

const LONGEST = 200

const BLOCK = `block DAY ROOM FROM TO --reason WHY [--places N] [--every week|day --last DAY]:
block 2026-12-12 mars 18:00 20:00 --reason 'team evening'
block DAY lists what is blocked from that day on.`

/**
 * Runs the command `block`: blocks a room, or places of a zone; with a day alone, lists the blocks from that day on.
 */
export async function block(typed: Typed, options: Options): Promise<void> {
	const { reason, lang, places } = options
	const words = wordsIn(lang)
	const [, typedDay, resourceId, from, until] = typed
	const day = parseDay(typedDay)
	if (!day) throw mistyped({ day }, BLOCK, words)
	const { venue, model, now } = await load()
	if (resourceId === undefined) return listBlocks(venue, await model.listBlocks(day), day, words)
	const units = places === undefined ? null : Number(places)
	const isTimed = parseTime(from) && closingTime.safeParse(until).success
	const isReason = reason && reason.length <= LONGEST
	if (!isTimed || !from || !until || !isReason)
		throw mistyped({ hours: isTimed, reason: isReason }, BLOCK, words)
	if (units !== null && !(Number.isInteger(units) && units > 0))
		throw mistyped({ places: null }, BLOCK, words)
	const repeat = repeatOf(options, words)
	const asked = { resourceId, day, from, until, units, reason, repeat }
	const made = await model.blockPlaces(asked, operator, now)
	if (!made.ok) throw withFreeTimes(made, words)
	const blocked = words.isBlocked(nameOf(venue, resourceId), timeOf(made.value))
	console.log(repeat ? `${blocked} ${words.comesAgain(made.value.days, repeat.last)}` : blocked)
}

/** Reads from `--every` and `--last` on which days a block comes again; null where neither is typed. */
function repeatOf({ every, last }: Options, words: TerminalWords): Repeat | null {
	if (every === undefined && last === undefined) return null
	const day = parseDay(last)
	if (!day || (every !== 'week' && every !== 'day')) throw mistyped({ repeat: null }, BLOCK, words)
	return { every, last: day }
}

/** Runs the command `unblock`: lifts the block of a room that begins at the typed time. */
export async function unblock(typed: Typed, { lang }: Options): Promise<void> {
	const words = wordsIn(lang)
	const [, typedDay, resourceId = '', from = ''] = typed
	const day = parseDay(typedDay)
	if (!day || !parseTime(from))
		throw mistyped(
			{ day, time: null },
			'unblock DAY ROOM FROM: unblock 2026-12-12 mars 18:00',
			words,
		)
	const { venue, model } = await load()
	const blocks = await model.listBlocks(day, day)
	const found = blocks.find(
		(it) => it.resourceId === resourceId && timeOf(it).startsWith(`${day} ${from}`),
	)
	const lifted = valueOf(await model.liftBlock(found?.id ?? NO_BLOCK, operator), words)
	console.log(words.isLifted(nameOf(venue, resourceId), timeOf(lifted)))
}

const NO_BLOCK = '00000000-0000-0000-0000-000000000000'

const CLOSE = `close DAY --reason WHY [--label TEXT] [--words TEXT] [--move ORDER,...] [--cancel ORDER,...]:
close 2026-12-13 --reason 'heating' --words 'Our heating is broken.' --cancel all
Without --move and --cancel every booking stays; all stands for every booking that is left.`

/** Runs the command `close`: closes a day, after naming every booking and its fate. */
export async function closeDay(typed: Typed, options: Options): Promise<void> {
	const [, typedDay] = typed
	const day = parseDay(typedDay)
	const { reason } = options
	if (!day || !reason) throw mistyped({ day, reason }, CLOSE, wordsIn(options.lang))
	await override(day, null, options)
}

/**
 * Runs the command `open`: gives a day other hours; without any typed, ends the day's override, so that the hours of
 * the files count again.
 */
export async function openDay(typed: Typed, options: Options): Promise<void> {
	const usage = `open DAY, or open DAY FROM TO --reason WHY: open 2026-12-13 10:00 15:00 --reason 'staff party'`
	const words = wordsIn(options.lang)
	const [, typedDay, opens, closes] = typed
	const day = parseDay(typedDay)
	if (!day) throw mistyped({ day }, usage, words)
	if (opens !== undefined) {
		const isHours = parseTime(opens) && closingTime.safeParse(closes).success
		const { reason } = options
		if (!isHours || closes === undefined || opens >= closes || !reason)
			throw mistyped({ hours: isHours && opens < (closes ?? ''), reason }, usage, words)
		return override(day, { opens, closes }, options)
	}
	await load()
	const { reopenDay } = await import('#app/models/booking/close-day.server.ts')
	valueOf(await reopenDay(day, operator), words)
	console.log(words.filesCount(day))
}

/**
 * Names the bookings that other hours of a day (null: none) concern, asks the operator, and writes the override of the
 * day.
 */
async function override(day: Day, hours: Hours | null, options: Options): Promise<void> {
	const words = wordsIn(options.lang)
	const { now } = await load()
	const model = await import('#app/models/booking/close-day.server.ts')
	const { findConcerned } = await import('#app/models/booking/concerned.server.ts')
	const [{ bookings, carts }, newest] = await Promise.all([
		findConcerned(day, hours),
		model.findNewest(day),
	])
	const fateOf = fatesTyped(bookings, options)
	const spoken = hours && `${hours.opens}-${hours.closes}`
	const named = bookings.map((booking) => namedIn(booking, fateOf(booking), words))
	await askFirst(
		[
			bookings.length > 0 ? words.concerned(bookings.length) : words.nobodyConcerned,
			...named.map(forTerminal),
			...(carts > 0 ? [words.heldByCarts(carts)] : []),
			words.dayCloses(day, spoken),
			words.becauseOf(options.reason ?? ''),
		],
		options.yes,
		words,
	)
	const { label = null, reason = '' } = options
	const asked: AskedClosing = {
		day,
		seen: newest?.id ?? null,
		hours,
		label: label === null ? { de: 'geschlossen', en: 'closed' } : { de: label, en: label },
		reason,
		words: options.words ?? null,
		fates: Object.fromEntries(bookings.map((it) => [it.orderId, fateOf(it)])),
	}
	valueOf(await model.closeDay(asked, operator, now), words)
	console.log(words.dayIsClosed(day, spoken))
}

/**
 * Returns the function that tells the fate of a booking by `--move` and `--cancel`, which name bookings by their
 * order's number or say 'all'.
 * @throws StartError for a number that is named twice, or that the day does not concern
 */
function fatesTyped(bookings: readonly NamedBooking[], { move, cancel }: Options) {
	const [moved, cancelled] = [numbersIn(move), numbersIn(cancel)]
	const known = new Set(['all', ...bookings.filter(isTickable).map(({ number }) => number)])
	const unknown = [...moved, ...cancelled].find(
		(it) => !known.has(it) || (moved.includes(it) && cancelled.includes(it)),
	)
	if (unknown !== undefined) throw new StartError(`--move and --cancel do not know '${unknown}'.`)
	return (booking: NamedBooking): Fate => {
		if (!isTickable(booking)) return 'leave'
		if (moved.includes(booking.number)) return 'move'
		if (cancelled.includes(booking.number)) return 'cancel'
		if (moved.includes('all')) return 'move'
		return cancelled.includes('all') ? 'cancel' : 'leave'
	}
}

function numbersIn(typed: string | undefined): string[] {
	return typed?.split(',').map((it) => it.trim()) ?? []
}

function namedIn(booking: NamedBooking, fate: Fate, words: TerminalWords): string {
	const { number, name, customer, phones, visit, paid, isPaid, isMoving } = booking
	const standing = isMoving ? words.isBeingMoved : words.isBeingPaid
	const fateSaid = isTickable({ isPaid, isMoving }) ? words.fates[fate] : standing
	const time = times(visit?.startsAt ?? null, visit?.endsAt ?? null)
	const parts = [number, time, name, customer, ...phones, words.paidOnline(money(paid)), fateSaid]
	return `  ${parts.filter((part) => part !== '').join(', ')}`
}

function listBlocks(venue: Venue, blocks: readonly Block[], day: Day, words: TerminalWords): void {
	if (blocks.length === 0) return console.log(words.noBlocks(day))
	for (const block of blocks) {
		const { resourceId, units, reason } = block
		const isRoom = findResource(venue, resourceId)?.seats !== undefined
		const part = isRoom ? words.wholeRoom : words.placesOf(units)
		console.log(forTerminal(`${timeOf(block)}  ${resourceId}, ${part}: ${reason}`))
	}
}

/** Formats the time of a block: '2026-12-12 18:00-20:00'. */
function timeOf({ day, startsAt, endsAt }: Block): string {
	return `${day} ${times(startsAt, endsAt)}`
}

/** Returns an error with the sentence of a refused block, and with the times that are free. */
function withFreeTimes(refused: BlockRefused, words: TerminalWords): StartError {
	const { key, values = {} } = refused.message
	const free = (refused.free ?? []).map(({ from, until }) => times(new Date(from), new Date(until)))
	const said = `${words.t(key, values)}.`
	return new StartError(free.length > 0 ? `${said} ${words.stillFree(free.join(', '))}` : said)
}

function nameOf(venue: Venue, resourceId: string): string {
	return findResource(venue, resourceId)?.name.de ?? resourceId
}

async function load() {
	const { loadVenue } = await import('#app/models/venue/current.server.ts')
	const model = await import('#app/models/capacity/block.server.ts')
	const { now } = await import('#app/gateways/clock.server.ts')
	return { venue: await loadVenue(), model, now: now() }
}
