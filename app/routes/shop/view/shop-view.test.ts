import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'

import { translator } from '#app/i18n/translator.ts'
import type { Load } from '#app/models/capacity/peak.ts'
import type { Cart, CartLine } from '#app/models/cart/cart.ts'
import { cents } from '#app/models/money.ts'
import type { DayMark } from '#app/models/offer/mark.ts'
import { extrasOf, offersOf } from '#app/models/offer/offers.ts'
import type { Search } from '#app/models/offer/search.ts'
import { openingOn } from '#app/models/venue/calendar.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import { addDays } from '#app/models/venue/day.ts'
import { venueSchema } from '#app/models/venue/venue.ts'
import { monthView, openingView, stripView } from '#app/routes/shop/view/calendar-view.ts'
import { extraViews } from '#app/routes/shop/view/extra-view.ts'
import { offerViews } from '#app/routes/shop/view/offer-view.ts'
import { sentView, shownView } from '#app/routes/shop/view/sent-page.ts'
import { shopView } from '#app/routes/shop/view/shop-view.ts'
import { startingPoint } from '#app/routes/shop/view/starting-point.ts'
import { unitWords } from '#app/routes/shop/view/unit-words.ts'
import { viewCart } from '#app/ui/order/cart-view.ts'
import { pack, unpack } from '#app/ui/packed.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const words = (text: string) => ({ de: text, en: `${text} (en)` })
const facts = { summary: words('s'), picture: '/pictures/x.svg', due: 'deposit' }
const flat = (price: number) => ({ weekday: price, weekend: price })

const venue = venueSchema.parse({
	name: 'Testraum',
	claim: words('c'),
	intro: words('i'),
	announcement: words('a'),
	contact: {
		company: 'c',
		street: 's',
		postcode: 'p',
		city: 'c',
		phone: 'p',
		email: 'a@example.org',
		website: 'https://example.org',
	},
	legal: { vatId: 'DE123456789' },
	arrival: words('a'),
	bring: words('b'),
	termsVersion: '1',
	depositShare: 30,
	vat: [{ from: '2007-01-01', standard: 19, reduced: 7 }],
	shipping: { price: 3.9, vat: 'standard' },
	hold: {
		minutes: 15,
		maxMinutes: 60,
		cartsPerAddress: 9,
		newCartsPerAddress: 100,
		exclusivePerCart: 3,
		exclusivePerAddress: 9,
		placesPerAddress: 80,
	},
	keep: {},
	entry: { resource: 'park', raster: 60, durations: [60, 120], guests: 4, fewPlaces: 5 },
	calendar: {
		openingDate: '2025-03-01',
		horizonDays: 60,
		federalState: 'BY',
		weekdays: {
			monday: null,
			...Object.fromEntries(
				['tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [
					day,
					{ opens: '14:00', closes: '20:00' },
				]),
			),
		},
		publicHolidays: { opens: '10:00', closes: '20:00' },
		schoolHolidays: { opens: '10:00', closes: '20:00' },
		schoolHolidayRanges: [],
		weekendPrices: [],
		overrides: ['01', '02', '03', '04', '05', '06'].map((date) => ({
			day: `2026-12-${date}`,
			label: words('Umbau'),
			hours: null,
		})),
	},
	resources: [
		{ id: 'park', name: words('Park'), capacity: 20 },
		{ id: 'mars', name: words('Mars'), seats: 12 },
	],
	products: [
		{
			...facts,
			id: 'ticket',
			kind: 'ticket',
			name: words('Ticket'),
			prices: { weekday: { 60: 10, 120: 15 }, weekend: { 60: 12, 120: 17 } },
			duration: 'chosen',
			uses: [{ resource: 'park' }],
			quantity: { min: 1, max: 20 },
		},
		{
			...facts,
			id: 'party',
			kind: 'package',
			name: words('Party'),
			prices: flat(20),
			duration: 120,
			uses: [{ resource: 'park' }, { resource: 'mars', units: 1 }],
			quantity: { min: 6, max: 10 },
			perGuest: true,
			conditions: [
				{ id: 'menu', title: words('Menü'), rule: 'min', n: 2, items: [{ product: 'pizza' }] },
			],
			excludes: ['room'],
		},
		{
			...facts,
			id: 'room',
			kind: 'room',
			name: words('Raum'),
			prices: { weekday: { 120: 50 }, weekend: { 120: 60 } },
			duration: 'chosen',
			uses: [{ resource: 'mars', units: 1 }],
			quantity: { max: 1 },
		},
		{
			...facts,
			id: 'pizza',
			kind: 'addon',
			name: words('Pizza'),
			prices: flat(9),
			quantity: { max: 9 },
		},
		{
			...facts,
			id: 'candles',
			kind: 'addon',
			name: words('Kerzen'),
			prices: flat(4),
			quantity: { max: 9 },
			requires: ['pizza'],
		},
	],
	pages: {},
})

