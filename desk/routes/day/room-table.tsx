import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import * as styles from '#desk/routes/day/room-table.css.ts'
import type { CellView, TableView } from '#desk/routes/day/rooms-view.server.ts'
import { flush } from '#desk/ui/panel.css.ts'
import { unseen } from '#desk/ui/words.css.ts'

type Chosen = { room: string; at: string } | null

type TableProps = TableView & { day: string; chosen: Chosen }

/**
 * The rooms of a day as a table: a row for each room, columns of five minutes that cells span. In a narrow panel it
 * reads as a list.
 */
export function RoomTable({ day, chosen, columns, now, hours, rooms, zones }: TableProps) {
	const { t } = useDeskI18n()
	return (
		<section className={flush} aria-label={t('rooms.byTime')}>
			<div className={styles.clock}>
				<table role="table" className={styles.table} onKeyDown={goByArrows}>
					<caption className={unseen}>{t('rooms.caption')}</caption>
					<colgroup>
						<col className={styles.label} />
						<col span={columns} />
					</colgroup>
					<thead role="rowgroup">
						<tr role="row">
							<th scope="col">{t('rooms.room')}</th>
							{hours.map(({ hour, isNow }) => (
								<th key={hour} scope="col" colSpan={12} aria-current={isNow ? 'time' : undefined}>
									{t('rooms.hour', { hour })}
								</th>
							))}
						</tr>
					</thead>
					<tbody role="rowgroup">
						{rooms.map(({ id, name, seats, cells }) => (
							<tr key={id} role="row">
								<th role="rowheader" scope="row">
									{name}
									<small> {t('rooms.seats', { seats })}</small>
								</th>
								{cells.map((cell) => (
									<Cell
										key={cell.column}
										cell={cell}
										room={{ id, name }}
										day={day}
										chosen={chosen}
									/>
								))}
							</tr>
						))}
					</tbody>
					<Zones zones={zones} />
				</table>
				{now !== null && (
					<svg viewBox={`0 0 ${columns} 10`} preserveAspectRatio="none" aria-hidden="true">
						<path d={`M${now} 0v10`} vectorEffect="non-scaling-stroke" />
					</svg>
				)}
			</div>
			<Legend />
		</section>
	)
}

/** The rows of the zones below the rooms: the guests in each half hour, as a number and as a bar. */
function Zones({ zones }: Pick<TableView, 'zones'>) {
	return (
		<tbody role="rowgroup">
			{zones.map(({ id, name, capacity, loads }) => (
				<tr key={id} role="row" className={styles.load}>
					<th role="rowheader" scope="row">
						{name}
						<small> {capacity}</small>
					</th>
					{loads.map(({ time, units, tenths }) => (
						<td key={time} role="cell" colSpan={6} data-none={units === 0 || undefined}>
							<span className={styles.bars[tenths]} data-full={units >= capacity || undefined}>
								<span>
									<span className={styles.inList}>{time}: </span>
									{units}
								</span>
							</span>
						</td>
					))}
				</tr>
			))}
		</tbody>
	)
}

type CellProps = { cell: CellView; room: { id: string; name: string }; day: string; chosen: Chosen }

function Cell({ cell, room, day, chosen }: CellProps) {
	const { t } = useDeskI18n()
	const { columns } = cell
	if (cell.kind === 'none') return <td role="cell" colSpan={columns} className={styles.pad} />
	if (cell.kind === 'cleaning') {
		return (
			<td role="cell" colSpan={columns} className={styles.pad}>
				<i className={styles.cleaning}>
					<span className={unseen}>{t('rooms.cleaningUntil', { until: cell.until })}</span>
				</i>
			</td>
		)
	}
	return (
		<td role="cell" colSpan={columns}>
			{cell.kind === 'free' ? (
				<FreeTimes times={cell.times} room={room} day={day} chosen={chosen} />
			) : (
				<Taken cell={cell} />
			)}
		</td>
	)
}

type FreeProps = Omit<CellProps, 'cell'> & { times: string[] }

function FreeTimes({ times, room, day, chosen }: FreeProps) {
	const { t } = useDeskI18n()
	return (
		<ul role="list" className={styles.free} data-free={t('rooms.free')}>
			{times.map((at) => (
				<li key={at}>
					<Link
						to={`/day/${day}/rooms?${new URLSearchParams({ room: room.id, at }).toString()}#free`}
						preventScrollReset
						aria-current={(chosen?.room === room.id && chosen.at === at) || undefined}
					>
						<span>
							{at}
							<span className={unseen}> {t('rooms.freeIn', { room: room.name })}</span>
						</span>
					</Link>
				</li>
			))}
		</ul>
	)
}

type TakenView = Extract<CellView, { kind: 'booking' | 'hold' | 'block' }>

function Taken({ cell }: { cell: TakenView }) {
	const { t } = useDeskI18n()
	const time = <span className={styles.inList}>{cell.time} · </span>
	if (cell.kind === 'booking') {
		return (
			<Link to={`/bookings/${cell.number}`} className={styles.event[cell.when]}>
				<b>{cell.name}</b>
				<small>
					{time}
					{cell.about}
					{!cell.isPaid && ` · ${t('rooms.isBeingPaid')}`}
				</small>
			</Link>
		)
	}
	const isHold = cell.kind === 'hold'
	return (
		<div className={styles.event[cell.kind]}>
			<b>{t(isHold ? 'rooms.hold' : 'rooms.blocked')}</b>
			<small>
				{time}
				{isHold ? t('rooms.holdUntil', { until: cell.until }) : cell.reason}
			</small>
		</div>
	)
}

function Legend() {
	const { t } = useDeskI18n()
	return (
		<ul role="list" className={styles.legend}>
			{(['now', 'ahead', 'cleaning', 'blocked'] as const).map((what) => (
				<li key={what}>
					<i className={styles.sign[what]} />
					{t(`rooms.legend.${what}`)}
				</li>
			))}
			<li>
				<b aria-hidden="true">+</b>
				{t('rooms.legend.free')}
			</li>
		</ul>
	)
}

/**
 * Moves the focus from a link of the table with the arrow keys, to the link beside, above or below; it stays where
 * there is none.
 */
function goByArrows(event: KeyboardEvent<HTMLTableElement>) {
	const from = event.target
	if (!(from instanceof HTMLAnchorElement)) return
	const isAlong = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
	if (!isAlong && event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
	event.preventDefault()
	const step = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1
	const next = isAlong ? beside(from, step) : across(from, event.currentTarget, step)
	next?.focus()
}

function beside(from: HTMLAnchorElement, step: number): HTMLElement | undefined {
	const links = [...(from.closest('tr')?.querySelectorAll('a') ?? [])]
	return links[links.indexOf(from) + step]
}

/** Finds the link nearest to the middle of `from` in the row with links above (`step` -1) or below (`step` 1). */
function across(from: HTMLElement, table: HTMLTableElement, step: number): HTMLElement | undefined {
	const rows = [...table.querySelectorAll('tr')].filter((row) => row.querySelector('a'))
	const own = from.closest('tr')
	const links = rows[rows.findIndex((row) => row === own) + step]?.querySelectorAll('a') ?? []
	const far = (link: Element) => Math.abs(middle(link) - middle(from))
	return [...links].toSorted((one, other) => far(one) - far(other))[0]
}

function middle(element: Element): number {
	const { left, width } = element.getBoundingClientRect()
	return left + width / 2
}
