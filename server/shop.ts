import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { createRequestHandler } from '@react-router/express'
import type { Request as Incoming, RequestHandler } from 'express'
import type { RouterContextProvider, ServerBuild } from 'react-router'
import type { Env } from '#app/gateways/environment.ts'
import type { Asked, Ready } from '#app/middleware/ready-answer.server.ts'
import { refuse } from './gate.ts'

/** The part of the build that is not React Router's: `app/entry.server.tsx` exports it. */
type OwnEntry = {
	shop: { close(): Promise<void> }
	contextFor(address: string | undefined): RouterContextProvider
	readyAnswer(asked: Asked): Promise<Ready | null>
}

/** The built shop, or what Vite makes of the sources at this moment. */
export type Build = ServerBuild | (() => Promise<ServerBuild>)

type Mode = 'production' | 'development'

/** What `app/entry.server.tsx` exports besides what the framework asks of it. */
export function entryOf(build: ServerBuild) {
	return build.entry.module as unknown as OwnEntry
}

/** Gives out what the shop has ready, before anything is made of the request. */
export function giveReady(build: ServerBuild): RequestHandler {
	const { readyAnswer } = entryOf(build)
	return async ({ method, originalUrl: path, headers, ip: address }, outgoing, next) => {
		const ready = await readyAnswer({ method, path, headers, address })
		if (ready) outgoing.writeHead(200, ready.headers).end(ready.body)
		else next()
	}
}

const KILOBYTE = 1024
const BODY = 64 * KILOBYTE
const WEBHOOK_BODY = 256 * KILOBYTE

/**
 * Answers with the shop, through the framework's own adapter. It gets the request with its whole body
 * and under the address visitors see; who sent it travels beside it, where no header can claim it.
 */
export function answerWith(env: Env, build: Build, mode: Mode): RequestHandler {
	const { protocol } = new URL(env.APP_ORIGIN)
	const answer = createRequestHandler({
		build,
		mode,
		async getLoadContext({ ip }) {
			const current = typeof build === 'function' ? await build() : build
			return entryOf(current).contextFor(ip)
		},
	})

	return async (incoming, outgoing, next) => {
		const body = await readBody(incoming)
		if (body === 'too large') return refuse(outgoing, 413, 'The request is too large')
		if (body === 'gone') return
		await answer(asSeen(incoming, protocol, body), outgoing, next)
	}
}

/**
 * The whole body, before anything of the shop works for it: a slow or endless one costs a buffer of
 * bounded size and nothing else. The rest of one that is too large is read and thrown away, so that
 * its sender gets to see the answer (`requestTimeout` ends it).
 */
function readBody(request: IncomingMessage): Promise<Buffer | 'too large' | 'gone'> {
	const limit = request.url?.startsWith('/api/payments/') ? WEBHOOK_BODY : BODY
	if (Number(request.headers['content-length'] ?? 0) > limit) {
		request.resume()
		return Promise.resolve('too large')
	}

	return new Promise((done) => {
		const parts: Buffer[] = []
		let size = 0
		request.on('data', (part: Buffer) => {
			size += part.length
			if (size <= limit) parts.push(part)
			else done('too large')
		})
		request.on('end', () => done(Buffer.concat(parts)))
		request.on('error', () => done('gone'))
	})
}

/**
 * The request as the adapter reads it: a stream with these properties. The host stands in `hostname`
 * with its port and `get` says nothing, because the adapter splits a `Host` at its first colon, which
 * takes the port from `[::1]:3000`.
 */
function asSeen({ method, originalUrl, headers, ip }: Incoming, protocol: string, body: Buffer) {
	return Object.assign(Readable.from([body], { objectMode: false }), {
		method,
		originalUrl,
		headers,
		ip,
		protocol: protocol.slice(0, -1),
		hostname: headers.host,
		get: () => undefined,
	}) as unknown as Incoming
}
