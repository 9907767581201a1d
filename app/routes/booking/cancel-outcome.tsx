import * as fields from '#app/forms/fields.css.ts'
import type { NextFree } from '#app/models/offer/next-free.ts'
import * as styles from '#app/routes/booking/cancel-page.css.ts'
import type { doneStep } from '#app/routes/booking/cancel-words.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { NextFreeTimes } from '#app/ui/next-free.tsx'
import { CalendarLink, type CalendarOrder } from '#app/ui/order/calendar-link.tsx'
import { stack } from '#app/ui/panel.css.ts'
import { Panel } from '#app/ui/panel.tsx'

export type OutcomeProps = {
	done: ReturnType<typeof doneStep>
	nextFree: NextFree
	order: CalendarOrder
}

/**
 * Shows the outcome of a cancelled booking: what becomes of the money, a text to forward to guests, and the next free
 * times.
 */
export function CancelOutcome({ done, order, nextFree }: OutcomeProps) {
	const { money, guests } = done
	return (
		<>
			<Panel title={money.title}>
				<div className={stack.md}>
					{money.facts.map((fact) => (
						<p key={fact}>{fact}</p>
					))}
					<CalendarLink order={order} file={order.publicId} variant="ghost" />
				</div>
			</Panel>
			{guests && (
				<Panel title={guests.title}>
					<div className={stack.md}>
						<p>{guests.text}</p>
						<div className={fields.field}>
							<label htmlFor="forward" className={fields.label}>
								{guests.label}
							</label>
							<textarea
								id="forward"
								rows={3}
								readOnly
								value={guests.forward}
								className={`${fields.control} ${styles.forward}`}
							/>
						</div>
					</div>
				</Panel>
			)}
			<LinkButton to={`/booking/${order.publicId}`} variant="quiet">
				{done.toBooking}
			</LinkButton>
			<NextFreeTimes next={nextFree} />
		</>
	)
}
