import { data, replace, type RouterContextProvider } from 'react-router'

import type { CartAnswer } from '#app/forms/cart-answer.ts'
import { parseForm, refused, refusedAt, type FormResult } from '#app/forms/form.ts'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { headersOfAction } from '#app/http/action-headers.ts'
import { readCartName, rememberBegun } from '#app/http/first-cart.server.ts'
import { rememberOccasion } from '#app/http/occasion.server.ts'
import { ownPath } from '#app/http/own-path.ts'
import { inLocale, type Locale } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { outcomeIn, outcomeMiddleware } from '#app/middleware/outcome.server.ts'
import {
	bookedIn,
	sessionWithCart,
	signedInOf,
	visitorSession,
} from '#app/middleware/session.server.ts'
import { cartOf, visitorOf } from '#app/middleware/visit.server.ts'
import { listLoadsAround } from '#app/models/capacity/loads-around.server.ts'
import { type CartRef, type Visitor, dayBoundLines } from '#app/models/cart/cart.ts'
import { findBegunCart, isNameTaken } from '#app/models/cart/find.server.ts'
import type { CartVisitor } from '#app/models/cart/write.server.ts'
import { findNextFree } from '#app/models/offer/next-free.server.ts'
import { isExposition } from '#app/models/product/kind.ts'
import { refuse, type Refused } from '#app/models/result.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { parseDay } from '#app/models/venue/slot.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import { CartPage } from '#app/routes/cart/cart-page.tsx'
import { DayChangePage } from '#app/routes/cart/day-change-page.tsx'
import {
	inOneShape,
	perform,
	renewalNotice,
	schema,
	type Change,
} from '#app/routes/cart/intents.server.ts'
import { onDay, stepDone, wayBack, withGuests } from '#app/routes/cart/way-back.ts'
import { viewCart } from '#app/ui/order/cart-view.ts'
import { CheckoutOutcome } from '#app/ui/order/checkout-outcome.tsx'
import { moveView } from '#app/ui/order/move-view.ts'

import type { Route } from './+types/cart.ts'

export const middleware = [outcomeMiddleware]

export async function loader({ context, url }: Route.LoaderArgs) {
	const venue = currentVenue()
	const now = currentTime()
	const cart = await cartOf(context)
	const isEmpty = !cart || cart.lines.length === 0
	const asked = url.searchParams.get('day')
	const wanted = parseDay(asked)
	const bookable = wanted ? isBookable(venue.calendar, wanted, now) : refuse('invalidDay')
	const returnTo = ownPath(url.searchParams.get('returnTo'))
	const going =
		cart && wanted && bookable.ok && wanted !== cart.day && cart.orderId === null
			? dayBoundLines(venue, cart.lines)
			: []
	const locale = localeOf(context)
	const loads =
		wanted && going.length > 0
			? await listLoadsAround(venue, { first: wanted, last: wanted })
			: null
	return {
		outcome: outcomeIn(context),
		cart: cart && viewCart(venue, cart, { locale, now }),
		nextFree: isEmpty ? await findNextFree(venue, now) : null,
		booked: isEmpty ? await bookedIn(context) : null,
		returnTo,
		stayAt: cart?.day ? onDay({ returnTo, day: cart.day }) : returnTo,
		dayChange:
			cart && wanted && loads
				? {
						day: wanted,
						lineIds: going.map((line) => line.id),
						move: moveView(venue, cart, {
							day: wanted,
							loads: loads.byDay.get(wanted) ?? [],
							now,
							locale,
						}),
					}
				: null,
		/** The reason why the day in the address cannot be booked; null when it can be, or none is named. */
		dayProblem: asked === null || bookable.ok ? null : bookable.message,
	}
}

/**
 * Returns true: the page is read again after a refusal, too, because it may have been refused for being out of date.
 */
export function shouldRevalidate() {
	return true
}

