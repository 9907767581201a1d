import { listGiftVouchers } from '#app/models/voucher/gift.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { found } from '#app/middleware/not-found.server.ts'
import { isOwnOrder } from '#app/middleware/session.server.ts'
import { formatDay } from '#app/models/venue/date-format.ts'
import { euros } from '#app/models/money.ts'
import { findOrder } from '#app/models/order/find.server.ts'

import * as styles from '#app/routes/checkout/gift-vouchers.css.ts'
import { LinkButton } from '#app/ui/button.tsx'
import * as pages from '#app/ui/page.css.ts'

import type { Route } from './+types/gift-vouchers.ts'

/** The codes an order has bought, for the visit that bought them only: knowing a code is enough to spend it. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const order = found(await findOrder(params.bookingId), 'errors.orderNotFound')
	found((await isOwnOrder(context, order.id)) || null)
	const venue = currentVenue()
	const locale = localeOf(context)
	const sold = await listGiftVouchers(order.id)
	return {
		venue: venue.name,
		website: venue.contact.website,
		back: `/checkout/success/${order.publicId}`,
		vouchers: sold.map(({ delivery, title, code, amount, validUntil }) => ({
			title: inLocale(title, locale),
			amount: euros(amount, locale),
			code: delivery === 'post' ? null : code,
			until: validUntil && formatDay(validUntil, locale, 'numeric'),
		})),
	}
}

export default function GiftVouchers({
	loaderData: { venue, website, back, vouchers },
}: Route.ComponentProps) {
	const { t } = useI18n()
	return (
		<div className={pages.reading}>
			<title>{t('giftVoucher.title', { venue })}</title>
			<meta name="robots" content="noindex" />
			<h1>{t('giftVoucher.title', { venue })}</h1>
			<ul role="list" className={styles.vouchers}>
				{vouchers.map(({ title, amount, code, until }, index) => (
					<li key={code ?? index} className={styles.voucher}>
						<p>{title}</p>
						<p className={styles.amount}>{amount}</p>
						{code ? <code className={styles.code}>{code}</code> : <p>{t('giftVoucher.byPost')}</p>}
						{until && <p>{t('giftVoucher.until', { day: until })}</p>}
					</li>
				))}
			</ul>
			<p>{t('giftVoucher.how', { website })}</p>
			<div className={pages.actions} data-screen-only>
				<LinkButton to={back} variant="ghost">
					{t('giftVoucher.back')}
				</LinkButton>
			</div>
		</div>
	)
}
