import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { BookingView } from '#desk/routes/booking/booking-view.server.ts'
import * as styles from '#desk/routes/booking/booking.css.ts'
import * as facts from '#desk/ui/facts.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as words from '#desk/ui/words.css.ts'

/** The panel of the notes for colleagues on a booking. */
export function Notes({ notes }: { notes: BookingView['notes'] }) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('booking.notes.heading')}>
			{notes.length === 0 ? (
				<p className={words.soft}>{t('booking.notes.none')}</p>
			) : (
				<Log of={notes} />
			)}
		</Panel>
	)
}

/** The panel of the history of a booking, the newest first. */
export function History({ history }: { history: BookingView['history'] }) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('booking.history.heading')}>
			<Log of={history} />
		</Panel>
	)
}

function Log({ of }: { of: readonly { id: string; when: string; who: string; text: string }[] }) {
	return (
		<ol role="list" className={facts.log}>
			{of.map(({ id, when, who, text }) => (
				<li key={id}>
					<time>{when}</time>
					<span className={styles.told}>
						{text}
						<br />
						<small>{who}</small>
					</span>
				</li>
			))}
		</ol>
	)
}
