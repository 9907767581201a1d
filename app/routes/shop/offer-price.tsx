import { useI18n } from '#app/i18n/use-i18n.ts'
import { cents, euros } from '#app/models/money.ts'
import { guestsFor } from '#app/routes/shop/guests-for.ts'
import type { OfferView } from '#app/routes/shop/offer-view.ts'
import * as styles from '#app/routes/shop/product-card.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { unitWords } from '#app/routes/shop/unit-words.ts'

/** What it costs on this day: one, and the whole group as far as it fits. */
export function OfferPrice({ offer }: { offer: OfferView }) {
	const { t } = useI18n()
	const { locale, search } = useShopping()
	const { price, kind, when } = offer
	if (price === null) return null
	const guests = guestsFor(offer, search.guests)
	const isOther = kind === 'package' && guests !== search.guests
	return (
		<div className={styles.priceBlock}>
			<p className={styles.price}>
				{euros(price, locale)} <small>{unitWords(t, offer)}</small>
			</p>
			{kind === 'package' && (
				<p className={styles.note}>
					{t('shop.card.forGuests', {
						count: guests,
						amount: euros(cents(price * guests), locale),
					})}
				</p>
			)}
			{isOther && !offer.chosen && (
				<p className={styles.sentence}>
					{guests < search.guests
						? t('shop.card.tooSmall', { count: search.guests, max: guests })
						: t('shop.card.tooLarge', { count: guests })}
				</p>
			)}
			{when && <p className={styles.when}>{when}</p>}
		</div>
	)
}
