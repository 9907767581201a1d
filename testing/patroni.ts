import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import postgres from 'postgres'

import { postgresAccount } from '#drizzle/embedded/account.ts'
import { freePort } from '#drizzle/embedded/embedded.ts'
import { postgresFolder, unpackDebian } from '#scripts/shop/debian.ts'

/** Everything that Patroni and etcd need besides Python, in Debian 12. */
const PACKAGES = [
	'patroni',
	'etcd-server',
	'python3-psycopg2',
	'python3-etcd',
	'python3-click',
	'python3-prettytable',
	'python3-psutil',
	'python3-dateutil',
	'python3-urllib3',
	'python3-dnspython',
	'python3-cdiff',
	'python3-wcwidth',
	'python3-six',
	'python3-yaml',
	'python3-pkg-resources',
]

export const TEMPLATE = 'deploy/patroni/patroni.yml'

/** Fills the words in capitals of deploy/patroni/patroni.yml; throws when one of them is left. */
export function filledIn(template: string, words: Readonly<Record<string, string>>): string {
	const bare = template.replaceAll(/^\s*#.*\n/gm, '')
	const filled = Object.entries(words).reduce(
		(text, [word, value]) => text.replaceAll(new RegExp(String.raw`\b${word}\b`, 'g'), value),
		bare,
	)
	const left = /(?<![\w-])[A-Z]{3,}(?:_[A-Z]+)*(?![\w-])/.exec(filled.replaceAll('UTF8', ''))
	if (left) throw new Error(`deploy/patroni/patroni.yml: nothing is said for ${left[0]}`)
	return filled
}

/** A member of the cluster: its Patroni, and the PostgreSQL that this one runs. */
export type Member = {
	name: string
	api: string
	port: number
	/** Starts Patroni; it brings PostgreSQL up as primary or standby. */
	start(): void
	/** Lists Patroni, the postmaster and its processes: all that is lost with the machine. */
	processes(): Promise<number[]>
	postmaster(): Promise<number>
	/** Lists the processes that send to the standby what this primary has written. */
	senders(): Promise<number[]>
	stop(): Promise<void>
}

export type Cluster = {
	members: Member[]
	/** Names every server of the shop's database, as DATABASE_URL does. */
	url: string
	primary(): Promise<Member>
	/** Resolves once a primary and a standby that follows it are there; with `isSynchronous` one that commits wait for. */
	untilWhole(): Promise<void>
	post(path: string, body: object): Promise<number>
	stop(): Promise<void>
}

/**
 * Opens a PostgreSQL of two machines as deploy/patroni describes them, on the loopback interface: etcd, two Patronis,
 * and a database for the shop.
 */
export async function openPatroni(isSynchronous: boolean): Promise<Cluster> {
	const grounds = await openGrounds()
	const etcd = await startEtcd(grounds)
	const secrets = { superuser: password(), replication: password(), shop: password() }
	const words = {
		ETCD: etcd.address,
		SYNCHRONOUS: String(isSynchronous),
		SUPERUSER_PASSWORD: secrets.superuser,
		REPLICATION_PASSWORD: secrets.replication,
	}
	const members = [await openMember('one', words, grounds), await openMember('two', words, grounds)]
	for (const each of members) each.start()

	const cluster: Cluster = {
		members,
		url: `postgres://raumzeit:${secrets.shop}@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/raumzeit?target_session_attrs=read-write`,
		async primary() {
			for (;;) {
				for (const each of members) if (await answers(`${each.api}/primary`)) return each
				await delay(200)
			}
		},
		async untilWhole() {
			const path = isSynchronous ? 'synchronous' : 'replica?lag=0'
			await until(
				'primary and standby are there',
				async () => (await count(members, 'primary')) === 1 && (await count(members, path)) === 1,
			)
		},
		async post(path, body) {
			const { api } = await cluster.primary()
			const init = { method: 'POST', body: JSON.stringify(body) }
			return (await fetch(`${api}/${path}`, init)).status
		},
		async stop() {
			for (const each of members) await each.stop()
			await ended(etcd.process)
			await rm(grounds.folder, { recursive: true, force: true })
		},
	}
	try {
		await cluster.untilWhole()
		await makeDatabase((await cluster.primary()).port, secrets)
		return cluster
	} catch (error) {
		await cluster.stop()
		throw error
	}
}

/** Counts the members whose Patroni says that they are in a state. */
async function count(members: Member[], state: string): Promise<number> {
	const said = await Promise.all(members.map(({ api }) => answers(`${api}/${state}`)))
	return said.filter(Boolean).length
}

type Grounds = Awaited<ReturnType<typeof openGrounds>>

/** Brings the programs, and makes the folder of a cluster. */
async function openGrounds() {
	const bin = postgresFolder('npm run failover')
	const brought = unpackDebian(PACKAGES, 'npm run failover')
	const folder = await mkdtemp(join(tmpdir(), 'raumzeit-failover-'))
	await chmod(folder, 0o711)
	const account = await postgresAccount()
	const env = {
		PATH: `${bin}:${process.env['PATH'] ?? ''}`,
		LC_ALL: 'C',
		TZ: 'UTC',
		PYTHONPATH: join(brought, 'usr/lib/python3/dist-packages'),
	}
	return {
		bin,
		brought,
		folder,
		account,
		launch(name: string, command: string, words: string[]): ChildProcess {
			const log = openSync(join(folder, `${name}.log`), 'a')
			return spawn(command, words, { ...account, cwd: '/', env, stdio: ['ignore', log, log] })
		},
	}
}

const urlOf = (port: number) => `http://127.0.0.1:${port}`

/** Starts an etcd of one member: losing it is not rehearsed. */
async function startEtcd({ brought, folder, account, launch }: Grounds) {
	const client = await freePort()
	const [own, peer] = [urlOf(client), urlOf(await freePort())]
	await makeFolder(join(folder, 'etcd'), account)
	const settings = {
		'data-dir': join(folder, 'etcd'),
		name: 'etcd',
		'listen-client-urls': own,
		'advertise-client-urls': own,
		'listen-peer-urls': peer,
		'initial-advertise-peer-urls': peer,
		'initial-cluster': `etcd=${peer}`,
		// Its older protocol: see deploy/patroni/patroni.yml.
		'enable-v2': 'true',
	}
	const words = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
	const process = launch('etcd', join(brought, 'usr/bin/etcd'), words)
	await until('etcd answers', async () => (await fetch(`${own}/health`)).ok)
	return { process, address: `127.0.0.1:${client}` }
}

async function openMember(
	name: string,
	shared: Readonly<Record<string, string>>,
	{ bin, brought, folder, account, launch }: Grounds,
): Promise<Member> {
	const home = join(folder, name)
	const [port, apiPort] = [await freePort(), await freePort()]
	await makeFolder(home, account)
	const file = join(folder, `${name}.yml`)
	const words = {
		...shared,
		NAME: name,
		ADDRESS: '127.0.0.1',
		API_PORT: String(apiPort),
		PORT: String(port),
		DATA_DIR: join(home, 'data'),
		BIN_DIR: bin,
		PGPASS: join(home, 'pgpass'),
		NETWORK: '127.0.0.1/32',
		SOCKETS: home,
		WATCHDOG: "'off'",
	}
	await writeFile(file, filledIn(await readFile(TEMPLATE, 'utf8'), words))
	return member({ name, home, port, api: urlOf(apiPort) }, () =>
		launch(name, 'python3', [join(brought, 'usr/bin/patroni'), file]),
	)
}

async function makeDatabase(port: number, secrets: { superuser: string; shop: string }) {
	const url = `postgres://postgres:${secrets.superuser}@127.0.0.1:${port}/postgres`
	const sql = postgres(url, { max: 1 })
	await sql.unsafe(`create role raumzeit login password '${secrets.shop}'`)
	await sql.unsafe('create database raumzeit owner raumzeit')
	await sql.end()
}

function member(
	{ name, home, port, api }: { name: string; home: string; port: number; api: string },
	launch: () => ChildProcess,
): Member {
	let patroni: ChildProcess | undefined
	const own: Member = {
		name,
		port,
		api,
		start() {
			patroni = launch()
		},
		async postmaster() {
			const file = await readFile(join(home, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
			return Number(file.split('\n', 1)[0])
		},
		async processes() {
			const roots = [patroni?.pid ?? 0, await own.postmaster()].filter((pid) => pid > 0)
			return descendants(roots)
		},
		async senders() {
			const mine = await descendants([await own.postmaster()])
			const named = mine.map(async (pid) => [pid, await commandOf(pid)] as const)
			return (await Promise.all(named))
				.filter(([, command]) => command.includes('walsender'))
				.map(([pid]) => pid)
		},
		async stop() {
			for (const pid of await own.processes()) send(pid, 'SIGCONT')
			if (patroni) await ended(patroni)
			const left = await own.postmaster()
			if (left > 0 && (await commandOf(left)).includes('postgres')) send(left, 'SIGQUIT')
		},
	}
	return own
}

/** Sends a signal to a process that may be gone. */
export function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal)
	} catch {
		// It is gone.
	}
}

