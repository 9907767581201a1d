import { readFile } from 'node:fs/promises'

import Pdf from 'pdfkit'
import { expect, test } from 'vitest'

import { gatherFile } from '#app/documents/gathered-file.ts'

test('a file has the bytes that pdfkit alone gives it, the first time and later', async () => {
	const text = await readFile('LICENSE')
	const plain = draw(text, (doc) => () => doc.read() as Buffer)
	expect(draw(text, gatherFile).equals(plain)).toBe(true)
	expect(draw(text, gatherFile).equals(plain)).toBe(true)
	expect(draw(text.subarray(1), gatherFile).equals(plain)).toBe(false)
})

/** With a file in it, a profile of colours, and two pages. */
function draw(file: Buffer, prepare: (doc: PDFKit.PDFDocument) => () => Buffer): Buffer {
	const madeAt = new Date(0)
	const info = { Title: 'Größe', CreationDate: madeAt, ModDate: madeAt }
	const doc = new Pdf({
		info,
		font: '',
		subset: 'PDF/A-3a',
		pdfVersion: '1.7',
		tagged: true,
		autoFirstPage: false,
	})
	const fileOf = prepare(doc)
	for (const color of ['#123456', '#654321']) doc.addPage().rect(0, 0, 10, 10).fill(color)
	doc.file(file, { name: 'a.txt', creationDate: madeAt, modifiedDate: madeAt })
	doc.end()
	return fileOf()
}
