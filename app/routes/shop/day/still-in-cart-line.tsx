import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/day/still-in-cart-line.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'

/** A sentence that the cart holds something else than the page shows, because the checkout orders the cart. */
export function StillInCart() {
	const { t } = useI18n()
	const { stillInCart: booked } = useShopping()
	return booked && <p className={styles.stillInCart}>{t('shop.stillInCart', { booked })}</p>
}
