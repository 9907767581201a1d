import { useI18n } from '#app/i18n/use-i18n.ts'
import { euros } from '#app/models/money.ts'
import type { Order } from '#app/models/order/order.ts'
import { leftOnSite } from '#app/models/order/remainder.ts'
import { Row, Sums, type ShownSums } from '#app/ui/order/sums.tsx'

type PaidOrder = ShownSums & Pick<Order, 'state' | 'onSite' | 'paidOnSite' | 'refunded'>
type OrderSumsProps = { order: PaidOrder }

/**
 * The amounts of an order whose online part is paid: also what was paid at the venue, what is left, and the refunds.
 */
export function OrderSums({ order }: OrderSumsProps) {
	const { t, locale } = useI18n()
	const { paidOnSite, refunded } = order
	const left = leftOnSite(order)
	/** True when all was paid on site, or is no longer due. */
	const isSettled = order.state === 'cancelled' || (paidOnSite > 0 && left === 0)
	const paid = (
		<>
			{paidOnSite > 0 && (
				<Row look="later" term={t('sums.paidOnSite')} amount={euros(paidOnSite, locale)} />
			)}
			{!isSettled && <Row look="later" term={t('sums.onSite')} amount={euros(left, locale)} />}
			{refunded > 0 && (
				<Row look="later" term={t('sums.refunded')} amount={euros(refunded, locale)} />
			)}
		</>
	)
	return <Sums sums={order} paid={paid} />
}
