import { setTimeout as delay } from 'node:timers/promises'

import { DateTime } from 'luxon'

import { auditAt } from '#app/db/audit.server.ts'
import { startDice } from '#sandbox/dice.ts'

import { differences, isStill } from './day-differences.ts'
import { readFacts } from './day-facts.ts'
import { readPage, readSheet } from './day-pages.ts'
import { journalFaults, readTraces, type Entry, type Traced } from './desk-journal.ts'
import { paperFaults, placeFaults, voucherFaults } from './month-books.ts'
import { count, countTo, inTurns, untilWorked, whole } from './month.ts'
import { untilAgreed } from './payment-simulation.ts'
import * as atDesk from './saturday-desk.ts'
import { bookOnline, tryToTake, type Visit } from './saturday-guests.ts'
import type { Person } from './saturday-people.ts'
import { nameOf, planMinute, type DeedName, type Planned } from './saturday-plan.ts'
import { openStage, type Stage } from './saturday-stage.ts'

export type Saturday = {
	minutes: number
	seed: number
	/** Begins a thing as soon as somebody has time for it, and a minute when the one before is compared. */
	fast: boolean
	/** Kills a process in each minute: a node and a desk in turn. */
	kill: boolean
	guests: number
	parties: number
	/** The file that keeps the output of all processes when something is found. */
	output: string
	say: (line: string) => void
}

export type SaturdayFigures = {
	/** Things that were done, by kind and answer, and refusals by their sentence. */
	deeds: Record<string, number>
	refused: Record<string, number>
	/** Answer times by what was asked for, in milliseconds. */
	times: Record<string, { asked: number; median: number; p99: number; slowest: number }>
	kills: Record<string, number>
	/** Requests that a kill cut off. */
	cuts: number
	/** Guests and parties of the day, at its beginning and its end. */
	day: Record<string, number>
	/** Comparisons of both pages with the rows: with nobody about, and while everybody works. */
	comparisons: Record<string, number>
	seconds: number
	findings: string[]
}

/**
 * Lets a Saturday happen: it is filled with guests and parties online and by telephone, then three desks and guests do
 * to it, over HTTP, what a day is made of, while a shop node and a desk are killed in turn. After each minute the day's
 * sheet and page, as a person reads them, are compared with the rows, the audit is run, and each deed must have left
 * the rows that its answer promised. At the end the books of providers and papers agree as well.
 */
export async function simulateSaturday(saturday: Saturday): Promise<SaturdayFigures> {
	const stage = await openStage()
	const play = newPlay(stage, saturday)
	try {
		await fill(play)
		for (const minute of countTo(saturday.minutes)) await live(play, minute)
		await conclude(play)
	} finally {
		if (play.findings.length > 0 || stage.watch.findings.length > 0)
			await stage.keepOutput(saturday.output)
		await stage.close()
	}
	return figuresOf(play)
}

type Play = ReturnType<typeof newPlay>

function newPlay(stage: Stage, saturday: Saturday) {
	const day = nextSaturday()
	return {
		stage,
		saturday,
		day,
		/** The day after: some are moved there and back. */
		sunday: DateTime.fromISO(day).plus({ days: 1 }).toISODate() ?? '',
		journal: [] as Entry[],
		deeds: {} as Record<string, number>,
		refused: {} as Record<string, number>,
		kills: {} as Record<string, number>,
		comparisons: {} as Record<string, number>,
		counted: {} as Record<string, number>,
		findings: [] as string[],
		begin: performance.now(),
		/** Numbers marks and names. */
		turn: 0,
	}
}

/** A Saturday in two weeks, or the first one after that which the demo venue is open on as usual. */
function nextSaturday(): string {
	const first = DateTime.now().setZone('Europe/Berlin').plus({ weeks: 2 }).set({ weekday: 6 })
	const days = [0, 1, 2, 3].map((weeks) => first.plus({ weeks }).toISODate() ?? '')
	return days.find((day) => !/-(12-2\d|12-3\d|01-0\d)$/.test(day)) ?? ''
}

function markOf(play: Play, what: string): string {
	return `${what}-${(play.turn += 1)}`
}

/** Notes how a deed was answered, in the journal that the rows must agree with. */
function note(play: Play, deed: Traced, mark: string, { told, why, amount }: atDesk.Outcome) {
	count(play.deeds, `${deed}: ${told === 'none' ? 'nothing to do' : told}`)
	if (told === 'none') return
	if (told === 'refused') count(play.refused, `${deed}: ${why}`)
	// A note that was refused has not come to its amount.
	play.journal.push({
		deed,
		mark,
		told,
		...(told === 'done' && amount !== undefined && { amount }),
	})
}

