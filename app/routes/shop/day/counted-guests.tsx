import { useI18n } from '#app/i18n/use-i18n.ts'
import { guestsFor } from '#app/models/offer/guests.ts'
import * as styles from '#app/routes/shop/day/day-picker.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'

type CountedGuestsProps = { id: string; offer: Pick<OfferView, 'min' | 'max'> }

/**
 * A sentence that says for how many guests an offer is booked, where that differs from the number asked for. Rendered
 * empty otherwise: screen readers announce changes only in an element that is in the page already.
 */
export function CountedGuests({ id, offer }: CountedGuestsProps) {
	const { t } = useI18n()
	const { guests } = useShopping().asked
	const count = guestsFor(offer, guests)
	return (
		<p id={id} role="status" className={styles.counted}>
			{count > guests && t('shop.card.tooLarge', { count })}
			{count < guests && t('shop.card.tooSmall', { count: guests, max: count })}
		</p>
	)
}
