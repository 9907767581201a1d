import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/**
 * The outcome of the tests in a report; `failures` are the titles of failed tests with the beginning of their messages,
 * as text.
 */
type Outcome = { passed: number; failed: number; failures: string[] }

/** Reads the outcome from the report of `vitest --reporter=json`; zeros where there is no report. */
export function vitestOutcome(file: string): Outcome {
	const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read<VitestReport>(file)
	const failures = testResults.flatMap(({ name, message, assertionResults }) => [
		...(message ? [failure(name, message)] : []),
		...assertionResults
			.filter(({ status }) => status === 'failed')
			.map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages.join('\n'))),
	])
	return { passed: numPassedTests, failed: numFailedTests, failures }
}

type VitestReport = {
	numPassedTests: number
	numFailedTests: number
	testResults: {
		name: string
		message: string
		assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
	}[]
}

/** Reads the outcome from the report of `playwright --reporter=json`; zeros where there is no report. */
export function playwrightOutcome(file: string): Outcome {
	const { stats, suites = [], errors = [] } = read<PlaywrightReport>(file)
	return {
		passed: stats ? stats.expected + stats.flaky : 0,
		failed: stats?.unexpected ?? 0,
		failures: [
			...errors.map(({ message = '' }) => failure('outside of tests', message)),
			...suites.flatMap(failuresIn),
		],
	}
}

type PlaywrightReport = {
	stats: { expected: number; flaky: number; unexpected: number }
	errors: { message?: string }[]
	suites: Suite[]
}

type Suite = {
	suites?: Suite[]
	specs: {
		title: string
		file: string
		line: number
		tests: {
			projectName: string
			status: string
			results: { errors: { message?: string }[] }[]
		}[]
	}[]
}

function failuresIn(suite: Suite): string[] {
	const own = suite.specs.flatMap(({ title, file, line, tests }) =>
		tests
			.filter(({ status }) => status === 'unexpected')
			.map(({ projectName, results }) => {
				const errors = results.flatMap((result) => result.errors)
				const said = errors.map(({ message = '' }) => message).join('\n')
				return failure(`[${projectName}] ${file}:${line} › ${title}`, said)
			}),
	)
	return [...own, ...(suite.suites ?? []).flatMap(failuresIn)]
}

function failure(title: string, said: string) {
	const lines = stripVTControlCharacters(said).split('\n')
	return [title, ...lines.slice(0, 30).map((line) => `    ${line}`)].join('\n')
}

function read<Report>(file: string): Partial<Report> {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
