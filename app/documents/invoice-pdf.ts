import { setImmediate as nextTurn } from 'node:timers/promises'

import type { TFunction } from 'i18next'

import { eInvoice } from '#app/documents/e-invoice.ts'
import { attachEInvoice } from '#app/documents/factur-x.ts'
import { eInvoicePlace } from '#app/documents/invoice-notes.ts'
import { drawSums, heightOfSums } from '#app/documents/invoice-sums.ts'
import { drawTable } from '#app/documents/invoice-table.ts'
import { invoiceView, type InvoiceView } from '#app/documents/invoice-view.ts'
import { heightOf, write } from '#app/documents/paper-text.ts'
import {
	artifact,
	closePaper,
	makeRoom,
	nested,
	openPaper,
	rule,
	sheet,
	tagged,
	type Common,
	type Faces,
	type Paper,
} from '#app/documents/paper.ts'
import type { Invoice } from '#app/models/invoice/invoice.ts'
import { instantAt } from '#app/models/venue/day.ts'

/** Makes an invoice as a tagged PDF/A-3, to keep, to print and to be read aloud. Equal invoices give equal bytes. */
export async function invoicePdf(invoice: Invoice, faces: Faces, t: TFunction): Promise<Buffer> {
	const view = invoiceView(invoice, t)
	const madeAt = instantAt(invoice.issuedOn, '12:00')
	const title = `${view.title} ${view.number}`
	const paper = openPaper(faces, { title, lang: view.lang, madeAt, common })
	if (eInvoicePlace(invoice) === 'inside') attachEInvoice(paper, eInvoice(invoice, view), madeAt)
	const [positions, ...more] = view.tables
	const notes = heightOfNotes(paper, view)
	const belowPositions = heightOfSums(paper, view) + (more.length > 0 ? 0 : notes)
	const parts = [
		() => letterHead(paper, view),
		() => heading(paper, view),
		() => positions && drawTable(paper, positions, belowPositions),
		() => drawSums(paper, view),
		...more.map((table) => () => drawTable(paper, table, notes)),
		() => drawNotes(paper, view),
	]
	for (const draw of parts) {
		draw()
		// Other requests get a turn in between: setting text takes milliseconds.
		await nextTurn()
	}
	return closePaper(paper, (page, pages) =>
		foot(paper, view.footer, `${view.number} · ${t('invoice.page', { page, pages })}`),
	)
}

const sheetBox = { x: sheet.left, width: sheet.width }
const figures = '0123456789 \u00a0.,:-–€'
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜabcdefghijklmnopqrstuvwxyzäöüß'

/** The signs of most invoices by face: `text` holds names and addresses, the other faces vary in figures alone. */
const common: Common = {
	text: `${figures}${letters}/()+%·§@×’`,
	medium: figures,
	strong: figures,
	display: figures,
}

function letterHead(paper: Paper, view: InvoiceView): void {
	const { root } = paper
	logo(paper, sheet.left, 44)
	tagged(paper, root, 'P', () =>
		write(
			paper,
			view.venue,
			{ x: sheet.left + 42, width: 300, y: 49 },
			{ face: 'display', size: 19, color: sheet.night },
		),
	)
	const { recipient } = view
	paper.y = 122
	const bottoms = [facts(paper, view)]
	if (recipient) {
		const box = { x: sheet.left, width: 250 }
		tagged(paper, root, 'P', () =>
			write(paper, view.sender, { ...box, y: 122 }, { size: 6.8, color: sheet.faint }),
		)
		tagged(paper, root, 'P', () => {
			bottoms.push(
				140 + write(paper, recipient.join('\n'), { ...box, y: 140 }, { size: 10, gap: 3 }),
			)
		})
	}
	paper.y = Math.max(recipient ? 232 : 0, ...bottoms) + 22
}

/** Draws the facts (number, days, order) in a column on the right; returns its lower end in points from the top. */
function facts(paper: Paper, { facts }: InvoiceView): number {
	let y = 122
	nested(paper, paper.root, 'L', (list) => {
		for (const { label, value } of facts) {
			let height = 0
			tagged(paper, list, 'LI', () => {
				write(paper, label, { x: 336, width: 80, y }, { size: 8.5, color: sheet.faint })
				const box = { x: 416, width: 123, y }
				height = write(paper, value, box, { size: 8.5, face: 'medium', align: 'right' })
			})
			y += Math.max(15, height + 2)
		}
	})
	return y
}

function heading(paper: Paper, { title, number }: InvoiceView): void {
	tagged(paper, paper.root, 'H1', () => {
		const box = { x: sheet.left, width: sheet.width, y: paper.y }
		paper.y += write(paper, `${title} ${number}`, box, {
			face: 'display',
			size: 17,
			color: sheet.night,
		})
	})
	paper.y += 16
}

const noteStyle = { size: 8.5, color: sheet.faint, gap: 3 }
const spaceBelowNote = 4

function heightOfNotes(paper: Paper, { notes }: InvoiceView): number {
	return notes.reduce(
		(height, note) => height + heightOf(paper, note, sheetBox, noteStyle) + spaceBelowNote,
		0,
	)
}

function drawNotes(paper: Paper, { notes }: InvoiceView): void {
	for (const note of notes) {
		makeRoom(paper, heightOf(paper, note, sheetBox, noteStyle))
		tagged(paper, paper.root, 'P', () => {
			paper.y += write(paper, note, { ...sheetBox, y: paper.y }, noteStyle) + spaceBelowNote
		})
	}
}

/** Draws the foot of a page; it recurs on every page, so it is not read aloud. */
function foot(paper: Paper, footer: string[][], page: string): void {
	rule(paper, sheet.foot - 10)
	const widths = [150, 140, 187]
	artifact(paper, (doc) => {
		doc.rect(0, 0, 595.28, 5).fill(sheet.night)
		let x: number = sheet.left
		for (const [index, lines] of footer.entries()) {
			const width = widths[index] ?? 0
			write(paper, lines.join('\n'), { x, width, y: sheet.foot }, { size: 7, color: sheet.faint })
			x += width
		}
		const box = { x: 400, width: 139, y: 822 }
		write(paper, page, box, { size: 7, color: sheet.faint, align: 'right' })
	})
}

/** Draws the logo: the planet with its ring. */
function logo(paper: Paper, x: number, y: number): void {
	artifact(paper, (doc) => {
		doc.translate(x, y).scale(0.7)
		const planet = doc.linearGradient(11, 11, 37, 37)
		planet.stop(0, '#6cc4cc').stop(0.55, '#7a6be0').stop(1, '#5b3fc4')
		doc.circle(24, 24, 14).fill(planet)
		doc
			.path(
				'M11.2 29.7C6 32.8 3 35.8 3.9 37.4c1.6 2.7 12.5-1.1 24.4-8.4C40.2 21.7 47.7 13.3 46.1 10.6c-1-1.7-5.7-.8-12 1.9',
			)
			.lineWidth(2.4)
			.lineCap('round')
			.stroke(sheet.night)
	})
}