const now = DateTime.fromISO('2026-11-21T12:00', { zone: 'Europe/Berlin' })
const day = '2026-11-28'
const search: Search = {
	kind: 'party',
	day,
	guests: 8,
	duration: 120,
	time: '14:00',
	month: null,
	product: null,
	occasion: null,
	take: null,
}

const party: CartLine = {
	id: 'line-party',
	parentId: null,
	productId: 'party',
	quantity: 8,
	unitPrice: cents(2000),
	startsAt: new Date('2026-11-28T13:00Z'),
	endsAt: new Date('2026-11-28T15:00Z'),
	duration: '120',
}
const cart: Cart = {
	id: 'cart',
	version: 3,
	day,
	holdRule: 'visitor',
	heldSince: new Date('2026-11-21T11:00Z'),
	expiresAt: new Date('2026-11-21T11:15Z'),
	party: null,
	person: null,
	answers: {},
	orderId: null,
	lines: [party],
	voucher: null,
	given: { 'line-party': ['park', 'mars'] },
}
const view = viewCart(venue, cart, { locale: 'de-DE', now })

function offers(changes: Partial<Search> = {}, loads: Load[] = [], shown = false) {
	const asked = { ...search, ...changes }
	const loadsOf = (other: string) => (other === asked.day ? loads : [])
	const shopper = { locale: 'de-DE', now, search: asked, cart: shown ? view : null } as const
	const ahead = { loadsOf, last: '2026-12-31' }
	return offerViews(venue, offersOf(venue, asked, { loads, now }), shopper, ahead)
}

function offer(id: string, ...facts: Parameters<typeof offers>) {
	return offers(...facts).find((offer) => offer.id === id)
}

describe('startingPoint', () => {
	test.each([
		[
			'an address without a day begins where the cart is',
			'',
			'day=2026-11-28&time=14%3A00&duration=120&guests=8',
		],
		[
			'what is asked for stays',
			'guests=5&month=2026-12',
			'guests=5&month=2026-12&day=2026-11-28&time=14%3A00&duration=120',
		],
		[
			'the day of the cart, too',
			'day=2026-11-28',
			'day=2026-11-28&time=14%3A00&duration=120&guests=8',
		],
		['an address with another day says it all', 'day=2026-11-29', 'day=2026-11-29'],
	])('%s', (_, asked, point) => {
		expect(startingPoint(venue, new URLSearchParams(asked), cart, now).toString()).toBe(point)
	})

	test('an extra that takes the time of a visit says nothing of its length', () => {
		const table = { ...party, id: 'line-table', productId: 'pizza', duration: null }
		const point = startingPoint(
			venue,
			new URLSearchParams(),
			{ ...cart, lines: [table, party] },
			now,
		)
		expect(point.get('duration')).toBe('120')
	})

	test('nothing is known without a dated line', () => {
		const dayless = { ...cart, day: null, lines: [] }
		for (const nothing of [null, dayless])
			expect(startingPoint(venue, new URLSearchParams(), nothing, now).toString()).toBe('')
	})

	test('a cart that is older than its day answers no question that nobody asked', () => {
		const nextMorning = DateTime.fromISO('2026-11-29T09:00', { zone: 'Europe/Berlin' })
		expect(startingPoint(venue, new URLSearchParams(), cart, nextMorning).toString()).toBe('')
		const asked = new URLSearchParams({ day })
		expect(startingPoint(venue, asked, cart, nextMorning).toString()).toBe(`day=${day}`)
	})
})

