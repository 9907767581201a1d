import type { Font } from 'fontkit'
import { LRUCache } from 'lru-cache'

/**
 * Caches the results of pdfkit and fontkit that papers share: the layout of words, and a font's subset as a file holds
 * it. Papers contain much the same words, and both are two thirds of a paper's cost (record 022). `common`: the signs
 * of most papers; papers without others share one subset. This is the one place that reaches into the face that `doc`
 * has just opened (pdfkit 0.20.2, `EmbeddedFont`) and its subset of the font (fontkit 2.0.4, `TTFSubset`).
 */
export function keepType(doc: PDFKit.PDFDocument, common: string): void {
	keepSet(doc, common, setText)
}

/** Caches layouts in a face whose letters change beside one another (Arabic): each text whole, not word by word. */
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
/**
 * The layout of a text in a face, with positions in thousandths of the type size; pdfkit reads it and changes nothing.
 */
type Run = { glyphs: Glyph[]; positions: Position[]; advanceWidth: number }
type EmbeddedFont = {
	font: Font
	layout: (text: string) => Run
	/** Returns the glyphs' codes, and notes the glyphs drawn, their widths and their letters. */
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

/**
 * Lays a text out word by word, as pdfkit does without features, so that its spacing is equal wherever a line breaks.
 */
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
 * Lays a text out by fontkit, and gives each glyph the sign of this text: fontkit keeps the first sign it met for a
 * glyph, perhaps another paper's, and none for a glyph met as a part of another.
 */
function setAnew(font: Font, text: string): Run {
	const scale = 1000 / font.unitsPerEm
	const { glyphs, positions, direction } = font.layout(text)
	const written = Array.from(text, (sign) => sign.codePointAt(0) ?? 0)
	// The signs from left to right, in the order of the glyphs.
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
