import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { afterEach, expect, test } from 'vitest'

import { freePort } from '#drizzle/embedded/embedded.ts'
import { launch } from '#scripts/shop/child.ts'
import { startBalancer } from '#testing/balancer.ts'
import { statusOf, steadyLoad } from '#testing/steady-load.ts'

const SERVER = fileURLToPath(new URL('../testing/stub-server.ts', import.meta.url))

type Node = { port: number; stop: () => Promise<unknown[]> }

const nodes: Node[] = []

afterEach(async () => {
	await Promise.all(nodes.splice(0).map(({ stop }) => stop()))
})

test.each([5, 60, 200])(
	'thirty requests on fresh connections are all answered when the signal to end comes %i ms later (faults H1) @machines',
	async (ms) => {
		const { port, stop } = await startNode()
		const answers = Array.from({ length: 30 }, () => statusOf(`http://127.0.0.1:${port}/`, false))
		await delay(ms)
		const ended = stop()
		expect(new Set(await Promise.all(answers))).toEqual(new Set(['200']))
		expect(await ended).toEqual([0, null])
	},
)

test('two nodes are restarted in turn under load, and no request fails (faults D1) @machines', async () => {
	const ports = [await freePort(), await freePort()]
	// The time that the balancer may need to see that a node is about to end. On a machine whose processors are all busy
	// it asked too late for five seconds.
	const drainDelay = 15
	const started = await Promise.all(ports.map((port) => startNode({ port, drainDelay })))
	const balancer = await startBalancer(ports)
	for (const port of ports) await expect.poll(() => balancer.isReady(port)).toBe(true)

	// A node sheds load by design when its processor is taken from it; at this rate it has none to shed, and each of the
	// two restarts is still met by hundreds of requests.
	const endLoad = steadyLoad(balancer.url, ['/'], 25)
	for (const node of started) {
		const exit = node.stop()
		await expect.poll(() => balancer.isReady(node.port)).toBe(false)
		expect(await exit).toEqual([0, null])
		await startNode({ port: node.port, drainDelay })
		await expect.poll(() => balancer.isReady(node.port)).toBe(true)
	}
	const { sent, failed } = await endLoad()
	await balancer.stop()
	expect(failed).toEqual([])
	expect(sent).toBeGreaterThan(100)
}, 600_000)

/** Starts a server process; `stop` asks it to end and resolves with its exit code. */
async function startNode({ port = 0, drainDelay = 1 } = {}): Promise<Node> {
	const own = port || (await freePort())
	const env = {
		...process.env,
		NODE_ENV: 'production',
		PAYMENT_SANDBOX: '1',
		PORT: String(own),
		DRAIN_DELAY: String(drainDelay),
	}
	const { child } = await launch({ name: 'A node', file: SERVER, env, output: 'inherit' })
	const exit = once(child, 'exit')
	const node = {
		port: own,
		stop() {
			child.kill('SIGTERM')
			return exit
		},
	}
	nodes.push(node)
	return node
}
