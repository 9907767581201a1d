import type { Venue } from '#app/models/venue/venue.ts'

/**
 * The rule by which a cart holds its places. visitor: a cart in the shop · desk: a cart that staff fill while they talk
 * on the telephone.
 */
export type HoldRule = 'visitor' | 'desk'

type HoldTimes = { minutes: number; maxMinutes: number }

/** Returns the minutes for which a cart holds after each change, and the most in all, by its hold rule. */
export function holdTimesOf({ hold }: Pick<Venue, 'hold'>, rule: HoldRule): HoldTimes {
	return rule === 'desk' ? (hold.desk ?? usualDeskHold) : hold
}

/** The minutes of the hold rule 'desk' for a venue whose files set none. */
const usualDeskHold: HoldTimes = { minutes: 30, maxMinutes: 120 }
