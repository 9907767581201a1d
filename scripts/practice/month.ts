import { DateTime } from 'luxon'

import type { Wish } from '#app/models/cart/cart.ts'
import { suggestedTickets } from '#app/models/offer/suggestion.ts'
import { offeredPartyTypes } from '#app/models/order/party.ts'
import type { PartyType } from '#app/models/party-types.ts'
import { questionsOf, type Answers } from '#app/models/product/answer.ts'
import { boundOf } from '#app/models/product/groups.ts'
import { providerNames, type ProviderName } from '#app/models/provider.ts'
import { isOpen, openingOn, startTimes, type OpenDay } from '#app/models/venue/calendar.ts'
import type { Condition, Product } from '#app/models/venue/catalogue.ts'
import { addDays, instantAt } from '#app/models/venue/day.ts'
import type { Day, Duration } from '#app/models/venue/slot.ts'
import { findProduct, type Venue } from '#app/models/venue/venue.ts'
import type { OrderedParty } from '#app/models/visitor/party.ts'
import type { OrderedPerson } from '#app/models/visitor/person.ts'

import {
	companies,
	newChild,
	newPerson,
	newRemark,
	pick,
	teams,
	whole,
	type Roll,
} from './people.ts'

/*
 * The bookings of a practice month of any venue, decided by a seed alone, so that two fills of one venue have the same
 * guests. Nothing here asks what is free.
 */

/** The event that happens to an invented booking after it was ordered; 'stands': none. */
type Fate = 'stands' | 'cancelled' | 'grown' | 'moved' | 'paidAhead'

export type PracticeBooking = {
	/** The moment of the order, before the visit begins. */
	at: DateTime
	day: Day | null
	wishes: Omit<Wish, 'day' | 'time' | 'parentId'>[]
	/** The pieces of the conditions of the package that is the first wish, by product. */
	pieces: Record<string, number>
	/** The start times to try, the wanted one first; empty for products without a day. */
	times: string[]
	person: OrderedPerson
	party: OrderedParty | null
	answers: Answers
	/**
	 * The words that the host told the venue, such as an allergy, kept as a note for colleagues; null for most bookings.
	 */
	remark: string | null
	provider: ProviderName
	fate: Fate
	/** True when the order is paid with a gift voucher that the practice month sold before, if there is one. */
	hasVoucher: boolean
	/** A number from 0 to below 1 that decides how the till takes the rest, and when the booking is cancelled. */
	mind: number
}

type MonthPlan = {
	/** The busy day of the month. */
	day: Day
	/** The numbers of days before and after the busy day. */
	around: { before: number; after: number }
	roll: Roll
	now: DateTime
}

/** The length of a practice month: a week before the busy day, whose rests are paid, and 23 days after it. */
export const month: MonthPlan['around'] = { before: 7, after: 23 }

/**
 * Returns the bookings of the practice month around a day, ordered by the moment of their order. The day itself has
 * most bookings.
 */
export function practiceMonth(venue: Venue, asked: MonthPlan): PracticeBooking[] {
	const { before, after } = asked.around
	const days = Array.from({ length: before + after + 1 }, (_, index) =>
		openingOn(venue.calendar, addDays(asked.day, index - before)),
	).filter(isOpen)
	let number = 0
	const next = () => (number += 1)
	const visits = days.flatMap((opening) => {
		const crowd = crowdOf(opening, asked.day)
		return [
			...times(crowd.parties, () => partyOn(venue, opening, { ...asked, number: next() })),
			...times(crowd.rooms, () => roomOn(venue, opening, { ...asked, number: next() })),
			...times(crowd.tickets, () => ticketsOn(venue, opening, { ...asked, number: next() })),
		]
	})
	const gifts = times(14, () => giftOf(venue, { ...asked, number: next() }))
	const found = [...visits, ...gifts].filter((booking) => booking !== null)
	return found.toSorted((one, other) => one.at.toMillis() - other.at.toMillis())
}

/** Returns the numbers of bookings on a day: the busy day has most, then weekends. */
function crowdOf({ day, class: dayClass }: OpenDay, busy: Day) {
	if (day === busy) return { parties: 14, rooms: 3, tickets: 46 }
	return dayClass === 'weekend'
		? { parties: 8, rooms: 2, tickets: 16 }
		: { parties: 2, rooms: 1, tickets: 6 }
}

function times<T>(count: number, make: () => T): T[] {
	return Array.from({ length: count }, make)
}

type Numbered = MonthPlan & { number: number }
type Made = Pick<PracticeBooking, 'wishes'> &
	Partial<Pick<PracticeBooking, 'pieces' | 'times' | 'party' | 'answers'>>

