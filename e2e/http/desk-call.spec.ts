import { expect, test } from '@playwright/test'
import postgres from 'postgres'

import { claimDay } from '../days.ts'
import { signInStaff } from '../desk/staff.ts'
import { calling, opened, ordersOf, stateIn } from './desk-calling.ts'
import { asked, type Fields, valueIn } from './desk-tab.ts'

// The numbers of a booking by telephone: what cannot be had is refused at its field, and no other sums than those shown
// are booked. Without a browser.

const sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 2, onnotice: () => {} })
test.afterAll(() => sql.end())

const kometen = { product: 'kometen-party', guests: '8' }

/** The complaint at the field of that id; '' for none. */
function complaintAt(html: string, id: string): string {
	return new RegExp(`id="${id}-error"[^>]*>([^<]*)<`).exec(html)?.[1] ?? ''
}

/** The guests of a party as its call holds them. */
async function heldGuests(cart: string): Promise<number[]> {
	const lines = await sql`
		select quantity from cart_lines where cart_id = ${cart} and product_id = 'kometen-party'`
	return lines.map((line) => Number(line['quantity']))
}

const refusals: { typed: Fields; id: string; sentence: string }[] = [
	{ typed: { guests: '12' }, id: 'guests', sentence: 'Kometen-Party geht mit 6 bis 10 Gästen.' },
	{ typed: { guests: '5' }, id: 'guests', sentence: 'Kometen-Party geht mit 6 bis 10 Gästen.' },
	{ typed: { guests: '' }, id: 'guests', sentence: 'Gäste: Bitte geben Sie eine ganze Zahl ein.' },
	{
		typed: { guests: '8a' },
		id: 'guests',
		sentence: 'Gäste: Bitte geben Sie eine ganze Zahl ein.',
	},
	{
		typed: { 'n.pizza': '8x' },
		id: 'n-pizza',
		sentence: 'Pizza-Planet: Bitte geben Sie eine ganze Zahl ein.',
	},
	{ typed: { 'n.cake': '999' }, id: 'n-cake', sentence: ': höchstens ' },
]

test('N401: numbers that cannot be had are refused at their field and stay typed; nothing is booked', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { path, cart, form } = await calling(jana, { pay: 'site', child: 'Theo' }, kometen)
	let state: Fields = {}
	for (const { typed, id, sentence } of refusals) {
		const { status, text } = await asked(jana, path, { ...form, ...state, ...typed })
		expect(status).toBe(422)
		expect(complaintAt(text, id)).toContain(sentence)
		for (const [name, value] of Object.entries(typed)) expect(valueIn(text, name)).toBe(value)
		expect(await heldGuests(cart)).toEqual([8])
		state = stateIn(text)
	}
	expect(await ordersOf(sql, cart)).toEqual([])
})

test('N401: other guests than the page had shown are booked by the press after the page with their sums', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { path, cart, form } = await calling(jana, { pay: 'site', guests: '5', 'n.cake': '1' })
	const first = await asked(jana, path, form)
	expect(first.status).toBe(422)
	expect(first.text).toMatch(
		/Noch nicht gebucht: Das ändert die Buchung, zusammen sind es jetzt \d/,
	)
	expect(valueIn(first.text, 'guests')).toBe('5')
	expect(await ordersOf(sql, cart)).toEqual([])
	const booked = await asked(jana, path, { ...form, ...stateIn(first.text) })
	expect(booked).toMatchObject({ status: 303, to: expect.stringMatching(/^\/new\/\d{4}-\d+$/) })
	const [order] = await sql`select total, on_site from orders where cart_id = ${cart}`
	expect(order?.['total']).toBe(order?.['on_site'])
	const { text } = await asked(jana, booked.to)
	expect(text).toMatch(/<dt>Gäste<\/dt><dd>5<\/dd>/)
	expect(text).toMatch(/<dt>Wann<\/dt><dd>[^<]*, 14:00–/)
	expect(text).toMatch(/<dt>Gesamt<\/dt><dd>[\d.,]+\s€<\/dd>/)
})

test('N401: at sums that the page did not show nothing is booked, and its next press books', async () => {
	const jana = await signInStaff(sql, 'shift')
	for (const shown of ['1_0_1', '']) {
		const { path, cart, form } = await calling(jana, { pay: 'site' })
		const refused = await asked(jana, path, { ...form, shown })
		expect(refused.status).toBe(422)
		expect(refused.text).toContain('Noch nicht gebucht')
		expect(await ordersOf(sql, cart)).toEqual([])
		const again = { ...form, ...stateIn(refused.text) }
		expect(await asked(jana, path, again)).toMatchObject({ status: 303 })
	}
})