describe('calendar', () => {
	const markOf = (): DayMark => 'free'
	const input = { locale: 'de-DE', now, markOf, priceOn: () => cents(1000) } as const

	test.each([
		[
			'the same weekday, past a week that is closed',
			'2026-11-25',
			{ before: '2026-11-21', after: '2026-12-09' },
		],
		[
			'not before today, and past a week that is closed',
			'2026-11-21',
			{ before: null, after: '2026-11-28' },
		],
		['from a rest day', '2026-12-14', { before: '2026-12-08', after: '2026-12-22' }],
		['not beyond the horizon', '2027-01-20', { before: '2027-01-13', after: null }],
	])('neighbouring weeks: %s', (_, day, { before, after }) => {
		expect(stripView(venue, day, input)).toMatchObject({ before, after })
	})

	test.each([
		[[], 'de-DE', 'Sa, So'],
		[['friday'], 'de-DE', 'Fr, Sa, So'],
		[['schoolHoliday', 'publicHoliday'], 'de-DE', 'Sa, So, Feiertag, Ferien'],
		[['friday', 'publicHoliday'], 'en-EN', 'Fri, Sat, Sun, public holidays'],
	] as const)('dear days are %j as the venue says, in %s: %s', (weekendPrices, locale, dear) => {
		const calendar = { ...venue.calendar, weekendPrices: [...weekendPrices] }
		expect(stripView({ ...venue, calendar }, '2026-12-05', { ...input, locale }).dear).toBe(dear)
	})

	test.each([
		['begins today', '2026-11-21', '2026-11-21', '2026-12-04'],
		['stays while the day is one of the first four', '2026-11-24', '2026-11-21', '2026-12-04'],
		['begins a day before a later one', '2026-11-25', '2026-11-24', '2026-12-07'],
	])('a strip of fourteen days %s', (_, day, first, last) => {
		const { days } = stripView(venue, day, input)
		expect(days).toHaveLength(14)
		expect([days[0]?.day, days.at(-1)?.day]).toEqual([first, last])
	})

	test('a day says how it is called and what it costs', () => {
		const { days } = stripView(venue, day, input)
		expect(days.slice(0, 5).map(({ weekday, day }) => `${weekday} ${day.slice(8)}`)).toEqual([
			'Fr 27',
			'Sa 28',
			'So 29',
			'Mo 30',
			'Umbau 01',
		])
		expect(days[1]).toMatchObject({
			name: 'Samstag, 28. November 2026',
			isToday: false,
			isDear: true,
			price: 1000,
		})
		expect(days[3]).toMatchObject({ isDear: false })
	})

	test.each([
		['2026-11', '2026-11-16', '2026-12-27'],
		['2026-12', '2026-11-30', '2027-01-10'],
	])(
		'%s fills six weeks without a gap, from the week that is not over (faults N61)',
		(month, first, last) => {
			const days = monthView(venue, month, input).weeks.flat()
			expect(days.map((shown) => shown?.day)).toEqual(
				Array.from({ length: 42 }, (_, at) => addDays(first, at)),
			)
			expect(days.at(-1)?.day).toBe(last)
		},
	)

	test('a month has neighbours within the horizon', () => {
		const month = monthView(venue, '2026-11', input)
		expect(month).toMatchObject({ title: 'November 2026', before: null, after: '2026-12' })
		expect(monthView(venue, '2027-01', input)).toMatchObject({ before: '2026-12', after: null })
	})

	test('a day names its reason', () => {
		expect(openingView(openingOn(venue.calendar, '2026-12-01'), 'de-DE')).toEqual({
			name: 'Dienstag, 1. Dezember 2026',
			hours: null,
			kind: 'closed',
			label: 'Umbau',
		})
	})
})

