import { Link } from 'react-router'

import { textLink } from '#app/forms/fields.css.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Order } from '#app/models/order/order.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { Panel } from '#app/ui/panel.tsx'

/** How many of the gift vouchers that an order has sold are valid, and how many were taken back. */
export type Gifts = { valid: number; withdrawn: number }

type GiftPanelProps = { order: Pick<Order, 'publicId' | 'lines'>; gifts: Gifts; isOwn: boolean }

/** How each comes, and where the codes are, for who bought them; or that they are no more. */
export function GiftPanel({ order, gifts: { valid, withdrawn }, isOwn }: GiftPanelProps) {
	const { t } = useI18n()
	const ways = (['mail', 'post'] as const).filter((way) =>
		order.lines.some(({ gift }) => gift?.delivery === way),
	)
	return (
		<Panel title={t('success.gifts')}>
			{valid > 0 &&
				ways.map((way) => (
					<p key={way}>
						<KeptTogether text={t(`success.giftsBy.${way}`)} />
					</p>
				))}
			{withdrawn > 0 && <p>{t('success.giftsWithdrawn', { count: withdrawn })}</p>}
			{isOwn && valid > 0 && (
				<p data-screen-only>
					<Link to={`/checkout/success/${order.publicId}/gift-vouchers`} className={textLink}>
						{t('success.giftsPage')}
					</Link>
				</p>
			)}
		</Panel>
	)
}
