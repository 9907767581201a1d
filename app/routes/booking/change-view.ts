import { inLocale } from '#app/i18n/i18n.ts'
import type { Words } from '#app/i18n/words.ts'
import {
	groupsOf,
	isPiece,
	positionIn,
	withNumbers,
	type TypedNumbers,
} from '#app/models/booking/typed-numbers.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { isExtraByPhone } from '#app/models/cart/notice.ts'
import { priceCart } from '#app/models/cart/price.ts'
import { euros } from '#app/models/money.ts'
import { extrasOf } from '#app/models/offer/offers.ts'
import type { Order } from '#app/models/order/order.ts'
import { offeredPartyTypes } from '#app/models/order/party.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { questionsOf } from '#app/models/product/answer.ts'
import { check, missingFor } from '#app/models/product/conditions.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Instant } from '#app/models/venue/day.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import { viewLine, type GroupView } from '#app/ui/order/line-view.ts'

/** The parts of a booking that can still be changed online: true for each that can. */
export type Open = { guests: boolean; extras: boolean; texts: boolean }

/**
 * A number field in the form of a change, with its bounds. `was` says the booked number where another is typed, else
 * null.
 */
export type NumberView = {
	field: string
	name: string
	picture: string
	note: string
	was: string | null
	min: number
	max: number
}

/**
 * A group of a package's choices as a fold in the form of a change. The summary says what is chosen in `answer`; the
 * fold is open where it is the first, something is missing, or something was changed.
 */
export type GroupFold = {
	position: string
	group: GroupView
	answer: string
	state: string | null
	isMissing: boolean
	isOpen: boolean
	/** The booked number of each choice that differs, in words, by product id. */
	was: Record<string, string>
}

export type ChangeView = {
	/** The number fields for the guests of each party; those of tickets and other counted products are in `tickets`. */
	parties: (NumberView & { bounds: string })[]
	tickets: NumberView[]
	groups: GroupFold[]
	extras: { rows: NumberView[]; answer: string; isOpen: boolean } | null
	/** Booked products that the venue does not sell any more: they stay, or are taken out with `isOut`. */
	gone: { field: string; name: string; isOut: boolean; number: number }[]
	partyTypes: PartyType[]
	questions: { productId: string; label: string; max: number }[]
}

type ChangeFacts = {
	order: Pick<Order, 'lines'>
	cart: Cart
	numbers: TypedNumbers
	open: Open
	now: Instant
}

/** Returns the data of the form that changes a booking, with the numbers that are typed. */
export function changeView(venue: Venue, words: Words, shown: ChangeFacts): ChangeView {
	const { t, locale } = words
	const { order, cart, numbers, open, now } = shown
	const typed = withNumbers(venue, cart, numbers)
	const price = priceCart(venue, typed, now)
	const violations = check(venue, typed.lines)
	const lineViews = typed.lines.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		const priced = price.lines.find(({ id }) => id === line.id)
		if (!product || !priced) return []
		return viewLine({ venue, cart: typed, locale, now, violations }, { line, product, priced })
	})
	const own = cart.lines.filter(({ parentId }) => parentId === null)
	const parties = own.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		if (!product || !isParty(venue, line) || !open.guests) return []
		const { min, max } = product.quantity
		return [
			{ ...rowOf(words, { line, product, numbers }), bounds: t('changing.bounds', { min, max }) },
		]
	})
	const tickets = own.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		const isCounted = product && product.kind !== 'giftVoucher' && product.kind !== 'addon'
		if (!isCounted || isParty(venue, line) || product.quantity.max === 1 || !open.guests) return []
		return [rowOf(words, { line, product, numbers })]
	})
	const folds = open.extras
		? lineViews
				.filter((view) => view.groups.length > 0)
				.flatMap((view) => {
					const line = cart.lines.find(({ id }) => id === view.id)
					return line ? view.groups.map((group) => foldOf(words, { cart, line, group })) : []
				})
		: []
	return {
		parties,
		tickets,
		groups: folds.map((fold, index) => ({ ...fold, isOpen: fold.isOpen || index === 0 })),
		extras: open.extras ? extrasView(venue, words, shown, typed) : null,
		gone: goneViews(venue, words, { order, numbers, cart }),
		partyTypes: open.texts ? offeredPartyTypes(venue, typed) : [],
		questions: open.texts
			? questionsOf(venue, typed.lines).map(({ label, ...question }) => ({
					...question,
					label: inLocale(label, locale),
				}))
			: [],
	}
}

type Row = { line: CartLine; product: Product; numbers: TypedNumbers }

