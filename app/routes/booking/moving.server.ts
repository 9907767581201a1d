import type { RouterContextProvider } from 'react-router'

import { i18nOf } from '#app/middleware/locale.server.ts'
import type { AskedChange, AskedMove } from '#app/models/booking/asked-lines.ts'
import { cartOf } from '#app/models/booking/booked-cart.ts'
import { countMoves } from '#app/models/booking/moves.server.ts'
import { untilOf } from '#app/models/order/policy.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { askedOf } from '#app/routes/booking/change-page.server.ts'
import { fieldsOf, numbersOf, readNumbers } from '#app/routes/booking/change-typed.ts'
import { headWords } from '#app/routes/booking/change-words.ts'
import type { OwnBooking } from '#app/routes/booking/own-booking.server.ts'

type Context = Readonly<RouterContextProvider>

/** Everything that the pages of a move are made of. */
export type Moving = OwnBooking & {
	until: ReturnType<typeof untilOf>
	/** The number of times that the customer has moved the booking. */
	moved: number
	words: ReturnType<typeof moveWords>
	/** The numbers that are changed together with the move, as fields; none for a mere move. */
	fields: Record<string, string>
	change: AskedChange | null
}

/** `typed` are the fields of an address or a form, among which numbers to change stand as they do on the change's page. */
export async function movingOf(
	context: Context,
	{ order, rights }: OwnBooking,
	typed: Record<string, unknown>,
): Promise<Moving> {
	const venue = currentVenue()
	const cart = cartOf(venue, order)
	const numbers = readNumbers(venue, cart, typed)
	const [fields, booked] = [numbers, numbersOf(venue, cart)].map((of) => fieldsOf(venue, cart, of))
	const isChanged = JSON.stringify(fields) !== JSON.stringify(booked)
	return {
		order,
		rights,
		until: untilOf(venue, order),
		moved: await countMoves(order.id),
		words: moveWords(context),
		fields: isChanged ? (fields ?? {}) : {},
		change: isChanged ? askedOf({ cart }, numbers, {}) : null,
	}
}

/** The move to a day and time, with what is changed together with it. */
export function askedMove({ change }: Moving, day: Day, time: string | null): AskedMove {
	return { kind: 'move', day, time, ...(change && { change }) }
}

/** The address of the page for a day or a time of it. */
export function pathTo({ order, fields }: Moving, to: Record<string, string>, at = ''): string {
	return `/booking/${order.publicId}/move?${new URLSearchParams({ ...fields, ...to })}${at}`
}

function moveWords(context: Context) {
	const i18n = i18nOf(context)
	const { t } = i18n
	return {
		steps: t('changing.steps'),
		stepNames: [t('moving.step.when'), t('moving.step.check'), t('moving.step.done')],
		changes: t('changing.changes'),
		heads: headWords(i18n),
		toBooking: t('changing.toBooking'),
	}
}
