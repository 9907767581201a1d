import type postgres from 'postgres'

/** A booking of a day as its rows tell it; times are those of the venue's clock. */
export type BookingFacts = {
	number: string
	/** The name of the party, or the family's. */
	called: string
	isParty: boolean
	begins: string
	ends: string
	guests: number
	/** Cents still to be paid at the venue. */
	left: number
	/** 'Mars 14:30–16:00', the room of a party first. */
	rooms: string[]
	notes: string[]
	/** The hour of the kitchen and the pieces by their German titles. */
	kitchen: { at: string; place: string; food: Record<string, number> }
}

/** A day as its rows tell it, read in one snapshot. `versions` counts what happened to each order. */
export type DayFacts = {
	bookings: BookingFacts[]
	open: { count: number; amount: number }
	versions: Record<string, number>
}

/** Rooms by their names at the desk; a room of a party stands before the others. */
const partyRooms: Record<string, string> = {
	mercury: 'Merkur',
	venus: 'Venus',
	mars: 'Mars',
	saturn: 'Saturn',
	jupiter: 'Jupiter',
}
const otherRooms: Record<string, string> = {
	planetarium: 'Planetarium',
	'escape-capsule': 'Rettungskapsel',
}

/** Extras that the kitchen of the demo venue prepares. */
const kitchenProducts = new Set(
	'pizza menu-nuggets menu-pasta menu-veggie menu-burger jug-juice jug-lemonade slush hot-chocolate cake own-cake candles muffins cake-table'.split(
		' ',
	),
)

/**
 * Reads a day from the tables alone, slowly and without any model of the shop: what its sheet and its page must show.
 */
export function readFacts(sql: postgres.Sql, day: string): Promise<DayFacts> {
	return sql.begin('isolation level repeatable read read only', async (tx) => {
		const orders = await tx<OrderRow[]>`
			select id, number, party is not null as "hasParty", party ->> 'name' as "partyName",
				person ->> 'lastName' as "lastName", on_site as "onSite"
			from orders where day = ${day} and state in ('confirmed', 'completed') order by number`
		const ids = orders.map(({ id }) => id)
		const lines = await tx<LineRow[]>`
			select order_id as "orderId", product_id as "productId", title ->> 'de' as title, quantity,
				to_char(starts_at at time zone 'Europe/Berlin', 'HH24:MI') as begins,
				to_char(ends_at at time zone 'Europe/Berlin', 'HH24:MI') as ends
			from order_lines where order_id = any(${ids}) order by order_id, position`
		const places = await tx<PlaceRow[]>`
			select order_id as "orderId", resource_id as "resource", units, exclusive,
				to_char(lower(during) at time zone 'Europe/Berlin', 'HH24:MI') as begins,
				to_char(upper(during) at time zone 'Europe/Berlin', 'HH24:MI') as ends
			from allocations where state = 'confirmed' and order_id = any(${ids})
			order by lower(during), resource_id`
		const till = await tx<{ orderId: string; counts: number }[]>`
			select order_id as "orderId", counts from on_site_payments where order_id = any(${ids})`
		const notes = await tx<{ orderId: string; text: string }[]>`
			select order_id as "orderId", text from order_notes where order_id = any(${ids}) order by at`
		const open = await tx<{ amount: number }[]>`
			select p.amount from payments p join orders o on o.id = p.order_id
			where o.day = ${day} and p.state in ('created', 'started') and p.purpose in ('order', 'change')
				and o.state in ('pendingPayment', 'confirmed', 'completed')
			union all
			select o.online from orders o where o.day = ${day} and o.state = 'pendingPayment'
				and o.pay_until is not null and not exists (
					select from payments p where p.order_id = o.id and p.state in ('created', 'started')
						and p.purpose in ('order', 'change')
				)`
		const versions = await tx<{ number: string; version: number }[]>`
			select number, (
				(select count(*) from order_events where order_id = o.id)
				+ (select count(*) from order_notes where order_id = o.id)
			)::int as version from orders o order by number`
		return {
			bookings: orders.map((order) =>
				factsOf(order, {
					lines: ofOrder(lines, order.id),
					places: ofOrder(places, order.id),
					paid: ofOrder(till, order.id).reduce((sum, { counts }) => sum + counts, 0),
					notes: ofOrder(notes, order.id).map(({ text }) => text),
				}),
			),
			open: { count: open.length, amount: open.reduce((sum, { amount }) => sum + amount, 0) },
			versions: Object.fromEntries(versions.map(({ number, version }) => [number, version])),
		}
	})
}

function ofOrder<Row extends { orderId: string }>(rows: readonly Row[], id: string): Row[] {
	return rows.filter(({ orderId }) => orderId === id)
}

type OrderRow = {
	id: string
	number: string
	hasParty: boolean
	partyName: string | null
	lastName: string
	onSite: number
}
type LineRow = {
	orderId: string
	productId: string
	title: string
	quantity: number
	begins: string | null
	ends: string | null
}
type PlaceRow = {
	orderId: string
	resource: string
	units: number
	exclusive: boolean
	begins: string
	ends: string
}

type Parts = { lines: LineRow[]; places: PlaceRow[]; paid: number; notes: string[] }

function factsOf(order: OrderRow, { lines, places, paid, notes }: Parts): BookingFacts {
	const { number, partyName, lastName, onSite, hasParty } = order
	const called = partyName || lastName
	const begins = lines.flatMap((line) => line.begins ?? []).toSorted()[0] ?? ''
	const ends =
		lines
			.flatMap((line) => line.ends ?? [])
			.toSorted()
			.at(-1) ?? ''
	const own = places.filter(({ exclusive }) => exclusive)
	const ofParty = own.find(({ resource }) => resource in partyRooms)
	const rooms = ofParty ? [ofParty, ...own.filter((place) => place !== ofParty)] : own
	const [main] = rooms
	const food: Record<string, number> = {}
	for (const { productId, title, quantity } of lines)
		if (kitchenProducts.has(productId)) food[title] = (food[title] ?? 0) + quantity
	const isParty = hasParty || own.length > 0
	const placeOfParty = main ? nameOf(main.resource) : called
	return {
		number,
		called,
		isParty,
		begins,
		ends,
		guests: places
			.filter(({ resource }) => resource === 'park')
			.reduce((sum, { units }) => sum + units, 0),
		left: Math.max(0, onSite - paid),
		rooms: rooms.map((room) => `${nameOf(room.resource)} ${room.begins}–${room.ends}`),
		notes,
		kitchen: {
			at: (isParty && main?.begins) || begins,
			place: isParty ? placeOfParty : 'Tickets',
			food,
		},
	}
}

function nameOf(resource: string): string {
	return partyRooms[resource] ?? otherRooms[resource] ?? resource
}
