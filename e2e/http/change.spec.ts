import { expect, test } from '@playwright/test'
import postgres, { type Sql } from 'postgres'

import { beyondHorizon, setPolicy } from '../booked-policy.ts'
import { claimDay } from '../days.ts'
import { bookingOf, details, leave, order, pay, versionIn } from './funnel.ts'
import { newVisitor, type Visitor } from './visitor.ts'

// Changing and moving a booking by hand-made requests: rows K41 to K43 of the faults.

const origin = process.env['SHOP_URL'] ?? ''

let sql: Sql
test.beforeAll(() => {
	sql = postgres(process.env['SHOP_DATABASE_URL'] ?? '', { max: 1 })
})
test.afterAll(() => sql.end())

type Booked = { visitor: Visitor; id: string; page: string; day: string }

/** Books tickets for four, and pays the deposit. */
async function booked(quantity = 4): Promise<Booked> {
	const visitor = newVisitor(origin)
	const day = await claimDay('any')
	const wish = { product: 'ticket-adult', quantity, day, time: '14:00', duration: 120 }
	expect((await visitor.post('/cart', { intent: 'add', version: 0, ...wish })).status).toBe(303)
	await visitor.post('/checkout/address', details)
	const version = versionIn((await visitor.get('/checkout/overview')).text)
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const id = await bookingOf(provider, 'confirmed')
	return { visitor, id, page: `/booking/${id}`, day }
}

async function revisionOf(id: string): Promise<number> {
	const [row] = await sql`select revision from orders where public_id = ${id}`
	return Number(row?.['revision'])
}

function fieldIn(html: string, name: string): string {
	return new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? ''
}

/** Checks a change and presses its button. */
async function change({ visitor, page }: Booked, fields: Record<string, string | number>) {
	const checked = await visitor.post(`${page}/change`, { intent: 'check', revision: 1, ...fields })
	const shown = fieldIn(checked.text, 'shown')
	return visitor.post(`${page}/change`, { intent: 'take', revision: 1, shown, ...fields })
}

test('N293: the rest is paid as its page has shown it, or not at all', async () => {
	const booking = await booked()
	const { visitor, page, id } = booking
	const amountOn = async () => fieldIn((await visitor.get(`${page}/rest`)).text, 'amount')
	const pay = { intent: 'pay', wayToPay: 'stripe' }
	const old = await amountOn()
	expect((await change(booking, { 'lines.1': 5 })).status).toBe(303)
	const refused = await visitor.post(`${page}/rest`, { ...pay, amount: old })
	expect(refused.status).toBe(422)
	expect(refused.text).toContain('Inzwischen gelten andere Beträge')
	const amount = fieldIn(refused.text, 'amount')
	expect(Number(amount)).toBeGreaterThan(Number(old))
	const rests = () => sql`
		select payments.amount from payments join orders on orders.id = order_id
		where public_id = ${id} and purpose = 'rest'`
	expect(await rests()).toEqual([])
	expect((await visitor.post(`${page}/rest`, { ...pay, amount })).status).toBe(303)
	expect(await rests()).toEqual([{ amount: Number(amount) }])
})

test('K42: pressed twice counts once; a form of an earlier revision comes back with what was typed', async () => {
	const booking = await booked()
	const { visitor, page, id } = booking
	const first = await change(booking, { 'lines.1': 3 })
	expect(first.location).toBe(`${page}/change?done`)
	const again = await visitor.post(`${page}/change`, {
		intent: 'take',
		revision: 1,
		'lines.1': 3,
	})
	expect(again.location).toBe(`${page}/change?done`)
	expect(await revisionOf(id)).toBe(2)

	const stale = await visitor.post(`${page}/change`, {
		intent: 'check',
		revision: 1,
		'lines.1': 5,
	})
	expect(stale.status).toBe(422)
	expect(stale.text).toContain('Ihre Buchung wurde inzwischen geändert')
	expect(fieldIn(stale.text, 'revision')).toBe('2')
	expect(fieldIn(stale.text, 'lines.1')).toBe('5')
	expect(stale.text).toContain('bisher 3')
	expect(await revisionOf(id)).toBe(2)
})

