import { Form } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatTime } from '#app/models/calendar.ts'
import type { CartView } from '#app/models/cart-view.ts'
import { Button } from '#app/ui/button.tsx'
import { useFreshAt } from '#app/ui/fresh-at.ts'
import * as styles from '#app/ui/hold.css.ts'
import { Sign } from '#app/ui/sign.tsx'

type HoldProps = {
	cart: Pick<CartView, 'hold' | 'heldUntil' | 'version' | 'isOrdered'>
	locale: Locale
	returnTo: string
}

/** Until when everything is reserved, by the venue's clock, and the button that makes it longer or starts over. */
export function Hold({ cart, locale, returnTo }: HoldProps) {
	useFreshAt(cart.heldUntil)
	if (cart.hold === 'none' || cart.isOrdered) return null
	const isLost = cart.hold === 'lost'
	const until = isLost || !cart.heldUntil ? null : formatTime(new Date(cart.heldUntil), locale)
	return (
		<div className={isLost ? styles.lost : styles.held}>
			<HoldWords until={until} />
			<Form method="post" action="/cart" preventScrollReset>
				<input type="hidden" name="version" value={cart.version} />
				<input type="hidden" name="returnTo" value={returnTo} />
				<RenewButton isLost={isLost} />
			</Form>
		</div>
	)
}

/** `until` null: it no longer is. */
export function HoldWords({ until }: { until: string | null }) {
	const { t } = useI18n()
	return (
		<div role="status">
			<p className={styles.words}>
				<Sign name={until === null ? 'warning' : 'check'} className={styles.sign} />
				<strong className={until === null ? undefined : styles.until}>
					{until === null ? t('cart.lost') : t('cart.heldUntil', { time: until })}
				</strong>
			</p>
			{until === null && <p className={styles.hint}>{t('cart.lostHint')}</p>}
		</div>
	)
}

/** Makes the hold longer, or takes everything anew when it was lost. */
export function RenewButton({ isLost, pending = false }: { isLost: boolean; pending?: boolean }) {
	const { t } = useI18n()
	return (
		<Button
			name="intent"
			value="renew"
			variant={isLost ? 'primary' : 'quiet'}
			pending={pending}
			aria-label={isLost ? undefined : t('cart.renewOf')}
		>
			{isLost ? t('cart.holdAgain') : t('cart.renew')}
		</Button>
	)
}
