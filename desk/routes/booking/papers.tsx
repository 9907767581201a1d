import { Link } from 'react-router'

import { useDeskI18n } from '#desk/i18n/use-desk-i18n.ts'
import type { BookingView } from '#desk/routes/booking/booking-view.server.ts'
import * as buttons from '#desk/ui/button.css.ts'
import { Panel } from '#desk/ui/panel.tsx'
import * as words from '#desk/ui/words.css.ts'

/** The panel of a booking's papers, with links to their PDF files. */
export function Papers({ papers }: { papers: BookingView['papers'] }) {
	const { t } = useDeskI18n()
	return (
		<Panel heading={t('booking.papers.heading')}>
			<ul role="list">
				{papers.rows.map(({ to, title, amount }) => (
					<li key={to}>
						<Link to={to} reloadDocument className={buttons.link}>
							{title}
						</Link>{' '}
						<small className={words.soft}>{amount}</small>
					</li>
				))}
				{papers.voucher && <li>{papers.voucher}</li>}
				{papers.isFinalLater && <li className={words.soft}>{t('booking.papers.later')}</li>}
				{papers.rows.length === 0 && !papers.isFinalLater && (
					<li className={words.soft}>{t('booking.papers.none')}</li>
				)}
			</ul>
		</Panel>
	)
}
