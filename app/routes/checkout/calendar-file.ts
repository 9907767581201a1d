import { calendarFile } from '#app/documents/visit-event.ts'
import { fileAnswer } from '#app/http/file-answer.server.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { documentOrPage, refusedDocument } from '#app/middleware/document.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { findShownOrder } from '#app/middleware/own-order.server.ts'
import { hasCalendarFile } from '#app/models/order/calendar-file.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

import type { Route } from './+types/calendar-file.ts'

/** Answers the visit of an order as a calendar file; 404 for an order without one. */
export const middleware: Route.MiddlewareFunction[] = [
	documentOrPage(async ({ params, context }) => {
		const shown = orNotFound(
			await findShownOrder(context, params.bookingId),
			'errors.orderNotFound',
		)
		const { order, rights } = shown
		// The party's name is shown to the customer alone.
		const party = rights ? order.party : null
		const file = orNotFound(
			hasCalendarFile(order) ? calendarFile({ ...order, party }, currentVenue(), siteOrigin) : null,
		)
		const contentType = 'text/calendar; charset=utf-8'
		return fileAnswer({ filename: `${order.number}.ics`, contentType, content: file })
	}),
]

export const loader = refusedDocument

export default function NoPage() {
	return null
}
