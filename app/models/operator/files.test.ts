import { describe, expect, test } from 'vitest'

import { crossCheck, requiredPages } from '#app/models/operator/checks.ts'
import { didYouMean, locate, wordsOfPath } from '#app/models/operator/files.ts'
import { differences } from '#app/models/operator/plan.ts'
import { problemsOfShape } from '#app/models/operator/shape.ts'
import { type Venue, venueSchema } from '#app/models/venue/venue.ts'

const text = (words: string) => ({ de: words, en: words })
const hours = { opens: '10:00', closes: '20:00' }

/** The smallest venue with one of everything, as its files would be read. */
function files() {
	const addon = (id: string, more = {}) => ({
		id,
		kind: 'addon',
		name: text(id),
		summary: text(id),
		picture: '/pictures/x.svg',
		due: 'deposit',
		prices: { weekday: 5, weekend: 5 },
		...more,
	})
	return {
		name: 'Testraum',
		claim: text('c'),
		intro: text('i'),
		announcement: text('a'),
		contact: {
			company: 'c',
			street: 's',
			postcode: '1',
			city: 'c',
			phone: '1',
			email: 'a@b.example',
			website: 'https://b.example',
		},
		legal: { vatId: 'DE123456789' },
		arrival: text('a'),
		bring: text('b'),
		termsVersion: '1',
		depositShare: 30,
		vat: [{ from: '2007-01-01', standard: 19, reduced: 7 }],
		shipping: { price: 3.9, vat: 'standard' },
		hold: { minutes: 15, maxMinutes: 60, cartsPerAddress: 5 },
		entry: { resource: 'park', raster: 30, durations: [90, 120, 'day'], guests: 4, fewPlaces: 5 },
		calendar: {
			openingDate: '2025-03-01',
			horizonDays: 180,
			federalState: 'BY',
			weekdays: {
				monday: null,
				tuesday: hours,
				wednesday: hours,
				thursday: hours,
				friday: hours,
				saturday: hours,
				sunday: hours,
			},
			publicHolidays: hours,
			schoolHolidays: hours,
			schoolHolidayRanges: [{ name: text('h'), from: '2026-08-03', until: '2026-09-14' }],
			weekendPrices: [] as string[],
			overrides: [{ day: '2026-12-24', label: text('x'), hours: null as null | typeof hours }],
		},
		resources: [
			{ id: 'park', name: text('p'), capacity: 50 },
			{ id: 'mars', name: text('Der Mars'), seats: 12 },
			{ id: 'venus', name: text('v'), seats: 8 },
		] as Record<string, unknown>[],
		groups: [{ id: 'room', name: text('r'), members: ['mars', 'venus'] }],
		products: [
			{
				...addon('ticket'),
				kind: 'ticket',
				prices: {
					weekday: { 90: 5, 120: 6, day: 7 },
					weekend: { 90: 6, 120: 7, day: 8 },
				},
				duration: 'chosen',
				uses: [{ resource: 'park' }],
				quantity: { max: 20 },
			},
			{
				...addon('party'),
				kind: 'package',
				duration: 120,
				uses: [{ resource: 'park' }, { group: 'room', from: 30, minutes: 90 }],
				quantity: { min: 6, max: 12 },
				perGuest: true,
				conditions: [
					{
						id: 'menu',
						title: text('m'),
						rule: 'min',
						items: [{ product: 'pizza' }, { product: 'cake' }],
					},
				],
			},
			addon('pizza'),
			addon('cake'),
			addon('candles', { requires: ['cake'] }),
			{
				...addon('gift', { delivery: 'mail', validMonths: 36, due: 'online', vat: 'none' }),
				kind: 'giftVoucher',
			},
		] as Record<string, unknown>[],
		vouchers: [{ code: 'GIFT-50', kind: 'value', amount: 50 }] as Record<string, unknown>[],
		redirects: [{ from: '/old', to: '/pages/agb' }],
		pages: Object.fromEntries(
			requiredPages.map((slug) => [slug, { title: text(slug), html: text('<p>x</p>') }]),
		),
	}
}

type Files = ReturnType<typeof files>

function problemsOf(change: (venue: Files) => unknown): string[] {
	const root = files()
	change(root)
	const parsed = venueSchema.safeParse(root)
	const problems = parsed.success
		? crossCheck(parsed.data)
		: problemsOfShape(venueSchema, root, parsed.error)
	return problems.map(({ path, reason }) => `${wordsOfPath(root, path)}: ${reason}`)
}

