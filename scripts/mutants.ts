import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import {
	type Outcome,
	playwrightOutcome,
	runOutcome,
	type RunOutcome,
	vitestOutcome,
} from '#scripts/test-outcome.ts'
import { binIn } from '#scripts/test-run.ts'
import { copySources } from '#testing/copied-sources.ts'
import { type Mutant, mutants } from '#testing/mutants.ts'

const USAGE = `npm run mutants -- [TEXT]

Puts the faults of testing/mutants.ts into a copy of the sources, one after another, and runs the tests
of npm test that must fail then; with TEXT only those whose area or file holds it. Exits with 1 when a
fault is not caught, or when a test fails without any.`

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { help: { type: 'boolean', default: false } },
})

if (values.help) {
	console.log(USAGE)
} else {
	const [text = ''] = positionals
	const chosen = mutants.filter(({ area, file }) => `${area} ${file}`.includes(text))
	const copy = await mkdtemp(join(tmpdir(), 'raumzeit-mutants-'))
	try {
		await copySources(copy)
		process.exitCode = (await areAllCaught(copy, chosen)) ? 0 : 1
	} finally {
		await rm(copy, { recursive: true })
	}
}

async function areAllCaught(copy: string, chosen: readonly Mutant[]): Promise<boolean> {
	const begin = performance.now()
	// Without a fault all of the tests must pass, or their failures would prove nothing.
	const { passed, failed, failures } = outcomeOf(copy, [
		...new Set(chosen.flatMap(({ tests }) => tests)),
	])
	if (failed > 0 || passed === 0) {
		console.log(`Not green without a fault, ${passed} passed:\n${failures.join('\n')}`)
		return false
	}
	const missed: Mutant[] = []
	for (const mutant of chosen) if (!(await isCaught(copy, mutant))) missed.push(mutant)
	const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
	console.log(`${chosen.length - missed.length} of ${chosen.length} caught, ${minutes} minutes`)
	return missed.length === 0
}

async function isCaught(copy: string, mutant: Mutant): Promise<boolean> {
	const { area, file, name, from, to, promise, tests } = mutant
	const path = join(copy, file)
	const source = await readFile(path, 'utf8')
	await writeFile(
		path,
		source.replace(from, () => to),
	)
	const { failed } = outcomeOf(copy, tests)
	await writeFile(path, source)
	console.log(`${failed > 0 ? 'caught' : 'MISSED'}  ${area}: ${name} in ${file} (${promise})`)
	return failed > 0
}

/** Runs tests in the copy, those of `e2e` on a new build of it; a build that does not succeed is one failure. */
function outcomeOf(copy: string, tests: readonly string[]): RunOutcome {
	const http = tests.filter((file) => file.startsWith('e2e/'))
	const others = tests.filter((file) => !http.includes(file))
	const outcomes = [
		...(others.length > 0 ? [vitest(copy, others)] : []),
		...(http.length > 0 ? [playwright(copy, http)] : []),
	]
	return runOutcome(outcomes, [])
}

function vitest(copy: string, tests: readonly string[]): Outcome {
	const report = newReport(copy)
	// A fault of a lock may let a test hang.
	const limits = ['--testTimeout=60000', '--hookTimeout=60000']
	run(copy, 'vitest', 'run', '--reporter=json', `--outputFile.json=${report}`, ...limits, ...tests)
	return vitestOutcome(report)
}

function playwright(copy: string, tests: readonly string[]): Outcome {
	const isBuilt = run(copy, 'react-router', 'build') && run(copy, 'react-router', 'build', 'desk')
	if (!isBuilt) return { passed: 0, failed: 1, failures: ['the build'], secondTries: [] }
	const report = newReport(copy)
	process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] = report
	const projects = ['--no-deps', '--project=http', '--project=waiting']
	run(copy, 'playwright', 'test', '--reporter=json', ...projects, ...tests)
	return playwrightOutcome(report)
}

/** Returns a path for a report at which there is none yet. */
function newReport(copy: string): string {
	return join(copy, `report-${randomUUID()}.json`)
}

/** Runs a program of an installed package in the copy; true when it succeeds. */
function run(copy: string, name: string, ...args: string[]): boolean {
	return binIn(copy, 'ignore', name, args)
}
