import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { marked } from 'marked'
import sanitizeHtml from 'sanitize-html'
import { parseDocument } from 'yaml'

import type { Locale } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { childOf, isRecord } from '#app/models/operator/files.ts'
import {
	missing,
	notPictures,
	type PagePictures,
	pagePicture,
	picturesIn,
} from '#app/models/operator/page-pictures.server.ts'
import { policyOnPage, typedRule } from '#app/models/operator/policy-on-pages.ts'
import { readText } from '#app/models/operator/text-file.ts'
import { hoursTable } from '#app/models/venue/hours-table.ts'
import { feeVatOf, venueSchema } from '#app/models/venue/venue.ts'

type Pages = Record<string, { title: Record<string, string>; html: Record<string, string> }>

/**
 * Reads the pages of a venue: `pages` in the HTML that visitors see, `written` as the source texts with the sizes of
 * their pictures, and the problems and warnings as sentences. `root` has the values for the pages' placeholders.
 */
export async function readPages(
	venueDir: string,
	root: unknown,
): Promise<{ pages: Pages; written: unknown[]; problems: string[]; warnings: string[] }> {
	const dir = join(venueDir, 'pages')
	const names = (await readdir(dir).catch(() => []))
		.filter((name) => !name.startsWith('.'))
		.toSorted()
	const pages: Pages = {}
	const written: unknown[] = []
	const problems: string[] = []
	const warnings: string[] = []
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

		const { text: source, ...read } = readText(await readFile(join(dir, name)))
		warnings.push(...read.warnings.map((warning) => `pages/${name}: ${warning}`))
		const pictures = await picturesIn(source, venueDir)
		written.push([name, source, ...pictures])
		const { title, html, reasons } = renderPage(source, { language, root, pictures })
		const typed = rulesBeside(source, root)
		// When the text cannot be read, all other reasons follow from that.
		const said = read.problem === null ? [...reasons, ...typed.problems] : [read.problem]
		problems.push(...said.map((reason) => `pages/${name}: ${reason}`))
		const notes = [
			...(await notPictures(pictures, venueDir)),
			...wordsOnDamages(source, root),
			...typed.warnings,
		]
		warnings.push(...notes.map((warning) => `pages/${name}: ${warning}`))
		// A language that is missing is a problem by now; this text takes its part, so that all else can be checked.
		const page = (pages[slug] ??= { title: { de: title, en: title }, html: { de: html, en: html } })
		page.title[language] = title
		page.html[language] = html
	}
	return { pages, written, problems, warnings }
}

/**
 * The first words of the problem of a placeholder that names nothing, by which `readDocuments` knows such a problem.
 */
export const NOTHING_CALLED = 'there is nothing called'

type PageFacts = { language: string; root: unknown; pictures: PagePictures }

