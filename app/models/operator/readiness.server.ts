import { db } from '#app/db/client.server.ts'
import { raw } from '#app/db/connect.server.ts'
import { isWritable } from '#app/gateways/data-directory.server.ts'
import { env } from '#app/gateways/env.server.ts'

export type Readiness = 'ready' | 'not ready' | 'not ready: the database takes no writes'

let underWay: Promise<Readiness> | null = null

/**
 * Looks whether this node can serve visitors: it is ready when the database answers, takes writes (faults J5), is
 * migrated and has a venue, and files can be written. Every client may ask, so requests at the same time share one
 * look.
 */
export function readiness(): Promise<Readiness> {
	underWay ??= look().finally(() => (underWay = null))
	return underWay
}

async function look(): Promise<Readiness> {
	try {
		const [row] = await raw(db, LOOK)
		if (row?.['takesWrites'] !== true) return 'not ready: the database takes no writes'
		return row['hasVenue'] === true && (await isWritable(env.DATA_DIR)) ? 'ready' : 'not ready'
	} catch {
		return 'not ready'
	}
}

const LOOK = `
	select current_setting('transaction_read_only') = 'off' as "takesWrites",
		exists (select from venue_versions) as "hasVenue"`
