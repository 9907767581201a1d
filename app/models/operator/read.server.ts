import { findPicture, pictureSize } from '#app/gateways/picture-files.server.ts'
import { falsePicture } from '#app/gateways/picture-kind.server.ts'
import { crossCheck } from '#app/models/operator/checks.ts'
import { readDocuments } from '#app/models/operator/documents.server.ts'
import type { Path, Problem } from '#app/models/operator/files.ts'
import { problemsOfShape } from '#app/models/operator/shape.ts'
import { quotesReason } from '#app/models/operator/slips.ts'
import { sha256 } from '#app/models/token.server.ts'
import { formerFields, type Venue, venueSchema } from '#app/models/venue/venue.ts'

/** A venue as read from its files, with the hashes by which these files are recognised later (record 012). */
export type ReadVenue = {
	venue: Venue
	/** The hash of the files' content, which changes with all that a visitor could notice, and with nothing else. */
	hash: string
	/**
	 * The hash of the parsed venue, defaults included, under which earlier releases stored it; `venue.server.ts`
	 * replaces it by `hash`.
	 */
	formerHash: string
}

/**
 * Reads and checks the operator's files in `dir`. Every problem is one sentence with file, line, place and reason. A
 * venue with `warnings` can be opened all the same.
 */
export async function readVenue(
	dir: string,
): Promise<({ ok: true; warnings: string[] } & ReadVenue) | { ok: false; problems: string[] }> {
	const { root, written, problems, warnings, describe, sourceOf } = await readDocuments(dir)
	const parsed = venueSchema.safeParse(root)
	const found = parsed.success
		? crossCheck(parsed.data)
		: problemsOfShape(venueSchema, root, parsed.error, sourceOf)
	const all = [...problems, ...found.flatMap((problem) => describe(problem) ?? [])]
	if (all.length > 0 || !parsed.success) return { ok: false, problems: all }
	const venue = parsed.data
	const quoted = quotedTexts(root).flatMap((problem) => describe(problem) ?? [])
	return {
		ok: true,
		venue,
		hash: nameOf(written),
		formerHash: nameOf(venue),
		warnings: [...warnings, ...quoted, ...formerIn(root)],
	}
}

/** Lists the fields of venue.yaml that are no longer read, as one warning each. */
function formerIn(root: Record<string, unknown>): string[] {
	return Object.entries(formerFields)
		.filter(([field]) => field in root)
		.map(
			([field, instead]) => `venue.yaml, ${field}: is no longer read; write \`${instead}\` instead`,
		)
}

/** Lists the texts inside typographic quotation marks, which visitors would see (faults N15), as one problem each. */
function quotedTexts(value: unknown, path: Path = []): Problem[] {
	if (typeof value === 'string') {
		const reason = quotesReason(value)
		return reason ? [{ path, reason }] : []
	}
	if (path[0] === 'pages' || typeof value !== 'object' || value === null) return []
	return Object.entries(value).flatMap(([key, part]) =>
		quotedTexts(part, [...path, Array.isArray(value) ? Number(key) : key]),
	)
}

/** Lists the pictures of products and rooms that no folder has, or that cannot be read, one sentence each. */
export async function pictureProblems(venue: Venue, folders: string[]): Promise<string[]> {
	const named = [...venue.products, ...venue.resources].flatMap(({ id, picture }) =>
		picture === undefined ? [] : [{ id, picture }],
	)
	const checked = await Promise.all(
		named.map(async ({ id, picture }) => {
			const place = `catalogue.yaml, ${id} › picture:`
			const file = await findPicture(picture, folders)
			if (!file) return [`${place} there is no file ${picture} in ${folders.join(' or ')}`]
			const truth = await falsePicture(file.path, picture)
			if (truth) return [`${place} ${file.path} ${truth}`]
			const { ratio } = await pictureSize(file)
			return ratio === 0 ? [`${place} ${file.path} cannot be read as a picture`] : []
		}),
	)
	return checked.flat()
}

function nameOf(content: unknown): string {
	return sha256(JSON.stringify(content, sortFields))
}

/** Returns a value for `JSON.stringify` with its fields sorted, because their order in the files does not count. */
function sortFields(_: string, value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
	return Object.fromEntries(
		Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)),
	)
}
