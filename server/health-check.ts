import { createServer, request, type RequestListener, type Server } from 'node:http'
import { duplexPair } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

const FAILURES = 3

export type HealthCheck = {
	/** Is called at the third failure in a row and at each one that follows it. */
	onUnhealthy: () => void
	/** The milliseconds between two checks. */
	everyMs?: number
	/** The milliseconds after which an answer is late. */
	patienceMs?: number
}

/**
 * Asks `handler` for `/healthz` again and again, until the returned function is called. A failure is an error of the
 * process itself, which a fresh process would not have; 503 and a late answer are none (record 024).
 */
export function watchHealth(
	handler: RequestListener,
	{ onUnhealthy, everyMs = 10_000, patienceMs = 10_000 }: HealthCheck,
): () => void {
	// It never listens: at the port of a cluster another process would answer.
	const server = createServer(handler)
	const stopped = new AbortController()

	async function keepChecking({ signal }: AbortController) {
		let failures = 0
		while (!signal.aborted) {
			await delay(everyMs, undefined, { ref: false, signal })
			failures = (await fails(server, patienceMs)) ? failures + 1 : 0
			if (failures >= FAILURES && !signal.aborted) onUnhealthy()
		}
	}

	keepChecking(stopped).catch((error) => {
		if (!stopped.signal.aborted) throw error
	})
	return () => stopped.abort()
}

/**
 * Asks a server for `/healthz` over a connection in memory. `fetch` is not used: it is made of functions that a fault
 * may have broken in this process (faults N415), which `request` is not.
 */
async function fails(server: Server, patienceMs: number): Promise<boolean> {
	const [near, far] = duplexPair()
	far.once('close', () => near.destroy())
	server.emit('connection', far)
	const answer = new Promise<boolean>((done) => {
		request({ path: '/healthz', createConnection: () => near })
			.on('response', (response) => {
				const { statusCode = 0 } = response
				response.resume().on('end', () => done(statusCode >= 500 && statusCode !== 503))
			})
			.on('error', () => done(true))
			.end()
	})
	const late = delay(patienceMs, false, { ref: false })
	return Promise.race([answer, late]).finally(() => far.destroy())
}
