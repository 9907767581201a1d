import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { discardEmbedded, freePort } from '#drizzle/embedded/embedded.ts'
import { readDeskOrigin } from '#scripts/shop/desk-note.ts'
import { claim } from '#scripts/shop/guard.ts'
import { loadSecrets } from '#scripts/shop/secrets.ts'

const START = join(import.meta.dirname, 'start.mjs')

let dataDir = ''
let port = 0
let starts: ChildProcess[] = []
const ended = new WeakSet<ChildProcess>()

beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'raumzeit-start-'))
	await chmod(dataDir, 0o711)
	port = await freePort()
	starts = []
})

afterEach(async () => {
	for (const child of starts) await end(child, 'SIGTERM')
	await discardEmbedded(dataDir)
})

test('the shop opens, survives its server, refuses a twin, and leaves in order', async () => {
	const shop = start()
	await isOpen()
	await expect.poll(shop.output).toContain(`http://localhost:${port}`)
	const desk = await deskOf(shop)
	await expect.poll(() => answers(desk)).toBe(true)
	expect(await readDeskOrigin(dataDir)).toBe(desk)

	const twin = start()
	expect(await exitCode(twin.child)).toBe(1)
	expect(lines(twin)).toEqual([
		`Raumzeit already runs on these data (process ${shop.child.pid}): http://localhost:${port}`,
	])

	const [server = 0] = await childrenOf(shop.child, 'build/serve/serve.js')
	process.kill(server, 'SIGKILL')
	await isOpen()
	// The desk of the server that was killed leaves its port to the next one (faults N112).
	await expect.poll(() => answers(desk)).toBe(true)
	const all = await childrenOf(shop.child, '')
	expect(all).toHaveLength(3)
	expect(all).not.toContain(server)

	expect(await end(shop.child, 'SIGTERM')).toBe(0)
	for (const pid of all) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
	expect(await answers(desk)).toBe(false)
	expect(shop.output()).not.toMatch(/^\s+at /m)
})

test('the next start after a kill -9 clears up, on the same data', async () => {
	const first = start()
	await isOpen()
	const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8')
	const left = await childrenOf(first.child, '')
	await end(first.child, 'SIGKILL')

	start()
	await isOpen()
	expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
	await expect.poll(() => left.filter(isAlive)).toEqual([])
})

test('the shop leaves when only the npm that started it is ended', async () => {
	const shell = ['sh', '-c', '"$0" "$1"; exit $?', process.execPath, START]
	const npm = start({ npm_lifecycle_event: 'start' }, shell)
	await isOpen()
	const [shop = 0] = await childrenOf(npm.child, START)

	npm.child.kill('SIGKILL')
	await expect.poll(() => isAlive(shop)).toBe(false)
})

test.each([
	[{ PORT: 'abc' }, 'PORT is wrong ("abc")'],
	[{ APP_ORIGIN: 'shop' }, 'APP_ORIGIN is wrong ("shop")'],
	[{ HOST: 'nowhere.invalid' }, 'HOST is wrong ("nowhere.invalid")'],
	[{ DATA_DIR: '/proc/raumzeit' }, 'The data directory /proc/raumzeit cannot be written'],
	[{ DATA_DIR: 'package.json' }, 'cannot be written'],
	[{ NODE_ENV: 'production' }, 'PAYMENT_SANDBOX=1'],
	[{ DATABASE_URL: 'mysql://localhost/shop' }, 'DATABASE_URL has a wrong value'],
	[
		{ DATABASE_URL: 'postgres://shop@127.0.0.1:9/shop' },
		'The database at 127.0.0.1:9/shop cannot be used',
	],
])('%j is one line, and the start fails', async (variables, line) => {
	const shop = start(variables)
	expect(await exitCode(shop.child)).toBe(1)
	expect(lines(shop)).toEqual([expect.stringContaining(line)])
})

