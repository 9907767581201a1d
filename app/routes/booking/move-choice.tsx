import { Link } from 'react-router'

import * as styles from '#app/routes/booking/check-page.css.ts'
import { MoveDays, type DayCell } from '#app/routes/booking/move-days.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import * as times from '#app/ui/times-of-day.css.ts'
import { TimesOfDay } from '#app/ui/times-of-day.tsx'

export type TimeCell = { time: string; label: string; to: string; note: string | null }

/** The days and times that a booking can be moved to. `stands`: what stays until another is certain. */
export type ChooseView = {
	title: string
	stands: { title: string; text: string }
	daysTitle: string
	daysLabel: string
	days: DayCell[]
	before: { to: string; label: string } | null
	after: { to: string; label: string } | null
	timesTitle: string | null
	times: TimeCell[]
	fits: string
}

export function ChoosePage({ view }: { view: ChooseView }) {
	const { stands, days, timesTitle } = view
	return (
		<>
			<Panel title={view.daysTitle} id="days">
				<div className={stack.md}>
					<MoveDays label={view.daysLabel} days={days} before={view.before} after={view.after} />
					{timesTitle && (
						<>
							<h2 id="times" tabIndex={-1} className={styles.times}>
								{timesTitle}
							</h2>
							{view.times.length > 0 && (
								<TimesOfDay id="times" label={timesTitle} times={view.times} isWide>
									{({ to, label, note }) => (
										<Link to={to} className={times.timeOn}>
											<span className={times.time}>{label}</span>
											{note && <small>{note}</small>}
										</Link>
									)}
								</TimesOfDay>
							)}
						</>
					)}
					<p className={styles.note}>{view.fits}</p>
				</div>
			</Panel>
			<Alert kind="info" title={stands.title}>
				<p>{stands.text}</p>
			</Alert>
		</>
	)
}
