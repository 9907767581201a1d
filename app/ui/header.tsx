import { Link, NavLink, useLocation } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/header.css.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** The first stop of the keyboard: past everything that is on every page. */
export function SkipLink() {
	const { t } = useI18n()
	return (
		<a href="#content" className={styles.skip}>
			{t('layout.skipToContent')}
		</a>
	)
}

/** `cartCount`: how many things lie in the cart; `signedIn`: who is. */
type HeaderProps = { name: string; locale: Locale; cartCount: number; signedIn: string | null }

export function Header({ name, locale, cartCount, signedIn }: HeaderProps) {
	const { t } = useI18n()
	return (
		<header className={styles.header}>
			<Link viewTransition to="/" className={styles.logo}>
				<Logo className={styles.mark} />
				{name}
			</Link>
			<nav className={styles.nav} aria-label={t('layout.mainNavigation')}>
				<ul role="list" className={styles.links}>
					<li className={styles.wideOnly}>
						<a href="#opening-hours" className={styles.item}>
							{t('layout.openingHours')}
						</a>
					</li>
					<li className={styles.wideOnly}>
						<NavLink viewTransition to="/pages/anfahrt" className={styles.item}>
							{t('layout.arrival')}
						</NavLink>
					</li>
					<li className={styles.wideOnly}>
						<NavLink viewTransition to="/pages/faq" className={styles.item}>
							{t('layout.faq')}
						</NavLink>
					</li>
					<li>
						<AccountLink signedIn={signedIn} />
					</li>
					<li>
						<NavLink
							viewTransition
							to="/cart"
							className={styles.cart}
							aria-label={t('layout.cartWithCount', { count: cartCount })}
						>
							<Sign name="cart" className={styles.cartSign} />
							<span className={styles.cartWord}>{t('layout.cart')}</span>
							{cartCount > 0 && <span className={styles.count}>{cartCount}</span>}
						</NavLink>
					</li>
					<li>
						<LanguageSwitch locale={locale} />
					</li>
				</ul>
			</nav>
		</header>
	)
}

/** To the account, by name; or to the login page, and from there back to here. */
function AccountLink({ signedIn }: { signedIn: string | null }) {
	const { t } = useI18n()
	const { pathname, search } = useLocation()
	const isAway = pathname === '/' || pathname === '/login' || pathname === '/register'
	const login = isAway
		? '/login'
		: `/login?${new URLSearchParams({ callbackUrl: pathname + search })}`
	const label = signedIn ? t('auth.signedInAs', { name: signedIn }) : t('auth.login.title')
	return (
		<NavLink
			viewTransition
			to={signedIn ? '/account' : login}
			className={styles.item}
			aria-label={label}
		>
			<Sign name="person" className={styles.cartSign} />
			{signedIn && <span className={styles.who}>{signedIn}</span>}
		</NavLink>
	)
}

/** A whole new page, so that every word of it comes in the other language. */
function LanguageSwitch({ locale }: { locale: Locale }) {
	const { t } = useI18n()
	const { pathname, search } = useLocation()
	const other =
		locale === 'de-DE'
			? ({ locale: 'en-EN', lang: 'en', code: 'EN' } as const)
			: ({ locale: 'de-DE', lang: 'de', code: 'DE' } as const)
	return (
		<form method="post" action="/locale">
			<input type="hidden" name="returnTo" value={pathname + search} />
			<button
				type="submit"
				name="locale"
				value={other.locale}
				lang={other.lang}
				className={styles.item}
				aria-label={t('layout.otherLanguage')}
			>
				{other.code}
			</button>
		</form>
	)
}
