import {
	createContext,
	data,
	type MiddlewareFunction,
	type RouterContextProvider,
} from 'react-router'

/** An address that cannot be read; a body with too much in it; an address that is too long. */
export type DoorRefusal = 400 | 413 | 414

const refusalContext = createContext<DoorRefusal | null>(null)

/** Marks a request that the server has looked at and refuses; only its path and method are handed on. */
export function refuseAtDoor(context: RouterContextProvider, status: DoorRefusal): void {
	context.set(refusalContext, status)
}

/** Refuses such a request with our page (faults M4, M6), before anything of it is read but its language. */
export const doorMiddleware: MiddlewareFunction<Response> = ({ context }) => {
	const status = context.get(refusalContext)
	if (status !== null) throw data(null, status)
}
