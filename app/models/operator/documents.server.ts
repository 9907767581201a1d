import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { type Document, LineCounter, isMap, isSeq, parseDocument } from 'yaml'

import {
	childOf,
	didYouMean,
	fileKeys,
	locate,
	type Path,
	type Problem,
	wordsOfPath,
} from '#app/models/operator/files.ts'

/** The operator's files as they were written: not yet checked, but in the shape the schema expects. */
export type VenueDocuments = {
	root: Record<string, unknown>
	/** What is already wrong with the files themselves, ready to be read. */
	problems: string[]
	/** A problem found later, with the file and the line it lies in; null when its file is broken anyway. */
	describe(problem: Problem): string | null
}

/** Reads all files of a venue. Never throws for what an operator can put right. */
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
	const pages = await readPages(join(dir, 'pages'), root)
	root['pages'] = pages.pages

	const isWhole = ['venue.yaml', 'calendar.yaml'].every(
		(name) => files.get(name)?.problems.length === 0,
	)
	return {
		root,
		// What a page cannot find may well stand in a file that could not be read.
		problems: [
			...problems,
			...pages.problems.filter((each) => isWhole || !each.includes(NOTHING_CALLED)),
		],
		describe: (problem) => describe(problem, root, files),
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
	lineOf(path: Path): number | undefined
}

async function readYaml(dir: string, name: string, names: string[]): Promise<YamlFile> {
	if (!names.includes(name))
		return OPTIONAL.has(name) ? broken() : broken(`${name}: this file is missing in ${dir}`)

	const lines = new LineCounter()
	const document = parseDocument(await readFile(join(dir, name), 'utf8'), { lineCounter: lines })
	// Everything after the first mistake in the syntax follows from it.
	const [mistake] = document.errors
	if (mistake) return broken(`${name}, ${firstLine(mistake.message)}`)
	try {
		const content: unknown = document.toJS() ?? {}
		if (!isRecord(content)) return broken(`${name}: must consist of fields and their values`)
		return { content, problems: [], lineOf: (path) => lineOf(document, lines, path) }
	} catch (error) {
		return broken(`${name}: ${error instanceof Error ? error.message : String(error)}`)
	}
}

function broken(...problems: string[]): YamlFile {
	return { content: {}, problems, lineOf: () => undefined }
}

/** The line of a place, or of the nearest one above it that exists. */
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

type Pages = Record<string, { title: Record<string, string>; html: Record<string, string> }>

async function readPages(
	dir: string,
	root: unknown,
): Promise<{ pages: Pages; problems: string[] }> {
	const names = (await readdir(dir).catch(() => []))
		.filter((name) => !name.startsWith('.'))
		.toSorted()
	const pages: Pages = {}
	const problems: string[] = []
	for (const name of names) {
		const [, slug, language] = /^([a-z0-9]+(?:-[a-z0-9]+)*)\.(de|en)\.md$/.exec(name) ?? []
		if (slug === undefined || language === undefined) {
			problems.push(
				`pages/${name}: a page is called like anfahrt.de.md or anfahrt.en.md, in small letters`,
			)
			continue
		}
		const other = `${slug}.${language === 'de' ? 'en' : 'de'}.md`
		if (!names.includes(other))
			problems.push(`pages/${other}: is missing, while there is pages/${name}`)

		const { title, html, reasons } = renderPage(
			await readFile(join(dir, name), 'utf8'),
			language,
			root,
		)
		problems.push(...reasons.map((reason) => `pages/${name}: ${reason}`))
		// A missing language is already a problem: the text stands in so that everything else can be checked.
		const page = (pages[slug] ??= { title: { de: title, en: title }, html: { de: html, en: html } })
		page.title[language] = title
		page.html[language] = html
	}
	return { pages, problems }
}

const NOTHING_CALLED = 'there is nothing called'

function renderPage(source: string, language: string, root: unknown) {
	const [, head = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? []
	const front = parseDocument(head)
	const title: unknown = front.errors.length > 0 ? undefined : childOf(front.toJS(), 'title')
	const reasons: string[] = []
	if (typeof title !== 'string' || title.trim() === '') {
		reasons.push('must begin with three lines: ---, title: ..., ---')
	} else if (body.trim() === '') reasons.push('has no text')

	const markdown = body.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (placeholder, name: string) => {
		const value = valueOf(root, name.split('.'), language)
		if (value === undefined) reasons.push(`${NOTHING_CALLED} ${name} to put in for ${placeholder}`)
		return value ?? placeholder
	})
	const html = sanitizeHtml(marked.parse(markdown, { async: false, breaks: true }), SAFE_HTML)
	return {
		title: typeof title === 'string' ? title.trim() : '?',
		html: html.trim() || '?',
		reasons,
	}
}

/** `{{contact.email}}` in a page stands for that field of `venue.yaml` (or `{{calendar.…}}`). */
function valueOf(root: unknown, path: string[], language: string): string | undefined {
	const value = path.reduce<unknown>(
		(here, step) => (isRecord(here) && Object.hasOwn(here, step) ? here[step] : undefined),
		root,
	)
	const text = isRecord(value) ? value[language] : value
	return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined
}

const SAFE_HTML: sanitizeHtml.IOptions = {
	allowedTags: [
		...sanitizeHtml.defaults.allowedTags.filter((tag) => tag !== 'h1'),
		'details',
		'summary',
	],
	allowedAttributes: {
		a: ['href', 'title', 'rel'],
		th: ['scope', 'align'],
		td: ['align'],
		ol: ['start'],
	},
	allowedSchemes: ['https', 'http', 'mailto', 'tel'],
	transformTags: {
		th: sanitizeHtml.simpleTransform('th', { scope: 'col' }),
		a: (tagName, attribs) => ({
			tagName,
			attribs: /^https?:/.test(attribs['href'] ?? '') ? { ...attribs, rel: 'noopener' } : attribs,
		}),
	},
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function firstLine(text: string): string {
	return text.split('\n')[0]?.replace(/:$/, '') ?? text
}
