/** Paths of the forms whose typed fields are kept as drafts. */
const draftPaths = ['/account/personal-data', '/checkout/address', '/checkout/overview'] as const
export type DraftPath = (typeof draftPaths)[number]

/** True for a form that leads to an order; its draft is of no use after it. */
export function isForOrder(path: DraftPath): boolean {
	return path.startsWith('/checkout/')
}

/** The typed texts of a form, by the names of its fields ('party.type'). */
export type Typed = Record<string, string>

/** The account that a form was made for is still signed in, is signed out, or another one is signed in by now. */
export type DraftFit = 'same' | 'signedOut' | 'other'

/**
 * Compares the account that a form was made for with the one that is signed in (null: none) when the form comes back.
 * A form that was made for a guest, or names no account, fits everyone.
 */
export function draftFit(madeFor: string | null, signedIn: string | null): DraftFit {
	if (!madeFor || madeFor === signedIn) return 'same'
	return signedIn === null ? 'signedOut' : 'other'
}

/** The largest draft in characters of JSON: more than any of these forms can hold. */
const LARGEST = 5000

/** The fields of a form to keep as a draft; null for other forms and for those too large to be typed. */
export function draftOf(path: string, typed: Typed): { path: DraftPath; typed: Typed } | null {
	const known = draftPaths.find((known) => known === path)
	const { account: _, locale: __, returnTo: ___, intent: ____, ...fields } = typed
	return known && JSON.stringify(fields).length <= LARGEST ? { path: known, typed: fields } : null
}
