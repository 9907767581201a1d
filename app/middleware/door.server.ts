import { data, type MiddlewareFunction } from 'react-router'

import { doorRefusalOf } from '#app/http/arrival.server.ts'

/**
 * Refuses a request that the server wants refused (`DoorRefusal`, faults M4, M6) before anything of it is read but its
 * language: with the error page, or with the status alone on routes that programs ask.
 */
export const doorMiddleware: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
	const status = doorRefusalOf(context)
	if (status === null) return next()
	if (forPrograms.test(pattern)) return Promise.resolve(new Response(null, { status, headers }))
	throw data(null, status)
}

const headers = { 'Content-Security-Policy': "default-src 'none'" }
const forPrograms = /^(_ipx|pictures|builds|api|healthz|readyz|metrics)(\/|$)/
