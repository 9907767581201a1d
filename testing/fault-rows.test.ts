import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { isLong, parts } from './parts.ts'

const DOCUMENT = 'docs/faults.md'
/** The names that the document gives to files of many rows. */
const short: Record<string, string> = {
	'*faults*': 'app/models/booking/faults.server.test.ts',
	'*days*': 'app/models/booking/days.server.test.ts',
	'*place*': 'app/models/booking/place.server.test.ts',
}

/** The lines of each file of tests, without comments. */
const tests = new Map(
	['app', 'desk', 'drizzle', 'e2e', 'sandbox', 'scripts', 'server', 'testing'].flatMap((folder) =>
		readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((name) => /\.(test|spec)\.tsx?$/.test(name))
			.map((name): [file: string, lines: string[]] => [
				join(folder, name),
				linesOf(readFileSync(join(folder, name), 'utf8')),
			]),
	),
)

function linesOf(source: string): string[] {
	return source.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
}

type Row = { id: string; where: string }

function rows(): Row[] {
	const found = readFileSync(DOCUMENT, 'utf8').matchAll(/^\| ([A-Z]\d+[a-z]?) \|.*\|([^|]*)\|$/gm)
	return [...found].map(([, id = '', where = '']) => ({ id, where: where.trim() }))
}

/**
 * The numbers of the parts of `npm run test:all` that alone run a row's tests; empty when `npm test` runs one of them.
 * Of a file, those lines count that name the row, and where none does, all that begin a test.
 */
function partsOf({ id, where }: Row): number[] {
	const names = where.match(/`[^`]+`|\*\w+\*/g) ?? []
	const files = names
		.map((name) => short[name] ?? name.replaceAll('`', ''))
		.flatMap((name) => [...tests.keys()].filter((file) => `/${file}`.endsWith(`/${name}`)))
	const naming = new RegExp(`\\b${id}\\b`)
	const lines = files.flatMap((file) => {
		const all = tests.get(file) ?? []
		const own = all.filter((line) => naming.test(line))
		return own.length > 0 ? own : all.filter((line) => /\btest(\.each)?\(/.test(line))
	})
	if (lines.some((line) => !isLong.test(line))) return []
	const named = new Set(lines.flatMap((line) => isLong.exec(line)?.[1] ?? []))
	return parts.flatMap((part, index) => (named.has(part) ? [index + 1] : []))
}

test('a row of the faults whose tests npm test leaves out names the part that runs them', () => {
	const all = rows()
	expect(all.length).toBeGreaterThan(500)
	const saying = all.map(
		({ id, where }) => `${id}: ${/\ball ([\d, ]+\d|\d)/.exec(where)?.[1] ?? ''}`,
	)
	expect(saying).toEqual(all.map((row) => `${row.id}: ${partsOf(row).join(', ')}`))
})

test('a row of the faults names a test, a command, or why there is none', () => {
	const silent = rows().filter(
		({ where }) => !/\.(test|spec)\.tsx?`|\*\w+\*|`npm run |^no test|^accepted/.test(where),
	)
	expect(silent).toEqual([])
})
