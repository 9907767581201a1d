import { type SQL, sql } from 'drizzle-orm'

import { allocations } from '#app/db/schema.ts'
import type { OwnPlace } from '#app/models/order/revision-content.ts'

/** A place of a booking as the database returns it; its bounds are epoch milliseconds. */
export type PlaceRow = Pick<OwnPlace, 'id' | 'linePosition' | 'resourceId' | 'units'> & {
	from: number
	until: number
	blockedFrom: number
	blockedUntil: number
}

/** SQL for the confirmed places of an order as JSON, without those of a change that waits for its payment. */
export function placesOf(orderId: SQL): SQL {
	return sql`(
		select coalesce(json_agg(json_build_object('id', ${allocations.id},
			'linePosition', ${allocations.linePosition}, 'resourceId', ${allocations.resourceId},
			'units', ${allocations.units}, 'from', ${ms(sql`lower(${allocations.during})`)},
			'until', ${ms(sql`upper(${allocations.during})`)},
			'blockedFrom', ${ms(sql`lower(${allocations.blocked})`)},
			'blockedUntil', ${ms(sql`upper(${allocations.blocked})`)}) order by ${allocations.id}), '[]')
		from ${allocations} where ${allocations.orderId} = ${orderId}
			and ${allocations.state} = 'confirmed' and ${allocations.changeId} is null)`
}

function ms(moment: SQL): SQL {
	return sql`(extract(epoch from ${moment}) * 1000)::float8`
}

export function readPlace(row: PlaceRow): OwnPlace {
	const { id, linePosition, resourceId, units, from, until, blockedFrom, blockedUntil } = row
	return {
		id,
		linePosition,
		resourceId,
		units,
		during: { from, until },
		blocked: { from: blockedFrom, until: blockedUntil },
	}
}
