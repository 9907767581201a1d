import { expect } from '@playwright/test'
import type { Sql } from 'postgres'

import { claimDay } from '../days.ts'
import type { SignedInStaff } from '../desk/staff.ts'
import { asked, type Fields, valueIn } from './desk-tab.ts'

const desk = process.env['DESK_URL'] ?? ''

/** The kinds of search by the first word of a product's id; everything else is a party. */
const kinds: Record<string, string> = { ticket: 'play', room: 'place' }

/** The page of a call for tickets of a day, and the fields of its form that a press on a free time sends. */
export async function opened(jana: SignedInStaff, { product = 'ticket-adult', guests = '4' } = {}) {
	const day = await claimDay('weekend')
	const kind = kinds[product.split('-')[0] ?? ''] ?? 'party'
	const path = `/new?day=${day}&kind=${kind}&guests=${guests}`
	const { text } = await asked(jana, path)
	const fields = { newCart: valueIn(text, 'newCart'), day, guests }
	return { day, path, fields, take: { ...fields, take: `${product} 14:00` } }
}

/** A call that holds tickets, or that product, at 14:00, and the fields that its button sends. */
export async function calling(
	jana: SignedInStaff,
	more: Fields = {},
	about: { product?: string; guests?: string } = {},
) {
	const { path, take } = await opened(jana, about)
	const taken = await asked(jana, path, take)
	expect(taken).toMatchObject({ status: 303 })
	const { text } = await asked(jana, taken.to)
	const until = /<option value="([^"]+Z)"/.exec(text)?.[1] ?? ''
	const who = { firstName: 'Sandra', lastName: 'Hofer', phone: '0160 1234567', until }
	const { guests } = take
	const form = { ...who, guests, ...stateIn(text), intent: 'book', ...more }
	return { path: taken.to, cart: new URL(desk + taken.to).searchParams.get('cart') ?? '', form }
}

/** The fields by which the page of a call says what it has shown. */
export function stateIn(text: string): { version: string; shown: string } {
	return { version: valueIn(text, 'version'), shown: valueIn(text, 'shown') }
}

/** Lists the orders that were made of a cart. */
export function ordersOf(sql: Sql, cart: string) {
	return sql`select number, state from orders where cart_id = ${cart} order by number`
}
