import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { claimDay } from '../days.ts'
import { codeIn, openOutbox } from '../outbox.ts'
import { bookingOf, details, leave, order, pay, readyToOrder } from './funnel.ts'
import { newVisitor, type Fields, type Visitor } from './visitor.ts'

// What users of other open shops have asked for since 2019, each tried here: docs/capabilities.md has the table.

const origin = process.env['SHOP_URL'] ?? ''

let sql: Sql
test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1 })
})
test.afterAll(() => sql.end())

type Booked = { visitor: Visitor; id: string; page: string; day: string }

/** Books tickets for four, or other products, and pays the deposit. */
async function booked(more: Fields = {}): Promise<Booked> {
	const day = await claimDay('any')
	const { visitor, version } = await readyToOrder(origin, day, 4, more)
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const id = await bookingOf(provider, 'confirmed')
	return { visitor, id, page: `/booking/${id}`, day }
}

function fieldIn(html: string, name: string): string {
	return new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ''
}

/** Checks a change and presses its button; returns where it leads. */
async function change({ visitor, page }: Booked, asked: Fields): Promise<string | null> {
	const fields = { revision: 1, ...asked }
	const checked = await visitor.post(`${page}/change`, { intent: 'check', ...fields })
	const shown = fieldIn(checked.text, 'shown')
	return (await visitor.post(`${page}/change`, { intent: 'take', shown, ...fields })).location
}

async function linesOf({ id }: Booked): Promise<Record<string, number>> {
	const rows = await sql`
		select product_id, quantity from order_lines
		where order_id = (select id from orders where public_id = ${id})`
	return Object.fromEntries(rows.map((row) => [row['product_id'], row['quantity']]))
}

test('pretix 1271: a paid order is edited by its customer until a date that the page names', async () => {
	const booking = await booked()
	const form = await booking.visitor.get(`${booking.page}/change`)
	expect(form.text).toMatch(/bis [^<]*\d{1,2}:\d{2}/)
	expect(await change(booking, { 'lines.1': 5 })).toBe(`${booking.page}/change?done`)
	expect(await linesOf(booking)).toEqual({ 'ticket-adult': 5 })
})

test('pretix 1281: things are added to an order that stands, and what is paid online first keeps it as it is until then', async () => {
	const booking = await booked()
	const asked = { 'extras.socks': 4, 'extras.magician': 1, wayToPay: 'stripe' }
	const payment = (await change(booking, asked)) ?? ''
	expect(payment).toMatch(/^\/payment\//)
	expect(await linesOf(booking)).toEqual({ 'ticket-adult': 4 })
	await pay(await leave(booking.visitor, payment))
	await expect
		.poll(() => linesOf(booking), { timeout: 0 })
		.toEqual({ 'ticket-adult': 4, socks: 4, magician: 1 })
})

test('pretix 1791: one of four tickets is given back, its place is free and the sums follow', async () => {
	const booking = await booked()
	const [before] = await sql`select total, on_site from orders where public_id = ${booking.id}`
	expect(await change(booking, { 'lines.1': 3 })).toBe(`${booking.page}/change?done`)
	const [after] = await sql`
		select total, (
			select sum(units)::int from allocations where order_id = orders.id and state = 'confirmed'
		) as places from orders where public_id = ${booking.id}`
	expect(after).toEqual({ total: (before?.['total'] * 3) / 4, places: 3 })
})

test('pretix 6020, Hi.Events 905: cancelled by the link of the confirmation; the rule is shown, the places are free', async () => {
	const booking = await booked()
	const outbox = openOutbox()
	const letter = await outbox.confirmationOf(booking.id)
	const key = /\/booking\/([\w-]{30,})/.exec(letter.text)?.[1]
	expect(key).toBeDefined()
	const guest = newVisitor(origin)
	expect((await guest.post(`/booking/${key}`, {})).location).toBe(booking.page)

	const cancel = `${booking.page}/cancel`
	expect((await guest.get(cancel)).text).toContain('Ihre Stornoregel')
	const { location: code } = await guest.get(`${cancel}?check=1`)
	expect(code).toMatch(new RegExp(`^${booking.page}/code\\?to=`))
	await guest.post(code ?? '', { intent: 'sendCode' })
	const digits = codeIn(await outbox.bookingLetterOf(booking.id, 'code'))
	const used = await guest.post(code ?? '', { intent: 'useCode', code: digits })
	const { text } = await guest.get(used.location ?? '')
	expect(text).toContain('Wirklich stornieren?')
	const sums = { fee: fieldIn(text, 'fee'), back: fieldIn(text, 'back') }
	expect((await guest.post(cancel, sums)).location).toBe(cancel)
	const [after] = await sql`
		select state, (
			select count(*)::int from allocations where order_id = orders.id and state = 'confirmed'
		) as places, (
			select count(*)::int from refunds r join payments p on p.id = r.payment_id where p.order_id = orders.id
		) as refunds from orders where public_id = ${booking.id}`
	expect(after).toEqual({ state: 'cancelled', places: 0, refunds: 1 })
})

test('Hi.Events 970: a name, a mail address and who celebrates are corrected by whoever ordered', async () => {
	const party = { type: 'birthday', birthday: 'Byron' }
	const booking = await booked({
		product: 'room-mercury',
		quantity: 1,
		...Object.fromEntries(Object.entries(party).map(([name, text]) => [`party.${name}`, text])),
	})
	const form = await booking.visitor.get(`${booking.page}/change`)
	const corrected = {
		'person.seen': fieldIn(form.text, 'person.seen'),
		'person.firstName': 'Augusta',
		'person.lastName': details.lastName,
		'person.email': 'augusta@example.org',
		'party.type': 'birthday',
		'party.birthday': 'Annabella',
	}
	expect(await change(booking, corrected)).toBe(`${booking.page}/change?done`)
	const [after] = await sql`select person, party from orders where public_id = ${booking.id}`
	expect(after).toMatchObject({
		person: { firstName: 'Augusta', email: 'augusta@example.org' },
		party: { name: 'Annabella' },
	})
})
