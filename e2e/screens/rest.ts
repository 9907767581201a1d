import { open, type Visit } from './visit.ts'

export type RestScreen = ReturnType<typeof restScreen>

/** The page on which the rest of a booking is paid, and the links that lead to it. */
export function restScreen(visit: Visit) {
	const { page, t } = visit
	const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
	const button = (name: string) => page.getByRole('button', { name, exact: true })
	const payButton = button(t('checkout.overview.submit'))
	const wayToPay = (way: 'paypal' | 'stripe') =>
		page.getByRole('radio', { name: t(`cart.ways.${way}`) })

	const bookingLink = page.getByRole('link', { name: t('rest.toBooking'), exact: true })

	return {
		/** The link on the booking's pages. */
		link: page.getByRole('link', { name: t('success.payRest'), exact: true }),
		heading: heading(t('rest.title')),
		paying: heading(t('rest.paying.title')),
		checking: heading(t('success.pending.title')),
		paid: heading(t('rest.paid.title')),
		over: heading(t('rest.over')),
		alert: page.getByRole('alert'),
		main: page.getByRole('main'),
		payButton,
		wayToPay,
		open: (bookingId: string) => open(visit, `/booking/${bookingId}/rest`),
		async pay(way: 'paypal' | 'stripe') {
			await wayToPay(way).check()
			await payButton.click()
		},
		goOn: () => button(t('rest.paying.continue')).click(),
		giveUp: () => button(t('rest.paying.giveUp')).click(),
		verifyAgain: () => button(t('success.pending.verify')).click(),
		toChange: () => page.getByRole('link', { name: t('rest.toChange'), exact: true }).click(),
		bookingLink,
		toBooking: () => bookingLink.click(),
	}
}
