import { useRef, type ReactNode } from 'react'
import { Form, NavLink, useLocation, useNavigation } from 'react-router'

import { useFocusOnNavigation } from '#app/ui/focus-on-navigation.ts'
import { pending } from '#app/ui/pending.css.ts'
import { WrittenVenueName } from '#app/ui/venue-name.tsx'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { DeskKey } from '#desk/i18n/words.ts'
import { useFocusOnFragment } from '#desk/ui/focus-on-fragment.ts'
import * as styles from '#desk/ui/frame.css.ts'
import { DeskLogo, Icon, type IconName } from '#desk/ui/icon.tsx'
import { useVenueName } from '#desk/ui/venue-name.ts'
import { unseen } from '#desk/ui/words.css.ts'

/** The member of staff who is signed in, as the head of every page shows the person. */
type FramePerson = { name: string; levelName: string }

/** An area of the desk in the navigation; `key` is the key of the keyboard that opens it. */
export type FrameEntry = { to: string; word: DeskKey; icon: IconName; key?: string }

type FrameProps = {
	person: FramePerson
	entries: FrameEntry[]
	/** The sentence at the head of every page that this shop is for practice; null in a real one. */
	banner?: string | null
	/** The links and forms in the menu of the person. */
	menu?: ReactNode
	children: ReactNode
}

/** The frame of every page for somebody who is signed in: navigation, search and the person's menu. */
export function Frame({ person, entries, banner, menu, children }: FrameProps) {
	const { t } = useDeskI18n()
	const main = useRef<HTMLElement>(null)
	const navigation = useNavigation()
	useFocusOnNavigation(main)
	useFocusOnFragment()
	return (
		<>
			<a href="#content" data-screen-only className={styles.skip}>
				{t('frame.skip')}
			</a>
			{navigation.state === 'loading' && navigation.formMethod === undefined && (
				<div data-screen-only className={pending} />
			)}
			<div className={styles.page}>
				<div className={styles.frame}>
					<Rail entries={entries} />
					<div className={styles.stage}>
						<header data-screen-only className={styles.bar}>
							<Search />
							<Person {...person}>{menu}</Person>
						</header>
						{banner && <p className={styles.banner}>{banner}</p>}
						<main ref={main} id="content" tabIndex={-1} className={styles.main}>
							{children}
						</main>
					</div>
				</div>
			</div>
		</>
	)
}

function Rail({ entries }: { entries: FrameEntry[] }) {
	const { t } = useDeskI18n()
	return (
		<nav data-screen-only className={styles.rail} aria-label={t('frame.areas')}>
			<div className={styles.railInside}>
				<NavLink to="/" end className={styles.brand}>
					<DeskLogo />
					{t('frame.desk')}
				</NavLink>
				<ul role="list" className={styles.entries}>
					{entries.map(({ to, word, icon, key }) => (
						<li key={to}>
							<NavLink to={to} end={to === '/'} aria-keyshortcuts={key} className={styles.entry}>
								<Icon name={icon} />
								{t(word)}
							</NavLink>
						</li>
					))}
				</ul>
			</div>
		</nav>
	)
}

/**
 * The search field in the head of every page. Its words are sent by POST: a name in an address would stay in logs and
 * in the history of the tablet.
 */
function Search() {
	const { t } = useDeskI18n()
	const field = useRef<HTMLInputElement>(null)
	return (
		<Form
			method="post"
			action="/bookings"
			role="search"
			className={styles.search}
			// Leaves the field, because the page with the hits takes the focus.
			onSubmit={() => field.current?.blur()}
		>
			<Icon name="search" />
			<input
				ref={field}
				name="q"
				type="search"
				aria-label={t('frame.searchLabel')}
				placeholder={t('frame.search')}
				aria-keyshortcuts="/"
				autoComplete="off"
				maxLength={100}
			/>
			<kbd aria-hidden="true">/</kbd>
			<button className={styles.searchButton} tabIndex={-1}>
				{t('frame.searchButton')}
			</button>
		</Form>
	)
}

function Person({ name, levelName, children }: FramePerson & { children: ReactNode }) {
	const { t } = useDeskI18n()
	const { pathname } = useLocation()
	return (
		<details key={pathname} className={styles.person}>
			<summary>
				<i className={styles.face} aria-hidden="true">
					{initialsOf(name)}
				</i>
				<span className={styles.personName}>
					{name}
					<small>{levelName}</small>
				</span>
				<span className={unseen}>{t('frame.person')}</span>
			</summary>
			<div className={styles.personMenu}>{children}</div>
		</details>
	)
}

function initialsOf(name: string): string {
	const words = name.trim().split(/\s+/)
	const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
	return ([...first][0] ?? '') + ([...last][0] ?? '')
}

/** A page without the frame, for somebody who is not signed in. */
export function Door({ children }: { children: ReactNode }) {
	const { t } = useDeskI18n()
	const venue = useVenueName()
	const main = useRef<HTMLElement>(null)
	useFocusOnNavigation(main)
	return (
		<div className={styles.page}>
			<div className={styles.door}>
				<p className={styles.doorBrand}>
					<DeskLogo />
					{venue ?? <WrittenVenueName />} · {t('frame.desk')}
				</p>
				<main ref={main} id="content" tabIndex={-1} className={styles.doorMain}>
					{children}
				</main>
			</div>
		</div>
	)
}
