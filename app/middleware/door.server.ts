import {
	createContext,
	data,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

/** 400: an address that cannot be read; 413: a body that is too large; 414: an address that is too long. */
export type DoorRefusal = 400 | 413 | 414

const refusalContext = createContext<DoorRefusal | null>(null)

/** Marks a request that the server has looked at and refuses; only its path and method are handed on. */
export function refuseAtDoor(context: RouterContextProvider, status: DoorRefusal): void {
	context.set(refusalContext, status)
}

/**
 * Refuses a request marked by `refuseAtDoor` (faults M4, M6) before anything of it is read but its language: with the
 * error page, or with the status alone where programs ask.
 */
export const doorMiddleware: MiddlewareFunction<Response> = ({ context, pattern }, next) => {
	const status = context.get(refusalContext)
	if (status === null) return next()
	if (forPrograms.test(pattern)) return Promise.resolve(new Response(null, { status, headers }))
	throw data(null, status)
}

const headers = { 'Content-Security-Policy': "default-src 'none'" }
const forPrograms = /^(_ipx|pictures|builds|api|healthz|readyz|metrics)(\/|$)/
