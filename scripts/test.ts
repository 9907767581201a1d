import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium, installChromium } from '#scripts/shop/chromium.ts'

/**
 * Everything that must hold before a change goes in, cheapest first; stops at the first step that
 * fails. The last line is `N passed, N failed`, the sum of all tests that ran.
 */
export function main({ build }: { build: () => void }) {
	const reports = mkdtempSync(join(tmpdir(), 'raumzeit-reports-'))
	const vitest = join(reports, 'vitest.json')
	const playwright = join(reports, 'playwright.json')

	const steps: Step[] = [
		['lint', () => bin('oxlint', '.')],
		['format', () => bin('oxfmt', '--check', '.')],
		['types', () => bin('react-router', 'typegen') && bin('tsc')],
		['dead code', () => bin('knip')],
		['build', () => (build(), true)],
		[
			'rules and database',
			() =>
				bin(
					'vitest',
					'run',
					'--reporter=default',
					'--reporter=json',
					`--outputFile.json=${vitest}`,
				),
		],
		[
			'browser',
			() => withBrowser(() => bin('playwright', 'test', '--reporter=list,json'), playwright),
		],
	]
	const failedStep = steps.find((step) => !succeeds(step))?.[0]

	const counts = [countVitest(vitest), countPlaywright(playwright)]
	rmSync(reports, { recursive: true })
	const passed = sum(counts.map((count) => count.passed))
	const failed = sum(counts.map((count) => count.failed))
	if (failedStep) console.log(`\nFailed: ${failedStep}`)
	// A step without tests of its own counts as one.
	console.log(`\n${passed} passed, ${failedStep ? Math.max(failed, 1) : failed} failed`)
	process.exit(failedStep ? 1 : 0)
}

type Step = [name: string, run: () => boolean]

function succeeds([name, run]: Step) {
	console.log(`\n── ${name}`)
	const begin = performance.now()
	const ok = run()
	console.log(
		`── ${name}: ${ok ? 'ok' : 'FAILED'}, ${((performance.now() - begin) / 1000).toFixed(1)} s`,
	)
	return ok
}

function bin(name: string, ...args: string[]) {
	const path = join(import.meta.dirname, '../node_modules/.bin', name)
	const { status } = spawnSync(path, args, { stdio: ['ignore', 'inherit', 'inherit'] })
	return status === 0
}

function withBrowser(run: () => boolean, report: string) {
	if (!findChromium()) installChromium()
	process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
	return run()
}

type Count = { passed: number; failed: number }

function countVitest(file: string): Count {
	const { numPassedTests = 0, numFailedTests = 0 } = read(file)
	return { passed: numPassedTests, failed: numFailedTests }
}

function countPlaywright(file: string): Count {
	const { expected = 0, flaky = 0, unexpected = 0 } = read(file).stats ?? {}
	return { passed: expected + flaky, failed: unexpected }
}

type Report = {
	numPassedTests?: number
	numFailedTests?: number
	stats?: { expected: number; flaky: number; unexpected: number }
}

function read(file: string): Report {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function sum(numbers: number[]) {
	return numbers.reduce((total, number) => total + number, 0)
}
