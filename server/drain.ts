import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as Listener, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'

export type Drain = {
	/** Gives every further answer the header `Connection: close`, which makes it the last one on its connection. */
	announce(): void
	/**
	 * Takes no more connections and ends those that have been answered. Resolves when all have ended; after `seconds` the
	 * others are cut off.
	 */
	finish(seconds: number): Promise<void>
}

/**
 * Follows the connections of a server, so that it can be ended without losing a request (faults H1). Node's own
 * `server.close()` also ends connections whose request has arrived but has not been read yet; here a connection is
 * ended only when it has been answered and has sent nothing since.
 */
export function followConnections(server: Server): Drain {
	const open = new Set<ServerResponse>()
	/** The connections without a request, with the number of bytes they had sent when their last answer was complete. */
	const answered = new Map<Socket, number>()
	let isLast = false

	server.on('connection', (socket) => {
		socket.once('close', () => answered.delete(socket))
	})
	// Runs before the listeners that answer: after them it is too late for a header.
	server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
		open.add(response)
		answered.delete(socket)
		if (isLast) response.setHeader('Connection', 'close')
		response.once('close', () => {
			open.delete(response)
			const isBusy = [...open].some(({ req }) => req.socket === socket)
			if (!isBusy && !socket.destroyed) answered.set(socket, socket.bytesRead)
		})
	})

	function announce() {
		isLast = true
		for (const response of open) {
			if (!response.headersSent) response.setHeader('Connection', 'close')
		}
	}

	async function endAnswered() {
		// Bytes that have arrived are read between two turns of the event loop.
		await nextTurn()
		for (const [socket, bytes] of answered) if (socket.bytesRead === bytes) socket.end()
	}

	async function finish(seconds: number) {
		announce()
		// Connections that the system has accepted already are taken over in the first turn, so that they are answered as
		// well.
		await nextTurn()
		await nextTurn()
		// Not the `close` of an HTTP server, see `followConnections`.
		const closed = new Promise<boolean>((done) =>
			Listener.prototype.close.call(server, () => done(true)),
		)
		const end = performance.now() + seconds * 1000
		while (performance.now() < end) {
			await endAnswered()
			if (await Promise.race([closed, delay(50, false)])) return
		}
		server.closeAllConnections()
	}

	return { announce, finish }
}
