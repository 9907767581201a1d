import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { startShopProcess } from '../shop-client.ts'
import type { Figures } from './load.ts'
import type { Stage } from './stage.ts'

/*
 * The limit of the database alone: the very statements of a claim, read from the log of the server while the shop makes
 * one, are given to pgbench. Values that differ from claim to claim (day, cart, line) differ there too.
 */

/** Records the script for pgbench; null where there is no pgbench. */
export async function recordClaim(stage: Stage) {
	const program = await findPgbench()
	if (!program) return null
	const logged = [
		`alter role raumzeit set log_statement = 'all'`,
		`alter role raumzeit set log_error_verbosity = 'default'`,
	]
	for (const setting of logged) await stage.asAdmin(setting)
	const process = await startShopProcess(stage.shop.databaseUrl)
	const log = join(stage.dataDir, 'postgres.log')
	const before = (await readFile(log, 'utf8')).length
	// The first claims open connections and make rows of days; the script is made from the last.
	for (let index = 0; index < 40; index += 1) await process.ask({ task: 'adds' })
	const said = (await readFile(log, 'utf8')).slice(before)
	process.stop()
	for (const setting of ['log_statement', 'log_error_verbosity'])
		await stage.asAdmin(`alter role raumzeit reset ${setting}`)

	const statements = ofOneClaim(readStatements(said))
	const script = join(stage.folder, 'claim.sql')
	await writeFile(script, scriptOf(statements, stage.place.days))
	return { program, script, statements: statements.length }
}

export type Recorded = NonNullable<Awaited<ReturnType<typeof recordClaim>>>

/** Returns the claims a second that pgbench makes. */
export async function runPgbench(
	{ program, script }: Recorded,
	{ stage, atOnce, seconds }: { stage: Stage; atOnce: number; seconds: number },
): Promise<Figures> {
	const log = join(stage.folder, `pgbench-${Date.now()}`)
	const given = ['-n', '-M', 'prepared', '-f', script, '-T', String(Math.ceil(seconds))]
	const many = [
		'-c',
		String(atOnce),
		'-j',
		String(Math.min(atOnce, 2)),
		'-l',
		`--log-prefix=${log}`,
	]
	const { stdout } = await promisify(execFile)(
		program,
		[...given, ...many, stage.shop.databaseUrl],
		// The plans of the shop's own connections.
		{ env: { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' } },
	)
	const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
	const times = await readTimes(stage.folder, log)
	const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN
	return {
		atOnce,
		perSecond,
		p50: at(0.5),
		p99: at(0.99),
		failed: Number(/failed transactions: (\d+)/.exec(stdout)?.[1] ?? 0),
		server: null,
		database: null,
		memory: null,
	}
}

/** Reads the times, sorted, in milliseconds: a line for each transaction, whose third word is microseconds. */
async function readTimes(folder: string, prefix: string): Promise<number[]> {
	const names = (await readdir(folder)).filter((name) => join(folder, name).startsWith(prefix))
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
	return texts
		.flatMap((text) => text.trim().split('\n'))
		.map((line) => Number(line.split(' ')[2]) / 1000)
		.sort((one, other) => one - other)
}

async function findPgbench(): Promise<string | undefined> {
	const path = (process.env['PATH'] ?? '').split(':')
	const debian = await readdir('/usr/lib/postgresql').catch(() => [])
	const versions = debian.sort((one, other) => Number(other) - Number(one))
	const places = [...path, ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`)]
	return places.map((place) => join(place, 'pgbench')).find((file) => existsSync(file))
}

type Statement = { text: string; values: string[] }

/** Reads `LOG: execute name: text` or `LOG: statement: text`, further lines after a tab, values in a `DETAIL`. */
function readStatements(log: string): Statement[] {
	const entries = log.split(/\n(?!\t)/).map((entry) => entry.replaceAll('\n\t', '\n'))
	const statements: Statement[] = []
	for (const entry of entries) {
		const text = /LOG: {2}(?:execute [^:]+|statement): ([^]*)/.exec(entry)?.[1]
		if (text !== undefined) statements.push({ text, values: [] })
		const values = /DETAIL: {2}Parameters: ([^]*)/i.exec(entry)?.[1]
		if (values === undefined) continue
		for (const [, value] of values.matchAll(/\$\d+ = (NULL|'(?:[^']|'')*')/g))
			statements.at(-1)?.values.push(value ?? '')
	}
	return statements
}

/** Returns all statements of the last transaction. */
function ofOneClaim(statements: readonly Statement[]): Statement[] {
	const begin = statements.findLastIndex(({ text }) => text === 'begin')
	const end = statements.findIndex(({ text }, index) => index > begin && text === 'commit')
	if (begin < 0 || end < 0) throw new Error('the log of the database tells of no claim')
	return statements.slice(begin, end + 1)
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Writes a script in which each UUID of the claim is a new one in each run, and its day any of these days. A first
 * statement reads the values into variables of pgbench, which sends them as ours are sent: without a type.
 */
function scriptOf(statements: readonly Statement[], days: readonly string[]): string {
	const values = [...new Set(statements.flatMap(({ values }) => values))].filter(isValue)
	const names = [...new Set(values.join('').match(uuid))]
	const day =
		/\d{4}-\d{2}-\d{2}/.exec(values.find((value) => value.startsWith("'{2")) ?? '')?.[0] ?? ''
	const changing = new RegExp(`(${[...names, day].join('|')})`)

	function expressionOf(literal: string): string {
		const parts = literal.slice(1, -1).split(changing)
		const pieces = parts.map((part) => {
			if (part === day) return 'any_day'
			// pgbench takes a word after a colon for one of its variables, also within a literal.
			if (!names.includes(part)) return `'${part.replaceAll(':', `' || chr(58) || '`)}'`
			const name = String(names.indexOf(part)).padStart(8, '0')
			return `'${name}-0000-4000-8000-' || lpad(:n::text, 12, '0')`
		})
		return pieces.join(' || ')
	}

	const columns = values.map((value, index) => `${expressionOf(value)} as v${index}`)
	const lines = statements.map(({ text, values: own }) => {
		const filled = text.replaceAll(/\$(\d+)/g, (_, number) => {
			const value = own[number - 1] ?? 'NULL'
			return isValue(value) ? `:v${values.indexOf(value)}` : value
		})
		return `${filled.replaceAll(/\s+/g, ' ')};`
	})
	return [
		`\\set n random(1, 999999999999)`,
		`\\set d random(0, ${days.length - 1})`,
		`select ${columns.join(', ')} from substr('${days.join('')}', :d * 10 + 1, 10) as any_day \\gset`,
		...lines,
		'',
	].join('\n')
}

function isValue(value: string): boolean {
	return value !== 'NULL'
}
