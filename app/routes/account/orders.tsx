import { now } from '#app/gateways/clock.server.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { accountOf } from '#app/middleware/account.server.ts'
import { listOrders, type PageOfOrders } from '#app/models/order/account-orders.server.ts'
import { today } from '#app/models/venue/day.ts'
import * as styles from '#app/routes/account/account-page.css.ts'
import { AccountPage } from '#app/routes/account/account-page.tsx'
import { OrderLink, type Pictures } from '#app/routes/account/order-link.tsx'
import { picturesOf } from '#app/routes/account/pictures.server.ts'
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
	const pictures = picturesOf([...upcoming.orders, ...past.orders])
	return { upcoming, past, pictures }
}

export default function Orders({ loaderData }: Route.ComponentProps) {
	const { t } = useI18n()
	const { upcoming, past, pictures } = loaderData
	return (
		<AccountPage title={t('account.orders.title')}>
			<Listed name="upcoming" list={upcoming} other={`past=${past.page}`} pictures={pictures} />
			<Listed name="past" list={past} other={`upcoming=${upcoming.page}`} pictures={pictures} />
		</AccountPage>
	)
}

type ListedProps = {
	name: 'upcoming' | 'past'
	list: PageOfOrders
	/** The query parameter that keeps the other list at its page: 'past=2'. */
	other: string
	pictures: Pictures
}

function Listed({ name, list, other, pictures }: ListedProps) {
	const { orders, page, hasMore } = list
	const { t } = useI18n()
	return (
		<Panel title={t(`account.orders.${name}`)} id={name}>
			{orders.length === 0 ? (
				<p className={styles.note}>{t(`account.orders.none.${name}`)}</p>
			) : (
				<ul role="list" className={styles.list}>
					{orders.map((order) => (
						<li key={order.publicId} className={styles.item}>
							<OrderLink order={order} pictures={pictures} />
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

/** Returns the page number from 1 to 9999 in a text; 1 for any other text. */
function pageNumber(text: string | null): number {
	return /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1
}
