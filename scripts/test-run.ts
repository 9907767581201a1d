import { spawnSync, type StdioOptions } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ROOT } from '#scripts/shop/child.ts'
import { findChromium, installChromium } from '#scripts/shop/chromium.ts'
import {
	type Outcome,
	playwrightOutcome,
	runOutcome,
	type RunOutcome,
	vitestOutcome,
} from '#scripts/test-outcome.ts'

/** A step of a run: its name, and what it does; false when it failed. */
export type Step = [name: string, run: () => boolean | Promise<boolean>]

/** A step that runs tests and leaves a report, whose outcome is read when the step has ended. */
export type TestStep = [
	name: string,
	run: (report: string) => boolean,
	outcome: typeof vitestOutcome,
]

/**
 * Runs checks and then tests. It stops at the first check that fails, because later steps could not be trusted; it runs
 * all tests, so that one run names all that fail. What failed is printed again at the end, for readers of the last
 * lines.
 */
export async function runSteps(
	checks: readonly Step[],
	tests: readonly TestStep[],
): Promise<RunOutcome> {
	for (const check of checks) if (!(await succeeds(check))) return told(runOutcome([], [check[0]]))

	const reports = mkdtempSync(join(tmpdir(), 'raumzeit-reports-'))
	const outcomes: Outcome[] = []
	const failedSteps: string[] = []
	for (const [index, [name, run, outcome]] of tests.entries()) {
		const report = join(reports, `${index}.json`)
		if (!(await succeeds([name, () => run(report)]))) failedSteps.push(name)
		outcomes.push(outcome(report))
	}
	rmSync(reports, { recursive: true })
	return told(runOutcome(outcomes, failedSteps))
}

function told(outcome: RunOutcome): RunOutcome {
	const { secondTries, failures, failedSteps, passed, failed } = outcome
	for (const first of secondTries) console.log(`\n↻ passed at its second try: ${first}`)
	for (const failure of failures) console.log(`\n✘ ${failure}`)
	if (failedSteps.length > 0) console.log(`\nFailed: ${failedSteps.join(', ')}`)
	console.log(`\n${passed} passed, ${failed} failed`)
	return outcome
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

/** Runs a program of an installed package in this process's environment; true when it succeeds. */
export function bin(name: string, ...args: string[]): boolean {
	return binIn(process.cwd(), ['ignore', 'inherit', 'inherit'], name, args)
}

/** Runs a program of an installed package in a folder; true when it succeeds. */
export function binIn(cwd: string, stdio: StdioOptions, name: string, args: string[]): boolean {
	const path = join(ROOT, 'node_modules/.bin', name)
	return spawnSync(path, args, { cwd, stdio }).status === 0
}

/** The step that runs vitest. */
export function vitest(name: string, ...args: string[]): TestStep {
	const run = (report: string) =>
		bin(
			'vitest',
			'run',
			'--reporter=default',
			'--reporter=json',
			`--outputFile.json=${report}`,
			...args,
		)
	return [name, run, vitestOutcome]
}

/** The step that runs some of Playwright's projects, each by itself (`--no-deps`), so that none hides another. */
export function playwright(name: string, projects: readonly string[], ...args: string[]): TestStep {
	const needsBrowser = projects.some((project) => project.includes('javascript'))
	const run = (report: string) => {
		if (needsBrowser && !findChromium()) installChromium()
		process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
		const chosen = projects.map((project) => `--project=${project}`)
		return bin('playwright', 'test', '--no-deps', '--reporter=list,json', ...chosen, ...args)
	}
	return [name, run, playwrightOutcome]
}