test('a taken port is one line, and the start fails', async () => {
	const other = createServer().listen(port, '127.0.0.1')
	const shop = start()
	expect(await exitCode(shop.child)).toBe(1)
	expect(lines(shop)).toEqual([expect.stringContaining(`Port ${port} is already in use`)])
	other.close()
})

test('a port of the desk that is named and taken is one line, and the start fails (faults N113)', async () => {
	const other = createServer().listen(port, '127.0.0.1')
	const shop = start({ PORT: String(await freePort()), DESK_PORT: String(port) })
	expect(await exitCode(shop.child)).toBe(1)
	const line = `Port ${port} of the desk is already in use`
	expect(lines(shop)).toEqual([expect.stringContaining(line)])
	other.close()
})

test('a claim is made once, also on a path too long for a socket, and ends with its holder', async () => {
	for (const folder of [dataDir, join(dataDir, 'x'.repeat(120))]) {
		const release = await claim(folder, 'http://localhost:1')
		await expect(claim(folder, 'http://localhost:2')).rejects.toMatchObject({
			name: 'StartError',
			message: expect.stringContaining(`process ${process.pid}`),
		})
		await release()
		await (
			await claim(folder, 'http://localhost:3')
		)()
	}
})

test('secrets are made once with mode 0600, and a damaged file is reported', async () => {
	const secrets = await loadSecrets(dataDir)
	const file = join(dataDir, 'secrets.json')
	expect(await loadSecrets(dataDir)).toEqual(secrets)
	expect((await stat(file)).mode & 0o777).toBe(0o600)

	await writeFile(file, '{')
	await expect(loadSecrets(dataDir)).rejects.toMatchObject({ name: 'StartError' })
})

/** Runs `npm start` without npm, on a data directory and a port of this test's. */
function start(variables: Record<string, string> = {}, command = [process.execPath, START]) {
	const [program = '', ...args] = command
	const { PATH, HOME } = process.env
	// One process: of several, the others may answer for a moment after the first was killed.
	const usual = { PORT: String(port), LOG_LEVEL: 'warn', WORKERS: '1' }
	const env = { PATH, HOME, DATA_DIR: dataDir, ...usual, ...variables }
	const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
	starts.push(child)
	child.once('close', () => ended.add(child))
	let said = ''
	child.stdout.on('data', (part) => (said += part))
	child.stderr.on('data', (part) => (said += part))
	return { child, output: () => said }
}

function lines({ output }: { output: () => string }) {
	return output().trim().split('\n')
}

/** The address of the desk, once it is printed. */
async function deskOf({ output }: { output: () => string }): Promise<string> {
	const printed = () => /^The desk of the staff: (\S+)$/m.exec(output())?.[1]
	await expect.poll(printed).toBeDefined()
	return printed() ?? ''
}

async function answers(site: string): Promise<boolean> {
	return fetch(`${site}/healthz`).then(
		({ ok }) => ok,
		() => false,
	)
}

/** Waits for the open shop; the start may build first. */
function isOpen() {
	return expect
		.poll(() =>
			fetch(`http://localhost:${port}/healthz`).then(
				({ status }) => status,
				() => 0,
			),
		)
		.toBe(200)
}

/** Waits until the program has ended and all of its output is here; returns its exit code. */
async function exitCode(child: ChildProcess) {
	if (!ended.has(child)) await once(child, 'close')
	return child.exitCode
}

function end(child: ChildProcess, signal: NodeJS.Signals) {
	child.kill(signal)
	return exitCode(child)
}

async function childrenOf({ pid }: ChildProcess, file: string) {
	const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
	const pids = list.trim().split(' ').map(Number)
	const commands = await Promise.all(pids.map((each) => readFile(`/proc/${each}/cmdline`, 'utf8')))
	return pids.filter((_, index) => commands[index]?.includes(file))
}

function isAlive(pid: number) {
	try {
		return process.kill(pid, 0)
	} catch {
		return false
	}
}
