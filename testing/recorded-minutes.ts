import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { parse } from 'yaml'

import { metricsNamed } from './watching.ts'

const run = promisify(execFile)

/** The series of all nodes at one look, by their names with labels. */
export type Minute = ReadonlyMap<string, string>

/** A program whose metrics Prometheus reads: its job and its name. */
export type Target = { job: 'raumzeit' | 'raumzeit-desk'; name: string; url: string }

/** Looks at targets as Prometheus does: their metrics with the name of the target, and whether it answers. */
export async function readMinute(targets: readonly Target[], token: string): Promise<Minute> {
	const seen = new Map<string, string>()
	for (const { job, name, url } of targets) {
		const headers = { Authorization: `Bearer ${token}`, Connection: 'close' }
		const text = await fetch(`${url}/metrics`, { headers }).then(
			(answer) => (answer.ok ? answer.text() : null),
			() => null,
		)
		seen.set(`up{job="${job}",instance="${name}"}`, text === null ? '0' : '1')
		for (const [series, value] of seriesIn(text ?? '', { job, name })) seen.set(series, value)
	}
	return seen
}

/** Lists the series of an answer of `/metrics`, with job and name of the target as Prometheus adds them. */
export function seriesIn(
	text: string,
	{ job, name: instance }: Pick<Target, 'job' | 'name'>,
): [string, string][] {
	return text.split('\n').flatMap((line) => {
		const [, name, labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
		const all = [labels, `job="${job}",instance="${instance}"`].filter(Boolean).join(',')
		return name ? [[`${name}{${all}}`, value]] : []
	})
}

/** A moment, in minutes from the first look, with what the alert must be. */
export type Moment = { minute: number; isFiring: boolean }

/**
 * Returns a file for `promtool test rules`: the looks, a minute apart, and whether an alert fires at each moment. A
 * series that is no longer told ends as Prometheus ends it.
 */
export function firingTest({
	alert,
	rules,
	looks,
	moments,
}: {
	alert: string
	rules: string
	looks: readonly Minute[]
	moments: readonly Moment[]
}): string {
	const wanted = metricsNamed(ruleOf(alert, rules).expr)
	const names = new Set(looks.flatMap((look) => [...look.keys()]))
	const series = [...names].filter((name) => wanted.includes(name.replace(/\{.*/, '')))
	// Once, for however many queues or providers it fires.
	const expr = `max(ALERTS{alertname="${alert}",alertstate="firing"})`
	return JSON.stringify({
		rule_files: [rules],
		evaluation_interval: '1m',
		tests: [
			{
				interval: '1m',
				input_series: series.map((name) => ({ series: name, values: valuesOf(name, looks) })),
				promql_expr_test: moments.map(({ minute, isFiring }) => ({
					expr,
					eval_time: `${minute}m`,
					exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
				})),
			},
		],
	})
}

/**
 * Returns a test of a case that lasts: the looks while it does, the last one for as long as the alert waits, and one
 * before and after it.
 */
export function lastingTest({
	alert,
	rules,
	before,
	during,
	after,
}: {
	alert: string
	rules: string
	before: Minute
	during: readonly Minute[]
	after: Minute
}): string {
	const { expr, for: waits = '0m' } = ruleOf(alert, rules)
	const range = /\[(\w+)\]/.exec(expr)?.[1] ?? '0m'
	const lasting = Math.max(minutesOf(waits) + 2, during.length)
	const looks = [
		...Array.from({ length: 3 }, () => before),
		...Array.from({ length: lasting }, (_, minute) => during[minute] ?? during.at(-1) ?? before),
		// Until what was counted meanwhile has left the range of the rule.
		...Array.from({ length: minutesOf(range) + 2 }, () => after),
	]
	const moments = [
		{ minute: 2, isFiring: false },
		{ minute: 2 + lasting, isFiring: true },
		{ minute: looks.length - 1, isFiring: false },
	]
	return firingTest({ alert, rules, looks, moments })
}

/** Returns what promtool says against a test, null when it agrees. */
export async function judge(promtool: string, test: string): Promise<string | null> {
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-drill-'))
	const file = join(folder, 'drill.test.yml')
	await writeFile(file, test)
	const said = await run(promtool, ['test', 'rules', file]).then(
		() => null,
		(error: { stderr?: string; message: string }) => error.stderr || error.message,
	)
	await rm(folder, { recursive: true })
	return said
}

type Rule = { alert: string; expr: string; for?: string }

function ruleOf(alert: string, rules: string): Rule {
	const { groups } = parse(readFileSync(rules, 'utf8')) as { groups: { rules: Rule[] }[] }
	const rule = groups.flatMap((group) => group.rules).find((each) => each.alert === alert)
	if (!rule) throw new Error(`${rules} has no alert ${alert}`)
	return rule
}

/** Returns the minutes of a duration of Prometheus: '15m', '1h'. */
function minutesOf(duration: string): number {
	return Number.parseInt(duration, 10) * (duration.endsWith('h') ? 60 : 1)
}

function valuesOf(name: string, looks: readonly Minute[]): string {
	return looks
		.map((look, index) => look.get(name) ?? (looks[index - 1]?.has(name) ? 'stale' : '_'))
		.join(' ')
}