describe('an offer', () => {
	const taken = (from: string, until: string, resourceId = 'mars'): Load => ({
		resourceId,
		units: resourceId === 'park' ? 20 : 1,
		from: DateTime.fromISO(from).toMillis(),
		until: DateTime.fromISO(until).toMillis(),
	})

	test('that is free says when', () => {
		expect(offer('party')).toMatchObject({
			state: 'available',
			when: '14:00–16:00 Uhr',
			chosen: null,
			lineId: null,
		})
	})

	test('that is taken names the nearest other times', () => {
		const found = offer('room', { kind: 'place' }, [
			taken('2026-11-28T13:00Z', '2026-11-28T15:00Z'),
		])
		expect(found?.state).toBe('otherTime')
		expect(found?.ways.map(({ time }) => time)).toEqual(['16:00', '17:00', '18:00'])
	})

	test('that is sold out names the next days, none of them closed', () => {
		const found = offer('party', {}, [taken('2026-11-28T09:00Z', '2026-11-28T22:00Z', 'park')])
		expect(found?.state).toBe('soldOut')
		expect(found?.ways.map(({ day, time }) => `${day} ${time}`)).toEqual([
			'2026-11-29 14:00',
			'2026-12-08 14:00',
			'2026-12-09 14:00',
		])
	})

	test('that is not sold for the duration of the search names those it is sold for', () => {
		expect(offer('room', { kind: 'place', duration: 60 })).toMatchObject({
			state: 'otherDuration',
			durations: [{ value: 120, label: '2 Std.', price: null }],
		})
	})

	test('of a party in the cart shows its groups and the choices they still miss', () => {
		const found = offer('party', {}, [], true)
		expect(found).toMatchObject({ lineId: 'line-party', inCart: 8, blockedBy: null })
		expect(found?.chosen).toMatchObject({
			detail: '14:00–16:00 Uhr (2\u00a0Std.), Mars',
			quantity: 8,
		})
		expect(found?.chosen?.groups[0]?.problems).toEqual([
			{ message: { key: 'conditions.chooseMore', values: { count: 2 } }, others: '' },
		])
	})

	test('of a thing that the cart’s party excludes is blocked by that party', () => {
		expect(offer('room', { kind: 'place' }, [], true)?.blockedBy).toEqual({
			id: 'party',
			name: 'Party',
			kind: 'package',
		})
	})

	test.each([
		['standard', { standard: 19, reduced: 7 }, 'standard', 'für den ganzen Raum, inkl. MwSt.'],
		['gift vouchers and the like', { standard: 19, reduced: 7 }, 'none', 'für den ganzen Raum'],
		['a venue that owes none', { standard: 0, reduced: 0 }, 'standard', 'für den ganzen Raum'],
		['food', { standard: 0, reduced: 7 }, 'reduced', 'für den ganzen Raum, inkl. MwSt.'],
	] as const)('says that VAT is in its price only where it is: %s', (_, rates, vat, words) => {
		const products = venue.products.map((product) => ({ ...product, vat }))
		const taxed = { ...venue, products, vat: [{ from: '2007-01-01', ...rates }] }
		const shopper = {
			locale: 'de-DE',
			now,
			search: { ...search, kind: 'place' },
			cart: null,
		} as const
		const [room] = offerViews(taxed, offersOf(taxed, shopper.search, { loads: [], now }), shopper, {
			loadsOf: () => [],
			last: '2026-12-31',
		})
		expect(room && unitWords(translator('de-DE'), room)).toBe(words)
	})

	test.each([
		['a rest day', '2026-11-30'],
		['a day that is closed for once', '2026-12-01'],
	])('on %s is there to be chosen, and cannot be had', (_, day) => {
		expect(offers({ day }).map(({ id }) => id)).toEqual(['party'])
		const [room, ...others] = offers({ kind: 'place', day }, [], true)
		expect(others).toEqual([])
		expect(room).toMatchObject({ id: 'room', state: 'closed', price: null, left: 0, ways: [] })
	})

	test.each([
		['tickets, as the cart has them', 'ticket', ['120'], { here: 1, inCart: 1 }],
		['tickets for another length, which saving changes', 'ticket', ['60'], { here: 1, inCart: 1 }],
		[
			'tickets of two lengths, those of the chosen one',
			'ticket',
			['60', '120'],
			{ here: 2, inCart: 3 },
		],
		['a room', 'room', ['120'], { here: 1, inCart: 1 }],
		['a room for another length, which is not booked yet', 'room', ['60'], { here: 0, inCart: 1 }],
	] as const)(
		'counts the pieces in the cart at the chosen time: %s',
		(_, productId, lengths, counts) => {
			const lines = lengths.map((duration, index) => {
				const id = `line-${duration}`
				return { ...party, id, productId, quantity: index + 1, duration }
			})
			const shown = viewCart(venue, { ...cart, lines }, { locale: 'de-DE', now })
			const kind = productId === 'room' ? 'place' : 'play'
			const shopper = { locale: 'de-DE', now, search: { ...search, kind }, cart: shown } as const
			const found = offersOf(venue, shopper.search, { loads: [], now })
			const [offer] = offerViews(venue, found, shopper, { loadsOf: () => [], last: '2026-12-31' })
			expect(offer).toMatchObject({ id: productId, ...counts })
		},
	)

	test('of a ticket is never selected: tickets add up', () => {
		expect(offer('ticket', { kind: 'play' }, [], true)).toMatchObject({ chosen: null, inCart: 0 })
	})
})

