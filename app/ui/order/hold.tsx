import { Form } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatTime } from '#app/models/venue/date-format.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { Button } from '#app/ui/button.tsx'
import { useFreshAt } from '#app/ui/fresh-at.ts'
import * as styles from '#app/ui/order/hold.css.ts'
import { Sign } from '#app/ui/sign.tsx'

type HoldProps = {
	cart: Pick<CartView, 'hold' | 'heldUntil' | 'version' | 'isOrdered'>
	locale: Locale
	returnTo: string
}

/**
 * Until when everything is reserved, by the venue's clock, and the button that makes it longer or starts
 * over; or that the cart is not what the venue sells today, and the button that accepts it.
 */
export function Hold({ cart, locale, returnTo }: HoldProps) {
	useFreshAt(cart.heldUntil)
	if (cart.hold === 'none' || cart.isOrdered) return null
	const until = cart.heldUntil && formatTime(new Date(cart.heldUntil), locale)
	return (
		<div className={cart.hold === 'held' ? styles.held : styles.lost}>
			<HoldWords hold={cart.hold} until={until} />
			<Form method="post" action="/cart" preventScrollReset>
				<input type="hidden" name="version" value={cart.version} />
				<input type="hidden" name="returnTo" value={returnTo} />
				<RenewButton hold={cart.hold} />
			</Form>
		</div>
	)
}

type Standing = Exclude<CartView['hold'], 'none'>

const sentences = {
	held: 'cart.heldUntil',
	lost: 'cart.lost',
	priceChanged: 'errors.priceChanged',
	productGone: 'errors.productGone',
} as const satisfies Record<Standing, string>
const answers = {
	held: 'cart.renew',
	lost: 'cart.holdAgain',
	priceChanged: 'cart.accept',
	productGone: 'cart.accept',
} as const satisfies Record<Standing, string>

/** `until`: '14:35', where it is held. */
export function HoldWords({ hold, until }: { hold: Standing; until: string | null }) {
	const { t } = useI18n()
	const isHeld = hold === 'held'
	return (
		<div role="status">
			<p className={styles.words}>
				<Sign name={isHeld ? 'check' : 'warning'} className={styles.sign} />
				<strong className={isHeld ? styles.until : undefined}>
					{t(sentences[hold], { time: until })}
				</strong>
			</p>
			{hold === 'lost' && <p className={styles.hint}>{t('cart.lostHint')}</p>}
		</div>
	)
}

type RenewButtonProps = { hold: Standing; pending?: boolean }

/** Makes the hold longer, takes everything anew when it was lost, or at what it costs today. */
export function RenewButton({ hold, pending = false }: RenewButtonProps) {
	const { t } = useI18n()
	const isHeld = hold === 'held'
	return (
		<Button
			name="intent"
			value="renew"
			variant={isHeld ? 'quiet' : 'primary'}
			pending={pending}
			aria-label={isHeld ? t('cart.renewOf') : undefined}
		>
			{t(answers[hold])}
		</Button>
	)
}
