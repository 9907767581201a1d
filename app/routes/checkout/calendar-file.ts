import { calendarFile } from '#app/documents/visit-event.ts'
import { found } from '#app/middleware/not-found.server.ts'
import { siteOrigin } from '#app/middleware/origin.server.ts'
import { isOwnOrder } from '#app/middleware/session.server.ts'
import { hasCalendarFile } from '#app/models/order/calendar-file.ts'
import { findOrder } from '#app/models/order/find.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'

import type { Route } from './+types/calendar-file.ts'

/** The visit as a file for the calendar of a phone. */
export async function loader({ params, context }: Route.LoaderArgs) {
	const order = found(await findOrder(params.bookingId), 'errors.orderNotFound')
	// Who celebrates is for who ordered.
	const party = (await isOwnOrder(context, order.id)) ? order.party : null
	const file = found(
		hasCalendarFile(order) ? calendarFile({ ...order, party }, currentVenue(), siteOrigin) : null,
	)
	return new Response(file, {
		headers: {
			'Content-Type': 'text/calendar; charset=utf-8',
			'Content-Disposition': `attachment; filename="${order.number}.ics"`,
			'Cache-Control': 'private, no-store',
		},
	})
}
