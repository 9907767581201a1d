import type { Message } from '#app/i18n/i18n.ts'

/** What is shown once, on the next page; for how many milliseconds, or null: until it is closed. */
export type Notice = Message & {
	kind: 'success' | 'warning' | 'error'
	duration?: number | null
	/** What is to be said beside it. */
	also?: Notice
}

/** A notice and what is said beside it, one after the other. */
export function eachOf({ also, ...notice }: Notice): Notice[] {
	return also ? [notice, ...eachOf(also)] : [notice]
}

/** What a visit remembers. The cart and the orders are rows of their own, so two tabs cannot overwrite each other. */
export type SessionData = { cartId: string; guid: string; notice: Notice }

/** Who is signed in. */
export type SignedIn = {
	id: string
	username: string
	firstName: string
	lastName: string
	/** When the session ends unless it is used before. */
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
