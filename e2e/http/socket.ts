import { connect } from 'node:net'

/** Sends bytes that no client sends on a socket; returns everything that comes back until the answer has begun. */
export function speak(origin: string, bytes: string): Promise<string> {
	const { hostname, port } = new URL(origin)
	return new Promise((resolve, reject) => {
		let heard = ''
		const socket = connect(Number(port), hostname, () => socket.write(bytes))
		socket.setEncoding('latin1')
		socket.on('data', (part) => {
			heard += part.toString()
			if (/^HTTP\/1\.1 \d{3}/.test(heard)) socket.end()
		})
		socket.on('close', () => resolve(heard))
		socket.on('error', (error) => (heard ? resolve(heard) : reject(error)))
	})
}

/** Returns the status of an answer heard by `speak`; 0 when there was none. */
export function statusOf(heard: string): number {
	return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0)
}
