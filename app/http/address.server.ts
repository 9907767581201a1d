import ipaddr from 'ipaddr.js'
import { createContext, type RouterContextProvider } from 'react-router'

import { env } from '#app/gateways/env.server.ts'
import { keyed } from '#app/http/seal.server.ts'

/** The sender of a request: the network address, and its keyed hash once that was asked for. */
type Sender = { address: string | null; hash?: string | null }

const senderContext = createContext<Sender>({ address: null })

/** Notes the network address from which the server got a request; null from a server that does not tell it. */
export function noteSender(context: RouterContextProvider, address: string | null): void {
	context.set(senderContext, { address })
}

/** Returns the keyed hash of the network that a request came from; null where the server does not tell the address. */
export function addressHashOf(context: Readonly<RouterContextProvider>): string | null {
	const sender = context.get(senderContext)
	return (sender.hash ??= hashAddress(sender.address))
}

/** Returns the keyed hash of the network of `address`; null for null. */
export function hashAddress(address: string | null): string | null {
	return address === null ? null : addressHash(address, env.SESSION_SECRETS)
}

/**
 * Hashes the network of an address, so that addresses can be compared and are never kept. The key is the last of the
 * secrets, which is the oldest: newer ones are put in front of it, and the attempts of an address are still counted
 * then (faults H17).
 */
export function addressHash(address: string, secrets: readonly string[]): string {
	return keyed(`address ${networkOf(address)}`, secrets.at(-1))
}

/**
 * Returns the first 64 bits of an IPv6 address: one subscriber has all addresses of such a network (RFC 4291, section
 * 2.5.1). Returns an IPv4 address, also one written as IPv6 ('::ffff:10.0.0.1'), whole.
 */
export function networkOf(address: string): string {
	if (!ipaddr.isValid(address)) return address
	const parsed = ipaddr.process(address)
	return parsed instanceof ipaddr.IPv6
		? ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()
		: parsed.toString()
}
