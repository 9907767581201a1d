import type { DateTime } from 'luxon'

import { inLocale, type Locale, type Message } from '#app/i18n/i18n.ts'
import { translator } from '#app/i18n/translator.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { holdEnd } from '#app/models/cart/hold.ts'
import { checkNotice } from '#app/models/cart/notice.ts'
import { euros } from '#app/models/money.ts'
import { loadFreeTable } from '#app/models/offer/free-table.server.ts'
import type { FreeTable } from '#app/models/offer/free-table.ts'
import { extrasOf } from '#app/models/offer/offers.ts'
import type { Search } from '#app/models/offer/search.ts'
import { emailOf } from '#app/models/order/order.ts'
import { offeredPartyTypes } from '#app/models/order/party.ts'
import { WISHES } from '#app/models/product/answer.ts'
import { check } from '#app/models/product/conditions.ts'
import { includedQuantity, isOneChoice } from '#app/models/product/groups.ts'
import { isBookable } from '#app/models/venue/calendar.ts'
import type { Product, Resource } from '#app/models/venue/catalogue.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import {
	formatDay,
	formatDuration,
	formatTime,
	formatTimeRange,
} from '#app/models/venue/date-format.ts'
import { addDays, timeAt, today } from '#app/models/venue/day.ts'
import { parseDuration } from '#app/models/venue/slot.ts'
import { findProduct } from '#app/models/venue/venue.ts'
import { deskWordsIn } from '#desk/i18n/desk-words.server.ts'
import { shortName } from '#desk/routes/day/rooms-view.server.ts'
import {
	isAskedFor,
	otherRoom,
	preferredRooms,
	type AskedPlace,
} from '#desk/routes/new/call-asked.ts'
import { countsGuests, guestsWords, takesGuests } from '#desk/routes/new/call-numbers.ts'
import { nameOf, sumsView } from '#desk/routes/new/call-sums.server.ts'
import { mainLine } from '#desk/routes/new/call.server.ts'

export type CallView = Awaited<ReturnType<typeof callView>>
export type Call = NonNullable<CallView['call']>

type ShownCall = {
	search: Search
	/** The number of guests in the address; null where it names none. */
	guests: number | null
	cart: Cart | null
	locale: Locale
	/** The end of the pay link that was chosen before; null for none. */
	until: string | null
	asked: AskedPlace
}

/** Returns all that the page of a call shows, in words. */
export async function callView(wanted: ShownCall, now: DateTime) {
	const { search, cart, locale, until, asked } = wanted
	const venue = currentVenue()
	const table = await loadFreeTable(venue, search, {
		cartId: cart?.id ?? null,
		preferred: preferredRooms(asked.room),
		now,
	})
	const main = cart ? mainLine(venue, cart) : undefined
	const chosen =
		main?.startsAt && cart?.day === search.day ? `${main.productId} ${timeAt(main.startsAt)}` : null
	const counted = main && countedView(main, wanted)
	const guests = counted?.guests ?? search.guests
	const first = today(now)
	const days = Array.from({ length: venue.calendar.horizonDays }, (_, n) => addDays(first, n))
	return {
		kind: search.kind,
		guests,
		guestsProblem: counted?.problem ?? null,
		day: search.day,
		durations: durationsView(table, main, { search, locale }),
		days: days
			.filter((day) => isBookable(venue.calendar, day, now).ok)
			.map((day) => ({ day, name: formatDay(day, locale, 'short') })),
		rows: table.rows.map(({ product, price, free }) => ({
			id: product.id,
			name: inLocale(product.name, locale),
			price: euros(price, locale),
			cells: table.times.flatMap((time) => {
				const found = free.get(time)
				const take = `${product.id} ${time}`
				const isChosen = take === chosen
				if (!found && !isChosen) return []
				const room = found?.room ? shortName(inLocale(found.room.name, locale)) : null
				return [
					{
						take,
						isAsked: cart === null && isAskedFor(asked, time, found?.room ?? null),
						time: formatTime(time, locale),
						room,
						left: found && !room ? found.left : null,
						isChosen,
						isByPhone: found?.isByPhone ?? false,
					},
				]
			}),
		})),
		call: cart && main ? chosenView(cart, { locale, until, asked, guests, now }) : null,
	}
}

/**
 * Returns the number of guests for the field of a call whose product counts them; null for any other. A number that the
 * product does not take comes with the reason, because the page shows the free times for it (faults N401).
 */
function countedView(main: CartLine, { guests, locale }: Pick<ShownCall, 'guests' | 'locale'>) {
	const venue = currentVenue()
	const product = findProduct(venue, main.productId)
	if (!product || !countsGuests(venue, product)) return null
	const isTaken = guests === null || takesGuests(venue, product, guests)
	if (isTaken) return { guests: main.quantity, problem: null }
	const words = deskWordsIn(locale)
	const held = words.t('phone.stillHeld', { count: main.quantity })
	return { guests, problem: `${guestsWords(product, words)} ${held}` }
}

