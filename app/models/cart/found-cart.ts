import type { Held, Placement } from '#app/models/capacity/claim.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * The other carts of an internet address: the number that hold places, the number begun within 24 hours, and the unpaid
 * places that they have on the days of the change.
 */
export type OtherCarts = {
	holding: number
	begun: number
	taken: { day: Day; resourceId: string; units: number }[]
}

/** A cart and the places taken, as a change finds them: `own` are the cart's holds, `loads` the places of others. */
export type FoundCart = {
	cart: Cart
	own: Held[]
	loads: Load[]
	/** The other carts from the visitor's network address; null when that address is not known. */
	others: OtherCarts | null
	/** True when holds on these days have run out and their rows still say 'held'. */
	hasStale: boolean
	dbNow: Date
}

/** The lines after a change, the holds that they keep, and the places that are claimed for them now. */
export type Claim = {
	lines: CartLine[]
	day: Day | null
	kept: Held[]
	claimed: { line: CartLine; placement: Placement }[]
}
