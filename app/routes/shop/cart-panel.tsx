import { QuantityField } from '#app/forms/quantity-field.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { PanelLine, PanelView } from '#app/routes/shop/shop-view.ts'
import { CartForm } from '#app/routes/shop/cart-form.tsx'
import * as styles from '#app/routes/shop/cart-panel.css.ts'
import { Hold } from '#app/routes/shop/hold.tsx'
import { useShopping } from '#app/routes/shop/shopping.ts'
import { VoucherBox } from '#app/routes/shop/voucher-box.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { sentence } from '#app/ui/sentence.tsx'
import { Sign } from '#app/ui/sign.tsx'
import { Sums } from '#app/ui/order/sums.tsx'

/** What is chosen, until when it is reserved, what it costs now and what later. */
export function CartPanel({ cart }: { cart: PanelView | null }) {
	const { t } = useI18n()
	const { locale } = useShopping()
	const isEmpty = !cart || cart.lines.length === 0
	return (
		<Panel
			id="cart"
			tabIndex={-1}
			title={t('cart.title')}
			aria-label={t('cart.title')}
			className={styles.panel}
		>
			{isEmpty ? (
				<p className={styles.quiet}>{t('cartPanel.empty')}</p>
			) : (
				<div className={styles.parts}>
					<Hold cart={cart} />
					<ul role="list" aria-label={t('cartPanel.lines')} className={styles.lines}>
						{cart.lines.map((line) => (
							<li key={line.id} className={line.isChild ? styles.child : styles.line}>
								<Line line={line} frozen={cart.isOrdered} />
							</li>
						))}
					</ul>
					{!cart.isOrdered && <VoucherBox voucher={cart.voucher} />}
					<div className={styles.foot}>
						<Sums sums={cart.sums} locale={locale} />
						<Checkout cart={cart} />
					</div>
				</div>
			)}
			<p className={styles.methods}>{t('cart.methods')}</p>
		</Panel>
	)
}

function Line({ line, frozen }: { line: PanelLine; frozen: boolean }) {
	const { t } = useI18n()
	const { locale } = useShopping()
	const { id, name, detail, quantity, min, max, included, amount, due, isChild, perGuest } = line
	const canChange = !isChild && max > min
	const isFree = included > 0 && amount === 0
	return (
		<>
			<p className={styles.head}>
				<span className={styles.name}>{t('cartPanel.times', { count: quantity, name })}</span>
				<span className={styles.amount}>
					{isFree ? t('shop.group.included') : euros(amount, locale)}
				</span>
			</p>
			{detail && <p className={styles.detail}>{detail}</p>}
			{included > 0 && !isFree && (
				<p className={styles.detail}>{t('cartPanel.included', { count: included })}</p>
			)}
			{due === 'onSite' && <p className={styles.detail}>{t('cart.due.onSite')}</p>}
			{!frozen && (
				<div className={styles.changes}>
					{canChange && (
						<details className={styles.details}>
							<summary className={styles.summary}>{t('cartPanel.changeQuantity')}</summary>
							<CartForm
								id={`line-${id}`}
								anchor="cart"
								fields={['quantity']}
								className={styles.change}
							>
								{({ pending, field }) => (
									<>
										<input type="hidden" name="line" value={id} />
										<QuantityField
											key={quantity}
											field={field('quantity', quantity)}
											label={t(perGuest ? 'cart.guestsOf' : 'cart.quantityOf', { product: name })}
											min={min}
											max={max}
											hideLabel
										/>
										<Button
											name="intent"
											value="quantity"
											variant="ghost"
											pending={pending}
											className={styles.save}
										>
											{t('cart.change')}
										</Button>
									</>
								)}
							</CartForm>
						</details>
					)}
					<CartForm id={`remove-${id}`} anchor="cart" className={styles.remove}>
						{({ pending }) => (
							<>
								<input type="hidden" name="line" value={id} />
								<button
									type="submit"
									name="intent"
									value="remove"
									aria-busy={pending || undefined}
									aria-label={t('cart.removeOf', { product: name })}
									className={styles.removeButton}
								>
									<Sign name="close" />
								</button>
							</>
						)}
					</CartForm>
				</div>
			)}
		</>
	)
}

/** The way on, or what is still missing. */
function Checkout({ cart }: { cart: PanelView }) {
	const { t } = useI18n()
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
		<div className={styles.notReady}>
			<p id="not-ready">{t('cartPanel.notReady')}</p>
			<Obstacles cart={cart} />
			<Button type="button" disabled wide aria-describedby="not-ready">
				{t('cart.toCheckout')}
			</Button>
		</div>
	)
}

function Obstacles({ cart }: { cart: PanelView }) {
	const { t } = useI18n()
	const problem = cart.voucher?.problem
	return (
		<ul className={styles.obstacles}>
			{cart.hold === 'lost' && <li>{t('cart.lost')}</li>}
			{problem && <li>{sentence(t, problem)}</li>}
			{cart.obstacles.map(({ name, productId, message, others }) => {
				const words = { name, message: sentence(t, message), others }
				return (
					<li key={`${productId} ${name} ${message.key}`}>
						<a href={`#${productId}`}>
							{others ? t('cartPanel.obstacleOthers', words) : t('cartPanel.obstacle', words)}
						</a>
					</li>
				)
			})}
		</ul>
	)
}

/** Below lg: the sum that is due now is always in sight, and the cart one tap away. */
export function CartBar({ cart }: { cart: PanelView }) {
	const { t } = useI18n()
	const { locale } = useShopping()
	if (cart.lines.length === 0) return null
	return (
		<section aria-label={t('cartPanel.bar')} data-screen-only className={styles.bar}>
			<p className={styles.due}>
				<small>{t('sums.online')}</small>
				<strong>{euros(cart.sums.online, locale)}</strong>
				<small>{t('cartPanel.ofTotal', { total: euros(cart.sums.total, locale) })}</small>
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
