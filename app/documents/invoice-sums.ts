import type { InvoiceView, Sum } from '#app/documents/invoice-view.ts'
import { heightOf, write } from '#app/documents/paper-text.ts'
import { makeRoom, nested, rule, sheet, tagged, type Paper } from '#app/documents/paper.ts'

export function heightOfSums(paper: Paper, view: InvoiceView): number {
	return sumLines(view).reduce((height, line) => {
		const label = heightOf(paper, line.label, sumLabel, sumStyles[line.weight])
		return height + (line.isRuled ? spaceOfRule : 0) + label + spaceBelow(line)
	}, spaceBelowSums)
}

/** Draws the sums and payments in a column on the right, all on one page. */
export function drawSums(paper: Paper, view: InvoiceView): void {
	makeRoom(paper, heightOfSums(paper, view))
	nested(paper, paper.root, 'L', (list) => {
		for (const line of sumLines(view)) {
			const style = sumStyles[line.weight]
			if (line.isRuled) {
				rule(paper, paper.y + 2, line.weight === 'strong' ? sheet.violet : sheet.rule, {
					x: sumLabel.x,
					width: sheet.right - sumLabel.x,
				})
				paper.y += spaceOfRule
			}
			tagged(paper, list, 'LI', () => {
				const { y } = paper
				const height = write(paper, line.label, { ...sumLabel, y }, style)
				write(paper, line.value, { x: 440, width: 99, y }, { ...style, align: 'right' })
				paper.y += height + spaceBelow(line)
			})
		}
	})
	paper.y += spaceBelowSums
}

/** Returns the rows of the sums and below them those of the payments; `isRuled`: a rule is drawn above the row. */
function sumLines({ sums, payments }: InvoiceView): (Sum & { isRuled: boolean })[] {
	return [...sums, ...payments.map((it) => ({ ...it, weight: 'plain' as const }))].map(
		(line, index) => ({ ...line, isRuled: line.weight === 'strong' || index === sums.length }),
	)
}

const sumLabel = { x: 268, width: 190 }
const spaceOfRule = 8
const spaceBelowSums = 22

function spaceBelow({ weight }: Sum): number {
	return weight === 'faint' ? 1 : 3
}

const sumStyles = {
	strong: { face: 'strong', size: 11, color: sheet.night },
	plain: { face: 'text', size: 9.5, color: sheet.ink },
	faint: { face: 'text', size: 8, color: sheet.faint },
} as const
