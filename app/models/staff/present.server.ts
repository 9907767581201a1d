import { and, asc, inArray, isNull } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { staff } from '#app/db/schema.ts'
import type { Level } from '#app/models/staff/staff.ts'

/**
 * Lists the names of the members of staff who have one of these levels and have not gone, in the order of the alphabet.
 */
export async function listPresent(levels: readonly Level[]): Promise<string[]> {
	const rows = await db
		.select({ name: staff.name })
		.from(staff)
		.where(and(inArray(staff.level, [...levels]), isNull(staff.endedAt)))
		.orderBy(asc(staff.name))
	return rows.map(({ name }) => name)
}
