import { DateTime } from 'luxon'

// Tests of code that reads the clock itself need a day that moves: a fixed one would be over some time.

/** The time at which the visitors of this process came. */
export const visiting = DateTime.utc()

/** A Saturday in about three weeks: open from 10 to 20 o'clock in the demo venue, at the price of a weekend. */
export const visitDay =
	visiting.setZone('Europe/Berlin').plus({ weeks: 3 }).set({ weekday: 6 }).toISODate() ?? ''
