import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/routes/shop/day/by-phone.css.ts'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { PhoneLink } from '#app/ui/phone-link.tsx'

/** Says that a product is booked by telephone only within its notice, with the venue's number. */
export function ByPhone() {
	const { t } = useI18n()
	const { phone } = useShopping()
	return (
		<p className={styles.byPhone}>
			{t('shop.card.byPhone')} <PhoneLink phone={phone} className={styles.number} />
		</p>
	)
}
