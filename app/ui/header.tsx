import type { FormEvent, ReactNode } from 'react'
import { Link, NavLink, useLocation, useMatches } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { EnterButton } from '#app/ui/enter-button.tsx'
import * as styles from '#app/ui/header.css.ts'
import { Logo } from '#app/ui/logo.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** The first link that the keyboard reaches on a page: it leads past the header to the content. */
export function SkipLink() {
	const { t } = useI18n()
	return (
		<a href="#content" className={styles.skip}>
			{t('layout.skipToContent')}
		</a>
	)
}

/**
 * `name`: the venue's; `cartCount`: the number of things in the cart; `signedIn`: the customer's first name, null for a
 * guest.
 */
type HeaderProps = { name: ReactNode; cartCount: number; signedIn: string | null }

export function Header({ name, cartCount, signedIn }: HeaderProps) {
	const { t } = useI18n()
	return (
		<header className={styles.header}>
			<Link viewTransition to="/" className={styles.logo}>
				<Logo className={styles.mark} />
				{name}
			</Link>
			<nav className={styles.nav} aria-label={t('layout.mainNavigation')}>
				<ul role="list" className={styles.links}>
					<Ways cartCount={cartCount} signedIn={signedIn} />
					<li>
						<LanguageSwitch />
					</li>
				</ul>
			</nav>
		</header>
	)
}

function Ways({ cartCount, signedIn }: Omit<HeaderProps, 'name'>) {
	const { t } = useI18n()
	return (
		<>
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
		</>
	)
}

/** The header's link to the account, with the customer's name; for a guest to the login page, which leads back here. */
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

/**
 * The button that loads a whole new page in the other language. Where a page has a form whose values are to be kept,
 * the button belongs to that form, so that the values are sent along.
 */
function LanguageSwitch() {
	const { t, locale } = useI18n()
	const { pathname, search } = useLocation()
	const form = useMatches().map(keptFormOf).find(Boolean)
	const other =
		locale === 'de-DE'
			? ({ locale: 'en-EN', lang: 'en', code: 'EN' } as const)
			: ({ locale: 'de-DE', lang: 'de', code: 'DE' } as const)
	const fields = (
		<>
			<input type="hidden" name="returnTo" form={form?.id} value={pathname + search} />
			<button
				type="submit"
				form={form?.id}
				{...toLanguage(other.locale)}
				lang={other.lang}
				className={styles.item}
				aria-label={t('layout.otherLanguage')}
			>
				{other.code}
			</button>
		</>
	)
	if (!form) return <form onSubmit={backHere}>{fields}</form>
	return (
		<>
			{/* Enter presses this button. Where Enter is not to send the form, it loads this page again in the language it
			    has. */}
			<EnterButton form={form.id} {...(!form.byEnter && toLanguage(locale))} />
			{fields}
		</>
	)
}

/**
 * Makes the form lead back to the browser's current address, into which a page may have written the values of its
 * fields.
 */
function backHere({ currentTarget }: FormEvent<HTMLFormElement>) {
	const returnTo = currentTarget.elements.namedItem('returnTo')
	const { pathname, search } = window.location
	if (returnTo instanceof HTMLInputElement) returnTo.value = pathname + search
}

/** Returns the attributes of a button that posts its form to `/locale`, which leads to the page in that language. */
function toLanguage(locale: Locale) {
	return {
		formMethod: 'post',
		formAction: '/locale',
		formNoValidate: true,
		name: 'locale',
		value: locale,
	}
}

/**
 * The form whose typed values a change of the language keeps, as the page's loader names it: its id, and whether Enter
 * sends it.
 */
export type KeptForm = { id: string; byEnter: boolean }

function keptFormOf({ loaderData }: { loaderData: unknown }): KeptForm | null {
	const isKept = typeof loaderData === 'object' && loaderData !== null && 'keptForm' in loaderData
	return isKept ? (loaderData.keptForm as KeptForm | null) : null
}
