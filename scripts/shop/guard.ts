import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { StartError } from '#app/gateways/start-error.ts'

/**
 * Claims a data directory for this process, so that a second start on the same data can say so, and returns the
 * function that ends the claim. The claim is a socket that this process answers: it ends with the process, however that
 * ends. `address` is told to a second start.
 *
 * @throws StartError when another process has the claim
 */
export async function claim(dataDir: string, address: string) {
	const greeting = `${process.pid} ${address}`
	const path = socketPath(dataDir)
	const server = createServer((socket) => socket.on('error', () => {}).end(greeting))

	if (!(await listen(server, path))) {
		const holder = await ask(path)
		if (holder) throw alreadyRuns(holder)
		// A socket that nobody answers was left behind by a process that was killed.
		await rm(path, { force: true })
		if (!(await listen(server, path))) throw alreadyRuns(await ask(path))
	}
	server.unref()

	// Two starts may have cleared away the same old socket: the one that answers now has won.
	await delay(50)
	const holder = await ask(path)
	if (holder !== greeting) throw alreadyRuns(holder)
	return () => new Promise<void>((done) => server.close(() => done()))
}

/**
 * Returns the path of the socket by which a data directory is claimed; the system limits such a path to about a hundred
 * bytes, so a longer one lies in the temporary folder.
 */
function socketPath(dataDir: string) {
	const path = join(dataDir, 'start.sock')
	if (Buffer.byteLength(path) < 100) return path
	const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
	return join(tmpdir(), `raumzeit-${hash}.sock`)
}

function listen(server: ReturnType<typeof createServer>, path: string) {
	return new Promise<boolean>((done, failed) => {
		function onError(error: NodeJS.ErrnoException) {
			server.off('listening', onListening)
			if (error.code === 'EADDRINUSE') done(false)
			else failed(new StartError(`The data directory cannot be claimed: ${error.message}`))
		}
		function onListening() {
			server.off('error', onError)
			done(true)
		}
		server.once('error', onError).once('listening', onListening).listen(path)
	})
}

/**
 * Returns what the process that claims the data directory answers (process id and address); undefined when no answer
 * comes within a second.
 */
function ask(path: string) {
	return new Promise<string | undefined>((done) => {
		let said = ''
		const socket = connect(path)
		socket.setEncoding('utf8').setTimeout(1000, () => socket.destroy())
		socket.on('data', (part) => (said += part))
		socket.on('error', () => {})
		socket.on('close', () => done(said || undefined))
	})
}

function alreadyRuns(holder: string | undefined) {
	const [pid = 'unknown', address = ''] = holder?.split(' ') ?? []
	return new StartError(`Raumzeit already runs on these data (process ${pid}): ${address}`)
}
