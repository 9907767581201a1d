import net from 'node:net'
import tls from 'node:tls'

import { endpointOf } from '#app/db/connect.server.ts'

export type FaultyNetwork = {
	/** The same database, reached through here; by a unix socket when it was asked for. */
	url: string
	/** Nothing passes any more, in either direction, and the connections stay open. */
	silence(on: boolean): void
	/** The same, for ever, to the connections there are; new ones are served. */
	silenceOpen(): void
	/** Once a message with this word was passed on, the connection is cut in place of the answer. */
	cutAfter(word: string | undefined): void
	/** Every answer arrives so many milliseconds late. */
	slow(ms: number): void
	close(): Promise<void>
}

/** A way to the server at `databaseUrl` that loses and hides what it is told to; for tests. */
export async function openFaultyNetwork(
	databaseUrl: string,
	options: {
		port?: number
		socketDirectory?: string
		encryption?: { key: string; cert: string }
	} = {},
): Promise<FaultyNetwork> {
	const { port = 0, socketDirectory, encryption } = options
	const endpoint = endpointOf(databaseUrl)
	const fault: Fault = { silent: false, word: undefined, lateMs: 0 }
	const sockets = new Set<net.Socket>()
	const silenced = new WeakSet<net.Socket>()

	const server = net.createServer(async (socket) => {
		const client = encryption ? await encrypt(socket, encryption) : socket
		join(client, net.connect(endpoint), { fault, sockets, silenced })
	})
	const listening = new Promise<void>((resolve) => server.once('listening', resolve))
	server.listen(socketDirectory ? `${socketDirectory}/.s.PGSQL.5432` : { host: 'localhost', port })
	await listening

	return {
		url: detour(databaseUrl, socketDirectory ?? server.address()),
		silence: (on) => (fault.silent = on),
		silenceOpen: () => sockets.forEach((socket) => silenced.add(socket)),
		cutAfter: (word) => (fault.word = word),
		slow: (ms) => (fault.lateMs = ms),
		async close() {
			for (const socket of sockets) socket.destroy()
			await new Promise((resolve) => server.close(resolve))
		},
	}
}

type Fault = { silent: boolean; word: string | undefined; lateMs: number }

type State = { fault: Fault; sockets: Set<net.Socket>; silenced: WeakSet<net.Socket> }

/** The server's half of `sslmode=require`: any first message asks for encryption, 'S' grants it. */
async function encrypt(socket: net.Socket, keys: { key: string; cert: string }) {
	socket.on('error', () => {})
	await new Promise((resolve) => socket.once('data', resolve))
	socket.write('S')
	return new tls.TLSSocket(socket, { isServer: true, ...keys })
}

function join(client: net.Socket, server: net.Socket, { fault, sockets, silenced }: State) {
	let cut = false
	const isSilent = () => fault.silent || silenced.has(client)
	client.on('data', (data) => {
		if (isSilent()) return
		cut ||= fault.word !== undefined && data.toString('latin1').includes(fault.word)
		server.write(data)
	})
	server.on('data', (data) => {
		if (cut) client.destroy()
		else if (isSilent()) return
		else if (fault.lateMs > 0) setTimeout(() => client.write(data), fault.lateMs)
		else client.write(data)
	})
	for (const [one, other] of [[client, server] as const, [server, client] as const]) {
		sockets.add(one)
		one.on('error', () => {})
		one.on('close', () => {
			other.destroy()
			sockets.delete(one)
		})
	}
}

function detour(databaseUrl: string, to: string | net.AddressInfo | null): string {
	const url = new URL(databaseUrl)
	url.hostname = typeof to === 'string' ? encodeURIComponent(to) : 'localhost'
	url.port = typeof to === 'object' ? String(to?.port) : ''
	return url.href
}
