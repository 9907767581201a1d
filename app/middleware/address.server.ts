import ipaddr from 'ipaddr.js'
import { createContext, RouterContextProvider } from 'react-router'

import { env } from '#app/gateways/env.server.ts'
import { type DoorRefusal, refuseAtDoor } from '#app/middleware/door.server.ts'
import { nameRequest } from '#app/middleware/request-id.server.ts'
import { keyed } from '#app/middleware/seal.server.ts'

/** `hash`: once it was asked for. */
type Sender = { address: string | null; hash?: string | null }

const senderContext = createContext<Sender>({ address: null })

/**
 * The context that a request begins with. `address`: where it came from, as the server saw it; a server that does
 * not tell (`react-router-serve`) has no limits for each address. `refusal`: the status with which the server
 * wants it refused by a page. `id`: the name under which the log knows it.
 */
export function contextFor({ address, refusal, id }: Arrival): RouterContextProvider {
	const context = new RouterContextProvider()
	context.set(senderContext, { address: address ?? null })
	if (id !== undefined) nameRequest(context, id)
	if (refusal !== undefined) refuseAtDoor(context, refusal)
	return context
}

export type Arrival = {
	address?: string | undefined
	refusal?: DoorRefusal | undefined
	id?: string
}

/** The sender's network, so that it can be compared and not read; null where the server does not tell. */
export function addressHashOf(context: Readonly<RouterContextProvider>): string | null {
	const sender = context.get(senderContext)
	return (sender.hash ??= hashAddress(sender.address))
}

/** The same of what the server saw. */
export function hashAddress(address: string | null): string | null {
	return address === null ? null : addressHash(address, env.SESSION_SECRETS)
}

/**
 * Addresses are compared, never kept. The key is the oldest secret: a newer one is put in front of it, and
 * what an address has used up is still counted then (faults H17).
 */
export function addressHash(address: string, secrets: readonly string[]): string {
	return keyed(`address ${networkOf(address)}`, secrets.at(-1))
}

/**
 * Of an IPv6 address its first 64 bits: one subscriber has all addresses of such a network (RFC 4291,
 * section 2.5.1). An IPv4 address, also written as IPv6 ('::ffff:10.0.0.1'), is itself.
 */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	return parsed instanceof ipaddr.IPv6
		? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
		: parsed.toString()
}
