import { randomUUID } from 'node:crypto'

import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { inOrder, lockAndLoad } from '#app/db/lock.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { carts, counters, orderLines, orders, referrals } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import type { SeenCart, Cart } from '#app/models/cart/cart.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { confirmOrder, loadConfirmable, noteEvent } from '#app/models/order/order.server.ts'
import { draftOrder, type OrderDraft } from '#app/models/order/order.ts'
import { isAsShown, type ShownOrder } from '#app/models/order/shown.ts'
import type { ProviderName } from '#app/models/payment/payment.ts'
import { createPayment, resumePayment } from '#app/models/payment/start.server.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newPublicId } from '#app/models/token.server.ts'
import { today } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { countHere } from '#app/models/visitor/attempts.server.ts'
import { findVoucherInCart, spendRedemption } from '#app/models/voucher/ledger.server.ts'

/** `paymentToken` null: nothing is due online and the order is confirmed already. */
export type PlacedOrder = { id: string; publicId: string; paymentToken: string | null }

/** The cart as the overview showed it, and the voucher that lies in it; it is looked up where it is left out. */
export type OrderedCart = SeenCart & { id: string; voucherId?: string | null; shown?: ShownOrder }

/**
 * What an order is besides its cart: of which venue, in which language, when, and how the visitor wants to
 * pay; null when nothing was chosen, which will do when nothing is due.
 */
type Ordering = {
	venue: Venue
	locale: Locale
	provider: ProviderName | null
	now: DateTime
	/** Whose order it will be; left out for a guest. */
	accountId?: string | undefined
	/** What the affiliate network calls the click that brought the visitor here. */
	awc?: string | null
}

/**
 * Makes an order of the cart: everything is checked once more and then frozen, its places wait for the
 * payment without running out. Pressed twice, the first order stands and its payment goes on.
 */
export async function placeOrder(
	ref: OrderedCart,
	ordering: Ordering,
): Promise<Result<PlacedOrder>> {
	const placed = await db.transaction(async (tx) => {
		const { voucherId = await findVoucherInCart(tx, ref.id) } = ref
		const vouchers = voucherId === null ? [] : [voucherId]
		const [cart, confirmed] = await lockAndLoad(
			tx,
			{ days: [ref.day], vouchers, carts: [ref.id] },
			() => Promise.all([findCart(ref.id, tx), findConfirmed(tx, ref.id, ref.version)]),
		)
		if (confirmed) return ok({ ...confirmed, paymentToken: null, isRunning: false })
		if (!cart) return refuse('cartChanged')
		if (cart.orderId !== null) return ok(await runningOrder(tx, cart.orderId))
		if (cart.version !== ref.version || cart.day !== ref.day) return refuse('cartChanged')
		if ((cart.voucher?.id ?? null) !== voucherId) return refuse('cartChanged')

		const draft = draftOrder(ordering.venue, cart, ordering)
		if (!draft.ok) return draft
		const asShown = isAsShown(draft.value, ref.shown ?? {})
		if (!asShown.ok) return asShown
		if (draft.value.online > 0 && !ordering.provider) return refuse('wayToPayMissing')
		const counted = await countHere('order', ref.id)
		if (!counted.ok) return counted
		return ok({ ...(await write(tx, cart, draft.value, ordering)), isRunning: false })
	})
	if (!placed.ok) return placed

	const { isRunning, ...order } = placed.value
	return ok(isRunning ? { ...order, paymentToken: await resumePayment(order.id) } : order)
}

async function runningOrder(tx: Transaction, id: string) {
	const [order] = await tx
		.select({ publicId: orders.publicId })
		.from(orders)
		.where(eq(orders.id, id))
	return { id, publicId: order?.publicId ?? '', paymentToken: null, isRunning: true }
}

/** What this very cart has become already: the button was pressed twice, or its answer got lost. */
async function findConfirmed(tx: Transaction, cartId: string, cartVersion: number) {
	const [order] = await tx
		.select({ id: orders.id, publicId: orders.publicId })
		.from(orders)
		.where(
			and(
				eq(orders.cartId, cartId),
				eq(orders.cartVersion, cartVersion),
				inArray(orders.state, ['confirmed', 'completed']),
			),
		)
	return order
}

