import { Link } from 'react-router'

import { inLocale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { OrderedThing, OrderSummary } from '#app/models/order/account-orders.server.ts'
import { shownState } from '#app/models/order/order-end.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import * as styles from '#app/routes/account/account-page.css.ts'
import { Fact, FactLine } from '#app/ui/facts.tsx'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { Picture } from '#app/ui/picture.tsx'

/** The addresses of pictures, '/pictures/name.svg', by the id of their product. */
export type Pictures = Readonly<Record<string, string>>

type OrderLinkProps = { order: OrderSummary; pictures: Pictures }

/** A link to an order's details, with its first products, its day and time, and its amounts. */
export function OrderLink({ order, pictures }: OrderLinkProps) {
	const { t, locale } = useI18n()
	const { startsAt, endsAt, paidOnSite, refunded, productId } = order
	const left = leftOnSite(order)
	const day = formatDay(order.day ?? order.createdAt, locale)
	const time = startsAt && endsAt ? `, ${formatTimeRange(startsAt, endsAt, locale)}` : ''
	const picture = pictures[productId]
	return (
		<Link to={`/account/orders/details/${order.publicId}`} className={styles.way}>
			<span className={styles.place}>
				{picture && (
					<Picture src={picture} width={72} height={72} alt="" className={styles.picture} />
				)}
			</span>
			<span className={styles.words}>
				<span className={styles.name}>
					<Things things={order.things} />
				</span>
				<span className={styles.note}>
					{day}
					{time}
				</span>
				<span className={styles.note}>
					<FactLine>
						<Fact>{euros(order.total, locale)}</Fact>
						{paidOnSite > 0 && (
							<Fact>{t('account.orders.paidOnSite', { amount: euros(paidOnSite, locale) })}</Fact>
						)}
						{left > 0 && (
							<Fact>
								<span className={styles.due}>
									{t('account.orders.onSite', { amount: euros(left, locale) })}
								</span>
							</Fact>
						)}
						{refunded > 0 && (
							<Fact>{t('account.orders.refunded', { amount: euros(refunded, locale) })}</Fact>
						)}
						<Fact>{t(`account.orders.states.${shownState(order)}`)}</Fact>
					</FactLine>
				</span>
			</span>
		</Link>
	)
}

/** The first three ordered products by number and name, and the count of the others. */
function Things({ things }: { things: OrderedThing[] }) {
	const { t, locale } = useI18n()
	const names = things
		.slice(0, NAMED)
		.map(({ title, quantity }) => `${quantity}\u00a0× ${inLocale(title, locale)}`)
	const more = things.length - names.length
	return (
		<>
			<KeptTogether text={names.join(', ')} />
			{more > 0 && ` ${t('account.orders.andMore', { count: more })}`}
		</>
	)
}

const NAMED = 3
