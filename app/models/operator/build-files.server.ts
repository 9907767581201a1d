import { eq, inArray, sql } from 'drizzle-orm'

import { db } from '#app/db/client.server.ts'
import { buildFiles } from '#app/db/schema.ts'
import type { BuildFiles } from '#app/gateways/built-files.server.ts'

/** The number of newest builds whose files are kept; all others are deleted when a newer build begins. */
const KEPT_BUILDS = 5

/**
 * Stores the files of a build that are not stored yet, then deletes those that no build among the newest five has.
 * Every process calls this before it serves a page: one round trip, three in the first process of a build.
 */
export async function storeBuildFiles({ names, builtAt, read }: BuildFiles): Promise<void> {
	const stored = await db
		.update(buildFiles)
		.set({ builtAt: sql`greatest(${buildFiles.builtAt}, ${builtAt.toISOString()}::timestamptz)` })
		.where(inArray(buildFiles.path, names))
		.returning({ path: buildFiles.path })
	const known = new Set(stored.map(({ path }) => path))
	const lacking = names.filter((name) => !known.has(name))
	if (lacking.length === 0) return

	const rows = lacking.map(async (path) => ({ path, builtAt, content: await read(path) }))
	await db
		.insert(buildFiles)
		.values(await Promise.all(rows))
		.onConflictDoNothing()
	await db.execute(sql`
		delete from build_files where built_at not in (
			select distinct built_at from build_files order by built_at desc limit ${KEPT_BUILDS})`)
}

/** The content of a file of the newest five builds; null when none has a file of this name. */
export async function findBuildFile(path: string): Promise<Buffer | null> {
	const [row] = await db
		.select({ content: sql<string>`encode(${buildFiles.content}, 'base64')` })
		.from(buildFiles)
		.where(eq(buildFiles.path, path))
	return row ? Buffer.from(row.content, 'base64') : null
}
