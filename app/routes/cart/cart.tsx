import { redeemVoucher, removeVoucher } from '#app/models/cart/redeem.server.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { data, replace, type RouterContextProvider } from 'react-router'
import { z } from 'zod'

import { parseForm, refused, refusedAt, type FormResult } from '#app/forms/form.ts'
import { now as currentTime } from '#app/gateways/clock.server.ts'
import { inLocale, type Locale, type Message } from '#app/i18n/i18n.ts'
import { localeOf } from '#app/middleware/locale.server.ts'
import { ownPath } from '#app/middleware/own-path.ts'
import { visitorSession } from '#app/middleware/session.server.ts'
import { readCartName, rememberBegun } from '#app/middleware/first-cart.server.ts'
import { cartOf, visitorOf } from '#app/middleware/visit.server.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import { day, durationTyped, parseDay, time } from '#app/models/venue/slot.ts'
import {
	addToCart,
	changeQuantity,
	chooseExtras,
	clearDay,
	removeFromCart,
	renewHold,
	type Renewal,
} from '#app/models/cart/change.server.ts'
import { type CartRef, type Visitor, dayBoundLines, type CartLine } from '#app/models/cart/cart.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { viewCart } from '#app/ui/order/cart-view.ts'
import { CheckoutOutcome } from '#app/ui/order/checkout-outcome.tsx'
import { quantity, quantityOrNone, wholeNumber } from '#app/models/quantity.ts'
import { refuse, type Refused, type Result } from '#app/models/result.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

import type { CartAnswer } from '#app/forms/cart-answer.ts'
import { CartPage } from '#app/routes/cart/cart-page.tsx'
import { DayChangePage } from '#app/routes/cart/day-change-page.tsx'

import type { Route } from './+types/cart.ts'

const id = z.string().max(60)
const form = z.object({
	version: wholeNumber({ min: 0, max: 1_000_000 }),
	returnTo: z.string().max(2000).optional(),
	/** What the cart shall be called while there is none. */
	newCart: z.string().max(100).optional(),
})

/** What may be posted: every change of a cart comes through here, told apart by the button that was pressed. */
const schema = z.discriminatedUnion('intent', [
	form.extend({
		intent: z.literal('add'),
		product: id,
		quantity,
		day: day.optional(),
		time: time.optional(),
		duration: durationTyped.optional(),
		parent: z.uuid().optional(),
	}),
	form.extend({ intent: z.literal('quantity'), line: z.uuid(), quantity }),
	form.extend({ intent: z.literal('remove'), line: z.uuid() }),
	form.extend({
		intent: z.literal('extras'),
		line: z.uuid(),
		group: id,
		choice: id.optional(),
		quantities: z.record(id, quantityOrNone).optional(),
	}),
	form.extend({ intent: z.literal('redeem'), code: z.string().trim().min(1).max(60) }),
	form.extend({ intent: z.literal('removeVoucher') }),
	form.extend({ intent: z.literal('renew') }),
	form.extend({ intent: z.literal('changeDay'), day }),
])
type Change = z.output<typeof schema>

export async function loader({ context, url }: Route.LoaderArgs) {
	const venue = currentVenue()
	const now = currentTime()
	const locale = localeOf(context)
	const cart = await cartOf(context)
	const asked = url.searchParams.get('day')
	const wanted = parseDay(asked)
	const bookable = wanted ? isBookable(venue.calendar, wanted, now) : refuse('invalidDay')
	const returnTo = ownPath(url.searchParams.get('returnTo'))
	const going =
		cart && wanted && wanted !== cart.day && cart.orderId === null
			? dayBoundLines(venue, cart.lines)
			: []
	return {
		locale,
		cart: cart && viewCart(venue, cart, { locale, now }),
		returnTo,
		stayAt: cart?.day ? onDay({ returnTo, day: cart.day }) : returnTo,
		dayChange:
			cart && wanted && going.length > 0 && bookable.ok
				? { day: wanted, lineIds: going.map((line) => line.id) }
				: null,
		/** Why the day that was asked for cannot be had. */
		dayProblem: asked === null || bookable.ok ? null : bookable.message,
	}
}

/** After a refusal too: the page may have been refused for being out of date. */
export function shouldRevalidate() {
	return true
}

/** When to come again after too many attempts: pages keep to themselves what is not handed on here. */
export function headers({ actionHeaders }: Route.HeadersArgs) {
	return actionHeaders
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseForm(await request.formData(), schema)
	if (submission.status !== 'success') {
		return data(answer(submission.payload, submission.reply()), 422)
	}

	const change = submission.value
	const visitor = visitorOf(context)
	const session = visitorSession(context)
	const isFirst = !session.get('cartId')
	const ref = await refOf(context, change, visitor)
	const done = await perform(ref, change, visitor)
	if (!done.ok) {
		// What stands in the way may be the visitor's own cart, whose answer got lost.
		if (isFirst && ref.id && (await findCart(ref.id))) session.set('cartId', ref.id)
		const told = change.intent === 'redeem' ? refusedAt('code', done) : refused(done)
		return data(answer(submission.payload, submission.reply(told)), initOf(done))
	}

	const { cartId } = done.value
	if (cartId) session.set('cartId', cartId)
	const notice = noticeOf(done.value.renewal, visitor.venue, localeOf(context))
	if (notice) session.flash('notice', { ...notice, kind: 'warning' })
	// With scripts the page changes in place: a change is no step for the back button to undo.
	return replace(
		change.intent === 'changeDay' ? onDay(change) : ownPath(change.returnTo ?? '/cart'),
		{
			status: 303,
			...(isFirst && cartId && { headers: { 'Set-Cookie': await rememberBegun(cartId) } }),
		},
	)
}

