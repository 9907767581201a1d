import { useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { VoucherBox } from '#app/forms/voucher-box.tsx'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { CartView } from '#app/ui/order/cart-view.ts'
import { euros } from '#app/models/money.ts'
import { answerTo, type CartAnswer } from '#app/routes/cart/answers.ts'
import { CartLines } from '#app/routes/cart/cart-lines.tsx'
import * as styles from '#app/routes/cart/cart-page.css.ts'
import { useOneAtATime } from '#app/routes/cart/one-at-a-time.ts'
import { Refusal } from '#app/routes/cart/refusal.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { Hold } from '#app/ui/order/hold.tsx'
import * as pages from '#app/ui/page.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Sums } from '#app/ui/order/sums.tsx'

type CartPageProps = { cart: CartView | null; locale: Locale; answer: CartAnswer | null }

export function CartPage({ cart, locale, answer }: CartPageProps) {
	const { t } = useI18n()
	const isFilled = cart && cart.lines.length > 0
	return (
		<div className={pages.page} onSubmitCapture={useOneAtATime()}>
			<title>{t('cart.title')}</title>
			<meta name="robots" content="noindex" />
			<h1>{t('cart.title')}</h1>
			{answer && <Refusal answer={answer} cart={cart} locale={locale} />}
			{isFilled ? <FilledCart cart={cart} locale={locale} answer={answer} /> : <EmptyCart />}
		</div>
	)
}

function EmptyCart() {
	const { t } = useI18n()
	return (
		<div className={styles.empty}>
			<p className={styles.emptyTitle}>{t('cart.empty')}</p>
			<p>{t('cart.emptyHint')}</p>
			<LinkButton to="/">{t('cart.toShop')}</LinkButton>
		</div>
	)
}

function FilledCart({
	cart,
	locale,
	answer,
}: {
	cart: CartView
	locale: Locale
	answer: CartAnswer | null
}) {
	const { t } = useI18n()
	return (
		<div className={pages.withAside}>
			<section aria-labelledby="choice" className={styles.choice}>
				<div className={styles.head}>
					<ChoiceHeading version={cart.version} />
					{cart.day && (
						<p className={styles.day}>
							{t('cart.forDay', { day: formatDay(cart.day, locale, 'full') })}
						</p>
					)}
				</div>
				{cart.isOrdered && (
					<Alert kind="info" title={t('errors.orderRunning')}>
						<p>{t('cart.ordered')}</p>
						<LinkButton to="/checkout/overview">{t('cart.toOrder')}</LinkButton>
					</Alert>
				)}
				<CartLines cart={cart} locale={locale} answer={answer} />
				<p className={styles.note}>{t('cart.vatNote')}</p>
				<p>
					<Link to={cart.day ? `/?day=${cart.day}` : '/'}>{t('cart.addMore')}</Link>
				</p>
			</section>
			<Panel title={t('cart.summary')} className={pages.aside}>
				<div className={styles.summary}>
					<Hold cart={cart} locale={locale} returnTo="/cart" />
					<VoucherBox cart={cart} returnTo="/cart" answer={answerTo(answer, 'redeem')} />
					<Sums sums={cart.totals} locale={locale} />
					<Announcement cart={cart} locale={locale} />
					{cart.isReady && (
						<LinkButton to="/checkout/sign-in" wide>
							{t('cart.toCheckout')}
						</LinkButton>
					)}
					{!cart.isReady && !cart.isOrdered && <Obstacles cart={cart} locale={locale} />}
					<p className={styles.note}>{t('cart.methods')}</p>
				</div>
			</Panel>
		</div>
	)
}

/** What is still missing, each with the way to its line. */
function Obstacles({ cart, locale }: { cart: CartView; locale: Locale }) {
	const { t } = useI18n()
	const open = cart.lines.flatMap((line) => [
		...(line.problems.length > 0 ? [{ id: line.id, name: line.name }] : []),
		...line.groups
			.filter((group) => group.problems.length > 0)
			.map((group) => ({ id: line.id, name: group.title })),
	])
	if (open.length === 0) return <p className={styles.note}>{t('cart.notReady')}</p>
	return (
		<div className={styles.note}>
			<p>{t('cartPanel.notReady')}</p>
			<ul>
				{open.map(({ id, name }) => (
					<li key={id + name.de}>
						<a href={`#line-${id}`} className={styles.obstacle}>
							{inLocale(name, locale)}
						</a>
					</li>
				))}
			</ul>
		</div>
	)
}

/** Takes the focus when the button that changed the cart has gone with its line. */
function ChoiceHeading({ version }: { version: number }) {
	const { t } = useI18n()
	const heading = useRef<HTMLHeadingElement>(null)
	const shown = useRef(version)
	useEffect(() => {
		if (shown.current === version) return
		shown.current = version
		if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
	}, [version])
	return (
		<h2 id="choice" ref={heading} tabIndex={-1}>
			{t('cart.yourChoice')}
		</h2>
	)
}

/** The new sums in words, for those who do not see them change. */
function Announcement({ cart, locale }: { cart: CartView; locale: Locale }) {
	const { t } = useI18n()
	const { total, online, onSite } = cart.totals
	return (
		<p role="status" className={pages.visuallyHidden}>
			{t('cart.status', {
				total: euros(total, locale),
				online: euros(online, locale),
				onSite: euros(onSite, locale),
			})}
		</p>
	)
}