function product(venue: Files, id: string): Record<string, unknown> {
	const found = venue.products.find((each) => each['id'] === id)
	if (!found) throw new Error(id)
	return found
}

function set(id: string, fields: Record<string, unknown>) {
	return (venue: Files) => Object.assign(product(venue, id), fields)
}

const item = (id: string) => ({ product: id })
const condition = (fields: object) => ({
	conditions: [{ id: 'menu', title: text('m'), rule: 'min', items: [item('pizza')], ...fields }],
})

test('a venue that fits together has no problems', () => {
	expect(problemsOf(() => {})).toEqual([])
})

test('a package with VAT parts and the name of their judge has no problems', () => {
	const vatBasis = 'Steuerberatung Stern, letter of 12 January 2026'
	const enough = [{ food: 8.9, play: 14.5 }, { food: 8.9, drinks: 2.5 }, { foodAndDrinks: 11.4 }]
	for (const vatParts of enough)
		expect(problemsOf(set('party', { vatBasis, vatParts }))).toEqual([])
})

test('groups that ask for, or include, exactly as many pieces as can be chosen are no problem', () => {
	const included = { quantity: 1, perGuests: 4 }
	const items = [{ product: 'pizza', included }, item('cake')]
	const enough = [
		{ rule: 'exactlyOne', perGuest: true, pizza: { max: 6 }, cake: { max: 6 } },
		{ rule: 'all', perGuest: true, pizza: { max: 12 }, cake: { max: 12 } },
		{ rule: 'min', perGuest: false, pizza: { min: 2, max: 3 }, cake: {} },
	]
	for (const { pizza, cake, ...rule } of enough) {
		const problems = problemsOf((venue) => {
			set('party', condition({ ...rule, items }))(venue)
			set('pizza', { quantity: pizza })(venue)
			set('cake', { quantity: cake })(venue)
		})
		expect(problems).toEqual([])
	}
})

test('limits of a hold that just allow the smallest bookings are no problem', () => {
	const limits = { exclusivePerCart: 1, exclusivePerAddress: 1, placesPerAddress: 6 }
	expect(problemsOf(({ hold }) => Object.assign(hold, limits))).toEqual([])
})

