import { now } from '#app/gateways/clock.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { placeOrder } from '#app/models/booking/place.server.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { findOrderById } from '#app/models/order/find.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import type { DeskWords } from '#desk/i18n/words.ts'
import { agreedIn } from '#desk/routes/new/agreed-payment.ts'
import { countsGuests, wrongNumbers } from '#desk/routes/new/call-numbers.ts'
import { readShown } from '#desk/routes/new/call-shown.ts'
import { totalWords } from '#desk/routes/new/call-sums.server.ts'
import { findCall, holdLonger, mainLine, type Typed } from '#desk/routes/new/call.server.ts'

type Sent = { typed: Typed; productId: string; words: DeskWords }

/** Finds what is wrong with the numbers of a form, by field and in sentences; null when nothing is. */
export function wrongIn(cart: Cart | null, { typed, productId, words }: Sent) {
	const venue = currentVenue()
	const main = cart ? mainLine(venue, cart)?.productId : undefined
	const product = findProduct(venue, productId || (main ?? ''))
	const press = productId ? 'take' : typed.get('intent')
	const at = wrongNumbers(venue, typed, { product, press, words })
	const sentences = [...new Set(Object.values(at))]
	return sentences.length > 0 ? { problem: sentences.join(' '), at } : null
}

/**
 * The posted form of a call that is booked, the language of its letters and its author; `isAsShown` is false when the
 * form has changed what its page showed.
 */
type Talked = { typed: Typed; isAsShown: boolean; locale: Locale; actor: string }

/**
 * Places the order of a call as its page showed it, in the language of its letters, and returns its number. Refused
 * with `priceChanged` when contents or sums differ from the page by now, or the page showed no sums.
 */
export async function placeCall(
	{ id, version, day }: Cart,
	{ typed, isAsShown, locale, actor }: Talked,
): Promise<Result<{ number: string }>> {
	const agreed = agreedIn(typed)
	const shown = readShown(typed.get('shown'), agreed)
	if (!isAsShown || !shown) return refuse('priceChanged')
	const by = { venue: currentVenue(), locale, provider: null, now: now(), actor, agreed }
	const placed = await placeOrder({ id, version, day, shown }, by)
	if (!placed.ok) return placed
	const order = await findOrderById(placed.value.id)
	return ok({ number: order?.number ?? '' })
}

/**
 * Renews the hold of a call, by which its lines get today's prices, and returns the sentence that tells its new total.
 */
export async function newSums(cart: Cart, { t, locale }: DeskWords): Promise<string> {
	await holdLonger(cart, now())
	const renewed = (await findCall(cart.id)) ?? cart
	return t('phone.newSums', { total: totalWords(renewed, locale, now()) })
}

/**
 * Writes the guests of a call's cart into the parameters of its address. True when they are more than were asked for,
 * because the product has a minimum.
 */
export function raiseGuests(params: URLSearchParams, cart: Cart): boolean {
	const venue = currentVenue()
	const main = mainLine(venue, cart)
	const product = findProduct(venue, main?.productId ?? '')
	if (!main || !product || !countsGuests(venue, product)) return false
	const isRaised = Number(params.get('guests') ?? main.quantity) < main.quantity
	params.set('guests', String(main.quantity))
	return isRaised
}
