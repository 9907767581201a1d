import { distance } from 'fastest-levenshtein'
import { z } from 'zod'

import {
	colonMissing,
	fieldReason,
	hasTypographicQuotes,
	idFor,
	numberReason,
	quotesReason,
	timeReason,
} from '#app/models/operator/slips.ts'
import { id, idMessage } from '#app/models/venue/catalogue.ts'

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

/**
 * What zod found, in the words of an operator who edits files. `root` is what was checked; `sourceOf` says how a
 * value was written.
 */
export function problemsOfShape(
	schema: z.ZodType,
	root: unknown,
	error: z.ZodError,
	sourceOf: SourceOf = () => undefined,
): Problem[] {
	return error.issues.flatMap((issue) => problemsOfIssue({ schema, root, sourceOf }, issue, []))
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
export function* unique<T>(
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

type Issue = z.core.$ZodIssue
type SourceOf = (path: Path) => string | undefined
type Checked = { schema: z.ZodType; root: unknown; sourceOf: SourceOf }

function problemsOfIssue(checked: Checked, issue: Issue, above: Path): Problem[] {
	const { schema, root, sourceOf } = checked
	const path = [
		...above,
		...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step)),
	]
	if (issue.code === 'unrecognized_keys') {
		const known = fieldsAt(schema, path)
		const value = path.reduce(childOf, root)
		return issue.keys.map((key) => ({
			path: [...path, key],
			reason: fieldReason(key, childOf(value, key), known) ?? unknownField(key, known),
		}))
	}
	if (issue.code === 'invalid_union') {
		return likelyBranch(issue.errors).flatMap((inner) => problemsOfIssue(checked, inner, path))
	}
	const value = path.reduce(childOf, root)
	const slip = typeof value === 'string' && (quotesReason(value) ?? idReason(issue, value, root))
	return [{ path, reason: slip || reasonOf(issue, value, path.at(-1), sourceOf(path)) }]
}

function unknownField(key: string, known: readonly string[]): string {
	return key.includes(' ') || hasTypographicQuotes(key)
		? `is not a known field: a text with a comma needs quotation marks, and straight ones ("...")`
		: `is not a known field${didYouMean(key, known)}`
}

/** Of several allowed shapes the operator most likely meant the one whose mistakes lie furthest down. */
function likelyBranch(branches: Issue[][]): Issue[] {
	return branches.toSorted((one, other) => fit(other) - fit(one))[0] ?? []
}

function fit(issues: Issue[]): number {
	const isOfAnotherKind = issues.some(
		({ code, path }) => code === 'invalid_type' && path.length === 0,
	)
	return isOfAnotherKind ? -1 : Math.min(...issues.map(({ path }) => path.length))
}

/** Where an id is expected: the id of the thing that has this name, or how such an id would be written. */
function idReason(issue: Issue, value: string, root: unknown): string | null {
	if (issue.code !== 'invalid_format' || issue.message !== idMessage) return null
	const things = ['resources', 'groups', 'products'].flatMap((key) => {
		const list = childOf(root, key)
		return Array.isArray(list) ? (list as unknown[]) : []
	})
	const called = things
		.filter((thing) => ['de', 'en'].some((tag) => childOf(childOf(thing, 'name'), tag) === value))
		.map((thing) => childOf(thing, 'id'))
		.find((known) => typeof known === 'string' && id.safeParse(known).success)
	if (typeof called === 'string') return `is a name: write the id of that thing, ${called}`
	const possible = idFor(value)
	return `${idMessage}${possible ? `, such as ${possible}` : ''}; its name stands in \`name\``
}

/** How the atoms of a slot are written in a file. */
const written: Record<string, string | undefined> = {
	date: 'a day is written YYYY-MM-DD and must exist',
	time: 'a time is written HH:MM, in quotation marks',
}

function reasonOf(
	issue: Issue,
	value: unknown,
	key: string | number | undefined,
	source: string | undefined,
): string {
	if (value === undefined) return 'is missing'
	switch (issue.code) {
		case 'invalid_type': {
			const slip = issue.expected === 'number' ? numberReason(value, key) : null
			if (slip) return slip
			return issue.expected === 'string' && typeof value === 'number'
				? `must be text: write "${source ?? value}" in quotation marks`
				: `must be ${kinds[issue.expected] ?? issue.expected}, not ${kindOf(value)}`
		}
		case 'invalid_key':
			return colonMissing(String(key)) ?? issue.message
		case 'invalid_value':
			return `must be ${issue.values.map(String).join(' or ')}${didYouMean(String(value), issue.values.map(String))}`
		case 'not_multiple_of':
			return `must be a multiple of ${issue.divisor}`
		case 'too_small':
			return typeof value === 'object' ? 'must not be empty' : tooSmall(issue, value)
		case 'too_big':
			return `must be at most ${issue.maximum}${typeof value === 'string' ? ' characters long' : ''}`
		case 'invalid_format':
			return (
				(issue.format === 'time' && timeReason(value)) || (written[issue.format] ?? issue.message)
			)
		default:
			return issue.message
	}
}

function tooSmall(issue: z.core.$ZodIssueTooSmall, value: unknown): string {
	if (typeof value === 'string') {
		return issue.minimum === 1
			? 'must not be empty'
			: `must be at least ${issue.minimum} characters long`
	}
	return issue.inclusive
		? `must be at least ${issue.minimum}`
		: `must be more than ${issue.minimum}`
}

const kinds: Record<string, string> = {
	string: 'text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'fields and their values',
	record: 'fields and their values',
}

function kindOf(value: unknown): string {
	if (value === null) return 'empty'
	if (Array.isArray(value)) return 'a list'
	return typeof value === 'object' ? 'fields and their values' : JSON.stringify(value)
}

/** The field names a schema knows at the end of a path. */
function fieldsAt(schema: unknown, path: Path): string[] {
	let here = branches(schema)
	for (const step of path) here = here.flatMap((branch) => branches(stepInto(branch, step)))
	return here.flatMap((branch) => (branch instanceof z.ZodObject ? Object.keys(branch.shape) : []))
}

function stepInto(schema: unknown, step: string | number): unknown {
	if (schema instanceof z.ZodObject) return childOf(schema.shape, step)
	if (schema instanceof z.ZodArray) return schema.element
	return schema instanceof z.ZodRecord ? schema.valueType : undefined
}

/** What is left of a schema without its wrapping: optional, default and the like. */
function branches(schema: unknown): unknown[] {
	if (schema instanceof z.ZodUnion) return schema.options.flatMap(branches)
	if (schema instanceof z.ZodPipe) return branches(schema.in)
	const wraps =
		schema instanceof z.ZodOptional ||
		schema instanceof z.ZodNullable ||
		schema instanceof z.ZodDefault ||
		schema instanceof z.ZodPrefault
	return wraps ? branches(schema.unwrap()) : [schema]
}
