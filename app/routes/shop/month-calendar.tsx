import { useI18n } from '#app/i18n/use-i18n.ts'
import type { DayView, MonthView } from '#app/routes/shop/calendar-view.ts'
import { DayLink } from '#app/routes/shop/day-link.tsx'
import * as styles from '#app/routes/shop/month-calendar.css.ts'
import { useSearchLink } from '#app/routes/shop/shopping.ts'
import { LinkButton } from '#app/ui/button.tsx'

/** A month as a table; each day that can be booked is a link, and every one of them says how it is. */
export function MonthCalendar({ month }: { month: MonthView }) {
	const { t } = useI18n()
	const linkTo = useSearchLink('day')
	return (
		<div className={styles.month}>
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
					{month.weeks.map((days) => (
						<tr key={days.find((day) => day !== null)?.day}>
							{days.map((day, index) => (
								<td key={day?.day ?? month.weekdays[index]?.short} className={styles.cell}>
									{day && (
										<DayLink day={day} look={styles}>
											<DayWords day={day} />
										</DayLink>
									)}
								</td>
							))}
						</tr>
					))}
				</tbody>
			</table>
			<div className={styles.turns}>
				{month.before ? (
					<LinkButton variant="quiet" to={linkTo({ month: month.before })} preventScrollReset>
						{t('shop.day.monthBefore')}
					</LinkButton>
				) : (
					<span />
				)}
				{month.after && (
					<LinkButton variant="quiet" to={linkTo({ month: month.after })} preventScrollReset>
						{t('shop.day.monthAfter')}
					</LinkButton>
				)}
			</div>
			{/* On phones the days have room for a mark, not for a word: here are the words. */}
			<ul role="list" aria-hidden="true" className={styles.legend}>
				{(['free', 'few', 'full', 'rest'] as const).map((mark) => (
					<li key={mark} className={styles.legendItem[mark]}>
						<span className={styles.dot[mark]} />
						{t(`shop.marks.${mark}`)}
					</li>
				))}
			</ul>
		</div>
	)
}

function DayWords({ day }: { day: DayView }) {
	const { t } = useI18n()
	return (
		<>
			<span className={styles.fullName}>{day.name}: </span>
			<span aria-hidden="true" className={styles.date}>
				{day.date}
			</span>
			<span aria-hidden="true" className={styles.dot[day.mark]} />
			<span className={styles.word[day.mark]}>{t(`shop.marks.${day.mark}`)}</span>
		</>
	)
}
