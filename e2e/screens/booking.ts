import { open, type Visit } from './visit.ts'

export type BookingScreen = ReturnType<typeof bookingScreen>

/** A booking's own page, what leads to it, and the steps of cancelling. */
export function bookingScreen(visit: Visit) {
	const { page, t } = visit
	const button = (name: string) => page.getByRole('button', { name, exact: true })
	const heading = (name: string) => page.getByRole('heading', { name, exact: true })
	const row = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })

	return {
		main: page.getByRole('main'),
		alert: page.getByRole('alert'),
		/** The link on the confirmation and in the account. */
		link: page.getByRole('link', { name: t('success.toBooking'), exact: true }),
		byKey: button(t('booking.key.button')),
		changes: heading(t('booking.changes')),
		changesOver: heading(t('booking.changesOver')),
		telephone: heading(t('booking.telephone.title')),
		change: row(t('booking.rows.change')),
		move: row(t('booking.rows.move')),
		cancel: row(t('booking.rows.cancel')),
		foreign: heading(t('booking.foreign.title')),
		sendLink: button(t('booking.link.send')),
		open: (bookingId: string) => open(visit, `/booking/${bookingId}`),
		rule: heading(t('booking.cancel.title')),
		next: button(t('booking.cancel.next')),
		sure: heading(t('booking.cancel.sure')),
		cancelNow: button(t('booking.cancel.cancelNow')),
		keep: page.getByRole('link', { name: t('booking.cancel.no'), exact: true }),
		done: heading(t('booking.cancel.done.title')),
		late: heading(t('booking.cancel.late')),
		sendCode: button(t('booking.code.send')),
		code: page.getByLabel(t('booking.code.label'), { exact: true }),
		useCode: button(t('booking.code.next')),
	}
}
