import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, test } from 'vitest'
import { parse } from 'yaml'

import { findProgram } from '#scripts/shop/debian.ts'

import { drills } from './drills.ts'
import { statementsOf } from './guide-statements.ts'
import { firingTest, judge, lastingTest, seriesIn } from './recorded-minutes.ts'

const rules = 'deploy/prometheus/alerts.yml'

test('a look names each series with job and node as Prometheus does, and leaves comments out (faults N270)', () => {
	const text = '# TYPE a counter\na{worker="0",le="+Inf"} 3\nb 1.5\n\n'
	expect(seriesIn(text, { job: 'raumzeit', name: 'one' })).toEqual([
		['a{worker="0",le="+Inf",job="raumzeit",instance="one"}', '3'],
		['b{job="raumzeit",instance="one"}', '1.5'],
	])
})

test('looks become the series of a test of promtool, with gaps where nothing was told', () => {
	const up = 'up{job="raumzeit",instance="one"}'
	const looks = [new Map([['other', '1']]), new Map([[up, '1']]), new Map<string, string>()]
	const moments = [
		{ minute: 0, isFiring: false },
		{ minute: 2, isFiring: true },
	]
	const made = JSON.parse(firingTest({ alert: 'NodeDown', rules, looks, moments }))
	expect(made.tests).toEqual([
		{
			interval: '1m',
			input_series: [{ series: up, values: '_ 1 stale' }],
			promql_expr_test: [
				{ expr: expect.stringContaining('NodeDown'), eval_time: '0m', exp_samples: [] },
				{
					expr: expect.stringContaining('NodeDown'),
					eval_time: '2m',
					exp_samples: [{ labels: '{}', value: 1 }],
				},
			],
		},
	])
})

test('a case lasts as long as its alert waits, and what it counted leaves the range', () => {
	const at = (value: string) => new Map([['http_request_duration_seconds_bucket', value]])
	const made = JSON.parse(
		lastingTest({ alert: 'PagesSlow', rules, before: at('0'), during: [at('1')], after: at('2') }),
	)
	const [{ input_series: series, promql_expr_test: tests }] = made.tests
	const phase = (value: string, times: number) => Array.from({ length: times }, () => value)
	expect(series[0].values.split(' ')).toEqual([
		...phase('0', 3),
		...phase('1', 12),
		...phase('2', 7),
	])
	expect(tests.map(({ eval_time }: { eval_time: string }) => eval_time)).toEqual([
		'2m',
		'14m',
		'21m',
	])
})

const promtool = findProgram('promtool')

test('promtool contradicts a drill in which nothing happens, where it is installed', async () => {
	const calm = new Map([['raumzeit_disputes_open{job="raumzeit",instance="one"}', '0']])
	const looks = { before: calm, during: [calm], after: calm }
	const file = lastingTest({ alert: 'DisputesOpen', rules: resolve(rules), ...looks })
	const said = promtool ? await judge(promtool, file) : 'DisputesOpen'
	expect(said).toContain('DisputesOpen')
})

test('each alert has a drill: here with real nodes, or beside its metric (faults J13, N240)', () => {
	const { groups } = parse(readFileSync(rules, 'utf8')) as {
		groups: { rules: { alert: string }[] }[]
	}
	const beside = readFileSync('testing/alerts-fire.server.test.ts', 'utf8')
	const drilled = new Set(drills.map(({ alert }) => alert))
	const alerts = groups.flatMap((group) => group.rules).map(({ alert }) => alert)
	expect(alerts.filter((alert) => !drilled.has(alert) && !beside.includes(alert))).toEqual([])
})

test('the drills find the statements of the guide that they run', async () => {
	await expect(statementsOf('VisitorsRefused', /pg_blocking|terminate/)).resolves.toHaveLength(2)
	await expect(statementsOf('ConnectionsScarce', /connection limit/)).resolves.toHaveLength(1)
	await expect(statementsOf('DatabaseReadOnly', /^alter|reload/)).resolves.toHaveLength(2)
	await expect(statementsOf('DatabaseReadOnly', /promote/)).resolves.toHaveLength(1)
})
