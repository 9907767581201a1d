import { randomUUID } from 'node:crypto'

import { createContext, type RouterContextProvider } from 'react-router'

import { addressHashOf } from '#app/http/address.server.ts'
import { cookiesOf } from '#app/http/cookies.server.ts'
import { signedCookie } from '#app/http/own-cookie.server.ts'
import { isSealOf, seal } from '#app/http/seal.server.ts'
import { begunFor } from '#app/models/visitor/begun-cart.server.ts'

/*
 * The name that a visitor's first cart will have stands in the page before there is a cart or a cookie:
 * pressed twice, because the first answer got lost, a button means the same cart both times (faults H7).
 * Each page has a name of its own, also one that is kept for several visitors (`keptAnswersMiddleware`).
 */

/** A fresh name, signed for one address, so that no page can name the cart of another visitor. */
export function newCartName(addressHash: string | null): string {
	const id = randomUUID()
	return `${id}.${seal(sealed(id, addressHash))}`
}

/** The name of the visitor's first cart in the page of this request, made when it is first asked for. */
export function newCartNameOf(context: Context): string {
	const name = shownCartNameOf(context) ?? newCartName(addressHashOf(context))
	context.set(nameContext, name)
	return name
}

/** The name of the first cart that stands in the page of this request; null when none was asked for. */
export function shownCartNameOf(context: Context): string | null {
	return context.get(nameContext)
}

type Context = Readonly<RouterContextProvider>
const nameContext = createContext<string | null>(null)

/** The cart's id; null for a name that this shop did not write for this address. */
export function readCartName(name: string | undefined, addressHash: string | null): string | null {
	const [id = '', mark = ''] = name?.split('.') ?? []
	return isSealOf(sealed(id, addressHash), mark) ? id : null
}

function sealed(id: string, addressHash: string | null): string {
	return `first cart ${id} ${addressHash}`
}

const begun = /^(?:__Host-)?cart-([0-9a-f-]{36})$/

/** As many tabs may have begun a cart at the same time; each costs a check of its signature (faults M3). */
const MOST_BEGUN = 5

/**
 * Remembers beside the session that this cart was just begun. Two tabs that begin one at the same time
 * each get a session, and the browser keeps the one that comes last; this cookie of its own survives, and
 * with it the other cart is found (faults H8). How long it is good for the database's clock says (`isJustBegun`).
 */
export function rememberBegun(id: string): string {
	return cookieOf(id).serialize(id)
}

export function forgetBegun(id: string): string {
	return cookieOf(id).clear()
}

/** Whether the browser says that it has begun a cart, be it true or not. */
export function hasBegunCart(headers: Headers): boolean {
	return namedBegun(headers).length > 0
}

/** The carts that this browser has begun within the last two minutes. */
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
