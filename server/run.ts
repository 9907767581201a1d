import { isStartError } from '#app/gateways/start-error.ts'

/**
 * The life of a server process. `start` returns how to close it, which happens on SIGTERM, on SIGINT
 * and when the program that started us is gone. A failing start ends in one line and exit code 1; so
 * does a bug nobody caught, because what it left behind cannot be trusted: whoever supervises starts
 * a fresh process.
 */
export async function runServer(start: () => Promise<() => Promise<void>>) {
	let close: (() => Promise<void>) | undefined
	let ending = false
	// Gone in the middle of ending us: whoever started us does not want to wait.
	process.once('disconnect', () => (ending ? process.exit(1) : void end()))
	process.once('SIGTERM', () => void end())
	process.once('SIGINT', () => void end())

	async function end() {
		ending = true
		await close?.()
		process.exit(0)
	}

	try {
		close = await start()
	} catch (error) {
		console.error(startLine(error))
		process.exit(1)
	}

	const { log } = await import('#app/gateways/log.server.ts')
	process.on('uncaughtException', (error) => {
		log.fatal({ err: error }, 'ends because of a bug')
		process.exit(1)
	})
	process.send?.('ready')
}

/** One line for whoever starts the shop; the stack of a bug only where it was asked for. */
export function startLine(error: unknown) {
	if (isStartError(error)) return error.message
	const { message, stack } = error instanceof Error ? error : new Error(String(error))
	if (process.env['LOG_LEVEL'] === 'debug') return `raumzeit could not start: ${stack}`
	return `raumzeit could not start: ${message.split('\n', 1)[0]}`
}
