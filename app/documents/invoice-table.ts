import type { Cells, InvoiceTable } from '#app/documents/invoice-view.ts'
import { heightOf, write } from '#app/documents/paper-text.ts'
import {
	artifact,
	describeCell,
	makeRoom,
	nested,
	rule,
	sheet,
	tagged,
	type Paper,
	type Struct,
} from '#app/documents/paper.ts'

const columns: { x: number; width: number; align: 'left' | 'right' }[] = [
	{ x: 62, width: 24, align: 'left' },
	{ x: 88, width: 208, align: 'left' },
	{ x: 298, width: 46, align: 'right' },
	{ x: 350, width: 70, align: 'right' },
	{ x: 426, width: 40, align: 'right' },
	{ x: 470, width: 69, align: 'right' },
]

/**
 * Draws a table whose head is repeated on each page. `below`: the height in points of what follows the table and is
 * kept on the page of its last row, so that no page holds sums or notes alone.
 */
export function drawTable(
	paper: Paper,
	{ caption, isCaptioned, head, rows, total }: InvoiceTable,
	below: number,
): void {
	const heights = rows.map((row, index) => {
		const end = index === rows.length - 1 ? (total ? 16 : 0) + 10 + below : 0
		return rowHeight(paper, row) + 12 + end
	})
	if (isCaptioned) {
		makeRoom(paper, 60 + (heights[0] ?? 0))
		paper.y += 10
		tagged(paper, paper.root, 'H2', () => {
			const box = { x: sheet.left, width: sheet.width, y: paper.y }
			paper.y += write(paper, caption, box, { face: 'strong', size: 10.5, color: sheet.night }) + 6
		})
	}
	nested(paper, paper.root, 'Table', (table) => {
		headRow(paper, table, head)
		for (const [index, row] of rows.entries()) {
			if (makeRoom(paper, heights[index] ?? 0)) headRow(paper, table, head)
			drawRow(paper, table, row)
		}
		if (total) totalRow(paper, table, total)
	})
	paper.y += 10
}

function headRow(paper: Paper, table: Struct, head: Cells): void {
	artifact(paper, (doc) =>
		doc.roundedRect(sheet.left - 6, paper.y - 5, sheet.width + 12, 21, 3).fill(sheet.tint),
	)
	nested(paper, table, 'TR', (row) => {
		for (const [index, { align, ...box }] of columns.entries()) {
			const cell = tagged(paper, row, 'TH', () =>
				write(
					paper,
					head[index] ?? '',
					{ ...box, y: paper.y },
					{ size: 8, face: 'strong', color: sheet.violet, align },
				),
			)
			describeCell(cell, { Scope: 'Column' })
		}
	})
	paper.y += 24
}

type Row = InvoiceTable['rows'][number]

function rowHeight(paper: Paper, row: Row): number {
	const [, box = { x: 0, width: 0 }] = columns
	return belowName(row).reduce(
		(height, detail) => height + heightOf(paper, detail, box, { size: 8 }),
		heightOf(paper, row.cells[1], box),
	)
}

function belowName({ details, parts }: Row): string[] {
	return [...details, ...parts.map(({ words }) => words)]
}

function drawRow(paper: Paper, table: Struct, shown: Row): void {
	const { y } = paper
	const { cells } = shown
	let bottom = y
	nested(paper, table, 'TR', (row) => {
		for (const [index, { align, ...box }] of columns.entries()) {
			tagged(paper, row, 'TD', () => {
				const height = write(paper, cells[index] ?? '', { ...box, y }, { align })
				bottom = Math.max(bottom, y + height)
				if (index !== 1) return
				for (const detail of belowName(shown))
					bottom += write(paper, detail, { ...box, y: bottom }, { size: 8, color: sheet.faint })
			})
		}
	})
	rule(paper, bottom + 4)
	paper.y = bottom + 10
}

function totalRow(
	paper: Paper,
	table: Struct,
	{ label, value }: { label: string; value: string },
): void {
	nested(paper, table, 'TR', (row) => {
		const { y } = paper
		const cell = tagged(paper, row, 'TD', () =>
			write(paper, label, { x: 88, width: 378, y }, { face: 'medium' }),
		)
		describeCell(cell, { ColSpan: 5 })
		tagged(paper, row, 'TD', () =>
			write(paper, value, { x: 440, width: 99, y }, { face: 'medium', align: 'right' }),
		)
	})
	paper.y += 16
}
