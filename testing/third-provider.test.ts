import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { copySources } from './copied-sources.ts'

const ROOT = join(import.meta.dirname, '..')
const NAMES = 'app/models/provider.ts'

/** Lists the files that do not compile until they name a new provider, which a copy of the sources gets. */
async function filesThatMiss(name: string): Promise<string[]> {
	const copy = await mkdtemp(join(tmpdir(), 'raumzeit-provider-'))
	try {
		await copySources(copy)
		const source = await readFile(join(copy, NAMES), 'utf8')
		const numbers = 'smallestAmount: cents(1), keepsKeysFor: 60, opensForAtLeast: 0'
		const facts = `${numbers}, settlesDisputesByRefund: false, takesCards: false`
		const more = source.replace('\tstripe: {', `\t${name}: { ${facts} },\n\tstripe: {`)
		expect(more).not.toBe(source)
		await writeFile(join(copy, NAMES), more)
		const said = await compile(copy)
		const missing = said.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)
		return [...new Set([...missing].map(([, file = '']) => file))].toSorted()
	} finally {
		await rm(copy, { recursive: true })
	}
}

/** Returns the output of the compiler in the folder. */
function compile(folder: string): Promise<string> {
	const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
	return new Promise((resolve) => {
		const options = ['--incremental', 'false', '--tsBuildInfoFile', 'null', '--pretty', 'false']
		execFile(process.execPath, [tsc, ...options], { cwd: folder }, (_, said) => resolve(said))
	})
}

test('the compiler names every file that must know a third provider @machines', async () => {
	expect(await filesThatMiss('fictitious')).toEqual([
		// Its code for the kind of means (UNTDID 4461), and its name on an invoice.
		'app/documents/invoice-view.ts',
		'app/documents/means-code.ts',
		// Its variables, its connection, and the breaker that guards it.
		'app/gateways/provider-variables.ts',
		'app/gateways/providers.server.ts',
		'app/models/payment/webhook.server.test.ts',
		// The words for money that goes back to it, its names in both languages, and its marks.
		'app/routes/booking/cancel-rows.ts',
		'app/routes/booking/cancel-words.ts',
		'app/routes/payment/ways-to-pay.tsx',
		'app/ui/footer.tsx',
		'app/ui/pay-marks.tsx',
		'app/ui/ways-to-pay.ts',
		// Its share of the bookings to practise with, and its pretend keys.
		'scripts/practice/month.ts',
		'scripts/shop/sandbox-env.ts',
		'testing/shuffled-payments.test.ts',
	])
})
