import type { BookingFacts, DayFacts } from './day-facts.ts'
import type { SeenPage, SeenSheet } from './day-pages.ts'

/** Both pages of a day as they were read, and its rows right before and right after. */
export type Reading = { before: DayFacts; sheet: SeenSheet; page: SeenPage; after: DayFacts }

/**
 * Lists the differences between the pages of a day and its rows, a line each. Each booking on a page must be as its rows
 * were before or after; one to which more than one thing happened between is left out. Sums are those of the rows on the
 * page itself. Without any change between, the pages say what the rows say, no booking more or fewer.
 */
export function differences({ before, sheet, page, after }: Reading): string[] {
	return [
		...knownIn(before, after).flatMap((known) => [
			...ofSheet(known, sheet),
			...ofPage(known, page),
		]),
		...strangers(before, after, { sheet, page }),
		...sumsOf(sheet, page),
		...(isStill(before, after) ? [...kitchenOf(after, sheet), ...openOf(after, page)] : []),
	]
}

/** True when nothing happened to a day between two readings of its rows. */
export function isStill(before: DayFacts, after: DayFacts): boolean {
	return JSON.stringify(before) === JSON.stringify(after)
}

/** A booking with the states that a page may show; null for one that is not of the day. */
type Known = { number: string; called: string; states: (BookingFacts | null)[] }

function knownIn(before: DayFacts, after: DayFacts): Known[] {
	const [was, is] = [before, after].map(
		({ bookings }) => new Map(bookings.map((booking) => [booking.number, booking])),
	)
	const numbers = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])
	return [...numbers].flatMap((number) => {
		const steps = (after.versions[number] ?? 0) - (before.versions[number] ?? 0)
		const states = [was?.get(number) ?? null, is?.get(number) ?? null]
		const called = states.find((state) => state !== null)?.called ?? number
		return steps > 1 ? [] : [{ number, called, states }]
	})
}

/** The words by which a booking stands on the sheet; null where it does not. */
function ofSheet({ called, states }: Known, sheet: SeenSheet): string[] {
	const expected = states.map((state) => (state === null ? 'nothing' : wordsOf(state)))
	const seen = seenOnSheet(called, sheet)
	if (expected.includes(seen)) return missingNotes(called, states, sheet)
	return [
		`sheet, ${called}: it shows ${seen}; its rows say ${[...new Set(expected)].join(', or ')}`,
	]
}

function wordsOf({ isParty, begins, ends, guests, left, rooms }: BookingFacts): string {
	if (!isParty) return `tickets at ${halfHourOf(begins)} for ${guests}`
	return `a party ${begins}–${ends} of ${guests} in ${rooms.join(' and ')}, ${left} left`
}

function seenOnSheet(called: string, { partyRows, tickets }: SeenSheet): string {
	const party = partyRows[called]
	const all = [
		...(party
			? [
					`a party ${party.times} of ${party.guests} in ${party.rooms.join(' and ')}, ${party.left} left`,
				]
			: []),
		...Object.entries(tickets).flatMap(([at, { names }]) =>
			names[called] === undefined ? [] : [`tickets at ${at} for ${names[called]}`],
		),
	]
	return all.join(' and ') || 'nothing'
}

function halfHourOf(time: string): string {
	const [hour = '', minute = ''] = time.split(':')
	return `${hour}:${Number(minute) < 30 ? '00' : '30'}`
}

/** Notes that were written before and stay are on the sheet with their party. */
function missingNotes(called: string, states: Known['states'], { partyRows }: SeenSheet): string[] {
	const [was, is] = states
	const party = partyRows[called]
	if (!was || !is || !party) return []
	return was.notes
		.filter((note) => is.notes.includes(note) && !party.notes.includes(note))
		.map((note) => `sheet, ${called}: the note "${note}" is missing`)
}

function ofPage({ number, called, states }: Known, { bookings }: SeenPage): string[] {
	const expected = states.map(numbersOf)
	const seen = numbersOf(bookings[number])
	if (expected.includes(seen)) return []
	return [
		`page, ${called} (${number}): it shows ${seen}; its rows say ${[...new Set(expected)].join(', or ')}`,
	]
}

function numbersOf(booking: { guests: number; left: number } | null | undefined): string {
	return booking ? `${booking.guests} guests and ${booking.left} left` : 'nothing'
}

