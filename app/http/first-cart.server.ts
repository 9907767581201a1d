import { randomUUID } from 'node:crypto'

import { createContext, type RouterContextProvider } from 'react-router'

import { addressHashOf } from '#app/http/address.server.ts'
import { cookiesOf } from '#app/http/cookies.server.ts'
import { signedCookie } from '#app/http/own-cookie.server.ts'
import { isSealOf, seal } from '#app/http/seal.server.ts'
import { begunFor } from '#app/models/visitor/begun-cart.server.ts'

/*
 * The name of a visitor's first cart stands in the page before there is a cart or a cookie: when a button is pressed
 * twice, because the first answer got lost, both times mean the same cart (faults H7). Each page has a name of its own,
 * also one that is cached for several visitors (`keptAnswersMiddleware`).
 */

/**
 * Makes a name of a first cart: a new cart id with a seal that holds for the hash of this visitor's network address, so
 * that no page can name the cart of another visitor.
 */
export function newCartName(addressHash: string | null): string {
	const id = randomUUID()
	return `${id}.${seal(sealed(id, addressHash))}`
}

/** Returns the name of the first cart in the page of this request; the first call makes it. */
export function newCartNameOf(context: Context): string {
	const name = shownCartNameOf(context) ?? newCartName(addressHashOf(context))
	context.set(nameContext, name)
	return name
}

/** Returns the name of the first cart in the page of this request; null when none was asked for. */
export function shownCartNameOf(context: Context): string | null {
	return context.get(nameContext)
}

type Context = Readonly<RouterContextProvider>
const nameContext = createContext<string | null>(null)

/** Reads the cart's id from a name; null for a name that this shop did not write for this address. */
export function readCartName(name: string | undefined, addressHash: string | null): string | null {
	const [id = '', mark = ''] = name?.split('.') ?? []
	return isSealOf(sealed(id, addressHash), mark) ? id : null
}

function sealed(id: string, addressHash: string | null): string {
	return `first cart ${id} ${addressHash}`
}

const begun = /^(?:__Host-)?cart-([0-9a-f-]{36})$/

/** The number of carts, from as many tabs, whose cookies are read; each costs a check of its signature (faults M3). */
const MOST_BEGUN = 5

/**
 * Returns the `Set-Cookie` that remembers, beside the session, that this cart was just begun. Two tabs that begin a
 * cart at the same time each get a session, and the browser keeps the one that comes last; this cookie survives, and by
 * it the other cart is found (faults H8). The database's clock decides how long it is good for (`isJustBegun`).
 */
export function rememberBegun(id: string): string {
	return cookieOf(id).serialize(id)
}

export function forgetBegun(id: string): string {
	return cookieOf(id).clear()
}

/** True when the browser claims to have begun a cart; the claim is not checked. */
export function hasBegunCart(headers: Headers): boolean {
	return namedBegun(headers).length > 0
}

/** Lists the ids of the carts, five at most, that this browser has begun within the last two minutes. */
export function justBegun(headers: Headers): string[] {
	const ids = namedBegun(headers).slice(0, MOST_BEGUN)
	return ids.filter((id) => cookieOf(id).parse(headers) === id)
}

function namedBegun(headers: Headers): string[] {
	const names = cookiesOf(headers).names()
	return names.flatMap((name) => begun.exec(name)?.[1] ?? [])
}

function cookieOf(id: string) {
	return signedCookie(`cart-${id}`, { maxAge: begunFor.seconds })
}
