import { Link } from 'react-router'

import { Hold } from '#app/forms/hold.tsx'
import { QuantityForm, RemoveForm } from '#app/forms/line-forms.tsx'
import { VoucherBox } from '#app/forms/voucher-box.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import * as styles from '#app/routes/shop/cart-panel.css.ts'
import { StillInCart } from '#app/routes/shop/day/still-in-cart-line.tsx'
import { useGapLink } from '#app/routes/shop/shopping.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import type { LineView } from '#app/ui/order/line-view.ts'
import { Obstacles } from '#app/ui/order/obstacles.tsx'
import { ShortLines } from '#app/ui/order/short-lines.tsx'
import { Sums } from '#app/ui/order/sums.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { Sign } from '#app/ui/sign.tsx'
import { useWaysToPay } from '#app/ui/ways-to-pay.ts'

/**
 * The panel with the cart's lines, the end of their hold, and the sums due now and later. `booked` is the public id of
 * the order just made of the cart.
 */
export function CartPanel({ cart, booked }: { cart: CartView | null; booked: string | null }) {
	const { t } = useI18n()
	const isEmpty = !cart || cart.lines.length === 0
	return (
		<Panel
			id="cart"
			tabIndex={-1}
			title={t('cart.title')}
			aria-label={t('cart.title')}
			className={styles.panel}
		>
			{!isEmpty && <Filled cart={cart} />}
			{isEmpty && booked && (
				<p className={styles.quiet}>
					{t('booked.title')}.{' '}
					<Link to={`/checkout/success/${booked}`}>{t('booked.toBooking')}</Link>
				</p>
			)}
			{isEmpty && !booked && <p className={styles.quiet}>{t('cartPanel.empty')}</p>}
			{/* A new element once lines fill in above it: its move then counts as no layout shift. */}
			<p key={isEmpty ? 'empty' : 'filled'} className={styles.methods}>
				{t('cart.methods', { ways: useWaysToPay() })}
			</p>
		</Panel>
	)
}

function Filled({ cart }: { cart: CartView }) {
	const { t } = useI18n()
	return (
		<div className={styles.parts}>
			<Hold cart={cart} />
			{cart.dayName && <p className={styles.quiet}>{cart.dayName}</p>}
			<ShortLines
				lines={cart.lines}
				label={t('cartPanel.lines')}
				controls={cart.isOrdered ? null : controlsOf}
			/>
			<div className={styles.foot}>
				{cart.isOrdered ? (
					<p className={styles.quiet}>{t('cart.ordered')}</p>
				) : (
					<VoucherBox cart={cart} />
				)}
				<Sums sums={cart.totals} />
				<Checkout cart={cart} />
			</div>
		</div>
	)
}

function controlsOf(line: LineView) {
	return {
		below: line.parentId === null && line.max > line.min && <Quantity line={line} />,
		corner: <RemoveForm line={line} anchor="cart" />,
	}
}

function Quantity({ line }: { line: LineView }) {
	const { t } = useI18n()
	return (
		<details className={styles.details}>
			<summary className={styles.summary}>{t('cartPanel.changeQuantity')}</summary>
			<QuantityForm line={line} anchor="cart" />
		</details>
	)
}

/** The button to the checkout, with the list of what is still missing in the cart. */
function Checkout({ cart }: { cart: CartView }) {
	const hrefOf = useGapLink(cart.day)
	const goesOn = cart.isReady || cart.isOrdered
	return (
		<>
			<StillInCart />
			{!goesOn && <Obstacles cart={cart} hrefOf={hrefOf} />}
			{(goesOn || cart.obstacles.length > 0) && <WayOn cart={cart} />}
		</>
	)
}

/**
 * A button that leads to the checkout, or, while something is missing in the cart, to the first place where it is
 * chosen.
 */
function WayOn({ cart }: { cart: CartView }) {
	const { t } = useI18n()
	const hrefOf = useGapLink(cart.day)
	if (cart.isOrdered || cart.isReady) {
		return (
			<LinkButton to={cart.isOrdered ? '/checkout/overview' : '/checkout/sign-in'} wide>
				{t(cart.isOrdered ? 'cart.toOrder' : 'cart.toCheckout')}
			</LinkButton>
		)
	}
	const [gap] = cart.obstacles
	return (
		<a href={gap ? hrefOf(gap) : '#cart'} className={styles.gap}>
			{gap
				? t('cartPanel.gaps', { count: cart.obstacles.length, name: gap.name })
				: t('cartPanel.look')}
			<Sign name="arrowLeft" className={styles.down} />
		</a>
	)
}

/**
 * The bar on screens narrower than `lg` that keeps the sums due now and later in sight, with the button that leads on.
 */
export function CartBar({ cart }: { cart: CartView }) {
	const { t, locale } = useI18n()
	const { online, onSite } = cart.totals
	if (cart.lines.length === 0) return null
	return (
		<section aria-label={t('cartPanel.bar')} data-screen-only className={styles.bar}>
			<StillInCart />
			<p className={styles.due}>
				<strong>{t('cartPanel.now', { amount: euros(online, locale) })}</strong>
				{onSite > 0 && <small>{t('cartPanel.later', { amount: euros(onSite, locale) })}</small>}
			</p>
			<div className={styles.wayOn}>
				<WayOn cart={cart} />
			</div>
		</section>
	)
}
