import { DateTime } from 'luxon'

import type { Cart, SeenCart, Wish } from '#app/models/cart/cart.ts'

/** The time at which the visitor of a test comes. */
export const now = DateTime.fromISO('2026-11-21T09:00:00Z')

/** A Saturday within the horizon of `now`. */
export const saturday = '2026-12-05'
export const sunday = '2026-12-06'

/** The reference of a visitor who has no cart yet. */
export const noCart: SeenCart = { id: null, version: 0, day: null }

/** The reference to a cart that a form sends: the cart as its visitor's page last showed it. */
export function refTo({ id, version, day }: Cart): {
	id: string
	version: number
	day: string | null
} {
	return { id, version, day }
}

/** One piece of a product for two hours from 14:00 on that Saturday. */
export function wish(productId: string, more: Partial<Wish> = {}): Wish {
	const usual = {
		quantity: 1,
		day: saturday,
		time: '14:00',
		duration: 120,
		parentId: null,
	} as const
	return { productId, ...usual, ...more }
}