/** Returns the durations to choose from, with the chosen one marked; empty where no product has several. */
function durationsView(
	{ rows }: FreeTable,
	main: CartLine | undefined,
	{ search: { duration }, locale }: Pick<ShownCall, 'search' | 'locale'>,
) {
	if (rows.every(({ product }) => product.duration !== 'chosen')) return []
	const counts = parseDuration(main?.duration ?? null) ?? duration
	return currentVenue().entry.durations.map((value) => ({
		value: String(value),
		name: formatDuration(value, locale, translator(locale)),
		isChosen: value === counts,
	}))
}

type Asking = {
	locale: Locale
	until: string | null
	asked: AskedPlace
	/** The number of guests in the field; a product that is sold as a whole does not count them. */
	guests: number
	now: DateTime
}
type Chosen = Asking & { cart: Cart; main: CartLine; product: Product }

function chosenView(cart: Cart, asking: Asking) {
	const main = mainLine(currentVenue(), cart)
	const product = findProduct(currentVenue(), main?.productId ?? '')
	if (!main || !product || cart.day === null) return null
	const chosen = { cart, main, product, ...asking }
	const { person, party, answers } = cart
	return {
		id: cart.id,
		version: cart.version,
		...takenView(chosen, cart.day),
		...foodView(chosen, cart.day),
		...sumsView(cart, main, asking),
		person: {
			firstName: person?.firstName ?? '',
			lastName: person?.lastName ?? '',
			phone: person?.phone ?? '',
			email: (person && emailOf(person)) ?? '',
			child: party?.name ?? '',
			age: party?.age ? String(party.age) : '',
			wishes: answers[WISHES] ?? '',
		},
		types: offeredPartyTypes(currentVenue(), cart),
		type: party?.type ?? null,
	}
}

/** Returns the product, time and room that a call holds, until when, and what a visitor is too late to book. */
function takenView({ cart, main, product, locale, asked, guests, now }: Chosen, day: string) {
	const venue = currentVenue()
	const room = roomOf(venue, cart.given[main.id] ?? [])
	const end = holdEnd(venue, cart)
	const { startsAt, endsAt, quantity } = main
	const coming = countsGuests(venue, product) ? quantity : guests
	const asVisitor = { ...cart, holdRule: 'visitor' as const, given: {} }
	const late = cart.lines.flatMap((line) => {
		const booked = { cart: asVisitor, day, lines: cart.lines }
		return checkNotice(venue, booked, line, now) ? [nameOf(line.productId, locale)] : []
	})
	return {
		title: inLocale(product.name, locale),
		day: formatDay(day, locale, 'full'),
		time: startsAt && endsAt ? formatTimeRange(startsAt, endsAt, locale) : '',
		guests: quantity,
		isParty: product.perGuest,
		room: room ? inLocale(room.name, locale) : null,
		tooSmall:
			room?.seats !== undefined && coming > room.seats ? smallRoom(room, coming, locale) : null,
		wantedRoom: otherRoom(venue, product, { held: room, asked }, locale),
		heldUntil: end ? formatTime(end, locale) : null,
		warnings: [...new Set(late)],
	}
}

/** Returns the warning that a room has too few seats; it can be booked all the same (faults N405). */
function smallRoom({ name, seats = 0 }: Resource, count: number, locale: Locale): string {
	const room = shortName(inLocale(name, locale))
	return deskWordsIn(locale).t('phone.tooSmall', { count, room, seats })
}

/** Returns the groups of choices of a package, all extras, and the questions of the chosen products. */
function foodView({ cart, main, product, locale }: Chosen, day: string) {
	const venue = currentVenue()
	const say = ({ key, values }: Message) => translator(locale)(key, { ...values })
	const has = (id: string) =>
		cart.lines.filter((it) => it.productId === id).reduce((all, it) => all + it.quantity, 0)
	const violations = check(venue, cart.lines)
	const ofGroup = (id: string | null) =>
		violations.filter(({ groupId }) => groupId === id).map(({ message }) => say(message))
	const inGroups = new Set(
		product.conditions.flatMap(({ items }) => items.map((item) => item.product)),
	)
	return {
		problems: ofGroup(null),
		groups: product.conditions.map((group) => ({
			id: group.id,
			title: inLocale(group.title, locale),
			isChoice: isOneChoice(group),
			missing: ofGroup(group.id),
			items: group.items.map(({ product: id }) => ({
				id,
				name: nameOf(id, locale),
				quantity: has(id),
				included: includedQuantity(product, main.quantity, id, 999),
			})),
		})),
		extras: extrasOf(venue, { day, kind: 'play' })
			.filter(({ product: it, price: each }) => each !== null && !inGroups.has(it.id))
			.map(({ product: it, price: each }) => ({
				id: it.id,
				name: inLocale(it.name, locale),
				price: each === null ? '' : euros(each, locale),
				quantity: has(it.id),
			})),
		asks: cart.lines.flatMap(({ productId }) => {
			const asks = findProduct(venue, productId)?.asks
			const value = cart.answers[productId] ?? ''
			return asks
				? [{ id: productId, label: inLocale(asks.label, locale), value, max: asks.max }]
				: []
		}),
	}
}
