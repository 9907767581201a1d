import { Form, Link } from 'react-router'

import type { ListedAct } from '#app/models/staff/acts.server.ts'
import type { ListedStaff } from '#app/models/staff/staff.server.ts'
import { levels } from '#app/models/staff/staff.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { dayOf } from '#app/models/venue/day.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { DeskWords } from '#desk/i18n/words.ts'
import { eventWords } from '#desk/routes/staff/event-words.ts'
import { row } from '#desk/ui/button.css.ts'
import { Button } from '#desk/ui/button.tsx'
import * as form from '#desk/ui/form.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { unseen } from '#desk/ui/words.css.ts'

type ActsProps = { acts: ListedAct[]; people: ListedStaff[]; of: string }

/** The panel of the newest acts of everybody or of one person, the newest first. */
export function Acts({ acts, people, of }: ActsProps) {
	const words = useDeskI18n()
	const { t, locale } = words
	return (
		<Panel flush heading={t('staff.acts')} aside={<Filter people={people} of={of} />}>
			<table role="table" className={`${table.table} ${table.cards}`}>
				<caption className={unseen}>{t('staff.acts')}</caption>
				<thead>
					<tr role="row">
						<th scope="col">{t('staff.when')}</th>
						<th scope="col">{t('staff.who')}</th>
						<th scope="col">{t('staff.what')}</th>
						<th scope="col">{t('staff.booking')}</th>
					</tr>
				</thead>
				<tbody>
					{acts.map((act) => (
						<tr role="row" key={`${act.at.valueOf()} ${act.who} ${act.verb ?? act.event}`}>
							<th scope="row" role="rowheader">
								{formatDay(dayOf(act.at), locale, 'short')} {formatTime(act.at, locale)}
							</th>
							<td role="cell">
								{act.who ?? t('staff.commandLine')}
								{act.device && <small> · {act.device}</small>}
							</td>
							<td role="cell" className={table.whole}>
								{sentenceOf(act, words)}
							</td>
							<td role="cell">
								{act.order && (
									<Link to={`/bookings/${act.order.number}`} className={table.name}>
										{act.order.name || act.order.number}
									</Link>
								)}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</Panel>
	)
}

function sentenceOf({ verb, values, event }: ListedAct, words: DeskWords): string {
	if (verb === null) return eventWords(event ?? '', words)
	const level = levels.find((one) => one === values['level'])
	return words.t(`acts.${verb}`, { ...values, ...(level && { level: words.t(`level.${level}`) }) })
}

function Filter({ people, of }: Pick<ActsProps, 'people' | 'of'>) {
	const { t } = useDeskI18n()
	return (
		<Form method="get" action="/staff" className={row}>
			<select
				name="of"
				aria-label={t('staff.filterLabel')}
				defaultValue={of}
				className={form.control}
			>
				<option value="">{t('staff.everybody')}</option>
				{people.map(({ id, name }) => (
					<option key={id} value={id}>
						{name}
					</option>
				))}
			</select>
			<Button look="calm">{t('staff.filter')}</Button>
		</Form>
	)
}