test('K47: while a change is being paid, the page of the rest leads to that payment', async () => {
	const booking = await booked()
	const { visitor, page, id } = booking
	const magician = { 'extras.magician': 1, wayToPay: 'stripe' }
	expect((await change(booking, magician)).location).toContain('/payment/')
	const refused = await visitor.post(`${page}/rest`, { intent: 'pay', wayToPay: 'paypal' })
	expect(refused.status).toBe(422)
	expect(refused.text).toContain('Eine Änderung dieser Buchung wird gerade bezahlt')
	expect(refused.text).toContain(`href="${page}/payment"`)
	const changes = await sql`
		select c.state from order_changes c join orders o on o.id = c.order_id where o.public_id = ${id}`
	expect(changes).toMatchObject([{ state: 'open' }])
})

test('K91: the page of the rest ends or goes on with no payment of a change', async () => {
	const booking = await booked()
	const { page, id } = booking
	const magician = { 'extras.magician': 1, wayToPay: 'stripe' }
	expect((await change(booking, magician)).location).toContain('/payment/')
	const states = () => sql`
		select c.state as change, p.state as payment from order_changes c
			join orders o on o.id = c.order_id join payments p on p.change_id = c.id
		where o.public_id = ${id}`
	const before = await states()
	const stranger = newVisitor(origin)
	for (const intent of ['giveUp', 'continue', 'verify'])
		expect((await stranger.post(`${page}/rest`, { intent })).status).toBe(404)
	expect(await states()).toEqual(before)
})

test('K91: everyone with the link may end the payment of a rest, and begin it anew', async () => {
	const { page, id } = await booked()
	const pay = { intent: 'pay', wayToPay: 'stripe' }
	const rests = async () => {
		const rows = await sql`
			select payments.state from payments join orders on orders.id = order_id
			where public_id = ${id} and purpose = 'rest' order by payments.created_at`
		return rows.map(({ state }) => String(state))
	}
	const stranger = newVisitor(origin)
	expect((await stranger.post(`${page}/rest`, pay)).location).toContain('/payment/')
	const another = newVisitor(origin)
	expect((await another.post(`${page}/rest`, { intent: 'continue' })).location).toContain(
		'/payment/',
	)
	expect((await another.post(`${page}/rest`, { intent: 'giveUp' })).location).toBe(`${page}/rest`)
	expect(await rests()).toEqual(['cancelled'])
	expect((await another.post(`${page}/rest`, { intent: 'continue' })).location).toBe(`${page}/rest`)
	expect((await stranger.post(`${page}/rest`, pay)).location).toContain('/payment/')
	expect(await rests()).toEqual(['cancelled', 'created'])
})

test('K42: a form that is sent after the deadline shows what was typed and the number to call', async () => {
	const { visitor, page, id } = await booked()
	await sql`
		update orders set policy = jsonb_set(policy, '{rules}', (
			select jsonb_agg(jsonb_set(rule, '{policy,change}', '{}')) from jsonb_array_elements(policy -> 'rules') rule))
		where public_id = ${id}`
	const late = await visitor.post(`${page}/change`, { intent: 'check', revision: 1, 'lines.1': 6 })
	expect(late.status).toBe(422)
	expect(late.text).toContain('Jetzt hilft das Telefon')
	expect(late.text).toContain('+49 89 99998 123')
	expect(late.text).toMatch(/Das wollten Sie ändern/)
	expect(late.text).toMatch(/>6</)
	expect((await visitor.get(`${page}/change`)).status).toBe(200)
	expect(await revisionOf(id)).toBe(1)
})

