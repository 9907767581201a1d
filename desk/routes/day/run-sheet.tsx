import { now } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import type { Kitchen } from '#app/models/day-sheet/kitchen.ts'
import { partyName } from '#app/models/day-sheet/party-name.ts'
import { readDay } from '#app/models/day-sheet/read.server.ts'
import type { BookingRow, PartyRow } from '#app/models/day-sheet/rows.ts'
import { euros } from '#app/models/money.ts'
import { namesOf } from '#app/models/staff/staff.server.ts'
import { formatDay, formatHours, formatTime, formatTimes } from '#app/models/venue/date-format.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { extraWords, portionWords, roomName } from '#desk/routes/day/booking-cells.tsx'
import { ChangeLog, sinceWords } from '#desk/routes/day/changes.tsx'
import { dayOf } from '#desk/routes/day/day-of.server.ts'
import { KitchenPlace } from '#desk/routes/day/kitchen.tsx'
import { PaperTools } from '#desk/routes/day/paper-tools.tsx'
import * as paper from '#desk/routes/day/paper.css.ts'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { unbroken, unseen } from '#desk/ui/words.css.ts'

import type { Route } from './+types/run-sheet.ts'

/** Reads the day for its run sheet, which contains no telephone number and no mail address. */
export async function loader({ params }: Route.LoaderArgs) {
	const at = now()
	const view = await readDay(dayOf(params, at), null, at)
	const names = await namesOf(view.changes.map(({ who }) => who))
	return { ...view, at: at.toJSDate(), names: Object.fromEntries(names) }
}

export default function RunSheet({ loaderData }: Route.ComponentProps) {
	const words = useDeskI18n()
	const { t, locale } = words
	const { day, opening, rows, figures, kitchen, changes, since, names, at } = loaderData
	const name = formatDay(day, locale, 'full')
	return (
		<>
			<PageTitle>{t('sheet.name', { day: name })}</PageTitle>
			<PaperTools day={day} about={t('sheet.about')} />
			<div className={paper.paper}>
				<div className={paper.top}>
					<h1>{t('sheet.heading', { day: name })}</h1>
					<span>
						{t('sheet.top', {
							guests: t('today.guests', { count: figures.guests.all }),
							parties: t('today.parties', { count: figures.parties.all }),
							hours: opening.hours ? formatHours(opening.hours, locale) : t('sheet.closed'),
							time: formatTime(at, locale),
						})}
					</span>
				</div>
				{rows.parties.length > 0 && <PartyTable parties={rows.parties} />}
				<div className={paper.pair}>
					{rows.tickets.length > 0 && (
						<section>
							<h2>{t('sheet.tickets')}</h2>
							<TicketTable tickets={rows.tickets} />
						</section>
					)}
					{kitchen.rows.length > 0 && (
						<section>
							<h2>{t('sheet.kitchen')}</h2>
							<KitchenTable kitchen={kitchen} />
						</section>
					)}
				</div>
				{rows.parties.length + rows.tickets.length === 0 && <p>{t('today.nothing')}</p>}
				{changes.length > 0 && (
					<section>
						<h2>{t('sheet.changes', { since: sinceWords(since, at, words) })}</h2>
						<ChangeLog changes={changes} names={names} />
					</section>
				)}
			</div>
		</>
	)
}

function PartyTable({ parties }: { parties: PartyRow[] }) {
	const { t } = useDeskI18n()
	return (
		<div className={paper.wide} tabIndex={0} role="group" aria-label={t('sheet.parties')}>
			<table className={paper.sentences}>
				<caption className={unseen}>{t('sheet.parties')}</caption>
				<thead>
					<tr>
						<th scope="col">{t('today.table.time')}</th>
						<th scope="col">{t('today.table.party')}</th>
						<th scope="col" className={paper.number}>
							{t('today.table.guests')}
						</th>
						<th scope="col">{t('today.table.room')}</th>
						<th scope="col">{t('sheet.food')}</th>
						<th scope="col">{t('sheet.notes')}</th>
						<th scope="col" className={paper.number}>
							{t('sheet.rest')}
						</th>
						<th scope="col">{t('sheet.here')}</th>
					</tr>
				</thead>
				<tbody>
					{parties.map((party) => (
						<PartyLine key={party.id} party={party} />
					))}
				</tbody>
			</table>
		</div>
	)
}

