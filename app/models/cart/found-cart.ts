import type { Held, Placement } from '#app/models/capacity/claim.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * The other carts of an address: those that hold something, those begun within 24 hours, and what they
 * have taken of the days in question and not paid yet.
 */
export type OtherCarts = {
	holding: number
	begun: number
	taken: { day: Day; resourceId: string; units: number }[]
}

/** A cart and what is taken beside it, as a change finds them. `loads` are those of others. */
export type FoundCart = {
	cart: Cart
	own: Held[]
	loads: Load[]
	/** Null: the visitor's address is not known. */
	others: OtherCarts | null
	/** Holds ran out and do not say so yet. */
	hasStale: boolean
	dbNow: Date
}

/** The lines as they shall be, what they keep, and the places that are taken for them now. */
export type Claim = {
	lines: CartLine[]
	day: Day | null
	kept: Held[]
	claimed: { line: CartLine; placement: Placement }[]
}
