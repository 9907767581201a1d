import { redirect, type RouterContextProvider } from 'react-router'

import { visitView } from '#app/documents/visit-view.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { orNotFound } from '#app/middleware/not-found.server.ts'
import { sessionIdOf } from '#app/middleware/session.server.ts'
import type { Plan } from '#app/models/booking/revise.ts'
import { findOrderWithRights } from '#app/models/booking/rights.server.ts'
import type { BookingRights } from '#app/models/booking/rights.ts'
import { orderEnd } from '#app/models/order/order-end.ts'
import type { Order } from '#app/models/order/order.ts'
import { visitTimes } from '#app/models/order/visit-times.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTimeRange } from '#app/models/venue/date-format.ts'
import type { BookingHeadView } from '#app/routes/booking/booking-head.tsx'

type Context = Readonly<RouterContextProvider>

/** An order, the rights of this visit to it, and the id of the voucher that pays for it. */
export type OwnBooking = { order: Order; rights: BookingRights; voucherId: string | null }

/**
 * Returns a booking that this visit has rights to. Throws a redirect to the booking's own page, which says how to get
 * in, for a visit without rights, and a 404 for an unknown booking.
 */
export async function ownBooking(context: Context, publicId: string): Promise<OwnBooking> {
	const found = await findOrderWithRights(sessionIdOf(context), publicId)
	const { order, rights, voucherId } = orNotFound(found, 'errors.orderNotFound')
	if (!rights) throw redirect(`/booking/${order.publicId}`, 303)
	return { order, rights, voucherId }
}

/**
 * Returns a booking that this visit has rights to and that is not cancelled. Throws a redirect to the booking's own
 * page for a cancelled one or a visit without rights, and a 404 for an unknown booking.
 */
export async function changeableBooking(context: Context, publicId: string): Promise<OwnBooking> {
	const own = await ownBooking(context, publicId)
	if (orderEnd(own.order) === 'cancelled') throw redirect(`/booking/${own.order.publicId}`, 303)
	return own
}

/**
 * True when this visit needs the mailed code first: it came by a letter's key alone, and the change takes more than
 * half of the guests away (record 044).
 */
export function needsCode({ rights }: OwnBooking, { isHalved }: Pick<Plan, 'isHalved'>): boolean {
	return rights === 'link' && isHalved
}

/** Returns the path of the page that asks for the mailed code and then redirects to the path `to`. */
export function pathOfCode(publicId: string, to: string): string {
	return `/booking/${publicId}/code?${new URLSearchParams({ to })}`
}

/** Returns the booking in a few words, for the top of its pages. */
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
