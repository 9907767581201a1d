import { Hold } from '#app/forms/hold.tsx'
import { QuantityForm, RemoveForm } from '#app/forms/line-forms.tsx'
import { VoucherBox } from '#app/forms/voucher-box.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import * as styles from '#app/routes/shop/cart-panel.css.ts'
import { useProductLink, useShopping } from '#app/routes/shop/shopping.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import type { LineView } from '#app/ui/order/line-view.ts'
import { Obstacles } from '#app/ui/order/obstacles.tsx'
import { ShortLines } from '#app/ui/order/short-lines.tsx'
import { Sums } from '#app/ui/order/sums.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** What is chosen, until when it is reserved, what it costs now and what later. */
export function CartPanel({ cart }: { cart: CartView | null }) {
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
			{isEmpty ? <p className={styles.quiet}>{t('cartPanel.empty')}</p> : <Filled cart={cart} />}
			<p className={styles.methods}>{t('cart.methods')}</p>
		</Panel>
	)
}

function Filled({ cart }: { cart: CartView }) {
	const { t } = useI18n()
	const { locale } = useShopping()
	return (
		<div className={styles.parts}>
			<Hold cart={cart} />
			{cart.dayName && <p className={styles.quiet}>{cart.dayName}</p>}
			<ShortLines
				lines={cart.lines}
				locale={locale}
				label={t('cartPanel.lines')}
				controls={cart.isOrdered ? null : controlsOf}
			/>
			{!cart.isOrdered && <VoucherBox cart={cart} />}
			<div className={styles.foot}>
				<Sums sums={cart.totals} locale={locale} />
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

/** The way on, or what is still missing. */
function Checkout({ cart }: { cart: CartView }) {
	const { t } = useI18n()
	const productLink = useProductLink()
	if (cart.isOrdered) {
		return (
			<LinkButton to="/checkout/overview" wide>
				{t('cart.toOrder')}
			</LinkButton>
		)
	}
	if (cart.isReady) {
		return (
			<LinkButton to="/checkout/sign-in" wide>
				{t('cart.toCheckout')}
			</LinkButton>
		)
	}
	return (
		<>
			<Obstacles
				cart={cart}
				hrefOf={({ productId, kind }) => productLink({ id: productId, kind })}
			/>
			<Button type="button" disabled wide>
				{t('cart.toCheckout')}
			</Button>
		</>
	)
}

/** Below lg: the sum that is due now is always in sight, and the cart one tap away. */
export function CartBar({ cart }: { cart: CartView }) {
	const { t } = useI18n()
	const { locale } = useShopping()
	if (cart.lines.length === 0) return null
	return (
		<section aria-label={t('cartPanel.bar')} data-screen-only className={styles.bar}>
			<p className={styles.due}>
				<small>{t('sums.online')}</small>
				<strong>{euros(cart.totals.online, locale)}</strong>
				<small>{t('cartPanel.ofTotal', { total: euros(cart.totals.total, locale) })}</small>
			</p>
			<a href="#cart" className={styles.barCart}>
				{t('cart.title')}
			</a>
			{(cart.isReady || cart.isOrdered) && (
				<LinkButton to={cart.isOrdered ? '/checkout/overview' : '/checkout/sign-in'}>
					{t('cart.toCheckout')}
				</LinkButton>
			)}
		</section>
	)
}
