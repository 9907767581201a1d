import { randomUUID } from 'node:crypto'

import type { Sql } from 'postgres'

/** A booking as a test wants it. Times are those of the venue's clock. */
export type Booked = {
	day: string
	firstName?: string
	lastName: string
	phone?: string
	/** The child of a birthday party, which then has a room; without one there are tickets. */
	child?: string
	room?: string
	from: string
	until: string
	guests: number
	/** The amount to be paid at the venue, in cents; nothing is paid online. */
	rest: number
	cake?: string
	/** The title of the first line; left out, 'Kometen-Party' with a child, else 'Kinderticket'. */
	title?: string
}

/** Writes a confirmed booking as rows, with its places. No page is asked; `number` is of no year that orders have. */
export async function book(sql: Sql, booked: Booked): Promise<{ id: string; number: string }> {
	const { day, firstName = 'Katharina', lastName, phone = null, child, rest, guests, cake } = booked
	const id = randomUUID()
	const number = `2001-${parseInt(id.slice(0, 7), 16)}`
	const at = (time: string) => `${day} ${time} Europe/Berlin`
	const person = {
		firstName,
		lastName,
		email: `${id}@example.com`,
		phone,
		street: 'Sternweg 1',
		postcode: '85001',
		city: 'Sternhausen',
	}
	const party = child ? { type: 'birthday', name: child, contactPerson: null } : null
	const answers = cake
		? { cake: { label: { de: 'Auf der Torte', en: 'On the cake' }, text: cake } }
		: {}
	await sql`
		insert into orders (id, public_id, number, cart_id, cart_version, state, locale, day, person, party,
			answers, terms_version, lines_total, discount, shipping, total, voucher, online, on_site, vat,
			confirmed_at)
		values (${id}, ${id}, ${number}, ${id}, 1, 'confirmed', 'de-DE', ${day}, ${sql.json(person)},
			${party && sql.json(party)}, ${sql.json(answers)}, 'test', ${rest}, 0, 0, ${rest}, 0, 0, ${rest},
			'[]', now() - interval '30 days')`
	const { title = child ? 'Kometen-Party' : 'Kinderticket' } = booked
	const product = child ? 'kometen-party' : 'ticket-child'
	await sql`
		insert into order_lines (order_id, position, product_id, title, quantity, included, unit_price, amount,
			vat_rate, due, starts_at, ends_at)
		values (${id}, 1, ${product}, ${sql.json({ de: title, en: title })}, ${guests}, ${guests - 1}, ${rest}, ${rest}, 19,
			'onSite', ${at(booked.from)}::text::timestamptz, ${at(booked.until)}::text::timestamptz)`
	if (child) {
		await sql`
			insert into order_lines (order_id, position, parent_position, product_id, title, quantity, included,
				unit_price, amount, vat_rate, due)
			values (${id}, 2, 1, 'pizza', ${sql.json({ de: 'Pizza-Planet', en: 'Pizza planet' })}, 2, 2, 0, 0, 7,
				'onSite')`
	}
	const places = [
		{ resource: 'park', units: guests, exclusive: false },
		...(child ? [{ resource: booked.room ?? 'mars', units: 1, exclusive: true }] : []),
	]
	for (const { resource, units, exclusive } of places) {
		await sql`
			insert into allocations (resource_id, day, during, blocked, units, exclusive, state, order_id)
			select ${resource}, ${day}, span, span, ${units}, ${exclusive}, 'confirmed', ${id}
			from tstzrange(${at(booked.from)}::text::timestamptz, ${at(booked.until)}::text::timestamptz) as span`
	}
	return { id, number }
}

/** Writes a booking by telephone that waits for the payment by its link, of all that it costs. */
export async function bookUnpaid(
	sql: Sql,
	booked: Booked,
): Promise<{ id: string; number: string }> {
	const { id, number } = await book(sql, booked)
	await sql`
		update orders set state = 'pendingPayment', confirmed_at = null, online = on_site, on_site = 0,
			pay_until = now() + interval '1 day', pay_link = ${id}
		where id = ${id}`
	await sql`update allocations set state = 'pending' where order_id = ${id}`
	return { id, number }
}
