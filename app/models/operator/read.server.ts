import { createHash } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'

import { crossCheck } from '#app/models/operator/checks.ts'
import { readDocuments } from '#app/models/operator/documents.server.ts'
import { problemsOfShape } from '#app/models/operator/files.ts'
import { type Venue, venueSchema } from '#app/models/venue/venue.ts'

/**
 * Reads and checks the operator's files in `dir`. Every problem is one sentence that names file, line,
 * place and reason. The hash changes with anything a visitor could notice, the text of pages included.
 */
export async function readVenue(
	dir: string,
): Promise<{ ok: true; venue: Venue; hash: string } | { ok: false; problems: string[] }> {
	const { root, problems, describe } = await readDocuments(dir)
	const parsed = venueSchema.safeParse(root)
	const found = parsed.success
		? crossCheck(parsed.data)
		: problemsOfShape(venueSchema, root, parsed.error)
	const all = [...problems, ...found.flatMap((problem) => describe(problem) ?? [])]
	if (all.length > 0 || !parsed.success) return { ok: false, problems: all }
	return { ok: true, venue: parsed.data, hash: hashOf(parsed.data) }
}

/** Problems with pictures the venue names and `publicDir` does not have. */
export async function missingPictures(venue: Venue, publicDir: string): Promise<string[]> {
	const named = [...venue.products, ...venue.resources].filter(
		({ picture }) => picture !== undefined,
	)
	const checked = await Promise.all(
		named.map(async ({ id, picture = '' }) =>
			(await exists(join(publicDir, picture)))
				? []
				: [`catalogue.yaml, ${id} › picture: there is no file ${picture} in ${publicDir}`],
		),
	)
	return checked.flat()
}

/** SHA-256 of the venue as JSON with its fields in alphabetical order: the order in the files does not count. */
function hashOf(venue: Venue): string {
	return createHash('sha256').update(JSON.stringify(venue, sortFields)).digest('hex')
}

function sortFields(_: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
	return Object.fromEntries(
		Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
	)
}

function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	)
}
