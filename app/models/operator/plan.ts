import { hintOfCode } from '#app/models/operator/files.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/**
 * Lists the differences of the venue `after` from the venue `before`, one line each: '+ products › pizza', '- pages ›
 * faq', '~ resources › park › capacity: 250 → 200'. Without `before` one line counts all that is new.
 */
export function differences(before: Venue | undefined, after: Venue): string[] {
	if (!before) return [`+ the venue "${after.name}": ${countOf(after)}`]
	return [...compare(before, after, [])].map(explainVoucher)
}

/**
 * Returns a refusal, in one line, when the terms changed and their version did not: every order keeps the version of
 * the terms that it accepted. Empty otherwise.
 */
export function changedTerms(before: Venue | undefined, after: Venue): string[] {
	if (!before || before.termsVersion !== after.termsVersion) return []
	const isChanged = (['de', 'en'] as const).some(
		(language) =>
			wordsOf(before.pages['agb']?.html[language]) !== wordsOf(after.pages['agb']?.html[language]),
	)
	const isOtherPolicy =
		before.policy !== undefined &&
		[...compare(policiesOf(before), policiesOf(after), [])].length > 0
	return isChanged || isOtherPolicy
		? [
				`venue.yaml, termsVersion: the terms (pages/agb, and what they say of the deposit, the times or the policy) changed, but their version is still "${after.termsVersion}": give them a new one`,
			]
		: []
}

/**
 * Returns a venue's policy and those of its products: they are part of the terms, whether the terms' page quotes them
 * or not.
 */
function policiesOf({ policy, products }: Venue) {
	return { policy, own: products.flatMap(({ id, policy }) => (policy ? [{ id, policy }] : [])) }
}

function wordsOf(html = ''): string {
	return html
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll(/\s+/g, ' ')
		.trim()
}

function countOf({ resources, products, vouchers, pages, redirects }: Venue): string {
	const counts = { resources, products, vouchers, pages: Object.keys(pages), redirects }
	return Object.entries(counts)
		.map(([what, { length }]) => `${length} ${what}`)
		.join(', ')
}

type Words = readonly string[]

function* compare(before: unknown, after: unknown, words: Words): Generator<string, void> {
	if (before === after) return
	if (before === undefined) return yield `+ ${say(words)}`
	if (after === undefined) return yield `- ${say(words)}`

	const [old, fresh] = [partsOf(before), partsOf(after)]
	if (!old || !fresh) return yield `~ ${say(words)}: ${show(before, words)} → ${show(after, words)}`
	for (const key of new Set([...old.keys(), ...fresh.keys()])) {
		yield* compare(old.get(key), fresh.get(key), [...words, key])
	}
	if (Array.isArray(after) && isReordered([...old.keys()], [...fresh.keys()])) {
		yield `~ ${say(words)}: the order changed`
	}
}

/**
 * True when the entries of a list changed their order. Asked of lists alone: the order of an object's fields means
 * nothing.
 */
function isReordered(old: string[], fresh: string[]): boolean {
	const stayed = fresh.filter((key) => old.includes(key))
	return old.filter((key) => fresh.includes(key)).join('\n') !== stayed.join('\n')
}

/** Returns the fields of an object by name, or the entries of a list by their keys; undefined for any other value. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
	if (typeof value !== 'object' || value === null) return undefined
	if (!Array.isArray(value)) return new Map(Object.entries(value))
	return new Map(value.map((entry: unknown, index) => [keyOf(entry) ?? String(index + 1), entry]))
}

function keyOf(entry: unknown): string | undefined {
	if (typeof entry === 'string') return entry
	if (typeof entry !== 'object' || entry === null) return undefined
	const fields = new Map<string, unknown>(Object.entries(entry))
	const key = ['id', 'code', 'day', 'product', 'from']
		.map((name) => fields.get(name))
		.find((each) => typeof each === 'string')
	return typeof key === 'string' ? key : undefined
}

function say(words: Words): string {
	return words
		.map((word, index) => (index === 1 && words[0] === 'vouchers' ? hintOfCode(word) : word))
		.join(' › ')
}

const MONEY = new Set(['price', 'prices', 'amount', 'minimumOrder'])

function show(value: unknown, words: Words): string {
	if (typeof value === 'number' && words.some((word) => MONEY.has(word)))
		return `${(value / 100).toFixed(2)} €`
	const text = typeof value === 'string' ? value : JSON.stringify(value)
	return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

function explainVoucher(line: string): string {
	return /^- vouchers › [^›]*$/.test(line)
		? `${line} is gone from the files but stays valid: end it with validUntil`
		: line
}
