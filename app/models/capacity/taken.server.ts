import { type SQL, sql } from 'drizzle-orm'

import { db, type Database, type Transaction } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import { allocations } from '#app/db/schema.ts'
import type { TakenPlace } from '#app/models/capacity/block.ts'
import { isExclusive } from '#app/models/capacity/free.ts'
import { isLive } from '#app/models/capacity/loads.server.ts'
import type { Resource } from '#app/models/venue/catalogue.ts'
import { withNeighbours } from '#app/models/venue/day.ts'
import type { Day } from '#app/models/venue/slot.ts'

/** Lists the live places of a day with their holders, the earliest first. One statement. */
export async function listTakenPlaces(
	day: Day,
	executor: Database | Transaction = db,
): Promise<TakenPlace[]> {
	const [row] = await selectTaken(executor, { day })
	return row?.places ?? []
}

/**
 * Reads the live places on days and returns a function that lists those of one day. For a room the day before and the
 * day after are included: the cleaning after a party that ends at midnight is on the next day, and the database's guard
 * of rooms knows no days (faults N351).
 */
export async function listTakenAround(
	tx: Transaction,
	resource: Resource,
	days: readonly Day[],
): Promise<(day: Day) => TakenPlace[]> {
	const around = isExclusive(resource) ? withNeighbours : (own: readonly Day[]) => own
	const listed = around(days).map(async (day) => [day, await listTakenPlaces(day, tx)] as const)
	const byDay = new Map(await Promise.all(listed))
	return (day) => around([day]).flatMap((each) => byDay.get(each) ?? [])
}

const selectTaken = prepare<{ day: Day }, { places: TakenPlace[] }>(
	(_, value) => sql`
		select coalesce(json_agg(place order by lower(${allocations.during}), ${allocations.resourceId}), '[]') as places
		from ${allocations}
			left join orders o on o.id = ${allocations.orderId}
			left join blocks b on b.id = ${allocations.blockId}
			left join lateral (
				select l.title from order_lines l where l.order_id = o.id and l.gift is null
				order by l.position is distinct from ${allocations.linePosition}, l.starts_at is null, l.position limit 1
			) line on true
			cross join lateral (select json_build_object(
				'resourceId', ${allocations.resourceId}, 'units', ${allocations.units},
				'from', ${ms(sql`lower(${allocations.blocked})`)}, 'until', ${ms(sql`upper(${allocations.blocked})`)},
				'begins', ${ms(sql`lower(${allocations.during})`)}, 'ends', ${ms(sql`upper(${allocations.during})`)},
				'holder', case
					when b.id is not null then json_build_object('kind', 'block', 'blockId', b.id, 'reason', b.reason)
					when o.id is not null then json_build_object('kind', 'order', 'orderId', o.id, 'number', o.number,
						'name', coalesce(nullif(o.party ->> 'name', ''), o.person ->> 'lastName'),
						'title', line.title, 'isPaid', ${allocations.state} = 'confirmed', 'lines', (
							select coalesce(json_agg(json_build_object('productId', product_id, 'parentPosition', null,
								'quantity', quantity)), '[]')
							from order_lines where order_id = o.id and parent_position is null
						))
					else json_build_object('kind', 'cart', 'until', ${ms(sql`coalesce(${allocations.expiresAt}, now())`)})
				end
			) as place) as places
		where ${allocations.day} = ${value('day')}::date and ${isLive}`,
)

/** SQL for a moment in whole epoch milliseconds. */
function ms(moment: SQL): SQL {
	return sql`(extract(epoch from ${moment}) * 1000)::bigint`
}
