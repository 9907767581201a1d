import { useI18n } from '#app/i18n/use-i18n.ts'
import { cents, euros } from '#app/models/money.ts'
import type { OfferView } from '#app/routes/shop/offer-view.ts'
import * as styles from '#app/routes/shop/product-card.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'

/** What it costs on this day: one, and the whole group as far as it fits. */
export function OfferPrice({ offer }: { offer: OfferView }) {
	const { t } = useI18n()
	const { locale, search } = useShopping()
	const { price, kind, perGuest, when } = offer
	if (price === null) return null
	const guests = guestsFor(offer, search.guests)
	const isOther = kind === 'package' && guests !== search.guests
	return (
		<div className={styles.priceBlock}>
			<p className={styles.price}>
				{euros(price, locale)}{' '}
				<small>
					{t(unitOf(kind, perGuest))}, {t('shop.card.vatIncluded')}
				</small>
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

export function unitOf(kind: OfferView['kind'], perGuest: boolean) {
	if (kind === 'ticket') return 'shop.card.perPerson'
	if (kind === 'package') return 'shop.card.perGuest'
	if (kind === 'room') return 'shop.card.perRoom'
	return perGuest ? 'shop.card.perPerson' : 'shop.card.perGroup'
}

/** The group as far as the product takes it. */
export function guestsFor({ min, max }: OfferView, guests: number): number {
	return Math.min(Math.max(guests, min), max)
}
