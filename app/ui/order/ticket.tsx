import type { ReactNode } from 'react'

import { useI18n } from '#app/i18n/use-i18n.ts'
import type { VisitView } from '#app/models/order/visit-view.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import { KeptTogether } from '#app/ui/kept-together.tsx'
import * as styles from '#app/ui/order/ticket.css.ts'
import { Picture } from '#app/ui/picture.tsx'
import { Sign } from '#app/ui/sign.tsx'

/**
 * The state that the ticket of an order shows. `booked`: it is in force; `cancelled`: it was cancelled; `void`: it sold
 * gift vouchers alone, and all are void.
 */
export type TicketState = 'booked' | 'cancelled' | 'void'

type TicketProps = {
	ticketState: TicketState
	visit: VisitView
	headline: string
	day: string | null
	times: { startsAt: Date; endsAt: Date } | null
	children: ReactNode
}

/** Shows an order at a glance: state, picture, headline, day, time and guests. */
export function Ticket({ ticketState, visit, headline, day, times, children }: TicketProps) {
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
				<p className={ticketState === 'booked' ? styles.state : styles.over}>
					<Sign name={ticketState === 'booked' ? 'check' : 'close'} className={styles.sign} />
					{t(`success.${ticketState}`)}
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
	ticketState: TicketState
	visit: VisitView
	/** The name of the party, for the customer alone; null for any other visitor. */
	name: string | null
	venue: string
	isDated: boolean
}

/** Returns the headline of an order: 'Kometen-Party für Mia, Partyraum Venus'. */
export function useHeadline({ ticketState, visit, name, venue, isDated }: HeadlineOf): string {
	const { t } = useI18n()
	const { what, room } = visit
	if (ticketState !== 'booked' && !isDated) return t('success.gifts')
	if (!what) return isDated ? t('success.headline.visit', { venue }) : t('success.headline.gift')
	const named = name ? t('success.headline.for', { what, name }) : what
	return room ? t('success.headline.in', { what: named, room }) : named
}
