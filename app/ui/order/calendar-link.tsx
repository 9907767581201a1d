import { useI18n } from '#app/i18n/use-i18n.ts'
import { hasCalendarFile } from '#app/models/order/calendar-file.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { LinkButton } from '#app/ui/button.tsx'

type CalendarLinkProps = {
	order: Pick<Order, 'publicId' | 'number' | 'lines' | 'state' | 'cancelledAt'>
}

/** A link to the calendar file of the visit, or of its cancellation. */
export function CalendarLink({ order }: CalendarLinkProps) {
	const { t } = useI18n()
	if (!hasCalendarFile(order)) return null
	return (
		<LinkButton
			to={`/checkout/success/${order.publicId}/calendar.ics`}
			reloadDocument
			download={`${order.number}.ics`}
		>
			{orderEnd(order) === 'cancelled' ? t('success.calendarCancelled') : t('success.calendarFile')}
		</LinkButton>
	)
}
