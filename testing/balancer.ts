import { once } from 'node:events'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import { statusOf } from './steady-load.ts'

/**
 * A minimal balancer: sends each request to the next of `ports` that reports itself ready at `/readyz`, over kept
 * connections. It retries nothing, so that every cut request is seen. It listens on `own`, or on any free port.
 */
export async function startBalancer(ports: number[], own = 0) {
	const agent = new Agent({ keepAlive: true })
	const stop = new AbortController()
	const isReady = new Map<number, boolean>()
	const sent = new Map<number, number>()
	let turn = 0

	/** Watches each port by itself: a node that is slow to answer does not hide that another one has ended. */
	async function watch(port: number) {
		while (!stop.signal.aborted) {
			isReady.set(port, (await statusOf(`http://127.0.0.1:${port}/readyz`, false)) === '200')
			await delay(50)
		}
	}

	// A client that reuses a connection does so long before it is closed here.
	const server = createServer({ keepAliveTimeout: 65_000 }, (incoming, outgoing) => {
		const ready = ports.filter((port) => isReady.get(port))
		const port = ready[(turn += 1) % ready.length]
		if (port) sent.set(port, (sent.get(port) ?? 0) + 1)
		const { method, url, headers } = incoming
		const onward = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent })
		onward.on('response', (response) => {
			outgoing.writeHead(response.statusCode ?? 502, response.headers)
			response.pipe(outgoing)
		})
		onward.on('error', () => outgoing.writeHead(502).end())
		incoming.pipe(onward)
	})
	server.listen(own, '127.0.0.1')
	await once(server, 'listening')
	const watching = Promise.all(ports.map(watch))
	const { port } = server.address() as AddressInfo

	return {
		url: `http://127.0.0.1:${port}`,
		isReady: (port: number) => isReady.get(port) ?? false,
		/** Returns the number of requests that `port` has got. */
		sentTo: (port: number) => sent.get(port) ?? 0,
		async stop() {
			stop.abort()
			await watching
			server.close()
			server.closeAllConnections()
			agent.destroy()
		},
	}
}
