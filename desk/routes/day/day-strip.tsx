import { Link } from 'react-router'

import type { StripDay } from '#app/models/day-sheet/strip.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/day/today.css.ts'
import { Icon } from '#desk/ui/icon.tsx'
import { unseen } from '#desk/ui/words.css.ts'

/** The days of the strip; with `page` 'rooms' its links lead to the rooms of each day, without to its day sheet. */
type StripProps = { day: Day; today: Day; days: StripDay[]; page?: 'rooms' | undefined }

/** The row of links to the days around the shown one, each with its parties and guests. */
export function DayStrip({ day, today, days, page }: StripProps) {
	const { t } = useDeskI18n()
	const at = days.findIndex(({ opening }) => opening.day === day)
	const [before, after] = [days[at - 1]?.opening.day, days[at + 1]?.opening.day]
	return (
		<nav data-screen-only aria-label={t('today.days')}>
			<ol role="list" className={styles.strip}>
				<li>
					<Link to={pathOf(before ?? day, today, page)} aria-keyshortcuts="ArrowLeft">
						<Icon name="back" />
						<span className={unseen}>{t('today.dayBack')}</span>
					</Link>
				</li>
				{days.map((it) => (
					<li key={it.opening.day}>
						<StripLink {...it} isShown={it.opening.day === day} today={today} page={page} />
					</li>
				))}
				<li>
					<Link to={pathOf(after ?? day, today, page)} aria-keyshortcuts="ArrowRight">
						<Icon name="forward" />
						<span className={unseen}>{t('today.dayOn')}</span>
					</Link>
				</li>
			</ol>
		</nav>
	)
}

/**
 * The link to a day with its parties and guests. It says 'closed' or 'rest day' only on a day without bookings: a day
 * that was closed later may have some.
 */
function StripLink({
	opening,
	parties,
	guests,
	isShown,
	today,
	page,
}: StripDay & Pick<StripProps, 'today' | 'page'> & { isShown: boolean }) {
	const { t, locale } = useDeskI18n()
	const { day, hours, kind } = opening
	const isShut = hours === null && guests === 0 && parties === 0
	const weekday = formatDay(day, locale, 'weekday')
	const words = [t('today.parties', { count: parties }), t('today.guests', { count: guests })].join(
		' · ',
	)
	return (
		<Link
			to={pathOf(day, today, page)}
			aria-current={isShown ? 'date' : undefined}
			data-shut={isShut || undefined}
		>
			<b>
				<span aria-hidden="true">
					{day === today ? t('today.isToday') : weekday} {Number(day.slice(8))}
				</span>
				<span className={unseen}>
					{day === today && `${t('today.isToday')}, `}
					{formatDay(day, locale, 'full')}
				</span>
			</b>
			{isShut ? (
				<small>{t(kind === 'restDay' ? 'today.restDay' : 'today.closed')}</small>
			) : (
				<small>
					<span aria-hidden="true">{t('today.short', { parties, guests })}</span>
					<span className={unseen}>{words}</span>
				</small>
			)}
		</Link>
	)
}

function pathOf(day: Day, today: Day, page: StripProps['page']): string {
	if (page) return `/day/${day}/${page}`
	return day === today ? '/' : `/day/${day}`
}
