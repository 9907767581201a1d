import { Link } from 'react-router'

import type { Locale } from '#app/i18n/i18n.ts'
import type { BookingRow } from '#app/models/day-sheet/rows.ts'
import { isDone, isLeavingUnpaid } from '#app/models/day-sheet/to-do.ts'
import { formatTimes } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { portionWords, StepCell, TimeCell } from '#desk/routes/day/booking-cells.tsx'
import { fold, inset } from '#desk/ui/panel.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { soft, unseen } from '#desk/ui/words.css.ts'

/**
 * The panel of a day's tickets by time. Those that are over and paid are folded above the others, those that begin in
 * more than 90 minutes below them.
 */
export function Tickets({ tickets, at }: { tickets: BookingRow[]; at: Date }) {
	const { t, locale } = useDeskI18n()
	const over = tickets.filter(isDone)
	const rest = tickets.filter((ticket) => !isDone(ticket))
	const here = rest.filter((ticket) => !isLater(ticket, at))
	const later = rest.filter((ticket) => isLater(ticket, at))
	const toCome = tickets
		.filter(({ phase }) => phase === 'toCome')
		.reduce((guests, row) => guests + row.guests, 0)
	return (
		<Panel
			flush
			heading={t('today.tickets.heading')}
			aside={<span className={soft}>{t('today.tickets.toCome', { count: toCome })}</span>}
		>
			{tickets.length === 0 && <p className={inset}>{t('today.noTickets')}</p>}
			{over.length > 0 && (
				<details className={fold}>
					<summary>{t('today.tickets.past', { count: over.length })}</summary>
					<TicketTable tickets={over} caption={t('today.tickets.caption')} at={at} />
				</details>
			)}
			{here.length > 0 && <TicketTable tickets={here} caption={t('today.tickets.ahead')} at={at} />}
			{later.length > 0 && (
				<details className={fold}>
					<summary>
						{t('today.tickets.later', { count: later.length })}{' '}
						<small>{timesOf(later, locale)}</small>
					</summary>
					<TicketTable tickets={later} caption={t('today.tickets.caption')} at={at} />
				</details>
			)}
		</Panel>
	)
}

/** Milliseconds: tickets that begin later than this from now are folded. */
const SOON = 90 * 60_000

function isLater({ startsAt }: BookingRow, at: Date): boolean {
	return startsAt !== null && startsAt.valueOf() - at.valueOf() > SOON
}

/** Returns the first and the last beginning of tickets: '14:00–17:30'; '' where there is none. */
function timesOf(tickets: BookingRow[], locale: Locale): string {
	const begins = tickets.flatMap(({ startsAt }) => startsAt ?? [])
	const [first, last] = [begins[0], begins.at(-1)]
	return first && last ? formatTimes(first, last, locale) : ''
}

type TableProps = { tickets: BookingRow[]; caption: string; at: Date }

function TicketTable({ tickets, caption, at }: TableProps) {
	const { t } = useDeskI18n()
	return (
		<table role="table" className={`${table.table} ${table.middle} ${table.flat} ${table.cards}`}>
			<caption className={unseen}>{caption}</caption>
			<thead role="rowgroup">
				<tr role="row">
					<th scope="col">{t('today.table.time')}</th>
					<th scope="col">{t('today.table.name')}</th>
					<th scope="col" className={table.number}>
						{t('today.table.guests')}
					</th>
					<th scope="col" className={table.number}>
						{t('today.table.state')}
					</th>
				</tr>
			</thead>
			<tbody role="rowgroup">
				{tickets.map((ticket) => (
					<TicketLine key={ticket.id} ticket={ticket} at={at} />
				))}
			</tbody>
		</table>
	)
}

function TicketLine({ ticket, at }: { ticket: BookingRow; at: Date }) {
	const { t, locale } = useDeskI18n()
	const { number, called, guests, booked, food, extras, warnings, notes } = ticket
	const pieces = [...booked, ...food, ...extras].map((portion) => portionWords(portion, locale))
	return (
		<tr role="row">
			<th role="rowheader" scope="row">
				<TimeCell {...ticket} />
			</th>
			<td role="cell" className={table.grow}>
				<Link to={`/bookings/${number}`} className={table.name}>
					{called}
				</Link>
				<br />
				<small>{[...warnings, ...notes, ...pieces].join(', ')}</small>
			</td>
			<td role="cell" className={table.number} data-l={t('today.table.guests')}>
				<b>{guests > 0 ? guests : '–'}</b>
			</td>
			<td role="cell" className={`${table.number} ${table.end}`}>
				<StepCell row={ticket} look={isLeavingUnpaid(ticket, at) ? 'now' : 'calm'} />
			</td>
		</tr>
	)
}
