/** A half-open span in epoch milliseconds: a party that ends at 16:00 does not overlap one that begins at 16:00. */
export type Span = { from: number; until: number }

/** The units of a resource that are taken over a time, cleaning included. */
export type Load = Span & { resourceId: string; units: number }

/**
 * Returns the most units taken at any one moment of `span`. The peak, not the sum: 30 guests from 10 to 11 and 30
 * others from 11 to 12 are never more than 30 at once.
 */
export function peak(loads: readonly Load[], resourceId: string, span: Span): number {
	const changes: { at: number; units: number }[] = []
	for (const load of loads) {
		if (load.resourceId !== resourceId || load.until <= span.from || load.from >= span.until)
			continue
		changes.push({ at: Math.max(load.from, span.from), units: load.units })
		changes.push({ at: Math.min(load.until, span.until), units: -load.units })
	}
	changes.sort((one, other) => one.at - other.at || one.units - other.units)

	let taken = 0
	let highest = 0
	for (const change of changes) {
		taken += change.units
		if (taken > highest) highest = taken
	}
	return highest
}
