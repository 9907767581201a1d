import type { Font } from 'fontkit'
import Pdf from 'pdfkit'

import { gatherFile } from '#app/documents/gathered-file.ts'
import { keepType } from '#app/documents/kept-type.ts'

/** Fonts that a PDF can hold. */
export type Faces = { text: Font; medium: Font; strong: Font; display: Font }
type Face = keyof Faces
/** Signs of each face. */
export type Common = Record<Face, string>

const faceNames = ['text', 'medium', 'strong', 'display'] as const

/** White paper, dark text, little violet. Points, A4. */
export const sheet = {
	left: 62,
	right: 539,
	width: 477,
	top: 56,
	/** Where text ends; below it stands the foot. */
	bottom: 752,
	foot: 772,
	ink: '#1f1b2e',
	faint: '#5f5a73',
	rule: '#dcd8e8',
	tint: '#f6f4fb',
	violet: '#5b3fc4',
	night: '#2e2653',
} as const

export type Struct = PDFKit.PDFStructureElement
export type Paper = {
	doc: PDFKit.PDFDocument
	faces: Faces
	root: Struct
	/** Its bytes, once it has ended. */
	fileOf: () => Buffer
	/** Where the next thing begins. */
	y: number
}

/**
 * An empty A4 paper as tagged PDF/A-3a. The same content gives the same bytes: `madeAt` is the only moment
 * in it. `common` is what such papers have in each face, whatever else they say.
 */
export function openPaper(
	faces: Faces,
	{ title, lang, madeAt, common }: { title: string; lang: string; madeAt: Date; common?: Common },
): Paper {
	const doc = new Pdf({
		size: 'A4',
		margin: 0,
		pdfVersion: '1.7',
		subset: 'PDF/A-3a',
		tagged: true,
		displayTitle: true,
		lang,
		bufferPages: true,
		autoFirstPage: false,
		font: '',
		info: { Title: title, CreationDate: madeAt, ModDate: madeAt },
	})
	const fileOf = gatherFile(doc)
	doc.addPage()
	// pdfkit takes an open font as well as a file; its types know of files only.
	for (const face of faceNames) {
		doc.registerFont(face, faces[face] as unknown as Buffer).font(face)
		keepType(doc, common?.[face] ?? '')
	}
	const root = doc.struct('Document')
	doc.addStructure(root)
	return { doc, faces, root, fileOf, y: sheet.top }
}

type TextStyle = {
	face?: Face
	size?: number
	color?: string
	align?: 'left' | 'right'
	/** Space between lines. */
	gap?: number
}
export type Box = { x: number; width: number }

/** Writes text at `y` and answers the height it took. */
export function write(
	{ doc, faces }: Paper,
	text: string,
	box: Box & { y: number },
	style: TextStyle = {},
): number {
	setStyle(doc, style)
	const { align = 'left', gap = lineGap } = style
	const drawn = drawable(text, faces, style)
	const lines = fittingLines(doc, drawn, box.width)
	if (!lines) {
		doc.text(drawn, box.x, box.y, { width: box.width, align, lineGap: gap })
		return doc.y - box.y
	}
	const height = lineHeight(doc, gap)
	for (const [index, line] of lines.entries()) {
		const x = align === 'right' ? box.x + box.width - doc.widthOfString(line) : box.x
		doc.text(line, x, box.y + index * height, { lineBreak: false })
	}
	return lines.length * height
}

const lineGap = 2

function lineHeight(doc: PDFKit.PDFDocument, gap: number): number {
	return doc.currentLineHeight(true) + gap
}

/**
 * The lines of a text as they stand in it; null if one is too wide. pdfkit would look in each for places to break
 * it, which most of a paper does not need.
 */
function fittingLines(doc: PDFKit.PDFDocument, text: string, width: number): string[] | null {
	const lines = text === '' ? [] : text.split(/\r?\n|\r/)
	return lines.every((line) => doc.widthOfString(line) <= width) ? lines : null
}

/**
 * PDF/A knows no signs that its font has not: they are left out, with what joins and varies them, which a
 * font may have without them, and with the second of the spaces around them.
 */
