import { Link } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import { DayLink } from '#app/routes/shop/day/day-link.tsx'
import * as styles from '#app/routes/shop/day/month-calendar.css.ts'
import { useSearchLink } from '#app/routes/shop/shopping.ts'
import type { DayView, MonthView } from '#app/routes/shop/view/calendar-view.ts'
import { Sign } from '#app/ui/sign.tsx'

/**
 * The calendar of a month as a table of six weeks; each day says its mark or price, and is a link when it can be
 * chosen.
 */
export function MonthCalendar({ month }: { month: MonthView }) {
	const { t } = useI18n()
	const linkTo = useSearchLink('day')
	return (
		<div className={styles.month}>
			<nav aria-label={t('shop.day.months')} className={styles.turns}>
				<Turn
					to={month.before && linkTo({ month: month.before })}
					label={t('shop.day.monthBefore')}
				/>
				<h3 aria-hidden="true" className={styles.title}>
					{month.title}
				</h3>
				<Turn
					to={month.after && linkTo({ month: month.after })}
					label={t('shop.day.monthAfter')}
					isAfter
				/>
			</nav>
			<table className={styles.table}>
				<caption className={styles.caption}>{month.title}</caption>
				<thead>
					<tr>
						{month.weekdays.map(({ short, long }) => (
							<th key={short} scope="col" className={styles.head}>
								<abbr title={long} className={styles.weekday}>
									{short}
								</abbr>
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{month.weeks.map((days, index) => (
						<tr key={days.find((day) => day !== null)?.day ?? `row ${index}`}>
							{days.map((day, index) => (
								<td
									key={day?.day ?? month.weekdays[index]?.short}
									className={
										day?.day.startsWith(month.month ?? '') ? styles.cell : styles.otherCell
									}
								>
									{day && (
										<DayLink day={day} styles={dayStyles} then="time">
											<DayWords day={day} />
										</DayLink>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

/** A link to the month before or after. It stands above the table, so that it never moves. */
function Turn({
	to,
	label,
	isAfter = false,
}: {
	to: string | null
	label: string
	isAfter?: boolean
}) {
	if (to === null) return <span className={styles.noTurn} />
	return (
		<Link to={to} aria-label={label} preventScrollReset className={styles.turn}>
			<Sign name="arrowLeft" {...(isAfter && { className: styles.after })} />
		</Link>
	)
}

const dayStyles = { day: styles.day, dearDay: styles.dearDay, dayOff: styles.dayOff }

/**
 * Matches the zero cents of an amount, which are left out: '149,00 €' is wider than a day of the calendar on a phone.
 */
const noCents = /[.,]00(?!\d)/

function DayWords({ day }: { day: DayView }) {
	const { t, locale } = useI18n()
	const { mark, price } = day
	const amount = mark === 'free' && price !== null ? euros(price, locale) : null
	return (
		<>
			<span className={styles.fullName}>
				{amount
					? t('shop.day.spokenPrice', { name: day.name, word: t('shop.marks.free'), price: amount })
					: t('shop.day.spoken', { name: day.name, word: t(`shop.marks.${mark}`) })}
			</span>
			<span aria-hidden="true" className={styles.weekdayInList}>
				{day.weekday}
			</span>
			<span aria-hidden="true" className={styles.date}>
				{Number(day.day.slice(8))}
			</span>
			<span aria-hidden="true" className={styles.shortWord[mark]}>
				{amount?.replace(noCents, '') ??
					t(`shop.shortMarks.${mark === 'rest' || mark === 'closed' ? 'closedBriefly' : mark}`)}
			</span>
			<span aria-hidden="true" className={styles.longWord[mark]}>
				{amount ?? t(`shop.marks.${mark}`)}
			</span>
		</>
	)
}
