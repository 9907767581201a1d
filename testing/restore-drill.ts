import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { type Finding, auditAt } from '#app/db/audit.server.ts'
import { connect, type Database, raw } from '#app/db/connect.server.ts'
import { leaveOutLost } from '#app/db/numbers.server.ts'
import { StartError } from '#app/gateways/start-error.ts'
import { dayOf, timeAt } from '#app/models/venue/day.ts'
import { postgresAccount } from '#drizzle/embedded/account.ts'
import { freePort, newPassword } from '#drizzle/embedded/embedded.ts'
import { POSTGRES_ENV, startPostmaster, stopPostmaster } from '#drizzle/embedded/postmaster.ts'
import { ROOT } from '#scripts/shop/child.ts'
import { postgresFolder } from '#scripts/shop/debian.ts'

const run = promisify(execFile)

export type Drill = {
	/** A dump in the custom format; without one the database at `databaseUrl` is dumped first. */
	dump?: string | undefined
	databaseUrl?: string | undefined
} & Comparing

type Comparing = {
	/** The environment with the keys of the providers; that of this process by default. */
	env?: NodeJS.ProcessEnv
	/** Makes lost bookings again, in the copy; by default they are only named. */
	booksAgain?: boolean
}

export type DrillFigures = {
	/** Seconds of each step. */
	seconds: Record<'dump' | 'cluster' | 'restore' | 'reconcile' | 'verify', number>
	/** Rows of the tables that money and bookings stand in, in the copy. */
	rows: Record<string, number>
	/** Tables with fewer rows than the source; empty without a source. */
	differing: string[]
	/** The time of the newest order in the copy. */
	newestOrder: string | null
	/** Counters that leapt, as they would at the first start on the restored database (record 041). */
	leapt: string[]
	/** Money that came or went back since the newest order, as `reconcile` says it; null without keys of a provider. */
	money: string[] | null
	findings: Finding[]
}

export const TABLES = [
	'orders',
	'order_lines',
	'allocations',
	'payments',
	'refunds',
	'invoices',
	'vouchers',
	'voucher_entries',
	'accounts',
]

/**
 * Restores a dump into a new cluster of its own on the loopback interface, with the shop's role, and looks whether a shop
 * could open on it: rows, promises, numbers. The source is read and never written; the cluster is removed again.
 */
