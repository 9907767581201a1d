import { inLocale, type Locale, type Message } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { priceOfExtra } from '#app/models/cart/change.ts'
import { isExtraByPhone } from '#app/models/cart/notice.ts'
import type { Cents } from '#app/models/money.ts'
import { roomFor } from '#app/models/offer/guests.ts'
import { answered, answerWords } from '#app/models/product/answer.ts'
import type { Violation } from '#app/models/product/conditions.ts'
import { includedQuantity, mostPieces } from '#app/models/product/groups.ts'
import { isTaxed } from '#app/models/product/price.ts'
import type { Condition, DueKind, Product, ProductKind } from '#app/models/venue/catalogue.ts'
import type { Instant } from '#app/models/venue/day.ts'
import type { DurationText } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { whenAndWhere } from '#app/ui/order/when-and-where.ts'

export type LineView = {
	id: string
	parentId: string | null
	productId: string
	kind: ProductKind
	name: string
	picture: string
	/**
	 * Time and room in words: '14:00–16:00 Uhr (2 Std.), Partyraum Mars'; for a room also the number of its guests; empty
	 * for a product without time and room.
	 */
	detail: string
	/**
	 * The product's question and its answer: 'Name und Alter auf der Torte: Mia, 7'; null where nothing is asked or
	 * written.
	 */
	answer: string | null
	quantity: number
	min: number
	max: number
	perGuest: boolean
	unitPrice: Cents
	included: number
	amount: Cents
	due: DueKind
	/** The beginning of the visit as an ISO instant; null for a product without time. */
	startsAt: string | null
	duration: DurationText | null
	problems: ProblemView[]
	groups: GroupView[]
}

/** A problem as pages show it: the message of the broken rule, and the names of the other products it is about. */
export type ProblemView = { message: Message; others: string }

/** The rule of a group of choices: how many of its things have to be chosen, in all or per guest. */
export type RuleView = Pick<Condition, 'rule' | 'n' | 'perGuest'>

/** A group of choices of a package, with its extras and how many of each are chosen. */
export type GroupView = RuleView & {
	id: string
	title: string
	guests: number
	items: ItemView[]
	problems: ProblemView[]
}

export type ItemView = {
	id: string
	name: string
	summary: string
	picture: string
	popular: boolean
	mandatory: boolean
	price: Cents | null
	/** True when VAT is in the price. */
	isTaxed: boolean
	/** The pieces of this extra that the package's price includes. */
	included: number
	quantity: number
	/** The most pieces of this extra that its group takes. */
	max: number
	/** The telephone number by which this extra is booked, where it is sold by telephone only; null for all others. */
	phone: string | null
}

/** The data that the view of a line is made of besides the line: venue, cart, language, time, and the broken rules. */
type Surroundings = {
	venue: Venue
	cart: Cart
	locale: Locale
	now: Instant
	violations: readonly Violation[]
}

type PricedLine = {
	line: CartLine
	product: Product
	priced: { included: number; amount: Cents }
}

export function viewLine(around: Surroundings, { line, product, priced }: PricedLine): LineView {
	const { venue, cart, locale } = around
	const violations = around.violations.filter(({ lineId }) => lineId === line.id)
	const own = { ...around, violations }
	const room = roomOf(venue, cart.given[line.id] ?? [])?.name ?? null
	const guests = product.kind === 'room' ? roomFor(venue, product) : null
	return {
		id: line.id,
		parentId: line.parentId,
		productId: product.id,
		kind: product.kind,
		name: inLocale(product.name, locale),
		picture: product.picture,
		detail: [
			whenAndWhere({ ...line, title: product.name, room }, locale),
			guests !== null && translator(locale)('shop.things.room', { count: guests }),
		]
			.filter(Boolean)
			.join(', '),
		answer: answerWords(answered(venue, [line], cart.answers), product.id, locale),
		quantity: line.quantity,
		min: product.quantity.min,
		max: product.quantity.max,
		perGuest: product.perGuest,
		unitPrice: line.unitPrice,
		included: priced.included,
		amount: priced.amount,
		due: product.due,
		startsAt: line.startsAt?.toISOString() ?? null,
		duration: line.duration,
		problems: problemsOf(own, null),
		groups: product.conditions.map((condition) => viewGroup(own, { line, product }, condition)),
	}
}

function viewGroup(
	around: Surroundings,
	{ line, product }: Pick<PricedLine, 'line' | 'product'>,
	{ id, title, rule, n, perGuest, items }: Condition,
): GroupView {
	const { venue, cart, locale, now } = around
	const isByPhone = (product: Product) =>
		cart.day !== null &&
		isExtraByPhone(venue, cart, { product, day: cart.day, time: null, parentId: line.id }, now)
	return {
		id,
		title: inLocale(title, locale),
		rule,
		n,
		perGuest,
		guests: line.quantity,
		problems: problemsOf(around, id),
		items: items.flatMap((item) => {
			const extra = findProduct(venue, item.product)
			if (!extra) return []
			const chosen = cart.lines.find(
				(child) => child.parentId === line.id && child.productId === extra.id,
			)
			return {
				id: extra.id,
				name: inLocale(extra.name, locale),
				summary: inLocale(extra.summary, locale),
				picture: extra.picture,
				popular: extra.popular,
				mandatory: extra.mandatoryOnSite,
				price: cart.day === null ? null : (priceOfExtra(venue, cart.day, extra.id) ?? null),
				isTaxed: cart.day !== null && isTaxed(venue, extra, cart.day),
				included: includedQuantity(product, line.quantity, extra.id, Number.MAX_SAFE_INTEGER),
				quantity: chosen?.quantity ?? 0,
				max: mostPieces({ rule, perGuest }, extra.quantity.max, line.quantity),
				phone: isByPhone(extra) ? venue.contact.phone : null,
			}
		}),
	}
}

/** Lists the problems of one group of a line, or of the line itself for null. */
function problemsOf(
	{ venue, locale, violations }: Pick<Surroundings, 'venue' | 'locale' | 'violations'>,
	groupId: string | null,
): ProblemView[] {
	const nameOf = (id: string) => {
		const product = findProduct(venue, id)
		return product ? inLocale(product.name, locale) : []
	}
	return violations
		.filter((violation) => violation.groupId === groupId)
		.map(({ message, otherIds }) => ({ message, others: otherIds.flatMap(nameOf).join(', ') }))
}
