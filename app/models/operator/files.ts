import { distance } from 'fastest-levenshtein'

/** Something wrong in the operator's files: where (keys and positions from the venue's root) and why. */
export type Problem = { path: Path; reason: string }
export type Path = readonly (string | number)[]

/** Which keys of the venue each file holds; whatever is not named here stands in `venue.yaml`. */
export const fileKeys = {
	'catalogue.yaml': ['resources', 'groups', 'products'],
	'vouchers.yaml': ['vouchers'],
	'redirects.yaml': ['redirects'],
} as const

/** The file a path lies in, and the rest of the way inside that file. */
export function locate(path: Path): { file: string; inside: Path } {
	const [key = '', ...rest] = path
	if (key === 'calendar') return { file: 'calendar.yaml', inside: rest }
	if (key === 'pages') return { file: 'pages', inside: rest }
	return { file: fileOf(String(key)), inside: path }
}

/** The way to a place as an operator would say it: 'products › pizza › prices', not 'products[6].prices'. */
export function wordsOfPath(root: unknown, path: Path): string {
	let here = root
	const words = path.map((step) => {
		here = childOf(here, step)
		return typeof step === 'number' ? nameOf(here, step) : step
	})
	return words.join(' › ')
}

/** ' (did you mean "pizza"?)' for the known word closest to `word`, or nothing when none is close. */
export function didYouMean(word: string, known: Iterable<string>): string {
	const closest = [...known]
		.map((candidate) => ({
			candidate,
			changes: distance(word.toLowerCase(), candidate.toLowerCase()),
		}))
		.toSorted((one, other) => one.changes - other.changes)[0]
	// Two letters swapped are two changes.
	const tolerated = Math.max(2, Math.ceil(word.length / 3))
	return closest && closest.changes <= tolerated ? ` (did you mean "${closest.candidate}"?)` : ''
}

export function problem(path: Path, reason: string): Problem {
	return { path, reason }
}

/** A name that nothing has, with the one that was probably meant. */
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

/** Every entry whose key an earlier one already has. */
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

/** Codes are as good as money, so even here only their beginning is said. */
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

/** An entry of a list is known by its id, code or day; else by its place, counted from 1. */
function nameOf(entry: unknown, index: number): string {
	const code = childOf(entry, 'code')
	if (typeof code === 'string') return hintOfCode(code)
	const name = ['id', 'day', 'from']
		.map((key) => childOf(entry, key))
		.find((value) => typeof value === 'string')
	return typeof name === 'string' ? name : String(index + 1)
}
