import type { RouterContextProvider } from 'react-router'

import type { FormResult } from '#app/forms/form.ts'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import type { AskedChange } from '#app/models/booking/asked-lines.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { FormPage } from '#app/routes/booking/change-form.tsx'
import { textsOf } from '#app/routes/booking/change-texts.server.ts'
import {
	fieldsOf,
	isPiece,
	numbersOf,
	positionIn,
	type Numbers,
} from '#app/routes/booking/change-typed.ts'
import { changeView } from '#app/routes/booking/change-view.ts'
import type { Changing } from '#app/routes/booking/changing.server.ts'
import type { Guide } from '#app/routes/booking/guide-panel.tsx'
import type { Summary } from '#app/routes/booking/summary.ts'

type Context = Readonly<RouterContextProvider>

type Answer = {
	numbers?: Numbers
	/** The texts of the form as they were typed, by field. */
	typed?: Record<string, string>
	result?: FormResult | null
	summary?: Summary | null
	guide?: Guide | null
}

/** The form with these numbers and texts; without an answer, as the booking is. */
export function formPage(context: Context, changing: Changing, answer: Answer = {}): FormPage {
	const { order, rights, cart, open } = changing
	const venue = currentVenue()
	const numbers = answer.numbers ?? numbersOf(venue, cart)
	const view = changeView(venue, i18nOf(context), {
		order,
		cart,
		numbers,
		open,
		now: currentTime(),
	})
	return {
		view,
		saved: {
			...fieldsOf(venue, cart, numbers),
			...textsOf(order, rights === 'all'),
			...answer.typed,
		},
		errors: answer.result?.error ?? {},
		revision: order.revision,
		answer: answer.numbers ? currentTime().toMillis() : 0,
		summary: answer.summary ?? null,
		guide: answer.guide ?? null,
		isRefused: (answer.result ?? null) !== null,
		hasPerson: rights === 'all',
	}
}

type Texts = { party?: OrderedParty | undefined; answers?: Record<string, string> | undefined }

/** The change that a form asks for: the numbers that differ from the booking, and the texts it has sent. */
export function askedOf(
	{ cart }: Pick<Changing, 'cart'>,
	numbers: Numbers,
	texts: Texts,
): AskedChange {
	const venue = currentVenue()
	const own = cart.lines.filter(
		(line) =>
			!isPiece(venue, cart, line) && findProduct(venue, line.productId)?.kind !== 'giftVoucher',
	)
	const quantities = own.flatMap((line) => {
		const number = numbers.lines[positionIn(line)]
		return number === undefined || number === line.quantity ? [] : [[positionIn(line), number]]
	})
	const before = numbersOf(venue, cart).pieces
	const guestsOf = (at: string) =>
		own.find((line) => positionIn(line) === at)?.quantity !== numbers.lines[at]
	const pieces = Object.entries(numbers.pieces).filter(
		([at, pieces]) => guestsOf(at) || JSON.stringify(pieces) !== JSON.stringify(before[at]),
	)
	return {
		kind: 'change',
		quantities: Object.fromEntries(quantities),
		pieces: Object.fromEntries(pieces),
		added: Object.entries(numbers.extras).flatMap(([productId, quantity]) =>
			quantity > 0 ? [{ productId, quantity }] : [],
		),
		...(texts.party && { party: texts.party }),
		...(texts.answers && { answers: texts.answers }),
	}
}
