import type { ReactNode } from 'react'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { euros } from '#app/models/money.ts'
import * as styles from '#app/routes/checkout/checkout-page.css.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Hold } from '#app/ui/order/hold.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { whenAndWhere } from '#app/ui/order/shown-lines.ts'
import { Sums } from '#app/ui/order/sums.tsx'

const steps = ['signIn', 'address', 'overview', 'done'] as const
const paths = {
	signIn: '/checkout/sign-in',
	address: '/checkout/address',
	overview: '/checkout/overview',
	done: null,
} as const

type CheckoutPageProps = { step: (typeof steps)[number]; title: string; children: ReactNode }

/** What every step has: where one is, the way back, one heading. A step that is `done` leads nowhere back. */
export function CheckoutPage({ step, title, children }: CheckoutPageProps) {
	const { t } = useI18n()
	const shown = steps.map((name) => {
		const to = step === 'done' ? null : paths[name]
		return { label: t(`checkout.steps.${name}`), ...(to && { to }) }
	})
	return (
		<div className={pages.page}>
			<title>{title}</title>
			<meta name="robots" content="noindex" />
			<Progress label={t('checkout.progress')} steps={shown} current={steps.indexOf(step)} />
			<h1>{title}</h1>
			{children}
		</div>
	)
}

/** A step beside the cart in short: on large screens always in view, on phones one tap away. */
export function BesideCart({
	cart,
	locale,
	returnTo,
	children,
}: {
	cart: CartView
	locale: Locale
	returnTo: string
	children: ReactNode
}) {
	const { t } = useI18n()
	return (
		<div className={pages.withAside}>
			<div className={styles.step}>
				<details className={styles.onPhones}>
					<summary className={styles.summary}>
						{t('checkout.cartInShortWith', { online: euros(cart.totals.online, locale) })}
					</summary>
					<CartInShort cart={cart} locale={locale} returnTo={returnTo} />
				</details>
				{children}
			</div>
			<Panel
				title={t('checkout.cartInShort')}
				className={`${pages.aside} ${styles.onLargeScreens}`}
			>
				<CartInShort cart={cart} locale={locale} returnTo={returnTo} />
			</Panel>
		</div>
	)
}

function CartInShort({
	cart,
	locale,
	returnTo,
}: {
	cart: CartView
	locale: Locale
	returnTo: string
}) {
	const { t } = useI18n()
	return (
		<div className={styles.cart}>
			{cart.day && <p className={styles.day}>{formatDay(cart.day, locale, 'full')}</p>}
			<ul role="list" className={styles.lines}>
				{cart.lines.map((line) => (
					<li key={line.id} className={line.parentId ? styles.extra : styles.line}>
						<span>
							{line.quantity}&nbsp;× {inLocale(line.name, locale)}
							<span className={styles.note}>{whenAndWhere(line, locale)}</span>
						</span>
						<span className={styles.amount}>{euros(line.amount, locale)}</span>
					</li>
				))}
			</ul>
			<Hold cart={cart} locale={locale} returnTo={returnTo} />
			{cart.voucher && <p>{t('cart.voucherRedeemed', { code: cart.voucher.code })}</p>}
			<Sums sums={cart.totals} locale={locale} />
			<LinkButton to="/cart" variant="quiet">
				{t('checkout.editCart')}
			</LinkButton>
		</div>
	)
}
