import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { discardEmbedded, type Embedded, newPassword, startEmbedded } from './embedded.ts'

let dataDir = ''
let running: Embedded[] = []
const password = newPassword()

beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-embedded-'))
	await chmod(dataDir, 0o711)
	running = []
})

afterEach(async () => {
	await Promise.all(running.map((server) => server.stop()))
	await discardEmbedded(dataDir)
})

test('a new server has what the shop relies on, and keeps its data', async () => {
	const first = await start({ durable: true })
	expect(
		await ask(
			first.url,
			`select current_setting('server_encoding') as encoding,
				current_setting('data_checksums') as checksums,
				current_setting('password_encryption') as passwords,
				current_setting('listen_addresses') as listens,
				current_setting('fsync') as fsync,
				lower('ÄÖÜ') as lower,
				(select rolsuper from pg_roles where rolname = current_user) as superuser`,
		),
	).toEqual([
		{
			encoding: 'UTF8',
			checksums: 'on',
			passwords: 'scram-sha-256',
			listens: '127.0.0.1',
			fsync: 'on',
			lower: 'äöü',
			superuser: false,
		},
	])
	await ask(first.url, 'create table kept as select 42 as answer')
	await first.stop()

	const second = await start({ durable: true })
	expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a connection without the password is refused, and a start with another one in one line', async () => {
	const server = await start()
	const guess = Object.assign(new URL(server.adminUrl), { password: 'guess' })
	await expect(ask(guess.href, 'select 1')).rejects.toThrow('password authentication failed')
	await server.stop()

	await expect(startEmbedded({ dataDir, password: newPassword() })).rejects.toMatchObject({
		name: 'StartError',
		message: expect.stringContaining('another password'),
	})
})

test('a directory that only its owner may enter works', async () => {
	await chmod(dataDir, 0o700)
	const first = await start()
	await ask(first.url, 'create table kept as select 42 as answer')
	await first.stop()

	const second = await start()
	expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
})

test('a postmaster that is killed comes back on the same port', async () => {
	const server = await start({ durable: true })
	await ask(server.url, 'create table kept as select 42 as answer')

	process.kill(await postmaster(), 'SIGKILL')
	await expect
		.poll(() => ask(server.url, 'select answer from kept').catch(() => []))
		.toEqual([{ answer: 42 }])
})

test('a server left behind by a killed start is ended in order and started anew', async () => {
	const killed = await startElsewhere()
	const orphan = await postmaster()
	killed.kill('SIGKILL')
	await once(killed, 'exit')
	process.kill(orphan, 0)

	const server = await start()
	expect(await postmaster()).not.toBe(orphan)
	expect(() => process.kill(orphan, 0)).toThrow('ESRCH')
	expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data in use by another start are left alone', async () => {
	const other = await startElsewhere()
	const its = await postmaster()
	await expect(start()).rejects.toMatchObject({ name: 'StartError' })
	process.kill(its, 0)

	other.kill('SIGTERM')
	await once(other, 'exit')
})

test('an old pid file does not block, even if its number belongs to another program now', async () => {
	const first = await start()
	await first.stop()
	const stale = `${process.pid}\n${dataDir}/postgres\n1700000000\n54321\n\n127.0.0.1\n0 0\nready\n`
	await writeFile(join(dataDir, 'postgres/postmaster.pid'), stale)

	const second = await start()
	expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a set-up that was cut short is done again', async () => {
	await mkdir(join(dataDir, 'postgres.new/base'), { recursive: true })
	await writeFile(join(dataDir, 'postgres.new/PG_VERSION'), '18\n')

	const server = await start()
	expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('the log holds no statement and no value of a visitor', async () => {
	const server = await start()
	await ask(server.url, 'create table people (email text unique)')
	await ask(server.url, `insert into people values ('ada@example.com')`)
	await expect(
		ask(server.url, `insert into people values ('ada@example.com')`),
	).rejects.toMatchObject({ code: '23505' })

	const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
	expect(log).toContain('duplicate key')
	expect(log).not.toContain('ada@example.com')
})

/** Starts the server, which waits for the disk only where a test is about that: to make a durable one takes twice as long. */
async function start({ durable = false } = {}) {
	const server = await startEmbedded({ dataDir, password, durable })
	running.push(server)
	return server
}

/** Starts the server in a process of its own, which ends in order on SIGTERM. */
async function startElsewhere(): Promise<ChildProcess> {
	const module = pathToFileURL(join(import.meta.dirname, 'embedded.ts')).href
	const program = `
		import { startEmbedded } from ${JSON.stringify(module)}
		const server = await startEmbedded(${JSON.stringify({ dataDir, password, durable: false })})
		process.once('SIGTERM', () => server.stop().then(() => process.exit()))
		console.log('ready')`
	const child = spawn(
		process.execPath,
		['--import', 'tsx', '--input-type=module', '--eval', program],
		{ stdio: ['ignore', 'pipe', 'inherit'] },
	)
	await once(child.stdout, 'data')
	return child
}

async function postmaster() {
	const status = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')
	return Number(status.split('\n', 1)[0])
}

async function ask(url: string, statement: string) {
	const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
	try {
		return [...(await sql.unsafe(statement))]
	} finally {
		await sql.end()
	}
}
