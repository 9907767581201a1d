import type { RouterContextProvider } from 'react-router'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { askedOf } from '#app/models/booking/asked-numbers.ts'
import { numberRows, sumRows } from '#app/models/booking/difference.ts'
import { countMoves, findMoveDays, findMoveTimes } from '#app/models/booking/moves.server.ts'
import { previewRevision } from '#app/models/booking/revise.server.ts'
import {
	fieldsOf,
	positionIn,
	withGuests,
	type TypedNumbers,
} from '#app/models/booking/typed-numbers.ts'
import type { CartLine } from '#app/models/cart/cart.ts'
import { isAhead, movesLeft } from '#app/models/order/policy.ts'
import type { Refused } from '#app/models/result.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { addDays } from '#app/models/venue/day.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import type { ChangeContext } from '#app/routes/booking/changing.server.ts'
import type { Guide } from '#app/routes/booking/guide-panel.tsx'
import { keepTexts } from '#app/routes/booking/kept-texts.server.ts'
import { timeWords } from '#app/routes/booking/move-choice.server.ts'

type Context = Readonly<RouterContextProvider>
/** A refused change. `typed` are the texts of its form, by the name of their field. */
type Refusing = { numbers: TypedNumbers; typed: Record<string, string>; refused: Refused }
type Typed = Omit<Refusing, 'refused'>

/** The line whose number is refused, with its product and the number that was typed for it. */
type Blamed = { line: CartLine; product: Product; typed: number }

/**
 * Returns the guide to what is possible after a refusal: fewer or more guests, another package, another time; null for
 * a refusal without a guide.
 */
export async function guideFor(
	context: Context,
	changing: ChangeContext,
	{ numbers, typed, refused }: Refusing,
): Promise<Guide | null> {
	const blamed = blamedBy(changing, { numbers, refused })
	if (!blamed) return null
	switch (refused.message.key) {
		case 'conditions.guestsAtLeast':
			return fewest(context, changing, { numbers, typed }, blamed)
		case 'conditions.guestsAtMost':
			return most(context, blamed)
		case 'errors.noFreePlaces':
			return noRoom(context, changing, { numbers, typed, refused }, blamed)
		default:
			return null
	}
}

function blamedBy(
	{ cart }: ChangeContext,
	{ numbers, refused }: Pick<Refusing, 'numbers' | 'refused'>,
): Blamed | null {
	const line = cart.lines.find(
		(line) => line.parentId === null && line.productId === refused.productId,
	)
	const product = line && findProduct(currentVenue(), line.productId)
	const typed = line && numbers.lines[positionIn(line)]
	return line && product && typed !== undefined ? { line, product, typed } : null
}

/** Returns the guide for too few guests: the price of the least number, and a button that takes it. */
async function fewest(
	context: Context,
	changing: ChangeContext,
	{ numbers, typed }: Typed,
	{ line, product }: Blamed,
): Promise<Guide> {
	const i18n = i18nOf(context)
	const { t, locale } = i18n
	const { order } = changing
	const count = product.quantity.min
	const at = positionIn(line)
	const kept = new URLSearchParams(await keepTexts(context, changing, typed))
	const least = withGuests(currentVenue(), changing.cart, numbers, { at, count })
	const planned = await previewRevision(
		order,
		askedOf(currentVenue(), changing.cart, least, {}),
		currentTime(),
	)
	return {
		title: t('changing.fewest.title', { count }),
		text: t('changing.fewest.text', { count, name: inLocale(product.name, locale) }),
		rows: planned.ok
			? [...numberRows(i18n, planned.value), ...sumRows(i18n, planned.value, order.paidOnSite)]
			: [],
		take: { value: `${at}:${count}`, label: t('changing.fewest.take', { count }) },
		more: {
			to: `/booking/${order.publicId}/change${kept.size > 0 ? `?${kept}` : ''}`,
			label: t('changing.fewest.keep', { count: line.quantity }),
		},
	}
}

