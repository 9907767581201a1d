import type { Font } from 'fontkit'
import { LRUCache } from 'lru-cache'

/**
 * What pdfkit and fontkit would find out anew for each paper, kept for the next one: how words are set, and the
 * part of a font that stands in a file. Papers say much alike, and both were half of what a paper costs.
 * `common` is what papers seldom go beyond: those that do not have the same part of the font.
 *
 * This is the one place that reaches into the face that `doc` has just opened (pdfkit 0.20.2, `EmbeddedFont`) and its
 * part of the font (fontkit 2.0.4, `TTFSubset`).
 */
export function keepType(doc: PDFKit.PDFDocument, common: string): void {
	keepSet(doc, common, setText)
}

/** Keeps runs of a face whose letters change beside one another (Arabic): it sets each text whole, not word by word. */
export function keepShapedType(doc: PDFKit.PDFDocument): void {
	keepSet(doc, '', setWhole)
}

function keepSet(
	doc: PDFKit.PDFDocument,
	common: string,
	set: (font: Font, text: string) => Run,
): void {
	const face = Reflect.get(doc, '_font') as EmbeddedFont
	const { font, subset } = face
	const { texts, programs } = keptOf(font)
	face.layout = (text) => remembered(texts, text, () => set(font, text))
	const encode = subset.encode.bind(subset)
	subset.encode = () => remembered(programs, subset.glyphs.join(), encode)
	face.encode(common)
}

type Glyph = { id: number; advanceWidth: number; codePoints: number[] }
type Position = Record<'xAdvance' | 'yAdvance' | 'xOffset' | 'yOffset' | 'advanceWidth', number>
/** Positions in thousandths of the size. pdfkit reads it and changes nothing. */
type Run = { glyphs: Glyph[]; positions: Position[]; advanceWidth: number }
type EmbeddedFont = {
	font: Font
	layout: (text: string) => Run
	/** Also notes which glyphs are drawn, how wide they are and what they say. */
	encode: (text: string) => unknown
	subset: { glyphs: number[]; encode: () => Uint8Array }
}
type Kept = {
	texts: LRUCache<string, Run>
	words: LRUCache<string, Run>
	pairs: LRUCache<string, Run>
	programs: LRUCache<string, Uint8Array>
}

const kept = new WeakMap<Font, Kept>()

function keptOf(font: Font): Kept {
	const known = kept.get(font)
	if (known) return known
	const made: Kept = {
		texts: new LRUCache({ max: 500 }),
		words: new LRUCache({ max: 1000 }),
		pairs: new LRUCache({ max: 2000 }),
		programs: new LRUCache({ max: 16 }),
	}
	kept.set(font, made)
	return made
}

function remembered<Value extends object>(
	cache: LRUCache<string, Value>,
	key: string,
	make: () => Value,
): Value {
	const known = cache.get(key)
	if (known) return known
	const made = make()
	cache.set(key, made)
	return made
}

/** Word by word, as pdfkit does it without features: signs stand as far from each other wherever a line breaks. */
export function setText(font: Font, text: string): Run {
	const { words } = keptOf(font)
	const runs = (text.match(/[^ \t]*[ \t]|[^ \t]+/g) ?? []).map((word) =>
		remembered(words, word, () => setWord(font, word)),
	)
	return {
		glyphs: runs.flatMap(({ glyphs }) => glyphs),
		positions: runs.flatMap(({ positions }) => positions),
		advanceWidth: runs.reduce((width, { advanceWidth }) => width + advanceWidth, 0),
	}
}

/**
 * Names and numbers are new each time, but hardly any two signs beside each other are: how far a sign is from the
 * next depends on these two and the script of the word. Signs of other scripts may depend on more.
 */
export function setWord(font: Font, word: string): Run {
	if (!isPlain.test(word)) return setWhole(font, word)
	const script = isLatin.test(word) ? 'latn' : undefined
	const signs = Array.from(word)
	const { pairs } = keptOf(font)
	const glyphs: Glyph[] = []
	const positions: Position[] = []
	for (const [index, sign] of signs.entries()) {
		const pair = sign + (signs[index + 1] ?? '')
		const set = remembered(pairs, `${script ?? ''}|${pair}`, () => setWhole(font, pair, script))
		const [glyph] = set.glyphs
		const [position] = set.positions
		if (!glyph || !position) return setWhole(font, word)
		glyphs.push(glyph)
		positions.push(position)
	}
	return runOf(glyphs, positions)
}

const isPlain = /^[\p{Script=Latin}\p{Script=Common}]+$/u
const isLatin = /\p{Script=Latin}/u

/**
 * As fontkit sets it. What a glyph says is what was written here: fontkit remembers the first sign that it met a
 * glyph for, which another paper may have had, and none at all for one that it met as a part of another.
 */
export function setWhole(font: Font, text: string, script?: string): Run {
	const scale = 1000 / font.unitsPerEm
	const { glyphs, positions, direction } = font.layout(text, undefined, script)
	const written = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
	// From left to right, as the glyphs stand.
	const signs = direction === 'rtl' ? written.toReversed() : written
	const isOneEach = signs.length === glyphs.length
	return runOf(
		glyphs.map(({ id, advanceWidth, codePoints }, index) => ({
			id,
			advanceWidth,
			codePoints: isOneEach ? signs.slice(index, index + 1) : codePoints,
		})),
		positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, index) => ({
			xAdvance: xAdvance * scale,
			yAdvance: yAdvance * scale,
			xOffset: xOffset * scale,
			yOffset: yOffset * scale,
			advanceWidth: (glyphs[index]?.advanceWidth ?? 0) * scale,
		})),
	)
}

function runOf(glyphs: Glyph[], positions: Position[]): Run {
	return {
		glyphs,
		positions,
		advanceWidth: positions.reduce((width, { xAdvance }) => width + xAdvance, 0),
	}
}