describe('extras', () => {
	const names = (shown: typeof view | null) =>
		extraViews(
			venue,
			extrasOf(venue, search),
			{ cart: shown, locale: 'de-DE', search },
			() => false,
		).map(({ id, missing }) => ({ id, missing }))

	test('of a chosen package stand with it, and an extra that needs another one says so', () => {
		expect(names(null)).toEqual([
			{ id: 'pizza', missing: [] },
			{ id: 'candles', missing: ['Pizza'] },
		])
		expect(names(view)).toEqual([{ id: 'candles', missing: ['Pizza'] }])
	})
})

describe('a day that cannot be booked', () => {
	const input = { venue, now, locale: 'de-DE', last: '2026-12-31', saved: null } as const
	const restDay = { ...search, day: '2026-11-30', time: null, problem: null }
	const [from, until] = [Date.parse('2026-12-08T12:00Z'), Date.parse('2026-12-08T20:00Z')]
	const marsOnTuesday = [{ resourceId: 'mars', units: 1, from, until }]
	const byDay = new Map([['2026-12-08', marsOnTuesday]])

	test.each([
		['coming in', 'play', null, ['2026-12-08 14:00', '2026-12-09 14:00', '2026-12-10 14:00']],
		['any party', 'party', null, ['2026-12-09 14:00', '2026-12-10 14:00', '2026-12-11 14:00']],
		['a party', 'party', 'party', ['2026-12-09 14:00', '2026-12-10 14:00', '2026-12-11 14:00']],
		['a room', 'place', 'room', ['2026-12-09 14:00', '2026-12-10 14:00', '2026-12-11 14:00']],
	] as const)('names three days on which it can be had: %s', (_, kind, product, days) => {
		const { alternatives, isOpen } = shopView({ ...input, byDay }, { ...restDay, kind, product })
		expect(isOpen).toBe(false)
		expect(alternatives.map(({ day, time }) => `${day} ${time}`)).toEqual(days)
	})

	test('keeps the chosen thing, without times', () => {
		const { thing, strip } = shopView({ ...input, byDay }, { ...restDay, product: 'party' })
		expect(thing).toMatchObject({ offer: { id: 'party', state: 'closed' }, times: [] })
		expect(strip.days.find(({ day }) => day === '2026-12-09')).toMatchObject({ price: 2000 })
	})
})

describe('a length of visit for which the thing is not sold', () => {
	const input = { venue, now, locale: 'de-DE', last: '2026-12-31', byDay: new Map() } as const
	const asked = { ...search, kind: 'place', duration: 60, problem: null } as const
	const room = { ...party, id: 'line-room', productId: 'room', quantity: 1 }
	const visit = { ...room, id: 'line-ticket', productId: 'ticket', duration: '60' as const }
	const booked = { ...cart, lines: [visit, room] }

	test.each([
		['a room, for the first for which it is', { product: 'room' }, null, 120],
		['a room that is booked, for as long as that', {}, booked, 120],
		['any room', {}, null, 60],
		['a party, which has its own', { kind: 'party', product: 'party' }, null, 60],
		['tickets', { kind: 'play' }, booked, 60],
	] as const)('is shown: %s', (_, changes, saved, duration) => {
		const { search } = shopView({ ...input, saved }, { ...asked, ...changes })
		expect(search.duration).toBe(duration)
	})

	test('gives way to the days and times for which the thing is sold', () => {
		const view = shopView({ ...input, saved: null }, { ...asked, product: 'room' })
		expect(view.strip.days.find(({ day }) => day === asked.day)?.mark).toBe('free')
		expect(view.thing).toMatchObject({
			offer: { state: 'available', price: 6000 },
			lengths: [{ value: 120 }],
		})
		expect(view.thing?.times.at(-1)).toMatchObject({ label: '18:00–20:00', isFree: true })
	})

	test('does not become the duration of a thing booked for another purpose', () => {
		const lengths = (saved: Cart | null) =>
			shopView({ ...input, saved }, { ...asked, product: 'room' }).intents.map(
				({ kind, booked }) => [kind, booked?.duration],
			)
		expect(lengths(booked)).toEqual([
			['play', 60],
			['party', undefined],
			['place', 120],
		])
		expect(lengths({ ...booked, day: '2026-11-29' })).toContainEqual(['play', undefined])
	})
})

