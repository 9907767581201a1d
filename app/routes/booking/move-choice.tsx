import type { ReactNode } from 'react'
import { Link } from 'react-router'

import * as page from '#app/routes/booking/check-page.css.ts'
import * as styles from '#app/routes/booking/move-choice.css.ts'
import { MoveDays, type DayCell } from '#app/routes/booking/move-days.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { button } from '#app/ui/button.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import * as times from '#app/ui/times-of-day.css.ts'
import { TimesOfDay } from '#app/ui/times-of-day.tsx'

export type TimeCell = { time: string; label: string; to: string; note: string | null }

/**
 * The data of the page with the days and times to which a booking can be moved. `stands` says that the booked time is
 * kept until another is certain.
 */
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
	/** Shown in place of the times of a day without any. */
	noTimes: string
	/**
	 * The reasons for which the booking is moved to some days by telephone alone, and the telephone number; null without
	 * such days.
	 */
	byPhone: { why: string[]; way: string; phone: string } | null
}

/**
 * Shows what stays as it is with the way back (`children`), then the days, and last the times of the chosen day, so
 * that nothing follows that they would push down (faults N44).
 */
export function ChoosePage({ view, children }: { view: ChooseView; children: ReactNode }) {
	const { stands, days, timesTitle } = view
	return (
		<>
			<Alert kind="info" title={stands.title}>
				<p>
					{stands.text} {children}
				</p>
			</Alert>
			<div className={styles.choice}>
				<Panel title={view.daysTitle} id="days">
					<div className={stack.md}>
						<p className={page.note}>{view.fits}</p>
						<MoveDays label={view.daysLabel} days={days} before={view.before} after={view.after} />
						{view.byPhone?.why.map((reason) => (
							<p key={reason} className={page.note}>
								{reason}
							</p>
						))}
						{view.byPhone && (
							<p>
								{view.byPhone.way} <PhoneLink phone={view.byPhone.phone} className={button.ghost} />
							</p>
						)}
						{timesTitle && (
							<>
								<h2 id="times" tabIndex={-1} className={styles.times}>
									{timesTitle}
								</h2>
								{view.times.length > 0 ? (
									<TimesOfDay id="times" label={timesTitle} times={view.times} isWide>
										{({ to, label, note }) => (
											<Link to={to} className={times.timeOn}>
												<span className={times.time}>{label}</span>
												{note && <small>{note}</small>}
											</Link>
										)}
									</TimesOfDay>
								) : (
									<p>{view.noTimes}</p>
								)}
							</>
						)}
					</div>
				</Panel>
			</div>
		</>
	)
}
