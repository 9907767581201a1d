import { useI18n } from '#app/i18n/use-i18n.ts'
import * as styles from '#app/ui/opening-hours.css.ts'

/** A day of the opening hours in words: 'Samstag', '10:00–20:00 Uhr', and the reason for its hours ('Heiligabend'). */
export type ShownDay = {
	day: string
	name: string
	hours: string
	note: string | null
	isToday: boolean
}

/** The table of the week's opening hours, with today's row marked. */
export function OpeningHours({ days }: { days: readonly ShownDay[] }) {
	const { t } = useI18n()
	return (
		<table className={styles.table}>
			<caption className={styles.caption}>{t('layout.thisWeek')}</caption>
			<tbody>
				{days.map(({ day, name, hours, note, isToday }) => (
					<tr key={day} className={styles.row} aria-current={isToday ? 'date' : undefined}>
						<th scope="row" className={styles.day}>
							{name}
							{isToday && <span className={styles.today}> · {t('common.today')}</span>}
						</th>
						<td className={styles.hours}>
							{hours}
							{note && <span className={styles.note}>{note}</span>}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
