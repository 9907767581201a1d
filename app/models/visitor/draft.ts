/** The paths of the forms whose typed fields are kept as drafts. */
const draftPaths = [
	'/account/personal-data',
	'/booking/change',
	'/checkout/address',
	'/checkout/overview',
] as const
export type DraftPath = (typeof draftPaths)[number]

/** True for a form of the checkout, whose draft is deleted when the order is placed. */
export function isForOrder(path: DraftPath): boolean {
	return path.startsWith('/checkout/')
}

/** The typed texts of a form, by the names of its fields ('party.type'). */
export type Typed = Record<string, string>

/**
 * The relation of the signed-in account to the account that a form was made for. same: the form's account is signed in,
 * or anybody may send the form · signedOut: no account is signed in · other: another account is signed in.
 */
export type DraftFit = 'same' | 'signedOut' | 'other'

/**
 * Compares the account that a form was made for with the one that is signed in (null: none), when the form is posted. A
 * form that was made for a guest, or names no account, fits everyone.
 */
export function draftFit(madeFor: string | null, signedIn: string | null): DraftFit {
	if (!madeFor || madeFor === signedIn) return 'same'
	return signedIn === null ? 'signedOut' : 'other'
}

/** The most characters of a draft as JSON: more than any form with a draft can hold. */
const LARGEST = 5000

/**
 * Returns the fields of a form that are kept as a draft; null for a form without drafts, and for fields too large to be
 * typed.
 */
export function draftOf(path: string, typed: Typed): { path: DraftPath; typed: Typed } | null {
	const known = draftPaths.find((known) => known === path)
	const { account: _, locale: __, returnTo: ___, intent: ____, ...fields } = typed
	return known && JSON.stringify(fields).length <= LARGEST ? { path: known, typed: fields } : null
}