test('K125: change and move say the one reason for which nothing can be changed, no deadline that is ahead', async () => {
	const { visitor, page, id } = await booked()
	const seen = async (reason: string) => {
		const check = { intent: 'check', revision: 1, 'lines.1': 6 }
		const answers = [
			await visitor.get(`${page}/change`),
			await visitor.post(`${page}/change`, check),
			await visitor.get(`${page}/move`),
		]
		for (const { text } of answers) {
			expect(text).toContain(reason)
			expect(text).not.toMatch(/Online ging es bis|Seitdem kauft/)
		}
	}
	await sql`update orders set state = 'pendingPayment' where public_id = ${id}`
	await seen('Diese Buchung ist noch nicht bezahlt')
	await sql`update orders set state = 'completed' where public_id = ${id}`
	await seen('Dieser Besuch ist vorbei')
	await sql`update orders set state = 'expired' where public_id = ${id}`
	await seen('Diese Buchung wurde nicht bezahlt und gilt nicht')
	await sql`update orders set state = 'confirmed' where public_id = ${id}`
})

test('K125: a change whose own deadline is over names that one, while another is ahead', async () => {
	const { visitor, page, id } = await booked()
	await setPolicy(sql, id, 0)
	await sql`
		update orders set policy = jsonb_set(policy, '{rules,0,policy,change,guests,days}', ${sql.json(beyondHorizon)})
		where public_id = ${id}`
	const late = await visitor.post(`${page}/change`, { intent: 'check', revision: 1, 'lines.1': 6 })
	expect(late.status).toBe(422)
	expect(late.text).toMatch(/Online ging es bis [^<]* 20(1\d|2[0-5]), 18 Uhr/)
	expect((await visitor.get(`${page}/change`)).text).not.toContain('Online ging es bis')
})

test('K41: with a key alone guests are changed, and halving them asks for the mailed code', async () => {
	const booking = await booked()
	const { visitor, page, id } = booking
	const stranger = newVisitor(origin)
	for (const path of ['change', 'move'])
		for (const way of [`${page}/${path}`, `${page}/${path}.data`])
			expect((await stranger.get(way)).text).not.toContain('Lovelace')
	expect((await stranger.post(`${page}/change`, { intent: 'take', 'lines.1': 1 })).location).toBe(
		page,
	)
	expect(await revisionOf(id)).toBe(1)

	await sql`
		update visit_orders set came_by = 'link'
		where order_id = (select id from orders where public_id = ${id})`
	const form = await visitor.get(`${page}/change`)
	expect(form.status).toBe(200)
	expect(form.text).not.toContain(details.email)
	expect((await change(booking, { 'lines.1': 2 })).location).toBe(`${page}/change?done`)
	const checked = await visitor.post(`${page}/change`, {
		intent: 'check',
		revision: 2,
		'lines.1': 1,
	})
	const halved = { intent: 'take', revision: 2, 'lines.1': 0, 'extras.socks': 1 }
	expect(checked.status).toBe(200)
	expect((await visitor.post(`${page}/change`, halved)).status).toBeLessThan(500)
	expect(await revisionOf(id)).toBe(2)
})

test('K41: fewer than half of the guests with a key alone leads to the code, which keeps the numbers', async () => {
	const { visitor, page, id } = await booked(5)
	await sql`
		update visit_orders set came_by = 'link'
		where order_id = (select id from orders where public_id = ${id})`
	const asked = { revision: 1, 'lines.1': 2 }
	const checked = await visitor.post(`${page}/change`, { intent: 'check', ...asked })
	const shown = fieldIn(checked.text, 'shown')
	const { location } = await visitor.post(`${page}/change`, { intent: 'take', shown, ...asked })
	expect(location).toMatch(new RegExp(`^${page}/code\\?to=`))
	const back = new URL(location ?? '', origin).searchParams.get('to') ?? ''
	expect(back).toMatch(new RegExp(`^${page}/change\\?`))
	expect(fieldIn((await visitor.get(back)).text, 'lines.1')).toBe('2')
	expect(await revisionOf(id)).toBe(1)
})

