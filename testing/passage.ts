import { once } from 'node:events'
import net from 'node:net'

/** A way over the network to one server, which can be shut as by a partition and opened again. */
export type Passage = {
	/** The address on the loopback interface: `host:port`. */
	address: string
	/** Keeps all bytes back, in both directions, on connections that are open and on new ones. */
	shut(): void
	/** Passes on what was kept back, in its order, as TCP does after a partition. */
	open(): void
	close(): Promise<void>
}

/** Opens a passage to a port of the loopback interface. */
export async function openPassage(to: number): Promise<Passage> {
	const sockets = new Set<net.Socket>()
	let kept: (() => void)[] = []
	let isShut = false
	const pass = (step: () => void) => (isShut ? void kept.push(step) : step())

	const server = net.createServer({ allowHalfOpen: true }, (near) => {
		const far = net.connect({ host: '127.0.0.1', port: to, allowHalfOpen: true })
		for (const [from, onto] of [[near, far] as const, [far, near] as const]) {
			sockets.add(from)
			from.on('data', (bytes) => pass(() => onto.write(bytes)))
			from.on('end', () => pass(() => onto.end()))
			from.on('error', () => {})
			from.on('close', () => {
				sockets.delete(from)
				pass(() => onto.destroySoon())
			})
		}
	})
	server.listen(0, '127.0.0.1')
	await once(server, 'listening')
	const { port } = server.address() as net.AddressInfo

	return {
		address: `127.0.0.1:${port}`,
		shut() {
			isShut = true
		},
		open() {
			isShut = false
			const steps = kept
			kept = []
			for (const step of steps) step()
		},
		async close() {
			for (const socket of sockets) socket.destroy()
			const closed = once(server, 'close')
			server.close()
			await closed
		},
	}
}