test('N401: the free times are shown for more guests than the held party takes, which it stays as it is', async () => {
	const jana = await signInStaff(sql, 'shift')
	const { path, cart, form } = await calling(jana, {}, kometen)
	const { intent: _, ...look } = form
	const { status, to } = await asked(jana, path, { ...look, guests: '12' })
	expect(status).toBe(303)
	const { text } = await asked(jana, to)
	expect(valueIn(text, 'guests')).toBe('12')
	expect(complaintAt(text, 'guests')).toBe(
		'Kometen-Party geht mit 6 bis 10 Gästen. Gehalten sind 8 Gäste.',
	)
	expect(text).toContain('Freie Zeiten für 12')
	// The eight that are held fit into their room.
	expect(text).not.toContain(' Plätze)')
	expect(text).toContain('value="galaxie-party 14:00"')
	expect(await heldGuests(cart)).toEqual([8])
})

test('N401: a time is taken for the fewest guests of a product, which the page says, and for no more than its most', async () => {
	const jana = await signInStaff(sql, 'shift')
	const few = await opened(jana, { ...kometen, guests: '4' })
	const { to } = await asked(jana, few.path, few.take)
	const { text } = await asked(jana, to)
	expect(text).toContain('Kometen-Party gibt es ab 6 Gästen: Es sind jetzt 6.')
	expect(valueIn(text, 'guests')).toBe('6')
	const answer = await asked(jana, to, { ...stateIn(text), guests: '' })
	expect(answer.status).toBe(422)
	expect(answer.text).not.toContain('Kometen-Party gibt es ab')
	const many = await opened(jana, kometen)
	const refused = await asked(jana, many.path, { ...many.take, guests: '11' })
	expect(refused.status).toBe(422)
	expect(complaintAt(refused.text, 'guests')).toBe('Kometen-Party geht mit 6 bis 10 Gästen.')
})

test("N402: a button of a room's free time pressed twice, at once or later, begins one call with one room", async () => {
	const jana = await signInStaff(sql, 'shift')
	const day = await claimDay('weekend')
	const { text } = await asked(jana, `/day/${day}/rooms?room=jupiter&at=15:00`)
	const form = /<form[^>]*action="(\/new\?[^"]*)"[^>]*>.{0,300}?value="(kometen-party [\d:]+)"/
	const [, path = '', take = ''] = form.exec(text) ?? []
	const press = () =>
		asked(jana, path.replaceAll('&amp;', '&'), { take, newCart: valueIn(text, 'newCart') })
	const [first, second] = await Promise.all([press(), press()])
	expect(first).toMatchObject({ status: 303, to: expect.stringContaining('cart=') })
	expect(second?.to).toBe(first?.to)
	expect((await press()).to).toBe(first?.to)
	const held = await sql`
		select resource_id from allocations where day = ${day} and state = 'held' and exclusive`
	expect(held).toEqual([{ resource_id: 'jupiter' }])
})

test('N405: a room with fewer seats than guests is named with both numbers, and booked all the same', async () => {
	const jana = await signInStaff(sql, 'shift')
	const about = { product: 'room-mars', guests: '13' }
	const { path, cart, form } = await calling(jana, { pay: 'site', child: 'Theo' }, about)
	expect((await asked(jana, path)).text).toContain('13 Gäste in Mars (12 Plätze).')
	expect((await asked(jana, path.replace('guests=13', 'guests=12'))).text).not.toContain(
		'12 Plätze',
	)
	expect(await asked(jana, path, form)).toMatchObject({ status: 303 })
	expect(await ordersOf(sql, cart)).toMatchObject([{ state: 'confirmed' }])
})

test('N407: an age that is no number is refused at its field and stays typed; nothing is booked', async () => {
	const jana = await signInStaff(sql, 'shift')
	const about = { product: 'room-mars', guests: '12' }
	const { path, cart, form } = await calling(jana, { pay: 'site', child: 'Theo' }, about)
	let state: Fields = {}
	for (const age of ['8 Jahre', '0', '121', 'acht']) {
		const { status, text } = await asked(jana, path, { ...form, ...state, age })
		expect(status).toBe(422)
		expect(complaintAt(text, 'age')).toBe(
			'Bitte geben Sie das Alter als ganze Zahl von 1 bis 120 ein.',
		)
		expect(valueIn(text, 'age')).toBe(age)
		state = stateIn(text)
	}
	expect(await ordersOf(sql, cart)).toEqual([])
	expect(await asked(jana, path, { ...form, ...state, age: ' 8 ' })).toMatchObject({ status: 303 })
	const [order] = await sql`select party->>'age' as age from orders where cart_id = ${cart}`
	expect(order).toEqual({ age: '8' })
})
