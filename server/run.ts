import closeWithGrace from 'close-with-grace'

import { isStartError } from '#app/gateways/start-error.ts'

/** Draining at its longest, the last requests, the jobs that run: what takes longer is cut off. */
const LONGEST_END_MS = 100_000

/**
 * The life of a server process. `start` returns how to close it, which happens on SIGTERM, on SIGINT
 * and when the program that started us is gone. A failing start ends in one line and exit code 1; so
 * does an error that no code caught, because what it left behind cannot be trusted: a supervisor
 * starts a fresh process.
 */
export async function runServer(start: () => Promise<() => Promise<void>>) {
	let close: (() => Promise<void>) | undefined
	let isEnding = false
	const life = closeWithGrace({ delay: LONGEST_END_MS, logger: false }, async ({ err }) => {
		isEnding = true
		if (err) return logBug(err)
		await close?.()
	})
	process.once('disconnect', () => {
		// The program that asked us to end has gone in the middle of it: it does not want to wait.
		if (isEnding) process.exit(1)
		void life.close()
	})

	try {
		close = await start()
	} catch (error) {
		console.error(startLine(error))
		process.exit(1)
	}
	process.send?.('ready')
}

/** One line for the operator; the stack of a bug only where it was asked for. */
export function startLine(error: unknown) {
	if (isStartError(error)) return error.message
	const { message, stack } = error instanceof Error ? error : new Error(String(error))
	if (process.env['LOG_LEVEL'] === 'debug') return `raumzeit could not start: ${stack}`
	return `raumzeit could not start: ${message.split('\n', 1)[0]}`
}

async function logBug(error: Error) {
	const { log } = await import('#app/gateways/log.server.ts')
	log.fatal({ err: error }, 'ends because of a bug')
}
