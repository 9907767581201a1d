import type { TFunction } from 'i18next'

import type { OfferView } from '#app/routes/shop/view/offer-view.ts'

/** Returns the ages for which a product is in words: 'ab 15 Jahren', '3 bis 14 Jahre'. */
export function ageOf(t: TFunction, { min, max }: NonNullable<OfferView['age']>): string {
	if (min !== null && max !== null) return t('shop.card.ageBetween', { min, max })
	return min === null ? t('shop.card.ageTo', { max: max ?? 0 }) : t('shop.card.ageFrom', { min })
}
