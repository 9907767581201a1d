import { Form, Link, redirect } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { euros } from '#app/models/money.ts'
import { findNameLike, searchOrders, type FoundOrder } from '#app/models/order/lookup.server.ts'
import { hashOfPayCode } from '#app/models/payment/pay-code.server.ts'
import { readPayCode } from '#app/models/payment/pay-link.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { addDays, today } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { typedIn } from '#desk/http/typed.server.ts'
import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import { Button } from '#desk/ui/button.tsx'
import { PageTitle } from '#desk/ui/page-title.tsx'
import { Panel, Title } from '#desk/ui/panel.tsx'
import * as table from '#desk/ui/table.css.ts'
import { soft, tag, unbroken, unseen } from '#desk/ui/words.css.ts'

import type { Route } from './+types/search.ts'

/** Days after a visit for which its names and telephone numbers are searched. */
const KEPT = 90
const MOST = 20

type FoundOrders = { asked: string; found: FoundOrder[]; meant: string | null; today: Day }

/** Finds the orders with the number in the address (`?number=`): digits, which name nobody. */
export async function loader({ request }: Route.LoaderArgs): Promise<FoundOrders> {
	const number = new URL(request.url).searchParams.get('number') ?? ''
	const day = today(now())
	if (!/^[\d-]{1,20}$/.test(number)) return { asked: '', found: [], meant: null, today: day }
	return answer(number, day)
}

/** Finds orders by the posted words, such as a name: no address and no log contains them. */
export async function action({ request }: Route.ActionArgs): Promise<FoundOrders> {
	const { q = '' } = await typedIn(request)
	return answer(q.trim().slice(0, 100), today(now()))
}

/**
 * Searches orders; without a hit also the name most like the words.
 *
 * @throws a redirect to the booking when it is the only one
 */
async function answer(asked: string, day: Day): Promise<FoundOrders> {
	const from = addDays(day, -KEPT)
	const payLink = readPayCode(asked) === null ? null : hashOfPayCode(asked)
	const found = await searchOrders(asked, { from, today: day, limit: MOST + 1, payLink })
	const [only, another] = found
	if (only && !another) throw redirect(`/bookings/${only.number}`, { status: 303 })
	const meant = only ? null : await findNameLike(asked, from)
	return { asked, found, meant, today: day }
}

export default function Search({ loaderData, actionData }: Route.ComponentProps) {
	const { t } = useDeskI18n()
	const { asked, found, meant, today } = actionData ?? loaderData
	return (
		<>
			<PageTitle>{t('search.name')}</PageTitle>
			{found.length > 0 ? (
				<>
					<Title heading={countWords(found.length, asked, t)} about={t('search.where')} />
					<Panel
						flush
						heading={t('search.bookings')}
						aside={<span className={soft}>{t('search.order')}</span>}
					>
						<Hits found={found.slice(0, MOST)} today={today} />
					</Panel>
				</>
			) : (
				<>
					<Title heading={asked ? t('search.nothing', { asked }) : t('search.empty')} />
					<Panel heading={t('search.where')}>
						{meant && (
							<Form method="post" action="/bookings">
								<p>{t('search.meant')}</p>
								<Button look="calm" name="q" value={meant}>
									{meant}
								</Button>
							</Form>
						)}
						<p>{t('search.hint')}</p>
						<p className={soft}>{t('search.forgets')}</p>
					</Panel>
				</>
			)}
		</>
	)
}

function countWords(count: number, asked: string, t: ReturnType<typeof useDeskI18n>['t']): string {
	return count > MOST
		? t('search.foundMany', { count: MOST, asked })
		: t('search.found', { count, asked })
}

function Hits({ found, today }: { found: FoundOrder[]; today: Day }) {
	const { t } = useDeskI18n()
	return (
		<table role="table" className={`${table.table} ${table.cards} ${table.middle}`}>
			<caption className={unseen}>{t('search.bookings')}</caption>
			<thead role="rowgroup">
				<tr role="row">
					<th scope="col">{t('search.day')}</th>
					<th scope="col">{t('search.who')}</th>
					<th scope="col">{t('search.what')}</th>
					<th scope="col">{t('search.found')}</th>
					<th scope="col" className={table.number}>
						{t('search.rest')}
					</th>
					<th scope="col">{t('search.state')}</th>
				</tr>
			</thead>
			<tbody role="rowgroup">
				{found.map((order) => (
					<Hit key={order.number} order={order} today={today} />
				))}
			</tbody>
		</table>
	)
}

function Hit({ order, today }: { order: FoundOrder; today: Day }) {
	const { t, locale } = useDeskI18n()
	const { number, state, name, party, title, quantity, contact, left } = order
	return (
		<tr role="row">
			<th role="rowheader" scope="row">
				<When {...order} today={today} />
			</th>
			<td role="cell">
				<Link to={`/bookings/${number}`} className={table.name}>
					{party ?? name}
				</Link>{' '}
				{party && <small>{name}</small>}
			</td>
			<td role="cell">{title && `${quantity} ${inLocale(title, locale)}`}</td>
			<td role="cell" className={table.whole}>
				{contact && <mark>{contact}</mark>} <small className={unbroken}>{number}</small>
			</td>
			<td role="cell" className={table.number}>
				{left > 0 && euros(left, locale)}
			</td>
			<td role="cell">
				<span className={tag.quiet}>{t(`search.states.${state}`)}</span>
			</td>
		</tr>
	)
}

function When({ day, startsAt, today }: Pick<FoundOrder, 'day' | 'startsAt'> & { today: Day }) {
	const { t, locale } = useDeskI18n()
	const time = startsAt ? formatTime(startsAt, locale) : ''
	if (day === null) return t('search.noDay')
	if (day === today) return <b>{t('search.today', { time })}</b>
	return [formatDay(day, locale, day.slice(0, 4) === today.slice(0, 4) ? 'ofYear' : 'long'), time]
		.filter(Boolean)
		.join(', ')
}
