import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, test } from '@playwright/test'

import { freePort } from '#drizzle/embedded/embedded.ts'
import { startBalancer } from '#testing/balancer.ts'
import { npmServe, type Ending } from '#testing/npm-serve.ts'
import { statusOf, steadyLoad } from '#testing/steady-load.ts'

import { openOwnShop } from './own-shop.ts'

let shop: Awaited<ReturnType<typeof openOwnShop>>
test.beforeAll(async () => {
	shop = await openOwnShop()
})
test.afterAll(() => shop?.close())

const cases: [ending: Ending, workers: number, tag: string][] = [
	['npm', 1, ''],
	['server', 2, ' @faults'],
	['group', 1, ' @faults'],
	['group', 2, ' @faults'],
	['twice', 2, ' @faults'],
]

for (const [ending, workers, tag] of cases) {
	test(`a node of ${workers} that is ended by a signal to ${ending} fails no request and leaves no process (faults J1)${tag}`, async () => {
		const stays = Number(new URL(shop.url).port)
		const node = await npmServe(await freePort(), {
			...shop.env,
			WORKERS: String(workers),
			JOBS: '0',
			// The time that the balancer may need on a busy machine to see that a node is about to end.
			DRAIN_DELAY: '10',
		})
		const balancer = await startBalancer([stays, node.port])
		await expect.poll(() => balancer.isReady(node.port)).toBe(true)

		const endLoad = steadyLoad(balancer.url, ['/pages/agb', '/robots.txt', '/healthz'], 50)
		await expect.poll(() => balancer.sentTo(node.port)).toBeGreaterThan(50)
		await node.stop(ending)
		const { failed } = await endLoad()
		await balancer.stop()
		expect(failed).toEqual([])
	})
}

test('a form whose second half comes after the signal to end is kept and answered (faults J1)', async () => {
	const node = await npmServe(await freePort(), { ...shop.env, JOBS: '0', DRAIN_DELAY: '0' })
	const wish = { product: 'ticket-adult', quantity: '2', day: await shop.claimDay('any') }
	const fields = { intent: 'add', version: '0', time: '14:00', duration: '120', returnTo: '/' }
	const body = new URLSearchParams({ ...fields, ...wish }).toString()
	const socket = connect(node.port, '127.0.0.1')
	const answered = text(socket)
	const head = [
		'POST /cart HTTP/1.1',
		`Host: localhost:${node.port}`,
		`Origin: http://localhost:${node.port}`,
		'Content-Type: application/x-www-form-urlencoded',
		`Content-Length: ${body.length}`,
	]
	socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 20)}`)
	const ended = node.stop('server')
	// The server accepts no connections any more, so the end is under way.
	await expect.poll(() => ask(node.port, '/healthz')).toBe('ECONNREFUSED')
	socket.write(body.slice(20))
	const answer = await answered
	expect(answer).toMatch(/^HTTP\/1\.1 303 /)
	expect(answer).toMatch(/^Connection: close\r$/im)
	await ended
	const [row] =
		await shop.sql`select count(*)::int as held from allocations where day = ${wish.day}`
	expect(row?.['held']).toBeGreaterThan(0)
})

/** Returns the status of an answer on a fresh connection. */
function ask(port: number, path: string) {
	return statusOf(`http://127.0.0.1:${port}${path}`, false)
}