describe('issues of the shape are described in words of an operator', () => {
	const cases: [string, (venue: Files) => unknown, string][] = [
		['a field is missing', (venue) => Reflect.deleteProperty(venue, 'claim'), 'claim: is missing'],
		[
			'a language is missing',
			(venue) => Reflect.deleteProperty(venue.intro, 'en'),
			'intro › en: is missing',
		],
		[
			'a field is misspelt',
			({ resources }) =>
				resources.push({ id: 'hall', name: text('h'), capacity: 9, bufferAftr: 10 }),
			'resources › hall › bufferAftr: is not a known field (did you mean "bufferAfter"?)',
		],
		[
			'a text with a comma lacks quotation marks',
			set('pizza', { summary: { ...text('round'), 'and hot': null } }),
			'products › pizza › summary › and hot: is not a known field: a text with a comma needs quotation marks, and straight ones ("...")',
		],
		[
			'a postcode is a number',
			({ contact }) => Object.assign(contact, { postcode: 85000 }),
			'contact › postcode: must be text: write "85000" in quotation marks',
		],
		[
			'a kind does not exist',
			set('pizza', { kind: 'adon' }),
			'products › pizza › kind: must be ticket or package or room or attraction or addon or giftVoucher (did you mean "addon"?)',
		],
		[
			'half a cent',
			set('pizza', { prices: { weekday: 5.005, weekend: 5 } }),
			'products › pizza › prices › weekday: at most two decimals',
		],
		[
			'a price in a table is wrong',
			set('ticket', { prices: { weekday: { 90: 'x' }, weekend: 5 } }),
			'products › ticket › prices › weekday › 90: must be a number, not "x"',
		],
		[
			'a share above 100',
			(venue) => Object.assign(venue, { depositShare: 130 }),
			'depositShare: must be at most 100',
		],
		[
			'more guests than the start page looks for',
			({ entry }) => Object.assign(entry, { guests: 61 }),
			'entry › guests: must be at most 60',
		],
		[
			'a redirect to another site, without its https:',
			({ redirects }) => redirects.push({ from: '/x', to: '//planet.example' }),
			'redirects › /x › to: must be a path of the shop, such as /pages/faq, or a whole https:// address',
		],
		[
			'a redirect to an invalid address',
			({ redirects }) => redirects.push({ from: '/x', to: 'https://planet example/' }),
			'redirects › /x › to: must be a path of the shop, such as /pages/faq, or a whole https:// address',
		],
		[
			'a zone with seats',
			({ resources }) => resources.push({ id: 'x', name: text('x'), capacity: 1, seats: 1 }),
			'resources › x: needs either `capacity` (a zone) or `seats` (an exclusive room)',
		],
		[
			'closing before opening',
			({ calendar }) =>
				Object.assign(calendar, { publicHolidays: { opens: '20:00', closes: '10:00' } }),
			'calendar › publicHolidays: `closes` must be later than `opens`',
		],
		[
			'midnight as 00:00 for a closing time (faults N15)',
			({ calendar }) =>
				Object.assign(calendar, { publicHolidays: { opens: '20:00', closes: '00:00' } }),
			"calendar › publicHolidays: midnight as a closing time is written '24:00'",
		],
		[
			'midnight as an opening time',
			({ calendar }) =>
				Object.assign(calendar, { publicHolidays: { opens: '24:00', closes: '24:00' } }),
			"calendar › publicHolidays › opens: '24:00' is a closing time only: the day begins at '00:00'",
		],
		[
			'an unknown federal state',
			({ calendar }) => Object.assign(calendar, { federalState: 'XX' }),
			'calendar › federalState: must be one of BW BY BE BB HB HH HE MV NI NW RP SL SN ST SH TH',
		],
		[
			'a yearly date that does not exist',
			({ calendar }) =>
				Object.assign(calendar, { townHolidays: [{ date: '02-30', name: text('x') }] }),
			'calendar › townHolidays › 1 › date: a yearly date is written MM-DD',
		],
		[
			'a day that does not exist',
			({ calendar }) =>
				calendar.overrides.push({ day: '2026-02-30', label: text('x'), hours: null }),
			'calendar › overrides › 2026-02-30 › day: a day is written YYYY-MM-DD and must exist',
		],
		[
			'a time that can be guessed',
			({ calendar }) =>
				Object.assign(calendar, { publicHolidays: { opens: '9.00', closes: '10:00' } }),
			`calendar › publicHolidays › opens: a time is written HH:MM, in quotation marks: write '09:00'`,
		],
		[
			'typographic quotation marks (faults N15)',
			({ calendar }) =>
				Object.assign(calendar, { publicHolidays: { opens: '‘09:00’', closes: '10:00' } }),
			`calendar › publicHolidays › opens: quotation marks are straight ones ("..." or '...'), not those of a text: write '09:00'`,
		],
		[
			'a name where an id stands (faults N15)',
			({ groups }) => groups[0]?.members.push('Der Mars'),
			'groups › room › members › 3: is a name: write the id of that thing, mars',
		],
		[
			'an id that is a name (faults N15)',
			({ resources }) => resources.push({ id: 'Süd Raum', name: text('x'), seats: 1 }),
			'resources › Süd Raum › id: only small letters, digits and single dashes, such as sued-raum; its name stands in `name`',
		],
		[
			'a gift voucher for some things alone (faults N86)',
			set('gift', { products: ['pizza'] }),
			'products › gift › products: a gift voucher may be spent on everything: one for things of a single VAT rate is a single-purpose voucher, whose VAT is due when it is sold (§ 3 (13) to (15) UStG), and the shop sells vouchers without VAT',
		],
		[
			'a VAT part that costs nothing (faults N85)',
			set('party', { vatBasis: 'StB Stern, 2026', vatParts: { food: 0, play: 9 } }),
			'products › party › vatParts › food: must be more than 0',
		],
		[
			'a short code, shown by its beginning alone',
			({ vouchers }) => vouchers.push({ code: 'ABCDE', kind: 'percent', percent: 5 }),
			'vouchers › ABC… › code: must be at least 6 characters long',
		],
	]
	test.each(cases)('%s', (_, change, expected) => {
		expect(problemsOf(change)).toEqual([expected])
	})
})

const late = { percent: 100, of: 'deposit' }
const tier = (days: number, time: string, percent: number, of = 'deposit') => ({
	until: { days, time },
	keep: { percent, of },
})