/** Books online and by telephone in turn until there are as many parties and guests as wished. */
async function fill(play: Play): Promise<void> {
	const { seed, guests, parties, say } = play.saturday
	for (let round = 1; round <= 20; round += 1) {
		const has = await sizeOf(play)
		if (has.guests >= guests && has.parties >= parties) break
		const missing = [
			...Array<'party'>(Math.max(0, parties - has.parties)).fill('party'),
			...Array<'tickets'>(Math.ceil(Math.max(0, guests - has.guests) / 5)).fill('tickets'),
		]
		// Parties come first: their guests count as well.
		const now = missing.some((what) => what === 'party')
			? missing.filter((what) => what === 'party')
			: missing
		await inTurns(6, now.entries(), async ([index, what]) => {
			const { roll } = startDice(seed * 7919 + round * 1009 + index)
			if (index % 3 === 2) await telephone(play, play.stage.people[1 + (index % 2)], roll, what)
			else await online(play, roll, what)
		})
		say(`${seconds(play)} s: ${JSON.stringify(await sizeOf(play))}`)
	}
	const { guests: came, parties: booked } = await sizeOf(play)
	Object.assign(play.counted, {
		'guests at the beginning': came,
		'parties at the beginning': booked,
	})
	await compare(play, 'before the day')
}

async function sizeOf({ stage, day }: Play): Promise<{ guests: number; parties: number }> {
	const { bookings } = await readFacts(stage.sql, day)
	return {
		guests: bookings.reduce((sum, booking) => sum + booking.guests, 0),
		parties: bookings.filter(({ isParty }) => isParty).length,
	}
}

/** Lives through a minute: its deeds at their moments, its kill, then everybody stops and all is compared. */
async function live(play: Play, minute: number): Promise<void> {
	const { fast, kill, seed, say } = play.saturday
	const { deeds, killAt } = planMinute(seed, minute)
	const begin = performance.now()
	const until = async (part: number) => {
		const left = begin + part * 60_000 - performance.now()
		if (!fast && left > 0) await delay(left)
	}
	const killing = async () => {
		if (!kill) return
		await until(killAt)
		count(play.kills, await play.stage.kill(minute))
	}
	await Promise.all([
		killing(),
		inTurns(6, deeds, async (planned) => {
			await until(planned.at)
			await act(play, planned)
		}),
	])
	await until(1)
	await compare(play, `minute ${minute}`)
	const all = Object.values(play.deeds).reduce((sum, times) => sum + times, 0)
	const { findings } = play.stage.watch
	say(
		`${seconds(play)} s: minute ${minute}, ${all} deeds, ${JSON.stringify(await sizeOf(play))}, ${play.findings.length + findings.length} findings`,
	)
}

type Roll = () => number
type Booking = {
	number: string
	called: string
	left: number
	isNoted: boolean
	isRoomAlone: boolean
}

async function bookingsOn({ stage }: Play, day: string): Promise<Booking[]> {
	return stage.sql<Booking[]>`
		select number, coalesce(nullif(party ->> 'name', ''), person ->> 'lastName') as called,
			greatest(0, on_site - coalesce((
				select sum(counts) from on_site_payments where order_id = o.id
			), 0))::int as left,
			exists (
				select from on_site_payments n where order_id = o.id and kind = 'payment'
					and not exists (select from on_site_payments where reverses_id = n.id)
			) as "isNoted",
			exists (select from order_lines where order_id = o.id and product_id like 'room-%') as "isRoomAlone"
		from orders o where day = ${day} and state = 'confirmed' order by number`
}

function oneOf<Thing>(things: readonly Thing[], roll: Roll): Thing | undefined {
	return things[whole(roll(), things.length)]
}

