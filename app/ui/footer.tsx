import { Link, useLocation } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { Button } from '#app/ui/button.tsx'
import { Fact, FactLine } from '#app/ui/facts.tsx'
import * as styles from '#app/ui/footer.css.ts'
import { OpeningHours, type ShownDay } from '#app/ui/opening-hours.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'

type Contact = {
	company: string
	street: string
	postcode: string
	city: string
	phone: string
	email: string
}

/** The data that the footer shows: facts of the venue, the ways to pay, and the customer's name. */
export type FooterFacts = {
	name: string
	contact: Contact
	week: readonly ShownDay[]
	/** The ways to pay, which a shop has to name before an order begins (§ 312j (1) BGB). */
	waysToPay: readonly ProviderName[]
	/** The first name of the signed-in customer; null for a guest. */
	signedIn: string | null
}

/**
 * The footer of every page. In the checkout it shows only the links that the law demands and the button to sign out, so
 * that nothing else leads away. With `facts` null, as on the error screen, it shows these links alone.
 */
export function Footer({ facts }: { facts: FooterFacts | null }) {
	const { t } = useI18n()
	const { pathname } = useLocation()
	const isShort = /^\/(?:checkout|payment)\//.test(pathname)
	// Each page has a footer of its own by this key, which does not move there from its place on the page before.
	return (
		<footer key={pathname} className={isShort ? styles.shortFooter : styles.footer}>
			<div className={isShort ? styles.shortInner : styles.inner}>
				{facts && !isShort && (
					<section id="opening-hours" aria-labelledby="opening-hours-title" tabIndex={-1}>
						<h2 id="opening-hours-title" className={styles.heading}>
							{t('layout.openingHours')}
						</h2>
						<OpeningHours days={facts.week} />
						<Link to="/pages/oeffnungszeiten" className={styles.link}>
							{t('layout.allOpeningHours')}
						</Link>
					</section>
				)}
				{facts && !isShort && <Where {...facts} />}
				<nav aria-labelledby="legal-title">
					<h2 id="legal-title" className={isShort ? styles.shortHeading : styles.heading}>
						{t('layout.legal')}
					</h2>
					<ul role="list" className={isShort ? styles.linksInRow : styles.links}>
						{legalPages.map(({ slug, title }) => (
							<li key={slug}>
								<Link to={`/pages/${slug}`} className={styles.link}>
									{t(title)}
								</Link>
							</li>
						))}
						<li>
							<a href="/pages/agb/file" download className={styles.link}>
								{t('layout.termsFile')}
							</a>
						</li>
						<li>
							<Link to="/withdrawal" className={styles.link}>
								{t('layout.withdraw')}
							</Link>
						</li>
					</ul>
					{facts?.signedIn && <SignOut name={facts.signedIn} />}
				</nav>
			</div>
		</footer>
	)
}

/**
 * The customer's name and the button that signs out. It loads a whole new page, because everything on this one may
 * belong to the account.
 */
function SignOut({ name }: { name: string }) {
	const { t } = useI18n()
	return (
		<form method="post" action="/logout" className={styles.signOut}>
			<p>{t('auth.signedInAs', { name })}</p>
			<Button variant="ghost">{t('auth.signOut')}</Button>
		</form>
	)
}

const legalPages = [
	{ slug: 'impressum', title: 'layout.imprint' },
	{ slug: 'datenschutz', title: 'layout.privacy' },
	{ slug: 'agb', title: 'layout.terms' },
	{ slug: 'widerruf', title: 'layout.withdrawal' },
	{ slug: 'barrierefreiheit', title: 'layout.accessibility' },
] as const

function Where({ name, contact, waysToPay }: Omit<FooterFacts, 'week' | 'signedIn'>) {
	const { t } = useI18n()
	return (
		<section aria-labelledby="where-title">
			<h2 id="where-title" className={styles.heading}>
				{name}
			</h2>
			<address className={styles.address}>
				{contact.street}
				<br />
				{contact.postcode} {contact.city}
				<br />
				<PhoneLink phone={contact.phone} className={styles.link} />
				<br />
				<a href={`mailto:${contact.email}`} className={styles.link}>
					{contact.email}
				</a>
				<br />
				<Link to="/pages/anfahrt" className={styles.link}>
					{t('layout.arrival')}
				</Link>
				<br />
				<Link to="/pages/faq" className={styles.link}>
					{t('layout.questions')}
				</Link>
			</address>
			<p className={styles.ways}>
				{t('layout.waysToPay')}
				{': '}
				<FactLine>
					{waysToPay.map((way) => (
						<Fact key={way}>{t(`cart.ways.${way}`)}</Fact>
					))}
				</FactLine>
			</p>
		</section>
	)
}
