import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { xRechnungFile } from '#app/documents/invoice-file.ts'
import { invoicePdf } from '#app/documents/invoice-pdf.ts'
import { loadFonts } from '#app/gateways/fonts.server.ts'
import { translator } from '#app/i18n/translator.ts'
import { listValidators, type PaperFile } from '#testing/paper-validators.ts'
import { readPdf } from '#testing/read-pdf.ts'
import { samplePapers } from '#testing/sample-papers.ts'

const USAGE = `npm run papers -- [--to FOLDER] [--schematron FOLDER] [--all]

Makes one of every kind of paper with the shop's own code, into FOLDER (papers/ unless named): the PDF,
and beside it the e-invoice as it was taken out of it; every validator judges them. A validator that is not on this machine is named
as 'not here', which fails nothing but with --all: xmllint (Debian: libxml2-utils), qpdf, veraPDF, and Saxon
(libsaxonhe-java, default-jre) with the official Schematron, whose XSLT files --schematron names. Exits with 1
if a paper is not valid.`

const { values: options } = parseArgs({
	options: {
		to: { type: 'string', default: 'papers' },
		schematron: { type: 'string' },
		all: { type: 'boolean', default: false },
		help: { type: 'boolean', default: false },
	},
})

if (options.help) console.log(USAGE)
else process.exitCode = (await judge(await makePapers(options.to))) ? 0 : 1

/** Writes a sample of every kind of paper into a folder, which is emptied before, and returns their files. */
async function makePapers(folder: string): Promise<PaperFile[]> {
	await rm(folder, { recursive: true, force: true })
	await mkdir(folder, { recursive: true })
	const faces = await loadFonts()
	const files: PaperFile[] = []
	for (const { name, invoice } of samplePapers()) {
		const pdf = join(folder, `${name}.pdf`)
		const bytes = await invoicePdf(invoice, faces, translator(invoice.locale))
		await writeFile(pdf, bytes)
		const { 'factur-x.xml': embedded } = (await readPdf(bytes)).attachments
		const xRechnung = xRechnungFile(invoice)
		const text = xRechnung?.content ?? embedded
		const xml = text === undefined ? null : join(folder, `${name}.xml`)
		if (xml && text) await writeFile(xml, text)
		files.push({ name, pdf, xml, isXRechnung: xRechnung !== null })
	}
	console.log(`${files.length} papers in ${folder}`)
	return files
}

/**
 * Prints what each validator says about the papers; false when one finds a fault, or with `--all` when one is not on
 * this machine.
 */
async function judge(papers: readonly PaperFile[]): Promise<boolean> {
	let isGood = true
	for (const { name, version, judges, faults } of await listValidators(
		options.schematron ?? null,
	)) {
		if (version === null) {
			console.log(`not here   ${name}`)
			if (options.all) isGood = false
			continue
		}
		const own = papers.filter(judges)
		const found = await Promise.all(own.map(async (paper) => ({ paper, bad: await faults(paper) })))
		const broken = found.filter(({ bad }) => bad.length > 0)
		const valid = `${own.length - broken.length} of ${own.length}`
		console.log(`${valid.padEnd(10)} ${name}, ${version}`)
		for (const { paper, bad } of broken)
			for (const fault of bad) console.log(`             ${paper.name}: ${fault}`)
		if (broken.length > 0) isGood = false
	}
	return isGood
}