/** Does one thing. What finds no booking to do it with looks one up by its name instead. */
async function act(play: Play, { deed, desk: seat, seed }: Planned): Promise<void> {
	const { stage, day } = play
	const { roll } = startDice(seed)
	const bookings = await bookingsOn(play, day)
	const { people } = stage
	const desk = people[seat] ?? people[0]
	const shift = people[1 + whole(roll(), 2)] ?? people[1]
	const owing = bookings.filter(({ left }) => left > 0)
	const deeds: Record<DeedName, () => Promise<unknown>> = {
		search: () => search(play, desk, oneOf(bookings, roll)),
		rest: () => rest(play, desk, oneOf(owing, roll), roll),
		'rest together': async () => {
			const one = oneOf(owing, roll)
			await Promise.all([rest(play, people[0], one, roll), rest(play, shift, one, roll)])
		},
		undo: () =>
			undo(
				play,
				desk,
				oneOf(
					bookings.filter(({ isNoted }) => isNoted),
					roll,
				),
			),
		change: () => change(play, shift, oneOf(bookings, roll), moreBy(roll)),
		move: () => move(play, shift, roll),
		'change together': async () => {
			const one = oneOf(bookings, roll)
			const by = moreBy(roll)
			// The same numbers twice are one change, and one reason (faults K6).
			await Promise.all([change(play, people[1], one, by), change(play, people[2], one, by + 1)])
		},
		cancel: () => cancel(play, shift, roll),
		'cancel together': async () => {
			const one = oneOf(owing, roll)
			await Promise.all([cancel(play, people[2], roll, one), rest(play, people[0], one, roll)])
		},
		note: () => keepNote(play, desk, oneOf(bookings, roll)),
		block: () => block(play, shift, roll),
		lift: () => lift(play, shift, roll),
		telephone: () => refill(play, roll, (what) => telephone(play, shift, roll, what)),
		'last room': () => race(play, shift, roll),
		sheet: () => look(play, desk),
		day: () => look(play, desk),
		online: () => refill(play, roll, (what) => online(play, roll, what)),
	}
	await deeds[deed]()
}

async function search(play: Play, desk: Person | undefined, booking?: Booking): Promise<void> {
	if (!desk || !booking) return
	const isFound = await atDesk.searchFor(desk, booking.called, booking.number)
	count(play.deeds, isFound ? 'search: found' : 'search: lost')
	if (!isFound) play.findings.push(`the search for ${booking.called} misses ${booking.number}`)
}

async function rest(
	play: Play,
	desk: Person | undefined,
	booking: Booking | undefined,
	roll: Roll,
) {
	if (!desk || !booking) return search(play, desk, booking)
	const receipt = markOf(play, 'B')
	const away = roll() < 0.35 ? 1 : 0
	const part = roll() < 0.3 ? 0.5 : whole(roll(), 2)
	note(play, 'rest', receipt, await atDesk.noteRest(desk, booking.number, { receipt, away, part }))
}

async function undo(play: Play, desk: Person | undefined, booking: Booking | undefined) {
	if (!desk || !booking) return search(play, desk, booking)
	const reason = markOf(play, 'falsch')
	note(play, 'undo', reason, await atDesk.takeBack(desk, booking.number, reason))
}

async function change(
	play: Play,
	desk: Person | undefined,
	booking: Booking | undefined,
	by: number,
) {
	if (!desk || !booking) return search(play, desk, booking)
	const reason = markOf(play, 'anders')
	note(play, 'change', reason, await atDesk.changeNumbers(desk, booking.number, { by, reason }))
}

function moreBy(roll: Roll): number {
	return whole(roll(), 4) - 1
}

/** Moves a booking within the Saturday, to the Sunday, or back from there. */
async function move(play: Play, desk: Person | undefined, roll: Roll): Promise<void> {
	const { day, sunday } = play
	const isBack = roll() < 0.2
	const booking = oneOf(await bookingsOn(play, isBack ? sunday : day), roll)
	if (!desk || !booking) return search(play, desk, booking)
	const reason = markOf(play, 'verlegt')
	const to = { day: !isBack && roll() < 0.2 ? sunday : day, mind: roll(), reason }
	note(play, 'move', reason, await atDesk.moveTo(desk, booking.number, to))
}

/**
 * Cancels a booking at the desk; below 90 % of the day's wished guests it searches instead. While the day has more
 * parties than wished, a room booked without a package goes first, otherwise any booking.
 */
async function cancel(play: Play, desk: Person | undefined, roll: Roll, given?: Booking) {
	const { guests, parties } = await sizeOf(play)
	const bookings = await bookingsOn(play, play.day)
	const alone = bookings.filter(({ isRoomAlone }) => isRoomAlone)
	const isMuch = parties > play.saturday.parties
	const booking = given ?? oneOf(isMuch && alone.length > 0 ? alone : bookings, roll)
	if (!desk || !booking || guests < play.saturday.guests * 0.9) return search(play, desk, booking)
	const reason = markOf(play, 'krank')
	const keep = roll() < 0.5 ? 'terms' : 'all'
	note(play, 'cancel', reason, await atDesk.cancel(desk, booking.number, { keep, reason }))
}

