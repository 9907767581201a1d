import type { OpenPayment } from '#app/models/day-sheet/figures.ts'
import type { BookingRow, DayRows } from '#app/models/day-sheet/rows.ts'
import type { Cents } from '#app/models/money.ts'
import type { Instant } from '#app/models/venue/day.ts'

/** The time before the end of a visit, in milliseconds, in which its rest is to be asked for: 45 minutes. */
const BEFORE_LEAVING = 45 * 60_000

/** The number and the name of the booking that a task is about. */
type About = { number: string; name: string }

/** A letter about a booking that could not be sent and was given up; `letter` is the name of its job. */
export type LostLetter = About & { letter: string }

/** Money that waits for a person: a refund that does not go out, a dispute, or a payment that needs review. */
export type Concern = About & { about: 'refund' | 'dispute' | 'payment'; amount: Cents }

/** A task of today in the day sheet's list of what staff have to do. */
export type ToDo =
	| (About & { kind: 'rest'; left: Cents; leaves: Date })
	| (About & { kind: 'paymentEnds'; amount: Cents; until: Date })
	| (LostLetter & { kind: 'letter' })
	| (Concern & { kind: 'concern' })

type Waiting = {
	/** The payments and pay links under way for visits of the day. */
	open: readonly OpenPayment[]
	/** The pay links for visits of other days that end today. */
	ending: readonly OpenPayment[]
	letters: readonly LostLetter[]
	concerns: readonly Concern[]
}

/**
 * Lists the tasks of today, the most urgent kind first: rests of bookings whose guests leave within 45 minutes or have
 * left, payments that run out, letters that were given up, and money that waits for a person.
 */
export function toDoOf(
	{ parties, tickets }: DayRows,
	{ open, ending, letters, concerns }: Waiting,
	now: Instant,
): ToDo[] {
	const leaving = [...parties, ...tickets].filter((row) => isLeavingUnpaid(row, now))
	return [
		...leaving.flatMap((row): ToDo[] => {
			const { number, called: name, left, endsAt } = row
			return endsAt ? [{ kind: 'rest', number, name, left, leaves: endsAt }] : []
		}),
		...[...open, ...ending]
			.toSorted((one, other) => one.until.valueOf() - other.until.valueOf())
			.map(({ number, name, amount, until }) => {
				return { kind: 'paymentEnds' as const, number, name, amount, until }
			}),
		...letters.map((letter) => ({ kind: 'letter' as const, ...letter })),
		...concerns.map(({ about, number, name, amount }) => {
			return { kind: 'concern' as const, about, number, name, amount }
		}),
	]
}

/** True for a booking whose visit is over and whose rest is paid, so that nothing is left to do for it. */
export function isDone({ phase, left }: BookingRow): boolean {
	return phase === 'over' && left === 0
}

/** True for a booking with an unpaid rest whose guests leave within 45 minutes, or have left. */
export function isLeavingUnpaid({ left, endsAt }: BookingRow, now: Instant): boolean {
	return left > 0 && endsAt !== null && endsAt.valueOf() - now.valueOf() <= BEFORE_LEAVING
}
