import type { RouterContextProvider } from 'react-router'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { cartOf } from '#app/models/booking/booked-cart.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { isAhead, untilOf } from '#app/models/order/policy.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Open } from '#app/routes/booking/change-view.ts'
import { changeWords, hasGroups } from '#app/routes/booking/change-words.ts'
import type { OwnBooking } from '#app/routes/booking/own-booking.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * The data from which all pages of one change are made: the booking as a cart, what can be changed until when, and the
 * words.
 */
export type ChangeContext = OwnBooking & {
	cart: Cart
	open: Open
	until: ReturnType<typeof untilOf>
	words: ReturnType<typeof changeWords>
}

export function changingOf(context: Context, own: OwnBooking): ChangeContext {
	const { order } = own
	const venue = currentVenue()
	const now = currentTime()
	const until = untilOf(venue, order)
	const open = {
		guests: isAhead(until.guests, now),
		extras: isAhead(until.extras, now),
		texts: isAhead(until.texts, now),
	}
	return {
		...own,
		cart: cartOf(venue, order),
		open,
		until,
		// A getter: a change that is made is answered by a redirect, without these words.
		get words() {
			return changeWords(i18nOf(context), venue, { until, now, isParty: hasGroups(venue, order) })
		},
	}
}
