import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { bringPromtool } from '#testing/promtool.ts'
import { metricsNamed } from '#testing/watching.ts'

// That each metric exists is compared with `/metrics` itself in `testing/alerts-fire.server.test.ts`.

const ruleSchema = z.strictObject({
	alert: z.string().regex(/^[A-Z]\w+$/),
	expr: z.string(),
	for: z.string().optional(),
	labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
	annotations: z.strictObject({ summary: z.string().endsWith('.') }),
})
const { groups } = z
	.object({ groups: z.array(z.object({ rules: z.array(ruleSchema) })) })
	.parse(read('alerts.yml'))
const rules = groups.flatMap((group) => group.rules)
const names = rules.map(({ alert }) => alert)

const { tests } = z
	.object({
		tests: z.array(
			z.object({
				input_series: z.array(z.object({ series: z.string() })),
				alert_rule_test: z.tuple([
					z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }),
				]),
			}),
		),
	})
	.parse(read('alerts.test.yml'))

function read(name: string): unknown {
	return parse(readFileSync(`deploy/prometheus/${name}`, 'utf8'))
}

test('each alert has a section in docs/alerts.md and a row of its last one, in the order of the rules', () => {
	const guide = readFileSync('docs/alerts.md', 'utf8')
	const headings = [...guide.matchAll(/^## (.+)$/gm)].map(([, name]) => name)
	expect(headings).toEqual([...names, 'Seen firing'])
	const [, seen = ''] = guide.split('## Seen firing')
	expect([...seen.matchAll(/^\| (\w+) \|/gm)].map(([, name]) => name)).toEqual(['Alert', ...names])
})

describe.each(rules)('$alert', ({ alert, expr }) => {
	const own = tests.filter(({ alert_rule_test: [{ alertname }] }) => alertname === alert)

	test('is tried with series on which it fires, and with others on which it is quiet', () => {
		const fired = own.map(({ alert_rule_test: [{ exp_alerts }] }) => exp_alerts.length)
		expect(fired.toSorted()).toEqual([0, 1])
	})

	test('is tried with the metrics that it reads', () => {
		for (const { input_series } of own) {
			const given = input_series.map(({ series }) => series.replace(/\{.*/, ''))
			expect(new Set(given)).toEqual(new Set(metricsNamed(expr)))
		}
	})
})

test('promtool accepts the rules and their tests @machines', () => {
	const promtool = bringPromtool('Part 1 of npm run test:all')
	for (const [word, file] of [
		['check', 'alerts.yml'],
		['test', 'alerts.test.yml'],
	] as const) {
		const { status, stderr } = spawnSync(promtool, [word, 'rules', file], {
			cwd: 'deploy/prometheus',
			encoding: 'utf8',
		})
		expect(status, stderr).toBe(0)
	}
})
