import type { Sql } from 'postgres'

/** Takes all rooms but the smallest for the middle of an afternoon. */
export async function takeRooms(sql: Sql, day: string): Promise<void> {
	const span = [`${day} 13:30 Europe/Berlin`, `${day} 16:00 Europe/Berlin`] as const
	await sql`
		insert into allocations (resource_id, day, during, blocked, units, exclusive, state)
		select id, ${day}, span, span, capacity, exclusive, 'confirmed' from resources,
			(select tstzrange(${span[0]}::text::timestamptz, ${span[1]}::text::timestamptz) as span) as spans
		where id in ('venus', 'mars', 'saturn', 'jupiter')`
}