export const headers = headersOfAction

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(inOneShape(await request.formData()), schema)
	if (submission.status !== 'success') {
		return data(answer(submission.payload, submission.reply(), null), 422)
	}

	const change = stepDone(submission.value)
	const back = withGuests(wayBack(change), change, currentVenue())
	if (change.intent === 'set' && change.step) return replace(back, 303)
	const accountId = signedInOf(context)?.id ?? null
	const visitor = { ...visitorOf(context), accountId, withFirstCart: sessionWithCart(context) }
	const session = visitorSession(context)
	const isFirst = !session.get('cartId')
	const ref = refOf(context, change, visitor)
	const done = await performByName(ref, change, visitor)
	if (!done.ok) {
		// The first cart that the form names may exist already: its visitor's own, begun by a request whose response was
		// lost.
		if (ref.isNamed && ref.id && (await findBegunCart(ref.id, accountId)))
			session.set('cartId', ref.id)
		const field = fieldOf(change, done)
		const named = withGroupName(done, localeOf(context))
		const told = field ? refusedAt(field, named) : refused(named)
		return data(answer(submission.payload, submission.reply(told), done), limitInit(done))
	}

	const { cartId } = done.value
	if (cartId) session.set('cartId', cartId)
	const notice = renewalNotice(done.value.renewal, visitor.venue, localeOf(context))
	if (notice) session.flash('notice', notice)
	// With scripts the page changes in place: the back button does not undo a change. When the cart is now empty, go to
	// /cart: a checkout page would redirect again and the notice would be lost.
	const isEmptied = done.value.renewal?.cart.lines.length === 0
	return replace(isEmptied ? '/cart' : back, {
		status: 303,
		headers: cookiesFor(change, isFirst ? cartId : undefined),
	})
}

function cookiesFor(change: Change, begun: string | undefined): Headers {
	const occasion = 'occasion' in change ? change.occasion : undefined
	const headers = new Headers()
	if (begun) headers.append('Set-Cookie', rememberBegun(begun))
	if (occasion) headers.append('Set-Cookie', rememberOccasion(occasion))
	return headers
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
	const { dayChange, cart } = loaderData
	if (dayChange && cart)
		return (
			<DayChangePage
				cart={cart}
				change={dayChange}
				move={dayChange.move}
				answer={actionData ?? null}
				returnTo={loaderData.returnTo}
				stayAt={loaderData.stayAt}
			/>
		)
	return (
		<>
			<CheckoutOutcome name={loaderData.outcome} hasCart={cart !== null} />
			<CartPage
				cart={cart}
				answer={actionData ?? null}
				dayProblem={loaderData.dayProblem}
				next={loaderData.nextFree}
				booked={loaderData.booked}
			/>
		</>
	)
}

/** Returns the refusal of a change of the cart, for the page and for its fetchers. */
function answer(
	payload: Record<string, unknown>,
	result: FormResult,
	done: Refused | null,
): CartAnswer {
	const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null)
	const product = findProduct(currentVenue(), text('product') ?? '')
	return {
		intent: text('intent'),
		result,
		product: product ? { name: product.name, isExposition: isExposition(product) } : null,
		productId: done?.productId ?? null,
		group: done?.group ?? null,
	}
}

/** Returns the name of the field that a refusal is about; null for a refusal of the whole form. */
function fieldOf({ intent }: Change, { message, productId, group }: Refused): string | null {
	// While an order waits for its payment, the page has no field for a voucher's code.
	if (intent === 'redeem') return message.key === 'errors.orderRunning' ? null : 'code'
	// A condition of no product is about all lines together.
	const isOfOneLine = message.key.startsWith('conditions.') && productId && !group
	return intent === 'quantity' && isOfOneLine ? 'quantity' : null
}

/** Adds the group's name to the refusal '1 zu viel', since one form may have sent several groups of choices. */
function withGroupName(done: Refused, locale: Locale): Refused {
	const { message, group } = done
	if (!group || message.key !== 'conditions.tooMany') return done
	const values = { ...message.values, group: inLocale(group.title, locale) }
	return { ...done, message: { key: 'conditions.tooManyOf', values } }
}

/**
 * Returns the cart that a form is about: the session's, in the version that the form has shown, or a first cart by the
 * name in the form.
 */
function refOf(
	context: Readonly<RouterContextProvider>,
	{ version, newCart }: Change,
	{ addressHash }: Visitor,
): CartRef {
	const id = visitorSession(context).get('cartId')
	if (id || version > 0) return { id: id ?? null, version }
	return { id: readCartName(newCart, addressHash), version, isNamed: true }
}

/**
 * Performs the change. When the name of a first cart has become another visitor's cart meanwhile, performs it in a new
 * cart without a name.
 */
async function performByName(ref: CartRef, change: Change, visitor: CartVisitor) {
	const done = await perform(ref, change, visitor)
	if (done.ok || !ref.isNamed || !ref.id) return done
	const isTaken = await isNameTaken(ref.id, visitor.accountId ?? null)
	return isTaken ? perform({ id: null, version: 0 }, change, visitor) : done
}

const limits = new Set<string>([
	'errors.tooManyHolds',
	'errors.tooManyCarts',
	'errors.tooManyPlaces',
	'errors.tooManyAttempts',
])

function limitInit({ message }: Refused): ResponseInit {
	return limits.has(message.key)
		? { status: 429, headers: { 'Retry-After': '60' } }
		: { status: 422 }
}