test('a policy whose tiers follow each other, and a product with its own, are no problem', () => {
	const cancel = [tier(14, '23:59', 0), tier(7, '12:00', 20), tier(7, 'start', 50, 'total')]
	const problems = problemsOf((venue) => {
		Object.assign(venue, { policy: { cancel, late }, policyOf: { '2025': { cancel: [], late } } })
		set('pizza', { policy: { late, move: null } })(venue)
	})
	expect(problems).toEqual([])
})

describe('contradictions between fields are found', () => {
	const cases: [string, (venue: Files) => unknown, string][] = [
		[
			'tiers whose deadlines are not in order (faults N101)',
			(venue) =>
				Object.assign(venue, {
					policy: { cancel: [tier(7, '12:00', 0), tier(14, '12:00', 50)], late },
				}),
			'policy › cancel › 2 › until: must be later than that of the tier before it: the earliest deadline comes first',
		],
		[
			'a later tier that keeps less (faults N101)',
			(venue) =>
				Object.assign(venue, {
					policy: { cancel: [tier(14, '12:00', 50), tier(7, '12:00', 0)], late },
				}),
			'policy › cancel › 2 › keep: is less than what is kept of who cancels earlier',
		],
		[
			'late keeps less than the last tier, under older terms (faults N101)',
			(venue) =>
				Object.assign(venue, {
					policyOf: { '2025': { cancel: [tier(7, 'start', 60)], late: { ...late, percent: 50 } } },
				}),
			'policyOf › 2025 › late: is less than what is kept of who cancels earlier',
		],
		[
			'a product with a policy, in a venue without one (faults N101)',
			set('pizza', { policy: { late } }),
			'products › pizza › policy: replaces parts of `policy` in venue.yaml, which is missing',
		],
		[
			'a gift voucher with a policy (faults N101)',
			set('gift', { policy: { late } }),
			'products › gift › policy: a gift voucher has no visit: it goes back by the law on withdrawal',
		],
		[
			'a product whose tiers contradict the venue it takes the rest from (faults N101)',
			(venue) => {
				Object.assign(venue, { policy: { cancel: [tier(7, '12:00', 50)], late } })
				set('pizza', { policy: { late: { ...late, percent: 0 } } })(venue)
			},
			'products › pizza › policy › late: is less than what is kept of who cancels earlier',
		],
		[
			'a former id that a resource still has (faults N16)',
			({ resources }) => resources.push({ id: 'hall', was: 'mars', name: text('h'), seats: 12 }),
			'resources › hall › was: "mars" is still the id of a resource: only an id that is gone is renamed',
		],
		[
			'a former id of two resources (faults N16)',
			({ resources }) => {
				resources.push({ id: 'hall', was: 'jupiter', name: text('h'), seats: 12 })
				resources.push({ id: 'loft', was: 'jupiter', name: text('l'), seats: 12 })
			},
			'resources › loft › was: "jupiter" is the former id of another resource already',
		],
		[
			'a region without holidays of its own',
			({ calendar }) => Object.assign(calendar, { holidayRegion: 'MUC' }),
			'calendar › holidayRegion: is no region of BY with holidays of its own: A (Stadt Augsburg), KATH (Überwiegend katholische Gemeinden), EVANG (Überwiegend evangelische Gemeinden)',
		],
		[
			'cleaning into the next day (faults N15)',
			({ calendar, resources }) => {
				Object.assign(calendar, { publicHolidays: { opens: '00:00', closes: '24:00' } })
				resources.push({ id: 'hall', name: text('h'), seats: 12, bufferAfter: 5 })
			},
			'resources › hall › bufferAfter: lasts from the latest closing time beyond the earliest opening time of the next day',
		],
		[
			'VAT parts that nobody decided on (faults N85)',
			set('party', { vatParts: { food: 5, play: 9.5 } }),
			'products › party › vatBasis: is missing: who decided when that meal and play are supplies of their own, such as "Steuerberatung Stern, letter of 12 January 2026"; leave out `vatParts` and the package is one supply at its own rate',
		],
		[
			'a decision on VAT parts that there are not (faults N85)',
			set('party', { vatBasis: 'StB Stern, 2026-01-12' }),
			'products › party › vatBasis: is for `vatParts`: without them a package is one supply at its own rate',
		],
		[
			'VAT parts of an extra (faults N85)',
			set('pizza', { vatBasis: 'StB Stern, 2026-01-12', vatParts: { food: 5, play: 9.5 } }),
			'products › pizza › vatParts: is for packages only: another product has one rate',
		],
		[
			'VAT parts of a package with a rate (faults N85)',
			set('party', { vat: 'reduced', vatBasis: 'StB Stern, 2026', vatParts: { food: 5, play: 9 } }),
			'products › party › vat: leave it out: the parts have rates of their own',
		],
		[
			'VAT parts with two prices for the food (faults N85)',
			set('party', {
				vatBasis: 'StB Stern, 2026',
				vatParts: { food: 5, foodAndDrinks: 9, play: 9 },
			}),
			'products › party › vatParts: has `foodAndDrinks` beside `food` or `drinks`: give the price of both together, or one each',
		],
		[
			'VAT parts of one rate (faults N85)',
			set('party', { vatBasis: 'StB Stern, 2026', vatParts: { drinks: 5, play: 9 } }),
			'products › party › vatParts: has parts of one rate only: give `food` (or `foodAndDrinks`) and `drinks` or `play`, or leave it out',
		],
		[
			'unknown product in a condition',
			set('party', condition({ items: [item('piza')] })),
			'products › party › conditions › menu › items › 1 › product: there is no product "piza" (did you mean "pizza"?)',
		],
		[
			'a condition with a product that is no extra',
			set('party', condition({ items: [item('ticket')] })),
			'products › party › conditions › menu › items › 1 › product: "ticket" is no extra (addon)',
		],
		[
			'an extra listed twice',
			set('party', condition({ items: [item('pizza'), item('pizza')] })),
			'products › party › conditions › menu › items › 2 › product: "pizza" is already listed under menu: where would it count?',
		],
		[
			'n for a rule without a number',
			set('party', condition({ rule: 'all', n: 2 })),
			'products › party › conditions › menu › n: has no meaning for all',
		],
		[
			'a group that asks for more than can be chosen',
			(venue) => {
				set('party', condition({ n: 2, perGuest: true }))(venue)
				set('pizza', { quantity: { max: 10 } })(venue)
			},
			'products › party › conditions › menu: asks for up to 24, but of its items only 10 can be chosen',
		],
		[
			'a group of one for each guest with fewer pieces than guests',
			(venue) => {
				const each = { rule: 'exactlyOne', perGuest: true, items: [item('pizza'), item('cake')] }
				set('party', condition(each))(venue)
				set('pizza', { quantity: { max: 6 } })(venue)
				set('cake', { quantity: { max: 5 } })(venue)
			},
			'products › party › conditions › menu: asks for up to 12, but of its items only 11 can be chosen',
		],
		[
			'a group of all for each guest with too few pieces of one extra',
			(venue) => {
				const all = { rule: 'all', perGuest: true, items: [item('pizza'), item('cake')] }
				set('party', condition(all))(venue)
				set('cake', { quantity: { max: 11 } })(venue)
			},
			'products › party › conditions › menu: asks for up to 12 of each, but of "cake" only 11 can be chosen',
		],
		[
			'fewer included pieces than the smallest quantity',
			(venue) => {
				const included = { quantity: 1, perGuests: 6 }
				set('party', condition({ items: [{ product: 'pizza', included }] }))(venue)
				set('pizza', { quantity: { min: 2 } })(venue)
			},
			'products › party › conditions › menu › items › 1 › included: 1 of "pizza" come along for 6 without a choice, but no fewer than 2 can be chosen (quantity › min)',
		],
		[
			'more included pieces than the largest quantity',
			(venue) => {
				const included = { quantity: 1, perGuests: 5 }
				set('party', condition({ items: [{ product: 'pizza', included }] }))(venue)
				set('pizza', { quantity: { max: 2 } })(venue)
			},
			'products › party › conditions › menu › items › 1 › included: 3 of "pizza" come along for 12 without a choice, but no more than 2 can be chosen (quantity › max)',
		],
		[
			'a group of all with two extras that exclude each other',
			(venue) => {
				set('party', condition({ rule: 'all', items: [item('pizza'), item('cake')] }))(venue)
				set('cake', { excludes: ['pizza'] })(venue)
			},
			'products › party › conditions › menu › items: nobody can choose all: "pizza" and "cake" exclude each other',
		],
		[
			'an extra of a package that excludes it',
			set('party', { excludes: ['pizza'] }),
			'products › party › conditions › menu › items › 1 › product: "pizza" and "party" exclude each other',
		],
		[
			'conditions of an extra',
			set('pizza', condition({ items: [item('cake')] })),
			'products › pizza › conditions: only packages and tickets have conditions',
		],
		[
			'unknown resource in a use',
			set('ticket', { uses: [{ resource: 'prak' }] }),
			'products › ticket › uses › 1 › resource: there is no resource "prak" (did you mean "park"?)',
		],
		[
			'unknown group in a use',
			set('party', { uses: [{ group: 'rooms' }] }),
			'products › party › uses › 1 › group: there is no group "rooms" (did you mean "room"?)',
		],
		[
			'a group with a zone',
			({ groups }) => groups[0]?.members.push('park'),
			'groups › room › members › 3: "park" is a zone: a group has exclusive rooms (with seats) only',
		],
		[
			'more guests than every room seats',
			set('party', { quantity: { min: 6, max: 20 } }),
			'products › party › uses › 2: 20 can be booked (quantity › max), but the biggest room has seats for only 12',
		],
		[
			'more guests than the zone holds',
			set('ticket', { quantity: { max: 60 } }),
			'products › ticket › uses › 1: 60 can be booked (quantity › max), but "park" only holds 50',
		],
		[
			'a use that ends after the party',
			set('party', { uses: [{ group: 'room', from: 60, minutes: 90 }] }),
			'products › party › uses › 1: ends 150 minutes after the start, later than the 120 minutes that are booked',
		],
		[
			'a use longer than the shortest visit',
			set('ticket', { uses: [{ resource: 'park', minutes: 100 }] }),
			'products › ticket › uses › 1: ends 100 minutes after the start, later than the 90 minutes that are booked',
		],
		[
			'a ticket that uses nothing',
			set('ticket', { uses: [] }),
			'products › ticket › uses: is missing: without it any number could be sold',
		],
		[
			'a party longer than the day',
			set('party', { duration: 700 }),
			'products › party › duration: is longer than the longest opening hours (600 minutes)',
		],
		[
			'a ticket without a price for an offered duration',
			set('ticket', { prices: { weekday: { 90: 1, 120: 2 }, weekend: { 90: 1, 120: 2 } } }),
			'products › ticket › prices › weekday: has no price for the whole day (day), which entry › durations offers',
		],
		[
			'a price for a duration that cannot be chosen',
			set('ticket', {
				prices: {
					weekday: { 60: 1, 90: 1, 120: 2, day: 3 },
					weekend: { 60: 1, 90: 1, 120: 2, day: 3 },
				},
			}),
			'products › ticket › prices › weekday › 60: nobody can choose this duration: entry › durations offers 90, 120, day',
		],
		[
			'weekday and weekend offer different durations',
			set('ticket', { prices: { weekday: { 90: 1, 120: 2, day: 3 }, weekend: 5 } }),
			'products › ticket › prices: weekday and weekend must have prices for the same durations',
		],
		[
			'seasons that overlap',
			set('pizza', {
				periods: [
					{ from: '2026-01-01', until: '2026-02-01', prices: { weekday: 1, weekend: 1 } },
					{ from: '2026-02-01', until: '2026-03-01', prices: { weekday: 1, weekend: 1 } },
				],
			}),
			'products › pizza › periods › 2026-02-01: overlaps an earlier period: which price is meant?',
		],
		[
			'requires itself',
			set('cake', { requires: ['cake'] }),
			'products › cake › requires › 1: is the product itself',
		],
		[
			'requires unknown',
			set('candles', { requires: ['cakes'] }),
			'products › candles › requires › 1: there is no product "cakes" (did you mean "cake"?)',
		],
		[
			'excludes unknown',
			set('candles', { excludes: ['x-ray'] }),
			'products › candles › excludes › 1: there is no product "x-ray"',
		],
		[
			'requires and excludes the same',
			set('candles', { excludes: ['cake'] }),
			'products › candles › requires: "cake" is required and excluded at once',
		],
		[
			'a gift voucher that is not paid in full',
			set('gift', { due: 'deposit' }),
			'products › gift › due: must be online: a gift voucher is paid in full when it is bought',
		],
		[
			'a gift voucher worth less on weekdays',
			set('gift', { prices: { weekday: 5, weekend: 6 } }),
			'products › gift › prices: a gift voucher is worth its price: one amount above 0, the same on every day',
		],
		[
			'a delivery for a product that is no gift voucher',
			set('pizza', { delivery: 'mail' }),
			'products › pizza › delivery: is for gift vouchers only',
		],
		[
			'a voucher without an amount',
			({ vouchers }) => vouchers.push({ code: 'NOTHING', kind: 'fixed' }),
			'vouchers › NOT… › amount: is missing: a fixed voucher needs it, above 0',
		],
		[
			'a voucher for an unknown product',
			({ vouchers }) =>
				vouchers.push({ code: 'PIZZAS', kind: 'percent', percent: 5, products: ['pizzza'] }),
			'vouchers › PIZ… › products › 1: there is no product "pizzza" (did you mean "pizza"?)',
		],
		[
			'the same code, written differently',
			({ vouchers }) => vouchers.push({ code: 'gift 50', kind: 'value', amount: 1 }),
			'vouchers › gif…: is there twice: number 1 of the list is the same',
		],
		[
			'the same id',
			({ resources }) => resources.push({ id: 'park', name: text('p'), capacity: 5 }),
			'resources › park: is there twice: number 1 of the list is the same',
		],
		[
			'a party for a ticket',
			set('ticket', { partyTypes: ['birthday'] }),
			'products › ticket › partyTypes: only packages, rooms and attractions have types of party',
		],
		[
			'two overrides for a day',
			({ calendar }) => calendar.overrides.push({ day: '2026-12-24', label: text('x'), hours }),
			'calendar › overrides › 2026-12-24: is there twice: number 1 of the list is the same',
		],
		[
			'a hold whose maximum is below its minutes',
			({ hold }) => Object.assign(hold, { maxMinutes: 10 }),
			'hold › maxMinutes: must be at least `minutes` (15)',
		],
		[
			'fewer rooms in a cart than a party takes',
			(venue) => {
				venue.resources.push({ id: 'stage', name: text('s'), seats: 30 })
				set('party', { uses: [{ resource: 'stage' }, { group: 'room' }] })(venue)
				Object.assign(venue.hold, { exclusivePerCart: 1 })
			},
			'hold › exclusivePerCart: is fewer than the 2 rooms and attractions that one booking of "party" takes',
		],
		[
			'fewer rooms for an address than a party takes',
			(venue) => {
				set('party', { uses: [{ resource: 'mars' }, { resource: 'venus' }] })(venue)
				Object.assign(venue.hold, { exclusivePerAddress: 1 })
			},
			'hold › exclusivePerAddress: is fewer than the 2 rooms and attractions that one booking of "party" takes',
		],
		[
			'fewer places for an address than the smallest group takes',
			(venue) => {
				set('ticket', { quantity: { min: 12, max: 20 } })(venue)
				Object.assign(venue.hold, { placesPerAddress: 11 })
			},
			'hold › placesPerAddress: is fewer than the 12 places of "park" that one booking of "ticket" takes',
		],
		[
			'entry counts a room',
			({ entry }) => Object.assign(entry, { resource: 'mars' }),
			'entry › resource: must be a zone with a capacity; "mars" is an exclusive room',
		],
		[
			'no VAT for the opening day',
			({ vat }) => Object.assign(vat[0] ?? {}, { from: '2026-01-01' }),
			'vat: no rate for the opening date 2025-03-01: the first one begins on 2026-01-01',
		],
		[
			'a redirect to no page',
			({ redirects }) => redirects.push({ from: '/x', to: '/pages/agbs' }),
			'redirects › /x › to: there is no page "agbs" (did you mean "agb"?)',
		],
		[
			'a redirect away from the shop',
			({ redirects }) => redirects.push({ from: '/checkout/address', to: '/' }),
			'redirects › /checkout/address › from: is a page of the shop itself',
		],
		[
			'a redirect away from the shop, in capitals',
			({ redirects }) => redirects.push({ from: '/Account/', to: '/' }),
			'redirects › /Account/ › from: is a page of the shop itself',
		],
		[
			'a redirect from a query',
			({ redirects }) => redirects.push({ from: '/seite?id=3', to: '/' }),
			'redirects › /seite?id=3 › from: holds for a whole page: leave out what follows ? or #',
		],
		[
			'a redirect away from an address for machines',
			({ redirects }) => redirects.push({ from: '/metrics', to: '/' }),
			'redirects › /metrics › from: is a page of the shop itself',
		],
		[
			'a link to no page',
			({ pages }) =>
				Object.assign(pages['agb'] ?? {}, { html: { de: 'x', en: '<a href="/pages/widruf#a">' } }),
			'pages › agb.en.md: there is no page "widruf" (did you mean "widerruf"?)',
		],
		[
			'a missing page that the footer of every page links to',
			({ pages }) => Reflect.deleteProperty(pages, 'impressum'),
			'pages › impressum.de.md: is missing: the foot of every page leads there',
		],
	]
	test.each(cases)('%s', (_, change, expected) => {
		expect(problemsOf(change)).toContain(expected)
	})

	test('each redirect of a circle has a problem', () => {
		const problems = problemsOf(({ redirects }) =>
			redirects.push(
				{ from: '/a', to: '/b?day=1' },
				{ from: '/b/', to: '/A' },
				{ from: '/c', to: '/c#top' },
				{ from: '/größe', to: '/gr%C3%B6%C3%9Fe' },
				{ from: '/100%', to: '/100%' },
			),
		)
		expect(problems).toEqual(
			['/a', '/b/', '/c', '/größe', '/100%'].map(
				(from) => `redirects › ${from} › to: goes round in a circle`,
			),
		)
	})

	test('each product of a circle of requirements has a problem', () => {
		expect(problemsOf(set('cake', { requires: ['candles'] }))).toEqual([
			'products › cake › requires: goes round in a circle: none of them could ever be added first',
			'products › candles › requires: goes round in a circle: none of them could ever be added first',
		])
	})

	test('all problems are found at once', () => {
		const problems = problemsOf((venue) => {
			set('cake', { requires: ['nothing'] })(venue)
			set('ticket', { quantity: { max: 60 } })(venue)
			Reflect.deleteProperty(venue.pages, 'impressum')
		})
		expect(problems).toHaveLength(3)
	})
})

