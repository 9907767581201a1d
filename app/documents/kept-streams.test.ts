import { readFile } from 'node:fs/promises'

import Pdf from 'pdfkit'
import { expect, test } from 'vitest'

import { keepStreams } from '#app/documents/kept-streams.ts'

test('a file has the bytes that pdfkit alone gives it, the first time and later', async () => {
	const text = await readFile('LICENSE')
	const plain = draw(text, () => {})
	expect(draw(text, keepStreams).equals(plain)).toBe(true)
	expect(draw(text, keepStreams).equals(plain)).toBe(true)
	expect(draw(text.subarray(1), keepStreams).equals(plain)).toBe(false)
})

/** With a file in it, a profile of colours, and a page of its own. */
function draw(file: Buffer, prepare: (doc: PDFKit.PDFDocument) => void): Buffer {
	const madeAt = new Date(0)
	const info = { CreationDate: madeAt, ModDate: madeAt }
	const doc = new Pdf({ info, font: '', subset: 'PDF/A-3a', pdfVersion: '1.7', tagged: true })
	prepare(doc)
	doc.file(file, { name: 'a.txt', creationDate: madeAt, modifiedDate: madeAt })
	doc.rect(0, 0, 10, 10).fill('#123456')
	doc.end()
	return doc.read() as Buffer
}
