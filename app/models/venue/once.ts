import type { Venue } from '#app/models/venue/venue.ts'

/** More than a calendar shows; addresses made by hand cannot fill the memory. */
const MOST = 2000

/**
 * The same function with a memory: what is a function of the venue's files is worked out once for each version of
 * them and each `keyOf` the input, however many pages ask. What it gives is shared: nobody changes it.
 */
export function onceForVenue<Input, Value>(
	keyOf: (input: Input) => string,
	work: (venue: Venue, input: Input) => Value,
): (venue: Venue, input: Input) => Value {
	const ofVenues = new WeakMap<Venue, Map<string, Value>>()
	return (venue, input) => {
		let known = ofVenues.get(venue)
		if (!known) ofVenues.set(venue, (known = new Map()))
		const key = keyOf(input)
		let value = known.get(key)
		if (value === undefined) {
			value = work(venue, input)
			if (known.size >= MOST) known.clear()
			known.set(key, value)
		}
		return value
	}
}
