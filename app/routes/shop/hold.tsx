import type { PanelView } from '#app/routes/shop/shop-view.ts'
import { CartForm } from '#app/routes/shop/cart-form.tsx'
import * as panel from '#app/routes/shop/cart-panel.css.ts'
import { useFreshAt } from '#app/ui/fresh-at.ts'
import * as styles from '#app/ui/order/hold.css.ts'
import { HoldWords, RenewButton } from '#app/ui/order/hold.tsx'

/** As on the cart page, and the panel changes in place. */
export function Hold({ cart }: { cart: PanelView }) {
	useFreshAt(cart.expiresAt)
	const { hold } = cart
	if (hold === 'none' || cart.isOrdered) return null

	const className = hold === 'held' ? panel.held : styles.lost
	return (
		<CartForm id="hold" anchor="cart" className={className}>
			{({ pending }) => (
				<>
					<HoldWords hold={hold} until={cart.heldUntil} />
					<RenewButton hold={hold} pending={pending} />
				</>
			)}
		</CartForm>
	)
}