/** Writes it in one flight: other days too wait for the counter of the order numbers. */
async function write(
	tx: Transaction,
	cart: Cart,
	draft: OrderDraft,
	{ provider, now, accountId, awc }: Ordering,
): Promise<PlacedOrder> {
	const id = randomUUID()
	const publicId = newPublicId()
	const { lines, ...order } = draft
	const counter = `order-${today(now).slice(0, 4)}`
	let places = 0
	const statements = [
		() => countUp(tx, { counter }),
		() =>
			insertOrder(tx, {
				...order,
				vat: JSON.stringify(order.vat),
				id,
				publicId,
				counter,
				accountId: accountId ?? null,
				cartId: cart.id,
				cartVersion: cart.version,
			}),
		() => tx.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id }))),
		() => noteOrderInCart(tx, { id: cart.id, orderId: id }),
		() => takePlaces(tx, { cartId: cart.id, orderId: id }).then((taken) => (places = taken.length)),
		() => noteEvent(tx, id, 'visitor', 'placed'),
		...(awc ? [() => tx.insert(referrals).values({ orderId: id, awc })] : []),
		...(cart.voucher ? [() => spendRedemption(tx, cart.id, id, draft.voucher)] : []),
	]
	const paymentToken = await inOrder(statements, async () => {
		if (draft.online > 0 && provider)
			return createPayment(tx, { id, online: draft.online }, provider)
		await confirmOrder(tx, await loadConfirmable(tx, id, now), now)
		return null
	})
	if (places < Object.values(cart.given).flat().length)
		throw new Error('places went while their day was locked')
	return { id, publicId, paymentToken }
}

type OrderValues = Omit<OrderDraft, 'lines' | 'vat'> & {
	id: string
	publicId: string
	/** See `countUp`. */
	counter: string
	accountId: string | null
	cartId: string
	cartVersion: number
	/** JSON: an array would be sent as one of PostgreSQL. */
	vat: string
}

const insertOrder = prepare<OrderValues>((build, value) =>
	build.insert(orders).values({
		id: value('id'),
		publicId: value('publicId'),
		number: numberBy(value('counter')),
		state: 'pendingPayment',
		accountId: value('accountId'),
		cartId: value('cartId'),
		cartVersion: value('cartVersion'),
		locale: value('locale'),
		day: value('day'),
		person: value('person'),
		party: value('party'),
		answers: value('answers'),
		termsVersion: value('termsVersion'),
		voucherCode: value('voucherCode'),
		linesTotal: value('linesTotal'),
		discount: value('discount'),
		shipping: value('shipping'),
		shippingVatRate: value('shippingVatRate'),
		total: value('total'),
		voucher: value('voucher'),
		online: value('online'),
		onSite: value('onSite'),
		vat: value('vat'),
	}),
)

const noteOrderInCart = prepare<{ id: string; orderId: string }>((build, value) =>
	build
		.update(carts)
		.set({ orderId: value('orderId'), updatedAt: sql`now()` })
		.where(eq(carts.id, value('id'))),
)

/** Its places wait for the payment, and no longer run out. */
const takePlaces = prepare<{ cartId: string; orderId: string }, { id: string }>(
	(_, value) => sql`
		update allocations set state = 'pending', expires_at = null, order_id = ${value('orderId')}
		where cart_id = ${value('cartId')} and state = 'held' and expires_at > now()
		returning id`,
)

/** The counter's row stays locked until the order is written, so no number is left out. */
const countUp = prepare<{ counter: string }>((build, value) =>
	build
		.insert(counters)
		.values({ name: value('counter'), value: 1 })
		.onConflictDoUpdate({ target: counters.name, set: { value: sql`${counters.value} + 1` } }),
)

/** '2026-000042': consecutive within the year. */
function numberBy(counter: SQL): SQL {
	return sql`(
		select right(name, 4) || '-' || lpad(value::text, greatest(6, length(value::text)), '0')
		from counters where name = ${counter})`
}