async function keepNote(play: Play, desk: Person | undefined, booking: Booking | undefined) {
	if (!desk || !booking) return search(play, desk, booking)
	const text = markOf(play, 'bringt Kuchen mit')
	note(play, 'note', text, await atDesk.keepNote(desk, booking.number, text))
}

const rooms = ['mercury', 'venus', 'mars', 'saturn', 'jupiter'] as const

async function block(play: Play, desk: Person | undefined, roll: Roll): Promise<void> {
	if (!desk) return
	const reason = markOf(play, 'Heizung')
	const hour = 10 + whole(roll(), 9)
	const asked = {
		room: oneOf(rooms, roll) ?? 'mars',
		from: `${hour}:00`,
		until: `${hour + 1}:00`,
		reason,
	}
	note(play, 'block', reason, await atDesk.block(desk, play.day, asked))
}

async function lift(play: Play, desk: Person | undefined, roll: Roll): Promise<void> {
	const live = await play.stage.sql<{ id: string; reason: string }[]>`
		select id, reason from blocks where day = ${play.day} and ended_at is null order by made_at`
	const one = oneOf(live, roll)
	if (!desk || !one) return
	note(play, 'lift', one.reason, await atDesk.lift(desk, play.day, one.id))
}

type What = 'party' | 'tickets'

/** Books what the day lacks; a full day has a caller who only asks. */
async function refill(play: Play, roll: Roll, book: (what: What) => Promise<void>): Promise<void> {
	const { guests, parties } = await sizeOf(play)
	if (parties < play.saturday.parties) return book('party')
	if (guests < play.saturday.guests) return book('tickets')
	return search(play, play.stage.people[0], oneOf(await bookingsOn(play, play.day), roll))
}

async function telephone(play: Play, desk: Person | undefined, roll: Roll, what: What) {
	if (!desk) return
	const turn = (play.turn += 1)
	const [lastName, child] = [nameOf('T', turn), nameOf('K', turn)]
	const call = {
		day: play.day,
		time: roll(),
		lastName,
		child,
		pay: roll() < 0.15 ? ('link' as const) : ('site' as const),
		...(what === 'party'
			? {
					kind: 'party' as const,
					product: roll() < 0.6 ? 'kometen-party' : 'galaxie-party',
					guests: 6 + whole(roll(), 5),
				}
			: { kind: 'play' as const, product: 'ticket-child', guests: 2 + whole(roll(), 7) }),
	}
	note(play, 'telephone', lastName, await atDesk.bookByTelephone(desk, call))
}

async function online(play: Play, roll: Roll, what: What): Promise<void> {
	const turn = (play.turn += 1)
	const lastName = nameOf('O', turn)
	const minute = roll() < 0.5 ? '00' : '30'
	const visit: Visit = {
		day: play.day,
		time: `${10 + whole(roll(), 8)}:${minute}`,
		lastName,
		child: nameOf('C', turn),
		wayToPay: roll() < 0.5 ? 'stripe' : 'paypal',
		isLeft: roll() < 0.05,
		...(what === 'party'
			? { product: 'kometen-party', guests: 6 + whole(roll(), 5) }
			: { product: roll() < 0.7 ? 'ticket-child' : 'ticket-adult', guests: 2 + whole(roll(), 7) }),
	}
	note(play, 'online', lastName, await bookOnline(play.stage.origin, play.stage.watch, visit))
}

/** Lets a caller and three visitors want one room at one time: one of them gets it at most. */
async function race(play: Play, desk: Person | undefined, roll: Roll): Promise<void> {
	if (!desk) return
	const { day, stage } = play
	const product = `room-${oneOf(rooms, roll)}`
	const time = `${10 + whole(roll(), 8)}:00`
	const turn = (play.turn += 1)
	const lastName = nameOf('T', turn)
	const call = {
		day,
		product,
		time,
		lastName,
		child: nameOf('K', turn),
		kind: 'place' as const,
		guests: 6,
		pay: 'site' as const,
	}
	const [caller, ...visitors] = await Promise.all([
		atDesk.bookByTelephone(desk, call),
		...[1, 2, 3].map(() => tryToTake(stage.origin, stage.watch, { day, product, time })),
	])
	note(play, 'telephone', lastName, caller)
	const winners =
		visitors.filter(({ isGranted }) => isGranted).length + Number(caller.told === 'done')
	count(play.deeds, `last room: ${winners} of four got it`)
	if (winners > 1) play.findings.push(`${product} at ${time} was given to ${winners} at once`)
	await Promise.all(visitors.filter(({ isGranted }) => isGranted).map(({ letGo }) => letGo()))
}

