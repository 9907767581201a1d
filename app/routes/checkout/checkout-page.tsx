import type { ReactNode } from 'react'

import { CartChanges } from '#app/forms/cart-changes.tsx'
import { Hold } from '#app/forms/hold.tsx'
import { PageTitle } from '#app/forms/page-title.tsx'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import * as styles from '#app/routes/checkout/checkout-page.css.ts'
import { page as overview } from '#app/routes/checkout/overview.css.ts'
import { LinkButton } from '#app/ui/button.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { ShortLines } from '#app/ui/order/short-lines.tsx'
import { Sums } from '#app/ui/order/sums.tsx'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Progress } from '#app/ui/progress.tsx'

const steps = ['signIn', 'address', 'overview', 'done'] as const
const paths = {
	signIn: '/checkout/sign-in',
	address: '/checkout/address',
	overview: '/checkout/overview',
	done: null,
} as const

type CheckoutPageProps = {
	step: (typeof steps)[number]
	/** True when the customer is signed in: the step of signing in then gets no link. */
	isSignedIn?: boolean
	title: string
	lead?: ReactNode
	children: ReactNode
}

/**
 * Frames a step of the checkout with the list of steps and a heading, or `lead` in its place. The step `done` has no
 * links back.
 */
export function CheckoutPage(props: CheckoutPageProps) {
	const { step, isSignedIn = false, title, lead, children } = props
	const { t } = useI18n()
	const at = steps.indexOf(step)
	const shown = steps.map((name) => {
		const leadsNowhere = step === 'done' || (name === 'signIn' && isSignedIn)
		const to = leadsNowhere ? null : paths[name]
		return { label: t(`checkout.steps.${name}`), ...(to && { to }) }
	})
	return (
		<div className={step === 'overview' ? overview : pages.page}>
			<PageTitle>{t('checkout.stepTitle', { title, step: at + 1, count: steps.length })}</PageTitle>
			<meta name="robots" content="noindex" />
			<Progress label={t('checkout.progress')} steps={shown} current={at} />
			{lead ?? <h1>{title}</h1>}
			{children}
		</div>
	)
}

type BesideCartProps = { cart: CartView; returnTo: string; children: ReactNode }

/**
 * Shows a step of the checkout beside a summary of the cart, which is always in view on large screens and folded on
 * phones.
 */
export function BesideCart({ cart, returnTo, children }: BesideCartProps) {
	const { t, locale } = useI18n()
	const short = <CartInShort cart={cart} />
	return (
		<CartChanges cart={cart} returnTo={returnTo} focus="cart">
			<div className={pages.withAside}>
				<div className={stack.xl}>
					<details className={styles.onPhones}>
						<summary className={styles.summary}>
							{t('checkout.cartInShortWith', { online: euros(cart.totals.online, locale) })}
						</summary>
						{short}
					</details>
					{children}
				</div>
				<Panel
					id="cart"
					tabIndex={-1}
					title={t('checkout.cartInShort')}
					className={`${pages.aside} ${styles.onLargeScreens}`}
				>
					{short}
				</Panel>
			</div>
		</CartChanges>
	)
}

function CartInShort({ cart }: { cart: CartView }) {
	const { t } = useI18n()
	return (
		<div className={styles.cart}>
			{cart.dayName && <p className={styles.day}>{cart.dayName}</p>}
			<ShortLines lines={cart.lines} />
			<Hold cart={cart} />
			{cart.voucher && <p>{t('cart.voucherRedeemed', { code: cart.voucher.code })}</p>}
			<Sums sums={cart.totals} />
			<LinkButton to="/cart" variant="quiet">
				{t('checkout.editCart')}
			</LinkButton>
		</div>
	)
}
