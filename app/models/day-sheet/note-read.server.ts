import { sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { prepare } from '#app/db/prepare.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * Notes that a member of staff has read the changes of a day up to the event `upTo`; an event before the noted one
 * changes nothing. Deletes what was noted of this person for days that are over.
 */
export async function noteRead(staffId: string, day: Day, upTo: number): Promise<void> {
	await upsertRead(db, { staffId, day, upTo })
}

const upsertRead = prepare<{ staffId: string; day: Day; upTo: number }>(
	(_, value) => sql`
		with over as (
			delete from day_reads where staff_id = ${value('staffId')}::uuid
				and day < current_date - 1 and day <> ${value('day')}::date
		)
		insert into day_reads (staff_id, day, up_to)
		values (${value('staffId')}::uuid, ${value('day')}::date, ${value('upTo')}::bigint)
		on conflict (staff_id, day) do update set up_to = greatest(day_reads.up_to, excluded.up_to)`,
)
