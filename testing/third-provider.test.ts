import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const NAMES = join(ROOT, 'app/models/provider.ts')

/** Lists the files that do not compile until they name a new provider. */
function filesThatMiss(name: string): string[] {
	const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
	const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
	const host = ts.createCompilerHost(options)
	const source = readFileSync(NAMES, 'utf8')
	const facts = 'smallestAmount: cents(1), keepsKeysFor: 60, opensForAtLeast: 0'
	const more = source.replace(
		'\tstripe: {',
		`\t${name}: { ${facts}, settlesDisputesByRefund: false },\n\tstripe: {`,
	)
	expect(more).not.toBe(source)
	const read = host.getSourceFile
	host.getSourceFile = (file, ...rest) =>
		file === NAMES ? ts.createSourceFile(file, more, ts.ScriptTarget.ES2022) : read(file, ...rest)
	const program = ts.createProgram(fileNames, { ...options, incremental: false }, host)
	const missing = program
		.getSemanticDiagnostics()
		.map(({ file }) => (file ? relative(ROOT, file.fileName) : 'no file'))
	return [...new Set(missing)].toSorted()
}

test('the compiler names every file that must know a third provider', () => {
	expect(filesThatMiss('fictitious')).toEqual([
		// Its code for the kind of means (UNTDID 4461), and its name on an invoice.
		'app/documents/invoice-view.ts',
		'app/documents/means-code.ts',
		// Its variables, its connection, and the breaker that guards it.
		'app/gateways/provider-variables.ts',
		'app/gateways/providers.server.ts',
		'app/models/payment/webhook.server.test.ts',
		// Its names in both languages, where it is chosen and where it is named; its marks.
		'app/routes/checkout/order-check.tsx',
		'app/ui/footer.tsx',
		'app/ui/pay-marks.tsx',
		'app/ui/ways-to-pay.ts',
		'testing/shuffled-payments.test.ts',
	])
})
