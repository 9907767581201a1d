import { expect, test } from 'vitest'

import type { Cart } from '#app/models/cart/cart.ts'
import { firstPartyType, hasParty, offeredPartyTypes } from '#app/models/order/party.ts'
import type { PartyType } from '#app/models/party-types.ts'
import type { Product } from '#app/models/venue/catalogue.ts'
import type { Venue } from '#app/models/venue/venue.ts'

/** A venue with only the fields that these rules read: kinds, uses and resources. */
const venue = {
	resources: [
		{ id: 'park', capacity: 250 },
		{ id: 'mars', seats: 20 },
		{ id: 'dome', seats: 30 },
		{ id: 'arena', capacity: 12 },
	],
	groups: [{ id: 'rooms', members: ['mars'] }],
	products: [
		product('ticket', 'ticket', [{ resource: 'park' }]),
		product('party', 'package', [{ resource: 'park' }, { group: 'rooms' }]),
		product('lounge', 'package', []),
		product('kids', 'package', [{ group: 'rooms' }], ['birthday']),
		product('room', 'room', [{ group: 'rooms' }]),
		product('office', 'room', [{ resource: 'mars' }], ['company', 'team']),
		product('planetarium', 'attraction', [{ resource: 'dome' }], ['team', 'birthday']),
		product('laser', 'attraction', [{ resource: 'arena' }]),
		product('cake', 'addon', []),
		product('gift', 'giftVoucher', []),
	],
} as unknown as Venue

const all: PartyType[] = ['birthday', 'company', 'team', 'bride']

test.each<[string, PartyType[]]>([
	['', []],
	['ticket', []],
	['ticket cake gift', []],
	['laser', []],
	['party', all],
	['lounge', all],
	['room', all],
	['ticket planetarium', ['birthday', 'team']],
	['kids', ['birthday']],
	['room office', ['company', 'team']],
	['planetarium office', ['team']],
	// Nothing in common: all types are offered, and the visitor chooses.
	['kids office', ['birthday', 'company', 'team']],
])('%j is booked for %j', (products, types) => {
	expect(offeredPartyTypes(venue, cartOf(products))).toEqual(types)
	expect(hasParty(venue, cartOf(products))).toBe(types.length > 0)
})

const onlyThose: PartyType[] = ['birthday', 'team']
test.each<[string, Parameters<typeof firstPartyType>, PartyType | undefined]>([
	['nothing was looked for or said', [all, null, undefined], undefined],
	['looked for', [all, 'company', undefined], 'company'],
	['looked for after another was said', [all, 'company', 'birthday'], 'company'],
	['looked for, not offered by the product', [onlyThose, 'company', undefined], undefined],
	['looked for, not offered, another was said', [onlyThose, 'company', 'birthday'], 'birthday'],
	['said before', [all, null, 'team'], 'team'],
	['nothing in the cart is for a party', [[], 'company', undefined], undefined],
])('the details begin with the type of party: %s', (_, given, first) => {
	expect(firstPartyType(...given)).toBe(first)
})

function cartOf(products: string): Cart {
	const lines = products.split(' ').filter(Boolean)
	return { lines: lines.map((productId) => ({ productId })) } as unknown as Cart
}

function product(
	id: string,
	kind: Product['kind'],
	uses: { resource?: string; group?: string }[],
	partyTypes?: PartyType[],
) {
	return { id, kind, uses, ...(partyTypes && { partyTypes }) }
}
