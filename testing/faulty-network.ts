import net from 'node:net'
import tls from 'node:tls'

import { parseServers } from '#app/db/driver/address.server.ts'

export type FaultyNetwork = {
	/** A URL of the database through this network; by a unix socket when one was asked for. */
	url: string
	/** Stops all bytes in both directions; the connections stay open. */
	silence(on: boolean): void
	/** Silences the open connections for ever; new ones are served. */
	silenceOpen(): void
	/** Cuts the connection in place of the answer, once a message with this word was passed on. */
	cutAfter(word: string | undefined): void
	/** Delays every answer by so many milliseconds. */
	slow(ms: number): void
	close(): Promise<void>
}

/** Opens a way to the server at `databaseUrl` that loses and delays bytes as a test demands. */
export async function openFaultyNetwork(
	databaseUrl: string,
	options: {
		port?: number
		socketDirectory?: string
		encryption?: { key: string; cert: string }
	} = {},
): Promise<FaultyNetwork> {
	const { port = 0, socketDirectory, encryption } = options
	const { endpoint } = parseServers(databaseUrl).addresses[0]
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

/** Plays the server's half of `sslmode=require`: any first message asks for encryption, 'S' grants it. */
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