/** Asks until an answer comes that holds; an error counts as not yet. */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
	const latest = performance.now() + 180_000
	while (!(await holds().catch(() => false))) {
		if (performance.now() > latest) throw new Error(`within three minutes not: ${what}`)
		await delay(200)
	}
}

async function answers(url: string): Promise<boolean> {
	const signal = AbortSignal.timeout(1_000)
	return fetch(url, { signal }).then(
		({ ok }) => ok,
		() => false,
	)
}

async function ended(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return
	const exit = once(child, 'exit')
	child.kill('SIGTERM')
	const late = setTimeout(() => child.kill('SIGKILL'), 30_000)
	await exit
	clearTimeout(late)
}

/** Lists processes and all below them, from /proc. */
async function descendants(roots: number[]): Promise<number[]> {
	const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
	const parents = new Map(
		await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)),
	)
	const found = new Set(roots)
	for (let before = 0; before !== found.size;) {
		before = found.size
		for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
	}
	return [...found]
}

async function parentOf(pid: number): Promise<number> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
	return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

async function commandOf(pid: number): Promise<string> {
	return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
}

async function makeFolder(path: string, { uid, gid }: { uid?: number; gid?: number }) {
	await mkdir(path, { mode: 0o700 })
	if (uid !== undefined && gid !== undefined) await chown(path, uid, gid)
}

function password(): string {
	return randomBytes(16).toString('hex')
}
