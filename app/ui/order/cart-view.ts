import type { Locale, Message } from '#app/i18n/i18n.ts'
import type { Cart } from '#app/models/cart/cart.ts'
import { holdEnd, holdState, lateLines, type HoldState } from '#app/models/cart/hold.ts'
import { inReadingOrder } from '#app/models/cart/line.ts'
import { priceCart, type CartPrice } from '#app/models/cart/price.ts'
import { minus, zero, type Cents } from '#app/models/money.ts'
import { hasParty } from '#app/models/order/party.ts'
import { check } from '#app/models/product/conditions.ts'
import type { Totals } from '#app/models/product/price.ts'
import type { ProductKind } from '#app/models/venue/catalogue.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { groupedCode } from '#app/models/voucher/voucher.ts'
import { viewLine, type LineView, type ProblemView } from '#app/ui/order/line-view.ts'

/**
 * A cart as pages show it, in the visitor's language, with everything computed. Dates are put into words here, on the
 * server, because browsers and servers differ in how they write them.
 */
export type CartView = {
	version: number
	day: Day | null
	/** The day in words: 'Samstag, 28. November 2026'; null for a cart without a day. */
	dayName: string | null
	/** The state of the reservation; `none` also for a cart with a line that can no longer take place. */
	hold: HoldState
	/** The end of the reservation: '14:35'; null without one. */
	held: string | null
	lines: LineView[]
	/** `voucherRest`: the balance of a value voucher after this cart. */
	totals: Totals & { voucherRest: Cents }
	/** The voucher in the cart: its code in readable form, and the reason why it lowers nothing. */
	voucher: { code: string; problem: Message | null } | null
	/** True while an order of this cart is being paid. */
	isOrdered: boolean
	needsParty: boolean
	/** True when nothing keeps this cart from the checkout. `refusalOf` in `order/order.ts` has the last word. */
	isReady: boolean
	/** The problems of lines, and of the groups of packages, each with the name of what it is about. */
	obstacles: Obstacle[]
}

/**
 * A problem that keeps a cart from the checkout. `name` is that of the product, or that of the group of a package,
 * whose id is `groupId`.
 */
export type Obstacle = ProblemView & {
	name: string
	groupId: string | null
	lineId: string
	productId: string
	kind: ProductKind
}

/** The visitor's language, and the time for which a cart is shown. */
export type Viewer = { locale: Locale; now: Instant }

export function viewCart(venue: Venue, cart: Cart, { locale, now }: Viewer): CartView {
	const price = priceCart(venue, cart, now)
	const late = lateLines(venue, cart, now)
	const violations = [...late, ...check(venue, cart.lines)]
	// Renewing the reservation does not help a line that can no longer take place.
	const hold = late.length > 0 ? 'none' : holdState(venue, cart)
	const until = holdEnd(venue, cart)
	const lines = inReadingOrder(cart.lines).flatMap((line) => {
		const product = findProduct(venue, line.productId)
		const priced = price.lines.find(({ id }) => id === line.id)
		if (!product || !priced) return []
		return viewLine({ venue, cart, locale, now, violations }, { line, product, priced })
	})
	return {
		version: cart.version,
		day: cart.day,
		dayName: cart.day && formatDay(cart.day, locale, 'full'),
		hold,
		held: until && formatTime(until, locale),
		lines,
		totals: { ...price.totals, voucherRest: restOf(price) },
		voucher: cart.voucher && { code: groupedCode(cart.voucher.code), problem: price.problem },
		isOrdered: cart.orderId !== null,
		needsParty: hasParty(venue, cart),
		isReady:
			cart.lines.length > 0 &&
			violations.length === 0 &&
			(hold === 'none' || hold === 'held') &&
			!price.problem &&
			cart.orderId === null,
		obstacles: lines.flatMap(obstaclesOf),
	}
}

function restOf({ voucher, totals }: CartPrice): Cents {
	return voucher?.kind === 'value' ? minus(voucher.balance, totals.voucher) : zero
}

function obstaclesOf({ id, productId, kind, name, problems, groups }: LineView): Obstacle[] {
	const own = { name, groupId: null, problems }
	const ofGroups = groups.map((group) => ({
		name: group.title,
		groupId: group.id,
		problems: group.problems,
	}))
	return [own, ...ofGroups].flatMap(({ problems, ...about }) =>
		problems.map((problem) => ({ ...problem, ...about, lineId: id, productId, kind })),
	)
}
