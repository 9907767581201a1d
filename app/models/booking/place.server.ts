import { randomUUID } from 'node:crypto'

import type { DateTime } from 'luxon'

import { db, type Transaction } from '#app/db/client.server.ts'
import { sendBeforeCommit, inOrder, lockAndLoad } from '#app/db/lock.server.ts'
import { knownNumber } from '#app/db/numbers.server.ts'
import { enqueue } from '#app/db/queue.server.ts'
import type { Locale } from '#app/i18n/i18n.ts'
import { insertOrder, insertReferral, takePlaces } from '#app/models/booking/placed-rows.server.ts'
import type { SeenCart, Cart } from '#app/models/cart/cart.ts'
import { findCart } from '#app/models/cart/find.server.ts'
import { inReadingOrder } from '#app/models/cart/line.ts'
import { confirmOrder, loadConfirmable } from '#app/models/order/confirmation.server.ts'
import { draftOrder, isAsShown, type ShownOrder } from '#app/models/order/draft.ts'
import { isGift, type OrderDraft } from '#app/models/order/order.ts'
import { findConfirmed, findRunning } from '#app/models/order/placed.server.ts'
import { createPayment, resumePayment } from '#app/models/payment/create.server.ts'
import { hashOfPayCode, payCodeOf } from '#app/models/payment/pay-code.server.ts'
import { canLinkEndAt } from '#app/models/payment/pay-link.ts'
import type { ProviderName } from '#app/models/provider.ts'
import { ok, refuse, type Result } from '#app/models/result.ts'
import { newPublicId, newToken } from '#app/models/token.server.ts'
import { today } from '#app/models/venue/day.ts'
import { refusedByGuard } from '#app/models/venue/refused-by-guard.server.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { countInProcess } from '#app/models/visitor/attempts.server.ts'
import { forgetOrdered } from '#app/models/visitor/draft.server.ts'
import { keepAccount } from '#app/models/visitor/proof.server.ts'
import { noteOrder } from '#app/models/visitor/session.server.ts'
import { findVoucherInCart, spendRedemption } from '#app/models/voucher/ledger.server.ts'

/** A placed order. `paymentToken` is null when nothing is due online and the order is confirmed already. */
export type PlacedOrder = { id: string; publicId: string; paymentToken: string | null }

/** The cart to order, as the overview showed it; a `voucherId` that is left out is looked up in the database. */
export type OrderedCart = SeenCart & { id: string; voucherId?: string | null; shown?: ShownOrder }

/**
 * All that an order needs besides its cart. `provider` is null when the visitor chose no way to pay, which suffices
 * when nothing is due online.
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
	/** The author of the order: 'visitor', or 'staff:<id>' for a booking by telephone. */
	actor?: string
	/** The way of paying that was agreed on the telephone; left out for a visitor, who pays at once. */
	agreed?: AgreedPayment
}

/**
 * The way of paying that staff agreed with a customer on the telephone. onSite: the whole order is paid at the venue ·
 * byLink: its online part is paid by a pay link, which ends at `until`.
 */
export type AgreedPayment = { how: 'onSite' } | { how: 'byLink'; until: Date }

/**
 * Makes an order of the cart: checks everything once more and freezes it; its places wait for the payment and do not
 * expire. When the button is pressed twice, the first order is returned and its payment goes on. An account that is
 * deleted meanwhile orders nothing (faults M2).
 */
export async function placeOrder(
	ref: OrderedCart,
	ordering: Ordering,
): Promise<Result<PlacedOrder>> {
	return placeNow(ref, ordering).catch((error: unknown) => refusedByGuard(error, ordering.venue))
}

async function placeNow(ref: OrderedCart, ordering: Ordering): Promise<Result<PlacedOrder>> {
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

		const { agreed } = ordering
		const isAllOnSite = agreed?.how === 'onSite'
		const draft = draftOrder(ordering.venue, cart, {
			...ordering,
			dbNow: before.now,
			isAllOnSite,
		})
		if (!draft.ok) return draft
		if (isAllOnSite && draft.value.lines.some(isGift)) return refuse('desk.giftsArePaidFirst')
		const asShown = isAsShown(draft.value, ref.shown ?? {})
		if (!asShown.ok) return asShown
		if (draft.value.online > 0 && !ordering.provider && agreed?.how !== 'byLink')
			return refuse('wayToPayMissing')
		const linkEnds = agreed?.how === 'byLink' ? agreed.until : null
		if (linkEnds && !canLinkEndAt(linkEnds, draft.value, before.now)) return refuse('payLink.end')
		const counted = await countInProcess('order', ref.id)
		if (!counted.ok) return counted
		return ok({ ...(await write(tx, cart, draft.value, ordering)), isRunning: false })
	})
	if (!placed.ok) return placed

	const { isRunning, ...order } = placed.value
	return ok(isRunning ? { ...order, paymentToken: await resumePayment(order.id, 'order') } : order)
}

/**
 * Writes the order in one round trip, together with the COMMIT when the visitor has to pay. Orders of other days wait
 * for the same counter of order numbers: it is counted up after all statements that may wait, so that it is locked for
 * as short a time as possible.
 */
async function write(
	tx: Transaction,
	cart: Cart,
	draft: OrderDraft,
	{ provider, now, accountId, awc, visit, agreed, actor = 'visitor' }: Ordering,
): Promise<PlacedOrder> {
	const id = randomUUID()
	const publicId = newPublicId()
	const counter = `order-${today(now).slice(0, 4)}`
	const { lines, ...order } = draft
	const cartLines = inReadingOrder(cart.lines).map((line) => line.id)
	const payUntil = draft.online > 0 && agreed?.how === 'byLink' ? agreed.until : null
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
				number: null,
				counter,
				known: knownNumber(counter),
				places: Object.values(cart.given).flat().length,
				accountId: accountId ?? null,
				cartId: cart.id,
				cartVersion: cart.version,
				actor,
				payUntil,
				payLink: payUntil && hashOfPayCode(payCodeOf({ id, payUntil })),
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
	if (payUntil) {
		await sendBeforeCommit([...statements, () => enqueue(tx, 'mailPayLink', { orderId: id })])
		return { id, publicId, paymentToken: null }
	}
	const confirmable = await inOrder(statements, () => loadConfirmable(tx, id, now))
	await confirmOrder(tx, confirmable, now)
	return { id, publicId, paymentToken: null }
}

/**
 * Makes the statements that let a session see the order's personal data, and that delete the drafts of the checkout's
 * forms.
 */
function noteVisit(tx: Transaction, visit: string, orderId: string) {
	return [() => noteOrder(visit, orderId, tx), () => forgetOrdered(visit, tx)]
}
