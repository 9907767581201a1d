import { connect } from 'node:net'

import type { Visitor } from './visitor.ts'

export type Exchange = { status: number; headers: Headers; text: string }

/** The wire to a shop, for what a browser would never send over it. */
export function wireTo(origin: string) {
	/** Any request in the name of a visitor; the whole answer. */
	async function exchange(
		visitor: Visitor,
		path: string,
		init: RequestInit & { headers?: Record<string, string> } = {},
	): Promise<Exchange> {
		const response = await fetch(origin + path, {
			redirect: 'manual',
			...init,
			headers: {
				Cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				'Accept-Language': 'de-DE',
				...(init.method === 'POST' && { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }),
				...init.headers,
			},
		})
		for (const cookie of response.headers.getSetCookie()) {
			const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
			visitor.cookies.set(name, value)
		}
		return { status: response.status, headers: response.headers, text: await response.text() }
	}

	return {
		exchange,
		/** A form body, given as it goes over the wire. */
		postForm: (
			visitor: Visitor,
			path: string,
			body: BodyInit,
			headers: Record<string, string> = {},
		) =>
			exchange(visitor, path, {
				method: 'POST',
				body,
				headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
			}),
		speak: (bytes: string) => speak(origin, bytes),
	}
}

/** The status of an answer heard by `speak`. */
export function statusOf(heard: string): number {
	return Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0)
}

/** Bytes on a socket; everything that comes back until the other side or five seconds end it. */
function speak(origin: string, bytes: string): Promise<string> {
	const { hostname, port } = new URL(origin)
	return new Promise((resolve, reject) => {
		let heard = ''
		const socket = connect(Number(port), hostname, () => socket.write(bytes))
		socket.setEncoding('latin1')
		socket.setTimeout(5000, () => socket.destroy())
		socket.on('data', (part) => {
			heard += part.toString()
			if (/^HTTP\/1\.1 \d{3}/.test(heard)) socket.end()
		})
		socket.on('close', () => resolve(heard))
		socket.on('error', (error) => (heard ? resolve(heard) : reject(error)))
	})
}
