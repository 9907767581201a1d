import { Link } from 'react-router'

import type { ListedStaff } from '#app/models/staff/staff.server.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { tag, unseen } from '#desk/ui/words.css.ts'

/** The table of the staff: name and address, level, ways in, last use. A row leads to the page of its person. */
export function People({ people }: { people: ListedStaff[] }) {
	const { t } = useDeskI18n()
	return (
		<Panel flush heading={t('staff.people')}>
			<table role="table" className={`${table.table} ${table.cards} ${table.middle}`}>
				<caption className={unseen}>{t('staff.people')}</caption>
				<thead>
					<tr role="row">
						<th scope="col">{t('staff.name')}</th>
						<th scope="col">{t('staff.level')}</th>
						<th scope="col">{t('staff.wayIn')}</th>
						<th scope="col">{t('staff.seen')}</th>
					</tr>
				</thead>
				<tbody>
					{people.map((person) => (
						<tr role="row" key={person.id}>
							<th scope="row" role="rowheader" className={table.grow}>
								<Link to={`/staff/${person.id}`} className={table.name}>
									{person.name}
								</Link>
								<br />
								<small>{person.email}</small>
							</th>
							<td role="cell">{t(`level.${person.level}`)}</td>
							<td role="cell">
								<WaysIn {...person} />
							</td>
							<td role="cell">
								<Seen {...person} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</Panel>
	)
}

function WaysIn({ passkeys, hasPassword, linkUntil, endedAt }: ListedStaff) {
	const { t, locale } = useDeskI18n()
	if (endedAt) {
		const day = formatDay(endedAt, locale, 'ofYear')
		return <span className={tag.quiet}>{t('staff.ended', { day })}</span>
	}
	if (passkeys === 0 && !hasPassword) {
		const until = linkUntil && {
			day: formatDay(linkUntil, locale, 'short'),
			time: formatTime(linkUntil, locale),
		}
		return (
			<span className={tag.warning}>{until ? t('staff.openUntil', until) : t('staff.open')}</span>
		)
	}
	const ways = [
		...(passkeys > 0 ? [t('staff.passkeys', { count: passkeys })] : []),
		...(hasPassword ? [t('staff.password')] : []),
	]
	return <small>{ways.join(', ')}</small>
}

function Seen({ isHere, device, seenAt }: ListedStaff) {
	const { t, locale } = useDeskI18n()
	if (isHere) return <small>{t('staff.now', { device: device ?? '' })}</small>
	if (!seenAt) return null
	const at = `${formatDay(seenAt, locale, 'short')} ${formatTime(seenAt, locale)}`
	return <small>{device ? `${at} · ${device}` : at}</small>
}
