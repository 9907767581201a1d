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

import { openPassage, type Passage } from './passage.ts'

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
	/** The ways by which the other member reaches its PostgreSQL and its Patroni. */
	doors: Passage[]
	/** The ways by which its Patroni reaches the etcds of other machines. */
	ways: Passage[]
	isPrimary(): Promise<boolean>
	/** Starts Patroni; it brings PostgreSQL up as primary or standby. */
	start(): void
	/** Lists Patroni, etcd, the postmaster and its processes: all that is lost with the machine. */
	processes(): Promise<number[]>
	postmaster(): Promise<number>
	/** Lists the processes that send to the standby what this primary has written. */
	senders(): Promise<number[]>
	stop(): Promise<void>
}

/** An etcd: with three of them, one on each machine. */
type Etcd = {
	name: string
	/** Its port for clients on the loopback interface. */
	client: number
	process: ChildProcess
}

export type Cluster = {
	members: Member[]
	etcds: Etcd[]
	/** Returns the etcd that leads the others. */
	etcdLeader(): Promise<Etcd>
	/**
	 * Cuts a member's machine off from the other machines: its Patroni reaches no etcd but its own, its etcd reaches
	 * nobody and stands still, no byte goes between its PostgreSQL and the other one. Clients of the database reach both.
	 * Returns how to mend it.
	 */
	cutOff(member: Member): () => void
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
 * and a database for the shop. With three etcds each machine has one, the third nothing else; a single one stands there.
 */
export async function openPatroni(options: {
	isSynchronous: boolean
	etcds: 1 | 3
}): Promise<Cluster> {
	const { isSynchronous } = options
	const grounds = await openGrounds()
	const etcds = await startEtcds(options.etcds === 3 ? ['one', 'two', 'three'] : ['three'], grounds)
	const secrets = { superuser: password(), replication: password(), shop: password() }
	const words = {
		SYNCHRONOUS: String(isSynchronous),
		SUPERUSER_PASSWORD: secrets.superuser,
		REPLICATION_PASSWORD: secrets.replication,
	}
	const members = [
		await openMember('one', words, etcds, grounds),
		await openMember('two', words, etcds, grounds),
	]
	for (const each of members) each.start()

	const cluster: Cluster = {
		members,
		etcds,
		async etcdLeader() {
			for (;;) {
				for (const each of etcds)
					if (await answers(`${urlOf(each.client)}/v2/stats/leader`)) return each
				await delay(200)
			}
		},
		cutOff(member) {
			// Members are reached by each other alone through their doors.
			const ways = [...member.ways, ...members.flatMap(({ doors }) => doors)]
			const pid = etcds.find(({ name }) => name === member.name)?.process.pid ?? 0
			for (const way of ways) way.shut()
			if (pid > 0) send(pid, 'SIGSTOP')
			return () => {
				if (pid > 0) send(pid, 'SIGCONT')
				for (const way of ways) way.open()
			}
		},
		url: `postgres://raumzeit:${secrets.shop}@${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/raumzeit?target_session_attrs=read-write`,
		async primary() {
			for (;;) {
				for (const each of members) if (await each.isPrimary()) return each
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
			for (const { process } of etcds) {
				process.kill('SIGCONT')
				await ended(process)
			}
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

/** Starts an etcd with so many members; they write to each other directly. */
async function startEtcds(
	names: readonly string[],
	{ brought, folder, account, launch }: Grounds,
): Promise<Etcd[]> {
	const planned: { name: string; client: number; peer: string }[] = []
	for (const name of names)
		planned.push({ name, client: await freePort(), peer: urlOf(await freePort()) })
	const etcds: Etcd[] = []
	for (const { name, client, peer } of planned) {
		const data = join(folder, `etcd-${name}`)
		await makeFolder(data, account)
		const settings = {
			'data-dir': data,
			name,
			'listen-client-urls': urlOf(client),
			'advertise-client-urls': urlOf(client),
			'listen-peer-urls': peer,
			'initial-advertise-peer-urls': peer,
			'initial-cluster': planned.map((each) => `${each.name}=${each.peer}`).join(','),
			// Its older protocol: see deploy/patroni/patroni.yml.
			'enable-v2': 'true',
		}
		const words = Object.entries(settings).map(([key, value]) => `--${key}=${value}`)
		const process = launch(`etcd-${name}`, join(brought, 'usr/bin/etcd'), words)
		etcds.push({ name, client, process })
	}
	for (const { client } of etcds)
		await until('etcd answers', async () => (await fetch(`${urlOf(client)}/health`)).ok)
	return etcds
}

/**
 * Prepares a member. Its Patroni reaches the etcds of other machines, and is reached by the other member with its
 * PostgreSQL, over passages that a partition shuts.
 */
async function openMember(
	name: string,
	shared: Readonly<Record<string, string>>,
	etcds: readonly Etcd[],
	{ bin, brought, folder, account, launch }: Grounds,
): Promise<Member> {
	const home = join(folder, name)
	const [port, apiPort] = [await freePort(), await freePort()]
	const [door, apiDoor] = [await openPassage(port), await openPassage(apiPort)]
	const own = etcds.find((each) => each.name === name)
	const ways: Passage[] = []
	for (const each of etcds) if (each !== own) ways.push(await openPassage(each.client))
	const hosts = [...(own ? [`127.0.0.1:${own.client}`] : []), ...ways.map(({ address }) => address)]
	await makeFolder(home, account)
	const file = join(folder, `${name}.yml`)
	const words = {
		...shared,
		NAME: name,
		ADDRESS: '127.0.0.1',
		// Patroni would ask etcd for its members' addresses, and pass by the passages.
		ETCD: `${hosts.join(',')}\n  use_proxies: true`,
		API_PORT: String(apiPort),
		PORT: String(port),
		DATA_DIR: join(home, 'data'),
		BIN_DIR: bin,
		PGPASS: join(home, 'pgpass'),
		NETWORK: '127.0.0.1/32',
		SOCKETS: home,
		WATCHDOG: "'off'",
	}
	const filled = filledIn(await readFile(TEMPLATE, 'utf8'), words)
		.replace(`connect_address: 127.0.0.1:${apiPort}`, `connect_address: ${apiDoor.address}`)
		.replace(`connect_address: 127.0.0.1:${port}`, `connect_address: ${door.address}`)
	await writeFile(file, filled)
	const place = { name, home, port, api: urlOf(apiPort), doors: [door, apiDoor], ways, etcd: own }
	return member(place, () => launch(name, 'python3', [join(brought, 'usr/bin/patroni'), file]))
}

async function makeDatabase(port: number, secrets: { superuser: string; shop: string }) {
	const url = `postgres://postgres:${secrets.superuser}@127.0.0.1:${port}/postgres`
	const sql = postgres(url, { max: 1 })
	await sql.unsafe(`create role raumzeit login password '${secrets.shop}'`)
	await sql.unsafe('create database raumzeit owner raumzeit')
	await sql.end()
}

type Place = Pick<Member, 'name' | 'api' | 'port' | 'doors' | 'ways'> & {
	home: string
	etcd: Etcd | undefined
}

function member(
	{ name, home, port, api, doors, ways, etcd }: Place,
	launch: () => ChildProcess,
): Member {
	let patroni: ChildProcess | undefined
	const own: Member = {
		name,
		port,
		api,
		doors,
		ways,
		isPrimary: () => answers(`${api}/primary`),
		start() {
			patroni = launch()
		},
		async postmaster() {
			const file = await readFile(join(home, 'data', 'postmaster.pid'), 'utf8').catch(() => '')
			return Number(file.split('\n', 1)[0])
		},
		async processes() {
			const roots = [patroni?.pid ?? 0, etcd?.process.pid ?? 0, await own.postmaster()].filter(
				(pid) => pid > 0,
			)
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
			for (const way of [...doors, ...ways]) await way.close()
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
