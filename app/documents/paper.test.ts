import { expect, test } from 'vitest'

import { heightOf, write } from '#app/documents/paper-text.ts'
import { openPaper } from '#app/documents/paper.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'

const box = { x: 62, width: 120 }

test.each([
	['', 0],
	['one', 1],
	['one\ntwo\nthree', 3],
	['one\n\nthree', 3],
	['one that is too long for a single line of its box', 2],
	['one\nand one that is too long for its box', 3],
])('%j takes the lines that pdfkit gives it', async (text, lines) => {
	const paper = openPaper(await loadFonts(), { title: 't', lang: 'de', madeAt: new Date(0) })
	const height = heightOf(paper, text, box)
	const { doc } = paper
	expect(height).toBeCloseTo(doc.heightOfString(text, { width: box.width, lineGap: 2 }), 3)
	expect(height).toBeCloseTo(lines * (doc.currentLineHeight(true) + 2), 3)
	expect(write(paper, text, { ...box, y: 100 })).toBeCloseTo(height, 3)
})
