import { redirect, type RouterContextProvider } from 'react-router'

import { visitView } from '#app/documents/visit-view.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { bookingRights } from '#app/middleware/session.server.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import { findOrder } from '#app/models/order/find.server.ts'
import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import type { BookingHeadView } from '#app/routes/booking/booking-head.tsx'

type Context = Readonly<RouterContextProvider>

/** An order and what this visit may do with it. */
export type OwnBooking = { order: Order; rights: BookingRights }

/**
 * Returns a booking that this visit has rights to. A visitor without any is led to the booking's own page, which says
 * how to get in; an unknown one is not found.
 */
export async function ownBooking(context: Context, publicId: string): Promise<OwnBooking> {
	const order = orNotFound(await findOrder(publicId), 'errors.orderNotFound')
	const rights = await bookingRights(context, order.id)
	if (!rights) throw redirect(`/booking/${order.publicId}`, 303)
	return { order, rights }
}

/** True when a change takes more away than a letter's key may without the mailed code (record 044). */
export function needsCode({ rights }: OwnBooking, { isHalved }: Pick<Plan, 'isHalved'>): boolean {
	return rights === 'link' && isHalved
}

/** The page that asks for the mailed code and leads to `to` then. */
export function pathOfCode(publicId: string, to: string): string {
	return `/booking/${publicId}/code?${new URLSearchParams({ to })}`
}

/** The booking in a few words, for the top of its pages. */
export function headOf(context: Context, order: Order): BookingHeadView {
	const { t, locale } = i18nOf(context)
	const venue = currentVenue()
	const { what, room, guests, picture } = visitView(venue, order, locale)
	const times = visitTimes(order)
	const named =
		what && order.party ? t('success.headline.for', { what, name: order.party.name }) : what
	const when = [
		times && formatTimeRange(times.startsAt, times.endsAt, locale),
		guests !== null && t('cart.guestCount', { count: guests }),
	]
	return {
		picture,
		name: named ?? t('success.headline.visit', { venue: venue.name }),
		facts: [
			order.day ? formatDay(order.day, locale, 'long') : '',
			when.filter(Boolean).join(' · '),
			room ?? '',
		].filter((fact) => fact !== ''),
	}
}
