import type { ServerResponse } from 'node:http'

import type { RequestHandler } from 'express'

import { newRequestId } from '#app/gateways/request-id.server.ts'

const HEADER = 'X-Request-Id'

/** Matches the ids that proxies give requests: 32 characters of nginx, a UUID. */
const sane = /^[\da-z][\w.-]{7,63}$/i

/**
 * Gives each request an id for its answer and its log lines: the one that a trusted proxy (`TRUST_PROXY`) sent, else a
 * new one.
 */
export const nameRequest: RequestHandler = ({ app, headers, socket }, response, next) => {
	const given = headers['x-request-id']
	const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean
	const isGiven =
		typeof given === 'string' && sane.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
	response.setHeader(HEADER, isGiven ? given : newRequestId())
	next()
}

export function requestIdOf(response: ServerResponse): string {
	return String(response.getHeader(HEADER))
}
