import { RouterContextProvider } from 'react-router'

import { noteSender } from '#app/http/address.server.ts'
import { type DoorRefusal, refuseAtDoor } from '#app/middleware/door.server.ts'
import { nameRequest } from '#app/middleware/request-id.server.ts'

/**
 * Makes the context that a request begins with. `address`: the network address that the server saw; a server that does
 * not tell it (`react-router-serve`) has no limits for each address. `refusal`: the status of the page that has to
 * refuse the request. `id`: the id of the request in the log.
 */
export function contextFor({ address, refusal, id }: Arrival): RouterContextProvider {
	const context = new RouterContextProvider()
	noteSender(context, address ?? null)
	if (id !== undefined) nameRequest(context, id)
	if (refusal !== undefined) refuseAtDoor(context, refusal)
	return context
}

export type Arrival = {
	address?: string | undefined
	refusal?: DoorRefusal | undefined
	id?: string
}