type Done = { cartId?: string; renewal?: Renewal }

async function perform(ref: CartRef, change: Change, visitor: Visitor): Promise<Result<Done>> {
	switch (change.intent) {
		case 'add': {
			const { product, quantity, day, time, duration, parent } = change
			const wish = {
				productId: product,
				quantity,
				day: day ?? null,
				time: time ?? null,
				duration: duration ?? null,
				parentId: parent ?? null,
			}
			return changed(await addToCart(ref, wish, visitor))
		}
		case 'quantity':
			return changed(
				await changeQuantity(ref, { id: change.line, quantity: change.quantity }, visitor),
			)
		case 'remove':
			return changed(await removeFromCart(ref, change.line, visitor))
		case 'extras': {
			const quantities = change.choice ? { [change.choice]: 1 } : (change.quantities ?? {})
			return changed(
				await chooseExtras(
					ref,
					{ lineId: change.line, groupId: change.group, quantities },
					visitor,
				),
			)
		}
		case 'redeem':
			return changed(await redeemVoucher(ref, change.code, visitor))
		case 'removeVoucher': {
			const removed = await removeVoucher(ref)
			return removed.ok ? { ok: true, value: {} } : removed
		}
		case 'renew': {
			const renewed = await renewHold(ref, visitor)
			return renewed.ok
				? { ok: true, value: { cartId: renewed.value.cart.id, renewal: renewed.value } }
				: renewed
		}
		case 'changeDay':
			return changed(await clearDay(ref, visitor))
	}
}

export default function Cart({ loaderData, actionData }: Route.ComponentProps) {
	const { dayChange, cart } = loaderData
	if (dayChange && cart)
		return (
			<DayChangePage
				cart={cart}
				change={dayChange}
				locale={loaderData.locale}
				returnTo={loaderData.returnTo}
				stayAt={loaderData.stayAt}
			/>
		)
	return (
		<>
			<CheckoutOutcome hasCart={cart !== null} />
			<CartPage
				cart={cart}
				locale={loaderData.locale}
				answer={actionData ?? null}
				dayProblem={loaderData.dayProblem}
			/>
		</>
	)
}

/** What the page and a fetcher get back when a change was refused. */
function answer(payload: Record<string, unknown>, result: FormResult): CartAnswer {
	const text = (name: string) => (typeof payload[name] === 'string' ? payload[name] : null)
	const product = findProduct(currentVenue(), text('product') ?? '')
	const isExclusive = product?.kind === 'room' || product?.kind === 'attraction'
	return {
		intent: text('intent'),
		result,
		product: product ? { name: product.name, isExclusive } : null,
	}
}

/** The cart as the form knew it: its version is the form's, its day is looked up where that matters. */
async function refOf(
	context: Readonly<RouterContextProvider>,
	{ version, intent, newCart }: Change,
	{ addressHash }: Visitor,
): Promise<CartRef> {
	const id = visitorSession(context).get('cartId') ?? null
	if (intent === 'redeem' || intent === 'removeVoucher') return { id, version, day: null }
	if (!id && version === 0) return { id: readCartName(newCart, addressHash), version, day: null }
	const cart = await cartOf(context)
	return { id: cart?.id ?? null, version, day: cart?.day ?? null }
}

/** Back to where the visitor was, on the new day. */
function onDay({ returnTo, day }: { returnTo?: string | undefined; day: string }): string {
	const { pathname, searchParams } = new URL(ownPath(returnTo), 'http://shop.invalid')
	searchParams.set('day', day)
	return `${pathname === '/cart' ? '/' : pathname}?${searchParams}`
}

function changed(result: Result<{ id: string }>): Result<Done> {
	return result.ok ? { ok: true, value: { cartId: result.value.id } } : result
}

const limits = new Set<string>([
	'errors.tooManyHolds',
	'errors.tooManyCarts',
	'errors.tooManyPlaces',
	'errors.tooManyAttempts',
])

function initOf({ message }: Refused): ResponseInit {
	return limits.has(message.key)
		? { status: 429, headers: { 'Retry-After': '60' } }
		: { status: 422 }
}

function noticeOf(renewal: Renewal | undefined, venue: Venue, locale: Locale): Message | null {
	if (!renewal) return null
	const names = (lines: CartLine[]) =>
		lines
			.map((line) =>
				inLocale(
					findProduct(venue, line.productId)?.name ?? { de: line.productId, en: line.productId },
					locale,
				),
			)
			.join(', ')
	if (renewal.gone.length > 0)
		return { key: 'cart.gone', values: { products: names(renewal.gone) } }
	return renewal.repriced.length > 0
		? { key: 'cart.repriced', values: { products: names(renewal.repriced) } }
		: null
}
