import type { Font } from 'fontkit'
import { LRUCache } from 'lru-cache'

/**
 * Keeps for the next paper what pdfkit and fontkit would find out anew for each: how words are set, and the part of
 * a font that stands in a file. Papers say much alike, and both are two thirds of what a paper costs (record 022).
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
	keepSet(doc, '', setWord)
}

function keepSet(
	doc: PDFKit.PDFDocument,
	common: string,
	set: (font: Font, text: string) => Run,
): void {
	const face = Reflect.get(doc, '_font') as EmbeddedFont
	const { font, subset } = face
	const { programs } = keptOf(font)
	face.layout = (text) => set(font, text)
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
type Kept = { words: LRUCache<string, Run>; programs: LRUCache<string, Uint8Array> }

const kept = new WeakMap<Font, Kept>()

function keptOf(font: Font): Kept {
	const known = kept.get(font)
	if (known) return known
	const made: Kept = { words: new LRUCache({ max: 2000 }), programs: new LRUCache({ max: 16 }) }
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
	const runs = (text.match(/[^ \t]*[ \t]|[^ \t]+/g) ?? []).map((word) => setWord(font, word))
	return {
		glyphs: runs.flatMap(({ glyphs }) => glyphs),
		positions: runs.flatMap(({ positions }) => positions),
		advanceWidth: runs.reduce((width, { advanceWidth }) => width + advanceWidth, 0),
	}
}

export function setWord(font: Font, word: string): Run {
	return remembered(keptOf(font).words, word, () => setAnew(font, word))
}

/**
 * As fontkit sets it. What a glyph says is what was written here: fontkit remembers the first sign that it met a
 * glyph for, which another paper may have had, and none at all for one that it met as a part of another.
 */
function setAnew(font: Font, text: string): Run {
	const scale = 1000 / font.unitsPerEm
	const { glyphs, positions, direction } = font.layout(text)
	const written = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
	// From left to right, as the glyphs stand.
	const signs = direction === 'rtl' ? written.toReversed() : written
	const isOneEach = signs.length === glyphs.length
	return {
		glyphs: glyphs.map(({ id, advanceWidth, codePoints }, index) => ({
			id,
			advanceWidth,
			codePoints: isOneEach ? signs.slice(index, index + 1) : codePoints,
		})),
		positions: positions.map(({ xAdvance, yAdvance, xOffset, yOffset }, index) => ({
			xAdvance: xAdvance * scale,
			yAdvance: yAdvance * scale,
			xOffset: xOffset * scale,
			yOffset: yOffset * scale,
			advanceWidth: (glyphs[index]?.advanceWidth ?? 0) * scale,
		})),
		advanceWidth: positions.reduce((width, { xAdvance }) => width + xAdvance * scale, 0),
	}
}