/** The bookings on a page that no rows know. */
function strangers(
	before: DayFacts,
	after: DayFacts,
	{ sheet, page }: Pick<Reading, 'sheet' | 'page'>,
): string[] {
	const known = [...before.bookings, ...after.bookings]
	const numbers = new Set([
		...known.map(({ number }) => number),
		// A booking that came and went between the two readings.
		...Object.keys(after.versions).filter(
			(number) => after.versions[number] !== before.versions[number],
		),
	])
	const names = new Set(known.map(({ called }) => called))
	const onSheet = [
		...Object.keys(sheet.partyRows),
		...Object.values(sheet.tickets).flatMap((group) => Object.keys(group.names)),
	]
	const isBusy = !isStill(before, after)
	return [
		...Object.keys(page.bookings)
			.filter((number) => !numbers.has(number))
			.map((number) => `page: ${number} is no booking of the day`),
		...onSheet
			.filter((name) => !isBusy && !names.has(name))
			.map((name) => `sheet: ${name} has no booking of the day`),
	]
}

/** Sums that are not those of their own rows. */
function sumsOf(sheet: SeenSheet, page: SeenPage): string[] {
	const groups = Object.values(sheet.tickets)
	const ofNames = (group: { names: Record<string, number> }) => total(Object.values(group.names))
	const owing = Object.values(page.bookings).filter(({ left }) => left > 0)
	const partyGuests = total(Object.values(sheet.partyRows).map(({ guests }) => guests))
	return [
		...unlike('sheet, guests', sheet.guests, partyGuests + total(groups.map(ofNames))),
		...unlike('sheet, parties', sheet.parties, Object.keys(sheet.partyRows).length),
		...Object.entries(sheet.tickets).flatMap(([at, group]) =>
			unlike(`sheet, tickets at ${at}`, group.guests, ofNames(group)),
		),
		...Object.entries(sheet.kitchen.sums).flatMap(([title, pieces]) =>
			unlike(
				`sheet, kitchen, ${title}`,
				pieces,
				total(Object.values(sheet.kitchen.rows).map((row) => row[title] ?? 0)),
			),
		),
		...unlike(
			'page, guests',
			page.guests,
			total(Object.values(page.bookings).map(({ guests }) => guests)),
		),
		...unlike('page, rest', page.rest.amount, total(owing.map(({ left }) => left))),
		...unlike('page, bookings with a rest', page.rest.bookings, owing.length),
	]
}

/** The kitchen of the sheet against the rows, by time and place and in sum. */
function kitchenOf({ bookings }: DayFacts, { kitchen, parties }: SeenSheet): string[] {
	const rows: Record<string, Record<string, number>> = {}
	const sums: Record<string, number> = {}
	for (const { kitchen: own } of bookings)
		for (const [title, pieces] of Object.entries(own.food)) {
			const row = (rows[`${own.at} ${own.place}`] ??= {})
			row[title] = (row[title] ?? 0) + pieces
			sums[title] = (sums[title] ?? 0) + pieces
		}
	const eating = Object.entries(kitchen.rows).filter(([, row]) => Object.keys(row).length > 0)
	return [
		...unlike('sheet, kitchen', textOf(Object.fromEntries(eating)), textOf(rows)),
		...unlike('sheet, sums of the kitchen', textOf(kitchen.sums), textOf(sums)),
		...unlike('sheet, parties', parties, bookings.filter(({ isParty }) => isParty).length),
	]
}

function openOf({ bookings, open }: DayFacts, page: SeenPage): string[] {
	return [
		...unlike('page, open payments', textOf(page.open), textOf(open)),
		...unlike('page, parties', page.parties, bookings.filter(({ isParty }) => isParty).length),
	]
}

function unlike<Value>(what: string, shown: Value, counted: Value): string[] {
	return shown === counted ? [] : [`${what}: ${String(shown)} shown, ${String(counted)} counted`]
}

/** Writes counts by name in the order of the names. */
function textOf(counts: object): string {
	const entries = Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1))
	return entries
		.map(([name, count]) => `${name}: ${typeof count === 'object' ? `(${textOf(count)})` : count}`)
		.join(', ')
}

function total(numbers: readonly number[]): number {
	return numbers.reduce((sum, number) => sum + number, 0)
}
