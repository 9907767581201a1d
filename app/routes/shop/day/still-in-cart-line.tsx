import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/day/still-in-cart-line.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'

/** What is shown is not what lies in the cart: whoever goes on to the checkout orders that. */
export function StillInCart() {
	const { t } = useI18n()
	const { stillInCart: booked } = useShopping()
	return booked && <p className={styles.stillInCart}>{t('shop.stillInCart', { booked })}</p>
}
