import { useId } from 'react'

import { CartForm } from '#app/forms/cart-form.tsx'
import * as styles from '#app/forms/hold.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { Button } from '#app/ui/button.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { Sign } from '#app/ui/sign.tsx'

type HoldProps = { cart: Pick<CartView, 'hold' | 'held' | 'isOrdered'>; anchor?: string }

/**
 * Shows until when the cart's reservation holds, with the button that extends or restarts it; or that the cart differs
 * from what the venue sells today, with the button that accepts that. Nothing for a cart without reservation.
 */
export function Hold({ cart: { hold, held, isOrdered }, anchor = 'cart' }: HoldProps) {
	const { t } = useI18n()
	const id = useId()
	if (hold === 'none' || isOrdered) return null

	const isHeld = hold === 'held'
	return (
		<CartForm id={`hold-${id}`} anchor={anchor} className={isHeld ? styles.held : styles.lost}>
			{({ pending }) => (
				<>
					<HoldWords hold={hold} time={held} />
					<Button
						name="intent"
						value="renew"
						variant={isHeld ? 'quiet' : 'primary'}
						pending={pending}
						aria-label={isHeld ? t('cart.renewOf') : undefined}
						className={styles.renew}
					>
						{t(answers[hold])}
					</Button>
				</>
			)}
		</CartForm>
	)
}

type HoldState = Exclude<CartView['hold'], 'none'>

const sentences = {
	held: 'cart.heldUntil',
	lost: 'cart.lost',
	priceChanged: 'errors.priceChanged',
	productGone: 'errors.productGone',
} as const satisfies Record<HoldState, string>
const answers = {
	held: 'cart.renew',
	lost: 'cart.holdAgain',
	priceChanged: 'cart.accept',
	productGone: 'cart.accept',
} as const satisfies Record<HoldState, string>

function HoldWords({ hold, time }: { hold: HoldState; time: string | null }) {
	const { t } = useI18n()
	const isHeld = hold === 'held'
	return (
		<div role="status">
			<p className={styles.words}>
				<Sign name={isHeld ? 'check' : 'warning'} className={styles.sign} />
				<strong className={isHeld ? styles.until : undefined}>
					{t(sentences[hold], { time })}
				</strong>
			</p>
			{hold === 'lost' && <p className={styles.hint}>{t('cart.lostHint')}</p>}
		</div>
	)
}
