import { createContext, RouterContextProvider } from 'react-router'

import { noteSender } from '#app/http/address.server.ts'

type Context = Readonly<RouterContextProvider>

/** The facts that a server tells the shop about a request, beside the request itself. */
export type Arrival = {
	/**
	 * The network address of the sender; a server that does not tell it (`react-router-serve`) has no limits for each
	 * address.
	 */
	address?: string | undefined
	/** The status with which the shop has to refuse the request; undefined for any other request. */
	refusal?: DoorRefusal | undefined
	/** The id of the request in the log. */
	id?: string
}

/**
 * The statuses with which a server wants a request refused. 400: an address that cannot be read; 413: a body that is
 * too large; 414: an address that is too long.
 */
export type DoorRefusal = 400 | 413 | 414

const refusalContext = createContext<DoorRefusal | null>(null)
const idContext = createContext('')

/** Makes the router's context with which a request begins: it holds what the server tells of the request. */
export function contextFor({ address, refusal, id }: Arrival): RouterContextProvider {
	const context = new RouterContextProvider()
	noteSender(context, address ?? null)
	if (id !== undefined) noteRequestId(context, id)
	if (refusal !== undefined) context.set(refusalContext, refusal)
	return context
}

/** Returns the status with which the server wants this request refused; null for any other request. */
export function doorRefusalOf(context: Context): DoorRefusal | null {
	return context.get(refusalContext)
}

/** Notes the id of a request in the log, for `requestIdOf`. */
export function noteRequestId(context: Context, id: string): void {
	context.set(idContext, id)
}

/** Returns the id of this request in the log; empty where none was noted. */
export function requestIdOf(context: Context): string {
	return context.get(idContext)
}
