import type { LocalText, Message } from '#app/i18n/i18n.ts'
import type { Day } from '#app/models/venue/slot.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import { isUnheld, type Cart, type CartLine } from '#app/models/cart/cart.ts'
import { repriced, priceCart } from '#app/models/cart/price.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { Cents } from '#app/models/money.ts'
import { hasParty, inReadingOrder } from '#app/models/order/order.ts'
import { dayPrice, type Totals } from '#app/models/product/price.ts'
import { check, type Violation } from '#app/models/product/conditions.ts'
import { includedQuantity } from '#app/models/product/groups.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { Condition, DueKind, Product, ProductKind } from '#app/models/venue/catalogue.ts'

/** A cart as pages show it: everything they need and nothing they have to work out. */
export type CartView = {
	version: number
	day: Day | null
	/**
	 * `lost`: something that needs a place has none any more. `priceChanged`, `productGone`: the cart is
	 * not what the venue sells today. In all three a renewal helps.
	 */
	hold: 'none' | 'held' | 'lost' | 'priceChanged' | 'productGone'
	/** ISO instant until which it is held. */
	heldUntil: string | null
	lines: LineView[]
	totals: Totals
	voucher: { code: string; problem: Message | null } | null
	/** An order of this cart is being paid. */
	isOrdered: boolean
	needsParty: boolean
	/** Nothing stands between this cart and the checkout. */
	isReady: boolean
}

export type LineView = {
	id: string
	parentId: string | null
	productId: string
	kind: ProductKind
	name: LocalText
	picture: string
	room: LocalText | null
	quantity: number
	min: number
	max: number
	perGuest: boolean
	unitPrice: Cents
	included: number
	amount: Cents
	due: DueKind
	startsAt: string | null
	endsAt: string | null
	problems: ProblemView[]
	groups: GroupView[]
}

/** What a rule says, and the products it is about. */
export type ProblemView = { message: Message; others: LocalText[] }

/** A group of extras of a package, with what is chosen of it. */
export type GroupView = {
	id: string
	title: LocalText
	rule: Condition['rule']
	n: number
	perGuest: boolean
	guests: number
	items: ItemView[]
	problems: ProblemView[]
}

export type ItemView = {
	productId: string
	name: LocalText
	summary: LocalText
	picture: string
	popular: boolean
	mandatoryOnSite: boolean
	price: Cents | null
	/** Pieces the package's price includes for this group. */
	included: number
	quantity: number
	max: number
}

export function viewCart(venue: Venue, cart: Cart, now: Instant): CartView {
	const price = priceCart(venue, cart, now)
	const violations = check(venue, cart.lines)
	const hold = holdWord(venue, cart)
	return {
		version: cart.version,
		day: cart.day,
		hold,
		heldUntil: hold !== 'lost' && holdsAny(cart) ? (cart.expiresAt?.toISOString() ?? null) : null,
		lines: inReadingOrder(cart.lines).flatMap((line) => {
			const product = findProduct(venue, line.productId)
			const priced = price.lines.find(({ id }) => id === line.id)
			if (!product || !priced) return []
			return viewLine(venue, cart, { line, product, priced, violations })
		}),
		totals: price.totals,
		voucher: cart.voucher && { code: cart.voucher.code, problem: price.problem },
		isOrdered: cart.orderId !== null,
		needsParty: hasParty(venue, cart),
		isReady:
			cart.lines.length > 0 &&
			violations.length === 0 &&
			(hold === 'none' || hold === 'held') &&
			!price.problem &&
			cart.orderId === null,
	}
}

type LineFacts = {
	line: CartLine
	product: Product
	priced: { included: number; amount: Cents }
	violations: readonly Violation[]
}

function viewLine(
	venue: Venue,
	cart: Cart,
	{ line, product, priced, violations }: LineFacts,
): LineView {
	const own = violations.filter((violation) => violation.lineId === line.id)
	return {
		id: line.id,
		parentId: line.parentId,
		productId: product.id,
		kind: product.kind,
		name: product.name,
		picture: product.picture,
		room: roomOf(venue, cart.given[line.id] ?? [])?.name ?? null,
		quantity: line.quantity,
		min: product.quantity.min,
		max: product.quantity.max,
		perGuest: product.perGuest,
		unitPrice: line.unitPrice,
		included: priced.included,
		amount: priced.amount,
		due: product.due,
		startsAt: line.startsAt?.toISOString() ?? null,
		endsAt: line.endsAt?.toISOString() ?? null,
		problems: own
			.filter(({ groupId }) => groupId === null)
			.map((violation) => viewProblem(venue, violation)),
		groups: product.conditions.map((condition) =>
			viewGroup(venue, cart, { line, product, condition, own }),
		),
	}
}

function viewGroup(
	venue: Venue,
	cart: Cart,
	{
		line,
		product,
		condition,
		own,
	}: { line: CartLine; product: Product; condition: Condition; own: readonly Violation[] },
): GroupView {
	const { id, title, rule, n, perGuest, items } = condition
	return {
		id,
		title,
		rule,
		n,
		perGuest,
		guests: line.quantity,
		problems: own
			.filter(({ groupId }) => groupId === id)
			.map((violation) => viewProblem(venue, violation)),
		items: items.flatMap((item) => {
			const extra = findProduct(venue, item.product)
			if (!extra) return []
			const chosen = cart.lines.find(
				(child) => child.parentId === line.id && child.productId === extra.id,
			)
			return {
				productId: extra.id,
				name: extra.name,
				summary: extra.summary,
				picture: extra.picture,
				popular: extra.popular,
				mandatoryOnSite: extra.mandatoryOnSite,
				price: priceOn(venue, cart.day, extra),
				included: includedQuantity(product, line.quantity, extra.id, Number.MAX_SAFE_INTEGER),
				quantity: chosen?.quantity ?? 0,
				max: extra.quantity.max,
			}
		}),
	}
}

function viewProblem(venue: Venue, { message, otherIds }: Violation): ProblemView {
	return { message, others: otherIds.flatMap((id) => findProduct(venue, id)?.name ?? []) }
}

function priceOn(venue: Venue, day: Day | null, product: Product): Cents | null {
	if (day === null) return null
	return dayPrice(product, openingOn(venue.calendar, day).class, day, null) ?? null
}

function holdWord(venue: Venue, cart: Cart): CartView['hold'] {
	if (isUnheld(venue, cart)) return 'lost'
	const outdated = repriced(venue, cart)
	if (outdated.some(({ unitPrice }) => unitPrice === undefined)) return 'productGone'
	if (outdated.length > 0) return 'priceChanged'
	return holdsAny(cart) ? 'held' : 'none'
}

function holdsAny(cart: Cart): boolean {
	return Object.keys(cart.given).length > 0
}
