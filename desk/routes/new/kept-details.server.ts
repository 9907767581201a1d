import type { Cart } from '#app/models/cart/cart.ts'
import { saveDetails } from '#app/models/cart/details.server.ts'
import { NO_EMAIL } from '#app/models/order/order.ts'
import { offeredPartyTypes } from '#app/models/order/party.ts'
import { WISHES } from '#app/models/product/answer.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import { forVisitAlone, noAddress } from '#app/models/visitor/person.ts'
import { ageOf } from '#desk/routes/new/call-numbers.ts'
import type { Typed } from '#desk/routes/new/call.server.ts'

/**
 * Keeps the typed person, party and answers in the cart of a call, complete or not: they are judged when the order is
 * placed. Refused when the cart was changed since it was read, as by an order that the same page has just made (faults
 * N320).
 */
export async function keepDetails(cart: Cart, typed: Typed): Promise<Result<Cart>> {
	const venue = currentVenue()
	const text = (name: string) =>
		(typed.get(name) ?? '')
			.replaceAll(/\p{Cc}/gu, ' ')
			.trim()
			.slice(0, 200)
	const types = offeredPartyTypes(venue, cart)
	const type = types.find((it) => it === typed.get('type')) ?? types[0]
	const age = text('age')
	const person = {
		...forVisitAlone,
		...noAddress,
		firstName: text('firstName'),
		lastName: text('lastName'),
		email: text('email') || NO_EMAIL,
		phone: text('phone') || null,
	}
	const party = type
		? {
				type,
				name: text('child'),
				contactPerson: null,
				// An age that cannot be read is complained about, and the one before stays until then (faults N407).
				age: ageOf(age) ?? (age === '' ? null : (cart.party?.age ?? null)),
			}
		: null
	const asked = cart.lines.flatMap(({ productId }) =>
		findProduct(venue, productId)?.asks ? [[productId, text(`a.${productId}`)] as const] : [],
	)
	const answers = Object.fromEntries([...asked, [WISHES, text('wishes')] as const])
	const saved = await saveDetails(cart.id, { person, party, answers })
	if (!saved.ok) return saved
	const { version } = saved.value
	if (version > cart.version + 1) return refuse('cartChanged')
	return ok({ ...cart, person, party, answers, version })
}
