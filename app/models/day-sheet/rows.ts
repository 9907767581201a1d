import type { LocalText } from '#app/i18n/i18n.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import { isOfKitchen } from '#app/models/day-sheet/kitchen-products.ts'
import type { OnSiteMethod } from '#app/models/invoice/invoice.ts'
import type { Cents } from '#app/models/money.ts'
import { isGift, type OrderLine } from '#app/models/order/order.ts'
import { visitGuests } from '#app/models/order/visit-guests.ts'
import { isExtra, nameOfResource, type Visit } from '#app/models/order/visit.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { isAboutHealth, isAllergy } from '#app/models/product/answer.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The way in which the rest of a booking was paid last, and when; `at` is null when nothing was left to pay after
 * ordering.
 */
export type Paid = { how: OnSiteMethod | 'online'; at: Date | null }

/** The phase of a booking of the day by its booked times: to come, in the house, or over. */
type Phase = 'toCome' | 'inHouse' | 'over'

/** A product with a number of pieces. */
export type Portion = { productId: string; title: LocalText; quantity: number }

/** An extra that the kitchen does not prepare; `at` is its time where it differs from that of the booking. */
export type Extra = Portion & { at: Date | null }

/** A room of a party with its own times. */
export type RoomTime = { name: LocalText; from: Date; until: Date }

/** A booking as a row of the day sheet. `name` is that of the customer, `left` the rest to be paid at the venue. */
export type BookingRow = {
	id: string
	number: string
	name: string
	/** The name by which staff call the booking: that of the party or, without one, the customer's family name. */
	called: string
	startsAt: Date | null
	endsAt: Date | null
	phase: Phase
	guests: number
	left: Cents
	/** The way in which the rest was paid last, and when; null while a rest is left. */
	paid: Paid | null
	/** Answers and notes that the kitchen has to heed, such as allergies. */
	warnings: string[]
	/** The notes for colleagues that are no `warnings`. */
	notes: string[]
	/** The buyer's answers that are no `warnings`, each with the label of its question. */
	answers: { label: LocalText; text: string }[]
	/**
	 * The products of the booking other than extras and gift vouchers, such as the party and the tickets beside it, in
	 * the order of the booking.
	 */
	booked: Portion[]
	food: Portion[]
	extras: Extra[]
	/** The rooms of a party, its main room first; none for tickets. */
	rooms: RoomTime[]
}

/** The row of a party on the day sheet; `age` is the number of years that the child turns, null when it is unknown. */
export type PartyRow = BookingRow & { type: PartyType | null; age: number | null }

/** The rows of a day sheet; each of the two lists is sorted by the beginning of the visit. */
export type DayRows = { parties: PartyRow[]; tickets: BookingRow[] }

/** The facts of a booking that its `Visit` does not hold. */
export type BookingFacts = { paid: Paid; notes: string[] }

/**
 * Turns the bookings of a day into the rows of its sheet, parties and tickets. `facts` are those of each booking by the
 * id of its order.
 */
export function rowsOf(
	venue: Venue,
	visits: readonly Visit[],
	facts: ReadonlyMap<string, BookingFacts>,
	now: Instant,
): DayRows {
	const row = (visit: Visit) => bookingRow(venue, visit, { facts: facts.get(visit.id), now })
	return {
		parties: visits
			.filter(isParty)
			.map((visit) => ({ ...row(visit), type: visit.party?.type ?? null, age: ageOf(visit) })),
		tickets: visits.filter((visit) => !isParty(visit)).map(row),
	}
}

/** True for a booking with a party, or with a room or attraction of its own. */
function isParty({ party, places }: Pick<Visit, 'party' | 'places'>): boolean {
	return party !== null || places.some(({ isRoom }) => isRoom)
}

function bookingRow(
	venue: Venue,
	visit: Visit,
	{ facts, now }: { facts: BookingFacts | undefined; now: Instant },
): BookingRow {
	const { id, number, name, party, familyName, startsAt, endsAt, left, lines, answers } = visit
	const asked = Object.entries(answers)
	const warns = ([productId, { text }]: (typeof asked)[number]) =>
		isAboutHealth(venue, productId, text)
	const notes = facts?.notes ?? []
	const extras = lines.filter((line) => isExtra(venue, line))
	return {
		id,
		number,
		name,
		called: party?.name || familyName,
		startsAt,
		endsAt,
		phase: phaseOf(visit, now),
		guests: visitGuests(venue, visit),
		left,
		paid: left > 0 ? null : (facts?.paid ?? { how: 'online', at: null }),
		warnings: [
			...asked.filter(warns).map(([, { text }]) => text),
			...notes.filter((text) => isAllergy(text)),
		],
		notes: notes.filter((text) => !isAllergy(text)),
		answers: asked.filter((answer) => !warns(answer)).map(([, answer]) => answer),
		booked: portionsOf(lines.filter((line) => !isExtra(venue, line) && !isGift(line))),
		food: portionsOf(extras.filter((line) => isOfKitchen(venue, line))),
		extras: extras
			.filter((line) => !isOfKitchen(venue, line))
			.map((line) => ({
				...portionOf(line),
				at: line.startsAt?.valueOf() === startsAt?.valueOf() ? null : line.startsAt,
			})),
		rooms: roomsOf(venue, visit),
	}
}

function roomsOf(venue: Venue, { places }: Visit): RoomTime[] {
	const rooms = places.filter(({ isRoom }) => isRoom)
	const main = roomOf(
		venue,
		rooms.map(({ resourceId }) => resourceId),
	)
	const isMain = ({ resourceId }: { resourceId: string }) => resourceId === main?.id
	return [...rooms.filter(isMain), ...rooms.filter((room) => !isMain(room))].map(
		({ resourceId, from, until }) => ({ name: nameOfResource(venue, resourceId), from, until }),
	)
}

/**
 * Returns the age that the child of a birthday turns: the one that staff asked for, on the telephone or in a change at
 * the desk; else the only number beside the child's first name in the party's name or an answer, such as 'Frieda, 11'
 * for the cake (faults N386). Null when neither tells it.
 */
export function ageOf({ party, answers }: Pick<Visit, 'party' | 'answers'>): number | null {
	if (party?.type !== 'birthday') return null
	if (party.age) return party.age
	const [first = ''] = party.name.split(/[\s,]+/)
	if (first === '') return null
	const texts = [party.name, ...Object.values(answers).map(({ text }) => text)]
	const told = texts
		.filter((text) => text.toLowerCase().includes(first.toLowerCase()))
		.map((text) => text.match(/(?<!\d)\d{1,2}(?!\d)/g) ?? [])
		.find((numbers) => numbers.length === 1)
	return told ? Number(told[0]) : null
}

function phaseOf({ startsAt, endsAt }: Pick<Visit, 'startsAt' | 'endsAt'>, now: Instant): Phase {
	if (endsAt && endsAt.valueOf() <= now.valueOf()) return 'over'
	return startsAt && startsAt.valueOf() > now.valueOf() ? 'toCome' : 'inHouse'
}

/** Returns the products of lines with their pieces, those of one product added up. */
function portionsOf(lines: readonly OrderLine[]): Portion[] {
	const portions = new Map<string, Portion>()
	for (const line of lines) {
		const known = portions.get(line.productId)
		if (known) known.quantity += line.quantity
		else portions.set(line.productId, portionOf(line))
	}
	return [...portions.values()]
}

function portionOf({ productId, title, quantity }: OrderLine): Portion {
	return { productId, title, quantity }
}
