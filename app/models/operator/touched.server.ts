import { type Database, type Transaction, raw } from '#app/db/connect.server.ts'
import type { Rename } from '#app/models/operator/rename.ts'
import {
	type Line,
	type OpenOrder,
	type PlaceAhead,
	touchedBy,
} from '#app/models/operator/touched.ts'
import type { Venue } from '#app/models/venue/venue.ts'
import { zone } from '#app/models/venue/zone.ts'

/**
 * Lists, as sentences, what is booked from now on and does not fit new files of the venue: hours that end too early, a
 * zone made too small, a product or resource left out, another VAT rate. The bookings stay as they are.
 */
export async function findTouched(
	executor: Database | Transaction,
	venue: Venue,
	before: Venue,
	renames: readonly Rename[],
): Promise<string[]> {
	const names = new Map(renames.map(({ from, to }) => [from, to]))
	const places = (await bookedPlaces(executor)).map((place) => ({
		...place,
		resource: names.get(place.resource) ?? place.resource,
	}))
	return touchedBy(venue, before, { places, orders: await openOrders(executor) })
}

async function bookedPlaces(executor: Database | Transaction): Promise<PlaceAhead[]> {
	const rows = await raw(
		executor,
		`select allocations.resource_id, orders.number, block_id is not null as is_block,
			allocations.day::text as day, units,
			extract(epoch from lower(during))::float8 as begins,
			extract(epoch from upper(during))::float8 as ends
		from allocations left join orders on orders.id = allocations.order_id
		where allocations.state in ('held', 'pending', 'confirmed') and upper(during) > now()
			and (expires_at is null or expires_at > now())
		order by allocations.day, begins, orders.number`,
		[],
	)
	return rows.map(
		({ resource_id: resource, number, is_block: isBlock, day, units, begins, ends }) => ({
			resource: String(resource),
			number: number === null ? null : String(number),
			isBlock: isBlock === true,
			day: String(day),
			units: Number(units),
			begins: new Date(Number(begins) * 1000),
			ends: new Date(Number(ends) * 1000),
		}),
	)
}

/** Finds the orders that await payment or are confirmed, for visits from today on, by their number. */
async function openOrders(
	executor: Database | Transaction,
): Promise<ReadonlyMap<string, OpenOrder>> {
	const rows = await raw(
		executor,
		`select number, day::text as day, json_agg(json_build_object('productId', product_id,
			'quantity', quantity, 'vatRate', vat_rate, 'vatParts', vat_parts,
			'startsAt', extract(epoch from starts_at) * 1000,
			'endsAt', extract(epoch from ends_at) * 1000) order by coalesce(parent_position, position), position) as lines
		from orders join order_lines on order_lines.order_id = orders.id
		where state in ('pendingPayment', 'confirmed') and day >= (now() at time zone $1)::date
		group by orders.id order by day, number`,
		[zone],
	)
	return new Map(
		rows.map(({ number, day, lines }) => [
			String(number),
			{ number: String(number), day: String(day), lines: lines as Line[] },
		]),
	)
}
