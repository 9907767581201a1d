import { Link } from 'react-router'

import { now } from '#app/gateways/clock.server.ts'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf } from '#app/middleware/account.server.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { euros } from '#app/models/money.ts'
import {
	listOrders,
	type OrderPage,
	type OrderSummary,
} from '#app/models/order/account-orders.server.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import { dayOf, today } from '#app/models/venue/day.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import * as styles from '#app/routes/account/account-page.css.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'

import type { Route } from './+types/orders.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
	const { id } = accountOf(context)
	const pageOf = (name: string) => pageNumber(url.searchParams.get(name))
	const day = today(now())
	const [upcoming, past] = await Promise.all([
		listOrders(id, 'upcoming', { page: pageOf('upcoming'), today: day }),
		listOrders(id, 'past', { page: pageOf('past'), today: day }),
	])
	return { locale: localeOf(context), upcoming, past }
}

export default function Orders({ loaderData: { locale, upcoming, past } }: Route.ComponentProps) {
	const { t } = useI18n()
	return (
		<AccountPage title={t('account.orders.title')}>
			<Listed name="upcoming" list={upcoming} other={`past=${past.page}`} locale={locale} />
			<Listed name="past" list={past} other={`upcoming=${upcoming.page}`} locale={locale} />
		</AccountPage>
	)
}

type ListedProps = {
	name: 'upcoming' | 'past'
	list: OrderPage
	/** The page of the other list, which stays as it is. */
	other: string
	locale: Locale
}

function Listed({ name, list: { orders, page, hasMore }, other, locale }: ListedProps) {
	const { t } = useI18n()
	return (
		<Panel title={t(`account.orders.${name}`)} id={name}>
			{orders.length === 0 ? (
				<p className={styles.note}>{t(`account.orders.none.${name}`)}</p>
			) : (
				<ul role="list" className={styles.list}>
					{orders.map((order) => (
						<li key={order.publicId} className={styles.item}>
							<OrderLink order={order} locale={locale} />
						</li>
					))}
				</ul>
			)}
			{(page > 1 || hasMore) && (
				<nav className={styles.item} aria-label={t(`account.orders.${name}`)}>
					{page > 1 && (
						<LinkButton to={`?${name}=${page - 1}&${other}#${name}`} variant="quiet">
							{t('account.orders.newer')}
						</LinkButton>
					)}
					{hasMore && (
						<LinkButton to={`?${name}=${page + 1}&${other}#${name}`} variant="quiet">
							{t('account.orders.older')}
						</LinkButton>
					)}
				</nav>
			)}
		</Panel>
	)
}

function OrderLink({ order, locale }: { order: OrderSummary; locale: Locale }) {
	const { t } = useI18n()
	const { startsAt, endsAt, onSite } = order
	const day = formatDay(order.day ?? dayOf(order.createdAt), locale, 'long')
	const time = startsAt && endsAt ? `, ${formatTimeRange(startsAt, endsAt, locale)}` : ''
	return (
		<Link to={`/account/orders/details/${order.publicId}`} className={styles.way}>
			<span className={styles.name}>
				{order.quantity}&nbsp;× {inLocale(order.title, locale)}
			</span>
			<span className={styles.note}>
				{day}
				{time}
			</span>
			<span className={styles.note}>
				{euros(order.total, locale)}
				{onSite > 0 && ` · ${t('account.orders.onSite', { amount: euros(onSite, locale) })}`}
				{` · ${t(`account.orders.states.${order.state}`)}`}
			</span>
		</Link>
	)
}

/** 1 for what is no page. */
function pageNumber(text: string | null): number {
	return /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1
}
