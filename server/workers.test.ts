import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { freePort } from '#drizzle/embedded/embedded.ts'
import { end, launch } from '#scripts/shop/child.ts'
import { statusOf } from '#testing/steady-load.ts'

const SERVER = fileURLToPath(new URL('../testing/stub-workers.ts', import.meta.url))
const HOUR = 3_600_000

let folder: string
let port: number
let server: ChildProcess

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'raumzeit-workers-'))
	port = await freePort()
})
afterEach(async () => {
	await end(server, 30)
	await rm(folder, { recursive: true })
})

test('an unhealthy process is replaced without losing a request, and the next one waits (faults N415)', async () => {
	const pids = await start({ workers: 2, pauseMs: HOUR })
	const held: Promise<string>[] = []
	// The system decides which process takes a connection, and both are to have some.
	await expect
		.poll(async () => {
			held.push(...Array.from({ length: 12 }, () => ask('/held')))
			return new Set(await idsOf('held')).size
		})
		.toBe(2)

	await Promise.all(pids.map(makeUnhealthy))
	await expect.poll(() => idsOf('leaves')).toHaveLength(1)
	const [first = 0] = await idsOf('leaves')
	const second = pids.find((pid) => pid !== first) ?? 0
	for (let index = 0; index < 10; index += 1) expect(await ask('/')).toBe('200')
	expect(await count('exits')).toBe(0)
	await writeFile(join(folder, 'go'), '')
	expect(new Set(await Promise.all(held))).toEqual(new Set(['200']))

	await expect.poll(() => idsOf('exits with 0')).toEqual([first])
	await expect.poll(() => idsOf('begins')).toHaveLength(3)
	const told = await toldBy(second)
	await expect.poll(() => toldBy(second)).toBeGreaterThan(told + 3)
	expect(await idsOf('leaves')).toEqual([first])
})

test('two unhealthy processes are replaced one after the other (faults N415)', async () => {
	const pids = await start({ workers: 2, pauseMs: 1 })
	await Promise.all(pids.map(makeUnhealthy))
	await expect.poll(() => idsOf('exits with 0')).toHaveLength(2)
	const order = (await notes()).filter((line) => /^(leaves|exits)/.test(line))
	const [first, second] = await idsOf('leaves')
	expect(order).toEqual([
		`leaves ${first}`,
		`exits with 0 ${first}`,
		`leaves ${second}`,
		`exits with 0 ${second}`,
	])
})

test('a single unhealthy process answers what it has begun and ends, for its supervisor to see (faults N415)', async () => {
	const pids = await start({ workers: 1, pauseMs: 1 })
	const held = ask('/held')
	await expect.poll(() => count('held')).toBe(1)
	const exit = once(server, 'exit')
	await Promise.all(pids.map(makeUnhealthy))
	await expect.poll(() => count('tells')).toBeGreaterThan(0)
	await writeFile(join(folder, 'go'), '')
	expect(await held).toBe('200')
	expect(await exit).toEqual([1, null])
})

test('a single unhealthy process that began a moment ago serves on (faults N415)', async () => {
	const pids = await start({ workers: 1, pauseMs: HOUR })
	await Promise.all(pids.map(makeUnhealthy))
	await expect.poll(() => count('tells')).toBeGreaterThan(3)
	expect(await ask('/')).toBe('200')
})

/** Starts the server and returns the ids of the processes that answer, once all do. */
async function start({ workers, pauseMs }: { workers: number; pauseMs: number }) {
	const env = {
		...process.env,
		NODE_ENV: 'production',
		PAYMENT_SANDBOX: '1',
		PORT: String(port),
		WORKERS: String(workers),
		DRAIN_DELAY: '0',
		STUB_FOLDER: folder,
		STUB_PAUSE_MS: String(pauseMs),
	}
	server = (await launch({ name: 'The server', file: SERVER, env, output: 'inherit' })).child
	await expect.poll(() => idsOf('begins')).toHaveLength(workers)
	return idsOf('begins')
}

function ask(path: string) {
	return statusOf(`http://127.0.0.1:${port}${path}`, false)
}

function makeUnhealthy(pid: number) {
	return writeFile(join(folder, String(pid)), '500')
}

async function notes(): Promise<string[]> {
	return (await readFile(join(folder, 'notes'), 'utf8').catch(() => '')).split('\n')
}

/** Lists the processes that noted this, in order. */
async function idsOf(what: string): Promise<number[]> {
	const lines = (await notes()).filter((line) => line.startsWith(what))
	return lines.map((line) => Number(line.split(' ').at(-1)))
}

async function count(what: string) {
	return (await idsOf(what)).length
}

async function toldBy(pid: number) {
	return (await idsOf('tells')).filter((id) => id === pid).length
}
