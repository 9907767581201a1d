import { Link } from 'react-router'

import { useI18n } from '#app/i18n/use-i18n.ts'
import type { Order } from '#app/models/order/order.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { textLink } from '#app/ui/text-link.css.ts'

/** The numbers of valid and of void gift vouchers that an order sold. */
export type GiftCounts = { valid: number; voided: number }

type GiftPanelProps = {
	order: Pick<Order, 'publicId' | 'lines'>
	gifts: GiftCounts
	isOwn: boolean
}

/** Says how the gift vouchers are delivered, and leads their buyer to the codes; says how many are void. */
export function GiftPanel({ order, gifts: { valid, voided }, isOwn }: GiftPanelProps) {
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
			{voided > 0 && <p>{t('success.giftsVoid', { count: voided })}</p>}
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
