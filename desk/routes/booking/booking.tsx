import { Outlet, useLocation } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import {
	bookingView,
	type Act,
	type BookingView,
} from '#desk/routes/booking/booking-view.server.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import { doneWords } from '#desk/routes/booking/done-words.server.ts'
import { dossierOf } from '#desk/routes/booking/dossier.server.ts'
import { Letters } from '#desk/routes/booking/letter-list.tsx'
import { Lines } from '#desk/routes/booking/lines.tsx'
import { LinkPanel } from '#desk/routes/booking/link-panel.tsx'
import { History, Notes } from '#desk/routes/booking/log.tsx'
import { Papers } from '#desk/routes/booking/papers.tsx'
import { Till } from '#desk/routes/booking/till.tsx'
import { LinkButton } from '#desk/ui/button.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import * as panels from '#desk/ui/panel.css.ts'
import * as words from '#desk/ui/words.css.ts'

import type { Route } from './+types/booking.ts'

/**
 * Reads a booking with all that its page shows, and the sentence about the action in `?done=`. The forms of actions
 * open above the booking's lines, in the page's outlet.
 */
export async function loader({ params, context, url }: Route.LoaderArgs) {
	const dossier = await dossierOf(context, params.number)
	return {
		view: await bookingView(dossier),
		done: doneWords(dossier, url.searchParams.get('done')),
	}
}

/** Reloads the booking after every form, also after a refused one, because others change it meanwhile. */
export function shouldRevalidate() {
	return true
}

export default function Booking({ loaderData: { view, done } }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	return (
		<>
			<PageTitle>{t('booking.title', { number: view.head.number })}</PageTitle>
			<Head view={view} />
			{done && (
				<p role="status" className={words.note.ok}>
					{done}
				</p>
			)}
			<div className={panels.columnsWideSide}>
				<div className={panels.stack}>
					<Outlet />
					{view.link && <LinkPanel link={view.link} />}
					<Lines lines={view.lines} />
					{view.till.length > 0 && <Till rows={view.till} />}
				</div>
				<div className={panels.stack}>
					<Notes notes={view.notes} />
					<Letters letters={view.letters} number={view.head.number} />
					<Papers papers={view.papers} />
					<History history={view.history} />
				</div>
			</div>
		</>
	)
}

function Head({ view: { head, acts, whoCan } }: { view: BookingView }) {
	const { t } = useDeskI18n()
	return (
		<section className={panels.panel} aria-labelledby="who">
			<div className={styles.call}>
				<div>
					<h1 id="who">{head.heading}</h1>
					<p>
						<b>{head.when}</b>
						{head.guests && ` · ${head.guests}`} ·{' '}
						<span className={head.isOver ? words.tag.danger : words.tag.quiet}>{head.state}</span>
					</p>
					{head.rooms.length > 0 && <p className={words.soft}>{head.rooms.join(' · ')}</p>}
					{head.answers.map((answer) => (
						<p key={answer}>
							<span className={words.tag.warning}>{answer}</span>
						</p>
					))}
					<p>
						{head.person}
						{head.contact && ` (${head.contact})`}
						{head.phones.map(({ text, to }) => (
							<a key={to} href={to} className={styles.phone}>
								{text}
							</a>
						))}
						{head.email && (
							<a href={`mailto:${encodeURIComponent(head.email)}`} className={styles.phone}>
								{head.email}
							</a>
						)}
					</p>
				</div>
				<div className={styles.money}>
					<p className={words.soft}>{t('booking.rest')}</p>
					<p className={head.hasRest ? styles.rest : styles.restDone}>{head.rest}</p>
					{head.tooMuch && <p className={words.warning}>{head.tooMuch}</p>}
					<p className={words.soft}>{head.paid}</p>
					<p className={words.soft}>{t('booking.number', { number: head.number })}</p>
				</div>
			</div>
			<Acts acts={acts} />
			{whoCan && <p className={words.soft}>{whoCan}</p>}
		</section>
	)
}

function Acts({ acts }: { acts: Act[] }) {
	const { t } = useDeskI18n()
	const { pathname } = useLocation()
	return (
		<nav className={styles.acts} aria-label={t('booking.acts.heading')} data-screen-only>
			{acts.map(({ to, word, name }, index) => (
				<LinkButton
					key={to}
					to={`${to}#form`}
					look={index === 0 && (name === 'rest' || name === 'payBack') ? 'main' : 'calm'}
					aria-current={pathname === to ? 'page' : undefined}
				>
					{t(word)}
				</LinkButton>
			))}
		</nav>
	)
}
