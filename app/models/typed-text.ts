/**
 * Returns a text as its reader sees it: without the invisible characters that phones, word processors and chat programs
 * insert. Joiners stay where they shape a letter or an emoji; marks of direction stay in texts with letters that run
 * from right to left. A text without visible characters becomes empty (faults N9).
 */
export function visibleText(text: string): string {
	if (!mayBeUnseen.test(text)) return text
	const meaningless = rightToLeft.test(text) ? invisibleButDirection : invisible
	const seen = text.replace(strayJoiner, '').replace(meaningless, '')
	return visible.test(seen) ? seen : ''
}

/**
 * Returns a typed number, code or address in the plain characters of a keyboard: without invisible characters, with '-'
 * for every dash and ' ' for every space. Wide letters and digits become plain ones.
 */
export function plainText(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/\p{Default_Ignorable_Code_Point}/gu, '')
		.replace(/\p{Dash}/gu, '-')
		.replace(/\p{Zs}/gu, ' ')
		.trim()
}

/** The pattern of characters that can be invisible, a fast first test: few texts have any. */
const mayBeUnseen = /[\p{Default_Ignorable_Code_Point}\u2800]/u

const invisible = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g
const invisibleButDirection = /[\u00AD\u200B\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

const rightToLeft =
	/[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * The scripts in which an invisible joiner changes how the letter beside it is drawn, as part of a regular expression's
 * character class.
 */
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

/** The pattern of a joiner that joins nothing: neither after a letter of a script in `joined` nor between two emoji. */
const strayJoiner = new RegExp(
	String.raw`(?<![${joined}${emoji}])[\u200C\u200D]|(?<=[${emoji}])[\u200C\u200D](?!\p{Extended_Pictographic})`,
	'gu',
)

/**
 * The pattern of a visible character. The blank of Braille is none, and neither are the fillers of Hangul, which are
 * default ignorable.
 */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u
