import type { Message } from '#app/i18n/i18n.ts'

/** A message shown once, on the next page, for `duration` milliseconds or, if null, until the visitor closes it. */
export type Notice = Message & {
	kind: 'success' | 'warning' | 'error'
	duration?: number | null
	/** A second notice that is shown beside this one. */
	also?: Notice
}

/** Returns a notice and those in its `also` as a flat list. */
export function eachOf({ also, ...notice }: Notice): Notice[] {
	return also ? [notice, ...eachOf(also)] : [notice]
}

/**
 * The data that a session's row keeps. Carts and orders have rows of their own, so that two tabs cannot overwrite each
 * other.
 */
export type SessionData = { cartId: string; guid: string; notice: Notice }

/** The account that is signed in to a session. */
export type SignedIn = {
	id: string
	username: string
	firstName: string
	lastName: string
	/** The time at which the session ends unless it is used before. */
	until: Date
}

/** A session in the list of its account. */
export type ListedSession = {
	key: string
	device: string | null
	createdAt: Date
	seenAt: Date
	isThis: boolean
}
