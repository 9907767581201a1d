import type { RouterContextProvider } from 'react-router'

import type { FormResult } from '#app/forms/form.ts'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { fieldsOf, numbersOf, type TypedNumbers } from '#app/models/booking/typed-numbers.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import type { FormPage } from '#app/routes/booking/change-form.tsx'
import { textsAgain } from '#app/routes/booking/change-texts.server.ts'
import { changeView } from '#app/routes/booking/change-view.ts'
import type { ChangeContext } from '#app/routes/booking/changing.server.ts'
import type { Guide } from '#app/routes/booking/guide-panel.tsx'
import type { Summary } from '#app/routes/booking/summary.ts'

type Context = Readonly<RouterContextProvider>

type Answer = {
	numbers?: TypedNumbers
	/** The texts of the form as they were typed, by the name of their field. */
	typed?: Record<string, string>
	result?: FormResult | null
	summary?: Summary | null
	guide?: Guide | null
}

/** Returns the form of a change with the numbers and texts of `answer`; without them, with those of the booking. */
export function formPage(context: Context, changing: ChangeContext, answer: Answer = {}): FormPage {
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
			...textsAgain(order, rights === 'all', answer.typed),
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
