import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ROOT } from '#scripts/shop/child.ts'

import { chart } from './chart.ts'
import { limitOf, lineOf, names, type Run, titles } from './run.ts'

/** Returns the run as a table of text. */
export function tableOf(run: Run): string[] {
	const { load, settings } = run
	const rows = names.flatMap((name) =>
		(run.figures[name] ?? []).map((line) => {
			const limit = lineOf(run, limitOf(name), line.atOnce)?.perSecond
			return [
				line.atOnce === 1 ? titles[name] : '',
				String(line.atOnce),
				line.perSecond.toFixed(1),
				number(line.p50, 1),
				number(line.p99, 0),
				String(line.failed),
				limit ? (line.perSecond / limit).toFixed(line.perSecond / limit < 0.1 ? 3 : 2) : '-',
				number(line.server, 1),
				number(line.database, 1),
				number(line.memory, 0),
			]
		}),
	)
	const head = ['', 'at once', '/s', 'p50', 'p99', 'failed', 'ratio', 'server', 'db', 'MiB']
	const widths = head.map((_, column) =>
		Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
	)
	const lay = (row: string[]) =>
		row
			.map((cell, column) =>
				column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[0] ?? 0),
			)
			.join('  ')
	return [
		`${run.date} UTC, Node ${run.node}, PostgreSQL ${run.postgres}, ${run.processors} x ${run.processor}`,
		`load ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after; ${settings.workers} process(es), ${settings.rounds} x ${settings.seconds} s each`,
		'',
		lay(head),
		...rows.map(lay),
	]
}

/** Compares a run with an earlier one: pieces a second, and those as shares of the limits of each run. */
export function comparisonOf(run: Run, earlier: Run): string[] {
	const rows = names.flatMap((name) =>
		(run.figures[name] ?? []).flatMap((line) => {
			const before = lineOf(earlier, name, line.atOnce)
			const limits = [run, earlier].map((of) => lineOf(of, limitOf(name), line.atOnce)?.perSecond)
			if (!before) return []
			const ratio = line.perSecond / before.perSecond
			const [now = Number.NaN, then = Number.NaN] = limits
			const relative = (ratio * then) / now
			return `${name.padEnd(10)}${String(line.atOnce).padStart(4)}  x ${ratio.toFixed(2)}  measured by the limits x ${number(relative, 2)}`
		}),
	)
	return [`Against the run of ${earlier.date}:`, ...rows]
}

/** Writes the run into `docs/`: the table into its place on the page, the chart, and all figures. */
export async function writeReport(run: Run): Promise<void> {
	const page = join(ROOT, 'docs/performance.md')
	const text = await readFile(page, 'utf8')
	const place = /(<!-- measured -->\n)[^]*?(<!-- until here -->)/
	const table = ['```text', ...tableOf(run), '```'].join('\n')
	await writeFile(
		page,
		text.replace(place, (_, begin, end) => `${begin}\n${table}\n\n${end}`),
	)
	await writeFile(join(ROOT, 'docs/performance.svg'), chart(run))
	await writeFile(join(ROOT, 'docs/performance.json'), jsonOf(run))
}

function jsonOf(run: Run): string {
	return `${JSON.stringify(run, (_, value) => (Number.isFinite(value) ? Math.round(value * 1000) / 1000 : value), '\t')}\n`
}

function number(value: number | null, digits: number): string {
	return value === null || !Number.isFinite(value) ? '-' : value.toFixed(digits)
}
