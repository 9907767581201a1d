import type { RouterContextProvider } from 'react-router'

import { i18nOf } from '#app/middleware/locale.server.ts'
import type { AskedChange, AskedMove } from '#app/models/booking/asked-lines.ts'
import { askedOf } from '#app/models/booking/asked-numbers.ts'
import { cartOf } from '#app/models/booking/booked-cart.ts'
import { countMoves } from '#app/models/booking/moves.server.ts'
import { fieldsOf, numbersOf, readNumbers } from '#app/models/booking/typed-numbers.ts'
import { untilOf } from '#app/models/order/policy.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { headWords } from '#app/routes/booking/change-words.ts'
import { textsAsked, textsKept } from '#app/routes/booking/kept-texts.server.ts'
import type { OwnBooking } from '#app/routes/booking/own-booking.server.ts'

type Context = Readonly<RouterContextProvider>

/** The data from which all pages of one move are made. */
export type MoveContext = OwnBooking & {
	until: ReturnType<typeof untilOf>
	/** The number of times that the customer has moved the booking. */
	moved: number
	words: ReturnType<typeof moveWords>
	/**
	 * The fields of the change that is made together with the move: numbers, and the name of kept texts; none for a move
	 * alone.
	 */
	fields: Record<string, string>
	change: AskedChange | null
}

/**
 * Returns the data of a move. `typed` are the fields of an address or a form, among them the numbers to change, named
 * as in the form of a change. Texts that were typed in that form come along by the name `texts` (faults N366).
 */
export async function movingOf(
	context: Context,
	own: OwnBooking,
	typed: Record<string, unknown>,
): Promise<MoveContext> {
	const { order } = own
	const venue = currentVenue()
	const cart = cartOf(venue, order)
	const numbers = readNumbers(venue, cart, typed)
	const [fields, booked] = [numbers, numbersOf(venue, cart)].map((of) => fieldsOf(venue, cart, of))
	const isChanged = JSON.stringify(fields) !== JSON.stringify(booked)
	const kept = await textsKept(context, order, typed['texts'])
	const hasTexts = Object.keys(kept).length > 0
	return {
		...own,
		until: untilOf(venue, order),
		moved: await countMoves(order),
		words: moveWords(context),
		fields: {
			...(isChanged && fields),
			...(hasTexts && { texts: String(typed['texts']) }),
		},
		change:
			isChanged || hasTexts
				? askedOf(venue, cart, numbers, textsAsked(order, cart, numbers, kept))
				: null,
	}
}

/**
 * Returns the move to a day and time as asked for, with what is changed together with it; `time` null keeps the times.
 */
export function askedMove({ change }: MoveContext, day: Day, time: string | null): AskedMove {
	return { kind: 'move', day, time, ...(change && { change }) }
}

/** Returns the path of the page that moves a booking, for the day and time in `to`. */
export function pathTo(
	{ order, fields }: MoveContext,
	to: Record<string, string>,
	at = '',
): string {
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