describe('the price that a kind begins at', () => {
	const infants = {
		...sampleProduct('infants', { prices: { weekday: cents(100), weekend: cents(100) } }),
	}
	const gifts = (id: string, price: number, popular: boolean) =>
		sampleProduct(id, {
			kind: 'giftVoucher',
			popular,
			prices: { weekday: cents(price), weekend: cents(price) },
		})
	const shopOf = (products: Product[]) =>
		shopView(
			{
				venue: { ...venue, products },
				now,
				locale: 'de-DE',
				last: '2026-12-31',
				saved: null,
				byDay: new Map(),
			},
			{ ...search, problem: null },
		).intents.map(({ from, name }) => [from, name?.de])
	const main = (price: number) => ({
		...sampleProduct('main', {
			popular: true,
			prices: { weekday: cents(price), weekend: cents(price) },
		}),
		name: words('Kinderticket'),
	})

	test.each<[string, Product[], unknown]>([
		[
			'is that of its main ticket, by name where another costs less',
			[infants, main(1190)],
			[1190, 'Kinderticket'],
		],
		['needs no name where nothing costs less', [main(90), infants], [90, undefined]],
		[
			'is the least of gift vouchers',
			[gifts('25', 2500, false), gifts('50', 5000, true)],
			[2500, undefined],
		],
	])('%s', (_, products, expected) => {
		expect(shopOf(products)).toEqual([expected])
	})
})

describe('what lies in the cart and moves', () => {
	const input = { venue, now, locale: 'de-DE', last: '2026-12-31' } as const
	const asked = { ...search, kind: 'place', product: 'room', problem: null } as const
	const load = (resourceId: string, units: number, from = '13', until = '15'): Load => ({
		resourceId,
		units,
		from: Date.parse(`2026-11-28T${from}:00Z`),
		until: Date.parse(`2026-11-28T${until}:00Z`),
	})
	const room = { ...party, id: 'line-room', productId: 'room', quantity: 1 }
	const booked = { ...cart, lines: [room], given: { 'line-room': ['mars'] } }
	const loads = [load('mars', 1), load('mars', 1, '17', '19')]
	const freeTimes = (saved: Cart | null, changes: object = {}) =>
		shopView({ ...input, saved, byDay: new Map([[day, loads]]) }, { ...asked, ...changes })
			.thing?.times.filter(({ isFree }) => isFree)
			.map(({ time }) => time)

	test.each([
		['none, for a visitor without a cart', null, ['16:00']],
		['its own time and those that touch it', booked, ['14:00', '15:00', '16:00']],
		['none, when its hold ran out', { ...booked, given: {} }, ['16:00']],
		['none, while it is being paid', { ...booked, orderId: 'order' }, ['16:00']],
		['none, when another thing holds the time', cart, ['16:00']],
	] as const)(
		'is free at the times that are free for all, and besides at %s',
		(_, saved, times) => {
			expect(freeTimes(saved && { ...saved, lines: [...saved.lines] })).toEqual(times)
		},
	)

	test('a day that it takes alone is not full for it', () => {
		const allDay = [load('mars', 1), load('mars', 1, '15', '19')]
		const markFor = (saved: Cart | null) =>
			shopView({ ...input, saved, byDay: new Map([[day, allDay]]) }, asked).strip.days.find(
				(shown) => shown.day === day,
			)?.mark
		expect([markFor(null), markFor(booked)]).toEqual(['full', 'few'])
	})

	test('tickets at another time are more tickets: what they hold stays taken', () => {
		const ticket = { ...party, id: 'line-ticket', productId: 'ticket', quantity: 18 }
		const saved = { ...cart, lines: [ticket], given: { 'line-ticket': ['park'] } }
		const byDay = new Map([[day, [load('park', 18)]]])
		const { slots } = shopView(
			{ ...input, saved, byDay },
			{ ...asked, kind: 'play', product: null },
		)
		expect(slots.map(({ left }) => left)).toEqual([2, 2, 20, 20, 20])
	})
})

