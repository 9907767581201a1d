/** Forms to fill in, by their addresses; what is typed there is not to be lost. */
const draftPaths = ['/account/personal-data', '/checkout/address', '/checkout/overview'] as const
export type DraftPath = (typeof draftPaths)[number]

/** Those that lead to an order, and are of no use without one. */
export function isForOrder(path: DraftPath): boolean {
	return path.startsWith('/checkout/')
}

/** What a form held, by the names of its fields ('party.type'). */
export type Typed = Record<string, string>

/** Whom a form was made for is still signed in, is signed out, or another account is signed in by now. */
export type DraftFit = 'same' | 'signedOut' | 'other'

/**
 * How a form stands to who is signed in (null: nobody) when it comes back. One that was made for a guest, or
 * does not say for whom, is anybody's.
 */
export function draftFit(madeFor: string | null, signedIn: string | null): DraftFit {
	if (!madeFor || madeFor === signedIn) return 'same'
	return signedIn === null ? 'signedOut' : 'other'
}

/** The largest a draft may be, as JSON: more than any of these forms can hold was not typed there. */
const LARGEST = 5000

/** What is worth keeping of a form; null when it is none of those, or not one that we made. */
export function draftOf(path: string, typed: Typed): { path: DraftPath; typed: Typed } | null {
	const known = draftPaths.find((known) => known === path)
	const { account: _, locale: __, returnTo: ___, intent: ____, ...fields } = typed
	return known && JSON.stringify(fields).length <= LARGEST ? { path: known, typed: fields } : null
}
