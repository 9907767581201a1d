import type { DateTime } from 'luxon'

import { inLocale, languageTags, type Locale, type Message } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { moveText, moveTo, type Move } from '#app/models/cart/move.ts'
import { priceCart } from '#app/models/cart/price.ts'
import { euros } from '#app/models/money.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import type { Day } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'

/** The move of a cart to another day, as the visitor is asked to confirm it, in the visitor's language. */
export type MoveView = {
	day: Day
	/** The move as text; the form sends it along, so that a move with another result than the shown one is refused. */
	shown: string
	/**
	 * The words of the button: '5 Tickets auf Do., 26. November, 16:30 mitnehmen · 48,50 €'; null when nothing can be
	 * moved.
	 */
	label: string | null
	/** The things that stay behind: '3 × Kinderticket'. */
	left: { id: string; name: string; reason: Message }[]
	/** The reason why the voucher lowers nothing on that day; null when it does, or when there is none. */
	voucher: Message | null
}

type MoveWish = { day: Day; loads: readonly Load[]; now: DateTime; locale: Locale }

/**
 * Returns the view of a cart's move to another day; null where there is nothing to move, the day cannot be booked, or
 * the cart's order is being paid.
 */
export function moveView(venue: Venue, cart: Cart, asked: MoveWish): MoveView | null {
	const { day, now, locale } = asked
	const found = cart.orderId === null ? moveTo(venue, cart, { ...asked, dbNow: now }) : null
	if (!found?.ok) return null
	const move = found.value
	if (move.moved.length + move.left.length === 0) return null
	const t = translator(locale)
	return {
		day,
		shown: moveText(cart, move),
		label: move.moved.length > 0 ? labelOf(venue, move, { day, locale }) : null,
		left: move.left.map(({ line, reason }) => ({
			id: line.id,
			name: t('cartPanel.times', { count: line.quantity, name: nameOf(venue, line, locale) }),
			reason: reason.message,
		})),
		voucher: priceCart(venue, { ...cart, day, lines: move.lines }, now).problem,
	}
}

type Told = { day: Day; locale: Locale }

function labelOf(venue: Venue, move: Move, { day, locale }: Told): string {
	const t = translator(locale)
	const begin = move.moved.flatMap(({ startsAt }) => startsAt ?? [])
	const [first] = begin
	const isAtOnce = begin.every((startsAt) => startsAt.getTime() === first?.getTime())
	const said = {
		things: thingsOf(venue, move, locale),
		day: formatDay(day, locale, 'ofYear'),
		amount: euros(move.amount, locale),
	}
	return first && isAtOnce
		? t('cart.moveButton.take', { ...said, time: formatTime(first, locale) })
		: t('cart.moveButton.takeAtTimes', said)
}

/**
 * Returns the moved things in words: '5 Tickets, Partyraum Mars und 2 Extras'; leaves out what belongs to a package.
 */
function thingsOf(venue: Venue, { moved }: Move, locale: Locale): string {
	const t = translator(locale)
	const own = moved.filter(({ parentId }) => parentId === null)
	const of = (kind: string) =>
		own.filter((line) => findProduct(venue, line.productId)?.kind === kind)
	const [tickets, extras] = [of('ticket'), of('addon')]
	const count = tickets.reduce((sum, { quantity }) => sum + quantity, 0)
	const others = own.filter((line) => !tickets.includes(line) && !extras.includes(line))
	const things = [
		...(count > 0 ? [t('cart.moveButton.tickets', { count })] : []),
		...others.map((line) => nameOf(venue, line, locale)),
		...(extras.length > 0 ? [t('cart.moveButton.extras', { count: extras.length })] : []),
	]
	return new Intl.ListFormat(languageTags[locale]).format(things)
}

function nameOf(venue: Venue, { productId }: CartLine, locale: Locale): string {
	const product = findProduct(venue, productId)
	return product ? inLocale(product.name, locale) : productId
}
