import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { cents } from '#app/models/money.ts'
import { check, checkAdding, type Violation } from '#app/models/product/conditions.ts'
import {
	includedPieces,
	includedQuantity,
	unmeetableGroups,
	type ChosenLine,
} from '#app/models/product/groups.ts'
import type { Condition, Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { sampleProduct } from '#testing/sample-product.ts'

const text = { de: 'Text', en: 'Text' }

function product(id: string, more: Partial<Product> = {}): Product {
	return sampleProduct(id, {
		kind: 'addon',
		prices: { weekday: cents(100), weekend: cents(100) },
		...more,
	})
}

function group(rule: Condition['rule'], more: Partial<Condition> = {}): Condition {
	const items = ['pizza', 'pasta', 'nuggets'].map((product) => ({ product }))
	return { id: 'menu', title: text, rule, n: 1, perGuest: false, items, ...more }
}

/** A venue with products alone, because conditions read nothing else. */
function venueOf(...products: Product[]): Venue {
	return { products } as unknown as Venue
}

const extras = ['pizza', 'pasta', 'nuggets', 'cake'].map((id) => product(id))

function partyVenue(...conditions: Condition[]): Venue {
	const party = product('party', {
		kind: 'package',
		perGuest: true,
		quantity: { min: 6, max: 15 },
		conditions,
	})
	return venueOf(party, ...extras)
}

/** Parses 'party:10 pizza:2' as a party for ten with two pizzas. */
function cart(words: string): ChosenLine[] {
	const lines = words.split(' ').filter(Boolean)
	return lines.map((word, index) => {
		const [productId = '', quantity = '1'] = word.split(':')
		const parentId = index > 0 && lines[0]?.startsWith('party') ? 'line-0' : null
		return { id: `line-${index}`, parentId, productId, quantity: Number(quantity) }
	})
}

function said({ productId, groupId, message }: Violation): string {
	const count = message.values?.['count']
	return [groupId ?? productId, message.key.split('.')[1], count].filter(Boolean).join(' ')
}

const min2 = group('min', { n: 2 })
const max2 = group('max', { n: 2 })
const one = group('exactlyOne')
const onePerGuest = group('exactlyOne', { perGuest: true })

test.each<{ what: string; group: Condition; cart: string; broken: string }>([
	{ what: 'min, none', group: min2, cart: 'party:10', broken: 'menu chooseMore 2' },
	{ what: 'min, one', group: min2, cart: 'party:10 pizza', broken: 'menu chooseMore 1' },
	{ what: 'min, met by one product', group: min2, cart: 'party:10 pizza:2', broken: '' },
	{ what: 'min, met by two', group: min2, cart: 'party:10 pizza pasta', broken: '' },
	{ what: 'min, more is fine', group: min2, cart: 'party:10 pizza:9 pasta', broken: '' },
	{
		what: 'min, other extras do not count',
		group: min2,
		cart: 'party:10 cake:5',
		broken: 'menu chooseMore 2',
	},
	{
		what: 'min for each guest',
		group: group('min', { n: 2, perGuest: true }),
		cart: 'party:10 pizza:13',
		broken: 'menu chooseMore 7',
	},
	{
		what: 'min for each guest, met',
		group: group('min', { n: 2, perGuest: true }),
		cart: 'party:10 pizza:13 pasta:7',
		broken: '',
	},
	{ what: 'max, none', group: max2, cart: 'party:10', broken: '' },
	{ what: 'max, reached', group: max2, cart: 'party:10 pizza pasta', broken: '' },
	{ what: 'max, exceeded', group: max2, cart: 'party:10 pizza:2 pasta', broken: 'menu tooMany 1' },
	{
		what: 'max for each guest',
		group: group('max', { perGuest: true }),
		cart: 'party:10 pizza:10',
		broken: '',
	},
	{
		what: 'max for each guest, exceeded',
		group: group('max', { perGuest: true }),
		cart: 'party:10 pizza:10 pasta:2',
		broken: 'menu tooMany 2',
	},
	{ what: 'all, none', group: group('all'), cart: 'party:10', broken: 'menu chooseMore 3' },
	{
		what: 'all, more of one does not help',
		group: group('all'),
		cart: 'party:10 pizza:9 pasta',
		broken: 'menu chooseMore 1',
	},
	{ what: 'all, met', group: group('all'), cart: 'party:10 pizza:9 pasta nuggets', broken: '' },
	{
		what: 'all for each guest',
		group: group('all', { perGuest: true }),
		cart: 'party:10 pizza:10 pasta:9 nuggets:12',
		broken: 'menu chooseMore 1',
	},
	{ what: 'exactly one, none', group: one, cart: 'party:10', broken: 'menu chooseMore 1' },
	{ what: 'exactly one, met', group: one, cart: 'party:10 pasta', broken: '' },
	{
		what: 'exactly one, twice the same',
		group: one,
		cart: 'party:10 pasta:2',
		broken: 'menu tooMany 1',
	},
	{
		what: 'exactly one, two different',
		group: one,
		cart: 'party:10 pasta pizza',
		broken: 'menu deselectOther',
	},
	{
		what: 'exactly one for each guest, mixed',
		group: onePerGuest,
		cart: 'party:10 pasta:4 pizza:6',
		broken: '',
	},
	{
		what: 'exactly one for each guest, too few',
		group: onePerGuest,
		cart: 'party:10 pasta:4 pizza:4',
		broken: 'menu chooseMore 2',
	},
	{
		what: 'exactly one for each guest, too many',
		group: onePerGuest,
		cart: 'party:10 pasta:4 pizza:7',
		broken: 'menu tooMany 1',
	},
	{ what: 'no package, no rule', group: min2, cart: 'pizza', broken: '' },
	{ what: 'too few guests', group: max2, cart: 'party:5', broken: 'party guestsAtLeast 6' },
	{ what: 'fewest guests', group: max2, cart: 'party:6', broken: '' },
	{ what: 'most guests', group: max2, cart: 'party:15', broken: '' },
	{ what: 'too many guests', group: max2, cart: 'party:16', broken: 'party guestsAtMost 15' },
	{
		what: 'too many of one extra',
		group: max2,
		cart: 'party:10 cake:60 cake:40',
		broken: 'cake piecesAtMost 99',
	},
	{
		what: 'a product that is gone',
		group: max2,
		cart: 'party:10 soup',
		broken: 'soup productGone',
	},
])('check: $what', ({ group, cart: words, broken }) => {
	expect(check(partyVenue(group), cart(words)).map(said).join(', ')).toBe(broken)
})

test('check: all violations are reported at once, each with its group', () => {
	const venue = partyVenue(
		group('exactlyOne', { id: 'menu', items: [{ product: 'pizza' }, { product: 'pasta' }] }),
		group('min', { id: 'sweets', items: [{ product: 'cake' }] }),
		group('max', { id: 'snacks', n: 2, items: [{ product: 'nuggets' }] }),
	)
	expect(check(venue, cart('party:5 pizza pasta nuggets:5')).map(said)).toEqual([
		'party guestsAtLeast 6',
		'menu deselectOther',
		'sweets chooseMore 1',
		'snacks tooMany 3',
	])
})

test('check: violations of two parties name their own line', () => {
	const venue = partyVenue(one)
	const lines: ChosenLine[] = [
		{ id: 'a', parentId: null, productId: 'party', quantity: 8 },
		{ id: 'b', parentId: null, productId: 'party', quantity: 8 },
		{ id: 'c', parentId: 'b', productId: 'pizza', quantity: 1 },
	]
	expect(check(venue, lines).map(({ lineId, groupId }) => [lineId, groupId])).toEqual([
		['a', 'menu'],
	])
})

describe('a product that requires or excludes another', () => {
	const venue = venueOf(
		product('arena'),
		product('vest', { requires: ['arena'] }),
		product('day-pass', { excludes: ['short-pass'] }),
		product('short-pass'),
		product('golden-ticket', { excludes: ['golden-ticket'] }),
	)

	test.each<{ what: string; cart: string; broken: string }>([
		{ what: 'required is missing', cart: 'vest', broken: 'vest requiresOther' },
		{ what: 'required is there, before', cart: 'arena vest', broken: '' },
		{ what: 'required is there, after', cart: 'vest arena', broken: '' },
		{
			what: 'excluded by the first',
			cart: 'day-pass short-pass',
			broken: 'short-pass deselectOther',
		},
		{
			what: 'excluded by the second',
			cart: 'short-pass day-pass',
			broken: 'day-pass deselectOther',
		},
		{
			what: 'excludes itself',
			cart: 'golden-ticket golden-ticket',
			broken: 'golden-ticket deselectOther',
		},
		{ what: 'alone', cart: 'day-pass:3 golden-ticket', broken: '' },
	])('$what', ({ cart: words, broken }) => {
		expect(check(venue, cart(words)).map(said).join(', ')).toBe(broken)
	})

	test('a violation names the other product', () => {
		expect(check(venue, cart('vest'))[0]?.otherIds).toEqual(['arena'])
		expect(check(venue, cart('short-pass day-pass'))[0]?.otherIds).toEqual(['short-pass'])
	})
})

describe('checkAdding', () => {
	const party = partyVenue(one, group('min', { id: 'sweets', items: [{ product: 'cake' }] }))
	const perGuest = partyVenue(onePerGuest)
	const limited = partyVenue(max2)
	const passes = venueOf(
		product('arena'),
		product('vest', { requires: ['arena'] }),
		product('day-pass', { excludes: ['short-pass'] }),
		product('short-pass'),
		product('group-ticket', { quantity: { min: 10, max: 20 } }),
	)

	test.each<{ what: string; venue: Venue; before: string; after: string; refused: string }>([
		{
			what: 'a package whose groups are still open',
			venue: party,
			before: '',
			after: 'party:10',
			refused: '',
		},
		{
			what: 'the first of a group',
			venue: party,
			before: 'party:10',
			after: 'party:10 pizza',
			refused: '',
		},
		{
			what: 'a second one of exactly one',
			venue: party,
			before: 'party:10 pizza',
			after: 'party:10 pizza pasta',
			refused: 'menu deselectOther',
		},
		{
			what: 'one product twice of exactly one',
			venue: party,
			before: 'party:10 pizza',
			after: 'party:10 pizza:2',
			refused: 'menu tooMany 1',
		},
		{
			what: 'one product of a group exchanged for another',
			venue: party,
			before: 'party:10 pizza',
			after: 'party:10 pasta',
			refused: '',
		},
		{
			what: 'another extra while a group has too many',
			venue: party,
			before: 'party:10 pizza pasta',
			after: 'party:10 pizza pasta cake',
			refused: '',
		},
		{
			what: 'up to the maximum',
			venue: limited,
			before: 'party:10 pizza',
			after: 'party:10 pizza:2',
			refused: '',
		},
		{
			what: 'beyond the maximum',
			venue: limited,
			before: 'party:10 pizza:2',
			after: 'party:10 pizza:3',
			refused: 'menu tooMany 1',
		},
		{
			what: 'fewer, but still too many',
			venue: limited,
			before: 'party:10 pizza:9',
			after: 'party:10 pizza:5',
			refused: '',
		},
		{
			what: 'more guests leave the menu unmet',
			venue: perGuest,
			before: 'party:10 pizza:10',
			after: 'party:12 pizza:10',
			refused: '',
		},
		{
			what: 'fewer guests leave too many menus',
			venue: perGuest,
			before: 'party:10 pizza:10',
			after: 'party:8 pizza:10',
			refused: '',
		},
		{
			what: 'a menu more than guests',
			venue: perGuest,
			before: 'party:10 pizza:10',
			after: 'party:10 pizza:11',
			refused: 'menu tooMany 1',
		},
		{
			what: 'too few guests',
			venue: party,
			before: 'party:6',
			after: 'party:5',
			refused: 'party guestsAtLeast 6',
		},
		{
			what: 'too many guests',
			venue: party,
			before: 'party:15',
			after: 'party:16',
			refused: 'party guestsAtMost 15',
		},
		{
			what: 'too small a group',
			venue: passes,
			before: '',
			after: 'group-ticket:9',
			refused: 'group-ticket piecesAtLeast 10',
		},
		{
			what: 'a product without the one that it requires',
			venue: passes,
			before: '',
			after: 'vest',
			refused: 'vest requiresOther',
		},
		{
			what: 'a product with the one that it requires',
			venue: passes,
			before: 'arena',
			after: 'arena vest',
			refused: '',
		},
		{
			what: 'a product removed that another requires',
			venue: passes,
			before: 'vest arena',
			after: 'vest',
			refused: '',
		},
		{
			what: 'a product that another excludes',
			venue: passes,
			before: 'day-pass',
			after: 'day-pass short-pass',
			refused: 'short-pass deselectOther',
		},
		{
			what: 'a product that excludes another',
			venue: passes,
			before: 'short-pass',
			after: 'short-pass day-pass',
			refused: 'day-pass deselectOther',
		},
		{
			what: 'more of one of two that exclude each other',
			venue: passes,
			before: 'short-pass day-pass',
			after: 'short-pass day-pass:2',
			refused: 'day-pass deselectOther',
		},
		{
			what: 'less of one of two that exclude each other',
			venue: passes,
			before: 'short-pass day-pass:2',
			after: 'short-pass day-pass',
			refused: '',
		},
		{
			what: 'a product that is gone',
			venue: passes,
			before: '',
			after: 'soup',
			refused: 'soup productGone',
		},
		{
			what: 'a product beside one that is gone',
			venue: passes,
			before: 'soup',
			after: 'soup arena',
			refused: '',
		},
	])('$what', ({ venue, before, after, refused }) => {
		expect(checkAdding(venue, cart(before), cart(after)).map(said).join(', ')).toBe(refused)
	})

	test('taking a line away is never refused, for random carts', () => {
		const venue = venueOf(...passes.products, ...perGuest.products)
		const ids = venue.products.map(({ id }) => id)
		const lines = fc.array(
			fc.record({
				productId: fc.constantFrom(...ids),
				quantity: fc.integer({ min: 1, max: 30 }),
				parent: fc.nat(3),
			}),
			{ minLength: 1, maxLength: 8 },
		)
		fc.assert(
			fc.property(lines, fc.nat(), (chosen, index) => {
				const before = chosen.map(({ productId, quantity, parent }, index) => ({
					id: `line-${index}`,
					parentId: parent === 0 || index === 0 ? null : 'line-0',
					productId,
					quantity,
				}))
				const removed = before[index % before.length]?.id
				const after = before.filter(({ id, parentId }) => id !== removed && parentId !== removed)
				expect(checkAdding(venue, before, after)).toEqual([])
			}),
		)
	})
})

describe('included pieces', () => {
	const party = product('party', {
		conditions: [
			group('max', {
				id: 'food',
				n: 50,
				items: [
					{ product: 'pizza', included: { quantity: 1, perGuests: 5 } },
					{ product: 'cake', included: { quantity: 1 } },
					{ product: 'pasta' },
				],
			}),
		],
	})

	test.each<{ what: string; guests: number; product: string; quantity: number; included: number }>([
		{ what: 'one for the first guest', guests: 1, product: 'pizza', quantity: 9, included: 1 },
		{ what: 'one for five guests', guests: 5, product: 'pizza', quantity: 9, included: 1 },
		{
			what: 'one more for every started five',
			guests: 6,
			product: 'pizza',
			quantity: 9,
			included: 2,
		},
		{ what: 'three for twelve', guests: 12, product: 'pizza', quantity: 9, included: 3 },
		{ what: 'no more than taken', guests: 12, product: 'pizza', quantity: 2, included: 2 },
		{ what: 'once, however many guests', guests: 12, product: 'cake', quantity: 3, included: 1 },
		{ what: 'listed, but not included', guests: 12, product: 'pasta', quantity: 3, included: 0 },
		{ what: 'not listed', guests: 12, product: 'nuggets', quantity: 3, included: 0 },
	])('$what', ({ guests, product, quantity, included }) => {
		expect(includedQuantity(party, guests, product, quantity)).toBe(included)
	})

	test('two lines of one product share what is included', () => {
		const pieces = includedPieces(
			venueOf(party, ...extras),
			cart('party:12 pizza:2 pizza:2 cake:2 pasta:1'),
		)
		expect([...pieces]).toEqual([
			['line-1', 2],
			['line-2', 1],
			['line-3', 1],
			['line-4', 0],
		])
	})
})

test.each<{ what: string; group: Condition; free: Record<string, number>; sold: boolean }>([
	{ what: 'min, enough together', group: min2, free: { pizza: 1, pasta: 1 }, sold: false },
	{ what: 'min, not enough', group: min2, free: { pizza: 1 }, sold: true },
	{ what: 'max needs nothing', group: max2, free: {}, sold: false },
	{ what: 'all, one is gone', group: group('all'), free: { pizza: 9, pasta: 9 }, sold: true },
	{
		what: 'all, each is left',
		group: group('all'),
		free: { pizza: 1, pasta: 1, nuggets: 1 },
		sold: false,
	},
	{ what: 'exactly one, one is left', group: one, free: { nuggets: 1 }, sold: false },
	{ what: 'exactly one, none is left', group: one, free: {}, sold: true },
	{
		what: 'exactly one for each guest',
		group: onePerGuest,
		free: { pizza: 5, pasta: 4 },
		sold: true,
	},
])('unmeetableGroups: $what', ({ group, free, sold }) => {
	const party = product('party', { conditions: [group] })
	expect(unmeetableGroups(party, 10, (id) => free[id] ?? 0)).toEqual(sold ? [group] : [])
})
