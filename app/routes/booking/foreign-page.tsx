import { Form } from 'react-router'

import { orderEnd } from '#app/models/order/order-end.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import type { ForeignView } from '#app/routes/booking/booking-views.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { CalendarLink } from '#app/ui/order/calendar-link.tsx'
import { DayPlanPanel } from '#app/ui/order/day-plan-panel.tsx'
import * as styles from '#app/ui/order/order-page.css.ts'
import { Ticket, useHeadline } from '#app/ui/order/ticket.tsx'
import * as pages from '#app/ui/page.css.ts'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

type ForeignPageProps = { view: ForeignView; refused: string | null }

/**
 * Shows a booking as everybody with its address may see it, with a form that mails the booking's link to its customer.
 */
export function ForeignPage({ view, refused }: ForeignPageProps) {
	const { order, visit, venue, words } = view
	const ticketState = orderEnd(order) === 'cancelled' ? 'cancelled' : 'booked'
	const headline = useHeadline({
		ticketState,
		visit,
		name: null,
		venue: venue.name,
		isDated: order.day !== null,
	})
	return (
		<div className={pages.page}>
			<title>{headline}</title>
			<meta name="robots" content="noindex" />
			{words.sent && (
				<Alert kind="success" title={words.sent} autoFocus>
					<p>{words.note}</p>
				</Alert>
			)}
			{refused && <Alert kind="error" title={refused} autoFocus />}
			<Ticket
				ticketState={ticketState}
				visit={visit}
				headline={headline}
				day={order.day}
				times={visitTimes(order)}
			>
				<div className={styles.actions}>
					<CalendarLink order={order} file={order.publicId} variant="ghost" />
				</div>
			</Ticket>
			<div className={pages.withAside}>
				<div className={styles.column}>
					<Panel title={words.title}>
						<Form method="post" className={stack.lg}>
							<p>{words.text}</p>
							<Button name="intent" value="sendLink" wide>
								{words.send}
							</Button>
							<p className={styles.soft}>{words.note}</p>
							<LinkButton
								to={`/login?callbackUrl=${encodeURIComponent(`/booking/${order.publicId}`)}`}
								variant="quiet"
							>
								{words.signIn}
							</LinkButton>
						</Form>
					</Panel>
				</div>
				<div className={styles.column}>
					{ticketState === 'booked' && order.day && <DayPlanPanel order={order} venue={venue} />}
				</div>
			</div>
		</div>
	)
}