describe('what lies in the cart while something else is shown', () => {
	const input = { venue, now, locale: 'de-DE', last: '2026-12-31', byDay: new Map() } as const
	const ticket: CartLine = { ...party, id: 'line-ticket', productId: 'ticket', quantity: 2 }
	const room: CartLine = { ...party, id: 'line-room', productId: 'room', quantity: 1 }
	const shown = (line: CartLine, changes: object = {}) =>
		shopView(
			{ ...input, saved: { ...cart, lines: [line] } },
			{ ...search, problem: null, ...changes },
		).stillInCart
	const play = { kind: 'play' }
	const place = { kind: 'place', product: 'room' }

	test.each([
		['a party as it is booked', party, {}, null],
		['a group that counts as the same', { ...party, quantity: 6 }, { guests: 4 }, null],
		['another group', party, { guests: 10 }, '14:00–16:00 Uhr, 8 Gäste'],
		['another day', party, { day: '2026-11-29' }, 'Sa., 28. Nov., 14:00–16:00 Uhr, 8 Gäste'],
		['another time', party, { time: '16:00' }, '14:00–16:00 Uhr, 8 Gäste'],
		['another thing', room, { product: 'party' }, null],
		['a room as it is booked, for any group', room, { ...place, guests: 3 }, null],
		['another length of a room', room, { ...place, time: '15:00' }, '14:00–16:00 Uhr'],
		['tickets as they are booked', ticket, play, null],
		['tickets for more guests', ticket, { ...play, guests: 9 }, null],
		['another length of tickets', ticket, { ...play, duration: 60 }, '14:00–16:00 Uhr'],
		['tickets at another time: more of them', ticket, { ...play, time: '15:00' }, null],
		[
			'another day of tickets',
			ticket,
			{ ...play, day: '2026-11-29' },
			'Sa., 28. Nov., 14:00–16:00 Uhr',
		],
	] as const)('%s', (_, line, changes, words) => {
		expect(shown(line, changes)).toBe(words)
	})
})

describe('numbers', () => {
	const input = { venue, now, locale: 'de-DE', last: '2026-12-31', byDay: new Map() } as const
	const asked = { ...search, kind: 'play', problem: null } as const

	test('tickets are suggested for a group, but not for a number that is refused or with a party', () => {
		const shown = shopView({ ...input, saved: null }, asked)
		expect(shown).toMatchObject({ isSuggestion: true, numbers: { ticket: 8 } })
		const guestsProblem = { key: 'validation.tooBig', values: { maximum: 60 } } as const
		const refused = shopView({ ...input, saved: null }, { ...asked, guests: 60, guestsProblem })
		expect(refused).toMatchObject({ isSuggestion: false, numbers: {} })
		expect(shopView({ ...input, saved: cart }, asked)).toMatchObject({ isSuggestion: false })
	})

	test('an extra that belongs to a party counts as the extra it is', () => {
		const candles = { ...party, id: 'line-candles', parentId: party.id, productId: 'candles' }
		const pizza = { ...candles, id: 'line-pizza', productId: 'pizza' }
		const times = { startsAt: null, endsAt: null, duration: null }
		const lines = [
			party,
			{ ...pizza, ...times, quantity: 2 },
			{ ...candles, ...times, quantity: 3 },
		]
		const saved = { ...cart, lines }
		const { numbers, extras } = shopView({ ...input, saved }, { ...asked, kind: 'party' })
		expect(extras.map(({ id, inCart }) => [id, inCart])).toEqual([['candles', 3]])
		expect(numbers).toMatchObject({ candles: 3 })
	})
})

describe('the cart', () => {
	test('shows its sums, the end of its hold and the choices that it misses', () => {
		expect(view).toMatchObject({
			version: 3,
			dayName: 'Samstag, 28. November 2026',
			hold: 'held',
			held: '12:15',
			isReady: false,
			totals: { lines: 16000, total: 16000, online: 4800, onSite: 11200, voucher: 0 },
			obstacles: [
				{ name: 'Menü', groupId: 'menu', productId: 'party', lineId: 'line-party', others: '' },
			],
			lines: [{ name: 'Party', quantity: 8, parentId: null, amount: 16000 }],
		})
	})
})

describe('the view of the shop on its way to a browser', () => {
	const input = { venue, now, locale: 'de-DE', last: '2026-12-31', byDay: new Map() } as const
	test.each(
		(['play', 'party', 'place', 'gift'] as const).flatMap((kind) =>
			[null, cart].flatMap((saved) =>
				[null, 'party', 'room'].map((product) => ({ kind, saved, product })),
			),
		),
	)('stays what it is: $kind, $product', ({ kind, saved, product }) => {
		const asked = { ...search, kind, product, month: '2026-11', problem: null }
		const view = shopView({ ...input, saved }, asked)
		expect(shownView(unpack(pack(sentView(view))))).toEqual(view)
	})
})