function renderPage(source: string, { language, root, pictures }: PageFacts) {
	const [, head = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? []
	const front = parseDocument(head)
	const title: unknown = front.errors.length > 0 ? undefined : childOf(front.toJS(), 'title')
	const reasons = missing(pictures)
	if (typeof title !== 'string' || title.trim() === '') {
		reasons.push('must begin with three lines: ---, title: ..., ---')
	} else if (body.trim() === '') reasons.push('has no text')

	const markdown = body.replaceAll(/\{\{\s*([\w.]+)\s*\}\}/g, (placeholder, name: string) => {
		const value = Object.hasOwn(written, name)
			? written[name]?.(root, localeOf(language))
			: valueOf(root, name.split('.'), language)
		if (value === undefined) reasons.push(`${NOTHING_CALLED} ${name} to put in for ${placeholder}`)
		return value ?? placeholder
	})
	const html = sanitizeHtml(
		marked.parse(markdown, { async: false, breaks: true }),
		safeHtml(pictures),
	)
	return {
		title: typeof title === 'string' ? title.trim() : '?',
		html: html.trim() || '?',
		reasons,
	}
}

/** The placeholders whose texts the shop writes, by their names; all others are replaced by values of the files. */
const written: Record<string, (root: unknown, locale: Locale) => string> = {
	openingHours,
	cancelFee,
	'policy.change': policyOnPage('change'),
	'policy.move': policyOnPage('move'),
	'policy.cancel': policyOnPage('cancel'),
}

/** Returns the table of the opening hours for a page; empty when the calendar has problems of its own. */
function openingHours(root: unknown, locale: Locale): string {
	const calendar = venueSchema.shape.calendar.safeParse(childOf(root, 'calendar'))
	return calendar.success ? hoursTable(calendar.data, locale) : ''
}

/**
 * Returns the sentences on what is kept of a cancelled booking, by the venue's `cancelFee`; empty when that field has
 * problems of its own.
 */
function cancelFee(root: unknown, locale: Locale): string {
	const fee = venueSchema.shape.cancelFee.safeParse(childOf(root, 'cancelFee'))
	if (!fee.success) return ''
	return translator(locale)(`cancelFee.${feeVatOf({ cancelFee: fee.data })}`)
}

/**
 * Returns a warning for a page that speaks of damages in typed words although the venue's `cancelFee` says that what is
 * kept is consideration, no damages; an empty list for any other page.
 */
function wordsOnDamages(source: string, root: unknown): string[] {
	const fee = venueSchema.shape.cancelFee.safeParse(childOf(root, 'cancelFee'))
	const isOther = fee.success && feeVatOf({ cancelFee: fee.data }) === 'consideration'
	const [typed] =
		/gering\w+ Schaden|no loss or a smaller|smaller (?:loss|damage)/i.exec(source) ?? []
	if (!isOther || typed === undefined) return []
	return [
		`speaks of damages ("${typed}"), while cancelFee.vat is consideration: write {{cancelFee}} for the sentence`,
	]
}

/**
 * Returns the complaint about a page that types a rule for cancelling or moving: a problem when venue.yaml has a
 * `policy` to quote, a warning when it has none yet.
 */
function rulesBeside(source: string, root: unknown): { problems: string[]; warnings: string[] } {
	const typed = typedRule(source)
	if (typed === null) return { problems: [], warnings: [] }
	const reason = `says until when something is cancelled or moved, or what is kept ("${typed}"), which `
	return childOf(root, 'policy') === undefined
		? {
				problems: [],
				warnings: [`${reason}nothing can check: write \`policy\` in venue.yaml and quote it`],
			}
		: {
				problems: [
					`${reason}\`policy\` may say otherwise: write {{policy.cancel}} and {{policy.move}}`,
				],
				warnings: [],
			}
}

function localeOf(language: string): Locale {
	return language === 'de' ? 'de-DE' : 'en-EN'
}

/**
 * Returns the text for a placeholder that names a field of `venue.yaml`, such as `{{contact.email}}`, or
 * `{{calendar.…}}`; undefined when there is no such field.
 */
function valueOf(root: unknown, path: string[], language: string): string | undefined {
	const value = path.reduce<unknown>(
		(here, step) => (isRecord(here) && Object.hasOwn(here, step) ? here[step] : undefined),
		root,
	)
	const text = isRecord(value) ? value[language] : value
	return typeof text === 'string' || typeof text === 'number' ? String(text) : undefined
}

const safeHtml = (pictures: PagePictures): sanitizeHtml.IOptions => ({
	allowedTags: [
		...sanitizeHtml.defaults.allowedTags.filter((tag) => tag !== 'h1'),
		'details',
		'summary',
		'img',
	],
	allowedAttributes: {
		a: ['href', 'title', 'rel'],
		th: ['scope', 'align'],
		td: ['align'],
		ol: ['start'],
		img: ['src', 'srcset', 'width', 'height', 'alt', 'loading'],
	},
	allowedSchemes: ['https', 'http', 'mailto', 'tel'],
	exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['src']?.startsWith('/_ipx/'),
	transformTags: {
		img: (tagName, attribs) => ({ tagName, attribs: pagePicture(attribs, pictures) }),
		th: sanitizeHtml.simpleTransform('th', { scope: 'col' }),
		a: (tagName, attribs) => ({
			tagName,
			attribs: /^https?:/.test(attribs['href'] ?? '') ? { ...attribs, rel: 'noopener' } : attribs,
		}),
	},
})
