import type { DateTime } from 'luxon'

import { rebook } from '#app/models/booking/rebooked.ts'
import type { Booking } from '#app/models/booking/revise.ts'
import { emptyCart, type Cart, type CartVoucher, type Wish } from '#app/models/cart/cart.ts'
import { setAll, setPieces } from '#app/models/cart/set.ts'
import { cents } from '#app/models/money.ts'
import { draftOrder } from '#app/models/order/draft.ts'
import type { OrderedPolicy } from '#app/models/order/ordered-policy.ts'
import { hasParty } from '#app/models/order/party.ts'
import type { OwnPlace } from '#app/models/order/revision-content.ts'
import type { Result } from '#app/models/result.ts'
import { policy, type Policy } from '#app/models/venue/policy.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { sampleOrder } from '#testing/sample-order.ts'
import { now } from '#testing/wishes.ts'

/** A policy by which all can be changed until the visit begins, and cancelling costs nothing. */
const lenient: Policy = policy.parse({
	change: {
		guests: { days: 0, time: 'start' },
		extras: { days: 0, time: 'start' },
		texts: { days: 0, time: 'start' },
	},
	move: { days: 0, time: 'start', times: 9 },
	cancel: [{ until: { days: 0, time: 'start' }, keep: { percent: 0, of: 'total' } }],
	late: { percent: 100, of: 'total' },
})

/** The policy as an order keeps it. */
export function orderedPolicy(changed: Partial<Policy> = {}): OrderedPolicy {
	const rules = [{ products: null, policy: { ...lenient, ...changed }, deposit: cents(0) }]
	return { version: 1, rules, sentences: [], locale: 'de-DE' }
}

type Ordered = {
	/** The pieces of the package that is the first wish. */
	pieces?: Record<string, number>
	voucher?: CartVoucher | null
	at?: DateTime
}

/** A booking that is placed and paid in memory: the wishes as ordered, their places, and all due online paid. */
export function bookedOrder(
	venue: Venue,
	wishes: readonly Wish[],
	{ pieces, voucher = null, at = now }: Ordered = {},
): Booking {
	let made = 0
	const newId = () => `id-${(made += 1)}`
	const day = wishes.find((wish) => wish.day)?.day ?? null
	const empty: Cart = { ...emptyCart('cart'), version: 1, voucher }
	let { lines } = empty
	for (const wish of wishes) {
		const before = { ...empty, day: lines.length > 0 ? day : null, lines }
		lines = valueOf(setAll(venue, before, { wishes: [wish] }, { now: at, newId }))
	}
	const [{ id: lineId = '' } = {}] = lines
	const chosen = { lineId, quantities: pieces ?? {} }
	lines = valueOf(setPieces(venue, { ...empty, day, lines }, chosen, newId))
	const cart = { ...empty, day, lines }
	const moment = { now: at, dbNow: at.toJSDate() }
	const booking = { cart: { ...cart, day: null, lines: [] }, places: [], loads: [] }
	const wanted = valueOf(rebook(venue, booking, cart, moment))
	const { person, party } = sampleOrder
	const filled = {
		...cart,
		person,
		party: hasParty(venue, cart) ? party : null,
		given: Object.fromEntries(
			cart.lines.map(({ id }) => [
				id,
				wanted.flatMap(({ lineId, resourceId }) => (lineId === id ? resourceId : [])),
			]),
		),
	}
	const draft = valueOf(draftOrder(venue, filled, { locale: 'de-DE', ...moment }))
	const positions = new Map(
		cart.lines.map((line) => [
			line.id,
			draft.lines.find(
				({ productId, startsAt }) =>
					productId === line.productId && startsAt?.getTime() === line.startsAt?.getTime(),
			)?.position ?? null,
		]),
	)
	const places = wanted.map(({ lineId, ...place }, index): OwnPlace => ({
		...place,
		id: `place-${index}`,
		linePosition: positions.get(lineId ?? '') ?? null,
	}))
	const order = {
		...sampleOrder,
		...draft,
		paidOnSite: cents(0),
		refunded: cents(0),
		recipient: null,
		/** No policy of its own: tests give one by `withPolicy`. */
		policy: null,
	}
	const { online: refundable, voucherTerms: terms } = draft
	return { order, places, loads: [], moved: 0, most: {}, terms, refundable }
}

/** The venue with a policy for orders under today's terms. */
export function withPolicy(venue: Venue, changed: Partial<Policy> = {}): Venue {
	return {
		...venue,
		policyOf: { ...venue.policyOf, [venue.termsVersion]: { ...lenient, ...changed } },
	}
}

export function valueOf<T>(result: Result<T>): T {
	if (!result.ok) throw new Error(JSON.stringify(result))
	return result.value
}
