import { calendarFile } from '#app/documents/visit-event.ts'
import { siteOrigin } from '#app/http/origin.server.ts'
import { documentOrPage, fileAnswer, refusedDocument } from '#app/middleware/document.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { findShownOrder } from '#app/middleware/own-order.server.ts'
import { hasCalendarFile } from '#app/models/order/calendar-file.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

import type { Route } from './+types/calendar-file.ts'

type DocumentArgs = Parameters<Route.MiddlewareFunction>[0]

export const middleware = [documentOrPage(makeFile)]

export const loader = refusedDocument

/** Rendered only as the error screen, when there is no file. */
export default function Missing() {
	return null
}

/** Answers the visit as a calendar file. */
async function makeFile({ params, context }: DocumentArgs): Promise<Response> {
	const shown = orNotFound(await findShownOrder(context, params.bookingId), 'errors.orderNotFound')
	const { order, rights } = shown
	// The party's name is shown to the customer alone.
	const party = rights ? order.party : null
	const file = orNotFound(
		hasCalendarFile(order) ? calendarFile({ ...order, party }, currentVenue(), siteOrigin) : null,
	)
	const contentType = 'text/calendar; charset=utf-8'
	return fileAnswer({ filename: `${order.number}.ics`, contentType, content: file })
}