/** Invents the booking of a party, with what its package asks for; null for a venue without packages. */
function partyOn(venue: Venue, opening: OpenDay, asked: Numbered): PracticeBooking | null {
	const { roll } = asked
	const packages = venue.products.filter(({ kind }) => kind === 'package')
	const [first, ...others] = packages
	if (!first) return null
	const product = pick([first, ...others], roll)
	const { min, max } = product.quantity
	const guests = Math.min(max, Math.max(min, 6) + whole(roll, Math.max(1, Math.min(8, max - min))))
	const child = newChild(roll, product.age ?? {})
	const pieces = piecesOf(venue, product, guests, roll)
	const wishes = [{ productId: product.id, quantity: guests, duration: null }]
	return visitOf(opening, asked, {
		wishes,
		pieces,
		times: shuffled(startsOf(venue, opening, product, null), roll),
		party: partyNamed(venue, wishes, child, roll),
		answers: answersOf(venue, [product.id, ...Object.keys(pieces)], child),
	})
}

/**
 * Invents the booking of a room or an attraction, half of them with tickets for its guests; null for a venue without
 * either.
 */
function roomOn(venue: Venue, opening: OpenDay, asked: Numbered): PracticeBooking | null {
	const { roll } = asked
	const rooms = venue.products.filter(({ kind }) => kind === 'room' || kind === 'attraction')
	const [first, ...others] = rooms
	if (!first) return null
	const product = pick([first, ...others], roll)
	const duration = durationOf(product, opening, roll)
	const guests = product.perGuest ? Math.min(product.quantity.max, 4 + whole(roll, 6)) : 1
	const main = { productId: product.id, quantity: guests, duration }
	const tickets = ticketWishes(venue, 4 + whole(roll, 5), durationOf(null, opening, roll, venue))
	return visitOf(opening, asked, {
		wishes: [main, ...(roll() < 0.5 ? tickets : [])],
		times: shuffled(startsOf(venue, opening, product, duration), roll),
		party: partyNamed(venue, [main], newChild(roll, {}), roll),
	})
}

/**
 * Invents the booking of a family with tickets, and now and then with an add-on such as food or socks; null for a venue
 * without tickets.
 */
function ticketsOn(venue: Venue, opening: OpenDay, asked: Numbered): PracticeBooking | null {
	const { roll } = asked
	const duration = durationOf(null, opening, roll, venue)
	const tickets = ticketWishes(venue, 2 + whole(roll, 5), duration)
	if (tickets.length === 0) return null
	const addons = venue.products.filter(isSimpleAddon)
	const [first, ...others] = addons
	const addon = first && roll() < 0.4 ? pick([first, ...others], roll) : null
	const extra = addon && { productId: addon.id, quantity: 1 + whole(roll, 3), duration: null }
	return visitOf(opening, asked, {
		wishes: [...tickets, ...(extra ? [extra] : [])],
		times: shuffled(
			startTimes(opening.hours, venue.entry.raster, duration ?? 'day', opening.day),
			roll,
		),
	})
}

/** True for an add-on of which any visitor can take three. */
function isSimpleAddon({ kind, uses, requires, quantity, asks }: Product): boolean {
	const isFree = uses.length === 0 && requires.length === 0 && !asks
	return kind === 'addon' && isFree && quantity.max >= 3
}

function giftOf(venue: Venue, asked: Numbered): PracticeBooking | null {
	const { roll } = asked
	const [first, ...others] = venue.products.filter(({ kind }) => kind === 'giftVoucher')
	if (!first) return null
	const product = pick([first, ...others], roll)
	const wishes = [{ productId: product.id, quantity: 1, duration: null }]
	const words = { giftFor: pick(['Oma Hilde', 'Emma', 'unsere Nachbarn'], roll) }
	const at = asked.now.minus({ hours: 30 + whole(roll, 600) })
	return { ...base(asked, { wishes, answers: words }), day: null, at }
}

function visitOf({ day, hours }: OpenDay, asked: Numbered, made: Made): PracticeBooking {
	const { roll, now } = asked
	const opens = DateTime.fromJSDate(instantAt(day, hours.opens))
	const isParty = made.party !== undefined && made.party !== null
	const before = isParty ? 3 * 24 + roll() * 30 * 24 : 1 + roll() * roll() * 14 * 24
	const planned = opens.minus({ hours: before })
	// A visit that is far ahead was ordered within the last six days.
	const at = planned < now ? planned : now.minus({ hours: 1 + roll() * 6 * 24 })
	return { ...base(asked, made), day, at }
}

function base({ roll, number }: Numbered, made: Made): Omit<PracticeBooking, 'day' | 'at'> {
	const fate = roll()
	return {
		pieces: {},
		times: [],
		party: null,
		answers: {},
		...made,
		person: newPerson(roll, number),
		remark: made.party ? newRemark(roll) : null,
		provider: newProvider(roll),
		fate: fates.find(([below]) => fate < below)?.[1] ?? 'stands',
		hasVoucher: roll() < 0.06,
		mind: roll(),
	}
}

