import type { RouterContextProvider } from 'react-router'

import { parseForm } from '#app/forms/form.ts'
import { typedBefore } from '#app/middleware/draft.server.ts'
import { keepForSession, signedInOf } from '#app/middleware/session.server.ts'
import type { Texts } from '#app/models/booking/asked-numbers.ts'
import type { TypedNumbers } from '#app/models/booking/typed-numbers.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import type { Order } from '#app/models/order/order.ts'
import { sha256 } from '#app/models/token.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { schemaOf } from '#app/routes/booking/change-schema.ts'
import { askedTexts, postedAnswers, textsOf } from '#app/routes/booking/change-texts.server.ts'
import type { OwnBooking } from '#app/routes/booking/own-booking.server.ts'

type Context = Readonly<RouterContextProvider>
type Typed = Record<string, string>

const path = '/booking/change'

/** The most characters that the typed texts of a change may have as JSON to be kept. */
const LARGEST = 5000

/**
 * Keeps the typed texts of a change with this visit, and returns the field by which a link names them: names and
 * answers stand in no address. Returns no field when the texts are those of the booking, too long, or cannot be kept.
 */
export async function keepTexts(
	context: Context,
	{ order, rights }: OwnBooking,
	typed: Typed,
): Promise<Typed> {
	const booked = textsOf(order, rights === 'all')
	const isSame = Object.entries(typed).every(([name, text]) => text === (booked[name] ?? ''))
	if (isSame || JSON.stringify(typed).length > LARGEST) return {}
	const accountId = signedInOf(context)?.id ?? null
	const isKept = await keepForSession(context, { path, typed, accountId })
	return isKept ? { texts: markOf(order, typed) } : {}
}

/**
 * Returns the kept texts that a link names, by the name of their field; none when others were typed since, or for
 * another booking.
 */
export async function textsKept(context: Context, order: Order, mark: unknown): Promise<Typed> {
	if (typeof mark !== 'string') return {}
	const typed = await typedBefore(context, path)
	return typed && markOf(order, typed) === mark ? typed : {}
}

/**
 * Returns kept texts as a change asks for them; none when its form would refuse them, and never name and mail address.
 */
export function textsAsked(order: Order, cart: Cart, numbers: TypedNumbers, typed: Typed): Texts {
	const form = new FormData()
	for (const [name, text] of Object.entries(typed))
		if (!name.startsWith('person.')) form.set(name, text)
	form.set('revision', String(order.revision))
	const submission = parseForm(form, schemaOf(currentVenue(), askedTexts({ cart }, numbers)))
	if (submission.status !== 'success') return {}
	const { party, answers } = submission.value
	return { party, answers: postedAnswers(typed, answers) }
}

/**
 * Returns the name of kept texts, 16 signs made from the booking and the texts. The fields are sorted first, because
 * the database returns the parts of a JSON document in another order.
 */
function markOf({ publicId }: Order, typed: Typed): string {
	const fields = Object.entries(typed).toSorted(([one], [other]) => (one < other ? -1 : 1))
	return sha256(JSON.stringify([publicId, fields])).slice(0, 16)
}