function rowOf({ t, locale }: Words, { line, product, numbers }: Row): NumberView {
	const { min, max } = product.quantity
	const number = numbers.lines[positionIn(line)]
	return {
		field: `lines.${positionIn(line)}`,
		name: inLocale(product.name, locale),
		picture: product.picture,
		note: t(product.perGuest ? 'changing.eachGuest' : 'changing.each', {
			price: euros(line.unitPrice, locale),
		}),
		was: number === line.quantity ? null : t('changing.was', { value: line.quantity }),
		min: product.perGuest ? 1 : Math.min(min, 0),
		max,
	}
}

function foldOf(
	{ t }: Words,
	{ cart, line, group }: { cart: Cart; line: CartLine; group: GroupView },
): GroupFold {
	const booked = (product: string) =>
		cart.lines.find((it) => it.parentId === line.id && it.productId === product)?.quantity ?? 0
	const changed = group.items.filter(({ id, quantity }) => booked(id) !== quantity)
	const chosen = group.items.filter(({ quantity }) => quantity > 0)
	const [problem] = group.problems
	const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0)
	const isOne = group.rule === 'exactlyOne' && !group.perGuest
	const isEach = group.rule === 'exactlyOne' && group.perGuest
	const whole = isEach ? t('changing.ofAll', { count, total: group.guests }) : null
	return {
		position: positionIn(line),
		group,
		answer:
			chosen
				.map(({ name, quantity }) => (isOne ? name : `${quantity}\u00a0×\u00a0${name}`))
				.join(', ') || t('changing.none'),
		state: problem ? t(problem.message.key, { ...problem.message.values }) : whole,
		isMissing: problem !== undefined,
		isOpen: problem !== undefined || changed.length > 0,
		was: Object.fromEntries(
			changed.map(({ id }) => [id, t('changing.was', { value: booked(id) })]),
		),
	}
}

function extrasView(
	venue: Venue,
	{ t, locale }: Words,
	{ cart, numbers, now }: ChangeFacts,
	typed: Cart,
): ChangeView['extras'] {
	const { day } = cart
	if (day === null) return null
	const booked = cart.lines.flatMap((line) => {
		const product = findProduct(venue, line.productId)
		if (product?.kind !== 'addon' || isPiece(venue, cart, line)) return []
		const row = rowOf({ t, locale }, { line, product, numbers })
		return [{ row, number: numbers.lines[positionIn(line)] ?? line.quantity }]
	})
	const parent = cart.lines.find((line) => isParty(venue, line)) ?? null
	const offered = extrasOf(venue, { day, kind: 'play' }).flatMap(({ product, price }) => {
		const number = numbers.extras[product.id]
		const isOff =
			price === null ||
			missingFor(product, typed.lines).length > 0 ||
			isExtraByPhone(venue, cart, { product, day, time: null, parentId: parent?.id ?? null }, now)
		if (number === undefined || (isOff && number === 0)) return []
		const row = {
			field: `extras.${product.id}`,
			name: inLocale(product.name, locale),
			picture: product.picture,
			note: price === null ? '' : t('changing.each', { price: euros(price, locale) }),
			was: number === 0 ? null : t('changing.was', { value: 0 }),
			min: 0,
			max: product.quantity.max,
		}
		return [{ row, number }]
	})
	const all = [...booked, ...offered]
	if (all.length === 0) return null
	const chosen = all.filter(({ number }) => number > 0)
	return {
		rows: all.map(({ row }) => row),
		answer:
			chosen.map(({ row, number }) => `${number}\u00a0${row.name}`).join(', ') ||
			t('changing.none'),
		isOpen: all.some(({ row }) => row.was !== null),
	}
}

function goneViews(
	venue: Venue,
	{ locale }: Words,
	{ order, numbers, cart }: Pick<ChangeFacts, 'order' | 'numbers' | 'cart'>,
): ChangeView['gone'] {
	return order.lines.flatMap(({ position, productId, title, quantity, gift }) => {
		const line = cart.lines.find((it) => positionIn(it) === String(position))
		if (gift !== null || !line || findProduct(venue, productId)) return []
		const number = numbers.lines[String(position)] ?? quantity
		return [
			{
				field: `lines.${position}`,
				name: inLocale(title, locale),
				isOut: number === 0,
				number: quantity,
			},
		]
	})
}

/** True for a line whose product is counted in guests and has choices for them. */
function isParty(venue: Venue, line: CartLine): boolean {
	return findProduct(venue, line.productId)?.perGuest === true && groupsOf(venue, line).length > 0
}
