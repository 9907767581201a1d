import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ROOT } from '#scripts/shop/child.ts'

/** Changes of a venue by file: a text and its replacement. */
export type VenueChanges = Record<string, [from: string, to: string][]>

/** Copies the venue of the repository into the folder, and changes it there; returns its path. */
export async function copyVenue(folder: string, changes: VenueChanges): Promise<string> {
	const venueDir = join(folder, 'venue')
	await cp(join(ROOT, 'venue'), venueDir, { recursive: true })
	await changeVenue(venueDir, changes)
	return venueDir
}

/** @throws Error when a file does not hold the text to be replaced */
export async function changeVenue(venueDir: string, changes: VenueChanges): Promise<void> {
	for (const [name, edits] of Object.entries(changes)) {
		const file = join(venueDir, name)
		let text = await readFile(file, 'utf8')
		for (const [from, to] of edits) {
			if (!text.includes(from)) throw new Error(`${file} does not say ${from}`)
			text = text.replace(from, to)
		}
		await writeFile(file, text)
	}
}

/** Makes the venue bookable so many days ahead. */
export function bookableFor(days: number): VenueChanges {
	return { 'calendar.yaml': [['horizonDays: 180', `horizonDays: ${days}`]] }
}
