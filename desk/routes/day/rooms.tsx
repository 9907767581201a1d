import { randomUUID } from 'node:crypto'

import { Form } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { findClosingOf } from '#app/models/booking/close-day.server.ts'
import { listBlockSeries } from '#app/models/capacity/block-series.server.ts'
import { hoursOf } from '#app/models/capacity/block-times.server.ts'
import { findBlock } from '#app/models/capacity/block.server.ts'
import { roomsByTime } from '#app/models/capacity/rooms-by-time.ts'
import { listTakenPlaces } from '#app/models/capacity/taken.server.ts'
import { readStrip } from '#app/models/day-sheet/strip.server.ts'
import { namesOf } from '#app/models/staff/staff.server.ts'
import { isAtLeast } from '#app/models/staff/staff.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { timeAt, today } from '#app/models/venue/day.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOf } from '#desk/middleware/staff.server.ts'
import { dayOf } from '#desk/routes/day/day-of.server.ts'
import { DayStrip } from '#desk/routes/day/day-strip.tsx'
import { ChosenTime } from '#desk/routes/day/room-chosen.tsx'
import { RoomTable } from '#desk/routes/day/room-table.tsx'
import { chosenIn } from '#desk/routes/day/rooms-chosen.server.ts'
import {
	blockView,
	seriesView,
	tableView,
	type BlockView,
} from '#desk/routes/day/rooms-view.server.ts'
import { link } from '#desk/ui/button.css.ts'
import { LinkButton } from '#desk/ui/button.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { even, panel } from '#desk/ui/panel.css.ts'
import { Panel, Title } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { note, soft } from '#desk/ui/words.css.ts'

import type { Route } from './+types/rooms.ts'

/**
 * `live`: the page reloads itself, every 15 seconds with scripts and every 60 without, because others change the day.
 */
export const handle = { live: true }

/**
 * Reads the rooms of a day by time, its blocks, the free time that the address chooses, and the block that was just
 * made or lifted (`?block=`).
 */
export async function loader({ params, request, context }: Route.LoaderArgs) {
	const [venue, locale, at] = [currentVenue(), localeOf(context), now()]
	const day = dayOf(params, at)
	const { searchParams } = new URL(request.url)
	const [taken, blocks, closing, done, strip] = await Promise.all([
		listTakenPlaces(day),
		listBlockSeries(day),
		findClosingOf(day),
		findBlock(searchParams.get('block')),
		readStrip(day),
	])
	const actors = [...blocks, ...(closing ? [closing] : []), ...(done ? [done] : [])]
	const names = await namesOf(actors.map(({ actor }) => actor))
	const isShut = openingOn(venue.calendar, day).hours === null
	const hours = isShut ? null : hoursOf(day)
	const layout = roomsByTime(venue.resources, { taken, hours, now: at.toMillis() })
	const isToday = day === today(at)
	return {
		day,
		dayName: formatDay(day, locale, 'full'),
		today: today(at),
		strip,
		time: isToday ? timeAt(at) : null,
		table: tableView(layout, { venue, taken, locale }),
		newCart: randomUUID(),
		chosen: chosenIn(searchParams, { venue, day, layout, locale, loads: taken, now: at }),
		blocks: seriesView(venue, blocks, { names, locale }),
		done: done && {
			...blockView(venue, done, { names, locale }),
			isLifted: done.endedAt !== null,
			more: moreDays(searchParams.get('days')),
		},
		isShut,
		closing: closing && { reason: closing.reason, hours: closing.override.hours },
		mayChange: isAtLeast(staffOf(context), 'shift') && day >= today(at),
	}
}

/** Returns the number of days besides the first on which a block was just made, from `?days=`; 0 for any other text. */
function moreDays(days: string | null): number {
	return /^[1-9]\d?$/.test(days ?? '') ? Number(days) - 1 : 0
}

type Data = Route.ComponentProps['loaderData']

