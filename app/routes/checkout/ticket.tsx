import type { ReactNode } from 'react'

import type { VisitView } from '#app/documents/visit-view.ts'
import { useI18n } from '#app/i18n/use-i18n.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import * as styles from '#app/routes/checkout/ticket.css.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { Sign } from '#app/ui/sign.tsx'

/** booked: the booking stands · cancelled: the operator cancelled it · withdrawn: its gift vouchers are void. */
export type TicketState = 'booked' | 'cancelled' | 'withdrawn'

type TicketProps = {
	standing: TicketState
	visit: VisitView
	headline: string
	day: string | null
	times: { startsAt: Date; endsAt: Date } | null
	children: ReactNode
}

/** Shows the booking at a glance: picture, headline, day and time. */
export function Ticket({ standing, visit, headline, day, times, children }: TicketProps) {
	const { t, locale } = useI18n()
	const { picture, guests } = visit
	return (
		<article className={styles.ticket}>
			{picture && (
				<div className={styles.picture} data-screen-only>
					<Picture src={picture} width={640} height={400} alt="" first className={styles.image} />
				</div>
			)}
			<div className={styles.words}>
				<p className={standing === 'booked' ? styles.state : styles.over}>
					<Sign name={standing === 'booked' ? 'check' : 'close'} className={styles.sign} />
					{t(`success.${standing}`)}
				</p>
				<h1 className={styles.headline}>
					<KeptTogether text={headline} />
				</h1>
				{day && (
					<p className={styles.when}>
						{formatDay(day, locale, 'full')}
						<br />
						{times && formatTimeRange(times.startsAt, times.endsAt, locale)}
						{guests !== null && ` · ${t('cart.guestCount', { count: guests })}`}
					</p>
				)}
				{children}
			</div>
		</article>
	)
}

type HeadlineOf = {
	standing: TicketState
	visit: VisitView
	/** The name of the party's guest of honour; null for any visitor but the customer. */
	name: string | null
	venue: string
	isDated: boolean
}

/** The headline: 'Kometen-Party für Mia, Partyraum Venus'. */
export function useHeadline({ standing, visit, name, venue, isDated }: HeadlineOf): string {
	const { t } = useI18n()
	const { what, room } = visit
	if (standing !== 'booked' && !isDated) return t('success.gifts')
	if (!what) return isDated ? t('success.headline.visit', { venue }) : t('success.headline.gift')
	const named = name ? t('success.headline.for', { what, name }) : what
	return room ? t('success.headline.in', { what: named, room }) : named
}
