import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { type Document, LineCounter, isMap, isScalar, isSeq, parseDocument } from 'yaml'

import {
	childOf,
	didYouMean,
	fileKeys,
	isRecord,
	locate,
	type Path,
	type Problem,
	wordsOfPath,
} from '#app/models/operator/files.ts'
import { NOTHING_CALLED, readPages } from '#app/models/operator/pages.server.ts'
import { syntaxReason } from '#app/models/operator/slips.ts'
import { readText } from '#app/models/operator/text-file.ts'

/** The operator's files as they were written, before the schema checks them, merged into the shape that it expects. */
export type VenueDocuments = {
	root: Record<string, unknown>
	/** The content of the files without the defaults and the HTML that the shop adds: it changes only with the files. */
	written: unknown
	/** Problems of the files themselves, as sentences. */
	problems: string[]
	/** Warnings about the files, as sentences: the venue can be opened all the same. */
	warnings: string[]
	/**
	 * Returns the sentence for a problem that a later check found, with its file and line; null when that file could not
	 * be read anyway.
	 */
	describe(problem: Problem): string | null
	/**
	 * Returns the text of a plain value as its file has it, '01067' for the number 1067; undefined for any other value.
	 */
	sourceOf(path: Path): string | undefined
}

/** Reads all files of a venue in `dir`. Mistakes of the operator are returned as problems and never thrown. */
export async function readDocuments(dir: string): Promise<VenueDocuments> {
	const names = await readdir(dir).catch(() => [])
	const files = new Map<string, YamlFile>()
	for (const name of YAML_FILES) files.set(name, await readYaml(dir, name, names))

	const contents = (name: string) => files.get(name)?.content ?? {}
	const root: Record<string, unknown> = {
		...contents('venue.yaml'),
		calendar: contents('calendar.yaml'),
	}
	const problems = [
		...names.flatMap(strayFile),
		...[...files.values()].flatMap((file) => file.problems),
		...misplacedKeys(contents('venue.yaml')),
	]
	for (const [name, keys] of Object.entries(fileKeys)) {
		for (const [key, value] of Object.entries(contents(name))) {
			if ((keys as readonly string[]).includes(key)) root[key] = value
			else problems.push(`${name}, ${key}: is not a known field${didYouMean(key, keys)}`)
		}
	}
	const pages = await readPages(dir, root)
	const written = { ...root, pages: pages.written }
	root['pages'] = pages.pages

	const isWhole = ['venue.yaml', 'calendar.yaml'].every(
		(name) => files.get(name)?.problems.length === 0,
	)
	return {
		root,
		written,
		// A placeholder of a page may name a value in a file that could not be read.
		problems: [
			...problems,
			...pages.problems.filter((each) => isWhole || !each.includes(NOTHING_CALLED)),
		],
		warnings: [...[...files.values()].flatMap((file) => file.warnings), ...pages.warnings],
		describe: (problem) => describe(problem, root, files),
		sourceOf: (path) => {
			const { file, inside } = locate(path)
			return files.get(file)?.sourceOf(inside)
		},
	}
}

const YAML_FILES = [
	'venue.yaml',
	'calendar.yaml',
	'catalogue.yaml',
	'vouchers.yaml',
	'redirects.yaml',
]
const OPTIONAL = new Set(['vouchers.yaml', 'redirects.yaml'])

type YamlFile = {
	content: Record<string, unknown>
	problems: string[]
	warnings: string[]
	lineOf(path: Path): number | undefined
	sourceOf(path: Path): string | undefined
}

async function readYaml(dir: string, name: string, names: string[]): Promise<YamlFile> {
	if (!names.includes(name))
		return OPTIONAL.has(name) ? broken() : broken(`${name}: this file is missing in ${dir}`)

	const { text: source, problem, warnings } = readText(await readFile(join(dir, name)))
	if (problem) return broken(`${name}: ${problem}`)
	const lines = new LineCounter()
	const document = parseDocument(source, { lineCounter: lines })
	// Only the first syntax error is told, because all later ones follow from it.
	const [mistake] = document.errors
	if (mistake) {
		const { line } = lines.linePos(mistake.pos[0])
		const text = source.split('\n')[line - 1] ?? ''
		const reason = syntaxReason(mistake.code, text, firstLine(mistake.message))
		return broken(`${name} line ${line}: ${reason}`)
	}
	try {
		const content: unknown = document.toJS() ?? {}
		if (!isRecord(content)) return broken(`${name}: must consist of fields and their values`)
		return {
			content,
			problems: [],
			warnings: warnings.map((warning) => `${name}: ${warning}`),
			lineOf: (path) => lineOf(document, lines, path),
			sourceOf: (path) => sourceOf(document, path),
		}
	} catch (error) {
		return broken(`${name}: ${error instanceof Error ? error.message : String(error)}`)
	}
}

function broken(...problems: string[]): YamlFile {
	return {
		content: {},
		problems,
		warnings: [],
		lineOf: () => undefined,
		sourceOf: () => undefined,
	}
}

function sourceOf(document: Document, path: Path): string | undefined {
	const node = document.getIn(path, true)
	return isScalar(node) ? node.source : undefined
}

/**
 * Returns the line of a field in its file, or that of the nearest field around it that exists; undefined without one.
 */
function lineOf(document: Document, lines: LineCounter, path: Path): number | undefined {
	let node: unknown = document.contents
	let offset: number | undefined
	for (const step of path) {
		if (isMap(node)) {
			const pair = node.items.find(({ key }) => String(key) === String(step))
			if (!pair) break
			offset = startOf(pair.key) ?? offset
			node = pair.value
		} else if (isSeq(node)) {
			node = node.items[Number(step)]
			offset = startOf(node) ?? offset
		}
	}
	return offset === undefined ? undefined : lines.linePos(offset).line
}

function startOf(node: unknown): number | undefined {
	const range = childOf(node, 'range')
	return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : undefined
}

function describe(problem: Problem, root: unknown, files: Map<string, YamlFile>): string | null {
	const { file, inside } = locate(problem.path)
	if (file === 'pages') return `pages/${inside.join(' › ')}: ${problem.reason}`
	const yaml = files.get(file)
	if (!yaml || yaml.problems.length > 0) return null

	const line = yaml.lineOf(inside)
	const above = problem.path.slice(0, problem.path.length - inside.length)
	const words = wordsOfPath(above.reduce(childOf, root), inside)
	const place = line === undefined ? file : `${file} line ${line}`
	return words === '' ? `${place}: ${problem.reason}` : `${place}, ${words}: ${problem.reason}`
}

function strayFile(name: string): string[] {
	if (!/\.ya?ml$/.test(name) || YAML_FILES.includes(name)) return []
	return [`${name}: nothing reads this file${didYouMean(name, YAML_FILES)}`]
}

function misplacedKeys(content: Record<string, unknown>): string[] {
	return Object.keys(content).flatMap((key) => {
		const { file } = locate([key])
		return file === 'venue.yaml' ? [] : [`venue.yaml, ${key}: belongs into ${file}`]
	})
}

function firstLine(text: string): string {
	return text.split('\n')[0]?.replace(/:$/, '') ?? text
}