export default function Rooms({ loaderData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { day, dayName, time, mayChange, closing, done, chosen } = loaderData
	return (
		<>
			<PageTitle>{t('rooms.name', { day: dayName })}</PageTitle>
			<Title
				heading={t('rooms.name', { day: dayName })}
				about={time && t('rooms.asOf', { time })}
				actions={
					mayChange && (
						<>
							<LinkButton look="calm" to={`/day/${day}/block`}>
								{t('rooms.block')}
							</LinkButton>
							<LinkButton look="calm" to={`/day/${day}/close`}>
								{t(closing ? 'rooms.closed' : 'rooms.close')}
							</LinkButton>
						</>
					)
				}
			/>
			<DayStrip day={day} today={loaderData.today} days={loaderData.strip} page="rooms" />
			{done && (
				<p role="status" className={note.ok}>
					{t(done.isLifted ? 'rooms.isLifted' : 'rooms.isBlocked', {
						room: done.room,
						day: done.dayName,
						time: done.time,
					})}
					{done.more > 0 && ` ${t('rooms.andMoreDays', { count: done.more })}`}
				</p>
			)}
			{closing && (
				<p className={note.act}>
					{closing.hours
						? t('rooms.dayHasHours', { ...closing.hours, reason: closing.reason ?? '' })
						: t('rooms.dayIsClosed', { reason: closing.reason ?? '' })}
				</p>
			)}
			{loaderData.isShut && !closing && <p className={note.plain}>{t('rooms.shut')}</p>}
			{loaderData.table.columns > 0 && (
				<RoomTable {...loaderData.table} day={day} chosen={chosen} />
			)}
			<div className={even}>
				{chosen && <ChosenTime {...loaderData} chosen={chosen} />}
				<Blocks {...loaderData} />
			</div>
		</>
	)
}

function Blocks({ day, blocks, mayChange }: Pick<Data, 'day' | 'blocks' | 'mayChange'>) {
	const { t } = useDeskI18n()
	if (blocks.length === 0) {
		return (
			<div className={panel}>
				<p className={soft}>{t('rooms.noBlocks')}</p>
			</div>
		)
	}
	return (
		<Panel
			flush
			heading={t('rooms.blocks')}
			aside={<span className={soft}>{t('rooms.fromThisDay')}</span>}
		>
			<table className={`${table.table} ${table.middle}`}>
				<thead>
					<tr>
						<th scope="col">{t('rooms.room')}</th>
						<th scope="col">{t('rooms.reason')}</th>
						{mayChange && <td />}
					</tr>
				</thead>
				<tbody>
					{blocks.map((block) => (
						<BlockRow key={block.id} day={day} mayChange={mayChange} block={block} />
					))}
				</tbody>
			</table>
		</Panel>
	)
}

type BlockRowProps = Pick<Data, 'day' | 'mayChange'> & { block: BlockView }

function BlockRow({ day, mayChange, block }: BlockRowProps) {
	const { t } = useDeskI18n()
	const { id, room, places, reason, by, madeOn, time, more } = block
	const name = places === null ? room : t('rooms.placesOf', { room, places })
	return (
		<tr>
			<th scope="row">
				<b>{name}</b>
				<br />
				<small>{block.day === day ? time : `${block.dayName}, ${time}`}</small>
				{more && (
					<>
						<br />
						<small>{t('rooms.andMore', more)}</small>
					</>
				)}
			</th>
			<td>
				{reason}
				<br />
				<small>{by === null ? madeOn : t('rooms.by', { by, on: madeOn })}</small>
			</td>
			{mayChange && (
				<td className={table.number}>
					<Form method="post" action={`/day/${day}/lift`}>
						<input type="hidden" name="block" value={id} />
						<button className={link} aria-label={t('rooms.liftOf', { name, time })}>
							{t('rooms.lift')}
						</button>
						{more && (
							<button
								className={link}
								name="series"
								value="later"
								aria-label={t('rooms.liftAllOf', { name, time, count: more.count + 1 })}
							>
								{t('rooms.liftAll', { count: more.count + 1 })}
							</button>
						)}
					</Form>
				</td>
			)}
		</tr>
	)
}
