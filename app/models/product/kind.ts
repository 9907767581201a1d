import type { Product } from '#app/models/venue/catalogue.ts'

type OfKind = Pick<Product, 'kind'>

/** True for products that belong to a day: all but gift vouchers. */
export function isDayBound({ kind }: OfKind): boolean {
	return kind !== 'giftVoucher'
}

/** True for a room or an attraction. */
export function isExposition({ kind }: OfKind): boolean {
	return kind === 'room' || kind === 'attraction'
}
