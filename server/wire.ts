import { type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

import { answerPlainly, plainHeaders, plainText } from './gate.ts'

/**
 * Sends our security headers with the answers that Node gives by itself before there is a request for the shop: to
 * malformed bytes, headers that are too large or too slow, an unknown expectation, a tunnel (faults M10).
 */
export function answerOnWire(server: Server): void {
	const begun = new WeakMap<Duplex, ServerResponse>()
	server.prependListener('request', ({ socket }, response) => void begun.set(socket, response))
	server.on('checkExpectation', (_request, response) =>
		answerPlainly(response, 417, 'Expectation failed'),
	)
	server.on('connect', (_request, socket) => end(socket, 405))
	server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
		const answer = begun.get(socket)
		const isHalfSaid = answer?.headersSent && !answer.writableFinished
		if (socket.writable && !isHalfSaid) end(socket, statuses[error.code ?? ''] ?? 400)
		else socket.destroy(error)
	})
}

const statuses: Record<string, number> = {
	HPE_HEADER_OVERFLOW: 431,
	HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
	ERR_HTTP_REQUEST_TIMEOUT: 408,
}

function end(socket: Duplex, status: number): void {
	const line = STATUS_CODES[status]
	const headers = { ...plainHeaders, ...plainText, Connection: 'close' }
	const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
	const text = `HTTP/1.1 ${status} ${line}\r\n${head.join('')}\r\n${line}\n`
	socket.end(text, () => socket.destroy())
}
