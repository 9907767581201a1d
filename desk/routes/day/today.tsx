import { Link } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { kitchenAhead } from '#app/models/day-sheet/kitchen.ts'
import { readDay } from '#app/models/day-sheet/read.server.ts'
import { readStrip } from '#app/models/day-sheet/strip.server.ts'
import { namesOf } from '#app/models/staff/staff.server.ts'
import { formatDay, formatHours, formatTime } from '#app/models/venue/date-format.ts'
import { today } from '#app/models/venue/day.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { staffOf } from '#desk/middleware/staff.server.ts'
import { DayFigures } from '#desk/routes/day/day-figures.tsx'
import { dayOf } from '#desk/routes/day/day-of.server.ts'
import { DayStrip } from '#desk/routes/day/day-strip.tsx'
import { KitchenPanel } from '#desk/routes/day/kitchen.tsx'
import { Parties } from '#desk/routes/day/parties.tsx'
import { Tickets } from '#desk/routes/day/tickets.tsx'
import { ToDoList } from '#desk/routes/day/to-do.tsx'
import { LinkButton } from '#desk/ui/button.tsx'
import { Icon } from '#desk/ui/icon.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { stack } from '#desk/ui/panel.css.ts'
import { Title } from '#desk/ui/panel.tsx'

import type { Route } from './+types/today.ts'

/**
 * `live`: the page reloads itself, every 15 seconds with scripts and every 60 without, because others change the day.
 */
export const handle = { live: true }

/** Reads the day sheet of today, or of the day that the address names. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const at = now()
	const day = dayOf(params, at)
	const reader = staffOf(context).id
	const [view, strip] = await Promise.all([readDay(day, reader, at), readStrip(day)])
	const isToday = day === today(at)
	const names = await namesOf(view.changes.map(({ who }) => who))
	return {
		...view,
		kitchen: isToday ? kitchenAhead(view.kitchen, at.toJSDate()) : view.kitchen,
		strip,
		isToday,
		today: today(at),
		at: at.toJSDate(),
		names: Object.fromEntries(names),
	}
}

export default function Today({ loaderData }: Route.ComponentProps) {
	const { t, locale } = useDeskI18n()
	const { day, opening, rows, figures, toDo, kitchen, strip, isToday, at } = loaderData
	const name = formatDay(day, locale, 'full')
	const hours = opening.hours
		? formatHours(opening.hours, locale)
		: t(opening.kind === 'restDay' ? 'today.restDay' : 'today.closed')
	return (
		<>
			<PageTitle>{isToday ? t('today.name', { day: name }) : name}</PageTitle>
			<Title
				heading={name}
				about={
					<>
						{isToday && `${t('today.isToday')}, `}
						{hours} · <AsOf at={at} />
					</>
				}
				actions={
					<>
						<LinkButton look="calm" to={`/day/${day}/sheet`} aria-keyshortcuts="p">
							<Icon name="print" />
							{t('today.sheet')}
						</LinkButton>
						<LinkButton look="calm" to={`/day/${day}/signs`}>
							<Icon name="print" />
							{t('today.signs')}
						</LinkButton>
					</>
				}
			/>
			<DayStrip day={day} today={loaderData.today} days={strip} />
			<DayFigures figures={figures} isToday={isToday} />
			{toDo.length > 0 && <ToDoList toDo={toDo} at={at} />}
			<Parties {...loaderData} parties={rows.parties} />
			<div className={stack}>
				<Tickets tickets={rows.tickets} at={at} />
				<KitchenPanel kitchen={kitchen} isToday={isToday} />
			</div>
		</>
	)
}

/** The time at which the page was made and, without scripts, the link that makes it anew. */
function AsOf({ at }: { at: Date }) {
	const { t, locale } = useDeskI18n()
	return (
		<>
			{t('frame.asOf', { time: formatTime(at, locale) })}{' '}
			<noscript>
				<Link to="" reloadDocument>
					{t('frame.reload')}
				</Link>
			</noscript>
		</>
	)
}