export async function drillRestore({
	dump,
	databaseUrl,
	...comparing
}: Drill): Promise<DrillFigures> {
	const bin = postgresFolder('npm run restore-drill')
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-restore-'))
	await chmod(folder, 0o711)
	const watch = startWatch()
	const file = dump ?? join(folder, 'dump')
	// The counts come first: rows that are added meanwhile make the copy larger, never smaller.
	const source =
		databaseUrl && !dump
			? await withDatabase(databaseUrl, (database) => countRows(database, 'DATABASE_URL'))
			: undefined
	if (databaseUrl && !dump) await dumpInto(file, databaseUrl, bin)
	const dumped = watch()
	const cluster = await openCluster(bin, folder)
	const opened = watch()
	try {
		const words = ['--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${cluster.url}`]
		await run(join(bin, 'pg_restore'), [...words, file])
		const restored = watch()
		const { rows, newest, leapt } = await withDatabase(cluster.url, async (copy) => ({
			rows: await countRows(copy, dump ?? 'the dump'),
			newest: (await raw(copy, 'select max(created_at) as at from orders'))[0]?.['at'],
			leapt: await leaveOutLost(copy),
		}))
		const money = await moneySince(cluster.url, newest, comparing)
		const reconciled = watch()
		const findings = await auditAt(cluster.url)
		const seconds = { dump: dumped, cluster: opened, restore: restored, reconcile: reconciled }
		return {
			seconds: { ...seconds, verify: watch() },
			rows,
			differing: missingIn(rows, source),
			newestOrder: newest instanceof Date ? newest.toISOString() : null,
			leapt,
			money,
			findings,
		}
	} finally {
		await cluster.stop()
		await rm(folder, { recursive: true, force: true })
	}
}

/** Lists the tables with fewer rows than the source had before; more of them came meanwhile. */
export function missingIn(
	copy: Readonly<Record<string, number>>,
	source: Readonly<Record<string, number>> | undefined,
): string[] {
	return Object.entries(source ?? {}).flatMap(([table, count]) =>
		(copy[table] ?? 0) < count ? [table] : [],
	)
}

/** Returns whether a shop could open on the restored copy as it is. */
export function isWhole({ findings, differing }: DrillFigures): boolean {
	return differing.length === 0 && findings.every(({ broken }) => broken.length === 0)
}

/** Returns the report of a drill, a fact in each line. */
export function linesOf(figures: DrillFigures): string[] {
	const { seconds, rows, differing, newestOrder, leapt, money, findings } = figures
	const broken = findings.filter((finding) => finding.broken.length > 0)
	return [
		...Object.entries(seconds).map(([name, took]) => `${name.padEnd(16)}${took.toFixed(1)} s`),
		...Object.entries(rows).map(([name, count]) => `${name.padEnd(16)}${count} rows`),
		`newest order    ${newestOrder ?? 'none'}`,
		`numbers         ${leapt.length > 0 ? `${leapt.join(', ')} leap at the first start` : 'none was given out'}`,
		`promises        ${broken.length === 0 ? `${findings.length} hold` : broken.map(({ id, broken: by }) => `${id} BROKEN by ${by.join(', ')}`).join('; ')}`,
		`missing rows    ${differing.join(', ') || 'none'}`,
		...(money ?? ['not compared: no keys of a provider']).map((line) => `money           ${line}`),
	]
}

/**
 * Has `reconcile` compare the copy with the providers since the newest order: what it names would be lost if this backup
 * had to serve. Nobody can be asked, so it only lists unless it `booksAgain`; it moves no money.
 */
export async function moneySince(
	databaseUrl: string,
	newest: unknown,
	{ env = process.env, booksAgain = false }: Comparing = {},
): Promise<string[] | null> {
	const hasKeys = env['STRIPE_SECRET_KEY'] || env['PAYPAL_CLIENT_ID']
	if (!hasKeys || !(newest instanceof Date)) return null
	const words = ['reconcile', dayOf(newest), timeAt(newest), ...(booksAgain ? ['--yes'] : [])]
	const program = join(ROOT, 'scripts', 'venue.mjs')
	const settings = { env: { ...env, DATABASE_URL: databaseUrl } }
	const said = await run(process.execPath, [program, ...words], settings).catch(
		(error: { stdout?: string; stderr?: string }) => ({
			stdout: `${error.stdout ?? ''}${error.stdout ? '' : (error.stderr ?? '')}`,
		}),
	)
	return said.stdout.split('\n').filter(Boolean)
}

/** Opens an empty cluster with the shop's role and database. */
export async function openCluster(bin: string, folder: string) {
	const account = await postgresAccount()
	const directory = join(folder, 'cluster')
	await mkdir(directory, { mode: 0o700 })
	const secret = newPassword()
	const passwordFile = join(folder, 'password')
	await writeFile(passwordFile, secret, { mode: 0o600 })
	if (account.uid !== undefined && account.gid !== undefined)
		for (const path of [directory, passwordFile]) await chown(path, account.uid, account.gid)

	const options = { ...account, cwd: '/', env: POSTGRES_ENV }
	const flags = ['--encoding=UTF8', '--auth=scram-sha-256', '--username=postgres']
	await run(join(bin, 'initdb'), ['-D', directory, ...flags, `--pwfile=${passwordFile}`], options)
	const port = await freePort()
	const native = dirname(bin)
	const log = join(folder, 'postgres.log')
	const child = await startPostmaster({ native, directory, account, log, durable: false }, port)

	const at = (user: string, name: string) =>
		`postgres://${user}:${secret}@127.0.0.1:${port}/${name}`
	const admin = connect(at('postgres', 'postgres'), { transactions: 1, statements: 1 })
	await raw(admin, `create role raumzeit login password '${secret}'`)
	await raw(admin, 'create database raumzeit owner raumzeit')
	await admin.close()
	return { url: at('raumzeit', 'raumzeit'), stop: () => stopPostmaster(child.pid ?? 0) }
}

export async function withDatabase<T>(
	url: string,
	work: (database: Database) => Promise<T>,
): Promise<T> {
	const database = connect(url, { transactions: 1, statements: 1 })
	return work(database).finally(() => database.close())
}

/** Counts the rows of TABLES; throws a StartError when the database at `place` is none of a shop. */
export async function countRows(
	database: Database,
	place: string,
): Promise<Record<string, number>> {
	const lacking = await raw(
		database,
		'select name from unnest($1::text[]) as name where to_regclass(name) is null',
		[TABLES],
	)
	const names = lacking.map(({ name }) => name).join(', ')
	if (lacking.length === TABLES.length)
		throw new StartError(
			`${place} has no table of the shop: no shop was ever started on this database. Name the database of the shop, or a dump of it`,
		)
	if (lacking.length > 0)
		throw new StartError(
			`${place} lacks ${names}: it is of another release. Use the restore-drill of the release that wrote it`,
		)
	const counts = TABLES.map((table) => `select '${table}' as name, count(*)::int from ${table}`)
	const rows = await raw(database, counts.join(' union all '))
	return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]))
}

/** Dumps a database into a file that `drillRestore` restores; pg_dump does not know the parameters of the shop's client. */
export async function dumpInto(file: string, databaseUrl: string, bin: string): Promise<void> {
	const server = databaseUrl.replace(/[?&]target_session_attrs=[\w-]+/, '')
	await run(join(bin, 'pg_dump'), ['--format=custom', `--file=${file}`, server])
}

/** Returns a function that answers the seconds since it was last asked. */
function startWatch(): () => number {
	let since = performance.now()
	return () => {
		const seconds = (performance.now() - since) / 1000
		since = performance.now()
		return seconds
	}
}
