import type { Product } from '#app/models/venue/catalogue.ts'

type OfKind = Pick<Product, 'kind'>

/** Everything but gift vouchers belongs to a day. */
export function isDayBound({ kind }: OfKind): boolean {
	return kind !== 'giftVoucher'
}

/** A room or an attraction. */
export function isExposition({ kind }: OfKind): boolean {
	return kind === 'room' || kind === 'attraction'
}
