import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { desk, directions, doors, rooms } from '../directions.mjs'

const programs = ['#desk/*', '#drizzle/*', '#sandbox/*', '#scripts/*', '#server/*', '#testing/*']
const places: string[] = Object.keys(directions)
const targets = [...places, ...programs]
/** A folder of the desk, which imports its own files beside those of `app/`. */
const folderOfDesk = '#desk/routes/*'
const mayImport = (from: string) =>
	from === folderOfDesk ? [...desk.may, '#desk/*'] : (directions[from]?.may ?? [])
/** Each place with the single files of other places that it may import. */
const singles = [...Object.entries(directions), [folderOfDesk, desk] as const].flatMap(
	([from, { only = {} }]) =>
		Object.entries(only).flatMap(([to, names]) =>
			names.map((name) => [from, to.replace('*', name)] as const),
		),
)

let folder: string
/** The lines of each fixture in which the linter finds an error. */
let errors: Map<string, Set<number>>

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'raumzeit-directions-'))
	await Promise.all(
		['oxlint.config.mjs', 'directions.mjs'].map((file) => copyFile(file, join(folder, file))),
	)
	const sources = [...places, folderOfDesk]
	const pairs = [...sources.flatMap((from) => targets.map((to) => [from, to] as const)), ...singles]
	await Promise.all(pairs.map(([from, to]) => write(fixtureOf(from, to), importing(to))))
	errors = await lint()
})
afterAll(() => rm(folder, { recursive: true }))

test.each([...places, folderOfDesk])('%s imports what lies below it, and nothing else', (from) => {
	const found = targets.filter((to) => errors.has(fixtureOf(from, to)))
	const forbidden = targets.filter((to) => !mayImport(from).includes(to))
	expect(found).toEqual(forbidden)
	// The import of a type, and that of a value.
	for (const to of forbidden) {
		expect([to, errors.get(fixtureOf(from, to))]).toEqual([to, new Set([1, 2])])
	}
})

test.each(singles)('%s imports the single file %s', (from, to) => {
	expect(errors.has(fixtureOf(from, to))).toBe(false)
})

test('docs/house.md names the imports of each room and each folder of routes', async () => {
	const guide = await readFile('docs/house.md', 'utf8')
	const rows = (stands: Record<string, string[]>) =>
		Object.entries(stands).map(([name, on]) => `| ${name} | ${on.join(', ') || 'the ground'} |`)
	expect(guide).toContain(rows(rooms).join('\n'))
	for (const [door, others] of Object.entries(doors))
		for (const other of others) expect(guide).toContain(`${door} → ${other}`)
})

test('docs/house.md names the folders that the desk imports, and the gateways that routes and desk use', async () => {
	const guide = await readFile('docs/house.md', 'utf8')
	const folders = new Set(desk.may.map((place) => place.split('/')[0] ?? ''))
	expect(guide).toContain(`\`desk/\` imports ${listed([...folders])} of \`app/\``)
	const gateways = ({ only = {} }: { only?: Record<string, string[]> }) =>
		listed(only['gateways/*.server'] ?? [])
	for (const place of places.filter((name) => name.startsWith('routes/')))
		expect(gateways(directions[place] ?? {})).toBe(gateways(directions['routes/*'] ?? {}))
	expect(guide).toContain(
		`A route itself uses the gateways ${gateways(directions['routes/*'] ?? {})}, the desk ${gateways(desk)};`,
	)
})

/** Lists names as the guide does. */
function listed(names: string[]): string {
	const list = new Intl.ListFormat('en-GB', { type: 'conjunction' })
	return list.format(names.map((name) => `\`${name}\``))
}

/** Names a fixture, `app/models/venue/to-models-cart.server-x.server.ts`: a file of `from` that imports one of `to`. */
function fixtureOf(from: string, to: string): string {
	const path = from.startsWith('#') ? from.slice(1) : `app/${from}`
	return `${path.replace(/\*+/, `to-${to.replaceAll(/[#*/.]+/g, '-')}`)}.ts`
}

/** Returns a source with two imports: a type in the first line, a value in the second. */
function importing(to: string): string {
	const path = `${to.startsWith('#') ? to : `#app/${to}`}.ts`.replace(/\*+/, 'other')
	return `import type { Thing } from '${path}'\nimport { thing } from '${path}'\n\nexport const here: Thing = thing\n`
}

async function write(path: string, source: string): Promise<void> {
	await mkdir(dirname(join(folder, path)), { recursive: true })
	await writeFile(join(folder, path), source)
}

async function lint(): Promise<typeof errors> {
	const program = join(process.cwd(), 'node_modules/.bin/oxlint')
	const options = { cwd: folder, maxBuffer: 100_000_000 }
	// The linter exits with 1 when it finds something, and here it always does.
	const { stdout } = await promisify(execFile)(
		program,
		['--config', 'oxlint.config.mjs', '--format', 'json', '.'],
		options,
	).catch((failure: { stdout: string }) => failure)
	const { diagnostics } = JSON.parse(stdout) as { diagnostics: Diagnostic[] }
	const found = new Map<string, Set<number>>()
	for (const { code, filename, labels } of diagnostics) {
		if (code !== 'eslint(no-restricted-imports)') continue
		const lines = found.get(filename) ?? new Set()
		for (const { span } of labels) lines.add(span.line)
		found.set(filename, lines)
	}
	return found
}

type Diagnostic = { code: string; filename: string; labels: { span: { line: number } }[] }
