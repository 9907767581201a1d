import { useI18n } from '#app/i18n/use-i18n.ts'
import { hasCalendarFile } from '#app/models/order/calendar-file.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { LinkButton, type ButtonVariant } from '#app/ui/button.tsx'

/** The fields of an order that the link of its calendar file needs. */
export type CalendarOrder = Parameters<typeof hasCalendarFile>[0] & Pick<Order, 'publicId'>

type CalendarLinkProps = {
	order: CalendarOrder
	/** The name of the file, without its ending. */
	file: string
	variant?: ButtonVariant
}

/**
 * The link to the calendar file of an order's visit, or of its cancellation; nothing for an order without such a file.
 */
export function CalendarLink({ order, file, variant }: CalendarLinkProps) {
	const { t } = useI18n()
	if (!hasCalendarFile(order)) return null
	return (
		<LinkButton
			to={`/checkout/success/${order.publicId}/calendar.ics`}
			reloadDocument
			download={`${file}.ics`}
			variant={variant ?? 'primary'}
		>
			{orderEnd(order) === 'cancelled' ? t('success.calendarCancelled') : t('success.calendarFile')}
		</LinkButton>
	)
}
