import { randomUUID } from 'node:crypto'

import type { Sql } from 'postgres'

type Booked = {
	day: string
	room: string
	from: string
	until: string
	name: string
	number: string
}

/** Writes a booking of a room that is paid at the venue; times of the venue's clock. */
export async function bookRoom(
	sql: Sql,
	{ day, room, from, until, name, number }: Booked,
): Promise<void> {
	const id = randomUUID()
	const person = {
		firstName: 'Claudia',
		lastName: name,
		email: `${id}@example.org`,
		phone: '+49 171 5550311',
		mobile: null,
	}
	await sql`
		insert into orders (id, public_id, number, cart_id, cart_version, state, locale, day, person, terms_version,
			lines_total, discount, shipping, total, voucher, online, on_site, vat, confirmed_at)
		values (${id}, ${id}, ${number}, gen_random_uuid(), 1, 'confirmed', 'de-DE', ${day}, ${sql.json(person)},
			'2025-03-01', 4980, 0, 0, 4980, 0, 0, 4980, '[{"rate":19,"gross":4980,"net":4185,"vat":795}]', now())`
	await sql`
		insert into order_lines (order_id, position, product_id, title, quantity, included, unit_price, amount, vat_rate,
			due, starts_at, ends_at)
		select ${id}, 1, 'room', '{"de":"Raum","en":"Room"}', 1, 0, 4980, 4980, 19, 'onSite',
			${`${day} ${from}`}::timestamp at time zone 'Europe/Berlin', ${`${day} ${until}`}::timestamp at time zone 'Europe/Berlin'`
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state, order_id, line_position)
		select ${room}, ${day}, span, span, 1, true, 'confirmed', ${id}, 1 from tstzrange(
			${`${day} ${from}`}::timestamp at time zone 'Europe/Berlin',
			${`${day} ${until}`}::timestamp at time zone 'Europe/Berlin') as span`
}