function PartyLine({ party }: { party: PartyRow }) {
	const { t, locale } = useDeskI18n()
	const { name, startsAt, endsAt, guests, rooms, warnings, food, answers, booked, extras } = party
	const [first, ...others] = booked
	const notes = [
		...party.notes,
		...answers.map(({ text }) => t('frame.quoted', { text })),
		...others.map((portion) => portionWords(portion, locale)),
		...extras.map((extra) => extraWords(extra, locale)),
	]
	return (
		<tr>
			<th scope="row">{startsAt && endsAt && formatTimes(startsAt, endsAt, locale)}</th>
			<td>
				<b>{partyName(party)}</b>
				<br />
				<small className={paper.oneLine}>
					{[first && inLocale(first.title, locale), name].filter(Boolean).join(' · ')}
				</small>
			</td>
			<td className={paper.number}>
				<b>{guests > 0 ? guests : '–'}</b>
			</td>
			<td>
				{rooms.map((room) => (
					<div key={`${room.name.de} ${room.from.valueOf()}`} className={paper.oneLine}>
						<b>{roomName(room.name.de, inLocale(room.name, locale))}</b>{' '}
						<span className={unbroken}>{formatTimes(room.from, room.until, locale)}</span>
					</div>
				))}
			</td>
			<td>
				{warnings.map((warning) => (
					<span key={warning} className={paper.alert}>
						! {warning}
					</span>
				))}{' '}
				{food.map((portion) => portionWords(portion, locale)).join(', ')}
			</td>
			<td>{notes.join(' · ')}</td>
			<td className={paper.number}>{party.left > 0 && euros(party.left, locale)}</td>
			<td>
				<span className={paper.box} />
				<span className={unseen}>{t('sheet.here')}</span>
			</td>
		</tr>
	)
}

/**
 * The table of a day's tickets by the half hour in which they begin: the sum of the guests, and each name with its
 * guests.
 */
function TicketTable({ tickets }: { tickets: BookingRow[] }) {
	const { t, locale } = useDeskI18n()
	return (
		<table>
			<caption className={unseen}>{t('sheet.tickets')}</caption>
			<thead>
				<tr>
					<th scope="col">{t('today.table.time')}</th>
					<th scope="col" className={paper.number}>
						{t('today.table.guests')}
					</th>
					<th scope="col">{t('sheet.names')}</th>
				</tr>
			</thead>
			<tbody>
				{byHalfHour(tickets).map(([begin, rows]) => (
					<tr key={begin}>
						<th scope="row">{begin > 0 && formatTime(new Date(begin), locale)}</th>
						<td className={paper.number}>{rows.reduce((all, { guests }) => all + guests, 0)}</td>
						<td>{rows.map(({ called, guests }) => `${called} ${guests}`).join(', ')}</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}

const HALF_HOUR = 30 * 60_000

function byHalfHour(tickets: BookingRow[]): [number, BookingRow[]][] {
	const groups = new Map<number, BookingRow[]>()
	for (const ticket of tickets) {
		const begin = Math.floor((ticket.startsAt?.valueOf() ?? 0) / HALF_HOUR) * HALF_HOUR
		groups.set(begin, [...(groups.get(begin) ?? []), ticket])
	}
	return [...groups].toSorted(([one], [other]) => one - other)
}

function KitchenTable({ kitchen: { products, rows } }: { kitchen: Kitchen }) {
	const { t, locale } = useDeskI18n()
	return (
		<div className={paper.wide} tabIndex={0} role="group" aria-label={t('sheet.kitchen')}>
			<table className={paper.products}>
				<caption className={unseen}>{t('sheet.kitchen')}</caption>
				<thead>
					<tr>
						<th scope="col">{t('today.table.time')}</th>
						<th scope="col">{t('today.table.room')}</th>
						{products.map(({ productId, title }) => (
							<th key={productId} scope="col" className={paper.number}>
								{inLocale(title, locale)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map(({ at, party, quantities, warnings }) => (
						<tr key={party?.number ?? at?.valueOf()}>
							<th scope="row">{at && formatTime(at, locale)}</th>
							<td>
								<KitchenPlace party={party} />
								{warnings.map((warning) => ` ! ${warning}`)}
							</td>
							{products.map(({ productId }, index) => (
								<td key={productId} className={paper.number}>
									{quantities[index] || null}
								</td>
							))}
						</tr>
					))}
					<tr>
						<th scope="row">{t('sheet.sum')}</th>
						<td />
						{products.map(({ productId, quantity }) => (
							<td key={productId} className={paper.number}>
								<b>{quantity}</b>
							</td>
						))}
					</tr>
				</tbody>
			</table>
		</div>
	)
}
