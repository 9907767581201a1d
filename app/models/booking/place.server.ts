import { randomUUID } from 'node:crypto'

import { type SQL, sql } from 'drizzle-orm'
import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { sendBeforeCommit, inOrder, lockAndLoad } from '#app/db/lock.server.ts'
import { knownNumber } from '#app/db/numbers.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { orders, referrals } from '#app/db/schema.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import type { SeenCart, Cart } from '#app/models/cart/cart.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { inReadingOrder } from '#app/models/cart/line.ts'
import { confirmOrder, loadConfirmable } from '#app/models/order/confirmation.server.ts'
import { draftOrder, isAsShown, type ShownOrder } from '#app/models/order/draft.ts'
import type { OrderDraft } from '#app/models/order/order.ts'
import { findConfirmed, findRunning } from '#app/models/order/placed.server.ts'
import { createPayment, resumePayment } from '#app/models/payment/create.server.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newPublicId, newToken } from '#app/models/token.server.ts'
import { today } from '#app/models/venue/day.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { countInProcess } from '#app/models/visitor/attempts.server.ts'
import { forgetOrdered } from '#app/models/visitor/draft.server.ts'
import { keepAccount } from '#app/models/visitor/proof.server.ts'
import { noteOrder } from '#app/models/visitor/session.server.ts'
import { findVoucherInCart, spendRedemption } from '#app/models/voucher/ledger.server.ts'

/** A placed order. `paymentToken` is null when nothing is due online and the order is confirmed already. */
export type PlacedOrder = { id: string; publicId: string; paymentToken: string | null }

/** The cart as the overview showed it; a `voucherId` that is left out is looked up. */
export type OrderedCart = SeenCart & { id: string; voucherId?: string | null; shown?: ShownOrder }

/**
 * The facts of an order besides its cart. `provider` is null when the visitor chose no way to pay, which suffices when
 * nothing is due online.
 */
type Ordering = {
	venue: Venue
	locale: Locale
	provider: ProviderName | null
	now: DateTime
	/** The account that the order will belong to; left out for a guest. */
	accountId?: string | undefined
	/** The affiliate network's id of the click that brought the visitor to the shop. */
	awc?: string | null
	/** The session that the order is placed in; it may see the order's personal data from then on. */
	visit?: string | null
}

/**
 * Makes an order of the cart: checks everything once more and freezes it; its places wait for the payment without
 * running out. When the button is pressed twice, the first order stands and its payment goes on. An account that is
 * deleted meanwhile orders nothing (faults M2).
 */
export async function placeOrder(
	ref: OrderedCart,
	ordering: Ordering,
): Promise<Result<PlacedOrder>> {
	const placed = await db.transaction(async (tx) => {
		const { voucherId = await findVoucherInCart(tx, ref.id) } = ref
		const vouchers = voucherId === null ? [] : [voucherId]
		const { accountId } = ordering
		const [cart, before, isKept] = await lockAndLoad(
			tx,
			{ days: [ref.day], vouchers, carts: [ref.id] },
			() =>
				Promise.all([
					findCart(ref.id, tx),
					findConfirmed(tx, ref),
					accountId === undefined || keepAccount(tx, accountId),
				]),
		)
		const placedBefore = before?.confirmed
			? { ...before.confirmed, paymentToken: null, isRunning: false }
			: cart?.orderId && (await findRunning(tx, cart.orderId))
		if (placedBefore) {
			if (ordering.visit) await sendBeforeCommit(noteVisit(tx, ordering.visit, placedBefore.id))
			return ok(placedBefore)
		}
		if (!isKept) return refuse('sessionRequired')
		if (!cart || !before) return refuse('cartChanged')
		if (cart.version !== ref.version || cart.day !== ref.day) return refuse('cartChanged')
		if ((cart.voucher?.id ?? null) !== voucherId) return refuse('cartChanged')

		const draft = draftOrder(ordering.venue, cart, { ...ordering, dbNow: before.now })
		if (!draft.ok) return draft
		const asShown = isAsShown(draft.value, ref.shown ?? {})
		if (!asShown.ok) return asShown
		if (draft.value.online > 0 && !ordering.provider) return refuse('wayToPayMissing')
		const counted = await countInProcess('order', ref.id)
		if (!counted.ok) return counted
		return ok({ ...(await write(tx, cart, draft.value, ordering)), isRunning: false })
	})
	if (!placed.ok) return placed

	const { isRunning, ...order } = placed.value
	return ok(isRunning ? { ...order, paymentToken: await resumePayment(order.id) } : order)
}

/**
 * Writes the order in one round trip, together with the COMMIT when the visitor has to pay. Orders of other days wait
 * for the same counter of order numbers, so the last statement but the payment's counts it up, and nothing waits
 * between that statement and the COMMIT.
 */
