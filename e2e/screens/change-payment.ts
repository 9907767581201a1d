import { open, type Visit } from './visit.ts'

export type ChangePaymentScreen = ReturnType<typeof changePaymentScreen>

/** The page that shows how the payment of a change stands. */
export function changePaymentScreen(visit: Visit) {
	const { page, t } = visit
	const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
	const button = (name: string) => page.getByRole('button', { name, exact: true })
	return {
		paying: heading(t('rest.paying.title')),
		paid: heading(t('changePayment.paid.title')),
		ended: heading(t('changePayment.ended.title')),
		alert: page.getByRole('alert'),
		giveUpButton: button(t('rest.paying.giveUp')),
		open: (bookingId: string) => open(visit, `/booking/${bookingId}/payment`),
		goOn: () => button(t('rest.paying.continue')).click(),
		giveUp: () => button(t('rest.paying.giveUp')).click(),
	}
}
