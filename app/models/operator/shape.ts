import { z } from 'zod'

import { childOf, didYouMean, type Path, type Problem } from '#app/models/operator/files.ts'
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

/**
 * Turns the issues of zod into problems in the words of an operator who edits files. `root` is the value that was
 * checked; `sourceOf` returns the text of a value as its file has it.
 */
export function problemsOfShape(
	schema: z.ZodType,
	root: unknown,
	error: z.ZodError,
	sourceOf: SourceOf = () => undefined,
): Problem[] {
	return error.issues.flatMap((issue) => problemsOfIssue({ schema, root, sourceOf }, issue, []))
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
			reason:
				restrictionReason(value, key) ??
				fieldReason(key, childOf(value, key), known) ??
				unknownField(key, known),
		}))
	}
	if (issue.code === 'invalid_union') {
		return likelyBranch(issue.errors).flatMap((inner) => problemsOfIssue(checked, inner, path))
	}
	const value = path.reduce(childOf, root)
	const slip = typeof value === 'string' && (quotesReason(value) ?? idReason(issue, value, root))
	return [{ path, reason: slip || reasonOf(issue, value, path.at(-1), sourceOf(path)) }]
}

/**
 * Returns the reason against `products` of a gift voucher, which would restrict what it is spent on; null for any other
 * field.
 */
function restrictionReason(value: unknown, key: string): string | null {
	if (key !== 'products' || childOf(value, 'kind') !== 'giftVoucher') return null
	return 'a gift voucher may be spent on everything: one for things of a single VAT rate is a single-purpose voucher, whose VAT is due when it is sold (§ 3 (13) to (15) UStG), and the shop sells vouchers without VAT'
}

function unknownField(key: string, known: readonly string[]): string {
	return key.includes(' ') || hasTypographicQuotes(key)
		? `is not a known field: a text with a comma needs quotation marks, and straight ones ("...")`
		: `is not a known field${didYouMean(key, known)}`
}

/**
 * Returns the issues of the one of a union's shapes that the operator most likely meant: the one whose issues lie
 * deepest.
 */
function likelyBranch(branches: Issue[][]): Issue[] {
	return branches.toSorted((one, other) => fit(other) - fit(one))[0] ?? []
}

function fit(issues: Issue[]): number {
	const isOfAnotherKind = issues.some(
		({ code, path }) => code === 'invalid_type' && path.length === 0,
	)
	return isOfAnotherKind ? -1 : Math.min(...issues.map(({ path }) => path.length))
}

/**
 * Returns the reason against a name where an id is expected: it names the id of the thing of this name, or an id that
 * is possible for it. Null for any other issue.
 */
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

/** The reasons against days and times in a wrong form, by the format of zod. */
const written: Record<string, string | undefined> = {
	date: 'a day is written YYYY-MM-DD and must exist',
	time: 'a time is written HH:MM, in quotation marks',
	deadlineTime:
		'a time is written HH:MM, in quotation marks; start is the time at which the visit begins',
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
				(/time$/i.test(issue.format) && timeReason(value)) ||
				(written[issue.format] ?? issue.message)
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

/** Returns the names of the fields that a schema knows at the end of a path. */
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

/** Returns the schemas inside a schema's unions and wrappers, such as optional and default. */
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