test('K71: with a key alone neither a move nor small changes leave fewer than half of the guests', async () => {
	const booking = await booked(6)
	const { visitor, page, id, day } = booking
	await sql`
		update visit_orders set came_by = 'link'
		where order_id = (select id from orders where public_id = ${id})`
	const moved = `${page}/move?${new URLSearchParams({ 'lines.1': '2', day, time: '15:00' })}`
	const check = await visitor.get(moved)
	const fields = { intent: 'take', revision: 1, day, time: '15:00', 'lines.1': 2 }
	const shown = fieldIn(check.text, 'shown')
	const { location } = await visitor.post(`${page}/move`, { ...fields, shown })
	expect(location).toMatch(new RegExp(`^${page}/code\\?to=`))
	const back = new URL(location ?? '', origin).searchParams.get('to') ?? ''
	expect(fieldIn((await visitor.get(back)).text, 'lines.1')).toBe('2')
	expect(await revisionOf(id)).toBe(1)

	expect((await change(booking, { 'lines.1': 3 })).location).toBe(`${page}/change?done`)
	const asked = { revision: 2, 'lines.1': 2, 'extras.socks': 9 }
	const checked = await visitor.post(`${page}/change`, { intent: 'check', ...asked })
	const taken = { intent: 'take', shown: fieldIn(checked.text, 'shown'), ...asked }
	expect((await visitor.post(`${page}/change`, taken)).location).toMatch(/code\?to=/)
	expect(await revisionOf(id)).toBe(2)
})

test('K41: odd fields are never more than a refusal', async () => {
	const { visitor, page, id, day } = await booked()
	const odd: Record<string, string | number>[] = [
		{ 'lines.1': -1 },
		{ 'lines.1': '9'.repeat(30) },
		{ 'lines.1': 'zwei' },
		{ 'lines.__proto__': 3 },
		{ 'lines.99': 3 },
		{ 'pieces.1.menu-pasta': 3 },
		{ 'choices.1.menu': 'nothing' },
		{ 'extras.nothing': 3 },
		{ 'extras.gift-50-mail': 1 },
		{ step: 'lines.1:9' },
		{ step: 'lines.constructor:1' },
		{ step: 'pieces.constructor.keys:1' },
		{ step: 'pieces.constructor.name:1' },
		{ step: 'pieces.__proto__.toString:1' },
		{ all: 'toString' },
		{ fewest: '1:0' },
		{ fewest: 'x' },
		{ fewest: 'constructor:1' },
		{ 'party.type': 'birthday', 'party.birthday': '' },
		{ 'person.email': 'no address', 'person.firstName': '', 'person.lastName': '' },
		{ wayToPay: 'gold' },
		{ shown: '1_2_3' },
	]
	for (const intent of ['look', 'check', 'edit', 'order', 'take', 'nothing'])
		for (const fields of odd) {
			const { status } = await visitor.post(`${page}/change`, { intent, revision: 1, ...fields })
			expect(status, JSON.stringify({ intent, fields })).toBeLessThan(500)
		}
	for (const query of [
		'day=2026-02-30',
		'day=x&time=y',
		`day=${day}&time=25:00`,
		'day=2999-01-01',
		`day=${day}&time=03:00`,
		'lines.1=-4&day=x',
		`day=${day}&time=any`,
	])
		expect((await visitor.get(`${page}/move?${query}`)).status, query).toBe(200)
	for (const fields of [{}, { intent: 'take', revision: 1, day, time: '03:00', shown: '0_0_0' }])
		expect((await visitor.post(`${page}/move`, fields)).status).toBe(422)
	expect(await revisionOf(id)).toBe(1)
})

