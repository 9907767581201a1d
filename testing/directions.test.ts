import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, test } from 'vitest'

/** The rooms of the models, and the rooms that each stands on. */
const base = ['visitor', 'venue']
const selling = ['voucher', 'product', 'capacity', ...base]
const rooms: Record<string, string[]> = {
	venue: [],
	visitor: [],
	capacity: ['venue'],
	product: base,
	voucher: ['product', ...base],
	cart: selling,
	order: ['cart', ...selling],
	invoice: ['order', 'cart', ...selling],
	payment: ['invoice', 'order', 'cart', ...selling],
	booking: ['payment', 'invoice', 'order', 'cart', ...selling],
	offer: ['cart', ...selling],
	operator: selling,
}
/** The folders of routes, and those that each lets somebody sign in by. */
const doors: Record<string, string[]> = {
	shop: [],
	cart: [],
	checkout: ['auth'],
	account: ['auth'],
	invitation: [],
	withdrawal: [],
	auth: [],
	api: ['auth'],
}
const inFolder = (door: string) => `routes/${door}/*`
const pureRooms = Object.keys(rooms).map(pure)
const roomsWithRows = Object.keys(rooms).map(withRows)
const models = ['models/*', ...pureRooms]
const modelsWithRows = ['models/*.server', ...roomsWithRows]
const values = ['i18n/*', ...models]
/** What any route may ask. */
const routesAsk = [
	...values,
	...modelsWithRows,
	'gateways/*.server',
	'documents/*',
	'ui/*',
	'forms/*',
	'middleware/*.server',
	'routes/*',
]
const programs = ['#drizzle/*', '#sandbox/*', '#scripts/*', '#server/*', '#testing/*']

/** Who may import what; everything else in the table is forbidden. A star stands for the name of a file. */
const arrows: Record<string, string[]> = {
	'i18n/*': ['i18n/*'],
	'models/*': ['i18n/*', 'models/*'],
	'models/*.server': ['i18n/*', 'models/*', 'models/*.server', 'gateways/*.server', 'db/*.server'],
	...Object.fromEntries(
		Object.entries(rooms).flatMap(([room, below]) => {
			const reached = ['i18n/*', 'models/*', ...[room, ...below].map(pure)]
			const rows = ['models/*.server', ...[room, ...below].map(withRows)]
			return [
				[pure(room), reached],
				[withRows(room), [...reached, ...rows, 'gateways/*.server', 'db/*.server']],
			]
		}),
	),
	'db/driver/*.server': ['db/driver/*.server'],
	'db/*.server': [...values, 'gateways/*.server', 'db/driver/*.server', 'db/*.server'],
	'gateways/*.server': [...values, 'gateways/*.server'],
	'emails/*': [...values, 'emails/*', 'documents/*'],
	'documents/*': [...values, 'emails/*', 'documents/*'],
	'ui/*': [...values, 'ui/*'],
	'forms/*': [...values, 'ui/*', 'forms/*'],
	'middleware/*.server': [
		...values,
		...modelsWithRows,
		'gateways/*.server',
		'db/*.server',
		'middleware/*.server',
	],
	'jobs/*.server': [
		...values,
		...modelsWithRows,
		'gateways/*.server',
		'db/*.server',
		'emails/*',
		'documents/*',
		'jobs/*.server',
	],
	'routes/*': [...routesAsk, ...Object.keys(doors).map(inFolder)],
	...Object.fromEntries(
		Object.entries(doors).map(([door, others]) => [
			inFolder(door),
			[...routesAsk, ...[door, ...others].map(inFolder)],
		]),
	),
}
const places = Object.keys(arrows)
const targets = [...places, ...programs]

let folder: string
/** The lines of each fixture that the linter objects to. */
let errors: Map<string, Set<number>>

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'raumzeit-directions-'))
	await copyFile('oxlint.config.mjs', join(folder, 'oxlint.config.mjs'))
	await Promise.all(
		places.flatMap((from) => targets.map((to) => write(fixtureOf(from, to), importing(to)))),
	)
	errors = await lint()
})
afterAll(() => rm(folder, { recursive: true }))

test.each(places)('%s imports what lies below it, and nothing else', (from) => {
	const found = targets.filter((to) => errors.has(fixtureOf(from, to)))
	const forbidden = targets.filter((to) => !arrows[from]?.includes(to))
	expect(found).toEqual(forbidden)
	// The import of a type, and that of a value.
	for (const to of forbidden) {
		expect([to, errors.get(fixtureOf(from, to))]).toEqual([to, new Set([1, 2])])
	}
})

function pure(room: string): string {
	return `models/${room}/*`
}

function withRows(room: string): string {
	return `models/${room}/*.server`
}

/** `app/models/venue/to-models-cart.server-x.server.ts`: a file of `from` that imports one of `to`. */
function fixtureOf(from: string, to: string): string {
	return `app/${from.replace('*', `to-${to.replaceAll(/[#*/.]+/g, '-')}`)}.ts`
}

/** Two imports: a type in the first line, a value in the second. */
function importing(to: string): string {
	const path = `${to.startsWith('#') ? to : `#app/${to}`}.ts`.replace('*', 'clock')
	return `import type { Thing } from '${path}'\nimport { thing } from '${path}'\n\nexport const here: Thing = thing\n`
}

async function write(path: string, source: string): Promise<void> {
	await mkdir(dirname(join(folder, path)), { recursive: true })
	await writeFile(join(folder, path), source)
}

async function lint(): Promise<typeof errors> {
	const program = join(process.cwd(), 'node_modules/.bin/oxlint')
	const options = { cwd: folder, maxBuffer: 100_000_000 }
	// It ends with 1 when it found something, and here it always does.
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