/** Returns the guide for too many guests: the most that the package takes, and the name of the next larger one. */
function most(context: Context, { product }: Blamed): Guide {
	const { t, locale } = i18nOf(context)
	const venue = currentVenue()
	const [larger] = venue.products
		.filter(({ kind, quantity }) => kind === product.kind && quantity.max > product.quantity.max)
		.toSorted((one, other) => one.quantity.max - other.quantity.max)
	return {
		title: t('changing.most.title', {
			count: product.quantity.max,
			name: inLocale(product.name, locale),
		}),
		text: larger
			? t('changing.most.larger', {
					name: inLocale(larger.name, locale),
					count: larger.quantity.max,
				})
			: t('changing.most.phone'),
		phone: venue.contact.phone,
	}
}

/**
 * Returns the guide for a time at which no room or no places for so many are free: links to at most three times of the
 * day and three days of the next 14, or the telephone number.
 */
async function noRoom(
	context: Context,
	changing: ChangeContext,
	{ numbers, typed, refused }: Refusing,
	{ line, typed: count }: Blamed,
): Promise<Guide> {
	const { t, locale } = i18nOf(context)
	const venue = currentVenue()
	const { order, cart, until } = changing
	const mayMove =
		isAhead(until.move, currentTime()) && movesLeft(venue, order, await countMoves(order)) > 0
	const fields = {
		...fieldsOf(venue, cart, numbers),
		...(mayMove && (await keepTexts(context, changing, typed))),
	}
	const links = mayMove ? await linksTo(context, changing, { numbers, fields }) : []
	const none = t(mayMove ? 'changing.noRoom.none' : 'changing.noRoom.byPhone')
	const title = t('changing.noRoom.free', { count })
	return {
		title: t('changing.noRoom.title', {
			count,
			time: line.startsAt ? formatTime(line.startsAt, locale) : '',
		}),
		text: [
			t(refused.lacksRoom ? 'changing.noRoom.room' : 'changing.noRoom.places'),
			t('changing.noRoom.stands', { booked: line.quantity }),
			...(links.length === 0 ? [none] : []),
		].join(' '),
		...(links.length > 0 ? { times: { title, links } } : { phone: venue.contact.phone }),
		...(mayMove && {
			more: {
				to: `/booking/${order.publicId}/move?${new URLSearchParams(fields)}`,
				label: t('changing.noRoom.all'),
			},
		}),
	}
}

async function linksTo(
	context: Context,
	{ order, cart }: ChangeContext,
	{ numbers, fields }: { numbers: TypedNumbers; fields: Record<string, string> },
): Promise<{ to: string; label: string }[]> {
	const { locale } = i18nOf(context)
	const { day } = order
	if (day === null) return []
	const change = askedOf(currentVenue(), cart, numbers, {})
	const now = currentTime()
	const [times, days] = await Promise.all([
		findMoveTimes(order.id, { day, change }, now),
		findMoveDays(order.id, { first: addDays(day, 1), last: addDays(day, 14), change }, now),
	])
	const page = (to: Record<string, string>) =>
		`/booking/${order.publicId}/move?${new URLSearchParams({ ...fields, ...to })}`
	const sameDay = (times.ok ? times.value : []).flatMap(({ time }) =>
		time === null
			? []
			: [{ to: page({ day, time }), label: timeWords(order, { day, time }, locale) }],
	)
	const otherDays = (days.ok ? days.value : []).flatMap((it) =>
		it.kind === 'free'
			? [{ to: `${page({ day: it.day })}#times`, label: formatDay(it.day, locale, 'short') }]
			: [],
	)
	return [...sameDay.slice(0, 3), ...otherDays.slice(0, 3)]
}

/**
 * Returns the guide to the group of a package's choices in which something is missing, or too much is chosen; null for
 * a refusal of another kind.
 */
export function groupGuide(context: Context, { message, group }: Refused): Guide | null {
	if (!group) return null
	const { t, locale } = i18nOf(context)
	const problem = t(message.key, { ...message.values })
	return {
		title: t('changing.missing', { group: inLocale(group.title, locale), problem }),
		text: t('changing.missingText'),
	}
}
