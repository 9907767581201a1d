import { Link } from 'react-router'

import { answerTo, type CartAnswer } from '#app/forms/cart-answer.ts'
import { CartChanges, useCartChanges } from '#app/forms/cart-changes.tsx'
import { Hold } from '#app/forms/hold.tsx'
import { PageTitle } from '#app/forms/page-title.tsx'
import { VoucherBox } from '#app/forms/voucher-box.tsx'
import type { Message } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { NextFree } from '#app/models/offer/next-free.ts'
import { hasVat } from '#app/models/product/price.ts'
import { CartLines } from '#app/routes/cart/cart-lines.tsx'
import * as styles from '#app/routes/cart/cart-page.css.ts'
import { Refusal } from '#app/routes/cart/refusal.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { NextFreeTimes } from '#app/ui/next-free.tsx'
import { Booked } from '#app/ui/order/booked.tsx'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { Obstacles } from '#app/ui/order/obstacles.tsx'
import { Sums } from '#app/ui/order/sums.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sentence } from '#app/ui/sentence.tsx'
import { useWaysToPay } from '#app/ui/ways-to-pay.ts'

type CartPageProps = {
	cart: CartView | null
	/** The refusal of a change of the cart; null unless this page answers one. */
	answer: CartAnswer | null
	/** The reason why the day in the address cannot be booked; null when it can be, or none is named. */
	dayProblem: Message | null
	/** The next free times, shown where the cart is empty; else null. */
	next: NextFree | null
	/** The public id of the order just made of the cart, shown where the cart is empty; null without one. */
	booked: string | null
}

export function CartPage({ cart, answer, dayProblem, next, booked }: CartPageProps) {
	const { t } = useI18n()
	return (
		<div className={pages.page}>
			<PageTitle>{t('cart.title')}</PageTitle>
			<meta name="robots" content="noindex" />
			<h1>{t('cart.title')}</h1>
			{dayProblem && <Alert kind="warning" title={<Sentence of={dayProblem} />} />}
			<CartChanges cart={cart} returnTo="/cart" focus="choice">
				<RefusedChange cart={cart} answer={answer} />
				{cart && cart.lines.length > 0 ? (
					<FilledCart cart={cart} answer={answer} />
				) : (
					<EmptyCart next={next} booked={booked} />
				)}
			</CartChanges>
		</div>
	)
}

function RefusedChange({ cart, answer }: Pick<CartPageProps, 'cart' | 'answer'>) {
	const { refusal } = useCartChanges()
	const last = refusal ?? answer
	return last && <Refusal answer={last} cart={cart} />
}

function EmptyCart({ next, booked }: Pick<CartPageProps, 'next' | 'booked'>) {
	const { t } = useI18n()
	return (
		<div className={styles.empty}>
			{booked ? (
				<Booked publicId={booked} />
			) : (
				<>
					<p className={styles.emptyTitle}>{t('cart.empty')}</p>
					<p>{t('cart.emptyHint')}</p>
				</>
			)}
			{next && <NextFreeTimes next={next} />}
			<LinkButton to="/" {...(next && { variant: 'ghost' })}>
				{/* Beside the link 'Zur Buchung' to the booking, this link must not have the same name. */}
				{t(booked ? 'success.toShop' : 'cart.toShop')}
			</LinkButton>
		</div>
	)
}

type FilledCartProps = { cart: CartView; answer: CartAnswer | null }

function FilledCart({ cart, answer }: FilledCartProps) {
	const { t } = useI18n()
	return (
		<div className={pages.withAside}>
			<section aria-labelledby="choice" className={styles.choice}>
				<div className={styles.head}>
					<h2 id="choice" tabIndex={-1}>
						{t('cart.yourChoice')}
					</h2>
					{cart.dayName && (
						<p className={styles.day}>
							<KeptTogether text={t('cart.forDay', { day: cart.dayName })} />
						</p>
					)}
				</div>
				{cart.isOrdered && (
					<Alert kind="info" title={t('checkout.overview.running')}>
						<p>{t('cart.ordered')}</p>
						<LinkButton to="/checkout/overview">{t('cart.toOrder')}</LinkButton>
					</Alert>
				)}
				<CartLines cart={cart} answer={answer} />
				{hasVat(cart.totals.vat) && <p className={styles.note}>{t('cart.vatNote')}</p>}
				<p>
					<Link to={cart.day ? `/?day=${cart.day}` : '/'}>{t('cart.addMore')}</Link>
				</p>
			</section>
			<Panel id="cart" title={t('cart.summary')} className={pages.aside}>
				<div className={styles.summary}>
					<Hold cart={cart} />
					<VoucherBox cart={cart} answer={answerTo(answer, 'redeem')} />
					<Sums sums={cart.totals} />
					{cart.isReady && (
						<LinkButton to="/checkout/sign-in" wide>
							{t('cart.toCheckout')}
						</LinkButton>
					)}
					{!cart.isReady && !cart.isOrdered && (
						<Obstacles cart={cart} hrefOf={({ lineId }) => `#line-${lineId}`} />
					)}
					<p className={styles.note}>{t('cart.methods', { ways: useWaysToPay() })}</p>
				</div>
			</Panel>
		</div>
	)
}
