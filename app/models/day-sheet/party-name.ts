import type { PartyRow } from '#app/models/day-sheet/rows.ts'

type Named = Pick<PartyRow, 'called' | 'age'>

/**
 * Returns a party's name with the child's age: 'Frieda, 11'. A name that has this age already stays; another age at its
 * end gives way.
 */
export function partyName({ called, age }: Named): string {
	if (age === null || new RegExp(String.raw`(?<!\d)${age}(?!\d)`).test(called)) return called
	return `${called.replace(/,\s*\d{1,2}$/, '')}, ${age}`
}

/** Returns the first name of a party's child for the sign at the room's door: 'Frieda' of 'Frieda Sommer, 11'. */
export function firstName({ called }: Pick<Named, 'called'>): string {
	return called.split(/[\s,]+/)[0] || called
}
