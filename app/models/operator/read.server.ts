import { findPicture } from '#app/gateways/picture-files.server.ts'
import { crossCheck } from '#app/models/operator/checks.ts'
import { readDocuments } from '#app/models/operator/documents.server.ts'
import { problemsOfShape } from '#app/models/operator/files.ts'
import { hashOf } from '#app/models/token.server.ts'
import { type Venue, venueSchema } from '#app/models/venue/venue.ts'

/**
 * Reads and checks the operator's files in `dir`. Every problem is one sentence that names file, line,
 * place and reason. The hash changes with anything a visitor could notice, the text of pages included.
 * With `warnings` a venue can be opened all the same.
 */
export async function readVenue(
	dir: string,
): Promise<
	{ ok: true; venue: Venue; hash: string; warnings: string[] } | { ok: false; problems: string[] }
> {
	const { root, problems, warnings, describe } = await readDocuments(dir)
	const parsed = venueSchema.safeParse(root)
	const found = parsed.success
		? crossCheck(parsed.data)
		: problemsOfShape(venueSchema, root, parsed.error)
	const all = [...problems, ...found.flatMap((problem) => describe(problem) ?? [])]
	if (all.length > 0 || !parsed.success) return { ok: false, problems: all }
	const hash = hashOf(JSON.stringify(parsed.data, sortFields))
	return { ok: true, venue: parsed.data, hash, warnings }
}

/** Problems with pictures that the venue names and none of the folders has. */
export async function missingPictures(venue: Venue, folders: string[]): Promise<string[]> {
	const named = [...venue.products, ...venue.resources].filter(
		({ picture }) => picture !== undefined,
	)
	const checked = await Promise.all(
		named.map(async ({ id, picture = '' }) =>
			(await findPicture(picture, folders))
				? []
				: [
						`catalogue.yaml, ${id} › picture: there is no file ${picture} in ${folders.join(' or ')}`,
					],
		),
	)
	return checked.flat()
}

/** The order of fields in the files does not count. */
function sortFields(_: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
	return Object.fromEntries(
		Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
	)
}
