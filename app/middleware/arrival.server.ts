import { RouterContextProvider } from 'react-router'

import { noteSender } from '#app/http/address.server.ts'
import { type DoorRefusal, refuseAtDoor } from '#app/middleware/door.server.ts'
import { nameRequest } from '#app/middleware/request-id.server.ts'

/**
 * The context that a request begins with. `address`: where it came from, as the server saw it; a server that does
 * not tell (`react-router-serve`) has no limits for each address. `refusal`: the status with which the server
 * wants it refused by a page. `id`: the name under which the log knows it.
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