test('K43: a time that somebody took meanwhile: the old date stands, and the times are shown anew', async () => {
	const { visitor, page, id } = await booked()
	const day = await claimDay('any')
	const check = await visitor.get(`${page}/move?day=${day}&time=15:00`)
	expect(check.text).toContain('Auf diesen Termin umbuchen')
	const fields = {
		intent: 'take',
		revision: fieldIn(check.text, 'revision'),
		day,
		time: '15:00',
		shown: fieldIn(check.text, 'shown'),
	}
	const span = [`${day} 14:30 Europe/Berlin`, `${day} 15:30 Europe/Berlin`] as const
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select id, ${day}, span, span, capacity, exclusive, 'confirmed' from resources,
			(select tstzrange(${span[0]}::text::timestamptz, ${span[1]}::text::timestamptz) as span) as spans
		where id = 'park'`
	const gone = await visitor.post(`${page}/move`, fields)
	expect(gone.status).toBe(422)
	expect(gone.text).toContain('ist vergeben')
	expect(gone.text).toContain('Ihr alter Termin steht')
	expect(gone.text).toContain(`time=16%3A00`)
	expect(await revisionOf(id)).toBe(1)

	const other = await visitor.get(`${page}/move?day=${day}&time=16:00`)
	const moved = await visitor.post(`${page}/move`, {
		...fields,
		time: '16:00',
		shown: fieldIn(other.text, 'shown'),
	})
	expect(moved.location).toBe(`${page}/move?done`)
	expect(await revisionOf(id)).toBe(2)
	expect((await visitor.get(`${page}/move?done`)).text).toContain('Umgebucht')
})

test('K113: the last move of a policy, pressed twice, leads to the moved booking each time', async () => {
	const { visitor, page, id } = await booked()
	await sql`
		update orders set policy = jsonb_set(policy, '{rules}', (
			select jsonb_agg(jsonb_set(rule, '{policy,move,times}', '1')) from jsonb_array_elements(policy -> 'rules') rule))
		where public_id = ${id}`
	const day = await claimDay('any')
	const check = await visitor.get(`${page}/move?day=${day}&time=15:00`)
	const fields = { day, time: '15:00', shown: fieldIn(check.text, 'shown') }
	for (const _ of ['pressed', 'pressed again']) {
		const moved = await visitor.post(`${page}/move`, { intent: 'take', revision: 1, ...fields })
		expect(moved.location).toBe(`${page}/move?done`)
	}
	expect(await revisionOf(id)).toBe(2)
	expect((await visitor.get(`${page}/move`)).text).toContain('so oft umgebucht, wie es online geht')
})

test('N411: menus that are shared out among the guests of a party are changed once by two presses', async () => {
	const visitor = newVisitor(origin)
	const day = await claimDay('any')
	const wish = { product: 'kometen-party', quantity: 10, day, time: '14:00' }
	expect((await visitor.post('/cart', { intent: 'add', version: 0, ...wish })).status).toBe(303)
	const [row] = await sql`
		select l.id from cart_lines l join carts c on c.id = l.cart_id
		where l.product_id = 'kometen-party' and c.day = ${day}`
	const menus = { 'pieces.menu-nuggets': 5, 'pieces.menu-pasta': 5 }
	const chosen = { ...menus, 'pieces.jug-juice': 2, 'choices.motto': 'decor-aliens' }
	const set = { intent: 'set', version: 1, line: String(row?.['id']), ...chosen }
	expect((await visitor.post('/cart', set)).status).toBe(303)
	const party = { 'party.type': 'birthday', 'party.birthday': 'Byron' }
	await visitor.post('/checkout/address', { ...details, ...party })
	const version = versionIn((await visitor.get('/checkout/overview')).text)
	const provider = await leave(visitor, await order(visitor, version))
	await pay(provider)
	const id = await bookingOf(provider, 'confirmed')
	const booking = { visitor, id, page: `/booking/${id}`, day }

	const asked = { 'pieces.1.menu-nuggets': 6, 'pieces.1.menu-pasta': 5 }
	for (const _ of ['pressed', 'pressed again'])
		expect((await change(booking, asked)).location).toBe(`${booking.page}/change?done`)
	const changed = await sql`
		select l.product_id, l.quantity from order_lines l join orders o on o.id = l.order_id
		where o.public_id = ${id} and l.product_id like 'menu-%' order by 1`
	expect(changed.map((menu) => menu['quantity'])).toEqual([6, 4])
	expect(await revisionOf(id)).toBe(2)
})

test('N394: the 21st press to pay a rest within an hour is refused with 429', async () => {
	const { visitor, page } = await booked()
	const press = () => visitor.post(`${page}/rest`, { intent: 'pay', wayToPay: 'stripe' })
	for (let times = 0; times < 20; times += 1) expect((await press()).status).toBe(303)
	const refused = await press()
	expect(refused.status).toBe(429)
	expect(refused.headers.get('Retry-After')).toBe('900')
	expect(refused.text).toContain('Zu viele Versuche')
})

test('N391, N394: after 20 changes in an hour a move and a change say so, with 429; the time is not said to be taken', async () => {
	const booking = await booked()
	const { visitor, page, id } = booking
	const day = await claimDay('any')
	// Presses at another price count, and change nothing.
	const five = { 'lines.1': 5, wayToPay: 'stripe' }
	const pressed = { intent: 'take', revision: 1, shown: '1_1_1_1_1_1', ...five }
	for (let times = 0; times < 20; times += 1)
		expect((await visitor.post(`${page}/change`, pressed)).status).toBe(422)
	const changed = await change(booking, five)
	expect(changed.status).toBe(429)
	expect(changed.headers.get('Retry-After')).toBe('900')
	expect(changed.text).toContain('Zu viele Versuche')

	const check = await visitor.get(`${page}/move?day=${day}&time=15:00`)
	const moved = await visitor.post(`${page}/move`, {
		intent: 'take',
		revision: fieldIn(check.text, 'revision'),
		day,
		time: '15:00',
		shown: fieldIn(check.text, 'shown'),
		wayToPay: 'stripe',
	})
	expect(moved.status).toBe(429)
	expect(moved.headers.get('Retry-After')).toBe('900')
	expect(moved.text).toContain('Zu viele Versuche')
	expect(moved.text).not.toContain('ist vergeben')
	expect(moved.text).toContain('Auf diesen Termin umbuchen')
	expect(await revisionOf(id)).toBe(1)
})

test('N391: a day that is closed or past is not said to be taken', async () => {
	const { visitor, page } = await booked()
	const { status, text } = await visitor.get(`${page}/move?day=2020-01-03&time=15:00`)
	expect(status).toBe(200)
	expect(text).not.toContain('ist vergeben')
	expect(text).toContain('role="alert"')
})

test('N391: a time at which nothing begins is not said to be taken', async () => {
	const { visitor, page, day } = await booked()
	const { text } = await visitor.get(`${page}/move?day=${day}&time=14:07`)
	expect(text).not.toContain('ist vergeben')
	expect(text).toContain('Zu dieser Zeit gibt es nicht alles, was Sie gebucht haben')
})

test('K126: tickets that find no place lack no larger room', async () => {
	const { visitor, page, day } = await booked()
	const span = [`${day} 14:00 Europe/Berlin`, `${day} 16:00 Europe/Berlin`] as const
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select id, ${day}, span, span, capacity - 4, exclusive, 'confirmed' from resources,
			(select tstzrange(${span[0]}::text::timestamptz, ${span[1]}::text::timestamptz) as span) as spans
		where id = 'park'`
	const full = await visitor.post(`${page}/change`, { intent: 'check', revision: 1, 'lines.1': 6 })
	expect(full.text).toContain('Zur selben Zeit sind nicht so viele Plätze frei')
	expect(full.text).not.toContain('Raum frei')
})
