import type { Font } from 'fontkit'
import Pdf from 'pdfkit'

import { keepType } from '#app/documents/kept-type.ts'

export type Face = 'text' | 'medium' | 'strong' | 'display'
/**
 * The fonts of a PDF by face. `others`: fonts for scripts that the four faces lack; one is used for letters that match
 * its `signs`.
 */
export type Faces = Record<Face, Font> & {
	others: readonly { name: string; signs: RegExp; font: () => Font }[]
}
/** The signs that most papers contain, by face. */
export type Common = Record<Face, string>

const faceNames = ['text', 'medium', 'strong', 'display'] as const

/** The layout of an A4 page in points, and its colours: dark text on white with a little violet. */
export const sheet = {
	left: 62,
	right: 539,
	width: 477,
	top: 56,
	/** The lower edge of the text in points; the foot is below it. */
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
	/** The faces of `others` that are open in this paper. */
	opened: Set<string>
	root: Struct
	/** The height at which the next element begins, in points from the top. */
	y: number
}

/**
 * Opens an empty A4 document as tagged PDF/A-3a. Equal contents give equal bytes: `madeAt` is its only time. `common`:
 * the signs that most documents of this kind contain in each face.
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
	doc.addPage()
	// pdfkit takes an open font as well as a file; its types know files alone.
	for (const face of faceNames) {
		doc.registerFont(face, faces[face] as unknown as Buffer).font(face)
		keepType(doc, common?.[face] ?? '')
	}
	const root = doc.struct('Document')
	doc.addStructure(root)
	return { doc, faces, opened: new Set(), root, y: sheet.top }
}

export type Box = { x: number; width: number }

/** Draws an element that screen readers read aloud; `type` is one of PDF's own, such as P, H1, TD. */
export function tagged(paper: Paper, parent: Struct, type: string, draw: () => void): Struct {
	const element = paper.doc.struct(type, {}, draw)
	parent.add(element)
	element.end()
	return element
}

/** Tags a cell for screen readers: a heading of its column, or a cell over several columns. */
export function describeCell(cell: Struct, attributes: { Scope: 'Column' } | { ColSpan: number }) {
	// The types of pdfkit leave out the attributes that its own tables use.
	const { dictionary } = cell as unknown as { dictionary: { data: Record<string, unknown> } }
	dictionary.data['A'] = { O: 'Table', ...attributes }
}

/** Adds an element that holds other elements, such as Table or TR; `fill` adds those. */
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

/** Draws decoration, which screen readers leave out. */
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

/** Begins a new page when fewer than `height` points are left on this one; returns true when it did. */
export function makeRoom(paper: Paper, height: number): boolean {
	if (paper.y + height <= sheet.bottom) return false
	paper.doc.addPage()
	paper.y = sheet.top
	return true
}

/** Ends the document and returns its bytes; `onEachPage` draws the foot of a page. */
export function closePaper(
	paper: Paper,
	onEachPage: (page: number, pages: number) => void,
): Buffer {
	const { doc } = paper
	const { start, count } = doc.bufferedPageRange()
	for (let page = 0; page < count; page++) {
		doc.switchToPage(start + page)
		onEachPage(page + 1, count)
	}
	paper.root.end()
	doc.end()
	// pdfkit writes synchronously, so all bytes are there.
	return doc.read() as Buffer
}