/** Reads both pages of the day between two readings of its rows. */
async function readingAt({ stage, day }: Play, desk: Person) {
	const before = await readFacts(stage.sql, day)
	const [sheet, page] = await Promise.all([
		desk.persist('sheet', `/day/${day}/sheet`),
		desk.persist('day', `/day/${day}`),
	])
	const after = await readFacts(stage.sql, day)
	return { before, sheet: readSheet(sheet.text), page: readPage(page.text), after }
}

/** Reads the day while everybody works: what is printed then hangs in the kitchen. */
async function look(play: Play, desk: Person | undefined): Promise<void> {
	if (!desk) return
	const found = differences(await readingAt(play, desk))
	count(play.comparisons, 'while everybody works')
	play.findings.push(...found.map((line) => `while everybody works: ${line}`))
}

/** The times that a day is read again while jobs of the shop still change it. */
const MOST_READINGS = 50

/** Compares a day with its rows while nobody does anything, and all promises of the shop with all rows. */
async function compare(play: Play, when: string): Promise<void> {
	const { stage, journal } = play
	const desk = stage.people[0]
	// Papers of a change follow by a job: until then I14 does not hold.
	await untilWorked(stage, () => {})
	let reading = await readingAt(play, desk)
	for (let tries = 1; !isStill(reading.before, reading.after) && tries < MOST_READINGS; tries += 1)
		reading = await readingAt(play, desk)
	count(play.comparisons, isStill(reading.before, reading.after) ? 'with nobody about' : 'restless')
	const audited = await auditAt(stage.databaseUrl)
	const found = [
		...differences(reading),
		...audited
			.filter(({ broken }) => broken.length > 0)
			.map(({ id, promise, broken }) => `${id} ${promise}: ${broken.join(', ')}`),
		...journalFaults(journal, await readTraces(stage.sql)),
		...(await placeFaults(stage.sql)),
	]
	// What was found once stays wrong: it is told once.
	const known = new Set(play.findings.map((line) => line.replace(/^[^:]*: /, '')))
	play.findings.push(...found.filter((line) => !known.has(line)).map((line) => `${when}: ${line}`))
}

async function conclude(play: Play): Promise<void> {
	const { stage, saturday } = play
	await untilWorked(stage, saturday.say)
	const books = { broken: [] as string[] }
	await untilAgreed(stage, books, saturday.say)
	await compare(play, 'at the end')
	play.findings.push(
		...books.broken,
		...(await voucherFaults(stage.sql)),
		...(await paperFaults(stage.sql)),
	)
	const { guests, parties } = await sizeOf(play)
	Object.assign(play.counted, { 'guests at the end': guests, 'parties at the end': parties })
}

function figuresOf(play: Play): SaturdayFigures {
	const { deeds, refused, kills, comparisons, counted, findings, stage } = play
	const { watch } = stage
	return {
		deeds: sorted(deeds),
		refused: sorted(refused),
		times: sorted(
			Object.fromEntries(Object.entries(watch.times).map(([what, ms]) => [what, spread(ms)])),
		),
		kills: sorted(kills),
		cuts: watch.cuts,
		day: counted,
		comparisons,
		seconds: (performance.now() - play.begin) / 1000,
		findings: [...watch.findings, ...findings],
	}
}

function spread(ms: readonly number[]): SaturdayFigures['times'][string] {
	const ordered = ms.toSorted((one, other) => one - other)
	const at = (share: number) => Math.round(ordered[Math.floor((ordered.length - 1) * share)] ?? 0)
	return { asked: ms.length, median: at(0.5), p99: at(0.99), slowest: at(1) }
}

function sorted<Value>(counts: Record<string, Value>): Record<string, Value> {
	return Object.fromEntries(
		Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1)),
	)
}

function seconds({ begin }: Play): string {
	return ((performance.now() - begin) / 1000).toFixed(0)
}
