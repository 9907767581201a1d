import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { findChromium, installChromium } from '#scripts/shop/chromium.ts'
import { playwrightOutcome, vitestOutcome } from '#scripts/test-outcome.ts'
import { isWhole } from '#testing/whole.ts'

/**
 * Runs `npm test`: all checks and tests that must pass before a change goes in. Stops at the first check that fails,
 * because later ones could not be trusted; runs all tests, so that one run names all that fail. The last line is `N
 * passed, N failed`, the sum of all tests that ran. `npm run test:all` also runs the tests that take long, with a seed of
 * its own.
 */
export async function main({ build }: { build: () => Promise<void> }) {
	if (isWhole) {
		const seed = (process.env['PROPERTY_SEED'] ??= String(randomInt(2 ** 31)))
		console.log(`PROPERTY_SEED=${seed}`)
	}
	const reports = mkdtempSync(join(tmpdir(), 'raumzeit-reports-'))
	const report = (name: string) => join(reports, `${name}.json`)

	const checks: Step[] = [
		['lint', () => bin('oxlint', '--config', 'oxlint.config.mjs', '.')],
		['format', () => bin('oxfmt', '--check', '.')],
		['types', () => bin('react-router', 'typegen') && bin('tsc')],
		['types of the desk', () => bin('react-router', 'typegen', 'desk') && bin('tsc', '-p', 'desk')],
		['dead code', () => bin('knip')],
		['build', () => build().then(() => true)],
	]
	const tests: Step[] = [
		['rules and database', () => vitest(report('rules'))],
		['http', () => playwright(report('http'), 'http')],
		['browser', () => playwright(report('browser'), 'waiting', 'javascript', 'no-javascript')],
	]
	const failedSteps = (await firstThatFails(checks)) ?? (await allThatFail(tests))

	const outcomes = [
		vitestOutcome(report('rules')),
		playwrightOutcome(report('http')),
		playwrightOutcome(report('browser')),
	]
	rmSync(reports, { recursive: true })
	const passed = sum(outcomes.map((outcome) => outcome.passed))
	const failed = sum(outcomes.map((outcome) => outcome.failed))
	for (const first of outcomes.flatMap((outcome) => outcome.secondTries))
		console.log(`\n↻ passed at its second try: ${first}`)
	// All failures are printed again at the end, for readers of the last lines.
	for (const failure of outcomes.flatMap((outcome) => outcome.failures))
		console.log(`\n✘ ${failure}`)
	if (failedSteps.length > 0)
		console.log(`\nFailed: ${failedSteps.map(([name]) => name).join(', ')}`)
	// A failed step without failed tests, such as the linter, counts as one failure.
	const red = Math.max(failed, failedSteps.length)
	console.log(`\n${passed} passed, ${red} failed`)
	process.exit(red > 0 ? 1 : 0)
}

type Step = [name: string, run: () => boolean | Promise<boolean>]

async function firstThatFails(steps: readonly Step[]): Promise<[Step] | undefined> {
	for (const step of steps) if (!(await succeeds(step))) return [step]
	return undefined
}

async function allThatFail(steps: readonly Step[]): Promise<Step[]> {
	const failed: Step[] = []
	for (const step of steps) if (!(await succeeds(step))) failed.push(step)
	return failed
}

async function succeeds([name, run]: Step) {
	console.log(`\n── ${name}`)
	const begin = performance.now()
	const ok = await run()
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

function vitest(report: string) {
	return bin(
		'vitest',
		'run',
		'--reporter=default',
		'--reporter=json',
		`--outputFile.json=${report}`,
	)
}

/**
 * Runs the tests of some of Playwright's projects, each by itself (`--no-deps`), so that one that fails hides no other;
 * true when all pass.
 */
function playwright(report: string, ...projects: string[]) {
	if (!findChromium()) installChromium()
	process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
	const chosen = projects.map((project) => `--project=${project}`)
	return bin('playwright', 'test', '--no-deps', '--reporter=list,json', ...chosen)
}

function sum(numbers: number[]) {
	return numbers.reduce((total, number) => total + number, 0)
}
