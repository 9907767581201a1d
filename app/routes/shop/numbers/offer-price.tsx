import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import * as styles from '#app/routes/shop/numbers/product-card.css.ts'
import type { OfferView } from '#app/routes/shop/view/offer-view.ts'
import { unitWords } from '#app/routes/shop/view/unit-words.ts'

/** The price of one piece on the chosen day, and the time for which it is offered. */
export function OfferPrice({ offer }: { offer: OfferView }) {
	const { t, locale } = useI18n()
	const { price, when } = offer
	if (price === null) return null
	return (
		<div className={styles.priceBlock}>
			<p className={styles.price}>
				{euros(price, locale)} <small>{unitWords(t, offer)}</small>
			</p>
			{when && <p className={styles.when}>{when}</p>}
		</div>
	)
}
