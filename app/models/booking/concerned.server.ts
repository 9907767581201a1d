import { sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import type { NamedBooking } from '#app/models/booking/close-day.ts'
import { roomOf } from '#app/models/capacity/free.ts'
import { visitGuests } from '#app/models/order/visit-guests.ts'
import type { Hours } from '#app/models/venue/calendar.ts'
import { currentVenue } from '#app/models/venue/current.server.ts'
import { isWithin, overrideOf } from '#app/models/venue/override.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** The bookings that a closing of a day concerns, and the number of carts that hold places on that day now. */
export type Concerned = { bookings: NamedBooking[]; carts: number }

/**
 * Finds the bookings that closing a day (`hours` null) or giving it other hours concerns: those whose visit is not
 * within the new hours, with those that are being paid or moved there. Counts the carts that hold places on that day,
 * too.
 */
export async function findConcerned(
	day: Day,
	hours: Hours | null,
	executor: Database | Transaction = db,
): Promise<Concerned> {
	const [row] = await selectConcerned(executor, { day })
	const override = overrideOf('', day, { hours, label: { de: '', en: '' } })
	const bookings = (row?.bookings ?? []).map(readBooking)
	return {
		bookings: bookings.filter(({ visit }) => !isWithin(override, visit)),
		carts: row?.carts ?? 0,
	}
}

type BookingRow = Omit<NamedBooking, 'visit' | 'guests' | 'room'> & {
	startsAt: number | null
	endsAt: number | null
	places: { resourceId: string; units: number }[]
	lines: { productId: string; parentPosition: null; quantity: number }[]
}

function readBooking({ startsAt, endsAt, places, lines, ...row }: BookingRow): NamedBooking {
	const venue = currentVenue()
	const visit =
		startsAt === null || endsAt === null
			? null
			: { startsAt: new Date(startsAt), endsAt: new Date(endsAt) }
	const ids = places.map(({ resourceId }) => resourceId)
	const room = roomOf(venue, ids)?.name ?? null
	return { ...row, visit, room, guests: visitGuests(venue, { places, lines }) }
}

const selectConcerned = prepare<{ day: Day }, { bookings: BookingRow[]; carts: number }>(
	(_, value) => sql`
		select (
			select coalesce(json_agg(json_build_object(
				'orderId', o.id, 'number', o.number, 'isPaid', o.state = 'confirmed',
				'isMoving', o.day is distinct from ${value('day')}::date,
				'name', coalesce(nullif(o.party ->> 'name', ''), o.person ->> 'lastName'),
				'customer', concat_ws(' ', o.person ->> 'firstName', o.person ->> 'lastName'),
				'phones', array_remove(array[nullif(o.person ->> 'mobile', ''), nullif(o.person ->> 'phone', '')], null),
				'hasMail', coalesce(o.person ->> 'email', '') not in ('') and o.person ->> 'email' not like '%.invalid',
				'title', line.title, 'lines', (
					select coalesce(json_agg(json_build_object('productId', product_id, 'parentPosition', null,
						'quantity', quantity)), '[]')
					from order_lines where order_id = o.id and parent_position is null
				), 'places', times.places,
				'paid', (
					select coalesce(sum(p.paid_amount), 0) from payments p where p.order_id = o.id and p.state = 'paid'
				) - (
					select coalesce(sum(r.amount), 0) from refunds r join payments p on p.id = r.payment_id
					where p.order_id = o.id and p.state = 'paid' and r.failed_at is null
				), 'voucher', o.voucher, 'paidOnSite', (
					select coalesce(sum(s.counts), 0) from on_site_payments s where s.order_id = o.id
				),
				'startsAt', extract(epoch from times.starts_at) * 1000, 'endsAt', extract(epoch from times.ends_at) * 1000
			) order by times.starts_at nulls first, o.number), '[]')
			from orders o
				left join lateral (
					select title from order_lines l where l.order_id = o.id and l.gift is null
					order by l.starts_at is null, l.position limit 1
				) line on true
				cross join lateral (
					select min(lower(during)) as starts_at, max(upper(during)) as ends_at, coalesce(json_agg(json_build_object(
						'resourceId', resource_id, 'units', units) order by lower(during), not exclusive), '[]') as places
					from allocations a
					where a.order_id = o.id and a.day = ${value('day')}::date and a.state in ('pending', 'confirmed')
				) times
			where o.state in ('pendingPayment', 'confirmed') and (o.day = ${value('day')}::date or exists (
				select from order_changes c where c.order_id = o.id and c.state = 'open'
					and c.content ->> 'day' = ${value('day')}
			))
		) as bookings, (
			select count(distinct cart_id)::int from allocations where day = ${value('day')}::date
				and state = 'held' and expires_at > now()
		) as carts`,
)