function drawable(text: string, faces: Faces, { face = 'text' }: TextStyle): string {
	const known = signsOf(faces[face])
	const hasSign = (sign: string) => sign === '\n' || (!joins.test(sign) && known.has(sign))
	const signs = Array.from(text)
	const drawn = signs.filter(hasSign)
	if (drawn.length === signs.length) return text
	return drawn.join('').replaceAll(/ {2,}/g, ' ').replaceAll(/^ | $/gm, '')
}

const signsByFont = new WeakMap<Font, ReadonlySet<string>>()

/** Kept, for a font looks each one up among its ranges. */
function signsOf(font: Font): ReadonlySet<string> {
	const known = signsByFont.get(font)
	if (known) return known
	const drawn = font.characterSet.filter((sign) => font.hasGlyphForCodePoint(sign))
	const signs = new Set(drawn.map((sign) => String.fromCodePoint(sign)))
	signsByFont.set(font, signs)
	return signs
}

const joins = /[\u200c\u200d\p{Variation_Selector}]/u

export function heightOf(
	{ doc, faces }: Paper,
	text: string,
	{ width }: Box,
	style: TextStyle = {},
): number {
	setStyle(doc, style)
	const { gap = lineGap } = style
	const drawn = drawable(text, faces, style)
	const lines = fittingLines(doc, drawn, width)
	if (lines) return lines.length * lineHeight(doc, gap)
	return doc.heightOfString(drawn, { width, lineGap: gap })
}

function setStyle(doc: PDFKit.PDFDocument, style: TextStyle): void {
	const { face = 'text', size = 9.5, color = sheet.ink } = style
	doc.font(face).fontSize(size).fillColor(color)
}

/** Something that is read: `type` is one of PDF's own, such as P, H1, TD. */
export function tagged(paper: Paper, parent: Struct, type: string, draw: () => void): Struct {
	const element = paper.doc.struct(type, {}, draw)
	parent.add(element)
	element.end()
	return element
}

/** What a cell of a table is to its neighbours. */
export function describeCell(cell: Struct, attributes: { Scope: 'Column' } | { ColSpan: number }) {
	// The types of pdfkit leave out what its own tables use.
	const { dictionary } = cell as unknown as { dictionary: { data: Record<string, unknown> } }
	dictionary.data['A'] = { O: 'Table', ...attributes }
}

/** Something that holds others, such as Table and TR; `fill` adds them. */
export function nested(
	paper: Paper,
	parent: Struct,
	type: string,
	fill: (element: Struct) => void,
): void {
	const element = paper.doc.struct(type)
	parent.add(element)
	fill(element)
	element.end()
}

/** Decoration, which nobody needs to hear of. */
export function artifact({ doc }: Paper, draw: (doc: PDFKit.PDFDocument) => void): void {
	doc.markContent('Artifact', { type: 'Layout' })
	doc.save()
	draw(doc)
	doc.restore()
	doc.endMarkedContent()
}

export function rule(paper: Paper, y: number, color: string = sheet.rule, box?: Box): void {
	const { x, width } = box ?? { x: sheet.left, width: sheet.width }
	artifact(paper, (doc) =>
		doc
			.moveTo(x, y)
			.lineTo(x + width, y)
			.lineWidth(0.6)
			.strokeColor(color)
			.stroke(),
	)
}

/** A new page when less than `height` is left; true when there is one. */
export function makeRoom(paper: Paper, height: number): boolean {
	if (paper.y + height <= sheet.bottom) return false
	paper.doc.addPage()
	paper.y = sheet.top
	return true
}

/** Ends the paper: `onEachPage` draws its foot. */
export function closePaper(
	paper: Paper,
	onEachPage: (page: number, pages: number) => void,
): Buffer {
	const { doc, fileOf } = paper
	const { start, count } = doc.bufferedPageRange()
	for (let page = 0; page < count; page++) {
		doc.switchToPage(start + page)
		onEachPage(page + 1, count)
	}
	paper.root.end()
	doc.end()
	return fileOf()
}
