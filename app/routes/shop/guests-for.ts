import type { OfferView } from '#app/routes/shop/offer-view.ts'

/** The group as far as the product takes it. */
export function guestsFor({ min, max }: Pick<OfferView, 'min' | 'max'>, guests: number): number {
	return Math.min(Math.max(guests, min), max)
}
