/**
 * A text as its reader sees it: without the invisible characters that phones, word processors and chat programs insert.
 * Joiners stay where they shape a letter or an emoji, marks of direction in a text with letters that run from right to
 * left. A text without visible characters becomes empty (faults N9).
 */
export function visibleText(text: string): string {
	if (!mayBeUnseen.test(text)) return text
	const meaningless = rightToLeft.test(text) ? invisibleButDirection : invisible
	const seen = text.replace(strayJoiner, '').replace(meaningless, '')
	return visible.test(seen) ? seen : ''
}

/**
 * A number, a code or an address in the plain characters of a keyboard: without invisible characters, with '-' for
 * every dash and ' ' for every space. Wide letters and digits become plain ones.
 */
export function plainText(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.replace(/\p{Dash}/gu, '-')
		.replace(/\p{Zs}/gu, ' ')
		.trim()
}

/** A fast first test for characters that can be invisible; few texts have any. */
const mayBeUnseen = /[\p{Default_Ignorable_Code_Point}\u2800]/u

const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const invisibleButDirection = /[\u00AD\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

const rightToLeft =
	/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Scripts in which a joiner before or after a letter says how it is written. */
const joined = [
	'Arabic',
	'Syriac',
	'Nko',
	'Mongolian',
	'Devanagari',
	'Bengali',
	'Gurmukhi',
	'Gujarati',
	'Oriya',
	'Tamil',
	'Telugu',
	'Kannada',
	'Malayalam',
	'Sinhala',
	'Khmer',
	'Myanmar',
]
	.map((script) => String.raw`\p{Script=${script}}`)
	.join('')
const emoji = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F`

/** A joiner that joins nothing: neither after a letter of such a script nor between two emoji. */
const strayJoiner = new RegExp(
	String.raw`(?<![${joined}${emoji}])[\u200C\u200D]|(?<=[${emoji}])[\u200C\u200D](?!\p{Extended_Pictographic})`,
	'gu',
)

/** A visible character. Not one: the blank of Braille, and the fillers of Hangul, which are default ignorable. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u
