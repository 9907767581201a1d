import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

import { isExcused } from './second-tries.ts'

/**
 * The outcome of the tests in a report. `failures` are the titles of failed tests with the beginning of their messages,
 * as text; `secondTries` are those of tests that count as passed because their second try passed.
 */
export type Outcome = { passed: number; failed: number; failures: string[]; secondTries: string[] }

/** The outcome of a run of several steps, with the names of those that failed. */
export type RunOutcome = Outcome & { failedSteps: string[] }

/** The most tests of a run that may need a second try; more say that something is wrong with the run itself. */
const MOST_SECOND_TRIES = 3

/**
 * Adds up the outcomes of the steps of a run. A failed step without failed tests, such as the linter, counts as one
 * failure; so do too many second tries.
 */
export function runOutcome(
	outcomes: readonly Outcome[],
	failedSteps: readonly string[],
): RunOutcome {
	const sum = (of: (outcome: Outcome) => number) =>
		outcomes.reduce((total, outcome) => total + of(outcome), 0)
	const secondTries = outcomes.flatMap((outcome) => outcome.secondTries)
	const reasons = [
		...failedSteps,
		...(secondTries.length > MOST_SECOND_TRIES ? [`${secondTries.length} second tries`] : []),
	]
	return {
		passed: sum(({ passed }) => passed),
		failed: Math.max(
			sum(({ failed }) => failed),
			reasons.length,
		),
		failures: outcomes.flatMap(({ failures }) => failures),
		secondTries,
		failedSteps: reasons,
	}
}

/** Reads the outcome from the report of `vitest --reporter=json`; zeros where there is no report. */
export function vitestOutcome(file: string): Outcome {
	const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = read<VitestReport>(file)
	const failures = testResults.flatMap(({ name, message, assertionResults }) => [
		...(message ? [failure(name, message)] : []),
		...assertionResults
			.filter(({ status }) => status === 'failed')
			.map((test) => failure(`${name} › ${test.fullName}`, test.failureMessages.join('\n'))),
	])
	return { passed: numPassedTests, failed: numFailedTests, failures, secondTries: [] }
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

/**
 * Reads the outcome from the report of `playwright --reporter=json`; zeros where there is no report. A test that passed
 * at its second try has failed when its first failure is not excused.
 */
export function playwrightOutcome(file: string): Outcome {
	const { stats, suites = [], errors = [] } = read<PlaywrightReport>(file)
	const tests = suites.flatMap(testsIn)
	const excused = tests.filter((test) => test.status === 'flaky' && isExcused(test.messages))
	const red = tests.filter(
		(test) => ['flaky', 'unexpected'].includes(test.status) && !excused.includes(test),
	)
	return {
		passed: stats ? stats.expected + excused.length : 0,
		failed: red.length,
		failures: [
			...errors.map(({ message = '' }) => failure('outside of tests', message)),
			...red.map(told),
		],
		secondTries: excused.map(told),
	}
}

type PlaywrightReport = {
	stats: { expected: number }
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

/** A test of a report by its title, with the messages of its first try. */
type Tried = { title: string; status: string; messages: string[] }

function testsIn(suite: Suite): Tried[] {
	const own = suite.specs.flatMap(({ title, file, line, tests }) =>
		tests.map(({ projectName, status, results: [first] }) => ({
			title: `[${projectName}] ${file}:${line} › ${title}`,
			status,
			messages: (first?.errors ?? []).map(({ message = '' }) => message),
		})),
	)
	return [...own, ...(suite.suites ?? []).flatMap(testsIn)]
}

function told({ title, messages }: Tried): string {
	return failure(title, messages.join('\n'))
}

function failure(title: string, said: string) {
	const lines = stripVTControlCharacters(said).split('\n')
	return [title, ...lines.slice(0, 30).map((line) => `    ${line}`)].join('\n')
}

function read<Report>(file: string): Partial<Report> {
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