test.each([
	[['calendar', 'overrides', 0], 'calendar.yaml', ['overrides', 0]],
	[['products', 3, 'name'], 'catalogue.yaml', ['products', 3, 'name']],
	[['vouchers', 0], 'vouchers.yaml', ['vouchers', 0]],
	[['redirects', 0], 'redirects.yaml', ['redirects', 0]],
	[['hold'], 'venue.yaml', ['hold']],
])('%j lies in %s', (path, file, inside) => {
	expect(locate(path)).toEqual({ file, inside })
})

test.each([
	['piza', ' (did you mean "pizza"?)'],
	['PIZZA', ' (did you mean "pizza"?)'],
	['cakes', ' (did you mean "cake"?)'],
	['acke', ' (did you mean "cake"?)'],
	['rocket', ''],
])('%s among pizza and cake%s', (word, expected) => {
	expect(didYouMean(word, ['pizza', 'cake'])).toBe(expected)
})

describe('a plan lists the differences', () => {
	const cases: [string, (venue: Files) => unknown, string[]][] = [
		['nothing', () => {}, []],
		[
			'a price, in euros',
			set('pizza', { prices: { weekday: 5, weekend: 6.5 } }),
			['~ products › pizza › prices › weekend: 5.00 € → 6.50 €'],
		],
		[
			'a capacity',
			({ resources }) => Object.assign(resources[0] ?? {}, { capacity: 40 }),
			['~ resources › park › capacity: 50 → 40'],
		],
		[
			'one new product and one gone',
			({ products }) => products.splice(2, 1, { ...products[2], id: 'pasta' }),
			['- products › pizza', '+ products › pasta'],
		],
		[
			'another order of a list',
			(venue) => Object.assign(venue, { products: venue.products.toReversed() }),
			['~ products: the order changed'],
		],
		[
			'the text of a page',
			({ pages }) => Object.assign(pages['agb'] ?? {}, { html: text('<p>y</p>') }),
			[
				'~ pages › agb › html › de: <p>x</p> → <p>y</p>',
				'~ pages › agb › html › en: <p>x</p> → <p>y</p>',
			],
		],
		[
			'a voucher that is gone',
			(venue) => Object.assign(venue, { vouchers: [] }),
			['- vouchers › GIF… is gone from the files but stays valid: end it with validUntil'],
		],
	]
	test.each(cases)('%s', (_, change, expected) => {
		const lines = changed(change)
		expect(lines).toEqual(expect.arrayContaining(expected))
		expect(lines).toHaveLength(expected.length)
	})

	test('a plan counts what is new when there was no venue before', () => {
		expect(differences(undefined, parse(files()))).toEqual([
			'+ the venue "Testraum": 3 resources, 6 products, 1 vouchers, 8 pages, 1 redirects',
		])
	})
})

function parse(root: Files): Venue {
	return venueSchema.parse(root)
}

function changed(change: (venue: Files) => unknown): string[] {
	const after = files()
	change(after)
	return differences(parse(files()), parse(after))
}
