import { Form } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatTime } from '#app/models/calendar.ts'
import type { CartView } from '#app/models/cart-view.ts'
import { Button } from '#app/ui/button.tsx'
import { useFreshAt } from '#app/ui/fresh-at.ts'
import * as styles from '#app/ui/hold.css.ts'
import { Sign } from '#app/ui/sign.tsx'

type HeldCart = Pick<CartView, 'hold' | 'heldUntil' | 'version' | 'isOrdered'>

type HoldProps = { cart: HeldCart; locale: Locale; returnTo: string }

/** Until when everything is reserved, by the venue's clock, and the button that makes it longer or starts over. */
export function Hold({ cart, locale, returnTo }: HoldProps) {
	const { t } = useI18n()
	useFreshAt(cart.heldUntil)
	if (cart.hold === 'none' || cart.isOrdered) return null
	const isLost = cart.hold === 'lost'
	return (
		<div className={isLost ? styles.lost : styles.held}>
			<div role="status">
				<p className={styles.words}>
					<Sign name={isLost ? 'warning' : 'check'} className={styles.sign} />
					{isLost ? (
						<strong>{t('cart.lost')}</strong>
					) : (
						<span className={styles.until}>
							{cart.heldUntil &&
								t('cart.heldUntil', { time: formatTime(new Date(cart.heldUntil), locale) })}
						</span>
					)}
				</p>
				{isLost && <p className={styles.hint}>{t('cart.lostHint')}</p>}
			</div>
			<Form method="post" action="/cart" preventScrollReset>
				<input type="hidden" name="version" value={cart.version} />
				<input type="hidden" name="returnTo" value={returnTo} />
				{isLost ? (
					<Button name="intent" value="renew">
						{t('cart.holdAgain')}
					</Button>
				) : (
					<Button name="intent" value="renew" variant="quiet" aria-label={t('cart.renewOf')}>
						{t('cart.renew')}
					</Button>
				)}
			</Form>
		</div>
	)
}
