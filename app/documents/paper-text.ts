import type { Font } from 'fontkit'

import { keepShapedType } from '#app/documents/kept-type.ts'
import { isMixedInDirection, mixedLines } from '#app/documents/mixed-text.ts'
import { type Box, type Face, type Faces, type Paper, sheet } from '#app/documents/paper.ts'

type TextStyle = {
	face?: Face
	size?: number
	color?: string
	/** `start`: the side where the text's script begins, such as the right one for Arabic. */
	align?: 'left' | 'right' | 'start'
	/** The space between lines, in points. */
	gap?: number
}
/** Writes a text into a box, broken into lines, and returns its height in points. */
export function write(
	paper: Paper,
	text: string,
	box: Box & { y: number },
	style: TextStyle = {},
): number {
	const { doc, faces } = paper
	setStyle(doc, style)
	const { align = 'left', gap = lineGap } = style
	if (!isPlain(text, faces, style)) return writeMixed(paper, text, box, style)
	const lines = fittingLines(doc, text, box.width)
	if (!lines) {
		const side = align === 'right' ? 'right' : 'left'
		doc.text(text, box.x, box.y, { width: box.width, align: side, lineGap: gap })
		return doc.y - box.y
	}
	const height = lineHeight(doc, gap)
	for (const [index, line] of lines.entries()) {
		const x = align === 'right' ? box.x + box.width - doc.widthOfString(line) : box.x
		doc.text(line, x, box.y + index * height, { lineBreak: false })
	}
	return lines.length * height
}

/**
 * Writes a text of several faces or directions run by run, on the base line of its main face; returns its height in
 * points.
 */
function writeMixed(
	paper: Paper,
	text: string,
	box: Box & { y: number },
	style: TextStyle,
): number {
	const { doc, faces } = paper
	const { face = 'text', size = 9.5, align = 'left', gap = lineGap } = style
	const type = typeFor(paper, style)
	const lines = mixedLines(text, box.width, type)
	setStyle(doc, style)
	const height = lineHeight(doc, gap)
	const { ascent, unitsPerEm } = faces[face]
	for (const [index, { text, runs, isRightToLeft }] of lines.entries()) {
		const width = runs.reduce((sum, run) => sum + type.widthOf(run.text, run.face), 0)
		const isAtRight = align === 'right' || (align === 'start' && isRightToLeft)
		let x = isAtRight ? box.x + box.width - width : box.x
		const base = box.y + index * height + (ascent / unitsPerEm) * size
		// Arabic letters share parts, so the text in reading order is tagged beside the drawn one.
		const isSaid = isMixedInDirection(text)
		if (isSaid) doc.markContent('Span', { actual: text })
		for (const run of runs) {
			useFace(paper, run.face)
			doc.text(run.text, x, base, { lineBreak: false, baseline: 'alphabetic' })
			x += type.widthOf(run.text, run.face)
		}
		if (isSaid) doc.endMarkedContent()
	}
	setStyle(doc, style)
	return lines.length * height
}

/**
 * Returns the rules by which each letter of a text gets a face: the text's own where that has the letter, then Inter in
 * its weight, then those of other scripts. Greek is never in Exo 2, which has π but no other Greek letter.
 */
function typeFor(paper: Paper, { face = 'text', size = 9.5 }: TextStyle) {
	const { doc, faces } = paper
	doc.fontSize(size)
	function has(name: Face, letter: string) {
		const known = signsOf(faces[name])
		return signsIn(letter).every((sign) => known.has(sign))
	}
	return {
		faceOf(letter: string): string | null {
			if (!isEmoji.test(letter)) {
				if (has(face, letter) && !(face === 'display' && isGreek.test(letter))) return face
				const inter = face === 'display' ? 'strong' : 'text'
				if (has(inter, letter)) return inter
			}
			const other = faces.others.find(({ signs, font }) => {
				if (!signs.test(letter)) return false
				const known = signsOf(font())
				return signsIn(letter).every((sign) => known.has(sign))
			})
			return other?.name ?? null
		},
		widthOf(text: string, name: string): number {
			useFace(paper, name)
			return doc.widthOfString(text)
		},
	}
}

/**
 * Returns the signs of a letter that a font draws, without those that only join and vary them, which a font may lack.
 */
function signsIn(letter: string): string[] {
	return Array.from(letter).filter((sign) => !joins.test(sign))
}

const joins = /\p{Default_Ignorable_Code_Point}/u
const isGreek = /\p{Script=Greek}/u
const isEmoji = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u

function useFace({ doc, faces, opened }: Paper, name: string): void {
	const other = faces.others.find((it) => it.name === name)
	if (!other || opened.has(name)) return void doc.font(name)
	opened.add(name)
	doc.registerFont(name, other.font() as unknown as Buffer).font(name)
	keepShapedType(doc)
}

const lineGap = 2

function lineHeight(doc: PDFKit.PDFDocument, gap: number): number {
	return doc.currentLineHeight(true) + gap
}

/**
 * Returns the lines of a text, broken at its own line breaks alone; null if one is too wide. pdfkit would search each
 * for places to break it, which most of a paper does not need.
 */
function fittingLines(doc: PDFKit.PDFDocument, text: string, width: number): string[] | null {
	const lines = text === '' ? [] : text.split(/\r?\n|\r/)
	return lines.every((line) => doc.widthOfString(line) <= width) ? lines : null
}

/** True when one face has all signs of a text and the text runs from left to right. */
function isPlain(text: string, faces: Faces, { face = 'text' }: TextStyle): boolean {
	const known = signsOf(faces[face])
	return (
		!isMixedInDirection(text) &&
		Array.from(text).every((sign) => sign === '\n' || (known.has(sign) && !joins.test(sign)))
	)
}

const signsByFont = new WeakMap<Font, ReadonlySet<string>>()

/** Returns the signs of a font, memoized, because a font searches its ranges for each sign. */
function signsOf(font: Font): ReadonlySet<string> {
	const known = signsByFont.get(font)
	if (known) return known
	const drawn = font.characterSet.filter((sign) => font.hasGlyphForCodePoint(sign))
	const signs = new Set(drawn.map((sign) => String.fromCodePoint(sign)))
	signsByFont.set(font, signs)
	return signs
}

export function heightOf(
	paper: Paper,
	text: string,
	{ width }: Box,
	style: TextStyle = {},
): number {
	const { doc, faces } = paper
	setStyle(doc, style)
	const { gap = lineGap } = style
	const lines = isPlain(text, faces, style)
		? fittingLines(doc, text, width)
		: mixedLines(text, width, typeFor(paper, style))
	setStyle(doc, style)
	if (lines) return lines.length * lineHeight(doc, gap)
	return doc.heightOfString(text, { width, lineGap: gap })
}

function setStyle(doc: PDFKit.PDFDocument, style: TextStyle): void {
	const { face = 'text', size = 9.5, color = sheet.ink } = style
	doc.font(face).fontSize(size).fillColor(color)
}
