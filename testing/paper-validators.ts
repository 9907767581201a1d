import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

import { FacturX } from 'factur-x-kit'

import { brokenForKit } from './e-invoice-kit.ts'
import { brokenRules } from './e-invoice-rules.ts'
import { schemaFaults, schemaFile } from './e-invoice-schema.ts'

/** A paper on disk; `xml` is its e-invoice, null where it has none. */
export type PaperFile = {
	name: string
	pdf: string
	xml: string | null
	/** True for an XRechnung, which keeps more rules. */
	isXRechnung: boolean
}

/** A program that judges papers. `version` is null where it is not on this machine. */
export type Validator = {
	name: string
	version: string | null
	judges: (paper: PaperFile) => boolean
	/** Lists the faults, a line each. */
	faults: (paper: PaperFile) => Promise<string[]>
}

/**
 * Lists all validators: those of npm's packages, those of Debian's, and the official Schematron files of a folder, which
 * neither npm nor Debian carry. EN 16931 has them at CEN (`EN16931-CII-validation.xslt`), XRechnung at KoSIT.
 */
export async function listValidators(schematron: string | null): Promise<Validator[]> {
	const files = schematron === null ? [] : await readdir(schematron)
	const stylesheets = files.filter((file) => /\.xslt?$/.test(file))
	return [
		kit,
		schema,
		rules,
		await xmllint(),
		...(await Promise.all(stylesheets.map((file) => saxon(join(schematron ?? '', file))))),
		...(stylesheets.length === 0 ? [absentSchematron] : []),
		await qpdf(),
		await verapdf(),
	]
}

const hasXml = ({ xml }: PaperFile) => xml !== null
const isPlain = ({ xml, isXRechnung }: PaperFile) => xml !== null && !isXRechnung

const kit: Validator = {
	name: 'factur-x-kit: rules of EN 16931',
	version: versionOf('factur-x-kit'),
	judges: isPlain,
	async faults({ xml }) {
		try {
			return await brokenForKit(await FacturX.fromXML(textOf(xml)))
		} catch (error) {
			return [`cannot be read: ${String(error)}`]
		}
	},
}

const schema: Validator = {
	name: 'libxml2-wasm: schema of Factur-X 1.09 (ZUGFeRD 2.5)',
	version: `${versionOf('libxml2-wasm')}, schema of @stackforge-eu/factur-x ${versionOf('@stackforge-eu/factur-x')}`,
	judges: hasXml,
	faults: async ({ xml }) => schemaFaults(textOf(xml)),
}

const rules: Validator = {
	name: 'our own: newest rules of EN 16931, and of XRechnung',
	version: 'EN 16931 1.3.16, XRechnung 3.0.2',
	judges: hasXml,
	faults: async ({ xml, isXRechnung }) =>
		brokenRules(textOf(xml), isXRechnung ? 'xRechnung' : 'en16931'),
}

async function xmllint(): Promise<Validator> {
	const { text } = await run('xmllint', ['--version'])
	return {
		name: 'xmllint (Debian: libxml2-utils): the same schema',
		version: /libxml version (\d+)/.exec(text)?.[1] ?? null,
		judges: hasXml,
		faults: ({ xml }) => complaints('xmllint', ['--noout', '--schema', schemaFile, xml ?? '']),
	}
}

const saxonJar = '/usr/share/java/Saxon-HE.jar'

/** Saxon of Debian's libsaxonhe-java runs a Schematron that was compiled to XSLT, and answers in SVRL. */
async function saxon(stylesheet: string): Promise<Validator> {
	const { text } = await run('java', ['-cp', saxonJar, 'net.sf.saxon.Version'])
	const isOfXRechnung = /xrechnung/i.test(basename(stylesheet))
	return {
		name: `Saxon (Debian: libsaxonhe-java, default-jre): ${basename(stylesheet)}`,
		version: /SAXON-HE ([\d.]+)/.exec(text)?.[1] ?? null,
		judges: (paper) => hasXml(paper) && (paper.isXRechnung || !isOfXRechnung),
		async faults({ xml }) {
			const transform = [
				'-cp',
				saxonJar,
				'net.sf.saxon.Transform',
				`-s:${xml}`,
				`-xsl:${stylesheet}`,
			]
			const { code, text } = await run('java', transform)
			if (code !== 0 || !text.includes('schematron-output')) return [text.trim()]
			return text
				.split('<svrl:failed-assert')
				.slice(1)
				.filter((failed) => !/flag="(?:warning|information)"/.test(failed))
				.map((failed) => /<svrl:text>([\s\S]*?)<\/svrl:text>/.exec(failed)?.[1]?.trim() ?? failed)
		},
	}
}

const absentSchematron: Validator = {
	name: 'official Schematron of CEN and KoSIT: --schematron FOLDER names their XSLT files',
	version: null,
	judges: hasXml,
	faults: async () => [],
}

async function qpdf(): Promise<Validator> {
	const { text } = await run('qpdf', ['--version'])
	return {
		name: 'qpdf (Debian): structure of the PDF',
		version: /version ([\d.]+)/.exec(text)?.[1] ?? null,
		judges: () => true,
		faults: ({ pdf }) => complaints('qpdf', ['--check', pdf]),
	}
}

async function verapdf(): Promise<Validator> {
	const { text } = await run('verapdf', ['--version'])
	return {
		name: 'veraPDF: PDF/A-3',
		version: /veraPDF ([\d.]+)/.exec(text)?.[1] ?? null,
		judges: () => true,
		faults: ({ pdf }) => complaints('verapdf', ['--flavour', '3b', '--format', 'text', pdf]),
	}
}

function complaints(program: string, args: string[]): Promise<string[]> {
	return run(program, args).then(({ code, text }) => (code === 0 ? [] : text.trim().split('\n')))
}

/** Runs a program to its end; `code` is null where there is no such program. */
function run(program: string, args: string[]): Promise<{ code: number | null; text: string }> {
	return new Promise((done) => {
		execFile(program, args, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
			const failed = error && (typeof error.code === 'number' ? error.code : null)
			done({ code: error ? failed : 0, text: stdout + stderr })
		})
	})
}

function textOf(file: string | null): string {
	return readFileSync(file ?? '', 'utf8')
}

function versionOf(name: string): string {
	const [, version = ''] = /"version": "([^"]+)"/.exec(readFileSync(manifestOf(name), 'utf8')) ?? []
	return version
}

function manifestOf(name: string): string {
	const paths = createRequire(import.meta.url).resolve.paths(name) ?? []
	return paths.map((path) => join(path, name, 'package.json')).find(existsSync) ?? ''
}
