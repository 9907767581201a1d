import { Link } from 'react-router'

import { inLocale } from '#app/i18n/i18n.ts'
import type { DayChange } from '#app/models/day-sheet/changes.ts'
import { partyName } from '#app/models/day-sheet/party-name.ts'
import type { PartyRow } from '#app/models/day-sheet/rows.ts'
import { isDone, isLeavingUnpaid } from '#app/models/day-sheet/to-do.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { NotesCell, RoomCell, StepCell, TimeCell } from '#desk/routes/day/booking-cells.tsx'
import { Changes } from '#desk/routes/day/changes.tsx'
import { fold, inset } from '#desk/ui/panel.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { large, unseen } from '#desk/ui/words.css.ts'

type PartiesProps = {
	day: Day
	parties: PartyRow[]
	changes: DayChange[]
	since: Date
	names: Record<string, string>
	at: Date
}

/** The panel of a day's parties by time. Those that are over and paid are folded below the others. */
export function Parties({ parties, at, ...changed }: PartiesProps) {
	const { t } = useDeskI18n()
	const over = parties.filter(isDone)
	const here = parties.filter((party) => !isDone(party))
	return (
		<Panel flush heading={t('today.figures.parties')} aside={<Changes {...changed} at={at} />}>
			{parties.length === 0 && <p className={inset}>{t('today.noParties')}</p>}
			{here.length > 0 && <PartyTable parties={here} caption={t('today.table.here')} at={at} />}
			{over.length > 0 && (
				<details className={fold}>
					<summary>
						{t('today.table.over', { count: over.length })}{' '}
						<small>
							{t('today.table.allPaid', { names: over.map(({ called }) => called).join(', ') })}
						</small>
					</summary>
					<PartyTable parties={over} caption={t('today.table.over')} at={at} />
				</details>
			)}
		</Panel>
	)
}

function PartyTable({ parties, caption, at }: { parties: PartyRow[]; caption: string; at: Date }) {
	const { t } = useDeskI18n()
	return (
		<table role="table" className={`${table.table} ${table.cards}`}>
			<caption className={unseen}>{caption}</caption>
			<thead role="rowgroup">
				<tr role="row">
					<th scope="col">{t('today.table.time')}</th>
					<th scope="col">{t('today.table.party')}</th>
					<th scope="col" className={table.number}>
						{t('today.table.guests')}
					</th>
					<th scope="col">{t('today.table.room')}</th>
					<th scope="col">{t('today.table.kitchen')}</th>
					<th scope="col" className={table.number}>
						{t('today.table.step')}
					</th>
				</tr>
			</thead>
			<tbody role="rowgroup">
				{parties.map((party) => (
					<PartyLine key={party.id} party={party} at={at} />
				))}
			</tbody>
		</table>
	)
}

function PartyLine({ party, at }: { party: PartyRow; at: Date }) {
	const { t, locale } = useDeskI18n()
	const { number, name, booked, guests, rooms } = party
	const [first] = booked
	return (
		<tr role="row">
			<th role="rowheader" scope="row">
				<TimeCell {...party} />
			</th>
			<td role="cell" className={table.grow}>
				<Link to={`/bookings/${number}`} className={table.name}>
					{partyName(party)}
				</Link>
				<br />
				<small>{[first && inLocale(first.title, locale), name].filter(Boolean).join(' · ')}</small>
			</td>
			<td role="cell" className={table.number} data-l={t('today.table.guests')}>
				<span className={large}>{guests > 0 ? guests : '–'}</span>
			</td>
			<td role="cell" data-l={t('today.table.room')}>
				<RoomCell rooms={rooms} />
			</td>
			<td role="cell" className={table.whole}>
				<NotesCell row={party} />
			</td>
			<td role="cell" className={`${table.number} ${table.end}`}>
				<StepCell row={party} look={isLeavingUnpaid(party, at) ? 'now' : 'calm'} />
			</td>
		</tr>
	)
}
