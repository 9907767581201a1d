import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { dayPlan, type PlannedLine } from '#app/models/order/day-plan.ts'
import { roomWords } from '#app/models/order/room-words.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { formatEndTime, formatTime } from '#app/models/venue/date-format.ts'
import { routeTo } from '#app/models/venue/route-to.ts'
import { word as kept } from '#app/ui/kept-together.css.ts'
import { ChangesNote } from '#app/ui/order/changes-note.tsx'
import * as styles from '#app/ui/order/day-plan-panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

type DayPlanPanelProps = {
	order: { lines: readonly PlannedLine[] }
	venue: {
		contact: { company: string; street: string; postcode: string; city: string }
		bring: string
		arrival: string
		changes: string[]
	}
}

/** The panel with the plan of the visit: the way there, what begins when, what to bring. */
export function DayPlanPanel({ order, venue }: DayPlanPanelProps) {
	const { t, locale } = useI18n()
	const { company, street, postcode, city } = venue.contact
	const end = visitTimes(order)?.endsAt
	return (
		<Panel title={t('success.plan.title')}>
			<ol role="list" className={styles.plan}>
				<Step title={t('success.plan.arrive')}>
					<address className={styles.address}>
						{company}, <span className={kept}>{street}</span>,{' '}
						<span className={kept}>
							{postcode} {city}
						</span>
					</address>
					<p>{venue.arrival}</p>
					<p>{t('success.plan.bring', { bring: venue.bring })}</p>
				</Step>
				{dayPlan(order).map(({ startsAt, lines }) => (
					<Step
						key={startsAt.toISOString()}
						time={formatTime(startsAt, locale)}
						title={lines.map((line) => titleOf(line, locale)).join(' · ')}
					/>
				))}
				{end && <Step time={formatEndTime(end, locale)} title={t('success.plan.end')} />}
			</ol>
			<p className={styles.ways} data-screen-only>
				<a href={routeTo(venue.contact)} rel="noreferrer" className={textLink}>
					{t('success.route')}
				</a>
				<Link to="/pages/anfahrt" className={textLink}>
					{t('layout.arrival')}
				</Link>
			</p>
			<ChangesNote changes={venue.changes} />
		</Panel>
	)
}

type StepProps = { time?: string; title: string; children?: ReactNode }

function Step({ time, title, children }: StepProps) {
	return (
		<li className={styles.step}>
			<span className={styles.time}>{time}</span>
			<div className={styles.words}>
				<strong>{title}</strong>
				{children && <div className={styles.note}>{children}</div>}
			</div>
		</li>
	)
}

/** Returns the name of a line with its room: 'Kometen-Party, Partyraum Venus'. */
function titleOf(line: PlannedLine, locale: Locale): string {
	const room = roomWords({ ...line, room: line.detail }, locale)
	return [inLocale(line.title, locale), room].filter(Boolean).join(', ')
}
