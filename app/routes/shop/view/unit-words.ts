import type { TFunction } from 'i18next'

import type { OfferView } from '#app/routes/shop/view/offer-view.ts'

/** Returns the unit of a price in words: 'pro Gast, inkl. MwSt.' */
export function unitWords(
	t: TFunction,
	{ kind, perGuest, isTaxed }: Pick<OfferView, 'kind' | 'perGuest' | 'isTaxed'>,
): string {
	const unit = t(unitOf(kind, perGuest))
	return isTaxed ? t('shop.card.unitWithVat', { unit }) : unit
}

function unitOf(kind: OfferView['kind'], perGuest: boolean) {
	if (kind === 'ticket') return 'shop.card.perPerson'
	if (kind === 'package') return 'shop.card.perGuest'
	if (kind === 'room') return 'shop.card.perRoom'
	return perGuest ? 'shop.card.perPerson' : 'shop.card.perGroup'
}
