import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { playwrightOutcome, runOutcome } from './test-outcome.ts'

test('a second try that passed is named, and stays red where the first try is not excused', () => {
	const late = 'Test timeout of 180000ms exceeded.'
	const sums = 'Error: expect(received).toBe(expected)\n\nExpected: 1\nReceived: 2'
	const specs = [
		spec('right', 'expected', []),
		spec('late', 'flaky', [late], []),
		spec('lost', 'flaky', [sums], []),
		spec('wrong', 'unexpected', [sums], [late]),
	]
	const stats = { expected: 1, flaky: 2, unexpected: 1 }
	const outcome = playwrightOutcome(written({ stats, errors: [], suites: [{ specs }] }))

	expect(outcome).toMatchObject({ passed: 2, failed: 2 })
	expect(outcome.secondTries).toEqual([expect.stringContaining(`› late\n    ${late}`)])
	expect(outcome.failures).toEqual([
		expect.stringMatching(/› lost\n[^]*Received: 2/),
		expect.stringMatching(/› wrong\n[^]*Received: 2/),
	])
})

/** A test of a report; each of `tries` are the messages of one try. */
function spec(title: string, status: string, ...tries: string[][]) {
	const results = tries.map((messages) => ({ errors: messages.map((message) => ({ message })) }))
	return { title, file: 'a.spec.ts', line: 1, tests: [{ projectName: 'http', status, results }] }
}

function written(report: object): string {
	const folder = mkdtempSync(join(tmpdir(), 'raumzeit-outcome-'))
	onTestFinished(() => rmSync(folder, { recursive: true }))
	const file = join(folder, 'report.json')
	writeFileSync(file, JSON.stringify(report))
	return file
}

const green = { passed: 5, failed: 0, failures: [], secondTries: [] }

test.each([
	['all pass', [green, green], [], { passed: 10, failed: 0 }],
	['a check fails before any test', [], ['lint'], { passed: 0, failed: 1 }],
	['two tests of one step fail', [green, { ...green, failed: 2 }], ['http'], { failed: 2 }],
	['three need a second try', [{ ...green, secondTries: ['a', 'b', 'c'] }], [], { failed: 0 }],
	[
		'four need a second try, in two steps',
		[
			{ ...green, secondTries: ['a', 'b', 'c'] },
			{ ...green, secondTries: ['d'] },
		],
		[],
		{ failed: 1, failedSteps: ['4 second tries'] },
	],
])('the outcome of a run in which %s', (_, outcomes, failedSteps, expected) => {
	expect(runOutcome(outcomes, failedSteps)).toMatchObject(expected)
})
