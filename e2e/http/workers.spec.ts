import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, test } from '@playwright/test'

import { readyToOrder } from './funnel.ts'
import { openOwnShop } from './own-shop.ts'
import { newVisitor } from './visitor.ts'

// Two processes of one server behind one port.
test.describe.configure({ mode: 'serial', retries: 1 })

/** Makes each request use a connection of its own, which either process may take. */
const apart = { Connection: 'close' }

let shop: Awaited<ReturnType<typeof openOwnShop>>
test.beforeAll(async () => {
	shop = await openOwnShop({}, undefined, { WORKERS: '2', DRAIN_DELAY: '30' })
	await expect.poll(async () => (await workers()).length).toBe(2)
})
test.afterAll(() => shop?.close())

test('both processes answer, and a visitor finds the cart at each', async () => {
	const before = await Promise.all((await workers()).map(secondsOf))
	const { visitor } = await readyToOrder(shop.url, await shop.claimDay('any'))
	const look = () => visitor.get('/cart', apart)
	await expect
		.poll(async () => {
			for (const { status, text } of await Promise.all(Array.from({ length: 20 }, look))) {
				expect(status).toBe(200)
				expect(text).toContain('name="line"')
			}
			const now = await Promise.all((await workers()).map(secondsOf))
			return now.every((seconds, index) => seconds > (before[index] ?? 0))
		})
		.toBe(true)
})

test('one of them works on the jobs', async () => {
	const worked = await Promise.all((await workers()).map(worksOnJobs))
	expect(worked.toSorted()).toEqual([false, true])
})

test('a node for pages alone runs no jobs in any process', async () => {
	const node = await openOwnShop({}, undefined, { WORKERS: '2', JOBS: '0' })
	try {
		await expect.poll(async () => (await workers(node)).length).toBe(2)
		const worked = await Promise.all((await workers(node)).map(worksOnJobs))
		expect(worked).toEqual([false, false])
	} finally {
		await node.close()
	}
})

test('a killed process is restarted in its role, and the other one serves on', async () => {
	const before = await workers()
	const worked = await Promise.all(before.map(worksOnJobs))
	const killed = before[worked.indexOf(true)] ?? 0
	process.kill(killed, 'SIGKILL')
	await expect.poll(() => workers()).not.toContain(killed)
	// A request that the dead process had taken is lost with it.
	const look = () => newVisitor(shop.url).get('/', apart)
	await expect.poll(() => look().then(({ status }) => status, String)).toBe(200)
	for (let index = 0; index < 10; index += 1) expect((await look()).status).toBe(200)
	await expect
		.poll(async () => (await Promise.all((await workers()).map(worksOnJobs))).toSorted())
		.toEqual([false, true])

	const id = crypto.randomUUID()
	await shop.sql`insert into pgboss.job (id, name, data) values (${id}, 'expireHolds', '{}')`
	const state = () => shop.sql`select state from pgboss.job where id = ${id}`
	await expect.poll(async () => (await state())[0]?.['state']).toBe('completed')
})

test('a server that is asked to end answers all its requests, and new ones while it drains @faults', async () => {
	const before = await workers()
	const ask = (path: string) => newVisitor(shop.url).get(path, apart)
	const begun = Array.from({ length: 12 }, () => ask('/'))
	const ending = shop.stop()
	for (const answer of begun) expect((await answer).status).toBe(200)
	await expect.poll(async () => (await ask('/readyz')).status).toBe(503)
	const drained = Array.from({ length: 30 }, () => ask('/healthz'))
	for (const answer of drained) expect((await answer).status).toBe(200)
	await ending
	await expect(newVisitor(shop.url).get('/')).rejects.toThrow('fetch failed')
	for (const pid of before) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

/** Lists the processes that answer, by their ids, the oldest first. */
async function workers(of = shop): Promise<number[]> {
	const children = await ps('-o', 'pid=,args=', '--ppid', String(of.serverPid()))
	return children
		.filter((line) => line.includes('build/serve/serve.js'))
		.map((line) => Number.parseInt(line, 10))
}

async function worksOnJobs(pid: number): Promise<boolean> {
	return (await ps('eww', '-o', 'args=', '-p', String(pid))).join().includes(' JOBS=1')
}

/** Returns the seconds of processor that a process has used. */
async function secondsOf(pid: number): Promise<number> {
	return Number((await ps('-o', 'cputimes=', '-p', String(pid)))[0])
}

async function ps(...asked: string[]): Promise<string[]> {
	const { stdout } = await promisify(execFile)('ps', asked)
	return stdout
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '')
}
