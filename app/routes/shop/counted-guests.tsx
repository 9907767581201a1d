import { useI18n } from '#app/i18n/use-i18n.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import * as styles from '#app/routes/shop/day-picker.css.ts'
import type { OfferView } from '#app/routes/shop/offer-view.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'

/** A party is booked for as many as it takes: said before a time is pressed, where that is another number. */
export function CountedGuests(offer: Pick<OfferView, 'min' | 'max'>) {
	const { t } = useI18n()
	const { guests } = useShopping().asked
	const count = guestsFor(offer, guests)
	if (count === guests) return null
	return (
		<p className={styles.counted}>
			{count > guests
				? t('shop.card.tooLarge', { count })
				: t('shop.card.tooSmall', { count: guests, max: count })}
		</p>
	)
}