/** The parts of all bookings that are paid with each provider; their sum is 1. */
const shares: Record<ProviderName, number> = { paypal: 0.4, stripe: 0.6 }

function newProvider(roll: Roll): ProviderName {
	let left = roll()
	for (const name of providerNames) {
		left -= shares[name]
		if (left < 0) return name
	}
	return providerNames[0]
}

const fates: [number, Fate][] = [
	[0.05, 'cancelled'],
	[0.11, 'grown'],
	[0.14, 'moved'],
	[0.2, 'paidAhead'],
]

function ticketWishes(venue: Venue, guests: number, duration: Duration | null): Made['wishes'] {
	const tickets = Object.entries(suggestedTickets(venue, guests))
	return tickets.map(([productId, quantity]) => ({ productId, quantity, duration }))
}

/**
 * Returns a product's fixed duration, or picks one for which it has a price on this day; without a product picks one of
 * the tickets'. Null where there is none.
 */
function durationOf(
	product: Product | null,
	{ class: dayClass }: OpenDay,
	roll: Roll,
	venue?: Venue,
): Duration | null {
	if (product && product.duration !== 'chosen') return product.duration ?? null
	const table = product?.prices[dayClass]
	const lengths: Duration[] =
		typeof table === 'object'
			? Object.keys(table).map((length) => (length === 'day' ? 'day' : Number(length)))
			: [...(venue?.entry.durations ?? [])]
	const [first, ...others] = lengths
	return first === undefined ? null : pick([first, ...others], roll)
}

function startsOf(
	venue: Venue,
	{ day, hours }: OpenDay,
	product: Product,
	duration: Duration | null,
): string[] {
	const own = typeof product.duration === 'number' ? product.duration : duration
	return startTimes(hours, product.raster ?? venue.entry.raster, own ?? 'day', day)
}

/**
 * Chooses the pieces of each condition of a package as a host does, so that every condition is met; returns their
 * numbers by product.
 */
function piecesOf(
	venue: Venue,
	{ conditions }: Product,
	guests: number,
	roll: Roll,
): Record<string, number> {
	const chosen: Record<string, number> = {}
	for (const condition of conditions)
		for (const [id, pieces] of chosenOf(condition, guests, roll))
			if (findProduct(venue, id)) chosen[id] = pieces
	return chosen
}

function chosenOf(condition: Condition, guests: number, roll: Roll): [string, number][] {
	const [first, ...others] = condition.items.map(({ product }) => product)
	if (first === undefined) return []
	const bound = boundOf(condition, guests)
	const one = pick([first, ...others], roll)
	switch (condition.rule) {
		case 'all':
			return [first, ...others].map((id) => [id, bound])
		case 'max':
			return roll() < 0.3 ? [[one, 1]] : []
		case 'min':
			return [[first, Math.max(bound, 1 + whole(roll, 2))]]
		case 'exactlyOne': {
			const other = others.find((id) => id !== one) ?? first
			const some = condition.perGuest && other !== one ? whole(roll, Math.ceil(bound / 2)) : 0
			return some > 0
				? [
						[one, bound - some],
						[other, some],
					]
				: [[one, bound]]
		}
	}
}

/** Invents type and name of a booking's party; null where the booking has no party. */
function partyNamed(
	venue: Venue,
	wishes: readonly { productId: string }[],
	child: string,
	roll: Roll,
): OrderedParty | null {
	const types = offeredPartyTypes(venue, { lines: wishes })
	const [first] = types
	if (!first) return null
	const type =
		types.includes('birthday') && roll() < 0.8
			? 'birthday'
			: (types[whole(roll, types.length)] ?? first)
	const names: Record<PartyType, string> = {
		birthday: child,
		company: pick(companies, roll),
		team: pick(teams, roll),
		bride: 'Katharina',
	}
	return { type, name: names[type], contactPerson: null }
}

/** Returns answers to the questions of the products, such as the name on the cake: the name of the child. */
function answersOf(venue: Venue, ids: readonly string[], child: string): Answers {
	const asked = questionsOf(
		venue,
		ids.map((productId) => ({ productId })),
	)
	const texts = asked.map(({ productId, max }) => [
		productId,
		child.replace(/[()]/g, '').slice(0, max),
	])
	return Object.fromEntries(texts) as Answers
}

function shuffled<T>(all: readonly T[], roll: Roll): T[] {
	const keyed = all.map((one) => ({ one, key: roll() }))
	return keyed.toSorted((a, b) => a.key - b.key).map(({ one }) => one)
}
