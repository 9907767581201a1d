import { Link } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { BookingView } from '#desk/routes/booking/booking-view.server.ts'
import { LinkToRead } from '#desk/routes/new/link-to-read.tsx'
import { link as linkStyle } from '#desk/ui/button.css.ts'
import { Panel } from '#desk/ui/panel.tsx'

/** The panel of the pay link of a booking that waits for its payment, to be read out again. */
export function LinkPanel({ link: { page, ...link } }: { link: NonNullable<BookingView['link']> }) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('booking.link.heading')}>
			<LinkToRead link={link} />
			{page && (
				<Link to={page} className={linkStyle}>
					{t('booking.link.page')}
				</Link>
			)}
		</Panel>
	)
}
