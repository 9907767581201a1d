import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export type Outcome = { sent: number; failed: string[] }

/** The most requests under way: a busy machine would answer none in time if it were asked ever more. */
const AT_ONCE = 50

/**
 * Requests `paths` in turn, `rate` times a second as long as no more than 50 are under way; half of them on kept
 * connections, half on fresh ones. The returned function stops and reports the answers.
 */
export function steadyLoad(origin: string, paths: string[], rate: number) {
	const kept = new Agent({ keepAlive: true, maxSockets: 50 })
	const underWay = new Set<Promise<void>>()
	const outcome: Outcome = { sent: 0, failed: [] }
	const stop = new AbortController()
	const begin = performance.now()

	function ask() {
		const path = paths[outcome.sent % paths.length] ?? '/'
		const agent = outcome.sent % 2 === 0 ? kept : false
		outcome.sent += 1
		const asked = statusOf(origin + path, agent).then((status) => {
			if (status !== '200') outcome.failed.push(`${path} ${status}`)
			underWay.delete(asked)
		})
		underWay.add(asked)
	}

	async function keepAsking() {
		while (!stop.signal.aborted) {
			const due = ((performance.now() - begin) / 1000) * rate
			while (outcome.sent < due && underWay.size < AT_ONCE) ask()
			await delay(5)
		}
	}

	const asking = keepAsking()
	return async function end(): Promise<Outcome> {
		stop.abort()
		await asking
		await Promise.all(underWay)
		kept.destroy()
		return outcome
	}
}

/** Resolves with the status of the answer, once all of it is there, or with the code of the error that came instead. */
export function statusOf(url: string, agent: Agent | false) {
	return new Promise<string>((done) => {
		const request = get(url, { agent, timeout: 20_000 }, (response) => {
			response.resume()
			response.on('end', () => done(String(response.statusCode)))
			response.on('error', failed)
		})
		function failed(error: NodeJS.ErrnoException) {
			done(error.code ?? error.message)
		}
		request.on('error', failed)
		request.on('timeout', () => request.destroy(new Error('no answer')))
	})
}
