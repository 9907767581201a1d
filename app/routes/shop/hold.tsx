import { useI18n } from '#app/i18n/use-i18n.ts'
import type { PanelView } from '#app/models/shop-view.ts'
import { CartForm } from '#app/routes/shop/cart-form.tsx'
import { Button } from '#app/ui/button.tsx'
import { useFreshAt } from '#app/ui/fresh-at.ts'
import * as styles from '#app/ui/hold.css.ts'
import * as panel from '#app/routes/shop/cart-panel.css.ts'
import { Sign } from '#app/ui/sign.tsx'

/** Until when everything is reserved, as a time on the clock; and how to get it back when it no longer is. */
export function Hold({ cart }: { cart: PanelView }) {
	const { t } = useI18n()
	useFreshAt(cart.expiresAt)
	if (cart.hold === 'none' || cart.isOrdered) return null

	const isLost = cart.hold === 'lost'
	return (
		<CartForm id="hold" anchor="cart" className={isLost ? styles.lost : panel.held}>
			{({ pending }) => (
				<>
					<div>
						<p className={styles.words}>
							<Sign name={isLost ? 'warning' : 'check'} className={styles.sign} />
							<strong className={styles.until}>
								{isLost ? t('cart.lost') : t('cart.heldUntil', { time: cart.heldUntil })}
							</strong>
						</p>
						{isLost && <p className={styles.hint}>{t('cart.lostHint')}</p>}
					</div>
					<Button
						name="intent"
						value="renew"
						variant={isLost ? 'primary' : 'quiet'}
						pending={pending}
						aria-label={isLost ? undefined : t('cart.renewOf')}
					>
						{isLost ? t('cart.holdAgain') : t('cart.renew')}
					</Button>
				</>
			)}
		</CartForm>
	)
}
