import { distance } from 'fastest-levenshtein'

/** A problem in the operator's files: its path (keys and positions from the venue's root) and the reason. */
export type Problem = { path: Path; reason: string }
export type Path = readonly (string | number)[]

/** The keys of the venue in each file; all other keys stand in `venue.yaml`. */
export const fileKeys = {
	'catalogue.yaml': ['resources', 'groups', 'products'],
	'vouchers.yaml': ['vouchers'],
	'redirects.yaml': ['redirects'],
} as const

/** Returns the file that holds the field of a path, and the path inside that file. */
export function locate(path: Path): { file: string; inside: Path } {
	const [key = '', ...rest] = path
	if (key === 'calendar') return { file: 'calendar.yaml', inside: rest }
	if (key === 'pages') return { file: 'pages', inside: rest }
	return { file: fileOf(String(key)), inside: path }
}

/** Returns a path in words for an operator: 'products › pizza › prices' instead of 'products[6].prices'. */
export function wordsOfPath(root: unknown, path: Path): string {
	let here = root
	const words = path.map((step) => {
		here = childOf(here, step)
		return typeof step === 'number' ? nameOf(here, step) : step
	})
	return words.join(' › ')
}

/** Returns ' (did you mean "pizza"?)' with the known word closest to `word`; empty when none is close. */
export function didYouMean(word: string, known: Iterable<string>): string {
	const closest = [...known]
		.map((candidate) => ({
			candidate,
			changes: distance(word.toLowerCase(), candidate.toLowerCase()),
		}))
		.toSorted((one, other) => one.changes - other.changes)[0]
	// At least two changes are tolerated, because two swapped letters are two.
	const tolerated = Math.max(2, Math.ceil(word.length / 3))
	return closest && closest.changes <= tolerated ? ` (did you mean "${closest.candidate}"?)` : ''
}

export function problem(path: Path, reason: string): Problem {
	return { path, reason }
}

/** Returns the problem of a name that nothing in the files has, with the name that was probably meant. */
export function unknownName(
	path: Path,
	what: string,
	name: string,
	known: readonly string[],
): Problem {
	return { path, reason: `there is no ${what} "${name}"${didYouMean(name, known)}` }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function idsOf(entries: readonly { id: string }[]): string[] {
	return entries.map(({ id }) => id)
}

/** Yields a problem for each entry of a list whose key an earlier entry has. */
export function* duplicates<T>(
	path: Path,
	entries: readonly T[],
	keyOf: (entry: T) => string,
): Generator<Problem, void> {
	const first = new Map<string, number>()
	for (const [index, entry] of entries.entries()) {
		const key = keyOf(entry)
		const before = first.get(key)
		if (before === undefined) first.set(key, index)
		else
			yield {
				path: [...path, index],
				reason: `is there twice: number ${before + 1} of the list is the same`,
			}
	}
}

/** Returns the first three characters of a voucher's code, because a whole code is worth money. */
export function hintOfCode(code: string): string {
	return `${code.slice(0, 3)}…`
}

export function childOf(value: unknown, step: string | number): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
}

function fileOf(key: string): string {
	const found = Object.entries(fileKeys).find(([, keys]) =>
		(keys as readonly string[]).includes(key),
	)
	return found ? found[0] : 'venue.yaml'
}

/**
 * Returns the name of an entry in a list of the files: its code (shortened), id, day or `from`, else its position
 * counted from 1.
 */
function nameOf(entry: unknown, index: number): string {
	const code = childOf(entry, 'code')
	if (typeof code === 'string') return hintOfCode(code)
	const name = ['id', 'day', 'from']
		.map((key) => childOf(entry, key))
		.find((value) => typeof value === 'string')
	return typeof name === 'string' ? name : String(index + 1)
}
