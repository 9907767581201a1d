import type { RouterContextProvider } from 'react-router'

import { now as currentTime } from '#app/gateways/clock.server.ts'
import { inLocale } from '#app/i18n/i18n.ts'
import { i18nOf } from '#app/middleware/locale.server.ts'
import { findMoveDays, findMoveTimes } from '#app/models/booking/moves.server.ts'
import { previewRevision } from '#app/models/booking/revise.server.ts'
import type { CartLine } from '#app/models/cart/cart.ts'
import type { Refused } from '#app/models/result.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { formatDay, formatTime } from '#app/models/venue/date-format.ts'
import { addDays } from '#app/models/venue/day.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import { askedOf } from '#app/routes/booking/change-page.server.ts'
import { fieldsOf, positionIn, withGuests, type Numbers } from '#app/routes/booking/change-typed.ts'
import type { Changing } from '#app/routes/booking/changing.server.ts'
import { numberRows, sumRows } from '#app/routes/booking/difference.ts'
import type { Guide } from '#app/routes/booking/guide-panel.tsx'
import { timeWords } from '#app/routes/booking/move-choice.server.ts'

type Context = Readonly<RouterContextProvider>
type Refusing = { numbers: Numbers; refused: Refused }

/** The line whose number is refused, with its product and the number that was typed. */
type Blamed = { line: CartLine; product: Product; typed: number }

/** The ways that are open after a refusal: fewer or more guests, another package, another time; null without any. */
export async function guideFor(
	context: Context,
	changing: Changing,
	{ numbers, refused }: Refusing,
): Promise<Guide | null> {
	const blamed = blamedBy(changing, { numbers, refused })
	if (!blamed) return null
	switch (refused.message.key) {
		case 'conditions.guestsAtLeast':
			return fewest(context, changing, numbers, blamed)
		case 'conditions.guestsAtMost':
			return most(context, blamed)
		case 'errors.noFreePlaces':
			return noRoom(context, changing, numbers, blamed)
		default:
			return null
	}
}

function blamedBy({ cart }: Changing, { numbers, refused }: Refusing): Blamed | null {
	const line = cart.lines.find(
		(line) => line.parentId === null && line.productId === refused.productId,
	)
	const product = line && findProduct(currentVenue(), line.productId)
	const typed = line && numbers.lines[positionIn(line)]
	return line && product && typed !== undefined ? { line, product, typed } : null
}

/** The price of the least number, and a button that takes it. */
async function fewest(
	context: Context,
	changing: Changing,
	numbers: Numbers,
	{ line, product }: Blamed,
): Promise<Guide> {
	const i18n = i18nOf(context)
	const { t, locale } = i18n
	const { order } = changing
	const count = product.quantity.min
	const at = positionIn(line)
	const least = withGuests(currentVenue(), changing.cart, numbers, { at, count })
	const planned = await previewRevision(order.id, askedOf(changing, least, {}), currentTime())
	return {
		title: t('changing.fewest.title', { count }),
		text: t('changing.fewest.text', { count, name: inLocale(product.name, locale) }),
		rows: planned.ok
			? [...numberRows(i18n, planned.value), ...sumRows(i18n, planned.value, order.paidOnSite)]
			: [],
		take: { value: `${at}:${count}`, label: t('changing.fewest.take', { count }) },
		more: {
			to: `/booking/${order.publicId}/change`,
			label: t('changing.fewest.keep', { count: line.quantity }),
		},
	}
}

/** The most that a package takes, and the next larger one by name. */
function most(context: Context, { product }: Blamed): Guide {
	const { t, locale } = i18nOf(context)
	const venue = currentVenue()
	const { phone } = venue.contact
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
					phone,
				})
			: t('changing.most.phone', { phone }),
	}
}

/** Times at which a room for so many is free: three of the same day at most, then days. */
async function noRoom(
	context: Context,
	changing: Changing,
	numbers: Numbers,
	{ line, typed }: Blamed,
): Promise<Guide> {
	const { t, locale } = i18nOf(context)
	const links = await linksTo(context, changing, numbers)
	const { phone } = currentVenue().contact
	const { order, cart } = changing
	const fields = fieldsOf(currentVenue(), cart, numbers)
	const title = t('changing.noRoom.free', { count: typed })
	return {
		title: t('changing.noRoom.title', {
			count: typed,
			time: line.startsAt ? formatTime(line.startsAt, locale) : '',
		}),
		text: [
			t('changing.noRoom.text', { booked: line.quantity }),
			...(links.length === 0 ? [t('changing.noRoom.none', { phone })] : []),
		].join(' '),
		...(links.length > 0 && { times: { title, links } }),
		more: {
			to: `/booking/${order.publicId}/move?${new URLSearchParams(fields)}`,
			label: t('changing.noRoom.all'),
		},
	}
}

async function linksTo(
	context: Context,
	{ order, cart }: Changing,
	numbers: Numbers,
): Promise<{ to: string; label: string }[]> {
	const { locale } = i18nOf(context)
	const { day } = order
	if (day === null) return []
	const fields = fieldsOf(currentVenue(), cart, numbers)
	const change = askedOf({ cart }, numbers, {})
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

/** The guide to the group of a package in which something is missing, or too much is chosen. */
export function groupGuide(context: Context, { message, group }: Refused): Guide | null {
	if (!group) return null
	const { t, locale } = i18nOf(context)
	const problem = t(message.key, { ...message.values })
	return {
		title: t('changing.missing', { group: inLocale(group.title, locale), problem }),
		text: t('changing.missingText'),
	}
}