async function write(
	tx: Transaction,
	cart: Cart,
	draft: OrderDraft,
	{ provider, now, accountId, awc, visit }: Ordering,
): Promise<PlacedOrder> {
	const id = randomUUID()
	const publicId = newPublicId()
	const counter = `order-${today(now).slice(0, 4)}`
	const { lines, ...order } = draft
	const cartLines = inReadingOrder(cart.lines).map((line) => line.id)
	const statements = [
		() => takePlaces(tx, { cartId: cart.id, orderId: id, lines: cartLines }),
		...(cart.voucher ? [() => spendRedemption(tx, cart.id, id, draft.voucher)] : []),
		...(visit ? noteVisit(tx, visit, id) : []),
		() =>
			insertOrder(tx, {
				...order,
				vat: JSON.stringify(order.vat),
				lines: JSON.stringify(lines),
				id,
				publicId,
				counter,
				known: knownNumber(counter),
				places: Object.values(cart.given).flat().length,
				accountId: accountId ?? null,
				cartId: cart.id,
				cartVersion: cart.version,
			}),
		...(awc ? [() => insertReferral(tx, { orderId: id, awc })] : []),
	]
	if (draft.online > 0 && provider) {
		const paymentToken = newToken()
		const purpose = 'order' as const
		const payment = { orderId: id, purpose, amount: draft.online, provider, token: paymentToken }
		await sendBeforeCommit([...statements, () => createPayment(tx, payment)])
		return { id, publicId, paymentToken }
	}
	const confirmable = await inOrder(statements, () => loadConfirmable(tx, id, now))
	await confirmOrder(tx, confirmable, now)
	return { id, publicId, paymentToken: null }
}

/** Lets the session see the order's personal data, and deletes the drafts of the checkout's forms. */
function noteVisit(tx: Transaction, visit: string, orderId: string) {
	return [() => noteOrder(visit, orderId, tx), () => forgetOrdered(visit, tx)]
}

type OrderValues = Omit<OrderDraft, 'lines' | 'vat'> & {
	id: string
	publicId: string
	counter: string
	/**
	 * The highest number of `counter` that this process has seen committed, 0 for none: `next_number` gives a higher
	 * one also when the database lost its last commits (faults J7).
	 */
	known: number
	/** The number of places given to the cart. */
	places: number
	accountId: string | null
	cartId: string
	cartVersion: number
	/** JSON text: the driver would send an array as a PostgreSQL array. */
	vat: string
	lines: string
}

/**
 * Inserts the order with its lines and its first event. The counter's row stays locked until the order is written, so
 * the numbers have no gaps except those in `number_gaps`. An order whose places were lost while its day was being
 * locked gets no number, and the table refuses it.
 */
const insertOrder = prepare<OrderValues>(
	(build, value) => sql`
		with counted as (
			select ${value('counter')} as name, next_number(${value('counter')}, ${value('known')}) as value
		), placed as ${build.insert(orders).values({
			id: value('id'),
			publicId: value('publicId'),
			number: numberIfTaken(value('id'), value('places')),
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
			policy: value('policy'),
			voucherCode: value('voucherCode'),
			voucherTerms: value('voucherTerms'),
			linesTotal: value('linesTotal'),
			discount: value('discount'),
			shipping: value('shipping'),
			shippingVatRate: value('shippingVatRate'),
			total: value('total'),
			voucher: value('voucher'),
			online: value('online'),
			onSite: value('onSite'),
			vat: value('vat'),
		})}, lines as (
			insert into order_lines (order_id, position, parent_position, product_id, title, detail, quantity,
				included, unit_price, amount, vat_rate, vat_class, vat_parts, due, starts_at, ends_at, gift)
			select ${value('id')}::uuid, position, "parentPosition", "productId", title, detail, quantity,
				included, "unitPrice", amount, "vatRate", "vatClass", "vatParts", due, "startsAt", "endsAt", gift
			from json_to_recordset(${value('lines')}::json) as line (position int, "parentPosition" int,
				"productId" text, title jsonb, detail jsonb, quantity int, included int, "unitPrice" int,
				amount int, "vatRate" int, "vatClass" text, "vatParts" jsonb, due due_kind, "startsAt" timestamptz,
				"endsAt" timestamptz, gift jsonb)
		)
		insert into order_events (order_id, who, what) values (${value('id')}, 'visitor', 'placed')`,
)

/** The order number, consecutive within the year: '2026-000042'; null when places of the order are missing. */
function numberIfTaken(orderId: SQL, places: SQL): SQL {
	return sql`(
		select right(name, 4) || '-' || lpad(value::text, greatest(6, length(value::text)), '0')
		from counted
		where ${places}::int <= (select count(*) from allocations where order_id = ${orderId}))`
}

/**
 * Turns the cart's holds into places that wait for the payment and do not expire, and freezes the cart. `lines` are the
 * ids of the cart's lines by the position that they have in the order.
 */
const takePlaces = prepare<{ cartId: string; orderId: string; lines: readonly string[] }>(
	(_, value) => sql`
		with frozen as (
			update carts set order_id = ${value('orderId')}, updated_at = now() where id = ${value('cartId')}
		)
		update allocations set state = 'pending', expires_at = null, order_id = ${value('orderId')},
			line_position = array_position(${value('lines')}::uuid[], cart_line_id)
		where cart_id = ${value('cartId')} and state = 'held' and expires_at > now()`,
)

const insertReferral = prepare<{ orderId: string; awc: string }>((build, value) =>
	build.insert(referrals).values({ orderId: value('orderId'), awc: value('awc') }),
)
