import type { LocalText } from '#app/i18n/i18n.ts'
import { keptStarts, kindOfRevision, pairLines } from '#app/models/order/difference.ts'
import { readMoment } from '#app/models/order/past-revision.ts'
import type { KeptContent, RevisionContent } from '#app/models/order/revision.ts'
import { addDays, instantAt, today, type Instant } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The time of day since which a day sheet lists what changed. */
const MORNING = '08:00'

/** Returns the last moment at which it was 8 o'clock at the venue. */
export function lastMorning(now: Instant): Date {
	const morning = instantAt(today(now), MORNING)
	return morning.valueOf() <= now.valueOf() ? morning : instantAt(addDays(today(now), -1), MORNING)
}

/**
 * A stored event of a booking that is or was on the day; `before` and `after` are the revisions that it lies between,
 * null for an event without one.
 */
export type StoredChange = {
	id: number
	at: Date
	/** The author of the event: 'customer', 'visitor', 'operator', 'shop', or a member of staff. */
	who: string
	what: string
	number: string
	/** The name of the party or, without one, the customer's family name. */
	name: string
	startsAt: Date | null
	reason: string | null
	before: RevisionContent | null
	after: KeptContent | null
}

/** The number of pieces of a product before and after a change. */
type ChangedPieces = { title: LocalText; before: number; after: number }

/** A change of a booking of the day as the day sheet lists it. `isRead` is true when the reader has read it. */
export type DayChange = Pick<
	StoredChange,
	'id' | 'at' | 'who' | 'number' | 'name' | 'startsAt' | 'reason'
> & { isRead: boolean } & (
		| { kind: 'new' | 'cancelled' | 'texts' }
		/** A move of the booking from or to another day, which is `day`. */
		| { kind: 'movedHere' | 'movedAway'; day: Day }
		/** A move of the booking to another time of the same day. */
		| { kind: 'movedTime'; from: Date | null; pieces: ChangedPieces[] }
		/** Another change of the booking: `pieces` is empty where neither guests nor extras changed. */
		| { kind: 'changed'; pieces: ChangedPieces[] }
	)

/**
 * Turns the stored events of a day into the changes that its sheet lists, the newest first; those up to the event
 * `readUpTo` count as read.
 */
export function changesOf(
	day: Day,
	stored: readonly StoredChange[],
	readUpTo: number,
): DayChange[] {
	return stored
		.map((change) => {
			return { ...headOf(change), isRead: change.id <= readUpTo, ...kindOf(day, change) }
		})
		.toSorted((one, other) => other.id - one.id)
}

function headOf({ id, at, who, number, name, startsAt, reason }: StoredChange) {
	return { id, at, who, number, name, startsAt, reason }
}

function kindOf(day: Day, { what, before, after }: StoredChange) {
	if (what.startsWith('cancelled')) return { kind: 'cancelled' as const }
	if (!before || !after) return { kind: 'new' as const }
	if (before.day !== day && before.day !== null)
		return { kind: 'movedHere' as const, day: before.day }
	if (after.day !== day && after.day !== null) return { kind: 'movedAway' as const, day: after.day }
	const pieces = piecesOf(before, after)
	const kind = kindOfRevision({ ...before, ...after.partsBefore }, after)
	if (kind === 'texts') return { kind }
	if (kind === 'changed') return { kind, pieces }
	const from = readMoment(keptStarts(before.lines, after.lines).before)
	return { kind: 'movedTime' as const, from, pieces }
}

function piecesOf(before: RevisionContent, after: RevisionContent): ChangedPieces[] {
	return pairLines(before.lines, after.lines).flatMap((line) => {
		const [was, is] = [line.before?.quantity ?? 0, line.after?.quantity ?? 0]
		const title = (line.after ?? line.before)?.title
		return title && was !== is ? [{ title, before: was, after: is }] : []
	})
}
