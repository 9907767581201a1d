import { DateTime } from 'luxon'

// Where a test goes through what asks the clock itself, a fixed day would one day be over.

/** When the visitors of this process came. */
export const visiting = DateTime.utc()

/** A Saturday in about three weeks: open from 10 to 20 o'clock in the demo venue, at the price of a weekend. */
export const visitDay =
	visiting.setZone('Europe/Berlin').plus({ weeks: 3 }).set({ weekday: 6 }).toISODate() ?? ''
