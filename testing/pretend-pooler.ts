import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A server connection that clients share; `owner` is the client that it works for. */
type Shared = { socket: Socket; owner: Socket | null }

/**
 * Starts a pretend PgBouncer in transaction mode: each client signs in at a server connection of its own, which then
 * joins the pool; every transaction or single statement gets the connection that was given back last.
 */
export async function startPooler(server: { host: string; port: number }) {
	const pool: Shared[] = []
	const sockets = new Set<Socket>()
	const listener = createServer((client) => serve(client))
	await new Promise<void>((resolve) => {
		listener.listen(0, '127.0.0.1', resolve)
	})
	return {
		port: (listener.address() as AddressInfo).port,
		close() {
			for (const socket of sockets) socket.destroy()
			listener.close()
		},
	}

	function serve(client: Socket) {
		const own: Shared = { socket: connect(server), owner: client }
		for (const socket of [client, own.socket]) {
			sockets.add(socket)
			socket.on('error', () => {})
		}
		listen(own)
		let isSignedIn = false
		client.on('data', (data) => {
			if (!isSignedIn) {
				isSignedIn = pool.includes(own)
				if (!isSignedIn) return own.socket.write(data)
			}
			return sharedOf(client)?.socket.write(data)
		})
	}

	/** The connection that works for a client, or the one that was given back last. */
	function sharedOf(client: Socket): Shared | undefined {
		const shared =
			pool.find(({ owner }) => owner === client) ?? pool.find((it) => it.owner === null)
		if (shared) shared.owner = client
		return shared
	}

	/** Passes answers on; a server that is ready and in no transaction is given back. */
	function listen(shared: Shared) {
		let rest = Buffer.alloc(0)
		shared.socket.on('data', (data) => {
			shared.owner?.write(data)
			rest = Buffer.concat([rest, data])
			let isIdle = false
			while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
				const length = 1 + rest.readUInt32BE(1)
				if (rest[0] === READY) isIdle = rest[5] === IDLE
				rest = rest.subarray(length)
			}
			if (!isIdle || rest.length > 0) return
			shared.owner = null
			const index = pool.indexOf(shared)
			if (index !== -1) pool.splice(index, 1)
			pool.unshift(shared)
		})
	}
}

const READY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)
