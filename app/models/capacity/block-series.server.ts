import { and, asc, eq, getTableColumns, gte, isNull, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { blocks } from '#app/db/schema.ts'
import type { Block } from '#app/models/capacity/block.server.ts'
import type { Day } from '#app/models/venue/slot.ts'

/**
 * A series of blocks that staff made at once, as one entry: its first block, the number of later ones and the day of
 * the last.
 */
export type BlockSeries = Block & { later: number; last: Day }

/** SQL of a window over the blocks of one series: a transaction makes them all at one moment. */
const together = sql`partition by ${blocks.madeAt}, ${blocks.resourceId}, ${blocks.actor}`

/**
 * Lists the blocks of a day and of the days after it, each series as one entry, the earliest first; lifted blocks are
 * left out. All are listed and counted, however many days they are on (faults N408).
 */
export function listBlockSeries(from: Day): Promise<BlockSeries[]> {
	const seriesOfBlocks = db
		.select({
			...getTableColumns(blocks),
			later: sql<number>`(count(*) over (${together}) - 1)::int`.as('later'),
			last: sql<Day>`(max(${blocks.day}) over (${together}))::text`.as('last'),
			place:
				sql<number>`row_number() over (${together} order by ${blocks.day}, ${blocks.startsAt})`.as(
					'place',
				),
		})
		.from(blocks)
		.where(and(isNull(blocks.endedAt), gte(blocks.day, from)))
		.as('series')
	return db
		.select()
		.from(seriesOfBlocks)
		.where(eq(seriesOfBlocks.place, 1))
		.orderBy(asc(seriesOfBlocks.day), asc(seriesOfBlocks.startsAt), asc(seriesOfBlocks.resourceId))
}
